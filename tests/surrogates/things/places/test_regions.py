"""Places with what is said of them: provinces, postal codes, prefixes, countries, inhabitants."""

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.languages.demonyms import forms_of
from surrogates.languages.inflection import basque
from surrogates.languages.places.landscape import landscape_names
from surrogates.things.demonyms import is_inhabitant
from surrogates.things.geography.areas import areas_of
from surrogates.things.geography.regions import regions
from tests.effort import tries
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([i, 11]) for i in range(tries(4, 20))]


def province(lang: str, place: str) -> str:
    return load_lexicon(lang).place_by_key[fold(place)].province


# Language, lines; the first span is the province, the second a town in it.
IN_PROVINCE = [
    ("es", ["A: provincia de [Toledo:LOC], de [Illescas:LOC]"]),
    ("es", ["A: en la provincia de [Sevilla:LOC].", "B: ¿Y el pueblo?", "A: [Morón:LOC]"]),
    ("es", ["A: soy de [Asturias:LOC], de [Gijón:LOC]"]),
    # a town that no list knows, said beside it
    ("es", ["A: provincia de [Granada:LOC], en [Zafarraya de Abajo:LOC]"]),
    ("ca", ["A: a la província de [Girona:LOC], a [Olot:LOC]"]),
    ("fr", ["A: dans le département de la [Loire:LOC], à [Roanne:LOC]"]),
    ("fr", ["A: dans le département de l'[Isère:LOC], à [Vienne:LOC]"]),
    ("eu", ["A: [Gipuzkoako:LOC] probintzian, [Zarautzen:LOC]"]),
]


@pytest.mark.parametrize(("lang", "lines"), IN_PROVINCE, ids=lambda v: str(v)[:50])
def test_a_town_stays_in_its_province(lang: str, lines: list[str]) -> None:
    known = {fold(name): name for name in regions(load_lexicon(lang)).values()}
    for key in KEYS:
        result = run(dialogue(*lines, lang=lang), key=key)
        region, town = texts(result)
        if lang == "eu":
            (region,) = {s for s, e in basque.cut(region, place=True) if fold(s) in known}
            found = {s for s, e in basque.cut(town, place=True) if e == "ine"}
            towns = {fold(p) for p in load_lexicon(lang).places}
            town = next(s for s in sorted(found) if fold(s) in towns)
        assert fold(region) in known, region
        assert fold(region) != fold(lines[0].split("[")[1].split(":")[0])
        assert province(lang, town) == known[fold(region)]
        assert "CONSTRAINT_RELAXED" not in codes(result)


def test_a_province_and_its_capital_have_one_name() -> None:
    made = dialogue("A: en [Toledo:LOC], provincia de [Toledo:LOC], código [45001:ZIP]")
    for key in KEYS:
        town, region, code = texts(run(made, key=key))
        assert town == region in load_lexicon("es").places
        assert load_lexicon("es").province_codes[province("es", town)][0] == code[:2]


def test_a_pack_without_provinces_says_so() -> None:
    for key in KEYS[:5]:
        made = dialogue("A: Das liegt in der Provinz [Göppingen:LOC].", lang="de")
        result = run(made, key=key)
        issue = next(i for i in result.issues if i.code == "CONSTRAINT_RELAXED")
        assert issue.severity == "warn" and issue.fix is not None


# Language, line with a place (or two) and numbers that follow it.
FOLLOWED = [
    ("es", "A: Vengo de [Gerona:LOC], en catalán [Girona:LOC], prefijo [972:PHONE]."),
    ("es", "A: Vivo en [Gerona:LOC], código [17001:ZIP]."),
    ("es", "A: Vivo en [Donostia:LOC], o sea [San Sebastián:LOC], [20001:ZIP]."),
    ("ca", "A: Soc de [Girona:LOC], en castellà [Gerona:LOC], prefix [972:PHONE]."),
    ("en", "A: [Manchester:LOC], postcode [M1 1AE:ZIP], tel [0161 496 0958:PHONE]"),
    ("en", "A: [London:LOC], postcode [SW1A 1AA:ZIP], tel [020 7946 0958:PHONE]"),
    ("en", "A: [Oxford:LOC], postcode [OX1 1AA:ZIP]"),
    ("en", "A: in [Chicago:LOC], zip [60601:ZIP], [312 555 0100:PHONE]"),
    ("de", "A: in [Köln:LOC], [50667:ZIP], Vorwahl [0221:PHONE]"),
    ("fr", "A: à [Lyon:LOC], [69001:ZIP]"),
]


