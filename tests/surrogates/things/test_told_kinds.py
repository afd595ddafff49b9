"""What a label of places holds: stations, hospitals, streets, quarters, airports, districts."""

import pytest

from surrogates.folding import fold, words
from surrogates.languages import load_lexicon
from surrogates.languages.places.landscape import landscape_names
from tests.surrogates.dialogues import dialogue, run, texts
from tests.surrogates.people.test_people import KEYS, outs


@pytest.mark.parametrize(
    ("lang", "line", "stays"),
    [
        ("es", "A: Voy al [aeropuerto de Granada:LOC].", "aeropuerto de"),
        ("es", "A: En la [estación de Atocha:LOC].", "estación de"),
        ("ca", "A: Soc a l'[estació de Sants:LOC].", "estació"),
        ("eu", "A: [Loiuko aireportura:LOC] noa.", "aireportura"),
        ("de", "A: Wir sind am [Kasseler Hauptbahnhof:LOC].", "Hauptbahnhof"),
        ("en", "A: I'm off to [Leeds Bradford Airport:LOC].", "Airport"),
        ("en", "A: She is at [Kirkdale Primary School:LOC].", "Primary School"),
        ("fr", "A: Je suis à la [gare de Vierzon:LOC].", "gare"),
        ("fr", "A: Il est à l'[hôpital Saint-Roch:LOC].", "hôpital Saint-"),
        ("es", "A: Vivo en la [calle Lepanto:LOC].", "calle "),
        ("ca", "A: Visc al [carrer de Lepant:LOC].", "carrer "),
        ("de", "A: Ich wohne in der [Lessingstraße:LOC].", "straße"),
        ("en", "A: I live on [Cobden Road:LOC].", " Road"),
        ("fr", "A: J'habite [rue Lepic:LOC].", "rue "),
        ("es", "A: Pasa el [río Júcar:LOC] por ahí.", "río "),
        ("es", "A: En el [barrio de Triana:LOC].", "barrio de "),
        ("de", "A: Hier ist der [Landkreis Celle:LOC].", "Landkreis "),
    ],
)
def test_a_place_that_is_a_thing_keeps_what_it_is(lang: str, line: str, stays: str) -> None:
    said = line.split("[")[1].split(":")[0]
    for key in KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        assert result.dialogue is not None, result.leaks
        (new,) = texts(result)
        assert stays in new and new != said, new
        kept = set(words(said)) & set(words(new)) - set(words(stays))
        assert not kept - {"de", "d", "la"}, new


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Está en el [aeropuerto:LOC]."),
        ("ca", "A: És a l'[estació:LOC]."),
        ("eu", "A: [Aireportuan:LOC] dago."),
        ("de", "A: Sie arbeitet an der [Uniklinik:ORG]."),
        ("en", "A: He's at the [station:LOC]."),
        ("fr", "A: Elle est à la [gare:LOC]."),
        ("de", "A: Die Praxis ist am [Markt:STREET]."),
        ("en", "A: It's on the [Crescent:STREET]."),
    ],
)
def test_a_word_for_a_thing_alone_stays_and_an_issue_says_so(lang: str, line: str) -> None:
    result = run(dialogue(line, lang=lang), key=KEYS[0])
    assert [i.code for i in result.issues] == ["SAID_AROUND"]
    assert result.dialogue is not None


@pytest.mark.parametrize(
    ("lang", "line", "article"),
    [
        ("de", "A: Eine WG in [Freiburg:LOC], in der [Wiehre:LOC].", "die"),
        ("de", "A: In [Kassel:LOC], im [Vorderen Westen:LOC].", "der das"),
        ("en", "A: A flat in [Glasgow:LOC], in the [Gorbals:LOC].", "the"),
        ("fr", "A: À [Lyon:LOC], à la [Guillotière:LOC].", "la"),
    ],
)
def test_an_article_tells_a_quarter(lang: str, line: str, article: str) -> None:
    names = landscape_names(load_lexicon(lang))
    for _, quarter in outs(lang, line):
        kind, own = names[fold(quarter)]
        assert kind == "quarter" and own in article.split(), quarter


