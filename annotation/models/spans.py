"""Labels, readings and spans: what people and models said about a turn, with its history.

A reading is one layer of spans on one turn: what one person said, or what adjudication decided.
Two people never overwrite each other; a reading's version guards it against two windows.
"""

from typing import NamedTuple

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from annotation.models.corpus import Dialogue, Project, Turn, User


class Identifier(models.TextChoices):
    """Whether an item names a person, tells something of one, or neither [Pilan22]."""

    DIRECT = "direct", _("Directly: alone it says who")
    QUASI = "quasi", _("With others: together they may say who")
    NONE = "none", _("Not at all")


class Label(models.Model):
    """A category of personal information in a project's scheme.

    A label without a key is a group: nobody annotates it, figures can be read at its level.
    """

    project = models.ForeignKey(Project, models.CASCADE, related_name="labels")
    name = models.CharField(_("name"), max_length=80)
    key = models.CharField(_("key"), max_length=4, blank=True)
    # What its items do to a person [Pilan22]; "": as the kind of thing that it names
    # (`annotation.evidence.remains.identifiers`).
    identifier = models.CharField(
        _("points at a person"), max_length=6, choices=Identifier.choices, blank=True
    )
    parent = models.ForeignKey(
        "self",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="children",
        verbose_name=_("group"),
    )
    family = models.CharField(_("colour family"), max_length=12, default="other")
    description = models.CharField(_("description"), max_length=300, blank=True)
    # Empty: the project's.
    replacement = models.CharField(_("replacement strategy"), max_length=20, blank=True)
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["project", "name"], name="label_named_once"),
            models.UniqueConstraint(
                fields=["project", "key"], condition=~Q(key=""), name="label_key_once"
            ),
        ]
        verbose_name = _("label")
        verbose_name_plural = _("labels")

    def __str__(self) -> str:
        return self.name


class LayerKind(models.TextChoices):
    """Whose work a layer of spans is: one reader's, or the adjudicated one (`gold`)."""

    READER = "reader", _("reading")
    GOLD = "gold", _("adjudication")


class Reading(models.Model):
    """One layer of spans on one turn. `is_gold`: its spans are what the turn holds.

    An adjudicated reading is the only one of its turn; its `reader` is the curator who began it.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        DONE = "done", _("done")
        SKIPPED = "skipped", _("skipped")

    turn = models.ForeignKey(Turn, models.CASCADE, related_name="readings")
    reader = models.ForeignKey(User, models.PROTECT, related_name="readings")
    layer = models.CharField(max_length=6, choices=LayerKind.choices, default=LayerKind.READER)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.OPEN)
    is_gold = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=0)
    # Accepted spans, counted as they are saved: what the table must hold, or labels were lost.
    label_count = models.PositiveIntegerField(default=0)
    seconds = models.FloatField(_("seconds spent"), default=0)
    opened_at = models.DateTimeField(auto_now_add=True)
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["turn", "reader"], condition=Q(layer="reader"), name="one_reading_each"
            ),
            models.UniqueConstraint(
                fields=["turn"], condition=Q(layer="gold"), name="one_adjudication"
            ),
            models.UniqueConstraint(
                fields=["turn"], condition=Q(is_gold=True), name="one_gold_reading"
            ),
        ]
        verbose_name = _("reading")
        verbose_name_plural = _("readings")

    def __str__(self) -> str:
        return f"{self.turn_id} · {self.reader_id}"


class SpanRow(NamedTuple):
    """A span of a layer, without its id: what an event keeps of it."""

    start: int
    end: int
    label_id: int
    status: str
    origin_id: int | None


class Span(models.Model):
    """A labelled stretch of a turn; code-point offsets, end exclusive; no reading = machine.

    A machine span is a proposal for ever; accepting or rejecting it writes a span in the person's
    layer that points at it (`origin`), so how often the model was right is never lost.
    """

    class Status(models.TextChoices):
        PROPOSED = "proposed", _("proposed")
        ACCEPTED = "accepted", _("accepted")
        REJECTED = "rejected", _("rejected")

    turn = models.ForeignKey(Turn, models.CASCADE, related_name="spans")
    reading = models.ForeignKey(
        Reading, models.CASCADE, null=True, blank=True, related_name="spans"
    )
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    label = models.ForeignKey(Label, models.RESTRICT, related_name="spans")
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
        indexes = [models.Index(fields=["turn", "reading", "status"])]
        verbose_name = _("span")
        verbose_name_plural = _("spans")

    def __str__(self) -> str:
        return f"{self.turn_id}:{self.start}-{self.end}"

    def as_row(self) -> SpanRow:
        return SpanRow(self.start, self.end, self.label_id, self.status, self.origin_id)


class Step(models.Model):
    """One thing that a person did in a dialogue; it may have changed many turns (its events).

    `op_id` is made by the client, so a request that is sent twice is applied once. Undo takes back
    the newest step that is done, redo the oldest that is undone: those undone are always the end
    of the row, because a new step makes them void.
    """

    class State(models.TextChoices):
        DONE = "done", _("done")
        UNDONE = "undone", _("taken back")
        VOID = "void", _("no step to go back to")  # undo and redo themselves, and what they passed

    author = models.ForeignKey(User, models.PROTECT, related_name="steps")
    dialogue = models.ForeignKey(Dialogue, models.CASCADE, related_name="steps")
    layer = models.CharField(max_length=6, choices=LayerKind.choices, default=LayerKind.READER)
    op_id = models.UUIDField()
    kind = models.CharField(max_length=12)
    request = models.JSONField(default=dict)  # what was asked, to tell a repeat from a reused id
    state = models.CharField(max_length=6, choices=State.choices, default=State.DONE)
    created_at = models.DateTimeField(auto_now_add=True)
    # [turn id, labels there since] of each reading that it changed: a reading that is lost takes
    # its events along, and this stays.
    touched = models.JSONField(default=list)
    # Where the step was taken just now: turn id -> its reading, and the rows (as in an event) that
    # this holds since, by span id.
    left: "dict[int, tuple[Reading, dict[int, SpanRow]]] | None" = None

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["author", "op_id"], name="step_applied_once")
        ]
        indexes = [models.Index(fields=["dialogue", "author", "layer", "state"])]
        verbose_name = _("step")
        verbose_name_plural = _("steps")

    def __str__(self) -> str:
        return f"{self.dialogue_id}:{self.kind}"


class SpanEvent(models.Model):
    """What a step changed in one reading: the rows before and after, never their text."""

    step = models.ForeignKey(Step, models.CASCADE, related_name="events")
    reading = models.ForeignKey(Reading, models.CASCADE, related_name="events")
    before = models.JSONField(default=list)  # rows of [start, end, label_id, status, origin_id]
    after = models.JSONField(default=list)
    version = models.PositiveIntegerField()  # the reading's version after this step
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        verbose_name = _("span event")
        verbose_name_plural = _("span events")

    def __str__(self) -> str:
        return f"{self.reading_id}:{self.version}"
