"""Towns, postal codes and telephones of another country in which the language is at home."""

import re

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.things.geography.abroad.regions_abroad import neighbours_of
from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes([n]) * 32 for n in range(5)]


def _zips(lang: str) -> dict[str, list[str]]:
    return {row["name"]: row["zips"].split() for row in load_lexicon(lang).rows("neighbours")}


def _towns(lang: str, country: str) -> dict[str, str]:
    rows = load_lexicon(lang).rows("neighbours")
    return {row["name"]: row["start"] for row in rows if row["country"] == country}


@pytest.mark.parametrize(
    ("lang", "country", "code", "town"),
    [("de", "Österreich", "5020", "Salzburg"), ("de", "Schweiz", "8400", "Winterthur"),
     ("fr", "Belgique", "5000", "Namur"), ("fr", "Suisse", "1820", "Montreux")],
)  # fmt: skip
def test_a_town_stays_in_its_country_and_its_code_is_its_own(
    lang: str, country: str, code: str, town: str
) -> None:
    towns = _towns(lang, country)
    for key in KEYS:
        new_code, _, new_town = (
            run(dialogue(f"A: [{code}:POSTCODE] [{town}:TOWN]", lang=lang), key=key)
            .draft.turns[0]
            .text.partition(" ")
        )
        assert new_town in towns and new_town != town
        assert len(new_code) == 4 and new_code.startswith(towns[new_town])


@pytest.mark.parametrize(
    "said", ["[AT61 1904 3002 3457 3201:IBAN]", "[+43 664 5125512:PHONE]", "[3214:POSTCODE]"]
)
def test_what_tells_the_country_tells_it_of_a_town_that_no_table_has(said: str) -> None:
    made = dialogue("A: In [Puchenstuben:TOWN].", f"B: {said}", lang="de")
    for key in KEYS:
        town = run(made, key=key).draft.turns[0].text[3:-1]
        assert town in _towns("de", "Österreich")


def test_the_country_of_a_number_from_abroad_stays_said() -> None:
    made = dialogue("A: [+43 664 5125512:PHONE]", "B: [+32 475 12 34 56:PHONE]", lang="de")
    for key in KEYS:
        first, second = (turn.text for turn in run(made, key=key).draft.turns)
        assert first.startswith("+43 6") and second.startswith("+32 4")


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("fr", ["A: [6000:ZIP] [Charleroi:LOC]"]),
        ("fr", ["A: [1018:ZIP] [Lausanne:LOC]"]),
        ("fr", ["A: [1050:ZIP] [Ixelles:LOC]"]),  # of no table
        ("de", ["A: [4020:ZIP] [Linz:LOC]"]),
        ("de", ["A: [3097:ZIP] [Liebefeld:LOC]"]),
        # The second code is no correction of the first.
        ("fr", ["A: Toujours [5000:ZIP] [Namur:LOC] ?", "B: Non, à [Jambes:LOC], [5100:ZIP]."]),
    ],
)
def test_the_code_written_with_a_town_is_the_town_s_own(lang: str, lines: list[str]) -> None:
    zips = _zips(lang)
    for key in KEYS:
        new = texts(run(dialogue(*lines, lang=lang), key=key))
        codes_now = [text for text in new if text.isdecimal()]
        towns = [text for text in new if not text.isdecimal()]
        towns = towns if new[0].isdecimal() or len(towns) == 1 else towns[::-1]
        assert len(codes_now) == len(towns) == len(lines), new
        assert all(code in zips[town] for code, town in zip(codes_now, towns, strict=True)), new


def test_a_code_of_no_town_is_one_of_its_country() -> None:
    every = {code for codes in _zips("de").values() for code in codes}
    for key in KEYS:
        (new,) = texts(run(dialogue("A: PLZ [3214:ZIP], Österreich.", lang="de"), key=key))
        assert new in every


@pytest.mark.parametrize("lang", ["ca", "de", "en", "es", "eu", "fr"])
def test_codes_of_a_country_are_as_long_and_begin_as_their_town_says(lang: str) -> None:
    sizes: dict[str, set[int]] = {}
    for row in load_lexicon(lang).rows("neighbours"):
        for code in row["zips"].split():
            assert code.startswith(row["start"]), row["name"]
            sizes.setdefault(row["country"], set()).add(len(code))
    assert all(len(each) == 1 for each in sizes.values()), sizes


@pytest.mark.parametrize("said", ["0476 31 58 92", "0476315892", "0476/31.58.92"])
@pytest.mark.parametrize("town", ["Jambes", "Liège"])
def test_a_belgian_mobile_stays_one(town: str, said: str) -> None:
    made = dialogue(f"A: [5100:ZIP] [{town}:LOC], GSM [{said}:PHONE].", lang="fr")
    for key in KEYS:
        *_, new = texts(run(made, key=key))
        assert re.match("04[5-9]", new) and new != said


def test_a_town_behind_the_languages_own_country_lies_there() -> None:
    lexicon = load_lexicon("fr")
    line = "A: Il travaille en [France:LOC], à [Saint-Louis:LOC]. J'habite [1203:ZIP] [Genève:LOC]."
    for n in range(3):
        _, town, *_ = texts(run(dialogue(line, lang="fr"), key=b"key %d" % n))
        assert fold(town) in lexicon.own_places and fold(town) not in neighbours_of(lexicon), town


def test_a_canadian_code_is_the_towns() -> None:
    starts = _towns("en", "Canada")
    made = dialogue(
        "A: From [Ottawa:LOC] to [Halifax:LOC], [Nova Scotia:REGION].", "B: And [B3H 2T8:ZIP]?",
        lang="en",
    )  # fmt: skip
    for key in KEYS:
        one, other, _, code = texts(run(made, key=key))
        assert one in starts and code.startswith(starts[other])


def test_a_town_that_has_the_name_of_one_abroad_is_at_home() -> None:
    made = dialogue("A: From [Newcastle:LOC]?", "B: No, [Gateshead:LOC].", lang="en")
    for key in KEYS:
        assert not set(texts(run(made, key=key))) & _towns("en", "Australia").keys()
