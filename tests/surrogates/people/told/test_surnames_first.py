"""A name with its surname first, as lists and forms have it, keeps that order."""

import pytest

from surrogates.languages import load_lexicon
from surrogates.languages.lexicon import name_key
from tests.surrogates.dialogues import dialogue, run, texts
from tests.surrogates.people.test_people import KEYS


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("fr", ["A: Le père ?", "B: [Tréguidel Jean-Luc:PERSON].", "A: M. [Tréguidel:SURNAME]."]),
        ("fr", ["A: Pour [Bazergue Odette:PERSON] ?", "B: Je suis [Gilles Bazergue:PERSON]."]),
        ("fr", ["A: [TRÉGUIDEL Annick:PERSON], absente."]),
        ("es", ["A: En la lista, [Gómez Luis:PERSON].", "B: Soy [Carmen Gómez:PERSON]."]),
        ("ca", ["A: Tinc [Puig Laia:PERSON] a la llista."]),
        ("de", ["A: Eingetragen ist [Schneider Peter:PERSON]."]),
        ("en", ["A: The form says [Smith Mary:PERSON]."]),
    ],
)
def test_the_given_name_stands_last_still(lang: str, lines: list[str]) -> None:
    lexicon = load_lexicon(lang)
    for key in KEYS:
        whole, *others = texts(run(dialogue(*lines, lang=lang), key=key))
        words = whole.split()
        splits = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
        surname = next(
            one
            for one, two in splits
            if name_key(two) in lexicon.name_by_key and name_key(one) in lexicon.surname_keys
        )
        if others:
            assert others[0].casefold().endswith(surname.casefold())


def test_two_surnames_or_a_name_that_no_list_has_are_no_name_turned_round() -> None:
    for lang, line in [
        ("es", "A: Apellidos: [Gómez Martín:PERSON]."),
        ("fr", "A: C'est [Kelyane Thomas:PERSON]."),
    ]:
        result = run(dialogue(line, lang=lang))
        first = name_key(texts(result)[0].split()[0])
        assert (first in load_lexicon(lang).name_by_key) == (lang == "fr")
