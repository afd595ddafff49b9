"""Reads what an answer says: digits, dates and letters, in figures or words of six languages.

Number words and names of letters come from the tables of `surrogates/languages`, months and
weekdays from CLDR: never from the code that writes surrogates.
"""

import datetime as dt
import re
import unicodedata
from functools import lru_cache

from babel import Locale

from surrogates.languages import load_lexicon
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.numerals import numerals

_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
_ENDINGS = r"(?:aren|ren|aren|an|ean|rean|a|n|ko|eko|tik|etik|ra|era)?"


def fold(text: str) -> str:
    """Small letters without accents."""
    plain = unicodedata.normalize("NFD", text.casefold().replace("ß", "ss"))
    return "".join(char for char in plain if not unicodedata.combining(char))


def squash(text: str, lang: str = "") -> str:
    """Letters and digits alone; in German with ae for ä."""
    return re.sub(
        r"[^a-z0-9]", "", fold(text.casefold().translate(_UMLAUTS) if lang == "de" else text)
    )


def names(text: str) -> list[str]:
    """Folded words of a name."""
    return re.findall(r"[^\W\d_]+", fold(text))


def lexicon(lang: str) -> Lexicon:
    return load_lexicon(lang)


class Unread(ValueError):
    """A text that says no number, date or letter of its language."""


def digits(text: str, lang: str) -> str:
    """The digits of a number: figures, number words (the longest first), "double", "triple"."""
    spoken = numerals(lang)
    if spoken is None:
        raise Unread(lang)
    tokens = re.findall(r"\d|[^\W\d_]+", fold(text).replace("-", " "))
    made, repeat, i = "", 1, 0
    while i < len(tokens):
        token = tokens[i]
        if token.isdecimal():
            made, repeat, i = made + token * repeat, 1, i + 1
            continue
        if token in spoken.repeats:
            repeat, i = spoken.repeats[token], i + 1
            continue
        size = next(
            (n for n in range(14, 0, -1) if spoken.read(" ".join(tokens[i : i + n])) is not None), 0
        )
        if not size:
            raise Unread(f"no number word: {token}")
        made += str(spoken.parse(" ".join(tokens[i : i + size]))) * repeat
        repeat, i = 1, i + size
    return made


def number(text: str, lang: str) -> int:
    """The first number that a text says ("66 años", "treinta y dos años")."""
    figures = re.search(r"\d+", text)
    if figures:
        return int(figures[0])
    words = text.split()
    for size in range(len(words), 0, -1):
        try:
            return int(digits(" ".join(words[:size]), lang))
        except ValueError:
            continue
    raise Unread(text)


@lru_cache(maxsize=8)
def _months_and_weekdays(lang: str) -> tuple[dict[str, int], dict[str, int]]:
    locale = Locale(lang)
    months: dict[str, int] = {}
    weekdays: dict[str, int] = {}
    for width in ("wide", "abbreviated"):
        for context in ("stand-alone", "format"):
            for n, name in locale.months[context][width].items():
                months.setdefault(fold(name).strip(". "), n)
            for n, name in locale.days[context][width].items():
                weekdays.setdefault(fold(name).strip(". "), n)
    if lang == "eu":  # stems: endings hang on them
        months |= {name[:-1]: n for name, n in months.items() if name.endswith("a")}
        weekdays |= {name[:-1]: n for name, n in weekdays.items() if name.endswith("a")}
    return months, weekdays


def _found(text: str, table: dict[str, int], lang: str) -> int | None:
    ending = _ENDINGS if lang == "eu" else "(?:s|en)?"
    for name in sorted(table, key=len, reverse=True):
        if len(name) > 1 and re.search(
            rf"(?<![^\W\d_]){re.escape(name)}{ending}(?![^\W\d_])", text
        ):
            return table[name]
    return None


