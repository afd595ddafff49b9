"""How far a project's readers agree with each other and with what was agreed, at any label level.

Called by the team page, the API and `manage.py agreement`. Five queries, whatever the corpus.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Count, QuerySet
from django.utils.translation import gettext as _

from annotation.convert import labels_by_owner
from annotation.models import LayerKind, Member, Project, Reading, Span, Turn, User
from annotation.refusals import Refused
from annotation.schemes import LabelValue, at_level, depth
from annotation.services.storage.snapshots import one_snapshot
from annotation.services.team.hits import ModelFigures, read_hits
from learning.readings.agreement import Agreement, Compared, SharedTurn, measure_agreement, roll_up
from learning.readings.disagreements import Disagreement, confusions, gather
from learning.types import Span as SpanValue

__all__ = ["Compared"]  # what `Report` is made of, for the pages that draw it
ANY = "any"  # the level at which every label is the same: where readers labelled, not what
DONE, READER = Reading.Status.DONE, LayerKind.READER


class UnknownLevel(Refused):
    code = "unknown_level"


class UnknownReader(Refused):
    code = "unknown_reader"


@dataclass(frozen=True, slots=True)
class Place:
    dialogue: int
    name: str
    number: int
    text: str
    extra: Mapping[str, object]  # what it holds beside its text (see `standoff`)


@dataclass(frozen=True, slots=True)
class OneDialogue:
    """How far readers agree on the turns of one dialogue that several of them read."""

    pk: int
    name: str
    turns: int
    tokens: int
    alpha: float
    f1: float
    differences: int
    unsettled: int  # turns on which nothing is agreed yet


@dataclass(frozen=True, slots=True)
class Report:
    """Agreement at one level, of all readers or of those that were chosen."""

    level: str
    levels: list[str]
    readers: dict[str, int]  # names and ids of all who finished a turn that can be compared
    chosen: list[str]  # whose readings are compared
    dialogues: list[OneDialogue]  # where they agree least first
    measured: Agreement
    open_turns: frozenset[int]  # nothing is agreed there yet: no reader can be judged by them
    kinds: dict[str, int]  # disagreements of two readers, counted
    confused: list[tuple[tuple[str, str], int]]  # labels that stood against each other, most first
    places: dict[int, Place]
    model: ModelFigures

    @property
    def unsettled(self) -> int:
        return len(self.open_turns)

    def hiding(self, asked: int) -> int:
        """How many turns keep names from the labels that people gave: a label that one person alone
        gave would name her beside an open difference. `asked`: turns of a batch that differ."""
        return max(asked, self.unsettled)

    def differences(self, kind: str = "") -> list[list[Disagreement]]:
        """The disagreements (of one kind), those about the same stretch together."""
        return gather(each for each in self.measured.disagreements if kind in ("", each.kind))


@one_snapshot()
def read_agreement(project: Project, level: str = "", *, readers: Collection[int] = ()) -> Report:
    """Everything at a level: "any" (the position alone), "0" (the top groups) and so on down; "" is
    as labelled. `readers`: ids of those who are compared; without any, everybody.

    Raises: UnknownLevel, UnknownReader.
    """
    labels = _label_values(project)
    levels = [ANY, *map(str, range(depth(labels)))]
    level = level or levels[-1]
    if level not in levels:
        raise UnknownLevel(f"no level {level!r}; expected one of {', '.join(levels)}")
    places = _places(project)
    everything = _shared_turns(project, places)
    there = dict(sorted(everything.readers.items()))
    if set(readers) - set(there.values()):
        raise UnknownReader(_("Somebody who was chosen finished no turn that can be compared."))
    chosen = [name for name, pk in there.items() if not readers or pk in readers]
    turns = everything.of(chosen)
    renamed = roll_up(turns, _names_at(labels, level))
    measured = measure_agreement(renamed)
    kinds = Counter(each.kind for each in measured.disagreements)
    confused = confusions(measured.disagreements)
    return Report(
        level=level,
        levels=levels,
        readers=there,
        chosen=chosen,
        dialogues=_by_dialogue(renamed, places),
        measured=measured,
        open_turns=frozenset(turn.turn for turn in turns if turn.gold is None),
        kinds={kind: kinds[kind] for kind in ("missing", "bounds", "label")},
        confused=sorted(confused.items(), key=lambda row: (-row[1], row[0])),
        places=places,
        model=read_hits(project),
    )


@one_snapshot()
def shared_turns(project: Project) -> list[SharedTurn]:
    """The turns that several layers have, with every reader's spans and the agreed ones."""
    return _shared_turns(project, _places(project)).turns


