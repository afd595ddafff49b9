"""The open issues of a project's surrogates, told without a word of any text.

Called by the agents' tool `open_issues`. Kinds, labels, places, and a masked window; never an
original, a surrogate, a speaker, or the name of a dialogue.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from django.db.models import Q

from annotation.models import Dialogue, Project
from annotation.refusals import Refused
from annotation.services.revision.issue_decisions import fix_of
from annotation.services.revision.page import IssueCard
from annotation.services.revision.plans import Plan, plan
from annotation.services.revision.shown.masked import masked_window
from surrogates.types import Issue

MOST = 200  # issues after which a list ends
# Counted since the last change, and none was open.
_NONE_OPEN = Q(figures__blocks=0, figures__warns=0, figures__notes=0, figures__issues_old=False)


@dataclass(slots=True)
class Found:
    """Open issues of some dialogues; `next`: after which dialogue the others begin, None at the
    end."""

    dialogues: list[int] = field(default_factory=list)  # that were looked at
    issues: list[dict[str, Any]] = field(default_factory=list)
    refused: int = 0  # dialogues that cannot be replaced as they are labelled
    next: int | None = None


def dialogues_with_issues(project: Project, after: int, most: int) -> list[Dialogue]:
    """The next dialogues, by number, that have an open issue or were not looked at since a change;
    one query."""
    rows = project.dialogues.filter(pk__gt=after).exclude(_NONE_OPEN)
    return list(rows.order_by("pk")[:most])


def list_issues(
    project: Project, dialogues: Iterable[Dialogue], *, severity: str = "", size: int = 20
) -> Found:
    """The issues of the first `size` of these dialogues, of a severity or all; a run of the engine
    for each. It ends early with the dialogue that fills MOST."""
    found, rest = Found(), iter(dialogues)
    for dialogue in islice(rest, size):
        dialogue.project = project
        found.dialogues.append(dialogue.pk)
        try:
            now = plan(dialogue)
        except Refused:
            found.refused += 1
            continue
        found.issues += [
            {"dialogue": dialogue.pk, **told(now, issue)}
            for issue in now.result.issues
            if severity in ("", issue.severity)
        ]
        if len(found.issues) >= MOST:
            break
    if next(rest, None) is not None:
        found.next = found.dialogues[-1]
    return found


def told(now: Plan, issue: Issue) -> Mapping[str, Any]:
    """An issue as plain values. Turns are counted from 0; offsets are those of the original turn,
    in code points."""
    turn = now.original.turns[issue.turn]
    labels = {m.key: m.label for each in now.original.turns for m in each.mentions}
    card = IssueCard(issue)
    return {
        "code": str(issue.code),
        "severity": issue.severity,
        "title": card.title,
        "sentence": card.message,
        "turn": now.turns[issue.turn].position,
        "start": issue.start,
        "end": issue.end,
        "labels": sorted({labels[key] for key in issue.mentions if key in labels}),
        "window": masked_window(turn.text, turn.mentions, issue.start, issue.end),
        "has_fix": bool(fix_of(now, issue)),
        "may_dismiss": card.may_dismiss,
    }
