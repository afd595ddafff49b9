"""Who flies or takes a train goes where planes and trains go."""

import pytest

from surrogates.languages import load_lexicon
from surrogates.languages.lexicon import name_key
from surrogates.things.geography.hubs import hubs_of
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = tuple(f"key {n}".encode() for n in range(4))
FLIGHTS = [
    ("es", ("A: El vuelo de [Bilbao:LOC] a [Sevilla:LOC] sale tarde.", "B: [BIO:LOC]-[SVQ:LOC]")),
    ("ca", ("A: L'avió de [Girona:LOC] va a [Palma:LOC].", "B: [GRO:LOC]-[PMI:LOC]")),
    ("eu", ("A: Hegaldia [Donostia:LOC] - [Sevilla:LOC] da.", "B: [EAS:LOC]-[SVQ:LOC]")),
    ("de", ("A: Der Flug ab [Nürnberg:LOC] nach [Bremen:LOC].", "B: [NUE:LOC]-[BRE:LOC]")),
    ("en", ("A: My flight from [Denver:LOC] to [Boise:LOC].", "B: [DEN:LOC]-[BOI:LOC]")),
    ("fr", ("A: Le vol de [Brest:LOC] pour [Lyon:LOC].", "B: [BES:LOC]-[LYS:LOC]")),
]
TRAINS = [
    ("es", "A: El AVE de [Cuenca:LOC] a [Albacete:LOC]."),
    ("ca", "A: El tren de [Lleida:LOC] a [Figueres:LOC]."),
    ("eu", "A: Trenak [Gasteiz:LOC] eta [Zumarraga:LOC] lotzen ditu."),
    ("de", "A: Der Zug von [Fulda:LOC] nach [Kassel:LOC]."),
    ("en", "A: The train from [York:LOC] to [Leeds:LOC]."),
    ("fr", "A: Le TGV de [Reims:LOC] à [Metz:LOC]."),
]
FAST = [
    ("es", "A: El AVE de [Cuenca:LOC] a [Albacete:LOC]."),
    ("ca", "A: Amb l'AVE, de [Lleida:LOC] a [Figueres:LOC]."),
    ("de", "A: Der ICE von [Fulda:LOC] nach [Kassel:LOC]."),
    ("fr", "A: Le TGV de [Reims:LOC] à [Metz:LOC]."),
]
STATIONS = [
    ("es", ("A: En tren a [Zaragoza:LOC].", "B: A la estación de [Delicias:LOC].")),
    ("ca", ("A: El tren va a [Barcelona:LOC].", "B: A l'estació de [Sants:LOC].")),
    ("eu", ("A: Trena [Donostia:LOC].", "B: [Amara:LOC] geltokia.")),
    ("de", ("A: Mit dem Zug nach [Kassel:LOC].", "B: Bahnhof [Wilhelmshöhe:LOC].")),
    ("en", ("A: A train to [Bristol:LOC].", "B: To [Temple Meads:LOC] station.")),
    ("fr", ("A: Le train de [Lyon:LOC].", "B: La gare de [Perrache:LOC].")),
]


@pytest.mark.parametrize(("lang", "lines"), FLIGHTS)
def test_a_flight_is_between_airports_with_their_codes(lang: str, lines: tuple[str, ...]) -> None:
    airports = hubs_of(load_lexicon(lang)).airport
    for key in KEYS:
        here, there, *said = texts(run(dialogue(*lines, lang=lang), key=key))
        assert [airports[name_key(here)], airports[name_key(there)]] == said


@pytest.mark.parametrize(("lang", "line"), TRAINS)
def test_a_train_goes_where_there_is_a_station(lang: str, line: str) -> None:
    railway = hubs_of(load_lexicon(lang)).railway
    for key in KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        assert railway.issuperset(map(name_key, texts(result)))


@pytest.mark.parametrize(("lang", "line"), FAST)
def test_a_fast_train_stops_where_fast_trains_stop(lang: str, line: str) -> None:
    fast = hubs_of(load_lexicon(lang)).fast
    for key in KEYS:
        assert fast.issuperset(map(name_key, texts(run(dialogue(line, lang=lang), key=key))))


@pytest.mark.parametrize(("lang", "lines"), STATIONS)
def test_a_station_is_in_the_town_that_its_own_became(lang: str, lines: tuple[str, ...]) -> None:
    stations = hubs_of(load_lexicon(lang)).stations
    for key in KEYS:
        result = run(dialogue(*lines, lang=lang), key=key)
        town, station = texts(result)
        assert name_key(stations[name_key(station)]) == name_key(town)
        assert "DUPLICATE_SURROGATE" not in codes(result)


def test_a_station_whose_town_is_not_said_is_in_no_town_of_the_dialogue() -> None:
    stations = hubs_of(load_lexicon("es")).stations
    for key in KEYS:
        made = dialogue("A: El AVE a [Cuenca:LOC] sale de [Atocha:LOC].")
        town, station = texts(run(made, key=key))
        assert stations[name_key(station)] not in ("Madrid", town)


def test_a_town_in_which_somebody_lives_is_any_town() -> None:
    railway = hubs_of(load_lexicon("es")).railway
    drawn = {texts(run(dialogue("A: Vivo en [Cuenca:LOC]."), key=key))[0] for key in KEYS}
    assert not railway.issuperset(map(name_key, drawn))
