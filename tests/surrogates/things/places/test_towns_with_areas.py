"""A town and what it lies in, in one label or two, stay in each other."""

import re

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.languages.lexicon import name_key
from surrogates.things.geography.areas import areas_of
from tests.surrogates.dialogues import dialogue, run, texts
from tests.surrogates.people.test_people import KEYS, outs


@pytest.mark.parametrize(
    ("lang", "said", "shape"),
    [
        ("en", "Toledo, Ohio", r"(.+), (.+)"),
        ("en", "Swindon, Wiltshire", r"(.+), (.+)"),
        ("en", "Boston, MA", r"(.+), ([A-Z]{2})"),
        ("de", "Freising (Bayern)", r"(.+) \((.+)\)"),
        ("es", "Getafe (Madrid)", r"(.+) \((.+)\)"),
        ("es", "Zafra, Badajoz", r"(.+), (.+)"),
        ("ca", "Valls (Alt Camp)", r"(.+) \((.+)\)"),
        ("eu", "Ordizia, Gipuzkoa", r"(.+), (.+)"),
        ("fr", "Cholet, Maine-et-Loire", r"(.+), (.+)"),
        ("fr", "Beaune (Côte-d'Or)", r"(.+) \((.+)\)"),
    ],
)
def test_a_town_and_its_area_in_one_label(lang: str, said: str, shape: str) -> None:
    lexicon = load_lexicon(lang)
    areas = areas_of(lexicon)
    for key in KEYS:
        (new,) = texts(run(dialogue(f"A: [{said}:LOC].", lang=lang), key=key))
        pieces = re.fullmatch(shape, new)
        assert pieces is not None, new
        town = lexicon.place_by_key[fold(pieces[1])]
        known = {town.province, *areas.every(town), *areas.codes.values()}
        assert name_key(pieces[2]) in {*map(name_key, known)}, new
        if pieces[2] in areas.codes.values():
            assert areas.codes[areas.around(town)] == pieces[2]


def test_a_land_in_one_label_with_its_town_is_the_one_that_is_said_alone() -> None:
    for key in KEYS:
        made = dialogue(
            "A: In [Celle, Niedersachsen:LOC].", "B: Schön, [Niedersachsen:LOC].", lang="de"
        )
        joint, land = texts(run(made, key=key))
        assert joint.endswith(f", {land}")


@pytest.mark.parametrize(
    ("lang", "said"),
    [("de", "Frankfurt (Oder)"), ("en", "Ohio, Michigan")],
)
def test_what_is_no_town_in_an_area_is_one_place(lang: str, said: str) -> None:
    for key in KEYS:
        (new,) = texts(run(dialogue(f"A: [{said}:LOC].", lang=lang), key=key))
        assert not {*fold(new).split()} & {*fold(said).split()}


def test_a_county_is_not_that_of_its_provinces_capital() -> None:
    lexicon = load_lexicon("ca")
    assert "Tarragonès" not in areas_of(lexicon).every(lexicon.place_by_key["valls"])
    assert "Tarragonès" in areas_of(lexicon).every(lexicon.place_by_key["tarragona"])


def test_a_states_short_form_outside_the_labels_keeps_the_town_and_its_code() -> None:
    line = "A: Send it to [1180 Pearl Street:STREET], [Denver:LOC], CO [80203:ZIP]."
    lexicon = load_lexicon("en")
    for key in KEYS:
        _, town, code = texts(run(dialogue(line, lang="en"), key=key))
        assert "Colorado" in areas_of(lexicon).every(lexicon.place_by_key[fold(town)])
        assert code.startswith(("80", "81"))


@pytest.mark.parametrize(
    ("lang", "line", "area"),
    [
        ("ca", "A: Sa meva germana viu a [Inca:LOC] i noltros a [Manacor:LOC].", "Illes Balears"),
        ("ca", "A: Els xiquets van a escola a [Alzira:LOC].", "País Valencià"),
        ("eu", "A: Osakidetza, [Durango:LOC].", "Bizkaia|Gipuzkoa|Araba"),
        ("es", "A: Bos días, vivo en [Lugo:LOC].", "Galicia"),
        ("fr", "A: Kenavo, de [Brest:LOC].", "Bretagne"),
    ],
)
def test_institutions_and_speech_keep_a_town_in_their_area(lang: str, line: str, area: str) -> None:
    lexicon = load_lexicon(lang)
    for names in outs(lang, line):
        for town in names:
            place = lexicon.place_by_key[fold(town)]
            own = {place.province, *areas_of(lexicon).every(place)}
            assert own & set(area.split("|")), names


def test_a_county_and_its_town_lie_in_the_nation_that_was_drawn() -> None:
    made = dialogue(
        "A: I'm [English:NATIONALITY], from [Norwich:LOC], [Norfolk:REGION], in [England:COUNTRY].",
        lang="en",
    )
    for key in KEYS:
        _, town, county, nation = texts(run(made, key=key))
        assert areas_of(load_lexicon("en")).counties[fold(town)] == county
        assert areas_of(load_lexicon("en")).above[county] == nation


def test_only_where_counties_are_called_so_the_word_leads_them() -> None:
    made = dialogue(
        "A: From [Ballymena:LOC], [County Antrim:REGION], in [Northern Ireland:COUNTRY].", lang="en"
    )
    for key in KEYS:
        _, county, nation = texts(run(made, key=key))
        assert county.startswith("County ") is (nation == "Northern Ireland")


@pytest.mark.parametrize("line", [
    "A: In [Cork:LOC], [T23 X8PW:ZIP].", "A: [D04 X285:ZIP], in [Dublin:LOC].",
    "A: The Eircode is [F92 X285:ZIP].",
])  # fmt: skip
def test_an_irish_code_begins_as_those_of_a_town(line: str) -> None:
    known = {town: code[0] for town, code in load_lexicon("en").province_codes.items()}
    for key in KEYS:
        new = texts(run(dialogue(line, lang="en"), key=key))
        code = next(text for text in new if any(c.isdigit() for c in text))
        assert code[:3] in known.values()
        assert all(text == code or known[text] == code[:3] for text in new)
