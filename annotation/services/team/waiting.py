"""What waits for a person on the pages of a project, by what she may do there.

Called by the overview; a fixed number of queries.
"""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count

from annotation.models import DialogueFigures, JobStatus, Project
from annotation.services.glance.following import follow_project
from annotation.services.team.overview import Overview

State = DialogueFigures.State


@dataclass(frozen=True, slots=True)
class Waiting:
    """Counts of what is hers to do; 0 where nothing waits or somebody else is to do it."""

    turns: int = 0  # of the batch, to read
    differ: int = 0  # turns on which readers differ
    stopped: int = 0  # approved dialogues to approve again
    read: int = 0  # dialogues that people have read, to approve
    held_back: int = 0  # dialogues that the newest file lacks
    to_sign: int = 0  # files

    @property
    def anything(self) -> bool:
        return any((self.turns, self.differ, self.stopped, self.read, self.held_back, self.to_sign))


def what_waits(
    project: Project, seen: Overview, rights: Collection[str], *, to_sign: int
) -> Waiting:
    """`to_sign`: files that wait for a signature; told to who may sign."""
    states: dict[str, int] = {}
    if "revise" in rights:
        follow_project(project)
        figures = DialogueFigures.objects.filter(dialogue__project=project).order_by()
        states = dict(figures.values_list("state").annotate(Count("pk")))
    newest = None
    if "evidence" in rights:
        newest = project.exports.filter(status=JobStatus.DONE).first()
    return Waiting(
        turns=seen.batch.left if seen.batch and "label" in rights else 0,
        differ=seen.counts.differ if "adjudicate" in rights else 0,
        stopped=states.get(State.HELD, 0),
        read=states.get(State.READ, 0),
        held_back=len(newest.summary.get("held_back", {})) if newest else 0,
        to_sign=to_sign if "sign" in rights else 0,
    )
