"""Digits in addresses: the year or number that they repeat, anew, or others of the same length."""

import re

from surrogates import draw
from surrogates.dates.shift import full_year
from surrogates.folding import digits_only
from surrogates.labels import Kind
from surrogates.languages.cardinals import parse, say
from surrogates.numbers.board import Board
from surrogates.scene import Scene

_KINDS = (Kind.DATE, Kind.NUMBER, Kind.AGE, Kind.PHONE, Kind.ID, Kind.ZIP)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
# The year of a date in short: "03/05/75", or "75" alone.
_SHORT_YEAR = re.compile(r"(?:^|\d[/.\-])(\d\d)$")
MIN_SLICE = 3  # digits from which on a part of a number is that number's


class Numbers:
    """Original digits of a dialogue and what they became."""

    def __init__(self, scene: Scene, board: Board) -> None:
        self.scene = scene
        self.known: dict[str, str] = {}
        self.slices: dict[str, str] = {}
        for group in board.groups:  # "guion bajo, [siete] [siete]"
            texts = [scene.surrogates.get(item.index) for item in group.items]
            if len(texts) > 1 and not group.failed and texts == board.written(group):
                self._learn(group.cut.said, board.now(group.values))
        for item in scene.items:
            new = scene.surrogates.get(item.index, "[")
            if item.kind in _KINDS and not new.startswith("["):
                if item.kind is Kind.DATE:
                    self._learn_short_year(item.text, new)
                self._learn(item.text, new)
                self._learn(self._value(item.text), self._value(new))

    def _learn(self, old: str, new: str) -> None:
        """One number in figures: whole, its years, and the ends and beginnings of long ones."""
        for was, now in zip(_YEAR.findall(old), _YEAR.findall(new), strict=False):
            self.known.setdefault(was, now)
            self.known.setdefault(was[2:], now[2:])
        digits, fresh = digits_only(old), digits_only(new)
        if len(digits) != len(fresh) or len(digits) < 2:
            return
        self.known.setdefault(digits, fresh)
        for size in range(MIN_SLICE, len(digits)):
            self.slices.setdefault(digits[:size], fresh[:size])
            self.slices.setdefault(digits[-size:], fresh[-size:])

    def _learn_short_year(self, old: str, new: str) -> None:
        was, now = _SHORT_YEAR.search(old), _SHORT_YEAR.search(new)
        if was is not None and now is not None:
            year, moved = full_year(int(was[1])), full_year(int(now[1]))
            self.known.setdefault(str(year), str(moved))
            self.known.setdefault(was[1], now[1])

    def _value(self, text: str) -> str:
        """A number word's value in figures ("setenta y cinco" -> "75"), or ""."""
        if any(c.isdecimal() for c in text):
            return ""
        value = parse(self.scene.lexicon, text)
        return str(value) if value is not None and value >= 10 else ""

    def digits(self, text: str) -> str:
        """Figures anew, as many as there were."""
        known = self.known.get(text) or self.slices.get(text)
        if known is not None:
            return known  # a year may have stayed: then it stands in the dialogue anyway
        stream = draw.Stream(self.scene.seed("user digits", text))
        if _YEAR.fullmatch(text):
            year = f"19{stream.choice('456789')}{stream.choice('0123456789')}"
            return year if year != text else f"19{50 + int(text[2:]) % 40}"
        return "".join(stream.choice("0123456789".replace(c, "")) for c in text)

    def spoken(self, text: str) -> str:
        """Number words anew: one number as one, digit by digit as such."""
        lexicon = self.scene.lexicon
        whole = parse(lexicon, text)
        if whole is not None:
            return say(lexicon, int(self.digits(str(whole))))
        parses = [(word, parse(lexicon, word)) for word in text.split()]
        digits = "".join(str(value) for _, value in parses if value is not None)
        fresh = self.digits(digits)
        spoken: list[str] = []
        for word, value in parses:
            size = len(str(value)) if value is not None else 0
            spoken.append(say(lexicon, int(fresh[:size])) if size else word)
            fresh = fresh[size:]
        return " ".join(spoken)
