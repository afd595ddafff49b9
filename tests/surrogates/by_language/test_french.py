"""French dialogues: names, short forms, places, organisations and spellings stay coherent."""

import re

import pytest

from surrogates.folding import digits_only, fold
from surrogates.languages import load_lexicon
from surrogates.languages.inflection.sounds import vowel_onset
from tests.surrogates.dialogues import dialogue, run, texts
from tests.surrogates.packs import KEYS, named, replaced, spelled

FR = load_lexicon("fr")
pytestmark = pytest.mark.parametrize("key", KEYS)


def is_short(short: str, full: str) -> bool:
    return fold(short) in {fold(f.short) for f in FR.shorts_of.get(fold(full), ())}


def test_a_call(key: bytes) -> None:
    made = dialogue(
        "A: Bonjour, je suis Madame [Dupont:FAM], [Catherine:PER] [Dupont:FAM], de [Lyon:LOC].",
        "B: Et vous travaillez chez [Dupuis SARL:ORG], [Cathy:PER]?",
        "A: Oui. [Dupont:FAM], [D, U, P, O, N, T:SPELL].",
        lang="fr",
    )
    family, given, again, place, org, short, last, letters = replaced(made, key)
    assert FR.name_by_key[fold(given)].gender == "f"
    assert is_short(short, given)
    assert family == again == last
    assert spelled(letters) == fold(family)
    assert fold(place) in FR.place_by_key
    assert set(org.split()) & {"EURL", "SA", "SAS", "SASU", "SCI", "SCOP", "SNC"}


@pytest.mark.parametrize(
    ("line", "gender"),
    [
        ("A: C'est Mme [Camille:PER].", "f"),
        ("A: M. [Camille:PER] est là?", "m"),
        ("A: Mon mari, [Dominique:PER], arrive.", "m"),
        ("A: Ma sœur [Claude:PER] aussi.", "f"),
        ("A: C'est [Sacha:PER], je suis contente.", "f"),
    ],
)
def test_gender(key: bytes, line: str, gender: str) -> None:
    (out,) = texts(run(dialogue(line, lang="fr"), key=key))
    assert FR.name_by_key[fold(out)].gender == gender


def test_elision_keeps_the_first_sound(key: bytes) -> None:
    made = dialogue("A: Le dossier d'[Amélie:PER], pas celui de [Denise:PER].", lang="fr")
    vowel, consonant = replaced(made, key)
    assert vowel_onset(vowel) and not vowel_onset(consonant)


def test_compound_and_its_parts(key: bytes) -> None:
    made = dialogue(
        "A: [Jean-Pierre:PER] à l'appareil.", "B: [Jean:PER]?", "A: Ou [Pierre:PER].", lang="fr"
    )
    whole, one, two = replaced(made, key)
    assert whole.split("-") == [one, two]


def test_a_clipped_name_of_two_people(key: bytes) -> None:
    made = dialogue("A: [Alexandre:PER] est là.", "B: [Alex:PER]?", lang="fr")
    full, short = replaced(made, key)
    assert FR.name_by_key[fold(full)].gender == "m"
    assert is_short(short, full)


def test_department_of_the_postal_code_and_the_telephone(key: bytes) -> None:
    made = dialogue(
        "A: J'habite [Nantes:LOC], [44000:ZIP], c'est le [02 40 12 34 56:PHONE].", lang="fr"
    )
    place, code, phone = replaced(made, key)
    starts = FR.province_codes[FR.place_by_key[fold(place)].province]
    assert (code[:2], digits_only(phone)[:2]) == starts


def test_a_street(key: bytes) -> None:
    made = dialogue("A: C'est [rue de la Gare:STREET], au fond.", lang="fr")
    (out,) = replaced(made, key)
    kind, name = out.split(" ", 1)
    assert kind == "rue"
    assert name in FR.streets("name")


@pytest.mark.parametrize("comma", ["", ","])
def test_a_house_number_stands_first(key: bytes, comma: str) -> None:
    made = dialogue(f"A: C'est au [12{comma} rue de la Gare:STREET].", lang="fr")
    (out,) = replaced(made, key)
    number, kind, _ = out.split(" ", 2)
    assert number.removesuffix(comma).isdecimal() and number != f"12{comma}"
    assert number.endswith(comma) and kind in FR.streets("type")


def test_spelling_by_the_postal_alphabet(key: bytes) -> None:
    made = dialogue(
        "A: [Morin:FAM], [M comme Marcel, O comme Oscar, R comme Raoul:SPELL], et la suite.",
        lang="fr",
    )
    name, letters = replaced(made, key)
    pairs = [piece.strip().split(" comme ") for piece in letters.split(",")]
    assert fold(name).startswith(fold("".join(letter for letter, _ in pairs)))
    assert all(fold(word)[0] == fold(letter) for letter, word in pairs)


def test_letters_by_their_names(key: bytes) -> None:
    made = dialogue("A: [Wey:FAM], [double vé, e, i grec:SPELL].", lang="fr")
    name, letters = replaced(made, key)
    said = [FR.spoken_letters[fold(w.strip())] for w in re.split(",", letters)]
    assert "".join(said) == fold(name)


def test_other_names_of_one_place_and_person(key: bytes) -> None:
    made = dialogue("A: C'est [Jacques:PER].", "B: [Jaime:PER], de [Marsella:LOC]?", lang="fr")
    one, two, _ = replaced(made, key)
    concept = set(FR.concept_of[("name", fold(one))])
    assert concept & set(FR.concept_of[("name", fold(two))]) and fold(one) != fold(two)


def test_a_mother_and_her_daughter_stay_two(key: bytes) -> None:
    made = dialogue("A: [Marie:PER] et sa fille [Marie:PER] [Petit:FAM].", lang="fr")
    one, _, _ = replaced(made, key)
    assert FR.name_by_key[fold(one)].gender == "f"


def test_exemplars(key: bytes) -> None:
    made = dialogue(
        "A: [Anne:PER] [Dupont:FAM], [Lille:LOC], "
        "chez [Azurel:ORG] comme [plombier:PROFESSION], [quai Sud:STREET], offre [Flocon:PRODUCT].",
        lang="fr",
    )
    kinds = ("given_f", "surname", "place", "org", "profession", "street", "product")
    assert named(made, key) == [FR.exemplars[kind] for kind in kinds]


def test_the_letter_h_said_without_its_h(key: bytes) -> None:
    line = "A: [Roch:FAM], [erre:LETTER], [o:LETTER], [cé:LETTER], [ache:LETTER]."
    name, *letters = replaced(dialogue(line, lang="fr"), key)
    assert "".join(FR.spoken_letters[fold(each)] for each in letters) == fold(name)
