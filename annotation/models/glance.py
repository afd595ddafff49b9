"""What is known of each dialogue as a whole, so that a page of all of them asks for nothing else.

Counted by `annotation.services.glance.following`, which triggers of the database tell what changed
(`annotation.services.storage.triggers`).
"""

from typing import Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils.translation import gettext_lazy as _

from annotation.models.corpus import Dialogue, Project
from annotation.models.jobs import Job, Lane


class TouchedDialogue(models.Model):
    """Something was changed in a dialogue since it was counted. Written by triggers alone.

    No foreign key: the row of a dialogue that is erased goes when it is looked at.
    """

    dialogue_id = models.BigIntegerField(db_index=True)

    class Meta:
        verbose_name = _("touched dialogue")
        verbose_name_plural = _("touched dialogues")

    def __str__(self) -> str:
        return str(self.dialogue_id)


# Dialogues whose open issues are to be counted: never counted, or changed since.
UNCHECKED = models.Q(issues_old=True) | models.Q(issues_at=None)


class DialogueFigures(models.Model):
    """Where a dialogue stands, and what it holds in numbers; no text."""

    class State(models.TextChoices):
        HELD = "held", _("to approve again")
        DIFFER = "differ", _("readers differ")
        UNREAD = "unread", _("unread")
        MODEL = "model", _("model only")
        READ = "read", _("read")
        APPROVED = "approved", _("approved")

    dialogue = models.OneToOneField(
        Dialogue, models.CASCADE, primary_key=True, related_name="figures"
    )
    state = models.CharField(max_length=8, choices=State.choices)
    turns = models.PositiveIntegerField(default=0)
    words = models.PositiveIntegerField(default=0)
    items = models.PositiveIntegerField(default=0)  # labelled, or proposed where nobody has read
    unread = models.PositiveIntegerField(default=0)  # turns that neither people nor a model read
    unsettled = models.PositiveIntegerField(default=0)  # turns that people read and did not settle
    readers = models.TextField(blank=True)  # ids of people with a finished turn, in order
    agreement = models.FloatField(null=True)  # share of turns read by several who say the same
    # Open issues of the replacement when it was last made; null: it never was, or could not be.
    blocks = models.PositiveIntegerField(null=True)
    warns = models.PositiveIntegerField(null=True)
    notes = models.PositiveIntegerField(null=True)
    issues_at = models.DateTimeField(null=True)
    issues_old = models.BooleanField(default=False)  # labels or settings changed since
    sums = models.JSONField(default=dict)  # `glance.sums`: what pages of all dialogues add up

    class Meta:
        verbose_name = _("figures of a dialogue")
        verbose_name_plural = _("figures of dialogues")
        indexes = [
            models.Index("dialogue", name="figures_unchecked", condition=UNCHECKED),
        ]

    def __str__(self) -> str:
        return f"{self.dialogue_id} · {self.state}"


class WordsField(models.TextField):  # type: ignore[type-arg]
    """Words with a space between: text on SQLite, a `tsvector` of them on PostgreSQL."""

    def db_type(self, connection: BaseDatabaseWrapper) -> str:
        return "tsvector" if connection.vendor == "postgresql" else "text"

    def get_placeholder(self, _value: Any, _compiler: Any, connection: BaseDatabaseWrapper) -> str:
        return "array_to_tsvector(%s)" if connection.vendor == "postgresql" else "%s"

    def get_db_prep_save(self, value: Any, connection: BaseDatabaseWrapper) -> Any:
        return value.split() if connection.vendor == "postgresql" else value


class DialogueWords(models.Model):
    """The words of a dialogue, each once and folded, for the search; it goes with the dialogue.

    SQLite searches it by a table of FTS5, PostgreSQL by an index (`storage.triggers`).
    """

    dialogue = models.OneToOneField(
        Dialogue, models.CASCADE, primary_key=True, related_name="searched"
    )
    words = WordsField(blank=True)

    class Meta:
        verbose_name = _("words of a dialogue")
        verbose_name_plural = _("words of dialogues")

    def __str__(self) -> str:
        return str(self.dialogue_id)


class IssueCount(Job):
    """The counting of open issues in a project: one row, queued again when something changed."""

    lane = Lane.FILES
    in_background = True

    project = models.OneToOneField(Project, models.CASCADE, related_name="issue_count")
    # Digest of the settings and the lexicon by which it counts; others make all counts old.
    rules = models.CharField(max_length=32, blank=True)

    class Meta:
        verbose_name = _("count of open issues")
        verbose_name_plural = _("counts of open issues")

    def __str__(self) -> str:
        return f"{self.project_id} · {self.status}"
