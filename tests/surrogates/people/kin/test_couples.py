"""Couples and families in one mention: titles, joiners and family words stay, names are drawn."""

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from tests.surrogates.dialogues import codes, dialogue, run, texts
from tests.surrogates.people.test_people import outs

KEYS = [b"one", b"two", b"three"]


@pytest.mark.parametrize(
    ("lang", "text", "name"),
    [
        ("es", "Sr. y Sra. García", "García"),
        ("es", "Familia Gil", "Gil"),
        ("fr", "M. et Mme Dupont", "Dupont"),
        ("fr", "famille Martin", "Martin"),
        ("de", "Herr und Frau Schmidt", "Schmidt"),
        ("de", "Familie Schmidt", "Schmidt"),
        ("en", "Mr and Mrs Dupont", "Dupont"),
        ("en", "Mr & Mrs Dupont", "Dupont"),
        ("en", "Smith family", "Smith"),
    ],
)
@pytest.mark.parametrize("key", KEYS)
def test_a_couple_and_a_family_have_a_surname(lang: str, text: str, name: str, key: bytes) -> None:
    before, after = text.split(name)
    result = run(dialogue(f"A: [{text}:PERSON].", lang=lang), key=key)
    drawn = texts(result)[0]
    assert drawn.startswith(before)
    assert drawn.endswith(after)
    family = drawn.removeprefix(before).removesuffix(after)
    assert fold(family) in load_lexicon(lang).surname_keys
    assert "GENDER_UNKNOWN" not in codes(result)


@pytest.mark.parametrize("key", KEYS)
def test_two_people_in_one_mention(key: bytes) -> None:
    result = run(dialogue("A: [don José y doña Ana García:PERSON]"), key=key)
    _, man, _, _, woman, family = texts(result)[0].split()
    names = load_lexicon("es").name_by_key
    assert (names[fold(man)].gender, names[fold(woman)].gender) == ("m", "f")
    assert fold(family) in load_lexicon("es").surname_keys
    assert "GENDER_CONFLICT" not in codes(result)


@pytest.mark.parametrize("key", KEYS)
def test_a_sharp_s_told_from_two(key: bytes) -> None:
    made = dialogue("A: [Weiß:FAM], mit scharfem S.", "B: Also nicht [Weiss:FAM].", lang="de")
    sharp, plain = texts(run(made, key=key))
    assert "ß" in sharp
    assert plain == sharp.replace("ß", "ss")


@pytest.mark.parametrize("line", ["She's late.", "Yes, and she’ll call."])
def test_a_clipped_verb_leaves_the_pronoun(line: str) -> None:
    result = run(dialogue(f"A: Is [Robin:PER] there? {line}", lang="en"))
    assert result.entities[0].gender == "f"
    assert "GENDER_UNKNOWN" not in codes(result)


@pytest.mark.parametrize(
    ("lang", "text", "joint"),
    [
        ("es", "Ana y Luis García", "y"),
        ("de", "Anna und Peter Schmidt", "und"),
        ("en", "Anna and Peter Smith", "and"),
        ("eu", "Ane eta Jon", "eta"),
    ],
)
@pytest.mark.parametrize("key", KEYS)
def test_two_given_names_are_two_people(lang: str, text: str, joint: str, key: bytes) -> None:
    drawn = texts(run(dialogue(f"A: [{text}:PERSON].", lang=lang), key=key))[0].split()
    assert drawn[1] == joint
    assert len(drawn) == len(text.split())
    names = load_lexicon(lang).name_by_key
    assert {fold(drawn[0]), fold(drawn[2])} <= names.keys()


def test_two_surnames_are_one_persons() -> None:
    drawn = texts(run(dialogue("A: [Juan García y Martín:PERSON]")))[0].split()
    assert {fold(drawn[1]), fold(drawn[3])} <= load_lexicon("es").surname_keys


def test_or_parts_two_titles_and_a_plural_owner_is_the_family() -> None:
    for asked, owner in outs(
        "en", "A: Is this [Mr or Mrs Nguyen:PER]?", "B: It is the [Nguyens':FAM] plan."
    ):
        name = asked.removeprefix("Mr or Mrs ")
        assert owner in (f"{name}s'", f"{name}es'"), (asked, owner)


def test_a_conjunction_inside_a_span_suits_the_new_names() -> None:
    for (made,) in outs("es", "A: De [Teresa e Irene Aguirre:PER]."):
        _, joint, second, _ = made.split()
        assert joint == ("e" if second[0] in "IÍ" or second.startswith("Hi") else "y"), made


def test_a_saint_is_a_part_of_a_surname_in_english_too() -> None:
    for alone, titled in outs("en", "A: Under [St John:FAM].", "B: [Mr St John:PER]?"):
        assert titled == f"Mr {alone}"


def test_a_name_that_is_a_particle_elsewhere_is_a_name_behind_a_title() -> None:
    for uncle, whole in outs("en", "A: Bring [Uncle Des:PER].", "B: [Mr Desmond Lynam:PER]?"):
        assert uncle.startswith("Uncle ") and uncle != "Uncle Des"
        assert "Des" not in whole.split()


def test_an_irish_prefix_is_a_part_of_the_surname() -> None:
    for (made,) in outs("en", "A: It's [Pádraig Ó Súilleabháin:PER] here."):
        assert len(made.split()) == 2, made
