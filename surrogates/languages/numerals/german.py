"""German cardinals: units before tens in one word (einundzwanzig), eins alone and ein- inside.

Read and kept as well: zwo, einhundert beside hundert, years in hundreds (neunzehnhundert), and
numbers that were written apart.
"""

from collections.abc import Iterator
from functools import cached_property

from surrogates.folding import fold
from surrogates.languages.entries import NumberWord
from surrogates.languages.numerals.base import Numerals, Parse, Style

_SPELLINGS = (("fuenf", "funf"), ("zwoelf", "zwolf"), ("dreizig", "dreissig"))


class German(Numerals):
    lang = "de"
    genders = ("m", "f")
    places = ("alone", "before_noun")
    variants = ("", "ein", "zwo", "hundreds", "groups", "spaced")
    digit_variants = frozenset({"zwo"})

    @cached_property
    def table(self) -> dict[str, Parse]:
        counted = Parse(1, frozenset({Style("m", "before_noun")}))
        inflected = (w.form for w in self.words if w.klass == "I" and w.position == "inflected")
        return {self.key(form): counted for form in inflected} | super().table

    def key(self, text: str) -> str:
        key = super().key(text)
        for typed, written in _SPELLINGS:
            key = key.replace(typed, written)
        return key

    def below_thousand(self, number: int, style: Style) -> str:
        hundreds, rest = divmod(number, 100)
        tail = self._below_hundred(rest, style)
        if not hundreds:
            return tail
        blank = " " if style.variant in ("groups", "spaced") else ""
        head = self._digit(hundreds, style) if hundreds > 1 or style.variant == "ein" else ""
        inner = " " if head and style.variant == "spaced" else ""
        head += inner + self.word("scale", 100)
        return head + blank + tail if rest else head

    def _digit(self, unit: int, style: Style) -> str:
        """A unit with more of the number after it: ein, not eins."""
        return self.word("I", unit, Style("m", "before_noun", style.variant))

    def _below_hundred(self, number: int, style: Style) -> str:
        if number < 10:
            # "eine" counts a noun; alone it is eins.
            gender = style.gender if style.place == "before_noun" else "m"
            return self.word("I", number, Style(gender, style.place, style.variant))
        if number <= self.last_teen:
            return self.word("II", number)
        tens, unit = divmod(number, 10)
        head = self.word("III", 10 * tens)
        blank = " " if style.variant == "spaced" else ""
        return f"{self._digit(unit, style)}{blank}und{blank}{head}" if unit else head

    def with_thousands(self, thousands: int, rest: int, style: Style) -> str:
        if style.variant == "hundreds" and thousands == 1 and rest >= 100:
            hundreds, tail = divmod(rest, 100)
            head = self.word("II", 10 + hundreds) + self.word("scale", 100)
            return head + (self._below_hundred(tail, style) if tail else "")
        blank = " " if style.variant in ("groups", "spaced") else ""
        head = ""
        if thousands > 1 or style.variant == "ein":
            head = self.below_thousand(thousands, Style("m", "before_noun", style.variant))
            head += " " if style.variant == "spaced" else ""
        head += self.word("scale", 1000)
        if not rest:
            return head
        one = Style(style.gender, style.place, "ein") if rest < 200 and not blank else style
        return head + blank + self.below_thousand(rest, one)

    def fused_ordinals(self) -> Iterator[NumberWord]:
        """ "dreizehnte", "einundzwanzigster": up to 99, with every ending of the table."""
        endings = {w.position for w in self.words if w.klass == "ordinal"}
        known = {w.value for w in self.words if w.klass == "ordinal"}
        for number in range(13, 100):
            if number not in known:
                stem = self.say(number) + ("t" if number <= self.last_teen else "st")
                for ending in sorted(endings):
                    yield NumberWord(stem + ending, number, "ordinal", "", ending)

    def split_thousands(self, key: str) -> Iterator[tuple[int, int]]:
        scale = fold(self.word("scale", 1000))
        left, found, right = key.partition(scale)
        if found:
            values = self.part(left.split()), self.part(right.split()) if right.strip() else 0
            if values[0] is not None and values[1] is not None:
                yield values[0], values[1]
            return
        left, found, right = key.partition(fold(self.word("scale", 100)))
        head = self.table.get(left.strip()) if found and left.strip() else None
        tail = self.part(right.split()) if right.strip() else 0
        if head is not None and 11 <= head.value <= 19 and tail is not None and tail < 100:
            yield 1, 100 * (head.value - 10) + tail
