"""Letters that a code begins with follow the town, the province or the organisation they tell."""

import re

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.numbers.identifiers.lettered_starts import plate_code, plate_codes
from tests.surrogates import packs
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 5]) for n in range(8)]


def start(text: str) -> str:
    match = re.match(r"[^\W\d_]+", text)
    return match[0].upper() if match else ""


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("plate", ["KA-LM 482", "KA LM 482", "ka-lm 482", "ES-IX 91", "EF-KA 7"])
def test_a_german_plate_is_one_of_a_town_and_names_no_letters(plate: str, key: bytes) -> None:
    (new,) = texts(run(dialogue(f"A: Das Kennzeichen [{plate}:ID].", lang="de"), key=key))
    assert re.fullmatch(re.sub(r"\d", r"\\d", re.sub(r"[^\W\d_]", r"[^\\W\\d_]", plate)), new), new
    assert start(new) in set(plate_codes(load_lexicon("de")).values()) - {start(plate)}


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("de", "Er wohnt in [Karlsruhe:LOC]: [KA-LM 482:ID]."),
        ("de", "Ich bin aus [Bruchsal:LOC], Kennzeichen [KA-LM 48:ID]."),
        ("es", "Vivo en [Bilbao:LOC], la matrícula es [BI-4821-CD:ID]."),
        ("ca", "Visc a [Girona:LOC], la matrícula és [GI-4821-CD:ID]."),
    ],
)
def test_a_plate_is_of_the_town_that_is_said_where_its_letters_are_as_many(
    lang: str, line: str, key: bytes
) -> None:
    town, plate = sorted(texts(run(dialogue(f"A: {line}", lang=lang), key=key)), key=str.isalpha,
                         reverse=True)  # fmt: skip
    if any(c.isdecimal() for c in town):
        town, plate = plate, town
    lexicon = load_lexicon(lang)
    codes_known = plate_codes(lexicon)
    place = lexicon.place_by_key.get(town.lower())
    code = codes_known.get(town.lower(), "") or (
        codes_known.get(place.province.lower(), "") if place is not None else ""
    )
    assert start(plate) in codes_known.values()
    assert len(code) != 2 or start(plate) == code


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", ("A: It is from [Harbour Rowing Trust:ORG], the [HRT:ORG].", "B: [HRT/22817:ID].")),
        ("en", ("A: It is from [Harbour Rowing Trust:ORG].", "B: [HRT-22817:ID].")),
        ("de", ("A: Vom [Bund Roter Segler:ORG], [BRS:ORG].", "B: [BRS 4471:ID].")),
        ("fr", ("A: La [Mutuelle Durand Ponts:ORG], la [MDP:ORG].", "B: [MDP-4471:ID].")),
        ("es", ("A: La [Mutua Agraria Norte:ORG], [MAN:ORG].", "B: [MAN-4471:ID].")),
    ],
)
def test_a_reference_begins_with_the_initials_of_the_organisation_or_it_is_told(
    lang: str, lines: tuple[str, ...], key: bytes
) -> None:
    result = run(dialogue(*lines, lang=lang), key=key)
    name, *acronym, code = texts(result)
    now = acronym[0] if acronym else "".join(re.findall(r"\b[A-Z]", name))
    assert start(code) == now or "CONSTRAINT_RELAXED" in codes(result)


@pytest.mark.parametrize("key", KEYS)
def test_two_capitals_in_a_span_of_their_own_are_no_letters_name(key: bytes) -> None:
    made = dialogue("A: [B-EF 91:ID].", "B: Also [EF:ID] [91:ID].", lang="de")
    plate, letters, number = texts(run(made, key=key))
    assert plate.endswith(f"{letters} {number}") and len(letters) == 2


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("label", ["ID", "LETTER"])
def test_letters_of_a_plate_that_are_said_again_are_its_new_ones(label: str, key: bytes) -> None:
    made = dialogue("A: [ER-KL 482:ID].", f"B: Also [ER:{label}] wie [Erlangen:LOC].", lang="de")
    plate, letters, town = texts(run(made, key=key))
    assert letters == start(plate)
    code = plate_codes(load_lexicon("de")).get(fold(town), "")
    assert code == letters or len(code) != len(letters)


@pytest.mark.parametrize("key", KEYS)
def test_a_british_plate_has_a_year_that_was_given_out(key: bytes) -> None:
    (new,) = texts(run(dialogue("A: It's [LK19 VTE:ID].", lang="en"), key=key))
    assert 2 <= int(new[2:4]) % 50 <= 26 and int(new[2:4]) < 77, new


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("de", "A: [MS-KT 482:PLATE], also [Münster:LOC]."),
        ("de", "A: Wir sind aus [Lüneburg:LOC], [LG-KT 482:PLATE]."),
        ("de", "A: [Köln:LOC]. B: [K-KT 482:PLATE]"),
        ("es", "A: De [Toledo:LOC], la [TO-4821-AB:PLATE]."),
    ],
)
def test_a_plate_and_its_town_have_as_many_letters_as_before(
    lang: str, line: str, key: bytes
) -> None:
    out = texts(run(dialogue(line, lang=lang), key=key))
    plate, town = sorted(out, key=lambda text: not any(map(str.isdecimal, text)))
    assert start(plate) == plate_code(load_lexicon(lang), town)


def test_a_plate_goes_with_the_word_for_its_towns_people() -> None:
    lexicon = load_lexicon("de")
    line = "A: Das Auto [TÜ-KW 482:PLATE], ein [Tübinger:LOC]."
    for result in packs.results(line, lang="de"):
        plate, people = texts(result)
        stem = people.removesuffix("er")[:-1]  # "Tübingen", "Halle"
        codes_of = {plate_code(lexicon, name) for name in lexicon.places if name.startswith(stem)}
        assert plate.split("-")[0] in codes_of


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("line", "year"),
    [
        ("A: Mein Kennzeichen ist [HI-KW 1958:PLATE], wegen [Karl Wolter:NAME] und Jahrgang"
         " [1958:YEAR_OF_BIRTH].", 4),
        ("A: [F-AB 71:PLATE], das steht für [Anke Brand:NAME], geboren [1971:YEAR_OF_BIRTH].", 2),
    ],
)  # fmt: skip
def test_a_chosen_plate_has_the_initials_and_the_year_that_explain_it(
    line: str, year: int, key: bytes
) -> None:
    plate, name, born = texts(run(dialogue(line, lang="de"), key=key))
    letters, figures = plate.split("-")[1].split()
    given, surname = name.split()
    assert letters == given[0] + surname[0]
    assert figures == born[-year:]
