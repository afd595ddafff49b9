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
_DOUBLED = ("ra", "re", "ri", "ro", "ru")
_DOUBLING = ("r", "hiru", "lau")  # "hamarrak", "hirurak"
_SHORT = 3  # letters of a word that may be a code ("bin")
_GLUED = re.compile(r"[^\W\d_]+")
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

    def case_of(self, word: str) -> str:
        """ "Hogeitik" is "hogei" and "tik", "hamarrean" "hamar" and "rean"."""
        said = fold(word)
        known = self.single_words | self.ordinals.keys()
        if said in known:
            return ""
        stems = (said[:size] for size in range(len(said) - 1, 1, -1))
        stem = next((s for s in stems if s in known and self._rows(said[len(s) :])), said)
        return word[len(stem) :]

    def _rows(self, letters: str) -> list[dict[str, str]]:
        """The endings that the letters behind a word may be; "hamar" doubles its r before one."""
        bare = letters[1:] if letters[:2] in _DOUBLED else letters
        return [row for row in self._endings if not {bare, letters}.isdisjoint(row.values())]

    def mend(self, text: str) -> str:
        """ "21an", once "32an", is "21ean": the ending follows the number as it is said."""
        return _GLUED.sub(self._glued, _INFLECTED.sub(self._mended, text))

    def _glued(self, match: re.Match[str]) -> str:
        """The same in words: "hamarrean" whose ten became an eleven is "hamaikan"."""
        word = match[0]
        letters = "" if word.isupper() or len(word) <= _SHORT else self.case_of(word)
        rows = self._rows(letters) if letters else []
        if not rows:
            return word
        stem = word.removesuffix(letters)
        sound = f"after_{_sound(fold(stem))}"
        bare = letters[1:] if letters[:2] in _DOUBLED else letters
        fit = next((row[sound] for row in rows if row[sound] in (bare, letters)), rows[0][sound])
        doubled = fold(stem).endswith(_DOUBLING) and fit[:1] in tuple("aeiou")
        return stem + "r" * doubled + fit

    def _mended(self, match: re.Match[str]) -> str:
        sound = _sound(fold(self.say(int(match[1]))))
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


def _sound(word: str) -> str:
    """What a word ends in, as the columns of the endings call it."""
    return "a" if word[-1] == "a" else "vowel" if word[-1] in "eiou" else "consonant"
