"""INCEpTION's external recommender: `POST /predict` and `POST /train`, as its developer guide has
them (*External recommender*).

`antifaz guest inception` starts it. A model a project, layer, feature and annotator; until one is
trained, the model that the server was started with answers. A turn of ours is a sentence where the
layer keeps to sentences, else a line.
"""

import hashlib
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from annotation.formats.corpora.documents.annotations import SENTENCE
from antifaz.guests.cas import TOKEN, Cas, Json, Layer, Xmi, declared_features
from antifaz.guests.door import Answer, Body, Door, Lock, listed, mapping, number, text
from antifaz.guests.finding import Text
from antifaz.guests.models import Models
from antifaz.values import Refused, Span

ANCHORS = ("characters", "singleToken", "tokens", "sentences")


def application(models: Models, lock: Lock, *, lang: str = "es") -> Door:
    """The WSGI application."""

    def predict(body: Body) -> Answer:
        asked = _Asked(body)
        document = mapping(body.get("document"), "document")
        read = opened(document)
        (found,) = models.find(asked.name(document), [asked.text(read.cas, lang)])
        return 200, {"document": read.answer(asked.layer, anchored(read.cas, found, asked.anchor))}

    def train(body: Body) -> Answer:
        asked = _Asked(body)
        documents = [
            mapping(each, "a document") for each in listed(body.get("documents"), "documents")
        ]
        if not documents:
            raise Refused("there is no document to learn from", code="nothing_to_do")
        read = [asked.labelled(opened(each).cas, lang) for each in documents]
        dialogues = [each.dialogue(str(n)) for n, each in enumerate(read, 1) if each is not None]
        if not dialogues:
            raise Refused("no document has a label of this layer", code="nothing_labelled")
        models.learn(asked.name(documents[0]), lambda: dialogues)
        return 204, None

    return Door(
        {
            ("GET", "/health"): lambda _body: (200, {"status": "UP"}),
            ("POST", "/predict"): predict,
            ("POST", "/train"): train,
        },
        lock,
    )


class _Asked:
    """What a request says beside its documents. Raises Refused, FormatError."""

    def __init__(self, body: Body) -> None:
        said = mapping(body.get("metadata"), "metadata")
        self._project = number(said.get("projectId"), "projectId")
        self.anchor = said.get("anchoringMode", "characters")
        if self.anchor not in ANCHORS:
            raise Refused("no such anchoringMode; expected " + ", ".join(ANCHORS), code="anchor")
        self._cross = said.get("crossSentence", False)
        if not isinstance(self._cross, bool):
            raise Refused("crossSentence must be true or false", code="wrong_type", status=400)
        layer, feature = text(said.get("layer"), "layer"), text(said.get("feature"), "feature")
        system = body.get("typeSystem")
        declared = declared_features(text(system, "typeSystem"), layer) if system else None
        self.layer = Layer(layer, feature, declared)

    def name(self, document: dict[str, Any]) -> str:
        """Of the model's folder; names of people are not in it."""
        of = (self.layer.name, self.layer.feature, str(document.get("userId", "")))
        return f"inception-{self._project}-{hashlib.sha256(repr(of).encode()).hexdigest()[:16]}"

    def text(self, cas: Cas, lang: str) -> Text:
        bounds = None if self._cross else cas.bounds(SENTENCE)
        return Text(cas.text, lang=cas.lang or lang, bounds=bounds or None)

    def labelled(self, cas: Cas, lang: str) -> Text | None:
        """As far as the turn of the last label: people read from the top, and what is behind may be
        unread. None where there is no label."""
        spans = cas.spans(self.layer)
        if not spans:
            return None
        whole = self.text(cas, lang)
        last = max(span.end for span in spans)
        bounds = [each for each in whole.turns() if each[0] < last]
        return replace(whole, spans=tuple(spans), bounds=bounds)


def opened(document: dict[str, Any]) -> Xmi | Json:
    """The CAS of a document: `xmi`, as INCEpTION sends it, or `json`, a string or an object."""
    if (said := document.get("json")) is not None:
        return Json(said if isinstance(said, str) else mapping(said, "json"))
    return Xmi(text(document.get("xmi"), "xmi"))


def anchored(cas: Cas, spans: Sequence[Span], anchor: str) -> list[Span]:
    """The spans at bounds where the layer can have them: INCEpTION drops what it cannot place."""
    if anchor == "characters":
        return list(spans)
    units = cas.bounds(SENTENCE if anchor == "sentences" else TOKEN)
    if not units:
        return list(spans)
    kept: dict[tuple[int, int], Span] = {}
    for span in spans:
        touched = list(_touched(units, span))
        if not touched:
            continue
        pieces = touched if anchor == "singleToken" else [(touched[0][0], touched[-1][1])]
        for start, end in pieces:
            best = kept.get((start, end))
            if best is None or (best.confidence or 0) < (span.confidence or 0):
                kept[start, end] = replace(span, start=start, end=end)
    return list(kept.values())


def _touched(units: Sequence[tuple[int, int]], span: Span) -> Iterator[tuple[int, int]]:
    first = max(bisect_left(units, (span.start, 0)) - 1, 0)
    for start, end in units[first:]:
        if start >= span.end:
            return
        if end > span.start:
            yield start, end
