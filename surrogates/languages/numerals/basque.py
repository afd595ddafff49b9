"""Basque cardinals: twenties (hogeita bat, berrogeita hamar, laurogeita hemeretzi) and "eta".

"eta" joins hundreds to what follows; after "mila" it stands only before a number below a hundred
or a round hundred. No gender. How much each one gets has an ending of its own ("hogeina").
"""

import re
from functools import cached_property

from surrogates.folding import fold
from surrogates.languages.numerals.base import Numerals, Style, inside
from surrogates.languages.schema import FOLDER, read_table

_NUMBERS = frozenset({"day", "number"})  # endings that any number takes
_INFLECTED = re.compile(r"(?<![\d.,:])(\d{1,4})(-?)([a-z]+)\b")


class Basque(Numerals):
    lang = "eu"
    variants = ("", "huts", "short", "each")

    def shape(self, number: int) -> tuple[str, ...]:
        hundreds, rest = divmod(number, 100)
        head = ("IV",) if hundreds else ()
        if rest < 20:
            low = ("II",) if rest >= 10 else ("I",)
            return head if hundreds and not rest else (*head, *low)
        return (*head, "III", "I") if rest % 20 else (*head, "III")

    def below_thousand(self, number: int, style: Style) -> str:
        said = self._below_thousand(number, style)
        return f"{said.removesuffix('t')}na" if style.variant == "each" else said  # "bosna"

    def _below_thousand(self, number: int, style: Style) -> str:
        hundreds, rest = divmod(number, 100)
        if not hundreds:
            return self._below_hundred(rest, style)
        head = self.word("IV", 100 * hundreds)
        return f"{head} {self._and(style)} {self._below_hundred(rest, style)}" if rest else head

    def _and(self, style: Style) -> str:
        return self.word("join", 0, style)

    def _below_hundred(self, number: int, style: Style) -> str:
        if number < 10:
            return self.word("I", number, style)
        if number < 20:
            return self.word("II", number)
        twenties, rest = number - number % 20, number % 20
        if not rest:
            return self.word("III", twenties)
        head = self.word("III", twenties, inside(style))
        return f"{head} {self._below_hundred(rest, style)}"

    def with_thousands(self, thousands: int, rest: int, style: Style) -> str:
        many = f"{self._below_thousand(thousands, style)} " if thousands > 1 else ""
        head = f"{many}mila"
        if not rest:
            return head
        joined = rest < 100 or rest % 100 == 0
        tail = self.below_thousand(rest, style)
        return f"{head} {self._and(style)} {tail}" if joined else f"{head} {tail}"

    def mend(self, text: str) -> str:
        """ "21an", once "32an", is "21ean": the ending follows the number as it is said."""
        return _INFLECTED.sub(self._mended, text)

    def _mended(self, match: re.Match[str]) -> str:
        last = fold(self.say(int(match[1])))[-1]
        sound = "a" if last == "a" else "vowel" if last in "eiou" else "consonant"
        fit = {row[f"after_{sound}"] for row in self._endings if match[3] in row.values()}
        letters = match[3] if match[3] in fit or not fit else min(fit)
        return match[1] + match[2] + letters

    @cached_property
    def endings(self) -> frozenset[str]:
        return frozenset(form for row in self._endings for form in row.values() if form)

    @cached_property
    def _endings(self) -> list[dict[str, str]]:
        rows = read_table(FOLDER / self.lang / "date_endings.tsv")
        columns = ("after_consonant", "after_vowel", "after_a")
        return [
            {c: row[c] for c in columns} for row in rows if _NUMBERS & {*row["applies"].split()}
        ]
