"""What every language's cardinals share: the small interface, the table of readings, the parser.

A language says the numbers below a thousand in each of its styles; reading is that table turned
round, so that the parser accepts what the generator writes and nothing else.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from surrogates.folding import fold
from surrogates.languages.entries import CARDINAL, NumberWord

LIMIT = 1_000_000
LONGEST = 16  # words of the longest cardinal, with room
_BREAK = re.compile(r"[\s\-‐‑]+")


@dataclass(frozen=True, slots=True)
class Style:
    """How a number is said."""

    gender: str = "m"  # "m" or "f"
    # "alone", "before_noun" (apocope: veintiún), "inside" (ciento, more follows).
    place: str = "alone"
    variant: str = ""  # what speakers choose between ("valencian", "swiss", "oh")


PLAIN = Style()


@dataclass(frozen=True, slots=True)
class Parse:
    """A cardinal and every style in which it is said as it was."""

    value: int
    styles: frozenset[Style]


class Numerals(ABC):
    """The cardinals of one language, 0 to 999,999, over the words of its numbers.tsv."""

    lang: str = ""
    genders: tuple[str, ...] = ("m",)
    places: tuple[str, ...] = ("alone",)
    variants: tuple[str, ...] = ("",)
    last_teen = 19  # class II ends here
    digit_variants: frozenset[str] = frozenset()  # variants kept for digits said one by one
    joins_tens = False  # a joiner between tens and a unit must make one number of them
    feminine: tuple[str, ...] = ()  # how most feminine nouns end, where that tells

    def __init__(self, words: Iterable[NumberWord], nouns: Mapping[str, str]) -> None:
        """`nouns`: folded plural nouns that are often counted -> gender."""
        self.words = tuple(words)
        self.nouns = nouns
        self._by_value: dict[tuple[str, int], list[NumberWord]] = {}
        for word in self.words:
            self._by_value.setdefault((word.klass, word.value), []).append(word)
        for word in self.fused_ordinals():
            self.words += (word,)
            self._by_value.setdefault((word.klass, word.value), []).append(word)
        self._read: dict[str, Parse | None] = {}

    # --- saying

    def say(self, number: int, style: Style = PLAIN) -> str:
        """A cardinal in words, 0 <= number < 1,000,000; ValueError outside."""
        if not 0 <= number < LIMIT:
            raise ValueError(f"{number}; expected 0 <= number < {LIMIT}")
        thousands, rest = divmod(number, 1000)
        if not thousands:
            return self.below_thousand(rest, style)
        return self.with_thousands(thousands, rest, style)

    @abstractmethod
    def below_thousand(self, number: int, style: Style) -> str:
        """0 <= number < 1000 in words."""

    @abstractmethod
    def with_thousands(self, thousands: int, rest: int, style: Style) -> str:
        """`thousands` (1 to 999) thousand and `rest` (0 to 999)."""

    def word(self, klass: str, value: int, style: Style = PLAIN) -> str:
        """One word of numbers.tsv; the row that fits the style best. KeyError when none does."""
        best: NumberWord | None = None
        score = -1
        for row in self._by_value.get((klass, value), ()):
            if row.gender not in ("", style.gender):
                continue
            if row.position and row.position not in (style.variant, style.place):
                continue
            own = (row.position == style.variant) * 2 + bool(row.position) if row.position else 0
            if own > score:
                best, score = row, own
        if best is None:
            raise KeyError(f"no word for {value} in class {klass}")
        return best.form

    # --- classes

    def shape(self, number: int) -> tuple[str, ...]:
        """Classes of the parts that are heard, 0 <= number < 1000: 31 is ("III", "I")."""
        hundreds, rest = divmod(number, 100)
        head = ("IV",) if hundreds else ()
        if not rest:
            return head or ("I",)
        if rest < 10:
            return (*head, "I")
        if rest <= self.last_teen:
            return (*head, "II")
        return (*head, "III", "I") if rest % 10 else (*head, "III")

    @cached_property
    def shapes(self) -> dict[tuple[str, ...], tuple[int, ...]]:
        """Shape -> the numbers below a thousand that have it."""
        shapes: dict[tuple[str, ...], list[int]] = {}
        for number in range(1000):
            shapes.setdefault(self.shape(number), []).append(number)
        return {shape: tuple(numbers) for shape, numbers in shapes.items()}

    # --- reading

    @cached_property
    def styles(self) -> tuple[Style, ...]:
        """Every style of the language, the plain one first."""
        return tuple(
            Style(g, p, v) for v in self.variants for p in self.places for g in self.genders
        )

    def key(self, text: str) -> str:
        """Folded words of a spoken number with one blank between them."""
        return " ".join(_BREAK.split(fold(text).strip()))

    @cached_property
    def table(self) -> dict[str, Parse]:
        """Key of every number below a thousand -> its reading."""
        readings: dict[str, tuple[int, set[Style]]] = {}
        for number in range(1000):
            for style in self.styles:
                key = self.key(self.below_thousand(number, style))
                readings.setdefault(key, (number, set()))[1].add(style)
        shared: dict[frozenset[Style], frozenset[Style]] = {}  # few sets, of thousands of numbers
        return {
            key: Parse(value, shared.setdefault(some := frozenset(styles), some))
            for key, (value, styles) in readings.items()
        }

    def read(self, text: str) -> Parse | None:
        """The cardinal that the words say, or None when nobody would say them as one number."""
        key = self.key(text)
        if key not in self._read:
            if len(self._read) > 4096:
                self._read.clear()
            self._read[key] = self.table.get(key) or self._read_thousands(key)
        return self._read[key]

    def _read_thousands(self, key: str) -> Parse | None:
        for thousands, rest in self.split_thousands(key):
            value = 1000 * thousands + rest
            if value < LIMIT:
                styles = frozenset(s for s in self.styles if self.key(self.say(value, s)) == key)
                if styles:
                    return Parse(value, styles)
        return None

    def split_thousands(self, key: str) -> Iterator[tuple[int, int]]:
        """Values before and after the word for a thousand, wherever it stands in a key."""
        words = key.split()
        scale = fold(self.word("scale", 1000))
        for i, word in enumerate(words):
            if word == scale:
                left = self.part(words[:i])
                right = 0 if i + 1 == len(words) else self.part(words[i + 1 :])
                if left is not None and right is not None:
                    yield left, right

    def part(self, words: list[str]) -> int | None:
        """Value of the words on one side of a thousand: none is one, a joiner is skipped."""
        while words and words[0] in self.joiners:
            words = words[1:]
        if not words or words == ["a"]:
            return 1
        reading = self.table.get(" ".join(words))
        return reading.value if reading is not None else None

    def hear(self, text: str) -> list[int]:
        """The cardinals that a row of number words says, the longest first; -1 for no number."""
        words = self.key(text).split()
        heard: list[int] = []
        i = 0
        while i < len(words):
            sizes = range(min(LONGEST, len(words) - i), 0, -1)
            read = ((n, self.read(" ".join(words[i : i + n]))) for n in sizes)
            size, reading = next(((n, r) for n, r in read if r is not None), (1, None))
            heard.append(reading.value if reading is not None else -1)
            i += size
        return heard

    def parse(self, text: str) -> int | None:
        """The value that `read` finds."""
        reading = self.read(text)
        return reading.value if reading is not None else None

    # --- words around numbers

    @property
    def endings(self) -> frozenset[str]:
        """What may stand behind figures as their case."""
        return frozenset()

    def case_of(self, word: str) -> str:
        """The letters of a number word that are its case ("hogeitik"), "" where there are none."""
        return ""

    def mend(self, text: str) -> str:
        """Figures whose ending depends on them ("3rd"), put right."""
        return text

    def fits_after(self, word: str, number: int) -> bool:
        """Whether a number may stand after a word that depends on how it begins ("an")."""
        return True

    def forms(self, klass: str) -> frozenset[str]:
        """Keys of a class of words: join, repeat, phrase, tail, head, from, to, scale."""
        return self._forms.get(klass, frozenset())

    @cached_property
    def _forms(self) -> dict[str, frozenset[str]]:
        by_klass: dict[str, set[str]] = {}
        for word in self.words:
            by_klass.setdefault(word.klass, set()).add(self.key(word.form))
        return {klass: frozenset(forms) for klass, forms in by_klass.items()}

    @property
    def joiners(self) -> frozenset[str]:
        """ "y", "et", "und": words between the parts of a number."""
        return self.forms("join")

    @cached_property
    def repeats(self) -> dict[str, int]:
        """ "double" -> 2."""
        return {self.key(w.form): w.value for w in self.words if w.klass == "repeat"}

    @cached_property
    def thousands(self) -> dict[str, int]:
        """Words that multiply figures before them: "350 mil", "2 Millionen"."""
        scales = (w for w in self.words if w.klass == "scale" and w.value >= 1000)
        return {self.key(w.form): w.value for w in scales}

    @cached_property
    def ordinals(self) -> dict[str, NumberWord]:
        """Ordinals and fractions by key; a word that is both counts as an ordinal."""
        ordinals = {self.key(w.form): w for w in self.words if w.klass == "fraction"}
        return ordinals | {self.key(w.form): w for w in self.words if w.klass == "ordinal"}

    def fused_ordinals(self) -> Iterator[NumberWord]:
        """Ordinals of one word that the table leaves out, since a rule makes them."""
        return iter(())

    def like_ordinal(self, word: NumberWord) -> dict[int, str]:
        """Value -> the form that may stand where `word` stood (same class, gender, place)."""
        forms: dict[int, str] = {}
        for (klass, value), rows in self._by_value.items():
            if klass != word.klass:
                continue
            fits = [r for r in rows if r.gender in ("", word.gender) or not word.gender]
            exact = [r for r in fits if r.position == word.position]
            plain = [r for r in fits if not r.position]
            if word.klass == "fraction" or word.position == "joined":
                plain = []  # "unième" only stands after tens
            if exact or plain:
                forms[value] = (exact or plain)[0].form
        return forms

    @cached_property
    def single_words(self) -> frozenset[str]:
        """Every word that can stand in a number, also fused ones ("einundzwanzig")."""
        plain = {w for key in self.table for w in key.split()}
        for word in self.words:
            if word.klass in CARDINAL:
                plain |= set(self.key(word.form).split())
        return frozenset(plain)


def inside(style: Style) -> Style:
    """The same style with more of the number after it."""
    return replace(style, place="inside")
