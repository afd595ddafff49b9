"""Catalan cardinals: hyphens between tens and units (vint-i-un, trenta-dues) and between units and
hundreds (dos-cents), gender of un and dos, "u" when no noun follows; Valencian forms are kept.
"""

from surrogates.languages.numerals.base import Numerals, Style, inside

_FULL = frozenset({"el", "al", "del", "pel"})
_ELIDED = frozenset({"l'", "d'"})


class Catalan(Numerals):
    lang = "ca"
    genders = ("m", "f")
    places = ("alone", "before_noun")
    variants = ("", "valencian")
    joins_tens = True
    feminine = ("a", "es", "cions", "tats")

    def below_thousand(self, number: int, style: Style) -> str:
        hundreds, rest = divmod(number, 100)
        tail = self._below_hundred(rest, style)
        if not hundreds:
            return tail
        head = self.word("scale", 100)
        if hundreds > 1:
            before = Style(style.gender, "before_noun", style.variant)
            plural = self.word("scale", 100, inside(style))
            head = f"{self.word('I', hundreds, before)}-{plural}"
        return f"{head} {tail}" if rest else head

    def _below_hundred(self, number: int, style: Style) -> str:
        if number < 10:
            return self.word("I", number, style)
        if number <= self.last_teen:
            return self.word("II", number, style)
        tens, unit = divmod(number, 10)
        head = self.word("III", 10 * tens, style)
        if not unit:
            return head
        return head + ("-i-" if tens == 2 else "-") + self.word("I", unit, style)

    def with_thousands(self, thousands: int, rest: int, style: Style) -> str:
        before = Style(style.gender, "before_noun", style.variant)
        head = self.below_thousand(thousands, before) if thousands > 1 else ""
        tail = self.below_thousand(rest, style) if rest else ""
        return " ".join(part for part in (head, "mil", tail) if part)

    def fits_after(self, word: str, number: int) -> bool:
        vowel = number in (1, 11)  # "l'u", "l'onze"; "el vuit"
        if word in _FULL:
            return not vowel
        return vowel or word.replace("’", "'") not in _ELIDED
