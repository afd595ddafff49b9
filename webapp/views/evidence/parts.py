"""The sections of the evidence page and their parts, in the order in which regulators ask. Called
by its view.

A part is what it is called, the template that draws it, and the function that reads what it says;
a measured part has the kind of its measurement, a drawn one the function that draws it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from annotation.models import Measurement
from annotation.services.evidence.attacks import shown as attacks_shown
from annotation.services.evidence.epsilon import page as epsilon_page
from annotation.services.evidence.found import page as found
from annotation.services.evidence.measurements import active, is_stale, newest
from annotation.services.evidence.remains import intruder
from annotation.services.evidence.remains import measuring as remains
from annotation.services.evidence.second_readings import page as second_readings
from annotation.services.evidence.tables import page as tables_page
from annotation.services.release.now import Now
from webapp.charts.epsilon import draw_epsilon
from webapp.charts.exposure import draw_exposure
from webapp.charts.recall import draw_recall
from webapp.charts.remains import draw_fit_of
from webapp.charts.second_reading import draw_second_reading
from webapp.charts.utility import draw_utility

Kind = Measurement.Kind
Figures = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Part:
    """One row of the table below."""

    name: str  # of its place on the page, and of `templates/evidence/_<name>.html`
    title: Promise
    reads: Callable[[Now, Any], object]  # of the newest figures, or None
    kind: str = ""  # of the measurement whose figures it shows; "" where it reads the tables
    draws: Callable[[Any], object] | None = None  # of what was read


@dataclass(frozen=True, slots=True)
class Section:
    """Parts that answer one question."""

    name: str  # of its place on the page
    title: Promise
    asks: Promise  # the question
    parts: tuple[Part, ...]


SINGLING = (
    Part("recall", _("What was found"), found.read_recall, Kind.RECALL, draw_recall),
    Part(
        "second_reading",
        _("Second reading"),
        second_readings.read_part,
        draws=draw_second_reading,
    ),
    Part("remains", _("What stays and tells"), remains.read_remains, Kind.REMAINS, draw_fit_of),
    Part("intruder", _("A motivated intruder"), intruder.read_intruder),
)
LINKING = (
    Part("attacks", _("Attacks"), attacks_shown.read_attacks, Kind.ATTACK),
    Part("epsilon", _("Epsilon, or why not"), epsilon_page.read_epsilon, draws=draw_epsilon),
    Part("exposure", _("What a model remembers"), draw_exposure, Kind.EXPOSURE),
)
USE = (
    Part("utility", _("Use that is left"), draw_utility, Kind.UTILITY),
    Part("tables", _("Tables"), tables_page.read_tables, Kind.TABLES),
)
SECTIONS = (
    Section(
        "singling",
        _("Singling out"),
        _("Can somebody find one person in the file?"),
        SINGLING,
    ),
    Section(
        "linking",
        _("Linkability and inference"),
        _("Can somebody join what is said of a person, or conclude what was replaced?"),
        LINKING,
    ),
    Section("use", _("Use"), _("What is the file still good for?"), USE),
)


@dataclass(frozen=True, slots=True)
class Shown:
    """A part as it is now."""

    part: Part
    seen: object
    drawn: object
    row: Measurement | None  # the newest finished one
    working: Measurement | None
    stale: bool

    @property
    def template(self) -> str:
        return f"evidence/_{self.part.name}.html"


def read_sections(now: Now) -> list[tuple[Section, list[Shown]]]:
    """Every section with its parts as they are now."""
    working = active(now.project)
    return [
        (section, [_shown(now, part, working) for part in section.parts]) for section in SECTIONS
    ]


def _shown(now: Now, part: Part, working: Mapping[str, Measurement]) -> Shown:
    row = newest(now.project, part.kind) if part.kind else None
    seen = part.reads(now, row.figures if row else None)
    stale = row is not None and is_stale(row, now.stamp)
    drawn = part.draws(seen) if part.draws is not None else None
    return Shown(part, seen, drawn, row, working.get(part.kind), stale)
