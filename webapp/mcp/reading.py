"""The tools that read: projects, counts, agreement, open issues, checks before a file.

Each fetches and authorises, asks one service, and tells its figures. None has a text.
"""

from typing import Annotated, Any, Literal

from django.http import Http404
from pydantic import Field

from annotation.services.evidence.standing import read_checks
from annotation.services.labelling import queue
from annotation.services.projects import creation
from annotation.services.revision.shown.masked_issues import dialogues_with_issues, list_issues
from annotation.services.team import agreement, overview
from webapp import access
from webapp.api.bodies import FORMAT_NAMES, STRATEGY_NAMES, Body, Number
from webapp.mcp.door import AgentRequest
from webapp.mcp.tool import OfProject, Tell, Tool, project_of

FIGURES = ("figures", "read")
MOST_DIALOGUES = 20  # that a call looks at: the engine runs for each


class Nothing(Body):
    """Takes nothing."""


class LevelOf(OfProject):
    level: str = Field(
        "",
        pattern=r"^(any|[0-9]{0,2})$",
        description="of the labels: any (the position alone), 0 (the top groups) and so on; "
        "default: as labelled",
    )


class IssuesOf(OfProject):
    dialogue: Number | None = Field(None, description="number of one dialogue")
    severity: Literal["", "block", "warn", "info"] = ""
    after: Number = Field(0, description="`next` of the answer before")
    size: Annotated[int, Field(strict=True, ge=1, le=MOST_DIALOGUES)] = 10


class ChecksOf(OfProject):
    format: Annotated[str, Field(max_length=20, json_schema_extra={"enum": FORMAT_NAMES})]
    strategy: Annotated[str, Field(max_length=20, json_schema_extra={"enum": STRATEGY_NAMES})]


def list_projects(request: AgentRequest, _takes: Nothing, _tell: Tell) -> dict[str, Any]:
    only = access.only_project(request)
    cards = creation.list_projects(request.user)
    cards = [card for card in cards if only in (None, card.project.pk)]
    for card in cards:
        access.log_use(request, card.project, "program")
    return {
        "projects": [
            {
                "project": card.project.slug,
                "language": card.project.lang,
                "role": card.role,
                "dialogues": card.dialogues,
                "turns": card.turns,
                "read": card.read,
                "left_in_batch": card.batch_left,
            }
            for card in cards
        ]
    }


def count_project(request: AgentRequest, takes: OfProject, _tell: Tell) -> dict[str, Any]:
    project = project_of(request, takes.project, "overview")
    counts = overview.count_corpus(project)
    batch = queue.current_batch(project)
    progress = queue.batch_progress(batch) if batch else None
    return {
        "dialogues": counts.dialogues,
        "turns": counts.turns,
        "read": counts.labelled + counts.differ,
        "came_labelled": counts.came_labelled,
        "differ": counts.differ,
        "flagged": counts.flagged,
        "left": counts.left,
        "test_turns": counts.test_turns,
        "aside_turns": counts.aside_turns,
        "items": {each.name: each.count for each in overview.count_labels(project)},
        "batch": {"number": progress.batch.number, "total": progress.total, "done": progress.done}
        if progress
        else None,
    }


def read_agreement(request: AgentRequest, takes: LevelOf, _tell: Tell) -> dict[str, Any]:
    """Readers are numbers: names of people are nothing to an agent."""
    project = project_of(request, takes.project, "revise")
    report = agreement.read_agreement(project, takes.level)
    figures = agreement.summarise(report)
    number = {name: f"reader {n}" for n, name in enumerate(report.readers, 1)}
    for pair in figures["pairs"]:
        pair["readers"] = [number[name] for name in pair["readers"]]
    for row, shown in zip(figures["dialogues"], report.dialogues, strict=True):
        row["dialogue"] = shown.pk
    return figures | {
        "readers": [number[name] for name in figures["readers"]],
        "people": {number[name]: row for name, row in figures["people"].items()},
    }


def open_issues(request: AgentRequest, takes: IssuesOf, _tell: Tell) -> dict[str, Any]:
    project = project_of(request, takes.project, "revise")
    if takes.dialogue is None:
        dialogues = dialogues_with_issues(project, takes.after, takes.size + 1)
    else:
        dialogues = list(project.dialogues.filter(pk=takes.dialogue))
        if not dialogues:
            raise Http404
    found = list_issues(project, dialogues, severity=takes.severity, size=takes.size)
    access.log_view(request, project, "program", found.dialogues)
    return {
        "dialogues": found.dialogues,
        "issues": found.issues,
        "cannot_be_replaced": found.refused,
        "next": found.next,
    }


def export_checks(request: AgentRequest, takes: ChecksOf, _tell: Tell) -> dict[str, Any]:
    project = project_of(request, takes.project, "evidence")
    return read_checks(project, format=takes.format, strategy=takes.strategy)


TOOLS = (
    Tool(
        "list_projects",
        "Projects",
        "The projects that the token opens, with your role and how far each is.",
        Nothing,
        FIGURES,
        list_projects,
    ),
    Tool(
        "count_project",
        "Counts of a project",
        "Dialogues and turns; how many turns are read (`came_labelled` of them before they came, "
        "`differ`: readers do not agree), how many are left, and how often people gave each label.",
        OfProject,
        FIGURES,
        count_project,
    ),
    Tool(
        "agreement",
        "Agreement of readers",
        "Krippendorff's alpha, kappa and F1 of pairs, each reader against what was agreed, "
        "confusions, and dialogues by how far readers agree. Readers and dialogues are numbers.",
        LevelOf,
        FIGURES,
        read_agreement,
    ),
    Tool(
        "open_issues",
        "Open issues of surrogates",
        "What does not cohere or would show an original, some dialogues at a time: kind, severity, "
        "place, labels, and a masked window in which [name] is a label, X, x and 9 are letters and "
        "digits, and «» is the place.",
        IssuesOf,
        FIGURES,
        open_issues,
    ),
    Tool(
        "export_checks",
        "Checks before a file leaves",
        "What blocks, warns and passes for a format and strategy, as it is known now, and the "
        "newest file of that kind. It measures nothing.",
        ChecksOf,
        FIGURES,
        export_checks,
    ),
)
