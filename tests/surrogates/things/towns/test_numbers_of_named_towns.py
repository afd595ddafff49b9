"""Telephone numbers of towns that the name of an organisation holds, and numbers from abroad."""

import pytest

from surrogates.folding import digits_only, fold
from surrogates.languages import load_lexicon
from surrogates.languages.places.prefixes import phones_of
from surrogates.things.geography.abroad.regions_abroad import neighbour_codes
from tests.surrogates.people.test_people import outs


def _codes(lang: str, text: str) -> tuple[str, ...]:
    """The telephone codes of the town that a text names; none where it names none."""
    lexicon = load_lexicon(lang)
    said = fold(text).replace("'", " ").split()
    for size, start in sorted(
        ((s, i) for s in (4, 3, 2, 1) for i in range(len(said))), reverse=True
    ):
        key = " ".join(said[start : start + size])
        stems = (key, key.removesuffix("ko"), key.removesuffix("eko"), key.removesuffix("go"))
        for stem in stems:
            if stem in lexicon.place_by_key:
                main = lexicon.province_codes[lexicon.place_by_key[stem].province][1]
                return phones_of(lexicon).get(main, (main,))
            if stem in neighbour_codes(lexicon):
                return (neighbour_codes(lexicon)[stem][1],)
    return ()


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: [Hospital General de Albacete:ORG], teléfono [967 59 71 00:PHONE]."),
        ("ca", "A: L'[Hospital de Tortosa:ORG] és el [977 51 91 00:PHONE]."),
        ("eu", "A: [Donostiako Ospitalea:ORG], [943 00 70 00:PHONE]."),
        ("fr", "A: Le [CHU de Rennes:ORG], c'est le [02 99 28 43 21:PHONE]."),
        ("de", "A: Das [Klinikum Kassel:ORG] hat die [0561 98 00:PHONE]."),
        ("de", "A: Das [Universitätsklinikum Graz:ORG] hat die [0316 385-0:PHONE]."),
        ("de", "A: Das [AKH Wien:ORG] hat die [01 40400:PHONE]."),
        ("en", "A: [Leeds General Infirmary:ORG], that's [0113 243 2799:PHONE]."),
    ],
)
def test_a_number_is_of_the_town_in_a_name(lang: str, line: str) -> None:
    for name, phone in outs(lang, line):
        assert any(digits_only(phone).startswith(c) for c in _codes(lang, name)), (name, phone)


def test_two_names_with_towns_of_one_province() -> None:
    one = "[Hospital de Tortosa:ORG], [977 51 91 00:PHONE]"
    line = f"A: {one}, i [Valls:LOC], [977 61 30 00:PHONE]."
    for one, first, two, second in outs("ca", line):
        assert any(digits_only(first).startswith(c) for c in _codes("ca", one)), (one, first)
        assert any(digits_only(second).startswith(c) for c in _codes("ca", two)), (two, second)


@pytest.mark.parametrize(
    ("lang", "line", "trunk"),
    [
        ("es", "A: Estoy en [Toledo:LOC]: [+34 925 21 48 30:PHONE].", ""),
        ("de", "A: Ich bin in [Kassel:LOC]: [+49 561 77 24 18:PHONE].", "0"),
        ("de", "A: Ich bin in [Villach:LOC]: [+43 4242 20 80 15:PHONE].", "0"),
        ("de", "A: Ich bin in [Bern:LOC]: [+41 31 632 21 11:PHONE].", "0"),
        ("en", "A: I'm in [Norwich:LOC]: [+44 1603 482210:PHONE].", "0"),
        ("fr", "A: Je suis à [Rennes:LOC]: [+33 2 99 31 44 10:PHONE].", "0"),
    ],
)
def test_a_number_with_the_code_of_its_country(lang: str, line: str, trunk: str) -> None:
    code = digits_only(line).removeprefix("00")[:2]
    for town, phone in outs(lang, line):
        national = trunk + digits_only(phone).removeprefix("00").removeprefix(code)
        assert any(national.startswith(c) for c in _codes(lang, town)), (town, phone)


def test_the_code_of_a_small_german_network() -> None:
    """No table has Zwiesel, and 09922 4410 is shorter than most numbers."""
    line = "A: Praxis in [Zwiesel:LOC], [94227:ZIP], [09922 4410:PHONE]."
    for town, _, phone in outs("de", line):
        assert digits_only(phone).startswith(_codes("de", town)), (town, phone)


def test_towns_that_one_number_may_be_of_stay_in_one_province() -> None:
    lines = (
        "A: Centro de [Talavera:LOC].",
        "B: Desde [Oropesa:LOC].",
        "A: Al [925 80 41 27:PHONE].",
    )
    for one, two, phone in outs("es", *lines):
        assert _codes("es", one) == _codes("es", two), (one, two)
        assert any(digits_only(phone).startswith(c) for c in _codes("es", one)), (one, phone)


def test_a_french_town_with_a_code_of_four_figures_is_a_belgian_one() -> None:
    lines = (
        "A: L'[Hôpital de Namur:ORG].",
        "B: De [Rochefort:LOC], [5580:ZIP], [084 21 32 10:PHONE].",
    )
    rows = {row["name"]: row for row in load_lexicon("fr").rows("neighbours")}
    for _, town, code, phone in outs("fr", *lines):
        assert code.startswith(rows[town]["start"]) and phone.startswith(rows[town]["phone"])
