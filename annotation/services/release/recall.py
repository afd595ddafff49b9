"""What was measured of recall, against the limits that the manager sets: read, never measured here.

`services.evidence.recall` measures and keeps the figures; the release page, signatures and the gate
read them by this.
"""

from typing import Any

from annotation.evidence.recall.limits import Limits, Verdict, judge, unmeasured
from annotation.models import JobStatus, Measurement, Project
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


def verdicts(project: Project, coverage: Coverage) -> list[Verdict]:
    """Whether the limits are kept, as far as it was measured; one query.

    Without a measurement a model's turns are a block, and people's a warning.
    """
    figures = newest_figures(project)
    if figures is not None:
        return judge(figures, limits_of(project))
    if coverage.machine:
        return [unmeasured("model")]
    return [unmeasured("readers")] if coverage.people else []
