"""Number words one by one, for a language that has a numbers.tsv and no grammar here yet."""

from surrogates.languages.numerals.base import Numerals, Style


class WordsOnly(Numerals):
    """Says what one word says, and figures for the rest."""

    def below_thousand(self, number: int, style: Style) -> str:
        for klass in ("I", "II", "III", "IV"):
            try:
                return self.word(klass, number, style)
            except KeyError:
                continue
        return str(number)

    def with_thousands(self, thousands: int, rest: int, style: Style) -> str:
        return str(1000 * thousands + rest)

    def _read_thousands(self, key: str) -> None:
        return None
