"""What happened in a project lately, in sentences without any text. Called by the overview."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.db.models import Count, Max, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.models import (
    AccessEvent,
    Batch,
    Export,
    Job,
    JobStatus,
    Project,
    QueryItem,
    TrainingRun,
)
from annotation.models.run_records import Metrics
from annotation.services.figures import grouped, short_share
from annotation.services.labelling.queue import unread
from annotation.services.runs.quality import figure_of, is_measured

EVENTS = 24  # looked at
SHOWN = 8


@dataclass(frozen=True, slots=True)
class Event:
    time: datetime
    text: str
    batch: int = 0  # that was finished
    model: int = 0  # that learnt
    turns: int = 0  # from which it did


def list_activity(project: Project) -> list[Event]:
    """The last things that happened, newest first; names of people, never a text."""
    events = [
        Event(
            run.finished_at or run.queued_at,
            describe_run(run),
            model=run.number if _learnt(run) else 0,
            turns=run.labelled_turns,
        )
        for run in project.runs.exclude(status__in=[JobStatus.QUEUED, JobStatus.RUNNING])
        # The large model gives way to every round: nobody need know how often.
        .exclude(kind=TrainingRun.Kind.LARGE, status=JobStatus.CANCELLED)
        .order_by("-pk")[:EVENTS]
    ]
    waiting = unread(QueryItem.objects.filter(batch__project=project))
    finished = (
        project.batches.annotate(
            # distinct: a turn that two people read comes twice
            waiting=Count("items", filter=Q(items__in=waiting), distinct=True),
            n=Count("items", distinct=True),
            ended=Max("items__turn__readings__done_at"),
        )
        .filter(waiting=0, ended__isnull=False, number__gt=Batch.APART)
        .order_by("-number")[:EVENTS]
    )
    for batch in finished:
        text = ngettext(
            "Batch %(number)s was finished: %(n)s turn",
            "Batch %(number)s was finished: %(n)s turns",
            batch.n,
        )
        values = {"number": batch.number, "n": grouped(batch.n)}
        events.append(Event(batch.ended, text % values, batch=batch.number))
    purpose = AccessEvent.Purpose
    shown = [purpose.IMPORT, purpose.EXPORT, purpose.DOWNLOAD, purpose.ERASE]
    accesses = project.access_events.filter(purpose__in=shown).select_related("user")[:EVENTS]
    events += [Event(access.created_at, _describe_access(access)) for access in accesses]
    events.sort(key=lambda event: event.time, reverse=True)
    return _gathered(events[:EVENTS])[:SHOWN]


def _learnt(run: TrainingRun) -> bool:
    return run.kind == TrainingRun.Kind.ROUND and run.status == JobStatus.DONE and is_measured(run)


def _gathered(events: Iterable[Event]) -> list[Event]:
    """Batches and the models that learnt from them as one event, where several follow each other:
    the rounds go on by themselves, and what people did is not to be lost among them."""
    gathered: list[Event] = []
    for is_round, group in groupby(events, key=lambda each: bool(each.batch or each.model)):
        several = list(group)
        batches = sorted(each.batch for each in several if each.batch)
        models = [each for each in several if each.model]
        if not is_round or len(batches) < 2 or len(models) < 2:
            gathered += several
            continue
        text = _(
            "Batches %(first)s to %(last)s were finished; model %(model)s learnt from %(n)s turns"
        ) % {
            "first": batches[0],
            "last": batches[-1],
            "model": models[0].model,
            "n": grouped(models[0].turns),
        }
        gathered.append(Event(several[0].time, text))
    return gathered


def describe_run(run: TrainingRun) -> str:
    """What came of a settled run, in one sentence."""
    if run.status == JobStatus.FAILED:
        return _("Training stopped: %(why)s") % {
            "why": run.error_words if run.error else _("no reason known")
        }
    if run.status == JobStatus.CANCELLED:
        return _("Training was cancelled")
    if run.kind == TrainingRun.Kind.SEED:
        return _("The first batch was chosen")
    if run.kind == TrainingRun.Kind.TAG:
        return _("Model %(number)s read the whole corpus") % {"number": run.number}
    if run.kind == TrainingRun.Kind.LARGE:
        return _describe_large(run)
    values = {"number": run.number, "n": grouped(run.labelled_turns)}
    if not is_measured(run):
        text = ngettext(
            "Nothing to learn from yet in %(n)s read turn; more turns were chosen",
            "Nothing to learn from yet in %(n)s read turns; more turns were chosen",
            run.labelled_turns,
        )
        return text % values
    text = ngettext(
        "Model %(number)s learnt from %(n)s turn",
        "Model %(number)s learnt from %(n)s turns",
        run.labelled_turns,
    )
    return text % values


def outcome_of(job: Job) -> str:
    """What came of a job that is done, in figures; "" where its name says all."""
    if isinstance(job, Export) and job.summary:
        n, held = int(job.summary.get("dialogues", 0)), len(job.summary.get("held_back", {}))
        text = ngettext("%(n)s dialogue", "%(n)s dialogues", n) % {"n": grouped(n)}
        return f"{text}, " + _("%(n)s held back") % {"n": grouped(held)} if held else text
    if not isinstance(job, TrainingRun):
        return ""
    if job.kind == TrainingRun.Kind.TAG:
        return _("Model %(number)s") % {"number": job.number}
    if job.kind == TrainingRun.Kind.SEED:
        n = QueryItem.objects.filter(batch__run=job).count()
        return ngettext("%(n)s turn", "%(n)s turns", n) % {"n": grouped(n)}
    if job.kind != TrainingRun.Kind.ROUND:
        return ""
    n = job.labelled_turns
    text = ngettext("%(n)s read turn", "%(n)s read turns", n) % {"n": grouped(n)}
    figure = figure_of(job)
    return f"{text}, F1 {figure.found.text}" if figure else text


def _describe_access(access: AccessEvent) -> str:
    who = access.user.get_username() if access.user else _("somebody")
    if access.purpose == AccessEvent.Purpose.IMPORT:
        n = int(access.detail.get("dialogues", 0))
        text = ngettext("%(who)s imported %(n)s dialogue", "%(who)s imported %(n)s dialogues", n)
        return text % {"who": who, "n": grouped(n)}
    if access.purpose == AccessEvent.Purpose.ERASE:
        n = int(access.detail.get("dialogues", 0))
        text = ngettext("%(who)s erased %(n)s dialogue", "%(who)s erased %(n)s dialogues", n)
        return text % {"who": who, "n": grouped(n)}
    if access.purpose == AccessEvent.Purpose.EXPORT:
        return _("%(who)s made an export") % {"who": who}
    return _("%(who)s downloaded an export") % {"who": who}


def _describe_large(run: TrainingRun) -> str:
    metrics = Metrics.from_json(run.metrics)
    large, small = metrics.f1 or 0.0, metrics.crf_f1 or 0.0
    figures = {"number": run.number, "large": short_share(large), "small": short_share(small)}
    if large > small if metrics.ahead_low is None else metrics.ahead_low > 0:
        text = _(
            "Large model %(number)s was trained and finds more: %(large)s, the small one "
            "%(small)s on the same turns"
        )
    elif large > small:
        text = _(
            "Large model %(number)s was trained and may only seem to find more: %(large)s, the "
            "small one %(small)s on the same turns. The difference can be chance, so the small one "
            "goes on proposing"
        )
    else:
        text = _(
            "Large model %(number)s was trained and does not find more: %(large)s, the small one "
            "%(small)s on the same turns"
        )
    return text % figures
