"""Places that are said with each other: a town and its province in whatever language, a quarter
behind a hyphen, a station and the town at the other end of the ride."""

import pytest

from surrogates.languages import lexicon_for
from surrogates.things.geography.distances import Way, way
from surrogates.things.geography.hubs import station_town
from tests.surrogates.checks.relations.told import sentences
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [b"together %d" % n for n in range(5)]
PAIRS = [
    ("es", "A: Nací en [Bergara:LOC], [Gipuzkoa:LOC]."),
    ("es", "A: Nací en [Sopela:LOC], [Bizkaia:LOC]."),
    ("es", "A: Nací en [Figueres:LOC], [Girona:LOC]."),
    ("es", "A: Nací en [Elx:LOC] ([Alacant:LOC])."),
    ("ca", "A: Va néixer a [Vergara:LOC], [Guipúzcoa:LOC]."),
    ("eu", "A: [Vergara:LOC], [Guipúzcoa:LOC]."),
]
RIVERS = [
    ("fr", ("A: J'habite à [Béziers:LOC].", "B: Dans l'[Hérault:LOC], [34500:ZIP] ?")),
    ("fr", ("A: J'habite à [Narbonne:LOC].", "B: Dans l'[Aude:LOC], [11100:ZIP] ?")),
]
JOINED = [
    ("de", "A: Die Wohnung in [Hamburg:LOC]-[Ottensen:LOC] ist frei."),
    ("es", "A: El piso de [Bilbao:LOC]-[Otxarkoaga:LOC] está libre."),
    ("ca", "A: El pis de [Barcelona:LOC]-[Poblenou:LOC] és lliure."),
    ("eu", "A: [Bilbo:LOC]-[Otxarkoaga:LOC] aldean."),
    ("en", "A: The flat in [Leeds:LOC]-[Wexmoor:LOC] is free."),
    ("fr", "A: L'appartement de [Lyon:LOC]-[Vaise:LOC] est libre."),
]
RIDES = [
    ("es", ("A: ¿Y el tren?", "B: Sale a las [10.15:TIME] de [Zaragoza:LOC] y llega a las "
            "[11.45:TIME].", "A: Vale.", "B: A [Atocha:LOC].")),
    ("fr", ("A: Le train ?", "B: De [Lyon-Part-Dieu:LOC] à [14 h 04:TIME], à [Marseille:LOC] à "
            "[15 h 50:TIME].")),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "line"), PAIRS)
def test_a_town_and_its_province_stay_together_in_any_writing(lang: str, line: str) -> None:
    lexicon = lexicon_for(lang)
    for key in KEYS:
        town, province = texts(run(dialogue(line, lang=lang), key=key))
        entry = lexicon.place_by_key[town.lower()] if town.isascii() else None
        assert lexicon.province_by_key.get(province.lower()) or not province.isascii(), province
        if entry is not None:
            known = lexicon.province_by_key
            assert entry.province in (province, known.get(province.lower())), (town, province)


@pytest.mark.parametrize("lang", ["es", "ca", "eu"])
def test_provinces_are_known_in_the_languages_of_their_lands(lang: str) -> None:
    known = lexicon_for(lang).province_by_key
    pairs = "gipuzkoa guipuzcoa|bizkaia vizcaya|araba alava|nafarroa navarra|girona gerona"
    pairs += "|lleida lerida|ourense orense|alacant alicante|castello castellon"
    for one, other in (pair.split() for pair in pairs.split("|")):
        assert known[one] and known[other]
    assert known["illes balears"]


@pytest.mark.parametrize(("lang", "lines"), RIVERS)
def test_a_department_that_is_a_river_too_holds_its_town(lang: str, lines: tuple[str, ...]) -> None:
    lexicon = lexicon_for(lang)
    for key in KEYS:
        result = run(dialogue(*lines, lang=lang), key=key)
        town, department, code = texts(result)
        place = next(p for p in lexicon.place_entries if p.name == town)
        assert place.province == department
        assert code.startswith(lexicon.province_codes[department][0])


@pytest.mark.parametrize(("lang", "line"), JOINED)
def test_what_stands_behind_a_town_with_a_hyphen_is_a_quarter(lang: str, line: str) -> None:
    rows = lexicon_for(lang).rows("landscape")
    quarters = {row["name"] for row in rows if row["kind"] == "quarter"}
    for key in KEYS:
        town, quarter = texts(run(dialogue(line, lang=lang), key=key))
        assert quarter in quarters and town not in quarters


def test_two_towns_with_a_hyphen_are_two_towns() -> None:
    towns = {place.name for place in lexicon_for("de").place_entries}
    for key in KEYS:
        line = "A: Die Strecke [Hamburg:LOC]-[Berlin:LOC] ist gesperrt."
        assert towns.issuperset(texts(run(dialogue(line, lang="de"), key=key)))


@pytest.mark.parametrize(("lang", "lines"), RIDES)
def test_a_station_is_as_far_as_its_town_was(lang: str, lines: tuple[str, ...]) -> None:
    lexicon = lexicon_for(lang)
    old = texts_of_places(lines)
    told = way(lexicon, *old)
    assert told is not None
    for key in KEYS:
        result = run(dialogue(*lines, lang=lang), key=key)
        new = [t for t in texts(result) if not any(c.isdecimal() for c in t)]
        assert any(station_town(lexicon, name) for name in new)
        now = way(lexicon, *new)
        assert now is None or Way(told.km).suits(now, level=1) or "RELATION_LOST" in codes(result)


def texts_of_places(lines: tuple[str, ...]) -> list[str]:
    made = dialogue(*lines)
    return [t.text[m.start : m.end] for t in made.turns for m in t.mentions if m.label == "LOC"]


def test_a_station_too_far_is_told_and_one_near_is_not() -> None:
    lines = RIDES[0][1]
    assert sentences("es", lines, "9.15|Santander|10.45|Sants")
    assert not sentences("es", lines, "9.15|Albacete|10.45|Atocha")


@pytest.mark.parametrize(
    ("town", "region"),
    [("Villeneuve-sur-Lot", "Nouvelle-Aquitaine"), ("Le Havre", "Normandie")],
)
def test_a_town_in_its_region_raises_nothing(town: str, region: str) -> None:
    lines = ("A: J'habite à [Creil:LOC], en [Picardie:LOC].",)
    assert not sentences("fr", lines, f"{town}|{region}")
    assert sentences("fr", lines, f"{town}|Bretagne")


@pytest.mark.parametrize(("code", "town"), [("HH", "Hamburg"), ("MS", "Münster"), ("B", "Berlin")])
def test_the_letters_of_a_plate_are_its_town_by_the_table(code: str, town: str) -> None:
    lines = ("A: [MS-KB 482:PLATE].", "B: Wie [Münster:LOC]?")
    assert not sentences("de", lines, f"{code}-MN 887|{town}")


def test_a_plate_of_another_town_is_told() -> None:
    lines = ("A: [MS-KB 482:PLATE].", "B: Wie [Münster:LOC]?")
    assert sentences("de", lines, "HH-MN 887|Kassel")


def test_a_quarter_behind_a_contracted_article_is_a_quarter() -> None:
    rows = lexicon_for("fr").rows("landscape")
    quarters = {row["name"] for row in rows if row["kind"] == "quarter" and row["value"] == "le"}
    for key in KEYS:
        lines = ("A: Elle vit à [Marseille:LOC].", "B: Près du [Vieux-Port:LOC] ?")
        assert texts(run(dialogue(*lines, lang="fr"), key=key))[1] in quarters