def test_a_quarter_has_its_article_once() -> None:
    for key in KEYS:
        made = dialogue("A: Visc a [Lleida:LOC], al [Raval:LOC].", lang="ca")
        text = run(made, key=key).draft.turns[0].text
        assert " al el " not in text and " al la " not in text, text


@pytest.mark.parametrize(
    ("lang", "line", "end"),
    [
        ("de", "A: Hier die [Goetheschule:ORG].", "schule"),
        ("de", "A: In der [Sonnenapotheke:ORG].", "apotheke"),
    ],
)
def test_a_compound_keeps_its_end(lang: str, line: str, end: str) -> None:
    said = line.split("[")[1].split(":")[0]
    for key in KEYS:
        (new,) = texts(run(dialogue(line, lang=lang), key=key))
        assert new.endswith(end) and new != said and new.istitle()


def test_an_airport_is_met_at_an_airport() -> None:
    names = landscape_names(load_lexicon("es"))
    for _, airport in outs("es", "A: Viene de [Alemania:LOC]. B: Lo recojo en [Barajas:LOC]."):
        assert names[fold(airport)][0] == "airport"


@pytest.mark.parametrize(
    ("lang", "line", "stays"),
    [
        ("en", "A: [Mercia Home Furnishings:ORG] here.", "Home Furnishings"),
        ("en", "A: [Creekside Propane:ORG] here.", "Propane"),
        ("es", "A: Aquí [Cocinas Lerma:ORG].", "Cocinas"),
        ("ca", "A: Aquí [Cuines Lerma:ORG].", "Cuines"),
        ("eu", "A: [Lerma Sukaldeak:ORG] gara.", "Sukaldeak"),
        ("de", "A: Hier [Küchen Lerma:ORG].", "Küchen"),
        ("fr", "A: Ici [Cuisines Lerma:ORG].", "Cuisines"),
    ],
)
def test_what_a_firm_does_stays(lang: str, line: str, stays: str) -> None:
    for key in KEYS:
        (new,) = texts(run(dialogue(line, lang=lang), key=key))
        assert stays in new


@pytest.mark.parametrize(
    ("lang", "line", "word"),
    [
        ("ca", "A: [12:NUM], [principal:NUM] [segona:NUM].", "principal"),
        ("es", "A: Calle [Lepanto:STREET] [12:NUM], [bajo:NUM] [B:LETTER].", "bajo"),
    ],
)
def test_a_floor_that_is_a_word_stays(lang: str, line: str, word: str) -> None:
    for key in KEYS:
        made = texts(run(dialogue(line, lang=lang), key=key))
        assert word in made and not any("[" in text for text in made)


def test_a_flat_stands_before_the_house() -> None:
    for (new,) in outs("en", "A: At [Flat 3B, 22 Cavendish Court:STREET]."):
        flat, house = new.split(", ")
        assert flat.startswith("Flat ") and flat != "Flat 3B"
        assert house[:1].isdecimal() and house.endswith(" Court")


@pytest.mark.parametrize(
    ("lang", "line", "word"),
    [
        ("de", "A: Sie liegt in [Saal 12:LOC].", "Saal "),
        ("en", "A: It's [suite 340:LOC].", "suite "),
    ],
)
def test_a_room_by_its_number_is_another_room(lang: str, line: str, word: str) -> None:
    said = line.split("[")[1].split(":")[0]
    for key in KEYS:
        (new,) = texts(run(dialogue(line, lang=lang), key=key))
        assert new.startswith(word) and new != said and new.removeprefix(word).isdecimal(), new


def test_an_area_code_is_the_towns_and_a_salary_an_amount() -> None:
    lines = (
        "A: In [Passau:CITY] ist die Vorwahl [0851:AREA_CODE].",
        "B: Dann [0851 731942:PHONE].",
        "A: Gehalt [3.000 Euro:SALARY] im Monat, im Jahr [36.000:SALARY].",
    )
    for n in range(3):
        result = run(dialogue(*lines, lang="de"), key=bytes([n, 8]))
        _, code, phone, month, year = texts(result)
        assert phone.split()[0] == code != "0851"
        figures = [int("".join(c for c in text if c.isdecimal())) for text in (month, year)]
        assert figures[1] == 12 * figures[0] != 36000
