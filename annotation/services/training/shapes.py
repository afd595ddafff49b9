"""What a project's batches are made of and what they save, with its own price of time.

Called by `loop` when a batch is chosen.
"""

from django.db.models import Count

from annotation.models import LayerKind, Project, Reading
from annotation.services.training.costs import unchanged
from learning.choice.costs import DEFAULT_COSTS, CostModel, fit_costs
from learning.choice.units import Shape
from learning.tokens import tokenise

RECENT = 1_000  # readings: people get faster, so the old ones say little


def shape_of(project: Project) -> Shape:
    """The unit of the project's batches and of its cost; times are looked at only if they count."""
    model = cost_model(project) if project.cost_unit == "seconds" else DEFAULT_COSTS
    return Shape(unit=project.batch_unit, cost=project.cost_unit, model=model)


def cost_model(project: Project) -> CostModel:
    """Seconds by turn, token and edit, fitted on the newest finished readings; one query.

    An edit is a span given, moved, relabelled or rejected; a proposal accepted as it stood is none.
    """
    readings = (
        Reading.objects.filter(
            turn__dialogue__project=project,
            layer=LayerKind.READER,
            status=Reading.Status.DONE,
            seconds__gt=0,
        )
        .annotate(all=Count("spans"), kept=Count("spans", filter=unchanged("spans__")))
        .order_by("-done_at")
        .values_list("seconds", "turn__text", "all", "kept")[:RECENT]
    )
    rows = list(readings)
    return fit_costs(
        [seconds for seconds, *_ in rows],
        [len(tokenise(text)) for _, text, *_ in rows],
        [given - kept for *_, given, kept in rows],
    )
