"""Presidio: our learner as a recogniser of its analyser, our surrogates as an operator of its
anonymiser.

Imported by who has presidio-analyzer and presidio-anonymizer (`pip install 'antifaz[presidio]'`).
Presidio hands an operator one entity at a time, without what stands around it; surrogates that
cohere need all of them. So `operators` is asked once for each call, with the whole text.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any

from presidio_analyzer import AnalysisExplanation, LocalRecognizer, RecognizerResult
from presidio_anonymizer import AnonymizerEngine
from presidio_anonymizer.entities import InvalidParamError, OperatorConfig
from presidio_anonymizer.operators import Operator, OperatorType

from antifaz.guests.finding import Text, found
from antifaz.replacing import pseudonymise
from antifaz.values import Dialogue, Refused, Span, Turn, need

__all__ = ["AntifazOperator", "AntifazRecognizer", "operators"]

NAME = "antifaz"
PLAN = "plan"
# Presidio's entities whose names our strategies do not know; others are known by theirs.
LABELS = {"ES_NIF": "dni", "ES_NIE": "nie", "ES_PASSPORT": "passport", "ORGANIZATION": "org"}


class AntifazRecognizer(LocalRecognizer):
    """Finds what a model of ours was taught.

    model: its folder. entities: what Presidio is to call the model's labels; by default in
    capitals, with underscores ("female name" is FEMALE_NAME). lang: ISO 639-1. threshold: as of
    `antifaz.tag`. Raises, when it is made, what `antifaz.tag` does.
    """

    def __init__(
        self,
        model: str | PathLike[str],
        *,
        lang: str = "es",
        entities: Mapping[str, str] | None = None,
        threshold: float | None = None,
        **more: Any,
    ) -> None:
        need("AntifazRecognizer")
        from learning.large.kinds import open_tagger

        self._model = str(model)
        self._threshold = threshold
        list(found([Text("ok")], self._model))  # tried once, then kept open
        labels = open_tagger(Path(model)).labels
        self._entities = {each: entity_of(each) for each in labels} | dict(entities or {})
        super().__init__(
            supported_entities=sorted(set(self._entities.values())),
            supported_language=lang,
            **more,
        )

    def load(self) -> None:
        """Nothing: the model is opened when the recogniser is made."""

    def analyze(
        self, text: str, entities: Sequence[str] | None = None, nlp_artifacts: object = None
    ) -> list[RecognizerResult]:
        """What the model finds, each line of the text being a turn."""
        wanted = set(entities or self.supported_entities)
        (spans,) = found(
            [Text(text, lang=self.supported_language)], self._model, threshold=self._threshold
        )
        return [
            self._result(span)
            for span in spans
            if self._entities.get(span.label, entity_of(span.label)) in wanted
        ]

    def _result(self, span: Span) -> RecognizerResult:
        score = 1.0 if span.confidence is None else span.confidence
        told = AnalysisExplanation(
            recognizer=self.name, original_score=score, textual_explanation="a trained model"
        )
        known = {
            RecognizerResult.RECOGNIZER_NAME_KEY: self.name,
            RecognizerResult.RECOGNIZER_IDENTIFIER_KEY: self.id,
        }
        entity = self._entities.get(span.label, entity_of(span.label))
        return RecognizerResult(entity, span.start, span.end, score, told, known)


def entity_of(label: str) -> str:
    """A label as Presidio names entities."""
    return re.sub(r"\W+", "_", label).strip("_").upper() or "OTHER"


@dataclass(slots=True)
class Plan:
    """The surrogates of one text, by entity and original; those of one original in the order in
    which Presidio asks, from the end of the text."""

    surrogates: dict[tuple[str, str], list[str]] = field(default_factory=dict, repr=False)
    asked: dict[tuple[str, str], int] = field(default_factory=dict, repr=False)

    def surrogate(self, entity: str, text: str) -> str:
        known = self.surrogates.get((entity, text))
        if not known:
            raise InvalidParamError("this entity is not of the text that `operators` was given")
        count = self.asked.get((entity, text), 0)
        self.asked[entity, text] = count + 1
        return known[count % len(known)]


class AntifazOperator(Operator):
    """Replaces an entity by the surrogate that `operators` has planned for it."""

    def operate(self, text: str, params: dict[str, Any] | None = None) -> str:
        self.validate(params)
        assert params is not None
        plan: Plan = params[PLAN]
        return plan.surrogate(str(params.get("entity_type", "")), text)

    def validate(self, params: dict[str, Any] | None = None) -> None:
        if not isinstance((params or {}).get(PLAN), Plan):
            raise InvalidParamError(
                "the operator needs what antifaz.guests.presidio.operators made"
            )

    def operator_name(self) -> str:
        return NAME

    def operator_type(self) -> OperatorType:
        return OperatorType.Anonymize


def operators(
    engine: AnonymizerEngine,
    text: str,
    results: Sequence[Any],
    *,
    key: bytes,
    lang: str = "es",
    strategy: str = "entity",
    labels: Mapping[str, str] | None = None,
    **options: Any,
) -> dict[str, OperatorConfig]:
    """What `engine.anonymize(text, results, operators=..., **options)` is to be given.

    key, strategy: as of `antifaz.pseudonymise`. labels: what our strategies are to take entities
    for, such as {"CUSTOMER": "person"}. The engine knows the operator afterwards.

    Raises: HeldBack where an original would be readable in the replaced text, Refused.
    """
    engine.add_anonymizer(AntifazOperator)
    keep = {"DEFAULT": OperatorConfig("keep")}
    # Presidio drops and joins results before it asks an operator: what is left of them it says.
    kept = engine.anonymize(text=text, analyzer_results=list(results), operators=keep, **options)
    items = sorted(kept.items, key=lambda item: item.start)
    names = LABELS | dict(labels or {})
    spans = tuple(Span(i.start, i.end, names.get(i.entity_type, i.entity_type)) for i in items)
    said = Dialogue("text", lang, (Turn("", text, spans),))
    done = pseudonymise(said, key=key, strategy=strategy, spans=True).dialogue.turns[0]
    if len(done.spans) != len(items):
        raise Refused("the surrogates do not match the entities", code="surrogates")
    plan = Plan()
    for item, span in zip(reversed(items), reversed(done.spans), strict=True):
        original = text[item.start : item.end]
        surrogate = done.text[span.start : span.end]
        plan.surrogates.setdefault((item.entity_type, original), []).append(surrogate)
    return {"DEFAULT": OperatorConfig(NAME, {PLAN: plan})}
