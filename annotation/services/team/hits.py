"""What people made of the models' proposals, model by model, and what seeing them does to readers.

Called by `agreement`. Three queries, whatever the corpus.
"""

from collections import defaultdict
from dataclasses import asdict, dataclass

from django.db.models import QuerySet

from annotation.convert import label_span
from annotation.models import LayerKind, Project, QueryItem, Reading, Span, TrainingRun
from annotation.services.runs.proposal_visibility import AUDIT
from learning.readings.acceptance import Hits, Offer, count_hits, match_people
from learning.types import Span as SpanValue
from learning.types import overlaps

ACCEPTED = Span.Status.ACCEPTED
SHOWN = QueryItem.Proposals.SHOWN
NOTHING = Offer((), ())


@dataclass(frozen=True, slots=True)
class ModelHits:
    """What became of the proposals of one model (by its number) where they were shown."""

    model: int
    hits: Hits


@dataclass(frozen=True, slots=True)
class Match:
    """Readings of one kind of turn, and how far the model's spans are those of the reader."""

    readings: int
    spans: int
    f1: float


@dataclass(frozen=True, slots=True)
class ModelFigures:
    """The models' agreement with people."""

    models: list[ModelHits]
    # Shown, hidden (to measure what proposals do to readers), early (no model was good enough yet).
    matches: dict[str, Match]

    @property
    def effect(self) -> float | None:
        """How much nearer to the model readers are who saw it, in F1; None without both kinds."""
        shown, hidden = self.matches.get("shown"), self.matches.get("hidden")
        if shown is None or hidden is None:
            return None
        return shown.f1 - hidden.f1

    def summary(self) -> dict[str, object]:
        return {
            "runs": [{"model": each.model, **asdict(each.hits)} for each in self.models],
            "matches": {name: asdict(match) for name, match in self.matches.items()},
            "effect": self.effect,
        }


def read_hits(project: Project) -> ModelFigures:
    """Every finished reading of an asked turn beside what a model proposed there."""
    by_model: dict[int, list[Offer]] = defaultdict(list)
    by_kind: dict[str, list[Offer]] = defaultdict(list)
    for model, kind, offer in _offers(project):
        by_kind[kind].append(offer)
        if kind == SHOWN:
            by_model[model].append(offer)
    return ModelFigures(
        [ModelHits(model, count_hits(by_model[model])) for model in sorted(by_model)],
        {
            kind: Match(len(by_kind[kind]), *_matched(by_kind[kind]))
            for kind in QueryItem.Proposals.values
            if kind in by_kind
        },
    )


def _matched(offers: list[Offer]) -> tuple[int, float]:
    figures = match_people(offers)["micro"]
    return figures["support"], figures["f1"]


def _offers(project: Project) -> list[tuple[int, str, Offer]]:
    """(model, kind of turn, offer) of each reading; turns that no model read are left out."""
    readings = Reading.objects.filter(
        status=Reading.Status.DONE,
        layer=LayerKind.READER,
        turn__query_item__batch__project=project,
    ).exclude(turn__query_item__reason=AUDIT)  # drawn by chance, so easier than those beside them
    models, proposals = _proposals(readings)
    labels, decided = _said(readings)
    offers = []
    for pk, turn, kind, run_kind, number in readings.values_list(
        "pk",
        "turn",
        "turn__query_item__proposals",
        "turn__query_item__batch__run__kind",
        "turn__query_item__batch__run__number",
    ):
        if turn not in models and run_kind != TrainingRun.Kind.ROUND:
            continue
        offer = NOTHING  # most turns: nothing proposed, nothing said
        if turn in proposals or pk in labels:
            offer = _offer(proposals.get(turn, {}), labels.get(pk, []), decided.get(pk, {}))
        offers.append((models.get(turn, number), kind, offer))
    return offers


def _proposals(
    readings: QuerySet[Reading],
) -> tuple[dict[int, int], dict[int, dict[int, SpanValue]]]:
    """By turn: the number of the model that read it, and its spans by id."""
    machine = Span.objects.filter(
        reading=None, run__isnull=False, turn__in=readings.values("turn")
    ).order_by("start", "end")
    models: dict[int, int] = {}
    proposals: dict[int, dict[int, SpanValue]] = {}
    for pk, turn, model, start, end, label in machine.values_list(
        "pk", "turn", "run__number", "start", "end", "label__name"
    ):
        models[turn] = model
        proposals.setdefault(turn, {})[pk] = label_span(start, end, label)
    return models, proposals


def _said(
    readings: QuerySet[Reading],
) -> tuple[dict[int, list[SpanValue]], dict[int, dict[int, str]]]:
    """By reading: its own spans, and what it says of proposals (by id)."""
    spans_by_reading: dict[int, list[SpanValue]] = {}
    decided: dict[int, dict[int, str]] = {}
    spans_there = Span.objects.filter(reading__in=readings).order_by("start", "end")
    for reading, start, end, label, status, origin in spans_there.values_list(
        "reading", "start", "end", "label__name", "status", "origin"
    ):
        if status == ACCEPTED:
            spans_by_reading.setdefault(reading, []).append(label_span(start, end, label))
        if origin is not None:
            decided.setdefault(reading, {})[origin] = status
    return spans_by_reading, decided


def _offer(proposals: dict[int, SpanValue], own: list[SpanValue], decided: dict[int, str]) -> Offer:
    """What a finished reading says of the proposals. Of one that was never asked about, because a
    label stood there already, the label speaks, as when somebody labels over it (`labelled`)."""
    accepted: set[int] = set()
    rejected: set[int] = set()
    for place, (pk, proposal) in enumerate(proposals.items()):
        if pk in decided:
            (accepted if decided[pk] == ACCEPTED else rejected).add(place)
        elif proposal in own:
            accepted.add(place)
        elif any(overlaps(span, proposal) for span in own):
            rejected.add(place)
    return Offer(tuple(proposals.values()), tuple(own), frozenset(accepted), frozenset(rejected))
