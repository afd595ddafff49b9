"""The access record: who was shown which dialogue, when, from where and for what purpose.

Called by `webapp.access` for every page, fragment and answer of the API that holds text. A view is
a page that is opened, and writes a row for each dialogue on it; what the page fetches of the same
dialogue in the half hour after belongs to that view. Rows hold no text.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from django.utils import timezone

from annotation.models import AccessEvent, Project

VISIT = timedelta(minutes=30)
Purpose = AccessEvent.Purpose


@dataclass(frozen=True, slots=True)
class Viewer:
    user: int | None
    address: str = ""  # "" for a command or a job
    token: str = ""  # first letters of the one with which a program asks for the person
    agent: str = ""  # how an agent calls itself that asks with it, and which tool it called
    tool: str = ""


def write_view(
    project: Project,
    viewer: Viewer,
    purpose: str,
    dialogues: Iterable[int | None],
    **detail: object,
) -> None:
    """A page was opened: a row for each dialogue on it, in one statement; None for the project as
    a whole."""
    who = {"token": viewer.token, "agent": viewer.agent, "tool": viewer.tool}
    detail |= {name: said for name, said in who.items() if said}
    AccessEvent.objects.bulk_create(
        AccessEvent(
            user_id=viewer.user,
            project=project,
            dialogue_id=pk,
            purpose=purpose,
            address=viewer.address[:45],
            detail=detail,
        )
        for pk in dict.fromkeys(dialogues)
    )


def write_part(
    project: Project,
    viewer: Viewer,
    purpose: str,
    dialogues: Iterable[int],
    *,
    within: Iterable[str] = (),
) -> None:
    """A part of a page was drawn: rows for the dialogues that no view of the last half hour covers.

    A view covers it that has the same purpose, or one of `within`: those that show more.
    """
    wanted = list(dict.fromkeys(dialogues))
    seen = AccessEvent.objects.filter(
        user=viewer.user,
        address=viewer.address[:45],
        dialogue__in=wanted,
        purpose__in=[purpose, *within],
        created_at__gt=timezone.now() - VISIT,
    )
    covered = set(seen.order_by().values_list("dialogue_id", flat=True))
    write_view(project, viewer, purpose, [pk for pk in wanted if pk not in covered])


def write_use(project: Project, viewer: Viewer, purpose: str = Purpose.PROGRAM) -> None:
    """A program asked for something of the project as a whole: a row for each half hour; of an
    agent one for each call."""
    if viewer.agent:
        write_view(project, viewer, purpose, [None])
        return
    rows = AccessEvent.objects.filter(
        user=viewer.user,
        dialogue=None,
        created_at__gt=timezone.now() - VISIT,
        project=project,
        purpose=purpose,
        address=viewer.address[:45],
    )
    known = {each.get("token", "") for each in rows.values_list("detail", flat=True)}
    if viewer.token not in known:
        write_view(project, viewer, purpose, [None])
