"""What finds named stretches of a text as a source: recognisers of Presidio, and GLiNER.

Both are asked by their public interface, and neither is installed with Antifaz.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from learning.errors import ExtraMissing, SourceMalformed, SourceRefused
from learning.source.alignment import all_read, told_of_spans
from learning.source.tagged import check_labels
from learning.tokens import tokenise
from learning.told import Told, checked
from learning.types import Card, Flags, Progress, Span, Utterance

CHUNK = 50  # turns between two reports
LEAST = 0.1  # score below which GLiNER is not asked to name anything
LONGEST = 384  # words after which it stops, where its folder does not say
_WORD = re.compile(r"\w+(?:[-_]\w+)*|\S")  # as GLiNER cuts a text


class Recogniser(Protocol):
    """The part of Presidio's `EntityRecognizer` that is asked."""

    name: str
    supported_entities: list[str]

    def analyze(self, text: str, entities: list[str], nlp_artifacts: Any) -> Any: ...


@dataclass(frozen=True)
class PresidioSource:
    """Recognisers, each asked for the entities that it knows; their best score counts."""

    recognisers: Sequence[Recogniser]
    version: str
    labels: tuple[str, ...]

    @property
    def card(self) -> Card:
        return {"kind": "presidio", "name": ", ".join(each.name for each in self.recognisers)}

    def tell(self, utterances: Sequence[Utterance], progress: Progress | None = None) -> Told:
        texts = [utterance.text for utterance in utterances]
        found: list[list[Span]] = []
        for text in texts:
            found.append([span for each in self.recognisers for span in self._found(each, text)])
            if progress and len(found) % CHUNK == 0:
                progress(len(found) / len(texts), "source")
        told = told_of_spans(texts, found, all_read(texts), self.labels)
        # A recogniser of forms knows its own words and nothing of others, as our rules.
        read = [chances > 0 for chances in told.sensitive]
        return checked(Told(told.sensitive, read, told.labels, told.shares), utterances)

    def _found(self, recogniser: Recogniser, text: str) -> list[Span]:
        wanted = [name for name in recogniser.supported_entities if name in self.labels]
        results = recogniser.analyze(text, wanted, None) or []
        try:
            return [
                Span(int(each.start), int(each.end), str(each.entity_type), float(each.score))
                for each in results
            ]
        except (AttributeError, TypeError, ValueError):
            raise SourceMalformed("A recogniser gave no start, end, kind and score.") from None


def open_presidio(
    names: Sequence[str], language: str, version: str, labels: Sequence[str] = ()
) -> PresidioSource:
    """Predefined recognisers by the names of their classes.

    Raises: ExtraMissing without presidio-analyzer; SourceRefused for a name that it has not.
    """
    try:
        import presidio_analyzer
        from presidio_analyzer import predefined_recognizers
    except ImportError:
        raise ExtraMissing(
            "Presidio is not installed here: pip install presidio-analyzer."
        ) from None
    recognisers = []
    for name in names:
        kind = getattr(predefined_recognizers, name, None)
        if not isinstance(kind, type) or not issubclass(kind, presidio_analyzer.EntityRecognizer):
            raise SourceRefused(f"Presidio has no recogniser {name}.")
        recognisers.append(kind(supported_language=language))
    return presidio_of(recognisers, version, labels)


def presidio_of(
    recognisers: Sequence[Recogniser], version: str, labels: Sequence[str] = ()
) -> PresidioSource:
    """A source of recogniser objects. Raises: SourceRefused."""
    if not recognisers:
        raise SourceRefused("No recogniser of Presidio was named.")
    known = sorted({name for each in recognisers for name in each.supported_entities})
    check_labels(labels, known)
    return PresidioSource(recognisers, version, tuple(labels) or tuple(known))


@dataclass(frozen=True)
class GlinerSource:
    """GLiNER, asked for the labels that it is given; `predict` answers dicts with "start", "end",
    "label", "score". It stops after `longest` words and does not say so: we do."""

    predict: Callable[[str, Sequence[str]], Sequence[dict[str, Any]]]
    labels: tuple[str, ...]
    version: str
    longest: int = LONGEST

    @property
    def card(self) -> Card:
        return {"kind": "gliner", "name": "GLiNER"}

    def tell(self, utterances: Sequence[Utterance], progress: Progress | None = None) -> Told:
        texts = [utterance.text for utterance in utterances]
        found = []
        for text in texts:
            found.append(_spans(self.predict(text, self.labels)))
            if progress and len(found) % CHUNK == 0:
                progress(len(found) / len(texts), "source")
        read = [self._read(text) for text in texts]
        return checked(told_of_spans(texts, found, read, self.labels), utterances)

    def _read(self, text: str) -> Flags:
        ends = [match.end() for match in _WORD.finditer(text)]
        last = ends[self.longest - 1] if len(ends) > self.longest else len(text)
        return np.asarray([token.end <= last for token in tokenise(text)], np.bool_)


def _spans(found: Sequence[dict[str, Any]]) -> list[Span]:
    try:
        return [
            Span(int(each["start"]), int(each["end"]), str(each["label"]), float(each["score"]))
            for each in found
        ]
    except (KeyError, TypeError, ValueError):
        raise SourceMalformed("GLiNER gave no start, end, label and score.") from None


def check_gliner(folder: Path) -> None:
    """What can be seen without opening it. Raises: SourceRefused."""
    if not (folder / "gliner_config.json").is_file():
        raise SourceRefused("These weights are of another architecture, not GLiNER's.")


def open_gliner(folder: Path, version: str, labels: Sequence[str]) -> GlinerSource:
    """Raises: ExtraMissing without the package; SourceRefused for another folder or no labels."""
    check_gliner(folder)
    if not labels:
        raise SourceRefused("GLiNER finds what it is asked for: name the labels.")
    try:
        import gliner
    except ImportError:
        raise ExtraMissing("GLiNER is not installed here: pip install gliner.") from None
    try:
        model = gliner.GLiNER.from_pretrained(str(folder), local_files_only=True)
    except (OSError, ValueError, KeyError, RuntimeError):
        raise SourceRefused("The weights of the source cannot be opened.") from None

    def predict(text: str, names: Sequence[str]) -> Sequence[dict[str, Any]]:
        answer: Sequence[dict[str, Any]] = model.predict_entities(
            text, list(names), threshold=LEAST
        )
        return answer

    return GlinerSource(
        predict, tuple(labels), version, int(getattr(model.config, "max_len", LONGEST))
    )