def month(text: str, lang: str) -> int:
    """The month that a text names."""
    found = _found(fold(text), _months_and_weekdays(lang)[0], lang)
    if found is None:
        raise Unread(f"no month: {text}")
    return found


def weekday(text: str, lang: str) -> int:
    """The weekday that a text names; 0 is Monday."""
    found = _found(fold(text), _months_and_weekdays(lang)[1], lang)
    if found is None:
        raise Unread(f"no weekday: {text}")
    return found


def date(text: str, lang: str, year: int = 2018, of_month: int | None = None) -> dt.date:
    """The date that a text says; `year` and `of_month` where it says none."""
    key = fold(text)
    iso = re.search(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})", key)
    if iso:
        return dt.date(int(iso[1]), int(iso[2]), int(iso[3]))
    figures = re.search(r"(\d{1,2})\s*[-/.]\s*(\d{1,2})(?:\s*[-/.]\s*(\d{2,4}))?", key)
    if figures:
        return dt.date(_whole_year(figures[3], year), int(figures[2]), int(figures[1]))
    spoken = re.fullmatch(r"(.+) del? (.+)", key)  # "12 del 9", "diez del nueve"
    if spoken and _found(key, _months_and_weekdays(lang)[0], lang) is None:
        return dt.date(year, number(spoken[2], lang), number(spoken[1], lang))
    said_year = re.search(r"\b(1[89]\d\d|20\d\d)", key)
    rest = key.replace(said_year[0], " ") if said_year else key
    said_month = _found(rest, _months_and_weekdays(lang)[0], lang)
    day = re.search(r"\d{1,2}", rest)
    return dt.date(
        int(said_year[0]) if said_year else year,
        said_month or of_month or 1,
        int(day[0]) if day else _day_in_words(rest, lang),
    )


def _whole_year(said: str | None, year: int) -> int:
    if said is None:
        return year
    return int(said) if len(said) == 4 else int(said) + (1900 if int(said) > 30 else 2000)


@lru_cache(maxsize=8)
def _days(lang: str) -> dict[str, int]:
    """Words of the days of a month, cardinal and ordinal."""
    spoken = numerals(lang)
    if spoken is None:
        return {}
    days = {fold(spoken.say(n)).replace("-", " "): n for n in range(1, 32)}
    for key, word in spoken.ordinals.items():
        if word.value <= 31:
            days.setdefault(fold(key).replace("-", " "), word.value)
    return days


def _day_in_words(text: str, lang: str) -> int:
    words = text.replace("-", " ").split()
    days = _days(lang)
    for size in range(min(4, len(words)), 0, -1):
        for i in range(len(words) - size + 1):
            said = " ".join(words[i : i + size])
            if said in days:
                return days[said]
            if lang == "eu":
                stem = next((d for d in days if re.fullmatch(re.escape(d) + _ENDINGS, said)), None)
                if stem:
                    return days[stem]
            if lang == "de" and re.fullmatch(r".+(te|ten|ter|sten|ste|ster)", said):
                stem = re.sub(r"(s?te[nr]?)$", "", said)
                match = next((n for d, n in days.items() if d == stem), None)
                if match:
                    return match
    raise Unread(f"no day: {text}")


def letters(text: str, lang: str) -> str:
    """The letters that a text spells: bare ones, their names, "be de Barcelona", "B for Bravo"."""
    table = lexicon(lang).spoken_letters
    words = fold(text).replace("-", " ").replace(",", " ").replace(".", " ").split()
    made, i = "", 0
    while i < len(words):
        size = next((n for n in (4, 3, 2, 1) if " ".join(words[i : i + n]) in table), 0)
        if len(words[i]) == 1 and size < 2:
            made, i = made + words[i], i + 1
        elif size:
            made, i = made + table[" ".join(words[i : i + size])], i + size
        elif words[i] in ("de", "for", "wie", "comme", "com", "as", "in") and made:
            i += 2  # a key word
        else:
            raise Unread(f"no letter: {words[i]}")
    return fold(made)