def readers_named(project: Project, names: Collection[str]) -> list[int]:
    """Ids of the project's people by their names. Raises: UnknownReader."""
    found = dict(Member.everything.filter(project=project).values_list("user__username", "user"))
    if unknown := sorted(set(names) - set(found)):
        raise UnknownReader(f"nobody here is called {unknown[0]}")
    return [found[name] for name in names]


@one_snapshot()
def read_own_figures(project: Project, user: User) -> Compared | None:
    """One person judged by what was agreed on her turns; None before anything was."""
    turns = _shared_turns(project, _places(project)).of([user.get_username()])
    return measure_agreement(turns).gold.get(user.get_username())


def verdicts(project: Project, figures: Mapping[str, Compared]) -> Mapping[str, Compared]:
    """Each reader by what was agreed, where that says something: until a curator has decided a
    turn, all that is agreed is what all readers said, and everybody is right."""
    if all(row.kappa == row.f1 == 1 for row in figures.values()):
        decided = Reading.objects.filter(layer=LayerKind.GOLD, status=Reading.Status.DONE)
        if not decided.filter(turn__dialogue__project=project).exists():
            return {}
    return figures


def summarise(report: Report) -> dict[str, Any]:
    """The figures as plain values, for programs; no text."""
    measured = report.measured
    return {
        "level": report.level,
        "levels": report.levels,
        "readers": report.chosen,
        "turns": measured.turns,
        "tokens": measured.tokens,
        "unsettled": report.unsettled,
        "alpha": measured.alpha,
        "f1": measured.spans["micro"]["f1"],
        "labels": {
            name: {"f1": row["f1"], "alpha": measured.label_alpha.get(name, 1.0)}
            for name, row in measured.spans["per_label"].items()
        },
        "pairs": [
            {
                "readers": [pair.left, pair.right],
                "turns": pair.turns,
                "tokens": pair.tokens,
                "kappa": pair.kappa,
                "f1": pair.f1,
                "labels": {
                    name: {"f1": row["f1"], "kappa": pair.label_kappa.get(name, 1.0)}
                    for name, row in pair.spans["per_label"].items()
                },
            }
            for pair in measured.pairs
        ],
        "people": {name: judged(row) for name, row in measured.gold.items()},
        "disagreements": report.kinds,
        "confusions": [{"labels": list(pair), "n": n} for pair, n in report.confused],
        "dialogues": [
            {
                "dialogue": each.name,
                "turns": each.turns,
                "tokens": each.tokens,
                "alpha": each.alpha,
                "f1": each.f1,
                "differences": each.differences,
                "unsettled": each.unsettled,
            }
            for each in report.dialogues
        ],
        "model": report.model.summary(),
    }


def judged(row: Compared) -> dict[str, Any]:
    return {
        "turns": row.turns,
        "kappa": row.kappa,
        **{name: row.spans["micro"][name] for name in ("precision", "recall", "f1", "support")},
        "labels": row.spans["per_label"],
    }


def list_disagreements(report: Report) -> list[dict[str, object]]:
    """Where readers differ: dialogue, turn (from 0, as in files), bounds and labels; no text."""

    def rows(spans: tuple[SpanValue, ...]) -> list[dict[str, object]]:
        return [{"start": s.start, "end": s.end, "label": s.label} for s in spans]

    return [
        {
            "dialogue": report.places[each.turn].name,
            "turn": report.places[each.turn].number - 1,
            "kind": each.kind,
            "readers": [each.left, each.right],
            "spans": [rows(each.left_spans), rows(each.right_spans)],
        }
        for each in report.measured.disagreements
    ]


