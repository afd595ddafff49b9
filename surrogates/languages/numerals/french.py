"""French cardinals: soixante et onze, quatre-vingts and deux cents with their plural s, un and une.

Read and kept as well: septante and nonante (Switzerland, Belgium) with or without huitante or
octante, and "quatre-vingt", "deux cent" without the s.
"""

import re

from surrogates.languages.numerals.base import Numerals, Style, inside

_FIRST = re.compile(r"(\d+)(?:er|re|ère)\b")
_BY_TENS = {"swiss": (70, 80, 90), "octante": (70, 80, 90), "belgian": (70, 90)}


class French(Numerals):
    lang = "fr"
    genders = ("m", "f")
    variants = ("", "belgian", "swiss", "octante", "bare")
    joins_tens = True

    def below_thousand(self, number: int, style: Style) -> str:
        hundreds, rest = divmod(number, 100)
        tail = self._below_hundred(rest, style)
        if not hundreds:
            return tail
        if hundreds == 1:
            head = self.word("scale", 100)
        else:
            plural = not rest and self._plural(style)
            scale = self.word("scale", 100, Style(place="plural") if plural else Style())
            head = f"{self.word('I', hundreds)} {scale}"
        return f"{head} {tail}" if rest else head

    def _plural(self, style: Style) -> bool:
        return style.place != "inside" and style.variant != "bare"

    def _below_hundred(self, number: int, style: Style) -> str:
        if number < 10:
            return self.word("I", number, style)
        if number < 17:
            return self.word("II", number)
        tens, unit = 10 * (number // 10), number % 10
        if tens in _BY_TENS.get(style.variant, ()):
            return self._tens(self._own_tens(tens, style), unit, style)
        if tens in (70, 90):
            tens, unit = tens - 10, unit + 10
        if tens == 80:
            four = self.word("I", 4)
            if not unit:
                return (
                    f"{four}-{self.word('III', 20, Style(place='plural'))}"
                    if self._plural(style)
                    else f"{four}-{self.word('III', 20)}"
                )
            return f"{four}-{self.word('III', 20)}-{self._below_hundred(unit, style)}"
        if tens == 10:
            return f"{self.word('II', 10)}-{self.word('I', unit)}"
        return self._tens(self.word("III", tens), unit, style)

    def _own_tens(self, tens: int, style: Style) -> str:
        other = "octante" if style.variant == "octante" and tens == 80 else "swiss"
        return self.word("III", tens, Style(variant=other))

    def _tens(self, head: str, unit: int, style: Style) -> str:
        if not unit:
            return head
        joint = " et " if unit in (1, 11) else "-"
        return head + joint + self._below_hundred(unit, style)

    def with_thousands(self, thousands: int, rest: int, style: Style) -> str:
        before = inside(Style("m", variant=style.variant))
        head = self.below_thousand(thousands, before) if thousands > 1 else ""
        tail = self.below_thousand(rest, style) if rest else ""
        return " ".join(part for part in (head, "mille", tail) if part)

    def mend(self, text: str) -> str:
        return _FIRST.sub(lambda m: m.group() if m.group(1) == "1" else f"{m.group(1)}e", text)
