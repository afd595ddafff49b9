"""What a language calls months, weekdays, days and years, read from its tables and written again.

A calendar needs months.tsv and weekdays.tsv; days.tsv adds ordinals ("zehnten"), date_endings.tsv
the endings that a suffixing language puts on words and figures ("irailaren 10ean").
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from surrogates.errors import UnknownLanguage
from surrogates.folding import fold, words
from surrogates.languages import load_lexicon
from surrogates.languages.cardinals import parse, say
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.schema import FOLDER, read_table

# Endings that German puts on an ordinal stem: "am zehnten", "der zehnte".
_ORDINAL_ENDINGS = ("en", "er", "es", "em", "e")
_FIGURE_SUFFIXES = {
    "en": ("st", "nd", "rd", "th"),
    "fr": ("er",),
    "es": ("º", "o", "ero"),
    "ca": ("r", "er", "n", "t", "e"),
    "de": ("ten", "te", "ter", "tes", "tem", "sten", "ste", "ster"),
}
_NEGATION = re.compile(r"\bne\b", re.IGNORECASE)
# Months that are common words of their language too.
UNSURE_MONTHS = frozenset({"may", "march", "mars", "mar"})


@dataclass(frozen=True, slots=True)
class Form:
    """How a component is written."""

    value: int
    variant: str  # of its table
    ending: str = ""  # a row of date_endings.tsv; of an ordinal the letters themselves


PLAIN = Form(0, "")


class Calendar:
    """The words of one language's dates, indexed once. Immutable."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.lang = lexicon.lang

    @cached_property
    def months(self) -> dict[str, Form]:
        """Folded month, in every variant and ending -> form; values 1 to 12."""
        return self._index("months", "month")

    @cached_property
    def weekdays(self) -> dict[str, Form]:
        """Folded weekday, in every variant and ending -> form; values 0 (Monday) to 6."""
        return self._index("weekdays", "weekday")

    @cached_property
    def weekday_names(self) -> frozenset[str]:
        """Folded weekdays in full: what a text without labels may be searched for."""
        return frozenset(k for k, f in self.weekdays.items() if f.variant != "short")

    @cached_property
    def month_names(self) -> frozenset[str]:
        """Folded months in full that no other word of the language is written like."""
        full = {k for k, f in self.months.items() if f.variant != "short"}
        return frozenset(full - self.lexicon.homographs - UNSURE_MONTHS)

    def _index(self, table: str, applies: str) -> dict[str, Form]:
        rows = self.lexicon.rows(table)
        forms: dict[str, Form] = {}
        # Plurals and rare variants last: "lunes" is read as the one Monday.
        order = {"main": 0, "short": 1, "short_alt": 2, "variant": 3, "plural": 4, "stem": 5}
        for row in sorted(rows, key=lambda r: order.get(r["variant"], 9)):
            form = Form(int(row["value"]), row["variant"].removesuffix("_alt"))
            forms.setdefault(fold(row["form"]), form)
        stems = {r["variant"] for r in rows} & {"stem"} or {"main"}
        for row in rows:
            if row["variant"].removesuffix("_alt") not in stems:
                continue
            for name in self._endings_of(applies):
                ending = self._ending(name, row["form"])
                if ending:
                    form = Form(int(row["value"]), row["variant"].removesuffix("_alt"), name)
                    forms.setdefault(fold(row["form"] + ending), form)
        return forms

    @cached_property
    def _names(self) -> dict[tuple[str, int, str], str]:
        """(table, value, variant) -> the word."""
        names: dict[tuple[str, int, str], str] = {}
        for table in ("months", "weekdays", "days"):
            for row in self.lexicon.rows(table):
                names.setdefault((table, int(row["value"]), row["variant"]), row["form"])
        return names

    def month(self, value: int, form: Form) -> str:
        """The month `value` (1-12) in a form; the full word where the language has no such form."""
        return self._write("months", value, form)

    def weekday(self, value: int, form: Form) -> str:
        """The weekday `value` (0 = Monday) in a form."""
        return self._write("weekdays", value, form)

    def _write(self, table: str, value: int, form: Form) -> str:
        variant = "stem" if form.ending and (table, value, "stem") in self._names else form.variant
        word = self._names.get((table, value, variant)) or self._names[(table, value, "main")]
        return word + (self._ending(form.ending, word) if form.ending else "")

    # Endings

    @cached_property
    def _endings(self) -> dict[str, dict[str, str]]:
        return {r["name"]: r for r in self.lexicon.rows("date_endings")}

    def _endings_of(self, applies: str) -> Iterator[str]:
        for row in self.lexicon.rows("date_endings"):
            if applies in row["applies"].split():
                yield row["name"]

    def _ending(self, name: str, word: str) -> str:
        return self._endings[name][f"after_{self.sound(word)}"]

    def figure_ending(self, number: int, letters: str, applies: str) -> str | None:
        """The name of the ending written on a figure: (10, "ean") is "inessive"; None if none."""
        spoken = self.say(number)
        names = list(self._endings_of(applies))
        for name in names:
            if spoken is not None and letters and self._ending(name, spoken) == letters:
                return name
        columns = ("after_consonant", "after_vowel", "after_a")
        for name in names:
            if letters in (self._endings[name][c] for c in columns) and letters:
                return name
        return None

    def hour_ending(self, letters: str) -> str:
        """The name of an ending on a time, without what tells one from many; "" if it is none."""
        columns = ("after_consonant", "after_vowel", "after_a")
        for name in (*self._endings_of("hour"), *self._endings_of("day")):
            if letters in (self._endings[name][c] for c in columns):
                return name.removeprefix("plural_")
        return ""

    def on_figure(self, number: int, name: str) -> str | None:
        """The letters of an ending as they follow a figure: (31, "inessive") is "n"."""
        spoken = self.say(number)
        known = spoken is not None and name in self._endings
        return self._ending(name, spoken or "") if known else None

    def sound(self, text: str) -> str:
        """ "consonant", "vowel" or "a": what a word, or a figure as it is said, ends in."""
        number = int(text) if text.isdecimal() else None
        spoken = self.say(number) if number is not None else text
        last = fold(spoken or text)[-1:]
        return "a" if last == "a" else "vowel" if last in "eiou" else "consonant"

    @property
    def suffixes(self) -> tuple[str, ...]:
        """Letters that make a figure an ordinal."""
        return _FIGURE_SUFFIXES.get(self.lang, ())

    # Number words

    def say(self, number: int) -> str | None:
        """A cardinal in words, None where the language has no word for it."""
        return _say(self.lexicon, number)

    def read_number(self, text: str) -> Form | None:
        """A cardinal, an ordinal day or an inflected one: "zehnten" is Form(10, "stem", "en")."""
        return _number(self, text)

    def _read_number(self, text: str) -> Form | None:
        key = " ".join(words(text.replace("-", " ")))
        day = self._days.get(key)
        if day is not None:
            return day
        hundreds = self._hundreds(text)
        if hundreds is not None:
            return Form(hundreds, "hundreds")
        value = _parse(self.lexicon, text)
        if value is not None:
            return Form(value, "cardinal")
        for name in (*self._endings_of("day"), *self._endings_of("number")):
            for column in ("after_consonant", "after_vowel", "after_a"):
                letters = self._endings[name][column]
                stem = text[: -len(letters)] if letters and key.endswith(letters) else ""
                for base in (
                    stem,
                    stem.removesuffix("r"),
                    stem + "a" if column == "after_a" else "",
                ):
                    value = _parse(self.lexicon, base) if base else None
                    if value is not None and fold(self.inflect(value, name) or "") == fold(text):
                        return Form(value, "cardinal", name)
        return None

    def inflect(self, number: int, name: str) -> str | None:
        """A cardinal with an ending of date_endings.tsv: (10, "inessive") is "hamarrean"."""
        spoken = self.say(number)
        if spoken is None:
            return None
        letters = self._ending(name, spoken)
        doubled = spoken.endswith("r") and letters[:1] in tuple("aeiou")
        return spoken + ("r" if doubled else "") + letters

    def _hundreds(self, text: str) -> int | None:
        """German years of the last century: "neunzehnhundertfünfundachtzig"."""
        first, hundred, rest = text.partition("hundert")
        if self.lang != "de" or not hundred:
            return None
        high = _parse(self.lexicon, first)
        low = _parse(self.lexicon, rest) if rest else 0
        if high is None or low is None or not 11 <= high <= 19 or not 0 <= low <= 99:
            return None
        return 100 * high + low

    @cached_property
    def _days(self) -> dict[str, Form]:
        forms: dict[str, Form] = {}
        for row in self.lexicon.rows("days"):
            value, variant = int(row["value"]), row["variant"]
            key = " ".join(words(row["form"].replace("-", " ")))
            if variant != "stem":
                forms[key] = Form(value, variant)
                continue
            for ending in _ORDINAL_ENDINGS if self.lang == "de" else ():
                forms[key + ending] = Form(value, "stem", ending)
            for name in self._endings_of("day"):
                forms[key + self._ending(name, row["form"])] = Form(value, "first", name)
        return forms

    @cached_property
    def holidays(self) -> frozenset[tuple[int, int]]:
        """Months and days on which all is shut."""
        rows = (r for r in self.lexicon.rows("feasts") if r["kind"] == "holiday")
        return frozenset((int(r["months"]), int(r["day"])) for r in rows)

    @cached_property
    def decades(self) -> dict[int, str]:
        """Decades that have a name of their own: 80 -> "eighties"."""
        rows = [r for r in self.lexicon.rows("date_words") if r["kind"] == "decade_name"]
        # The shortest: "Achtziger", of which "Achtzigern" is a case.
        return {int(r["value"]): r["form"] for r in sorted(rows, key=lambda r: -len(r["form"]))}

    def decade(self, value: int, like: str) -> str | None:
        """The name of another decade with the ending of one."""
        key, name = fold(like), self.decades.get(value)
        names = [fold(n) for n in self.decades.values()]
        ending = next((key.removeprefix(n) for n in names if key.startswith(n)), "")
        return name and name + ending

    def ordinal(self, value: int, form: Form) -> str | None:
        """A day in words of the variant and ending of `form`; a cardinal where none is used."""
        if form.variant == "first":  # only the first of a month is an ordinal here
            return self.inflect(value, form.ending)
        word = self._names.get(("days", value, form.variant))
        return word + form.ending if word else self.say(value)

    # Other words

    @cached_property
    def _phrases(self) -> dict[str, dict[str, str]]:
        phrases: dict[str, dict[str, str]] = {}
        for row in self.lexicon.rows("date_words"):
            key = " ".join(words(row["form"].replace("'", " ")))
            phrases.setdefault(row["kind"], {})[key] = row["value"]
        return phrases

    def phrases(self, kind: str) -> dict[str, str]:
        """Folded words or phrases of a kind of date_words.tsv -> value."""
        return self._phrases.get(kind, {})

    def words_of_birth(self, text: str) -> tuple[str, ...]:
        """The folded words of a text; without "ne", which is no "né" though it folds alike."""
        return words(_NEGATION.sub(" ", text) if self.lang == "fr" else text)

    @cached_property
    def known_words(self) -> frozenset[str]:
        """Folded words that may stand in a date without being a component of it."""
        kinds = (
            "join", "range", "year", "decade", "unit", "deictic", "plural", "daypart", "past",
            "about", "oclock",
        )  # fmt: skip
        texts = (key for kind in kinds for key in self.phrases(kind))
        return frozenset(w for text in texts for w in text.split())


