"""What the present choices of a project cost its people, and what they give: a sentence each.

Called by the settings page. The figures are the project's own where it has them; else those that
were measured on the reference corpora (docs/results), and the sentence says so.
"""

from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.models import (
    JobStatus,
    LayerKind,
    Project,
    QueryItem,
    Reading,
    Span,
    TrainingRun,
    Turn,
)
from annotation.services.figures import duration, grouped, percent, short_share
from annotation.services.learning.words import transfer_sentence
from annotation.services.runs.current import current_model
from annotation.services.runs.proposal_visibility import is_good
from annotation.services.runs.quality import figure_of, found_text
from annotation.services.team.forecast import turns_left
from annotation.services.team.progress import Progress

FEWEST = 20  # decisions, or turns read by several, before their share is told
# docs/results/transfer.md: F1 at 100 labels on MultiDoGO software, asking its source and not; the
# same on SGD is .903 and .903.
NEAR, ALONE = 0.88, 0.82
# docs/results/hands.md: keys a label in the demo, without proposals and with those of which nine in
# ten are right.
KEYS, KEYS_PROPOSED = 1.5, 1.2


@dataclass(frozen=True, slots=True)
class Costs:
    """A sentence for each choice; empty where nothing is known."""

    batch: str
    source: str
    threshold: str
    shared: str
    single: str
    audit: str


def costs_of(project: Project, progress: Progress) -> Costs:
    """From what was read, decided and measured here; a fixed number of queries."""
    return Costs(
        batch=_batch(project, progress),
        source=_source(project),
        threshold=_threshold(project),
        shared=_shared(project, progress),
        single=_single(project, progress),
        audit=_audit(project),
    )


def _batch(project: Project, progress: Progress) -> str:
    if not progress.median_seconds:
        return ""
    minutes = max(1, round(project.batch_size * progress.median_seconds / 60))
    line = ngettext(
        "Now about %(n)s minute of one reader's time between two models.",
        "Now about %(n)s minutes of one reader's time between two models.",
        minutes,
    )
    return line % {"n": grouped(minutes)}


def _source(project: Project) -> str:
    """What the labels of this project say of its source, once a round has asked them."""
    rounds = project.runs.filter(kind=TrainingRun.Kind.ROUND, status=JobStatus.DONE)
    if told := transfer_sentence(project.source_model, rounds.order_by("pk").last()):
        return told
    return _(
        "Costs no reading. After 100 labelled turns F1 was %(near)s instead of %(alone)s with a "
        "source near the corpus, and the same with a far one, in our measurements; your labels "
        "decide whether it is heard."
    ) % {"near": short_share(NEAR), "alone": short_share(ALONE)}


def _threshold(project: Project) -> str:
    model = current_model(project)
    figure = figure_of(model) if model else None
    if figure is None:
        return _(
            "With proposals of which nine in ten are right a label took %(less)s keys instead of "
            "%(more)s in our measurements; here no model is measured yet."
        ) % {"less": number_format(KEYS_PROPOSED, 1), "more": number_format(KEYS, 1)}
    values = {"f1": found_text(figure)}
    if is_good(project, figure.found.value):
        told = _("The model here has F1 %(f1)s: readers see its proposals.") % values
    else:
        told = _("The model here has F1 %(f1)s: readers see no proposals yet.") % values
    return f"{told} {_decided(project)}".strip()


def _decided(project: Project) -> str:
    """How many of a model's proposals readers accepted as they stood; one query."""
    decided = Span.objects.filter(
        label__project=project,
        origin__run__isnull=False,
        reading__layer=LayerKind.READER,
        reading__status=Reading.Status.DONE,
    ).aggregate(n=Count("pk"), accepted=Count("pk", filter=Q(status=Span.Status.ACCEPTED)))
    if decided["n"] < FEWEST:
        return ""
    return _("Of %(n)s that readers decided on they accepted %(share)s.") % {
        "n": grouped(decided["n"]),
        "share": percent(decided["accepted"] / decided["n"]),
    }


def _shared(project: Project, progress: Progress) -> str:
    left = turns_left(project) if project.shared_percent else 0
    twice = round(left * project.shared_percent / 100 * (project.readers - 1))
    if not twice:
        return ""
    shared = ngettext(
        "Adds %(n)s reading to the turns that are left",
        "Adds %(n)s readings to the turns that are left",
        twice,
    ) % {"n": grouped(twice)}
    if progress.median_seconds:
        shared += _(", about %(time)s") % {"time": duration(twice * progress.median_seconds)}
    return shared + "."


def _single(project: Project, progress: Progress) -> str:
    """Turns that rest on one word, or wait for a curator; and how often a second reader differs."""
    alone = QueryItem.objects.filter(
        batch__project=project, readers=1, status=QueryItem.Status.DONE
    )
    gold = Reading.objects.filter(turn=OuterRef("turn"), is_gold=True)
    if project.single_is_gold:
        n = alone.filter(Exists(gold.filter(layer=LayerKind.READER))).count()
        told = ngettext(
            "If off, a curator checks %(n)s turn that one person read",
            "If off, a curator checks %(n)s turns that one person read",
            n,
        )
    else:
        n = alone.filter(~Exists(gold)).count()
        told = ngettext(
            "Now %(n)s turn that one person read waits for a curator",
            "Now %(n)s turns that one person read wait for a curator",
            n,
        )
    if not n and not project.single_is_gold:
        return _("Costs a curator's look at each turn that one person read.")
    if not n:
        return _("Saves a curator's look at each turn; what one person overlooks stays overlooked.")
    told %= {"n": grouped(n)}
    if progress.median_seconds:
        told += _(", about %(time)s") % {"time": duration(n * progress.median_seconds)}
    return f"{told}. {_differ(project)}".strip()


def _differ(project: Project) -> str:
    """On how many of the turns that several read their word was not the same; one query."""
    done = Q(readings__layer=LayerKind.READER, readings__status=Reading.Status.DONE)
    agreed = Reading.objects.filter(turn=OuterRef("pk"), layer=LayerKind.READER, is_gold=True)
    several = (
        Turn.objects.filter(
            dialogue__project=project,
            query_item__readers__gt=1,
            query_item__status=QueryItem.Status.DONE,
        )
        .annotate(said=Count("readings", filter=done), same=Exists(agreed))
        .filter(said__gt=1)
        .values_list("same", flat=True)
    )
    same = list(several)
    if len(same) < FEWEST:
        return ""
    return _("Of %(n)s turns that several read they differ on %(share)s.") % {
        "n": grouped(len(same)),
        "share": percent(same.count(False) / len(same)),
    }


def _audit(project: Project) -> str:
    drawn = project.batch_size * project.audit_percent / 100
    if not drawn:
        return _("Now none: nobody can say how much the model misses.")
    return ngettext(
        "Now about %(n)s turn of a batch of %(size)s; the model learns from it, but less than from "
        "one that was chosen.",
        "Now about %(n)s turns of a batch of %(size)s; the model learns from them, but less than "
        "from those that were chosen.",
        max(1, round(drawn)),
    ) % {"n": grouped(max(1, round(drawn))), "size": grouped(project.batch_size)}
