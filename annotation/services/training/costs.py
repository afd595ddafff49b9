"""What labels have cost people so far: spans set right, seconds measured.

Called by `loop` as a round begins, so that its model can be drawn over what it cost.
"""

from django.db.models import Count, F, Q, Sum

from annotation.models import LayerKind, Project, Reading, Span
from annotation.models.run_records import Cost
from annotation.services.runs.proposal_visibility import AUDIT

BY_CHANCE = (AUDIT, "random")  # reasons of turns that were drawn, not chosen


def read_cost(project: Project, *, drawn: bool = False) -> Cost:
    """The cost of all finished readings of asked turns, or of those drawn by chance; two queries.

    edits: spans given, moved, relabelled or rejected; a proposal accepted as it stood is none.
    seconds: of `timed` readings out of `readings`; what came with a file has cost nothing here.
    """
    readings = Reading.objects.filter(
        turn__query_item__batch__project=project,
        layer=LayerKind.READER,
        status=Reading.Status.DONE,
    )
    if drawn:
        readings = readings.filter(turn__query_item__reason__in=BY_CHANCE)
    times = readings.aggregate(
        readings=Count("pk"), timed=Count("pk", filter=Q(seconds__gt=0)), seconds=Sum("seconds")
    )
    unchanged = Q(
        status=Span.Status.ACCEPTED,
        origin__start=F("start"),
        origin__end=F("end"),
        origin__label=F("label"),
    )
    spans = Span.objects.filter(reading__in=readings).aggregate(
        all=Count("pk"), kept=Count("pk", filter=unchanged)
    )
    return Cost(
        edits=spans["all"] - spans["kept"],
        seconds=round(times["seconds"] or 0.0, 1),
        timed=times["timed"],
        readings=times["readings"],
    )
