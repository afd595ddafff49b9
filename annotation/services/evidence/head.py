"""What the release page says first: one sentence, one picture of 100 items, and one small table.

Called by its view. Figures are those of the newest measurement of recall; where there is none the
sentence says that nobody knows.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.evidence.recall.file import MODEL, ONE, TWO
from annotation.models import Export, JobStatus, Measurement, Project
from annotation.services.evidence.measurements import active, is_stale, newest
from annotation.services.figures import grouped
from annotation.services.release.now import Now
from annotation.services.release.recall import as_of_now
from annotation.services.release.recall_words import reason_of
from annotation.services.revision.coverage import Coverage

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Count:
    """An expected number with its range, in words; "" where it is not known."""

    expected: str = ""
    low: str = ""
    high: str = ""
    is_part: bool = False  # of the rest nothing is known: it is a lower bound

    @property
    def is_sure(self) -> bool:
        """Whether the range says no more than the number."""
        return self.low == self.high


@dataclass(frozen=True, slots=True)
class HeadRow:
    """Dialogues by who has read them."""

    title: str
    dialogues: int
    items: int
    left: Count
    holding: Count
    is_sum: bool = False


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence whose figure counts more than its words."""

    text: str  # with %(n)s where the figure stands
    values: Mapping[str, str]

    def __str__(self) -> str:
        return self.text % self.values


@dataclass(frozen=True, slots=True)
class Head:
    """What stands above the release page."""

    leave: str  # how many dialogues leave
    readers: str = ""  # and who has read them
    told: tuple[Told, ...] = ()  # how much is expected to be left
    more: str = ""  # what is not known
    rows: tuple[HeadRow, ...] = ()
    hundred: Mapping[str, int] | None = None  # replaced, left, unknown; of the part measured
    is_part: bool = False  # of the rest nothing was measured
    measured_at: datetime | None = None
    stale: bool = False
    working: bool = False


def read_head(project: Project, now: Now) -> Head:
    """The head of the page; a fixed number of queries, none of which reads a text."""
    row = newest(project, Measurement.Kind.RECALL)
    working = Measurement.Kind.RECALL in active(project)
    last = project.exports.filter(status=JobStatus.DONE).first()
    if row is None or not row.figures:
        # A file says itself how many have left; what might leave now would read as another count.
        leave = _counted(now.coverage) if last is None else ""
        return Head(leave, more=_never_measured(now.coverage), working=working)
    figures = as_of_now(now, row.figures)
    file = figures["file"]
    return Head(
        *_leave(file),
        tuple(_told(file)),
        " ".join(_unknown(figures)),
        tuple(_rows(file)),
        file["hundred"],
        bool(file["all"]["unknown"]),
        row.finished_at,
        is_stale(row, now.stamp) or is_of_another(row, last),
        working,
    )


def is_of_another(recall: Measurement, export: Export | None) -> bool:
    """Whether what is left was measured before this file was written, and of other dialogues."""
    if export is None or "dialogues" not in export.summary:
        return False
    return bool(recall.figures["file"]["all"]["dialogues"] != export.summary["dialogues"])


def _counted(coverage: Coverage) -> str:
    """Before anything was measured: how many dialogues no turn keeps back."""
    return ngettext(
        "%(n)s of %(all)s dialogue may leave.",
        "%(n)s of %(all)s dialogues may leave.",
        coverage.dialogues,
    ) % {"n": grouped(coverage.may_leave), "all": grouped(coverage.dialogues)}


def _never_measured(coverage: Coverage) -> str:
    if not coverage.machine:
        return _("How many items are left in them was not measured.")
    return ngettext(
        "Only the model has read %(n)s turn; how many items it missed was not measured.",
        "Only the model has read %(n)s turns; how many items it missed was not measured.",
        coverage.machine,
    ) % {"n": grouped(coverage.machine)}


