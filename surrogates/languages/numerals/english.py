"""English cardinals: hyphens from 21 to 99, "and" after the hundreds.

Read and kept as well: numbers without "and", "a hundred", "(the) hundred and five", and oh, nought
and nil for zero.
"""

import re

from surrogates.languages.numerals.base import PLAIN, Numerals, Style

_ORDINAL = re.compile(r"(\d+)(st|nd|rd|th)\b")
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


class English(Numerals):
    lang = "en"
    variants = ("", "bare", "article", "definite", "oh", "nought", "nil")

    def below_thousand(self, number: int, style: Style) -> str:
        hundreds, rest = divmod(number, 100)
        tail = self._below_hundred(rest, style)
        if not hundreds:
            return tail
        head = self._scaled(hundreds, 100, rest, style)
        return f"{head}{self._and(style)}{tail}" if rest else head

    def _scaled(self, many: int, scale: int, rest: int, style: Style) -> str:
        """ "Two hundred", "a thousand", "(the) hundred" and fifty."""
        said, word = self.below_thousand(many, style), self.word("scale", scale)
        if many == 1 and style.variant == "definite" and rest:
            return word
        return f"a {word}" if many == 1 and style.variant == "article" else f"{said} {word}"

    def _and(self, style: Style) -> str:
        return " " if style.variant == "bare" else " and "

    def _below_hundred(self, number: int, style: Style) -> str:
        if number < 10:
            return self.word("I", number, style)
        if number <= self.last_teen:
            return self.word("II", number)
        tens, unit = divmod(number, 10)
        head = self.word("III", 10 * tens)
        return f"{head}-{self.word('I', unit)}" if unit else head

    def with_thousands(self, thousands: int, rest: int, style: Style) -> str:
        head = self._scaled(thousands, 1000, rest, style)
        if not rest:
            return head
        joint = self._and(style) if rest < 100 else " "
        rest_style = style if style.variant == "bare" else PLAIN
        return head + joint + self.below_thousand(rest, rest_style)

    def fits_after(self, word: str, number: int) -> bool:
        if word not in ("a", "an"):
            return True
        return self.say(number).startswith(("eight", "eleven")) == (word == "an")

    def mend(self, text: str) -> str:
        return _ORDINAL.sub(lambda m: m.group(1) + _ending(int(m.group(1))), text)


def _ending(number: int) -> str:
    return "th" if number // 10 % 10 == 1 else _ENDINGS.get(number % 10, "th")
