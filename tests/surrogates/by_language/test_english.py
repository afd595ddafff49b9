"""English dialogues: names, short forms, places, organisations and spellings stay coherent."""

import pytest

from surrogates.folding import digits_only, fold, run_together
from surrogates.languages import load_lexicon
from tests.surrogates.dialogues import dialogue, run, texts
from tests.surrogates.packs import KEYS, named, replaced, spelled

EN = load_lexicon("en")
pytestmark = pytest.mark.parametrize("key", KEYS)


def is_short(short: str, full: str) -> bool:
    return fold(short) in {fold(f.short) for f in EN.shorts_of.get(fold(full), ())}


def test_a_call(key: bytes) -> None:
    made = dialogue(
        "A: Hello, this is [Elizabeth:PER] [Smith:FAM] from [Leeds:LOC].",
        "B: Can I call you [Liz:PER], Mrs [Smith:FAM]?",
        "A: Sure. [Smith:FAM], [S, M, I, T, H:SPELL]. I work at [Smith Ltd:ORG].",
        lang="en",
    )
    given, family, place, short, again, last, letters, org = replaced(made, key)
    assert EN.name_by_key[fold(given)].gender == "f"
    assert is_short(short, given)
    assert family == again == last
    assert spelled(letters) == run_together(fold(family))
    assert fold(place) in EN.place_by_key
    assert org.split()[-1] in {"Limited", "Ltd"}


@pytest.mark.parametrize(
    ("line", "gender"),
    [
        ("A: Mr [Robin:PER] called.", "m"),
        ("A: My wife [Jordan:PER] is out.", "f"),
        ("A: I am calling for my son [Casey:PER].", "m"),
        ("A: The waitress is called [Taylor:PER].", "f"),
        ("A: Where is [Morgan:PER]? She is late.", "f"),
    ],
)
def test_gender(key: bytes, line: str, gender: str) -> None:
    (out,) = texts(run(dialogue(line, lang="en"), key=key))
    assert EN.name_by_key[fold(out)].gender == gender


@pytest.mark.parametrize(
    ("full", "short"), [("Robert", "Bob"), ("Margaret", "Peggy"), ("John", "Jack"), ("Ann", "Nan")]
)
def test_short_forms(key: bytes, full: str, short: str) -> None:
    made = dialogue(f"A: I'm [{full}:PER].", f"B: Do they say [{short}:PER]?", lang="en")
    one, two = replaced(made, key)
    assert is_short(two, one)


def test_a_british_town_and_its_telephone(key: bytes) -> None:
    made = dialogue("A: I live in [Sheffield:LOC], it is [0114 496 0000:PHONE].", lang="en")
    place, phone = replaced(made, key)
    prefix = EN.province_codes[EN.place_by_key[fold(place)].province][1]
    assert digits_only(phone).startswith(prefix)


def test_an_american_town_with_a_zip_code(key: bytes) -> None:
    made = dialogue("A: I live in [Chicago:LOC], zip [60614:ZIP].", lang="en")
    _, code = replaced(made, key)
    assert len(code) == 5 and code.isdecimal() and code != "60614"


def test_a_street(key: bytes) -> None:
    made = dialogue("A: I live at [12 Baker Street:STREET], first floor.", lang="en")
    (out,) = replaced(made, key)
    number, name, kind = out.split()
    assert number.isdecimal() and number != "12"
    assert name in EN.streets("name") and kind.lower() in EN.streets("type")


def test_spelling_by_the_nato_alphabet(key: bytes) -> None:
    made = dialogue("A: [Patel:FAM], [P for Papa, A for Alfa, T, E, L:SPELL].", lang="en")
    name, letters = replaced(made, key)
    pieces = [piece.strip().split(" for ") for piece in letters.split(",")]
    assert fold("".join(p[0] for p in pieces)) == fold(name)
    nato = EN.alphabet["nato"]
    # "P for Papa" was the original's: a key word never stays.
    assert all(p[1] in nato[p[0].lower()] or p[0] in "PA" for p in pieces[:2])


def test_letters_by_their_names(key: bytes) -> None:
    made = dialogue("A: [Hugh:PER] [Day:FAM], that is [dee, ay, wye:SPELL].", lang="en")
    _, name, letters = replaced(made, key)
    said = [EN.spoken_letters[fold(w.strip())] for w in letters.split(",")]
    assert "".join(said) == fold(name)


def test_other_names_of_one_place_and_person(key: bytes) -> None:
    made = dialogue("A: I'm [John:PER] from [Cologne:LOC].", "B: ¿[Juan:PER], de [Colonia:LOC]?",
                    lang="en")  # fmt: skip
    one, here, two, there = replaced(made, key)
    for kind, a, b in (("name", one, two), ("place", here, there)):
        assert set(EN.concept_of[(kind, fold(a))]) & set(EN.concept_of[(kind, fold(b))])


def test_an_address_follows_the_person(key: bytes) -> None:
    made = dialogue("A: [Grace:PER] [Miller:FAM], [grace.miller@brightera.com:EMAIL]", lang="en")
    given, family, mail = replaced(made, key)
    assert mail.startswith(f"{fold(given)}.{fold(family)}@")


def test_sisters_stay_two(key: bytes) -> None:
    made = dialogue("A: [Margaret:PER] and her sister [Peggy:PER] were there.", lang="en")
    one, two = replaced(made, key)
    assert not is_short(two, one)


def test_exemplars(key: bytes) -> None:
    made = dialogue(
        "A: [Ann:PER] [Miller:FAM], [York:LOC], "
        "at [Brightera:ORG] as a [plumber:PROFESSION], [Elm Road:STREET], plan [Comet:PRODUCT].",
        lang="en",
    )
    kinds = ("given_f", "surname", "place", "org", "profession", "street", "product")
    assert named(made, key) == [EN.exemplars[kind] for kind in kinds]
