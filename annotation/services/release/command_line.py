"""Exports from the command line: an order in its words, and the place that it is written to.

Called by `manage.py export_corpus`.
"""

import hashlib
import hmac
import sys
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from annotation.formats import FORMATS
from annotation.models import Project, User
from annotation.refusals import Refused
from annotation.services.release.departures import note_leaving, remember
from annotation.services.release.exports import destroyed_on
from annotation.services.release.outgoing import MARKED, Order, Report, Tally, write_release
from annotation.services.revision.rules import AS_IT_IS, SAID_IN


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectOrder:
    """How a project is to be exported; what is None is as the project has it."""

    format: str
    strategy: str | None = None
    seed: int | None = None  # other draws than the project's
    annotator: str | None = None  # whose labels alone, or "gold"
    allow_unread: bool = False
    label_strategies: Mapping[str, str] = field(default_factory=dict)
    q: float | None = None
    leave_originals: bool = False
    spans: str | None = None  # "none" or "marked"; None marks the originals themselves alone
    said_in: int = SAID_IN
    again: bool = False  # may leave with other surrogates than those with which it left


def export_project(slug: str, out: str, order: ProjectOrder, report: Report | None = None) -> Tally:
    """Export to a file or folder; "-" is standard output. report: called with (fraction, phase).

    Raises Refused, OSError, SurrogateError.
    """
    project = Project.objects.filter(slug=slug).first()
    if project is None:
        raise Refused("no such project; expected the short name of a project", code="no_project")
    if destroyed_on(project):
        raise Refused("key and originals of this project are destroyed; nothing can be exported")
    release = _order_of(project, order)
    tally = Tally()
    if out == "-":
        write_release(project, release, sys.stdout.buffer, tally, report)
        sys.stdout.buffer.flush()
    else:
        with place_for(Path(out), release) as place:
            write_release(project, release, place, tally, report)
    if not release.as_it_is:
        file = uuid.uuid4().hex
        remember(project, tally.looks, file=file, strategy=release.strategy)
        note_leaving(project, file, confirmed=True)  # `write_release` has asked
    return tally


def _order_of(project: Project, order: ProjectOrder) -> Order:
    person = None
    if order.annotator and order.annotator != "gold":
        members = User.objects.filter(memberships__project=project)
        person = members.filter(username=order.annotator).first()
        if person is None:
            raise Refused("no such annotator; expected a member or gold", code="no_member")
    key = None
    if order.seed is not None:
        name = f"seed {order.seed}".encode()
        key = hmac.digest(bytes(project.surrogate_key), name, hashlib.sha256)
    spans = order.spans or (MARKED if order.strategy == AS_IT_IS else "")
    return Order(
        format=order.format,
        strategy=order.strategy or project.replacement,
        key=key,
        annotator=person,
        gold_only=order.annotator == "gold",
        allow_unread=order.allow_unread,
        by_label=order.label_strategies,
        q=project.replacement_q if order.q is None else order.q,
        leave_originals=order.leave_originals,
        marked=spans == MARKED,
        said_in=order.said_in,
        again=order.again,
    )


@contextmanager
def place_for(out: Path, order: Order) -> Iterator[Path]:
    """The place as it is; for a format of many files, a folder where the name is no .zip.

    Raises: Refused where the folder holds files: an old export's would stand among the new.
    """
    if not FORMATS[order.format].has_members or out.suffix:
        yield out
        return
    if out.is_dir() and any(out.iterdir()):
        raise Refused(f"{out.name}: holds files; expected a new or an empty folder", code="taken")
    is_new = not out.exists()
    out.mkdir(exist_ok=True)
    try:
        yield out
    except BaseException:
        if is_new:
            out.rmdir()
        raise
