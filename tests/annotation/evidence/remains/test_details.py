"""What a released dialogue tells: of items that stay, of coarser values, and outside the labels."""

import gzip
import json
from collections import Counter

import pytest

from annotation.evidence.remains.details import ages_in, details_of
from annotation.evidence.remains.identifiers import identifier_of
from annotation.evidence.remains.types import Told
from tests.annotation.evidence.remains.stage import dialogue, item, turn
from tests.conftest import SHARED

CARE = {"NO_MASK": 0, "QUASI": 1, "DIRECT": 2}
OURS = {"none": 0, "quasi": 1, "direct": 2}


def told(text: str, shown: str, label: str, original: str, strategy: str = "entity") -> Told:
    return details_of(dialogue(turn(text, item(text, shown, label, original, strategy))), {})


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("surname", "direct"),
        ("phone", "direct"),
        ("email", "direct"),
        ("age", "quasi"),
        ("place", "quasi"),
        ("profession", "quasi"),
        ("whatever", "quasi"),
    ],
)
def test_a_kind_of_thing_says_what_nobody_chose(label: str, expected: str) -> None:
    assert identifier_of(label, {}) == expected


def test_what_somebody_chose_counts() -> None:
    assert identifier_of("age", {"age": "none"}) == "none"
    assert identifier_of("place", {"place": "direct"}) == "direct"


def test_a_drawn_value_tells_nothing() -> None:
    assert told("Tiene 41", "41", "age", "38 años") == Told()
    assert told("Vive en Lugo", "Lugo", "place", "Soria") == Told()


def test_a_coarser_value_is_true() -> None:
    said = told("De 30-39 años", "30-39 años", "age", "38 años", "generalise")
    assert said.ages == {(30, 39)}
    said = told("Vive en Aragón", "Aragón", "place", "Jaca", "generalise")
    assert said.provinces == {"Huesca", "Teruel", "Zaragoza"}
    said = told("En un hospital de Aragón", "un hospital de Aragón", "hospital", "x", "generalise")
    assert said.provinces == {"Huesca", "Teruel", "Zaragoza"}
    said = told("CP 42xxx", "42xxx", "zip", "42002", "generalise")
    assert said.provinces == {"Soria"}


def test_what_stays_as_it_was_is_true() -> None:
    assert told("Vive en Soria", "Soria", "place", "Soria").provinces == {"Soria"}
    assert told("Vive en Almazán", "Almazán", "place", "Almazán").provinces <= {"Soria"}
    assert told("Tras la riada", "riada", "event", "riada").others == {("event", "riada")}


def test_the_country_of_the_language_tells_nothing() -> None:
    assert told("De España", "España", "country", "España") == Told()
    assert told("De Perú", "Perú", "country", "Perú").others == {("country", "peru")}


def test_the_strategy_keeps_sex_and_field_on_purpose() -> None:
    assert told("Soy Eva", "Eva", "female name", "Ana").sexes == {"f"}
    assert told("Soy Eva", "Eva", "female name", "Ana", "word").sexes == frozenset()
    assert told("Soy [X]", "[X]", "female name", "Ana", "typed").sexes == {"f"}
    assert told("Es pintor", "pintor", "profession", "albañil").trades == {"construction-site"}
    assert told("Mi tía", "tía", "relation", "madre").families == {"older"}


def test_a_label_that_identifies_nobody_is_left_out() -> None:
    text = "Tiene 38 años"
    one = dialogue(turn(text, item(text, "38 años", "age")))
    assert details_of(one, {}).ages == {(38, 38)}
    assert details_of(one, {"age": "none"}) == Told()


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        ("34 años", {(34, 34)}),
        ("34", {(34, 34)}),
        ("30-39 años", {(30, 39)}),
        ("90 o más", {(90, 109)}),
        ("ochenta", set()),
        ("[AGE]", set()),
    ],
)
def test_ages_are_read(shown: str, expected: set[tuple[int, int]]) -> None:
    assert ages_in(shown) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tengo 34 años y llamo por el router", Told(ages=frozenset({(34, 34)}))),
        ("la garantía es de 3 años", Told()),
        ("una cuota de 34 euros", Told()),
        ("vivo en Soria desde siempre", Told(provinces=frozenset({"Soria"}))),
        ("vivo en casa", Told()),
        ("soy fontanero", Told(trades=frozenset({"construction-install"}))),
        ("viene el fontanero mañana", Told()),
        ("lo paga mi hermana", Told(families=frozenset({"same"}))),
        ("lo paga mi hija", Told(families=frozenset({"younger", "parent"}))),
        ("lo pagan mis hijas", Told(families=frozenset({"younger", "parent of two"}))),
        ("lo paga mi sobrina", Told(families=frozenset({"younger"}))),
    ],
)
def test_words_without_a_label_tell_behind_a_cue(text: str, expected: Told) -> None:
    assert details_of(dialogue(text), {}) == expected


def test_a_drawn_child_tells_a_side_alone() -> None:
    """Its surrogate may stand for a nephew."""
    assert told("Mi hija", "hija", "relation", "sobrina").families == {"younger"}
    basque = dialogue("nire semeak deitu du", lang="eu")  # one son, who called
    assert details_of(basque, {}).families == {"younger", "parent"}


def test_an_age_in_the_turn_of_a_child_may_be_the_child_s() -> None:
    one = dialogue("mi hija tiene 20 años")
    assert details_of(one, {}) == Told(ages=frozenset({(20, 20)}), families=frozenset({"younger"}))
    own = dialogue("tengo 34 años", "llamo por mi hija")
    assert details_of(own, {}).families == {"younger", "parent"}


def test_a_surrogate_is_not_read_as_if_it_were_said() -> None:
    text = "vivo en Soria"
    drawn = turn(text, item(text, "Soria", "place", "Lugo"))
    assert details_of(dialogue(drawn), {}) == Told()


@pytest.mark.skipif(not SHARED.exists(), reason="the shared corpora are not here")
def test_the_default_is_hardly_ever_less_careful_than_the_annotators_of_tab() -> None:
    """[Pilan22] 4,414 spans of 100 judgments: the default is theirs for 2,725, more careful for
    1,688 (most of them organisations that need no mask), and less for one."""
    found = Counter[int]()
    with gzip.open(SHARED / "data" / "tab.sample.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            for span in (span for turn in json.loads(line)["turns"] for span in turn["spans"]):
                ours = OURS[identifier_of(span["label"], {})]
                theirs = CARE[span["identifier"]]
                found[(ours > theirs) - (ours < theirs)] += 1
    assert found == {0: 2725, 1: 1688, -1: 1}
