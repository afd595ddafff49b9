"""Praat's TextGrid in and out: an interval tier is a speaker, an interval with a text a turn.

Read as Praat reads: of a file only texts in quotes and free-standing numbers count, so the long and
the short form are one. Point tiers are counted ("points") and left out.
"""

import codecs
import re
from collections.abc import Iterator
from functools import partial

from annotation.formats import faults
from annotation.formats.corpora.transcripts import faults as wrong
from annotation.formats.corpora.transcripts.tiers import (
    NOBODY,
    Stretch,
    longest,
    tiers_of,
    turns_of,
)
from annotation.formats.errors import FormatError
from annotation.formats.files.encoding import decode
from annotation.formats.files.names import dialogue_name
from annotation.formats.types import DialogueValue, Files, ReadOptions

POINTS = "points"
_TOKEN = re.compile(
    r'"(?P<text>(?:[^"]|"")*)"|(?P<odd>")|(?P<comment>!.*)|(?P<word>[^\s"!]+)', re.ASCII
)
_NUMBER = re.compile(r"-?\d{1,9}(?:\.\d{1,20})?(?:[eE]-?\d{1,2})?")
_WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class _Tokens:
    """The texts and numbers of a file in their order, with their lines."""

    def __init__(self, text: str, file: str) -> None:
        self.file, self.line = file, 1
        self._text, self._at, self._matches = text, 0, _TOKEN.finditer(text)

    def next(self) -> str | float:
        for match in self._matches:
            self.line += self._text.count("\n", self._at, match.start())
            self._at = match.start()
            if match["odd"]:
                break
            if match["text"] is not None:
                return match["text"].replace('""', '"')
            word = match["word"] or ""
            if _NUMBER.fullmatch(word):
                return float(word)
            if word == "<absent>":
                break
        raise FormatError(wrong.NO_TEXTGRID, file=self.file, line=self.line)

    def text(self) -> str:
        value = self.next()
        if not isinstance(value, str):
            raise FormatError(wrong.NO_TEXTGRID, file=self.file, line=self.line)
        return value

    def number(self) -> float:
        value = self.next()
        if isinstance(value, str) or value < 0:
            raise FormatError(wrong.NO_TEXTGRID, file=self.file, line=self.line)
        return value


def read_textgrid(files: Files, options: ReadOptions) -> Iterator[DialogueValue]:
    """The dialogue of each file; raises FormatError."""
    for name in files:
        data = files[name]
        if data.startswith(_WIDE):
            try:
                text = data.decode("utf-16")
            except UnicodeError:
                raise FormatError(faults.NOT_IN_ENCODING, file=name, name="utf-16", n=0) from None
        else:
            text = decode(data, file=name).removeprefix("\ufeff")
        yield from options.made(partial(_dialogue, _Tokens(text, name), name, options))


def _dialogue(tokens: _Tokens, file: str, options: ReadOptions) -> DialogueValue:
    if not tokens.text().startswith("ooTextFile") or tokens.text() != "TextGrid":
        raise FormatError(wrong.NO_TEXTGRID, file=file, line=tokens.line)
    tokens.number(), tokens.number()
    stretches: list[Stretch] = []
    points = 0
    for _tier in range(int(tokens.number())):
        kind, name = tokens.text(), tokens.text().strip()
        tokens.number(), tokens.number()
        count = int(tokens.number())
        if kind not in ("IntervalTier", "TextTier"):
            raise FormatError(wrong.NO_TEXTGRID, file=file, line=tokens.line)
        for _each in range(count):
            start = tokens.number()
            end = tokens.number() if kind == "IntervalTier" else start
            text = tokens.text()
            if kind == "TextTier":
                points += bool(text)
            elif end < start:
                raise FormatError(wrong.CUE_TIMES, file=file, line=tokens.line)
            else:
                stretches.append(Stretch(name, text, start, end, tokens.line))
    turns = turns_of(stretches, file, options.max_turn)
    if not turns:
        raise FormatError(faults.EMPTY, file=file)
    stem = re.sub(r"\.\w{1,8}$", "", file.replace("\\", "/").rsplit("/", 1)[-1]) or "dialogue"
    extra = {POINTS: points} if points else {}
    return DialogueValue(dialogue_name(stem), options.lang, turns, extra=extra, line=1)


def render_textgrid(dialogue: DialogueValue) -> list[tuple[str, bytes]]:
    """The .TextGrid of a dialogue in Praat's long form, with silence between the turns."""
    tiers = tiers_of(dialogue)
    end = longest(tiers.values()) or 1.0
    rows = [
        'File type = "ooTextFile"',
        'Object class = "TextGrid"',
        "",
        "xmin = 0 ",
        f"xmax = {_number(end)} ",
        "tiers? <exists> ",
        f"size = {len(tiers)} ",
        "item []: ",
    ]
    for number, (speaker, tier) in enumerate(tiers.items(), 1):
        intervals = list(_filled(tier, end))
        rows += [
            f"    item [{number}]:",
            '        class = "IntervalTier" ',
            f"        name = {_quoted(speaker or NOBODY)} ",
            "        xmin = 0 ",
            f"        xmax = {_number(end)} ",
            f"        intervals: size = {len(intervals)} ",
        ]
        for place, (start, stop, text) in enumerate(intervals, 1):
            rows += [
                f"        intervals [{place}]:",
                f"            xmin = {_number(start)} ",
                f"            xmax = {_number(stop)} ",
                f"            text = {_quoted(text)} ",
            ]
    return [(".TextGrid", ("\n".join(rows) + "\n").encode("utf-8"))]


def _filled(tier: list[Stretch], end: float) -> Iterator[tuple[float, float, str]]:
    at = 0.0
    for each in tier:
        start, stop = each.start or 0.0, each.end or 0.0
        if start > at:
            yield at, start, ""
        yield start, stop, each.text
        at = stop
    if at < end:
        yield at, end, ""


def _number(time: float) -> str:
    return f"{time:.9f}".rstrip("0").rstrip(".") or "0"


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
