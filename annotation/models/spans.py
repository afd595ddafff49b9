"""Labels, readings and spans: what people and models said about a turn, with its history.

A reading is one person's work on one turn. Each person has a layer of spans of her own, so two
people never overwrite each other; the reading's version guards one person against two windows.
"""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from annotation.models.corpus import Project, Turn, User


class Label(models.Model):
    """A category of personal information in a project's scheme."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="labels")
    name = models.CharField(_("name"), max_length=80)
    key = models.CharField(_("key"), max_length=1)
    family = models.CharField(_("colour family"), max_length=12, default="other")
    description = models.CharField(_("description"), max_length=300, blank=True)
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["project", "name"], name="label_named_once"),
            models.UniqueConstraint(fields=["project", "key"], name="label_key_once"),
        ]
        verbose_name = _("label")
        verbose_name_plural = _("labels")

    def __str__(self) -> str:
        return self.name


class Reading(models.Model):
    """One person's reading of one turn. `is_gold`: her spans are what the turn holds."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        DONE = "done", _("done")
        SKIPPED = "skipped", _("skipped")

    turn = models.ForeignKey(Turn, models.CASCADE, related_name="readings")
    reader = models.ForeignKey(User, models.PROTECT, related_name="readings")
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.OPEN)
    is_gold = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=0)
    seconds = models.FloatField(_("seconds spent"), default=0)
    opened_at = models.DateTimeField(auto_now_add=True)
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["turn", "reader"], name="one_reading_each"),
            models.UniqueConstraint(
                fields=["turn"], condition=Q(is_gold=True), name="one_gold_reading"
            ),
        ]
        verbose_name = _("reading")
        verbose_name_plural = _("readings")

    def __str__(self) -> str:
        return f"{self.turn_id} · {self.reader_id}"


class Span(models.Model):
    """A labelled stretch of a turn; code-point offsets, end exclusive; no author = machine.

    A machine span is a proposal for ever; accepting or rejecting it writes a span in the person's
    layer that points at it (`origin`), so how often the model was right is never lost.
    """

    class Status(models.TextChoices):
        PROPOSED = "proposed", _("proposed")
        ACCEPTED = "accepted", _("accepted")
        REJECTED = "rejected", _("rejected")

    turn = models.ForeignKey(Turn, models.CASCADE, related_name="spans")
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    label = models.ForeignKey(Label, models.RESTRICT, related_name="spans")
    author = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="spans")
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.ACCEPTED)
    confidence = models.FloatField(null=True, blank=True)
    origin = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="decisions"
    )
    run = models.ForeignKey(
        "TrainingRun", models.SET_NULL, null=True, blank=True, related_name="proposals"
    )
    extra = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["start", "end"]
        constraints = [
            models.CheckConstraint(condition=Q(start__lt=F("end")), name="span_not_empty"),
        ]
        indexes = [models.Index(fields=["turn", "author", "status"])]
        verbose_name = _("span")
        verbose_name_plural = _("spans")

    def __str__(self) -> str:
        return f"{self.turn_id}:{self.start}-{self.end}"


class SpanEvent(models.Model):
    """One step of an annotator's work on a turn: what was there before and after, never its text.

    `op_id` is made by the client, so a request that is sent twice is applied once.
    """

    reading = models.ForeignKey(Reading, models.CASCADE, related_name="events")
    op_id = models.UUIDField()
    kind = models.CharField(max_length=12)
    request = models.JSONField(default=dict)  # what was asked, to tell a repeat from a reused id
    before = models.JSONField(default=list)  # rows of [start, end, label_id, status, origin_id]
    after = models.JSONField(default=list)
    version = models.PositiveIntegerField()  # the reading's version after this step
    undone = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["reading", "op_id"], name="step_applied_once")
        ]

    def __str__(self) -> str:
        return f"{self.reading_id}:{self.kind}"