def _label_values(project: Project) -> list[LabelValue]:
    rows = project.labels.values_list("name", "key", "family", "parent__name")
    return [LabelValue(name, key, family, "", above or "") for name, key, family, above in rows]


def _names_at(labels: list[LabelValue], level: str) -> Mapping[str, str]:
    if level == ANY:
        return dict.fromkeys((label.name for label in labels), ANY)
    return at_level(labels, int(level))


def _comparable(project: Project) -> QuerySet[Any, Any]:
    """Ids of turns with two finished layers or more: several readers, or one and an adjudication.

    A single reader whose word counts as gold is not compared with herself.
    """
    done = Reading.objects.filter(status=DONE, turn__dialogue__project=project)
    return done.values("turn").annotate(n=Count("pk")).filter(n__gt=1).values("turn")


def _places(project: Project) -> dict[int, Place]:
    """The turns that can be compared, in the order of the corpus."""
    turns = Turn.objects.filter(pk__in=_comparable(project)).order_by(
        "dialogue__position", "dialogue_id", "position"
    )
    rows = turns.values_list(
        "pk", "dialogue_id", "dialogue__external_id", "position", "text", "extra"
    )
    return {
        pk: Place(dialogue, name, at + 1, text, extra)
        for pk, dialogue, name, at, text, extra in rows
    }


def _by_dialogue(turns: Iterable[SharedTurn], places: Mapping[int, Place]) -> list[OneDialogue]:
    """The same figures for each dialogue of which several read a turn, the least agreed first."""
    by_dialogue: dict[int, list[SharedTurn]] = {}
    for turn in turns:
        if len(turn.readings) > 1:
            by_dialogue.setdefault(places[turn.turn].dialogue, []).append(turn)
    rows = []
    for pk, shared in by_dialogue.items():
        measured = measure_agreement(shared)
        rows.append(
            OneDialogue(
                pk,
                places[shared[0].turn].name,
                measured.turns,
                measured.tokens,
                measured.alpha,
                float(measured.spans["micro"]["f1"]),
                len(measured.disagreements),
                sum(turn.gold is None for turn in shared),
            )
        )
    return sorted(rows, key=lambda row: (row.alpha, row.f1, row.name))


@dataclass(frozen=True, slots=True)
class _Shared:
    """The turns that can be compared, with the readings of all, and who those are."""

    turns: list[SharedTurn]
    readers: dict[str, int]  # name -> id

    def of(self, names: Collection[str]) -> list[SharedTurn]:
        """Those that one of these people read, with their readings alone."""
        kept = [
            replace(turn, readings={k: v for k, v in turn.readings.items() if k in names})
            for turn in self.turns
        ]
        return [turn for turn in kept if turn.readings]


def _shared_turns(project: Project, places: Mapping[int, Place]) -> _Shared:
    """The turns with every reader's spans and the agreed ones; two queries."""
    readings = Reading.objects.filter(status=DONE, turn__in=_comparable(project))
    accepted = Span.objects.filter(status=Span.Status.ACCEPTED, reading__in=readings)
    spans = labels_by_owner(
        accepted.order_by("start", "end").values_list("reading", "start", "end", "label__name")
    )
    spans_by_turn: dict[int, dict[str, tuple[SpanValue, ...]]] = {pk: {} for pk in places}
    gold: dict[int, tuple[SpanValue, ...]] = {}
    readers: dict[str, int] = {}
    for pk, turn, person, reader, layer, is_gold in readings.values_list(
        "pk", "turn", "reader", "reader__username", "layer", "is_gold"
    ):
        if turn not in spans_by_turn:  # finished since the turns were read
            continue
        turn_spans = tuple(spans.get(pk, ()))
        if is_gold:
            gold[turn] = turn_spans
        if layer == READER:
            readers[reader] = person
            spans_by_turn[turn][reader] = turn_spans
    shared = [
        SharedTurn(pk, place.text, spans_by_turn[pk], gold.get(pk)) for pk, place in places.items()
    ]
    return _Shared(shared, readers)
