"""What the learning page and its downloads say: each round with its cost and score, what chance
would have given, which model proposes, and what is known of it.

Called by `webapp.views.learning` and the API. The number of queries does not depend on the corpus
nor on the number of rounds.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from annotation.models import JobStatus, Project, QueryItem, TrainingRun, Turn
from annotation.services.runs import can_propose, latest_model
from learning.details import Counts, Difference, compare, most_mistaken, unpack

MODEL_KINDS = (TrainingRun.Kind.ROUND, TrainingRun.Kind.LARGE)
SHOWN_TURNS = 10
COLUMNS = ("id", "number", "kind", "finished_at", "turns", "tokens", "edits", "seconds", "f1")


@dataclass(frozen=True, slots=True)
class Point:
    """A score with its 95 % interval, and what the labels behind it cost; None where unknown.

    turns, tokens: read; edits: spans set right; seconds: of people, on `timed` of `readings`.
    """

    turns: int
    tokens: int
    edits: int | None
    seconds: float | None
    f1: float
    low: float | None
    high: float | None
    precision: float
    recall: float
    on: str  # "test" or "cross-validation"
    n: int  # turns measured

    @property
    def is_test(self) -> bool:
        return self.on == "test"


@dataclass(frozen=True, slots=True)
class Model:
    """A finished round: its model, its point on the curve, and what chance gives at that moment."""

    run: TrainingRun
    point: Point | None
    chance: Point | None
    proposes: bool

    @property
    def number(self) -> int:
        return self.run.number

    @property
    def is_large(self) -> bool:
        return self.run.kind == TrainingRun.Kind.LARGE

    @property
    def can_propose(self) -> bool:
        return bool(self.run.folder)

    @property
    def can_compare(self) -> bool:
        return "counts" in self.run.details


@dataclass(frozen=True, slots=True)
class HardTurn:
    """A turn on which the model fails or hesitates; `item` opens it, if anything was asked of its
    dialogue, and `is_asked` says whether that item is the turn itself."""

    turn: Turn
    item: int | None
    is_asked: bool

    @property
    def number(self) -> int:
        return self.turn.position + 1


@dataclass(frozen=True, slots=True)
class Audited:
    """What turns drawn by chance said of the models that drew them, before any learnt from them.

    turns, tokens: that it rests on, tokens of gold; f1 and its 95 % interval, None where they are
    too few to tell.
    """

    turns: int
    tokens: int
    missed: int
    items: int
    precision: float
    recall: float
    f1: float
    low: float | None
    high: float | None

    @property
    def is_enough(self) -> bool:
        return self.low is not None


@dataclass(frozen=True, slots=True)
class Compared:
    """Two models on the turns that both were measured on. `rows`: label -> difference."""

    left: Model
    right: Model
    whole: Difference
    rows: dict[str, Difference]
    turns: int


@dataclass(frozen=True, slots=True)
class Learning:
    """All that the page shows.

    models: finished rounds, oldest first; shown: the one whose details are on the page; current:
    the one that proposes; newest: the one that does unless somebody went back to another; pinned:
    whether somebody did; broken: the one gone back to, where its files are damaged.
    """

    models: list[Model]
    shown: Model | None
    current: Model | None
    newest: Model | None
    pinned: bool
    broken: Model | None = None
    chance: list[Point] = field(default_factory=list)

    @property
    def measured(self) -> list[Model]:
        return [model for model in self.models if model.point is not None]

    @property
    def last(self) -> Model | None:
        """The newest measured round: the end of the curve, beside which large models stand."""
        return next((each for each in reversed(self.measured) if not each.is_large), None)

    @property
    def comparable(self) -> list[Model]:
        return [model for model in self.models if model.can_compare]

    def by_id(self, pk: int | None) -> Model | None:
        """The model of a run, None for one that is not of this project or not done."""
        return next((model for model in self.models if model.run.pk == pk), None)


def read_learning(project: Project, shown: int | None = None) -> Learning:
    """The rounds of a project; `shown` names the run whose details are wanted (else the current).

    Two queries, and few more where a large model trains behind.
    """
    runs = list(
        project.runs.filter(kind__in=MODEL_KINDS, status=JobStatus.DONE).order_by("number", "pk")
    )
    newest = latest_model(project) if runs else None
    pinned = next((run for run in runs if run.folder and run.pk == project.model_id), None)
    current = pinned if pinned and can_propose(pinned) else newest
    models = [
        Model(run, _point(run), _chance(run), current is not None and run.pk == current.pk)
        for run in runs
    ]
    found = {model.run.pk: model for model in models}
    main = found.get(current.pk) if current else None
    return Learning(
        models=models,
        shown=(found.get(shown) if shown else None) or main,
        current=main,
        newest=found.get(newest.pk) if newest else None,
        pinned=pinned is not None,
        broken=found.get(pinned.pk) if pinned and not can_propose(pinned) else None,
        chance=[model.chance for model in models if model.chance],
    )


def compare_models(left: Model, right: Model) -> Compared | None:
    """Both on the same turns, by label; None where they share none or were measured otherwise."""
    if left.point is None or right.point is None or left.point.on != right.point.on:
        return None
    first, second = _counts(left.run), _counts(right.run)
    if first is None or second is None:
        return None
    rows = compare(first, second)
    whole = rows.pop("", None)
    if whole is None:
        return None
    shared = len(set(first.turns.tolist()) & set(second.turns.tolist()))
    return Compared(left, right, whole, rows, shared)


def read_hard_turns(project: Project, model: Model) -> tuple[list[HardTurn], list[HardTurn]]:
    """Unread turns of which the model is least sure a word, and measured ones that it gets most
    wrong; three queries."""
    details = model.run.details
    unsure = [int(pk) for pk in details.get("hardest", [])][:SHOWN_TURNS]
    counts = _counts(model.run)
    wrong = most_mistaken(counts, SHOWN_TURNS) if counts else []
    turns = Turn.objects.filter(dialogue__project=project, pk__in={*unsure, *wrong})
    found = {turn.pk: turn for turn in turns.select_related("dialogue")}
    own, near = _items(found.values())

    def listed(pks: Iterable[int]) -> list[HardTurn]:
        return [
            HardTurn(found[pk], own.get(pk) or near.get(found[pk].dialogue_id), is_asked=pk in own)
            for pk in pks
            if pk in found
        ]

    return listed(unsure), listed(wrong)


def _counts(run: TrainingRun) -> Counts | None:
    """What the model said and missed, turn by turn; None where it was not measured."""
    try:
        return unpack(run.details["counts"])
    except (KeyError, ValueError):
        return None


def _items(turns: Iterable[Turn]) -> tuple[dict[int, int], dict[int, int]]:
    """Items by turn, and one item of each dialogue: what opens a turn on the labelling page."""
    dialogues = {turn.dialogue_id for turn in turns}
    own: dict[int, int] = {}
    near: dict[int, int] = {}
    items = QueryItem.objects.filter(turn__dialogue__in=dialogues)
    for pk, turn, dialogue in items.values_list("pk", "turn_id", "turn__dialogue_id"):
        own[turn] = near[dialogue] = pk
    return own, near


def audit_of(run: TrainingRun) -> Audited | None:
    """None where no turn drawn by chance was settled, or an older version wrote no interval."""
    row = run.advice.get("audit") or {}
    if "f1_low" not in row:
        return None
    names = ("turns", "tokens", "missed", "items", "precision", "recall", "f1", "f1_low", "f1_high")
    return Audited(*(row[name] for name in names))


def list_runs(project: Project) -> list[dict[str, Any]]:
    """Every finished round as plain values, oldest first: what is downloaded. Holds no text."""
    return [_row(model) for model in read_learning(project).models]


def _row(model: Model) -> dict[str, Any]:
    run = model.run
    return {
        "id": run.pk,
        "number": run.number,
        "kind": run.kind,
        "finished_at": run.finished_at,
        "proposes": model.proposes,
        **_values(model.point or _nothing(run)),
        "f1": model.point.f1 if model.point else None,
        "chance": _values(model.chance) if model.chance else None,
        "audit": _audit(run),
        "labels": _labels(run.scores.get("per_label", {})),
    }


def _values(point: Point) -> dict[str, Any]:
    names = ("turns", "tokens", "edits", "seconds", "precision", "recall", "f1")
    rounded = {name: getattr(point, name) for name in names}
    return {
        **{k: round(v, 4) if isinstance(v, float) else v for k, v in rounded.items()},
        "f1_low": point.low,
        "f1_high": point.high,
        "measured_on": point.on,
        "measured_turns": point.n,
    }


def _audit(run: TrainingRun) -> dict[str, Any] | None:
    """The figures of the audit turns; None where they are too few."""
    audited = audit_of(run)
    if audited is None or not audited.is_enough:
        return None
    names = ("turns", "tokens", "items", "missed", "precision", "recall", "f1")
    row = {name: getattr(audited, name) for name in names}
    return row | {"f1_low": audited.low, "f1_high": audited.high}


def _labels(per_label: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, float]]:
    names = ("precision", "recall", "f1", "support")
    return {
        label: {name: round(float(row.get(name, 0)), 4) for name in names}
        for label, row in per_label.items()
    }


def _nothing(run: TrainingRun) -> Point:
    """A round that had nothing to learn from."""
    cost = run.details.get("cost", {})
    return Point(
        run.labelled_turns, run.labelled_tokens, cost.get("edits"), cost.get("seconds"),
        0.0, None, None, 0.0, 0.0, str(run.scores.get("on", "")), 0,
    )  # fmt: skip


def _point(run: TrainingRun) -> Point | None:
    if "f1" not in run.scores:
        return None
    cost = run.details.get("cost", {})
    return _make(run.scores, run.labelled_turns, run.labelled_tokens, cost)


def _chance(run: TrainingRun) -> Point | None:
    row = run.details.get("random")
    return _make(row, row["turns"], row["tokens"], row) if row else None


def _make(scores: Mapping[str, Any], turns: int, tokens: int, cost: Mapping[str, Any]) -> Point:
    return Point(
        turns=turns,
        tokens=tokens,
        edits=cost.get("edits"),
        seconds=cost.get("seconds") if cost.get("timed") else None,
        f1=scores["f1"],
        low=scores.get("f1_low"),
        high=scores.get("f1_high"),
        precision=scores.get("precision", 0.0),
        recall=scores.get("recall", 0.0),
        on=str(scores.get("on", "")),
        n=int(scores.get("n", 0)),
    )