@lru_cache(maxsize=8192)  # many readers ask for each number of a dialogue
def _number(calendar: Calendar, text: str) -> Form | None:
    return calendar._read_number(text)


@lru_cache(maxsize=65536)
def _say(lexicon: Lexicon, number: int) -> str | None:
    try:
        return say(lexicon, number)
    except (KeyError, ValueError):
        return None


@lru_cache(maxsize=65536)
def _parse(lexicon: Lexicon, text: str) -> int | None:
    try:
        return parse(lexicon, text)
    except (KeyError, ValueError):
        return None


@lru_cache(maxsize=1)
def calendar_languages() -> tuple[str, ...]:
    """Codes of the languages whose dates are known."""
    return tuple(sorted(p.name for p in FOLDER.iterdir() if (p / "weekdays.tsv").exists()))


@lru_cache(maxsize=16)
def calendar_for(lang: str) -> Calendar:
    """The calendar of a language; KeyError when it has no tables of dates."""
    if lang not in calendar_languages():
        raise KeyError(f"no calendar for language {lang!r}")
    try:
        return calendar_of(load_lexicon(lang))
    except UnknownLanguage:  # dates need no lexicon of names
        paths = (FOLDER / lang).glob("*.tsv")
        return Calendar(Lexicon(lang, {p.stem: read_table(p) for p in paths}))


