"""The parts of the evidence page, in the order in which they are read. Called by its view.

A part is what it is called, the template that draws it, and the function that reads what it says;
a measured part has the kind of its measurement.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from annotation.models import Measurement, Project
from annotation.services.evidence.measurements import active, is_stale, newest, stamp_of


@dataclass(frozen=True, slots=True)
class Part:
    """One row of the table below."""

    name: str  # of its place on the page, and of `templates/evidence/_<name>.html`
    title: Promise
    reads: str  # path of a function of (project, figures) that returns what the template shows
    kind: str = ""  # of the measurement whose figures it shows; "" where it reads the tables


PARTS: tuple[Part, ...] = (
    Part(
        "recall",
        _("What was found"),
        "annotation.services.evidence.found.page.read_recall",
        Measurement.Kind.RECALL,
    ),
)


@dataclass(frozen=True, slots=True)
class Shown:
    """A part as it is now."""

    part: Part
    seen: object
    row: Measurement | None = None  # the newest finished one
    working: Measurement | None = None
    stale: bool = False

    @property
    def template(self) -> str:
        return f"evidence/_{self.part.name}.html"


def read_parts(project: Project) -> list[Shown]:
    """Every part with what it shows."""
    working, stamp = active(project), stamp_of(project)
    shown = []
    for part in PARTS:
        row = newest(project, part.kind) if part.kind else None
        room, _dot, name = part.reads.rpartition(".")
        read: Callable[[Project, object], object] = getattr(import_module(room), name)
        shown.append(
            Shown(
                part,
                read(project, row.figures if row else None),
                row,
                working.get(part.kind),
                row is not None and is_stale(row, stamp),
            )
        )
    return shown
