"""Where proposals of a model are shown to readers, and where they are kept back.

A model speaks from the project's threshold on; a share of the turns is hidden to compare with; on
turns drawn by chance (the **audit stream**) proposals are never shown, for only those turns tell
without bias what the model misses. Called by `batches` when a batch is made, and by `proposals`
when a model has read turns again; `labelling.spans.visible_proposals` applies it.
"""

import random
from collections.abc import Sequence

from annotation.models import Project, QueryItem
from learning.rounds.batches import AUDIT as AUDIT

Proposals = QueryItem.Proposals


def is_good(project: Project, f1: float | None) -> bool:
    """Whether a model is good enough to speak in the project; one that was not measured is not."""
    return f1 is not None and f1 >= project.proposal_threshold


def proposals_of(shows: bool, is_hidden: bool) -> str:
    """EARLY: no model is good enough yet; HIDDEN: kept back, to compare with; else SHOWN."""
    if not shows:
        return Proposals.EARLY
    return Proposals.HIDDEN if is_hidden else Proposals.SHOWN


def review_shown(project: Project, turns: Sequence[int], f1: float | None) -> None:
    """Decide anew where proposals are shown on turns (ids) that a model has just read: it may be
    another than when the batch was made. `f1`: how good it is, as in `save_batch`.

    Concerns turns that nobody holds yet, except those drawn by chance. Where the model has become
    good enough, the share that is hidden is drawn, the same whenever it is drawn.
    """
    items = QueryItem.objects.filter(
        turn__in=turns, status=QueryItem.Status.OPEN, assignments__isnull=True
    ).exclude(reason=AUDIT)
    if not is_good(project, f1):
        items.exclude(proposals=Proposals.EARLY).update(proposals=Proposals.EARLY)
        return
    early = list(items.filter(proposals=Proposals.EARLY).values_list("pk", flat=True))
    hidden = [
        pk
        for pk in early
        if random.Random(f"{project.pk}:{pk}").random() * 100 < project.hidden_percent
    ]
    QueryItem.objects.filter(pk__in=early).update(proposals=Proposals.SHOWN)
    QueryItem.objects.filter(pk__in=hidden).update(proposals=Proposals.HIDDEN)
