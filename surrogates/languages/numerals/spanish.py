"""Spanish cardinals: gender of uno and of the hundreds, apocope before a noun, "y" after the tens.

The one-word spelling of 31 to 99 (treintaidós) is read and kept.
"""

from surrogates.languages.numerals.base import Numerals, Style, inside


class Spanish(Numerals):
    lang = "es"
    genders = ("m", "f")
    places = ("alone", "before_noun")
    variants = ("", "fused")
    joins_tens = True
    feminine = ("a", "as", "ciones", "dades")
    last_teen = 29

    def below_thousand(self, number: int, style: Style) -> str:
        hundreds, rest = divmod(number, 100)
        if not hundreds:
            return self._below_hundred(rest, style)
        # "cien euros" but "ciento dos": only what follows in the number matters.
        place = inside(style) if rest else Style(style.gender)
        head = self.word("IV", 100 * hundreds, place)
        return f"{head} {self._below_hundred(rest, style)}" if rest else head

    def _below_hundred(self, number: int, style: Style) -> str:
        if number < 10:
            return self.word("I", number, style)
        if number <= self.last_teen:
            return self.word("II", number, style)
        tens, unit = divmod(number, 10)
        head = self.word("III", 10 * tens)
        if not unit:
            return head
        if style.variant != "fused":
            return f"{head} y {self.word('I', unit, style)}"
        # The unit of a fused number carries the accent that it has in veintidós, veintiún.
        return head + "i" + self.word("II", 20 + unit, style).removeprefix("veinti")

    def with_thousands(self, thousands: int, rest: int, style: Style) -> str:
        before = Style(style.gender, "before_noun", style.variant)
        head = self.below_thousand(thousands, before) if thousands > 1 else ""
        tail = self.below_thousand(rest, style) if rest else ""
        return " ".join(part for part in (head, "mil", tail) if part)
