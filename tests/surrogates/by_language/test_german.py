"""German dialogues: names, short forms, places, organisations and spellings stay coherent."""

import pytest

from surrogates.folding import digits_only, fold
from surrogates.languages import load_lexicon
from tests.surrogates.dialogues import dialogue, run, texts
from tests.surrogates.packs import KEYS, named, replaced, spelled

DE = load_lexicon("de")
pytestmark = pytest.mark.parametrize("key", KEYS)


def is_short(short: str, full: str) -> bool:
    return fold(short) in {fold(f.short) for f in DE.shorts_of.get(fold(full), ())}


def test_a_call(key: bytes) -> None:
    made = dialogue(
        "A: Guten Tag, hier ist [Wolfgang:PER] [Schulz:FAM] aus [Leipzig:LOC].",
        "B: Herr [Schulz:FAM], sind Sie Kunde bei [Nordnetz GmbH:ORG]?",
        "A: Ja, alle sagen [Wolfi:PER] zu mir. [Schulz:FAM], [S, C, H, U, L, Z:SPELL].",
        lang="de",
    )
    given, family, place, again, org, short, last, letters = replaced(made, key)
    assert DE.name_by_key[fold(given)].gender == "m"
    assert is_short(short, given)
    assert family == again == last
    assert spelled(letters) == fold(family)
    assert fold(place) in DE.place_by_key
    assert org.split()[-1] in {"AG", "eG", "GbR", "KG", "OHG", "SE", "UG"}


@pytest.mark.parametrize(
    ("line", "gender"),
    [
        ("A: Frau [Andrea:PER] kommt morgen.", "f"),
        ("A: Hier spricht [Andrea:PER].", "f"),
        ("A: Mein Sohn [Kim:PER] ist krank.", "m"),
        ("A: Die Technikerin heißt [Deniz:PER].", "f"),
        ("A: Er heißt [Sascha:PER], er ist unser Chef.", "m"),
    ],
)
def test_gender(key: bytes, line: str, gender: str) -> None:
    (out,) = texts(run(dialogue(line, lang="de"), key=key))
    assert DE.name_by_key[fold(out)].gender == gender


def test_a_short_form_that_is_a_name_of_its_own(key: bytes) -> None:
    made = dialogue("A: Ich bin [Maximilian:PER].", "B: Also [Max:PER]?", lang="de")
    full, short = replaced(made, key)
    assert is_short(short, full)


def test_a_short_form_alone(key: bytes) -> None:
    (out,) = replaced(dialogue("A: Sag [Steffi:PER] Bescheid.", lang="de"), key)
    assert fold(out) in DE.fulls_of


def test_compound_and_its_parts(key: bytes) -> None:
    made = dialogue(
        "A: [Hans-Peter:PER] hier.", "B: Nur [Hans:PER]?", "A: Oder [Peter:PER].", lang="de"
    )
    whole, one, two = replaced(made, key)
    assert whole.split("-") == [one, two]


def test_postal_code_and_telephone_follow_the_town(key: bytes) -> None:
    made = dialogue(
        "A: In [Köln:LOC], [50667:ZIP], Vorwahl [0221:PHONE].", "B: [Köln:LOC]?", lang="de"
    )
    place, code, phone, again = replaced(made, key)
    assert place == again
    starts = DE.province_codes[DE.place_by_key[fold(place)].province]
    assert (code[:2], digits_only(phone)) == starts


def test_a_street_is_one_word(key: bytes) -> None:
    made = dialogue("A: In der [Hauptstraße 12:STREET], bitte.", lang="de")
    (out,) = replaced(made, key)
    name, number = out.rsplit(" ", 1)
    assert name in DE.streets("name") and number.isdecimal() and number != "12"


def test_spelling_by_both_alphabets(key: bytes) -> None:
    made = dialogue(
        "A: [Weber:FAM], [W wie Wilhelm, E wie Emil, B wie Berta, E wie Emil, R wie Richard:SPELL]",
        "B: [W wie Wuppertal:SPELL], ja, Herr [Weber:FAM].",
        lang="de",
    )
    name, letters, first, _ = replaced(made, key)
    pairs = [piece.strip().split(" wie ") for piece in letters.split(",")]
    assert fold("".join(letter for letter, _ in pairs)) == fold(name)
    assert all(fold(word)[0] == fold(letter) for letter, word in pairs)
    assert fold(first)[0] == fold(name)[0]


def test_other_names_of_one_place_and_person(key: bytes) -> None:
    made = dialogue("A: Ich bin [Georg:PER] aus [München:LOC].", "B: From [Munich:LOC]?", lang="de")
    _, place, other = replaced(made, key)
    concept = set(DE.concept_of[("place", fold(place))])
    assert concept & set(DE.concept_of[("place", fold(other))])


def test_a_common_noun_is_no_leak_for_its_capital(key: bytes) -> None:
    made = dialogue("A: Die Klinik heißt [Klinik Sonnenhof:ORG].", lang="de")
    result = run(made, key=key)
    assert not [i.code for i in result.issues if i.severity == "block"]


def test_siblings_stay_two(key: bytes) -> None:
    made = dialogue("A: [Elisabeth:PER] und ihre Schwester [Lisa:PER] kommen.", lang="de")
    one, two = replaced(made, key)
    assert fold(one) != fold(two) and not is_short(two, one)


def test_exemplars(key: bytes) -> None:
    made = dialogue(
        "A: [Anna:PER] [Schulz:FAM], [Bonn:LOC], bei [Nordlicht:ORG] "
        "als [Maurer:PROFESSION], [Lindenweg 4:STREET], Tarif [Elbtal:PRODUCT].",
        lang="de",
    )
    kinds = ("given_f", "surname", "place", "org", "profession", "street", "product")
    assert named(made, key) == [DE.exemplars[kind] for kind in kinds]


@pytest.mark.parametrize("ending", ["'sche", "sche", "'schen", "'scher"])
def test_the_adjective_of_a_family_keeps_its_name(ending: str, key: bytes) -> None:
    made = dialogue(f"A: Bei [Berger:FAM]. Das [Berger{ending}:FAM] Haus.", lang="de")
    name, adjective = texts(run(made, key=key))
    assert adjective == name + ending


def test_a_surname_in_sche_is_no_adjective(key: bytes) -> None:
    one, two = texts(run(dialogue("A: [Fritsche:FAM], [Fritz:FAM].", lang="de"), key=key))
    assert not one.startswith(two)
