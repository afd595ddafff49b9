"""A postal code and a town in one label, and departments behind their preposition."""

import re

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.languages.lexicon import name_key
from surrogates.languages.places.articles import behind_en
from surrogates.things.geography.areas import is_capital
from tests.surrogates.dialogues import codes, dialogue, run, texts
from tests.surrogates.people.test_people import KEYS


@pytest.mark.parametrize(
    ("lang", "joint", "town", "code"),
    [
        ("de", "79312 Emmendingen", "Emmendingen", "79312"),
        ("de", "D-79312 Emmendingen", "Emmendingen", ""),
        ("es", "28013 Madrid", "Madrid", "28013"),
        ("ca", "Vic (08500)", "Vic", "08500"),
        ("fr", "35400 Saint-Malo", "Saint-Malo", "35400"),
        ("en", "Leeds LS1 4AB", "Leeds", "LS1 4AB"),
    ],
)
def test_a_code_and_a_town_in_one_label(lang: str, joint: str, town: str, code: str) -> None:
    beside = f" [{code}:ZIP]" if code else ""
    made = dialogue(f"A: [{joint}:LOC]", f"B: [{town}:LOC]{beside}", lang=lang)
    for key in KEYS:
        result = run(made, key=key)
        new, place, *number = texts(result)
        assert place in new and place != town and not result.held, codes(result)
        assert not number or number[0] in new
        shape = re.escape(joint.replace(town, "")).replace(r"\ ", " ")
        shape = re.sub(r"\d", r"\\d", re.sub(r"(?<=LS)|LS|AB", "", shape)) if lang != "en" else ""
        assert re.search(shape, new) if shape else re.search(r"[A-Z]+\d+ \d[A-Z]{2}$", new)


@pytest.mark.parametrize(
    ("lang", "line", "shape"),
    [
        ("es", "[47001 Valladolid:ADDRESS]", r"(?P<code>\d{5}) (?P<town>\D+)"),
        ("es", "[calle Pozo 8, 47001 Valladolid:ADDRESS]",
         r"calle .+ \d, (?P<code>\d{5}) (?P<town>\D+)"),
        ("fr", "[8 rue du Puits, 35000 Rennes:ADDRESS]",
         r"\d rue .+, (?P<code>\d{5}) (?P<town>\D+)"),
        ("de", "[Ulmenweg 8, 20095 Hamburg:ADDRESS]", r".+ \d, (?P<code>\d{5}) (?P<town>\D+)"),
        ("en", "[8 Oak Lane, Leeds LS1 4AB:ADDRESS]",
         r"\d .+ Lane, (?P<town>\D+?) (?P<code>[A-Z]+\d.*)"),
    ],
)  # fmt: skip
def test_a_code_is_of_the_town_beside_it_in_an_address(lang: str, line: str, shape: str) -> None:
    lexicon = load_lexicon(lang)
    for key in KEYS:
        (new,) = texts(run(dialogue(f"A: Es {line}.", lang=lang), key=key))
        said = re.fullmatch(shape, new)
        assert said is not None, new
        province = lexicon.place_by_key[name_key(said["town"])].province
        assert said["code"].startswith(lexicon.province_codes[province][0]), new


def test_a_town_behind_a_street_is_the_one_that_is_said_alone() -> None:
    made = dialogue("A: [calle Pozo 8, Valladolid:ADDRESS].", "B: ¿En [Valladolid:TOWN]?")
    for key in KEYS:
        address, town = texts(run(made, key=key))
        assert address.endswith(f", {town}") and town != "Valladolid"


def test_an_inhabitant_and_a_prefix_follow_a_town_with_its_code() -> None:
    made = dialogue(
        "A: Nach [79312 Emmendingen:LOC].",
        "B: [07641 338290:PHONE], ich bin [Emmendingerin:LOC].",
        lang="de",
    )
    lexicon = load_lexicon("de")
    for key in KEYS:
        joint, phone, inhabitant = texts(run(made, key=key))
        code, _, town = joint.partition(" ")
        zips, prefix = lexicon.province_codes[lexicon.place_by_key[name_key(town)].province]
        assert code.startswith(zips) and phone.startswith(prefix)
        assert inhabitant[:3] == town[:3] and inhabitant.endswith("in")


@pytest.mark.parametrize(
    "line",
    [
        "A: [Saint-Malo:LOC], en [Ille-et-Vilaine:LOC]",
        "A: [Saint-Malo:LOC], [en Ille-et-Vilaine:LOC]",
        "A: [35400 Saint-Malo:LOC], en [Ille-et-Vilaine:LOC]",
        "A: [Bordeaux:LOC] en [Gironde:LOC]",
    ],
)
def test_a_department_keeps_its_preposition(line: str) -> None:
    departments = behind_en(load_lexicon("fr"))
    for key in KEYS:
        *_, new = texts(run(dialogue(line, lang="fr"), key=key))
        assert name_key(new.removeprefix("en ")) in departments


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: [Amer:LOC], [17170:ZIP]."),
        ("ca", "A: Visc a [Girona:LOC], [17004:ZIP]."),
        ("eu", "A: [Ordizia:LOC], [20240:ZIP]."),
    ],
)
def test_the_capital_of_a_province_alone_has_a_code_with_a_zero(lang: str, line: str) -> None:
    lexicon = load_lexicon(lang)
    for n in range(12):
        town, code = texts(run(dialogue(line, lang=lang), key=b"key %d" % n))
        place = lexicon.place_by_key[fold(town)]
        if is_capital(lexicon, fold(town)):
            assert code[2] == "0"
        elif place.type == "town":
            assert code[2] != "0"


def test_a_code_that_no_table_has_of_its_town_is_one_of_the_new_town() -> None:
    lexicon = load_lexicon("en")
    made = dialogue(
        "A: [14 Saltergate Row:STREET], [Wakefield:LOC], [OL14 5QT:ZIP].",
        "A: Now [3 Quayside Terrace:STREET], [Whitby:LOC], [YO21 3PU:ZIP].",
        lang="en",
    )
    for key in KEYS:
        _, first, one, _, second, other = texts(run(made, key=key))
        for town, code in ((first, one), (second, other)):
            place = lexicon.place_by_key[fold(town)]
            assert re.match("[A-Z]+", code)[0] == lexicon.province_codes[place.province][0]  # type: ignore[index]
