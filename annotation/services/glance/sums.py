"""Sums over all turns of a project, on which a release, its evidence and their stamps rest.

`Live` goes through turns, readings and spans. `Counted` adds up what `following` keeps of each
dialogue, for pages of a whole corpus. Both answer the same.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from functools import cached_property
from typing import Any

from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from annotation.models import Dialogue, LayerKind, Project, Reading, Span
from annotation.services.revision.coverage import Rows, readers_by_dialogue

DONE, OPEN = Reading.Status.DONE, Reading.Status.OPEN
Values = tuple[Any, ...]

IS_GOLD = Q(is_gold=True)
LABELS = {"n": Count("pk"), "last": Max("pk")}
READINGS = {
    "n": Count("pk"),
    "last": Max("pk"),
    "done_at": Max("done_at"),
    "gold": Count("pk", filter=IS_GOLD),
    "which": Sum("pk", filter=IS_GOLD),
}
SETTLED = {
    "n": Count("pk"),
    "ids": Sum("pk"),
    "ends": Sum("end"),
    "versions": Sum("reading__version"),
    "labels": Sum("label"),
}
SINGLES = {
    "turns": Count("pk"),
    "all": Coalesce(Sum("items"), 0),
    "holding": Count("pk", filter=Q(items__gt=0)),
    "squares": Coalesce(Sum(F("items") * F("items")), 0),
}
LATEST = ("last", "done_at")  # of these the greatest counts; all else is added
COUNTS = ("n", "gold", *SINGLES)  # 0 where there is nothing; all else is None


def of_project(project: Project) -> Q:
    """What belongs to a turn of a project."""
    return Q(turn__dialogue__project=project)


def _labels(within: Q) -> QuerySet[Span]:
    """Spans but for those of who has begun and not finished."""
    return Span.objects.filter(within).exclude(reading__status=OPEN).order_by()


def _readings(within: Q) -> QuerySet[Reading]:
    return Reading.objects.filter(within).exclude(status=OPEN).order_by()


def settled_spans(within: Q) -> QuerySet[Span]:
    """What turns hold by the word that counts."""
    accepted = {"reading__is_gold": True, "status": Span.Status.ACCEPTED}
    return Span.objects.filter(within, **accepted).order_by()


def _several() -> Exists:
    """Whether several people have read the turn of a reading to the end."""
    done = Reading.objects.filter(turn=OuterRef("turn"), layer=LayerKind.READER, status=DONE)
    return Exists(done.order_by().values("turn").annotate(n=Count("pk")).filter(n__gt=1))


def gold_in_pool(within: Q) -> QuerySet[Reading]:
    """The words that count, but of turns kept to measure or set aside."""
    return Reading.objects.filter(
        within, turn__dialogue__split=Dialogue.Split.POOL, is_gold=True
    ).order_by()


def _singles(within: Q, which: Q | Exists) -> QuerySet[Any]:
    """Those of them that `which` names, of turns with text, each with its number of `items`."""
    items = Count("spans", filter=Q(spans__status=Span.Status.ACCEPTED))
    rows = gold_in_pool(within).exclude(turn__text="").filter(which)
    return rows.annotate(items=items).values("pk", "items", "turn__dialogue")


def _twice(within: Q) -> Mapping[int, int]:
    """Dialogue -> settled turns that two people have read, or that somebody decided."""
    decided = Reading.objects.filter(turn=OuterRef("turn"), status=DONE, layer=LayerKind.GOLD)
    gold = Reading.objects.filter(within, is_gold=True).filter(Exists(decided) | _several())
    return dict(gold.order_by().values_list("turn__dialogue").annotate(n=Count("pk")))


def _plain(values: Iterable[Any]) -> Values:
    """PostgreSQL adds whole numbers up to a Decimal."""
    return tuple(int(each) if isinstance(each, Decimal) else each for each in values)


@dataclass
class Live:
    """Of a project as it is at the moment at which each is first asked; a query each."""

    project: Project

    @property
    def _within(self) -> Q:
        return of_project(self.project)

    @cached_property
    def readers(self) -> Rows:
        return readers_by_dialogue(self.project)

    @cached_property
    def labels(self) -> Values:
        """Number of labels and proposals, and the newest."""
        return _plain(_labels(self._within).aggregate(**LABELS).values())

    @cached_property
    def readings(self) -> Values:
        """Number of readings, the newest, when the last was finished; those that count, and which
        these are."""
        return _plain(_readings(self._within).aggregate(**READINGS).values())

    @cached_property
    def settled(self) -> Values:
        """What tells the settled labels of now from those of another time."""
        return _plain(settled_spans(self._within).aggregate(**SETTLED).values())

    @cached_property
    def twice(self) -> Mapping[int, int]:
        return _twice(self._within)

    @cached_property
    def singles(self) -> Values:
        """Of turns that rest on one person's word, or were drawn to be read again: how many there
        are, their items, how many hold one, and the sum of the squares."""
        drawn = Q(turn__audit_turn__isnull=False)
        rows = _singles(self._within, ~_several() | drawn).values("pk", "items")
        return _plain(rows.aggregate(**SINGLES).values())


@dataclass
class Counted:
    """The same, of what is kept of each dialogue: its id, split and `sums_of`."""

    project: Project
    rows: Sequence[tuple[int, str, Mapping[str, Any]]]

    @cached_property
    def readers(self) -> Rows:
        return [
            (pk, split, who, n)
            for pk, split, kept in self.rows
            for who, n in kept["read_by"].items()
        ]

    @cached_property
    def labels(self) -> Values:
        return self._added("labels", LABELS)

    @cached_property
    def readings(self) -> Values:
        return self._added("readings", READINGS)

    @cached_property
    def settled(self) -> Values:
        return self._added("settled", SETTLED)

    @cached_property
    def twice(self) -> Mapping[int, int]:
        return {pk: kept["twice"] for pk, _split, kept in self.rows if kept["twice"]}

    @cached_property
    def singles(self) -> Values:
        """Who draws a turn touches nothing in its dialogue: those read again since are asked."""
        drawn = Q(turn__audit_turn__draw__project=self.project)
        again = _singles(drawn, _several()).values("pk", "items").aggregate(**SINGLES)
        kept = self._added("singles", SINGLES)
        return tuple(a + b for a, b in zip(_plain(again.values()), kept, strict=True))

    def _added(self, kind: str, names: Iterable[str]) -> Values:
        rows = [kept[kind] for *_row, kept in self.rows if kind in kept]
        return tuple(
            _total(name, [row[at] for row in rows if row[at] is not None])
            for at, name in enumerate(names)
        )


def _total(name: str, column: Sequence[Any]) -> Any:
    if not column:
        return 0 if name in COUNTS else None
    if name not in LATEST:
        return sum(column)
    return datetime.fromisoformat(max(column)) if name == "done_at" else max(column)


Sums = Live | Counted


def sums_of(read_by: Mapping[int, Mapping[str, int]]) -> dict[int, dict[str, Any]]:
    """What is kept of each of a few dialogues, of which is known by whom turns are read, for a
    column of JSON; five queries."""
    within = Q(turn__dialogue__in=list(read_by))
    found: dict[int, dict[str, Any]] = {
        pk: {"read_by": dict(who), "twice": 0} for pk, who in read_by.items()
    }
    for name, rows, how in (
        ("labels", _labels(within), LABELS),
        ("readings", _readings(within), READINGS),
        ("settled", settled_spans(within), SETTLED),
    ):
        grouped = rows.values("turn__dialogue").annotate(
            **{f"sum_{key}": each for key, each in how.items()}
        )
        for pk, *values in grouped.values_list("turn__dialogue", *(f"sum_{key}" for key in how)):
            found[pk][name] = [
                each.isoformat() if isinstance(each, datetime) else each for each in _plain(values)
            ]
    for pk, n in _twice(within).items():
        found[pk]["twice"] = n
    items: defaultdict[int, list[int]] = defaultdict(list)
    for row in _singles(within, ~Q(_several())):
        items[row["turn__dialogue"]].append(row["items"])
    for pk, counts in items.items():
        squares = sum(n * n for n in counts)
        found[pk]["singles"] = [len(counts), sum(counts), sum(n > 0 for n in counts), squares]
    return found
