"""Postal codes and telephone codes that are said in words or over several labels."""

import pytest

from surrogates.codes import IssueCode
from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.languages.numerals import numerals_of
from surrogates.things.spoken_codes import codes_of
from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes(range(n, n + 32)) for n in range(4)]


def _heard(lang: str, text: str) -> str:
    return "".join(map(str, numerals_of(load_lexicon(lang)).hear(text)))


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "town", "code"),
    [
        ("de", "[innsbruck:LOC]", "[sechzig:number] [zwanzig:number]"),
        ("de", "[köln:LOC]", "[fünf:number] [null:number] [acht:number] [zwei drei:number]"),
        ("fr", "[lyon:LOC]", "[soixante-neuf:number] [zéro:number] [zéro:number] [trois:number]"),
        ("fr", "[bordeaux:LOC]", "[trente-trois mille:ZIP]"),
        ("fr", "[liège:LOC]", "[quatre mille:ZIP]"),
    ],
)
def test_a_postal_code_in_words_is_the_new_towns(
    lang: str, town: str, code: str, key: bytes
) -> None:
    result = run(dialogue(f"A: ich {town} {code}", lang=lang), key=key)
    at, *said = [each.surrogate for each in result.replacements]
    own = codes_of(load_lexicon(lang), fold(at))
    warned = any(i.code == IssueCode.RELATION_LOST for i in result.issues)
    assert warned or _heard(lang, " ".join(said)) in own, (at, said)
    assert not any(i.severity == "block" for i in result.issues)


@pytest.mark.parametrize("key", KEYS)
def test_what_is_labelled_as_a_code_need_not_stand_beside_its_town(key: bytes) -> None:
    lines = ("A: à [lyon:LOC]", "B: donc [soixante-neuf:ZIP] [zéro zéro sept:ZIP]")
    town, *said = texts(run(dialogue(*lines, lang="fr"), key=key))
    assert _heard("fr", " ".join(said)) in codes_of(load_lexicon("fr"), fold(town))


@pytest.mark.parametrize("key", KEYS)
def test_a_code_in_words_is_the_one_in_figures(key: bytes) -> None:
    lines = ("A: in [Innsbruck:LOC], [sechzig zwanzig:ZIP]", "B: [6020:ZIP]")
    _, said, figures = texts(run(dialogue(*lines, lang="de"), key=key))
    assert _heard("de", said) == figures


@pytest.mark.parametrize("key", KEYS)
def test_a_department_beside_a_code_leaves_it_the_towns_own(key: bytes) -> None:
    made = dialogue("A: à [Aurillac:LOC], [15000:ZIP], c'est le [15:ZIP].", lang="fr")
    result = run(made, key=key)
    town, code, department = (each.surrogate for each in result.replacements)
    assert code in codes_of(load_lexicon("fr"), fold(town))
    assert code.startswith(department)


@pytest.mark.parametrize("key", KEYS)
def test_a_telephone_number_in_pieces_is_of_its_town_or_an_issue_says_so(key: bytes) -> None:
    row = "[null:number] [acht:number] [neun:number] [drei:number] [zwo:number] [acht:number]"
    made = dialogue(f"A: meine ist {row} [eins neun fünf:number], also [münchen:LOC]", lang="de")
    result = run(made, key=key)
    *said, town = (each.surrogate for each in result.replacements)
    lexicon = load_lexicon("de")
    code = lexicon.province_codes[lexicon.place_by_key[fold(town)].province][1]
    assert _heard("de", " ".join(said)).startswith(code)
    hamburg = "[null:number] [vierzig:number] [sechs drei zwo acht eins neun:number]"
    result = run(dialogue(f"A: [hamburg:LOC], {hamburg}", lang="de"), key=key)
    town, *said = (each.surrogate for each in result.replacements)
    code = lexicon.province_codes[lexicon.place_by_key[fold(town)].province][1]
    warned = any(i.code == IssueCode.RELATION_LOST for i in result.issues)
    assert warned or _heard("de", " ".join(said)).startswith(code)
    assert not any(i.severity == "block" for i in result.issues)
