"""What was measured of recall, against the limits that the manager sets: read, never measured here.

`services.evidence.recall` measures and keeps the figures; the release page, signatures and the gate
read them by this.
"""

from typing import Any

from annotation.evidence.recall.file import MODEL
from annotation.evidence.recall.limits import Limits, Verdict, judge, unmeasured
from annotation.models import JobStatus, Measurement, Project
from annotation.services.release.now import Now
from annotation.services.revision.coverage import Coverage

Figures = dict[str, Any]


def newest_figures(project: Project) -> Figures | None:
    """The figures of the newest finished measurement of recall; None before there is one."""
    done = project.measurements.filter(kind=Measurement.Kind.RECALL, status=JobStatus.DONE)
    figures: Figures | None = done.values_list("figures", flat=True).first()
    return figures or None


def limits_of(project: Project) -> Limits:
    """What the manager allows to be left."""
    return Limits(project.clean_dialogues, project.missed_most)


def verdicts(now: Now) -> list[Verdict]:
    """Whether the limits are kept, as far as it was measured; a fixed number of queries.

    Without a measurement a model's turns are a block, and people's a warning. So are turns of which
    figures of others, or of before, say nothing.
    """
    figures = newest_figures(now.project)
    if figures is not None:
        known = as_of_now(now, figures)
        told = judge(known, limits_of(now.project))
        if known is figures or any(each.who == MODEL for each in told):
            return told
        return [unmeasured(MODEL, known["model"]["why"]), *told]
    if now.coverage.machine:
        return [unmeasured("model")]
    return [unmeasured("readers")] if now.coverage.people else []


def as_of_now(now: Now, figures: Figures) -> Figures:
    """The same figures; where those of the model say nothing of what no person has read by now,
    without all that rests on them."""
    why = _why_of_others(now, figures)
    if not why:
        return figures
    file = figures["file"]
    nothing = {"left": None, "holding": None}

    def unknown(row: Figures) -> Figures:
        return {**row, **nothing, "unknown": list(dict.fromkeys([MODEL, *row["unknown"]]))}

    rows = [unknown(row) if row["who"] == MODEL else row for row in file["rows"]]
    left = {**file, "rows": rows, "all": unknown(file["all"]), "hundred": None}
    return {**figures, "model": {"why": why}, "file": left}


def read_alone(coverage: Coverage) -> Figures:
    """What is kept beside figures: which model they are of, and how many turns rested on it."""
    return {"model": coverage.model, "turns": coverage.machine}


def _why_of_others(now: Now, figures: Figures) -> str:
    """Why figures say nothing of what no person has read by now; "" where they do."""
    coverage = now.coverage
    if not coverage.machine or figures["model"]["why"]:
        return ""
    if now.has_tool_alone:
        return "by_tool"
    measured = figures.get("read_alone")
    if measured is None:
        return ""
    if coverage.tagged_by not in (None, measured["model"]):
        return "another_model"
    return "more_alone" if coverage.machine > measured["turns"] else ""
