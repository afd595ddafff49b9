"""What was measured of recall, against the limits that the manager sets: read, never measured here.

`services.evidence.recall` measures and keeps the figures; the release page, signatures and the gate
read them by this.
"""

from typing import Any

from annotation.evidence.recall.file import MODEL
from annotation.evidence.recall.limits import Limits, Verdict, judge, unmeasured
from annotation.models import JobStatus, Measurement, Project
from annotation.services.revision.coverage import Coverage, has_tool_alone

Figures = dict[str, Any]


def newest_figures(project: Project) -> Figures | None:
    """The figures of the newest finished measurement of recall; None before there is one."""
    done = project.measurements.filter(kind=Measurement.Kind.RECALL, status=JobStatus.DONE)
    figures: Figures | None = done.values_list("figures", flat=True).first()
    return figures or None


def limits_of(project: Project) -> Limits:
    """What the manager allows to be left."""
    return Limits(project.clean_dialogues, project.missed_most)


def verdicts(project: Project, coverage: Coverage) -> list[Verdict]:
    """Whether the limits are kept, as far as it was measured; a fixed number of queries.

    Without a measurement a model's turns are a block, and people's a warning. So are turns of which
    figures of others, or of before, say nothing.
    """
    figures = newest_figures(project)
    if figures is not None:
        now = as_of_now(project, figures, coverage)
        told = judge(now, limits_of(project))
        if now is figures or any(each.who == MODEL for each in told):
            return told
        return [unmeasured(MODEL, now["model"]["why"]), *told]
    if coverage.machine:
        return [unmeasured("model")]
    return [unmeasured("readers")] if coverage.people else []


def as_of_now(project: Project, figures: Figures, coverage: Coverage) -> Figures:
    """The same figures; where those of the model say nothing of what no person has read by now,
    without all that rests on them."""
    why = _why_of_others(project, figures, coverage)
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


def _why_of_others(project: Project, figures: Figures, coverage: Coverage) -> str:
    """Why figures say nothing of what no person has read by now; "" where they do."""
    if not coverage.machine or figures["model"]["why"]:
        return ""
    if has_tool_alone(project):
        return "by_tool"
    measured = figures.get("read_alone")
    if measured is None:
        return ""
    if coverage.tagged_by not in (None, measured["model"]):
        return "another_model"
    return "more_alone" if coverage.machine > measured["turns"] else ""