@pytest.mark.parametrize(("lang", "line"), FOLLOWED, ids=lambda v: str(v)[:50])
def test_numbers_follow_to_another_province(lang: str, line: str) -> None:
    lexicon = load_lexicon(lang)
    made = dialogue(line, lang=lang)
    for key in KEYS:
        found = run(made, key=key).replacements
        old = next(r.original for r in found if fold(r.original) in lexicon.place_by_key)
        place = next(r.surrogate for r in found if fold(r.surrogate) in lexicon.place_by_key)
        now, was = province(lang, place), province(lang, old)
        assert now != was
        zips, phones = zip(lexicon.province_codes[now], lexicon.province_codes[was], strict=True)
        assert zips[0].isdecimal() == zips[1].isdecimal(), "another country"
        assert phones[0].startswith("0") == phones[1].startswith("0")
        for one in found:
            if one.label == "ZIP":
                assert one.surrogate.startswith(zips[0]) and zips[0] != zips[1]
            if one.label == "PHONE":
                assert one.surrogate.startswith(phones[0]) and phones[0] != phones[1]


def test_basque_inhabitants_by_hand() -> None:
    made = {stem: basque.put(stem, "inh+ra") for stem in ("Donostia", "Bilbo", "Irun", "Zarautz")}
    assert list(made.values()) == ["Donostiarra", "Bilbotarra", "Irundarra", "Zarauztarra"]
    assert basque.put("Eibar", "inh+rak") == "Eibartarrak"
    assert basque.put("Hernani", "inh+") == "Hernaniar"


@pytest.mark.parametrize(
    ("line", "ending"),
    [
        ("A: [Donostiarra:LOC] naiz", "inh+ra"),
        ("A: [bilbotarra:LOC] naiz", "inh+ra"),
        ("A: [Irundarrak:LOC] gara", "inh+rak"),
        ("A: [Tolosarrek:LOC] esan dute", "inh+rek"),
    ],
)
def test_basque_inhabitants(line: str, ending: str) -> None:
    places = {fold(p) for p in load_lexicon("eu").places}
    for key in KEYS:
        result = run(dialogue(line, lang="eu"), key=key)
        (text,) = texts(result)
        stems = {fold(s) for s, e in basque.cut(text, place=True) if e == ending}
        assert stems & places, text
        assert "CONSTRAINT_RELAXED" not in codes(result)


def test_inhabitants_and_their_town_are_one() -> None:
    made = dialogue("A: [Bilbotarra:LOC] naiz, [Bilbon:LOC] bizi naiz", lang="eu")
    for key in KEYS:
        person, town = texts(run(made, key=key))
        assert {s for s, e in basque.cut(person) if e == "inh+ra"} & {
            s for s, e in basque.cut(town, place=True) if e == "ine"
        }


@pytest.mark.parametrize(
    ("lang", "word"),
    [
        ("fr", "Voironnais"), ("fr", "Vierzonnaise"), ("fr", "Pantinois"),
        ("en", "Swindonian"), ("en", "Prestonian"), ("eu", "okondoarra"),
    ],
)  # fmt: skip
def test_inhabitants_that_cannot_be_made_are_told(lang: str, word: str) -> None:
    assert is_inhabitant(load_lexicon(lang), word)
    made = dialogue(f"A: [{word}:LOC]", lang=lang)
    result = run(made)
    issue = next(i for i in result.issues if i.code == "CONSTRAINT_RELAXED")
    assert issue.severity == "warn" and issue.fix is not None
    assert texts(run(made, constraints=issue.fix.constraints)) == ["[LOC]"]


