"""What the part of the evidence page shows of a second reading. Called by the evidence page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.evidence.audit.planning import items_needed
from annotation.models import Project
from annotation.services.evidence.second_readings.report import ENDED, report_of
from annotation.services.evidence.second_readings.words import remarks, story, stratum_name
from annotation.services.figures import duration, grouped, percent
from annotation.services.projects.shares import list_readers
from annotation.services.release.now import Now

FEW = 10  # what neither saw is told as "< 10" below it: the estimate is no count


@dataclass(frozen=True, slots=True)
class StratumRow:
    name: str
    share: str
    drawn: str
    weight: float | None


@dataclass(frozen=True, slots=True)
class Seen:
    """The part: its sentences, its table, and whether turns can be drawn. `drawn`: how many were,
    which a draw has to know; `to_draw`: how many the button draws, 0 where none."""

    report: Mapping[str, Any]
    story: str
    remarks: Sequence[str]
    strata: Sequence[StratumRow]
    fixed: str
    pace: str
    neither: str
    drawn: int
    to_draw: int
    fewer: str  # why the button draws fewer than the sentence asks for
    why_not: str = ""

    @property
    def turns(self) -> Mapping[str, int]:
        return dict(self.report["turns"])

    @property
    def percent(self) -> int:
        """Of the drawn turns that are still there, those that were read or skipped."""
        turns = self.turns
        there = turns["drawn"] - turns["erased"]
        return round(100 * (turns["read"] + turns["skipped"]) / there) if there else 0


def read_part(now: Now, _figures: object = None) -> Seen:
    """The tables alone: no text is looked at but that of turns that were read twice."""
    project = now.project
    report = report_of(project, sums=now.sums)
    to_draw, why_not = _to_draw(project, report)
    return Seen(
        report,
        story=story(report),
        remarks=list(remarks(report)),
        strata=[
            StratumRow(
                stratum_name(row["name"]),
                percent(row["share"]),
                percent(row["drawn_share"]),
                row["weight"],
            )
            for row in report["strata"]
        ],
        fixed=_fixed(report),
        pace=_pace(report["more"]),
        neither=_neither(report["neither"]),
        drawn=report["turns"]["drawn"],
        to_draw=to_draw,
        fewer=_fewer(to_draw, report),
        why_not=why_not,
    )


def _to_draw(project: Project, report: Mapping[str, Any]) -> tuple[int, str]:
    """How many turns the button draws, and why none."""
    if report["state"] == ENDED:
        return 0, ""
    turns = report["turns"]["single"]
    if not turns:
        return 0, _("No turn rests on one reader's word; a second reading needs a first one.")
    if len(list_readers(project)) < 2:
        return 0, _(
            "Fewer than two people label in this project; a second reading needs another one."
        )
    if report["more"] is None:
        return 0, ""
    counts = report["turns"]
    waiting = counts["drawn"] - counts["erased"] - counts["skipped"] - counts["judged"]
    there = counts["drawn"] - counts["erased"]
    return max(0, min(report["more"]["least"]["turns"] - waiting, turns - there)), ""


def _fewer(to_draw: int, report: Mapping[str, Any]) -> str:
    if not to_draw or to_draw >= report["more"]["least"]["turns"]:
        return ""
    text = ngettext(
        "No more than %(n)s turn rests on one reader's word now; more come as they are read.",
        "No more than %(n)s turns rest on one reader's word now; more come as they are read.",
        to_draw,
    )
    return text % {"n": grouped(to_draw)}


def _fixed(report: Mapping[str, Any]) -> str:
    values = [grouped(items_needed(report["recall"], report["confidence"], n)) for n in range(3)]
    return _("%(none)s items with no miss, %(one)s with one, %(two)s with two") % dict(
        zip(("none", "one", "two"), values, strict=True)
    )


def _pace(more: Mapping[str, Any] | None) -> str:
    if more is None:
        return ""
    values = {"items": str(number_format(more["items_a_turn"], 2)), "time": ""}
    if not more["seconds_a_turn"]:
        return _("%(items)s items a turn, as measured here; no turn was timed yet.") % values
    seconds = round(more["seconds_a_turn"])
    values["time"] = f"{seconds} s" if seconds < 60 else duration(seconds)
    return _("%(items)s items a turn, %(time)s a turn, as measured here.") % values


def _neither(capture: Mapping[str, Any] | None) -> str:
    """The estimate with its interval."""
    if capture is None:
        return ""
    if capture["high"] is None:
        return _("cannot be said: the two have no item in common")
    if capture["high"] < FEW:
        return f"< {FEW}"
    return _("about %(n)s (%(low)s to %(high)s)") % {
        "n": grouped(round(capture["neither"])),
        "low": grouped(capture["low"]),
        "high": grouped(capture["high"]),
    }
