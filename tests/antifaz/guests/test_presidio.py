"""Presidio's own analyser and anonymiser with our recogniser and operator."""

import re
from pathlib import Path
from typing import Any

import pytest

from antifaz.values import HeldBack

analyzer = pytest.importorskip("presidio_analyzer", reason="presidio-analyzer is not installed")
anonymizer = pytest.importorskip(
    "presidio_anonymizer", reason="presidio-anonymizer is not installed"
)

from antifaz.guests.presidio import (  # noqa: E402
    AntifazOperator,
    AntifazRecognizer,
    entity_of,
    operators,
)

KEY = bytes(range(32))
TEXT = (
    "Soy Francisco Olabarri y vivo en Bilbao.\n"
    "Mi mujer, Ana Ruiz, no. Perdone, Francisco Olabarri, DNI 12345678Z."
)
WORDS = {
    "Francisco Olabarri": "PERSON", "Ana": "FEMALE_NAME", "Ruiz": "SURNAME", "Bilbao": "LOCATION",
    "12345678Z": "ES_NIF",
}  # fmt: skip


def results(text: str = TEXT) -> list[Any]:
    return [
        analyzer.RecognizerResult(entity, found.start(), found.end(), 0.9)
        for word, entity in WORDS.items()
        for found in re.finditer(word, text)
    ]


@pytest.fixture
def engine() -> Any:
    return anonymizer.AnonymizerEngine()


def test_surrogates_cohere_over_one_call(engine: Any) -> None:
    said = engine.anonymize(TEXT, results(), operators(engine, TEXT, results(), key=KEY)).text
    assert not any(word in said for word in WORDS)
    first, second = re.findall(r"Soy (.+) y vivo|Perdone, (.+), DNI", said)
    assert first[0] == second[1] and len(first[0].split()) == 2
    again = operators(engine, TEXT, results(), key=KEY)
    assert engine.anonymize(TEXT, results(), again).text == said
    assert engine.anonymize(TEXT, results(), again).text == said
    other = operators(engine, TEXT, results(), key=bytes(32))
    assert engine.anonymize(TEXT, results(), other).text != said


def test_mentions_that_draw_each_for_itself_come_in_their_order(engine: Any) -> None:
    """The strategy `word` knows no persons: the same name twice is two surrogates."""
    given = operators(engine, TEXT, results(), key=KEY, strategy="word")
    said = engine.anonymize(TEXT, results(), given)
    import antifaz

    names = {"ES_NIF": "dni"}
    spans = tuple(
        antifaz.Span(each.start, each.end, names.get(each.entity_type, each.entity_type))
        for each in sorted(results(), key=lambda each: each.start)
    )
    dialogue = antifaz.Dialogue("text", "es", (antifaz.Turn("", TEXT, spans),))
    whole = antifaz.pseudonymise(dialogue, key=KEY, strategy="word").dialogue
    assert said.text == whole.turns[0].text


def test_what_presidio_joins_and_drops_is_replaced_as_it_is_left(engine: Any) -> None:
    text = "Soy Francisco Olabarri Ruiz, de Bilbao"
    parts = [("PERSON", 4, 13), ("PERSON", 14, 22), ("PERSON", 4, 22), ("SURNAME", 23, 27),
             ("LOCATION", 32, 38)]  # fmt: skip
    found = [analyzer.RecognizerResult(*each, 0.9) for each in parts]
    given = operators(engine, text, found, key=KEY)
    said = engine.anonymize(text, found, given)
    assert len(said.items) == 3 and not any(w in said.text for w in ("Francisco", "Bilbao", "Ruiz"))


def test_a_text_that_would_show_an_original_is_held_back(engine: Any) -> None:
    text = "Soy Urrutia. ¿Urrutia?"
    found = [analyzer.RecognizerResult("SURNAME", 4, 11, 0.9)]
    with pytest.raises(HeldBack) as held:
        operators(engine, text, found, key=KEY)
    assert "Urrutia" not in str(held.value)


def test_the_operator_alone_has_no_surrogate(engine: Any) -> None:
    engine.add_anonymizer(AntifazOperator)
    alone = {"DEFAULT": anonymizer.OperatorConfig("antifaz", {})}
    with pytest.raises(anonymizer.entities.InvalidParamError, match="operators"):
        engine.anonymize(TEXT, results(), alone)
    given = operators(engine, TEXT, results(), key=KEY)
    with pytest.raises(anonymizer.entities.InvalidParamError) as wrong:
        engine.anonymize("Soy Urrutia", [analyzer.RecognizerResult("X", 4, 11, 0.9)], given)
    assert "Urrutia" not in str(wrong.value)
    assert not any(word in repr(given) for word in WORDS)


def test_entities_of_one_s_own_names(engine: Any) -> None:
    text = "Soy Ana"
    found = [analyzer.RecognizerResult("CUSTOMER", 4, 7, 0.9)]
    given = operators(engine, text, found, key=KEY, labels={"CUSTOMER": "female name"})
    said = engine.anonymize(text, found, given).text
    assert "CUSTOMER" not in said and said != text


def test_the_recogniser_in_presidio_s_analyser(model: Path) -> None:
    from presidio_analyzer.nlp_engine import NoOpNlpEngine

    ours = AntifazRecognizer(model, lang="en", entities={"NAME": "PERSON"})
    assert ours.supported_entities == ["PERSON"]
    registry = analyzer.RecognizerRegistry(recognizers=[ours], supported_languages=["en"])
    nlp = NoOpNlpEngine(models=[{"lang_code": "en", "model_name": "none"}])
    engine = analyzer.AnalyzerEngine(registry=registry, nlp_engine=nlp, supported_languages=["en"])
    text = "I am Harriet and I want a room\n😀 I am Rupert and I want a room"
    found = engine.analyze(text, language="en")
    places = sorted((each.start, each.end, each.entity_type) for each in found)
    assert places == [(5, 12, "PERSON"), (38, 44, "PERSON")]
    assert all(0 < each.score <= 1 for each in found)
    assert engine.analyze(text, language="en", entities=["PERSON"]) == found
    assert ours.analyze(text, ["LOCATION"]) == []


def test_labels_as_presidio_names_entities() -> None:
    assert [entity_of(each) for each in ("female name", "ID", "id-number", "?")] == [
        "FEMALE_NAME", "ID", "ID_NUMBER", "OTHER",
    ]  # fmt: skip