@pytest.mark.parametrize(
    ("lang", "word", "of"),
    [
        ("es", "alcañizano", "ms"), ("es", "benaventana", "fs"), ("es", "utielanos", "mp"),
        ("ca", "torrentí", "ms"), ("ca", "salouenca", "fs"),
    ],
)  # fmt: skip
def test_inhabitants_of_a_town_in_no_table_are_of_another(lang: str, word: str, of: str) -> None:
    """An ending tells gender and number, so that the words for another town fit."""
    rows = load_lexicon(lang).all_rows("demonyms")
    words = {forms_of(row, lang).get(of) for row in rows}
    for key in KEYS:
        result = run(dialogue(f"A: [{word}:LOC]", lang=lang), key=key)
        (text,) = texts(result)
        assert text in words, text
        assert "CONSTRAINT_RELAXED" not in codes(result)


@pytest.mark.parametrize("lang", ["es", "ca", "eu", "de", "fr", "en"])
def test_a_place_is_no_inhabitant(lang: str) -> None:
    lexicon = load_lexicon(lang)
    assert not [p for p in lexicon.places if is_inhabitant(lexicon, p)]
    made = {"es": "Zafarraya", "en": "Wexcombe", "fr": "Bonneval", "de": "Ahrweiler"}
    assert not is_inhabitant(lexicon, made.get(lang, "Ustaritze"))


@pytest.mark.parametrize(("number", "rank"), [("[17004:ZIP]", 0), ("[972 12 34 56:PHONE]", 1)])
def test_a_number_tells_the_province_of_an_unknown_town(number: str, rank: int) -> None:
    es = load_lexicon("es")
    made = dialogue(f"A: Vivo en [Villatempujo del Monte:LOC], apunte: {number}.")
    for key in KEYS:
        place, code = texts(run(made, key=key))
        province = es.place_by_key[fold(place)].province
        assert code.startswith(es.province_codes[province][rank]), (place, code)
        assert province != "Gerona"


def test_a_number_of_another_province_is_no_known_towns() -> None:
    made = dialogue("A: De [Vigo:LOC] a [Villatempujo del Monte:LOC], código [17004:ZIP].")
    es = load_lexicon("es")
    for key in KEYS:
        _, place, code = texts(run(made, key=key))
        province = es.place_by_key[fold(place)].province
        assert code[:2] == es.province_codes[province][0]


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("fr", "A: à [Villeurbanne:LOC], dans le [Rhône:LOC]"),
        ("fr", "A: à [Bergerac:LOC], en [Dordogne:LOC]"),
        ("fr", "A: à [Saint-Claude:LOC], dans le [Jura:LOC]"),
        ("fr", "A: à [Céret:LOC], dans les [Pyrénées-Orientales:LOC]"),
        ("es", "A: de [Haro:LOC], en [La Rioja:LOC]"),
    ],
)
def test_a_town_and_its_province_are_told_of_nothing(lang: str, line: str) -> None:
    articles = landscape_names(load_lexicon(lang))
    for key in KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        town, new = texts(result)
        assert province(lang, town) == new
        assert not {"RELATION_LOST", "CONSTRAINT_RELAXED"} & set(codes(result))
        if line.endswith("dans le [Jura:LOC]"):
            assert articles[fold(new)][1] == "le"


def test_a_province_of_the_drawn_area_has_the_article_before_it() -> None:
    line = "A: Elle est [bretonne:LOC], de [Quimper:LOC], dans le [Finistère:LOC]."
    articles = landscape_names(load_lexicon("fr"))
    for key in KEYS:
        _, town, new = texts(run(dialogue(line, lang="fr"), key=key))
        assert articles[fold(new)][1] == "le" and province("fr", town) == new


def test_an_organisation_of_a_town_goes_with_its_land() -> None:
    lexicon = load_lexicon("de")
    line = "A: an der [Universität Bayreuth:ORG], in [Bayern:LOC]"
    for key in KEYS:
        university, land = texts(run(dialogue(line, lang="de"), key=key))
        town = lexicon.place_by_key[fold(university.removeprefix("Universität "))]
        assert areas_of(lexicon).holds(land, town)
