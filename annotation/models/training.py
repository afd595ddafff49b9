"""Models and what they asked: SourceModel, TrainingRun, Batch, QueryItem."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from annotation.models.corpus import Project, Turn, User
from annotation.models.jobs import Job, JobStatus


class SourceModel(models.Model):
    """A tagger trained on an annotated corpus of another language or domain."""

    name = models.CharField(_("name"), max_length=120, unique=True)
    lang = models.CharField(_("language"), max_length=12)
    domain = models.CharField(_("domain"), max_length=120, blank=True)
    description = models.TextField(_("description"), blank=True)
    # Label of its corpus -> whether it is personal here: sources come in other schemes.
    labels = models.JSONField(default=dict, blank=True)
    folder = models.CharField(max_length=200)  # below ANTIFAZ_DATA
    card = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name"]
        verbose_name = _("source model")
        verbose_name_plural = _("source models")

    def __str__(self) -> str:
        return self.name


class SourceTraining(Job):
    """A source model in the making: a corpus, what each of its labels means here, the work.

    A draft until somebody has said what the labels mean. The corpus is a project's finished turns,
    or a file below ANTIFAZ_DATA that is erased when the work ends, however it ends.
    """

    DRAFT = "draft"

    status = models.CharField(
        max_length=9,
        choices=[(DRAFT, _("waiting for an answer")), *JobStatus.choices],
        default=DRAFT,
    )
    name = models.CharField(_("name"), max_length=120)
    lang = models.CharField(_("language"), max_length=12)
    domain = models.CharField(_("domain"), max_length=120, blank=True)
    project = models.ForeignKey(Project, models.CASCADE, null=True, blank=True, related_name="+")
    file = models.CharField(max_length=200, blank=True)  # below ANTIFAZ_DATA
    corpus = models.CharField(max_length=120, blank=True)  # what it was called where it came from
    counts = models.JSONField(default=dict)  # dialogues, turns, and times of each label
    labels = models.JSONField(default=dict, blank=True)  # label -> whether it is personal here
    source = models.ForeignKey(SourceModel, models.SET_NULL, null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("training of a source model")
        verbose_name_plural = _("trainings of source models")

    @property
    def holds_files(self) -> bool:
        return self.project_id is None

    def __str__(self) -> str:
        return f"{self.name} · {self.status}"


class TrainingRun(Job):
    """One piece of learning on a project: choose the seed, train a round, or tag the corpus."""

    class Kind(models.TextChoices):
        SEED = "seed", _("choose the first batch")
        ROUND = "round", _("train and choose the next batch")
        TAG = "tag", _("propose labels for the whole corpus")
        LARGE = "large", _("train the large model behind")

    project = models.ForeignKey(Project, models.CASCADE, related_name="runs")
    kind = models.CharField(max_length=5, choices=Kind.choices, default=Kind.ROUND)
    number = models.PositiveIntegerField(default=0)  # of the round; a model is named by it
    labelled_turns = models.PositiveIntegerField(default=0)
    labelled_tokens = models.PositiveIntegerField(default=0)
    metrics = models.JSONField(default=dict, blank=True)
    left = models.JSONField(default=dict, blank=True)
    source_weight = models.FloatField(null=True, blank=True)
    timings = models.JSONField(default=dict, blank=True)
    folder = models.CharField(max_length=200, blank=True)  # of the model, below ANTIFAZ_DATA
    card = models.JSONField(default=dict, blank=True)  # of the model: what, when, on how much
    transfer = models.JSONField(default=dict, blank=True)  # what the source deserved, and why
    advice = models.JSONField(default=dict, blank=True)  # whether to go on, and the signs for it
    details = models.JSONField(default=dict, blank=True)  # confusion, weakest labels, hardest turns

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["project"],
                condition=Q(status__in=[JobStatus.QUEUED, JobStatus.RUNNING]),
                name="one_active_run",
            )
        ]
        verbose_name = _("training run")
        verbose_name_plural = _("training runs")

    @property
    def memory_mb(self) -> int | None:
        """A large model's own child is the one that the system ends when memory runs out."""
        return 0 if self.kind == self.Kind.LARGE else None

    @property
    def patience(self) -> float:
        return 4.0 if self.kind == self.Kind.LARGE else 1.0

    def __str__(self) -> str:
        return f"{self.project_id} · {self.kind} {self.number}"


class Batch(models.Model):
    """The turns chosen together to be labelled next."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="batches")
    number = models.PositiveIntegerField()
    strategy = models.CharField(max_length=30)
    run = models.OneToOneField(
        TrainingRun, models.SET_NULL, null=True, blank=True, related_name="batch"
    )
    # Ids of turns that the strategy ranked next, for who would rather go on than wait.
    spare = models.JSONField(default=list, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    # The number of the batch that no round chose: turns that came labelled and are read again.
    APART = 0

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["project", "number"], name="batch_numbered_once")
        ]
        verbose_name = _("batch")
        verbose_name_plural = _("batches")

    def __str__(self) -> str:
        return f"{self.project_id} · {self.number}"


class QueryItem(models.Model):
    """A turn that people are asked to label, with why it was chosen and how many are to read it."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        DONE = "done", _("done")
        SKIPPED = "skipped", _("skipped")

    class Proposals(models.TextChoices):
        SHOWN = "shown", _("shown")
        HIDDEN = "hidden", _("hidden, to measure what they do to readers")
        EARLY = "early", _("hidden, the model is not good enough yet")

    batch = models.ForeignKey(Batch, models.CASCADE, related_name="items")
    turn = models.OneToOneField(Turn, models.CASCADE, related_name="query_item")
    rank = models.PositiveIntegerField()  # 0 = first in the strategy's order
    priority = models.FloatField(default=0)  # of the query strategy: the higher, the sooner
    reason = models.CharField(max_length=12, blank=True)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.OPEN)
    readers = models.PositiveSmallIntegerField(default=1)  # people who are to read it
    proposals = models.CharField(max_length=6, choices=Proposals.choices, default=Proposals.SHOWN)
    is_flagged = models.BooleanField(default=False)
    # The sheet on which a second reading of it is asked, drawn by chance (`AuditDraw`); None: not
    # drawn. It is blind: no proposal and no label of others is shown there while it is open.
    second = models.PositiveIntegerField(null=True, blank=True)
    # [start, end] of words that the newest model thinks possible: the ring of a page stops there.
    possible = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["batch", "rank"]
        indexes = [models.Index(fields=["batch", "status"])]
        verbose_name = _("query item")
        verbose_name_plural = _("query items")

    def __str__(self) -> str:
        return f"{self.batch_id}:{self.rank}"


class Assignment(models.Model):
    """An item in one person's hands; nobody gets an item twice."""

    item = models.ForeignKey(QueryItem, models.CASCADE, related_name="assignments")
    reader = models.ForeignKey(User, models.CASCADE, related_name="assignments")
    status = models.CharField(
        max_length=8, choices=QueryItem.Status.choices, default=QueryItem.Status.OPEN
    )
    assigned_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["item", "reader"], name="never_twice")]
        indexes = [models.Index(fields=["reader", "status"])]
        verbose_name = _("assignment")
        verbose_name_plural = _("assignments")

    def __str__(self) -> str:
        return f"{self.item_id} · {self.reader_id}"
