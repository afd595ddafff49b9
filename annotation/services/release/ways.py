"""What people can still do so that more may leave. Called by the release page."""

from dataclasses import dataclass

from annotation.models import DialogueFigures, Project
from annotation.services.figures import duration
from annotation.services.glance.following import follow_project
from annotation.services.labelling.pace import pace_of
from annotation.services.release.evidence import Readiness


@dataclass(frozen=True, slots=True)
class Ways:
    blocked: int  # dialogues that the newest file lacks for an open issue
    first: int | None  # the one of them to begin with
    to_approve: int  # dialogues that people have read
    to_read: int  # turns that no person has read
    time: str  # that reading them takes one reader; "" where nothing was timed

    @property
    def any(self) -> bool:
        return bool(self.blocked or self.to_approve or self.to_read)


def ways_on(project: Project, ready: Readiness) -> Ways:
    """A fixed number of queries, once what changed is counted."""
    follow_project(project)
    held = ready.last.summary.get("held_back", {}) if ready.last else {}
    wanted = [int(pk) for pk, why in held.items() if "block" in why]
    blocked = list(project.dialogues.filter(pk__in=wanted).values_list("pk", flat=True))
    read = DialogueFigures.objects.filter(
        dialogue__project=project, state=DialogueFigures.State.READ
    )
    turns, pace = ready.coverage.to_read, pace_of(project)
    return Ways(
        len(blocked),
        blocked[0] if blocked else None,
        read.count(),
        turns,
        duration(turns * pace) if turns and pace else "",
    )
