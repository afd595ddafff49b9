"""What is true of the person whom a dialogue is about, read from its originals: gender, age band
and region. Called by the attack of inference and by the questions for a language model."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from annotation.formats.types import DialogueValue
from surrogates.folding import fold, words
from surrogates.labels import NAMES, Kind, gender_of, kind_of
from surrogates.languages import lexicon_for

GENDER, AGE, REGION, ROLE = "gender", "age", "region", "role"
# First age of each band; the last is open.
BANDS = (0, 18, 35, 50, 65)
_NUMBER = re.compile(r"\d{1,3}")
Said = Sequence[tuple[Kind, str, str]]  # kind, label and text of each item, in order


def truths_of(dialogues: Iterable[DialogueValue]) -> list[dict[str, str]]:
    """Of each dialogue, property -> value; what its items do not say is left out.

    gender: of the first item that says a sex, else of the first given name that a list knows; age:
    the band of the first age; region: the first place, folded, as it was said.
    """
    every = [(dialogue.lang, said_in(dialogue)) for dialogue in dialogues]
    letters = {
        fold(text).strip(" .")
        for _lang, said in every
        for kind, _label, text in said
        if kind is Kind.SEX
    }
    return [
        {
            name: value
            for name, value in (
                (GENDER, _gender(said, lang, letters)),
                (AGE, _age(said)),
                (REGION, _region(said)),
            )
            if value
        }
        for lang, said in every
    ]


def said_in(dialogue: DialogueValue) -> Said:
    """The items of a dialogue."""
    return [
        (kind_of(span.label), span.label, turn.text[span.start : span.end])
        for turn in dialogue.turns
        for span in turn.spans
    ]


def band_of(age: int) -> str:
    """ "35-49" for 40, "65+" for 70."""
    place = max(i for i, first in enumerate(BANDS) if first <= age)
    if place + 1 == len(BANDS):
        return f"{BANDS[place]}+"
    return f"{BANDS[place]}-{BANDS[place + 1] - 1}"


def frequent(
    truths: Sequence[Mapping[str, str]], name: str, least: int, most: int = 20
) -> dict[int, str]:
    """Dialogue -> value of a property, of the most frequent values that have `least` dialogues."""
    known = {place: truth[name] for place, truth in enumerate(truths) if name in truth}
    kept = {value for value, n in Counter(known.values()).most_common(most) if n >= least}
    return {place: value for place, value in known.items() if value in kept}


def _gender(said: Said, lang: str, letters: set[str]) -> str:
    lexicon = lexicon_for(lang)
    sexes = {fold(row["form"]): row["sex"] for row in lexicon.all_rows("sexes")}
    # "M" is a man beside "F", and a woman beside "H" or "V".
    if "f" in letters and not letters & {"h", "v"}:
        sexes["m"] = "m"
    elif letters & {"h", "v"} and "f" not in letters:
        sexes |= {"m": "f", "v": "m"}
    for kind, _label, text in said:
        if kind is Kind.SEX and sexes.get(fold(text).strip(" .")) in ("f", "m"):
            return sexes[fold(text).strip(" .")]
    for kind, label, text in said:
        if kind in NAMES and kind is not Kind.SURNAME:
            first = next(iter(words(text)), "")
            entry = lexicon.name_by_key.get(first)
            gender = gender_of(label) or (entry.gender if entry else "")
            if gender in ("f", "m"):
                return gender
    return ""


def _age(said: Said) -> str:
    for kind, _label, text in said:
        if kind is Kind.AGE and (number := _NUMBER.search(text)):
            # Months and days are of small children.
            years = re.search(r"\b(mes|dia|dias|month|day|week|semana|monat|tag)", fold(text))
            return band_of(0 if years else min(int(number[0]), 120))
    return ""


def _region(said: Said) -> str:
    places = (fold(text) for kind, _label, text in said if kind is Kind.PLACE)
    return next((place for place in places if any(c.isalpha() for c in place)), "")
