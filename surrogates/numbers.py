"""Number words: their classes, and cardinals as words and back, 0 to 999,999 (Spanish, English).

Classes [GarciaSardina18, 4.1.4]: I 0-9, II 10-29 (English 10-19), III tens, IV hundreds. Word forms
come from the language's numbers.tsv; the grammar between them is here.
"""

from functools import lru_cache

from surrogates.folding import fold
from surrogates.languages.lexicon import Lexicon, NumberWord

LIMIT = 1_000_000


@lru_cache(maxsize=16)
def word_table(lexicon: Lexicon) -> dict[str, NumberWord]:
    """Folded number word -> entry."""
    return {fold(n.form): n for n in lexicon.number_words}


@lru_cache(maxsize=16)
def _form_table(lexicon: Lexicon) -> dict[tuple[str, int, str, str], str]:
    """(class, value, gender, position) -> form."""
    return {(n.klass, n.value, n.gender, n.position): n.form for n in lexicon.number_words}


def form(
    lexicon: Lexicon, klass: str, value: int, *, gender: str = "m", position: str = "alone"
) -> str:
    """One number word: form(es, "II", 21, gender="f") is "veintiuna".

    `position` is alone, before_noun (apocope: veintiún) or inside (ciento). Raises KeyError when
    the class has no such value.
    """
    table = _form_table(lexicon)
    for key in (
        (klass, value, gender, position),
        (klass, value, gender, ""),
        (klass, value, "", position),
        (klass, value, "", ""),
        (klass, value, "m", position),
        (klass, value, "m", "alone"),
        (klass, value, "", "alone"),
        (klass, value, "m", ""),
    ):
        found = table.get(key)
        if found is not None:
            return found
    raise KeyError(f"no word for {value} in class {klass}")


def say(lexicon: Lexicon, number: int, *, gender: str = "m", before_noun: bool = False) -> str:
    """A cardinal in words, 0 <= number < 1,000,000; ValueError outside."""
    if not 0 <= number < LIMIT:
        raise ValueError(f"{number}; expected 0 <= number < {LIMIT}")
    if number == 0:
        return form(lexicon, "I", 0)
    thousands, rest = divmod(number, 1000)
    words: list[str] = []
    if thousands:
        # "mil", not "un mil"; "veintiún mil": thousands stand before a masculine noun.
        if lexicon.lang != "es" or thousands > 1:
            words += _below_thousand(lexicon, thousands, gender, True)
        words.append(form(lexicon, "scale", 1000))
    if rest:
        words += _below_thousand(lexicon, rest, gender, before_noun)
    return " ".join(words)


def _below_thousand(lexicon: Lexicon, number: int, gender: str, before_noun: bool) -> list[str]:
    position = "before_noun" if before_noun and gender == "m" else "alone"
    hundreds, rest = divmod(number, 100)
    words: list[str] = []
    if hundreds and lexicon.lang == "es":
        inside = "inside" if rest else "alone"
        words.append(form(lexicon, "IV", 100 * hundreds, gender=gender, position=inside))
    elif hundreds:
        words += [form(lexicon, "I", hundreds), form(lexicon, "scale", 100)]
    if not rest:
        return words
    first_tens = 30 if lexicon.lang == "es" else 20
    if rest < 10:
        words.append(form(lexicon, "I", rest, gender=gender, position=position))
    elif rest < first_tens:
        words.append(form(lexicon, "II", rest, gender=gender, position=position))
    else:
        tens, unit = divmod(rest, 10)
        words.append(form(lexicon, "III", 10 * tens))
        if unit:
            words += ["y"] if lexicon.lang == "es" else []
            words.append(form(lexicon, "I", unit, gender=gender, position=position))
    return words


def parse(lexicon: Lexicon, text: str) -> int | None:
    """The cardinal that the words say, or None when they are not one number.

    Strict: exactly the texts that `say` writes (any gender, apocope or not) are accepted.
    """
    table = word_table(lexicon)
    entries: list[NumberWord | str] = []
    for word in fold(text).replace("-", " ").split():
        entry = table.get(word)
        if entry is None and word != "y":
            return None
        entries.append(entry if entry is not None else "y")
    value = _value(entries)
    if value is None or value >= LIMIT:
        return None
    spoken = fold(text).replace("-", " ").split()
    for gender in ("m", "f"):
        for before_noun in (False, True):
            said = fold(say(lexicon, value, gender=gender, before_noun=before_noun))
            if said.split() == spoken:
                return value
    return None


def _value(entries: list[NumberWord | str]) -> int | None:
    total = 0
    current = 0
    for entry in entries:
        if isinstance(entry, str):
            continue
        if entry.klass == "scale" and entry.value == 100:
            current *= 100
        elif entry.klass == "scale":
            total += max(current, 1) * entry.value
            current = 0
        else:
            current += entry.value
    return total + current if entries else None
