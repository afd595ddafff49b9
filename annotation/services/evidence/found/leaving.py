"""The dialogues that leave, each by who has read it and what was found. Called by
`services.evidence.recall`.
"""

from collections import defaultdict

from django.db.models import Count

from annotation.evidence.recall.file import MODEL, ONE, TWO, Leaving
from annotation.models import JobStatus, LayerKind, Project, Reading, Span, Turn
from annotation.services.revision.coverage import (
    MACHINE,
    NOBODY,
    PERSON,
    UNSETTLED,
    with_reader,
)

DONE = Reading.Status.DONE


def leaving_dialogues(project: Project) -> list[Leaving]:
    """What the newest file holds; before there is one, every dialogue that no turn keeps back. Five
    queries, and no text is read."""
    turns = list(
        with_reader(Turn.objects.filter(dialogue__project=project), project)
        .order_by("dialogue", "position")
        .values_list("pk", "dialogue_id", "read_by")
    )
    readings = Reading.objects.filter(turn__dialogue__project=project, status=DONE)
    people = dict(
        readings.filter(layer=LayerKind.READER)
        .order_by()
        .values_list("turn_id")
        .annotate(n=Count("pk"))
    )
    decided = set(readings.filter(layer=LayerKind.GOLD).values_list("turn_id", flat=True))
    here = Span.objects.filter(turn__dialogue__project=project).order_by()
    said = here.filter(reading__is_gold=True, status=Span.Status.ACCEPTED)
    items = dict(said.values_list("turn_id").annotate(n=Count("pk")))
    proposed = dict(here.filter(reading=None).values_list("turn_id").annotate(n=Count("pk")))
    stay = _held_back(project)
    stay |= {dialogue for _pk, dialogue, by in turns if by == NOBODY or by in UNSETTLED}
    found: defaultdict[int, dict[str, list[int]]] = defaultdict(
        lambda: {MODEL: [0, 0], ONE: [0, 0], TWO: [0, 0]}
    )
    for pk, dialogue, by in turns:
        row = found[dialogue]
        if by == MACHINE:
            who, count = row[MODEL], proposed.get(pk, 0)
        elif by == PERSON:
            several = pk in decided or people.get(pk, 0) > 1
            who, count = row[TWO if several else ONE], items.get(pk, 0)
        else:
            continue
        who[0] += count
        who[1] += not count
    return [
        Leaving(dialogue, *((row[who][0], row[who][1]) for who in (MODEL, ONE, TWO)))
        for dialogue, row in found.items()
        if dialogue not in stay
    ]


def _held_back(project: Project) -> set[int]:
    """Dialogues (ids) that the newest file lacks."""
    last = project.exports.filter(status=JobStatus.DONE).first()
    return {int(pk) for pk in last.summary.get("held_back", {})} if last else set()
