"""What labels have cost people so far: spans set right, seconds measured.

Called by `loop` as a round begins, so that its model can be drawn over what it cost.
"""

from django.db.models import Count, F, Q, Sum

from annotation.models import LayerKind, Project, Reading, Span
from annotation.models.run_records import Cost
from annotation.services.runs.proposal_visibility import AUDIT

BY_CHANCE = (AUDIT, "random")  # reasons of turns that were drawn, not chosen


def unchanged(path: str = "") -> Q:
    """Proposals accepted as they stood; `path` leads to the spans, as "spans__"."""
    own = {f"{path}origin__{name}": F(f"{path}{name}") for name in ("start", "end", "label")}
    return Q(**{f"{path}status": Span.Status.ACCEPTED}, **own)


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
    spans = Span.objects.filter(reading__in=readings).aggregate(
        all=Count("pk"), kept=Count("pk", filter=unchanged())
    )
    return Cost(
        edits=spans["all"] - spans["kept"],
        seconds=round(times["seconds"] or 0.0, 1),
        timed=times["timed"],
        readings=times["readings"],
    )