def _leave(file: Row) -> tuple[str, str]:
    by = {row["who"]: row["dialogues"] for row in file["rows"]}
    read, twice = by[ONE] + by[TWO], by[TWO]
    all_ = {"n": grouped(file["all"]["dialogues"]), "all": grouped(file["of"])}
    said = ngettext(
        "%(n)s of %(all)s dialogue leaves.", "%(n)s of %(all)s dialogues leave.", file["of"]
    )
    if not read:
        people = _("No person has read all of any of them.")
    elif twice == read:
        people = ngettext(
            "Two people have read %(n)s of them.", "Two people have read %(n)s of them.", read
        )
    elif twice:
        people = _("A person has read %(n)s of them, two people %(twice)s of these.")
    else:
        people = ngettext(
            "One person has read %(n)s of them.", "One person has read %(n)s of them.", read
        )
    counts = {"n": grouped(read), "twice": grouped(twice)}
    return said % all_, people % counts if file["all"]["dialogues"] else ""


def _told(file: Row) -> Iterator[Told]:
    """How many items are expected to be left, where it was measured."""
    by = {row["who"]: row for row in file["rows"]}
    model = by[MODEL]
    if model["left"] is not None:
        numbers = {"d": grouped(model["dialogues"]), **_numbers(model["left"])}
        yield Told(_of_model(model), numbers)
    read = [by[who] for who in (ONE, TWO) if by[who]["left"] is not None]
    if read:
        sums = [sum(row["left"][at] for row in read) for at in range(3)]
        text = _("About %(n)s items are expected to be left in them, at most %(most)s.")
        if model["left"] is not None:
            text = _("In those that people have read, about %(n)s, at most %(most)s.")
        yield Told(text, _numbers(sums))


def _of_model(model: Row) -> str:
    """Of its dialogues, or, where it is not known what people left in the rest of them, its turns
    alone."""
    count = _whole(model["left"][0])
    if model["unknown"]:
        return ngettext(
            "In the turns of %(d)s that only the model has read, about %(n)s item is expected to "
            "be left, at most %(most)s.",
            "In the turns of %(d)s that only the model has read, about %(n)s items are expected to "
            "be left, at most %(most)s.",
            count,
        )
    return ngettext(
        "In the %(d)s of which only the model has read a turn or more, about %(n)s item is "
        "expected to be left, at most %(most)s.",
        "In the %(d)s of which only the model has read a turn or more, about %(n)s items are "
        "expected to be left, at most %(most)s.",
        count,
    )


def _numbers(left: list[float]) -> dict[str, str]:
    expected, _low, high = left
    return {"n": grouped(_whole(expected)), "most": grouped(math.ceil(high))}


def _whole(expected: float) -> int:
    """What is expected is never rounded down to nothing."""
    return max(1, round(expected)) if expected else 0


def _unknown(figures: Row) -> list[str]:
    unknown = set(figures["file"]["all"]["unknown"])
    told = []
    if MODEL in unknown:
        told.append(reason_of(figures["model"]["why"]) + ".")
    if unknown & {ONE, TWO}:
        told.append(reason_of(figures["readers"]["why"]) + ".")
    return told


def _rows(file: Row) -> list[HeadRow]:
    titles = {
        MODEL: _("Only the model, in part or whole"),
        ONE: _("One person"),
        TWO: _("Two people or more"),
    }
    rows = [_row(row, titles[row["who"]]) for row in file["rows"] if row["dialogues"]]
    if len(rows) > 1:
        rows.append(_row(file["all"], _("All that leave"), is_sum=True))
    return rows


def _row(row: Row, title: str, *, is_sum: bool = False) -> HeadRow:
    left, holding = (_count(row[name], bool(row["unknown"])) for name in ("left", "holding"))
    return HeadRow(title, row["dialogues"], row["items"], left, holding, is_sum)


def _count(numbers: list[float] | None, is_part: bool) -> Count:
    if numbers is None:
        return Count()
    expected, low, high = numbers
    ends = grouped(math.floor(low)), grouped(math.ceil(high))
    return Count(grouped(_whole(expected)), *ends, is_part)
