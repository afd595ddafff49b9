"""What stands between a project and a file of one format and strategy, line by line, as values.

Called by the agents' tool `export_checks`. It reads what is known and measures nothing; where there
is such a file, its lines are those of its gate.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from annotation.formats.corpora.losses import carries_labels
from annotation.models import Export, JobStatus, Project
from annotation.refusals import Refused
from annotation.services.evidence.bundles.gate import BLOCK, OK, WARN, Line, gate_of
from annotation.services.evidence.bundles.taking import lines_of, why_not_taken
from annotation.services.projects.choices import REPLACEMENT_CHOICES
from annotation.services.release.exports import destroyed_on
from annotation.services.release.outgoing import SUFFIXES


def read_checks(project: Project, *, format: str, strategy: str) -> dict[str, Any]:
    """Lines by what they do (blocks, warns, passes), and the newest file of that kind. Holds no
    text. Raises Refused."""
    if format not in SUFFIXES or strategy not in {each.name for each in REPLACEMENT_CHOICES}:
        raise Refused(_("Choose a format and a strategy of the list."), code="unknown_choice")
    files = project.exports.filter(status=JobStatus.DONE, format=format, strategy=strategy)
    export = files.exclude(path="").order_by("-pk").first()
    if export is not None:
        export.project = project
    gate = gate_of(export) if export is not None else None
    lines = gate.lines if gate else lines_of(project, strategy)
    return {
        "blocks": _lines(lines, BLOCK),
        "warns": _lines(lines, WARN),
        "passes": _lines(lines, OK),
        "destroyed": destroyed_on(project) is not None,
        "format_carries_labels": carries_labels(format),
        "file": _file(export, gate.shut if gate else []) if export is not None else None,
    }


def _lines(lines: Iterable[Line], state: str) -> list[dict[str, str]]:
    return [
        {"name": each.name, "title": each.title, "line": each.line, "figure": each.figure}
        for each in lines
        if each.state == state
    ]


def _file(export: Export, shut: list[str]) -> dict[str, Any]:
    """The file: what it holds, why it cannot be signed, and why it is not given away now."""
    held = export.summary.get("held_back", {})
    return {
        "number": export.pk,
        "spans": export.spans,
        "dialogues": export.summary.get("dialogues"),
        "held_back": len(held),
        "held_back_by_reason": dict(Counter(why for reasons in held.values() for why in reasons)),
        "lost": export.summary.get("lost", {}),
        "not_to_sign": shut,
        "waits": why_not_taken(export),
    }