@lru_cache(maxsize=16)
def calendar_of(lexicon: Lexicon) -> Calendar:
    return Calendar(lexicon)


_VOWEL = re.compile(r"h?[aeiou]")


def joined(lang: str, before: str, word: str) -> str:
    """`before` as it must end for `word` to follow: ("ca", "10 de ", "octubre") is "10 d'"."""
    key = fold(word)
    if lang == "es":
        return re.sub(r"(?i)\b[ou]( )$", ("u" if key[:1] == "o" else "o") + r"\1", before)
    if lang == "en":
        vowel = bool(_VOWEL.match(key) and key[0] != "h") or bool(re.match(r"(8\d?|11|18)\b", key))
        return re.sub(r"(?i)\b(a)n?( )$", r"\1n\2" if vowel else r"\1\2", before)
    if lang == "fr" and not key[:1].isdecimal() and key[:4] not in ("huit", "onze"):
        return _elide(before, "d", "de", bool(_VOWEL.match(key)))
    if lang == "ca":
        vowel = bool(_VOWEL.match(key)) or bool(re.match(r"(1|11)\b", key))
        if vowel:
            before = re.sub(r"(?i)\b(de|a)l $", r"\1 el ", before)
        before = _elide(_elide(before, "d", "de", vowel), "l", "el", vowel)
        if not vowel:
            before = re.sub(r"(?i)\b(de|a) el $", r"\1l ", before)
    return before


def _elide(before: str, short: str, full: str, vowel: bool) -> str:
    """`d'` before a vowel, `de ` before anything else, with the case of what stood there."""
    match = re.search(rf"(?i)(?<![^\W_])(?:{short}(['’])|{full}\s)$", before)
    if match is None or vowel == bool(match.group(1)):
        return before
    new = f"{short}'" if vowel else f"{full} "
    word = match.group()
    return before[: match.start()] + (new.capitalize() if word[:1].isupper() else new)
