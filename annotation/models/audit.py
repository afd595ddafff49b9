"""Who saw or took what: append-only rows without any text."""

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from annotation.models.corpus import Dialogue, Project, User


class AppendOnly(Exception):
    """Rows of the record are written once; only erasing their project removes them."""


class AppendOnlyRows(models.QuerySet["AccessEvent"]):
    """Refuses what would change or remove rows; the cascade of an erased project goes past it."""

    def update(self, **_values: object) -> int:
        raise AppendOnly

    def bulk_update(self, *_args: object, **_options: object) -> int:
        raise AppendOnly

    def delete(self) -> tuple[int, dict[str, int]]:
        raise AppendOnly


class AccessEvent(models.Model):
    """A person was shown text of a dialogue, or took something out: who, when, from where, why."""

    class Purpose(models.TextChoices):
        LABEL = "label", _("labelling")
        PROPAGATE = "propagate", _("every occurrence")
        HISTORY = "history", _("history of labels")
        QUESTION = "question", _("questions")
        MARKED = "marked", _("flagged or skipped turns")
        DIFFERENCES = "differences", _("differences of readers")
        LEARNING = "learning", _("hard turns of a model")
        ADJUDICATE = "adjudicate", _("adjudication")
        REVISE = "revise", _("revision")
        REPLACED = "replaced", _("revision, originals hidden")
        API = "api", _("read by a program")
        PROGRAM = "program", _("a program asked, with a token")
        TRANSFORM = "transform", _("transformed texts of a program")
        PREVIEW = "preview", _("looked at files before their import")
        IMPORT = "import", _("imported texts")
        EXPORT = "export", _("made an export")
        DOWNLOAD = "download", _("downloaded an export")
        SIGN = "sign", _("signed a release")
        SOURCE = "source", _("taught a source model from its turns")
        ERASE = "erase", _("erased dialogues")
        SEARCH = "search", _("search of the corpus")
        INTRUDE = "intrude", _("motivated intruder")
        SCORE = "score", _("scored an intruder")
        HOOK = "hook", _("changed who is told")

    user = models.ForeignKey(
        User, models.PROTECT, related_name="+", null=True, db_index=False, verbose_name=_("person")
    )
    project = models.ForeignKey(
        Project, models.CASCADE, related_name="access_events", db_index=False
    )
    # The number stays when the dialogue is erased: that it was read remains true.
    dialogue = models.ForeignKey(
        Dialogue,
        models.DO_NOTHING,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
        db_constraint=False,
        verbose_name=_("dialogue"),
    )
    purpose = models.CharField(_("purpose"), max_length=12, choices=Purpose.choices)
    address = models.CharField(_("address"), max_length=45, blank=True)  # of the client, as text
    detail = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = AppendOnlyRows.as_manager()

    class Meta:
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["user", "dialogue", "created_at"], name="event_of_person"),
            models.Index(fields=["project", "created_at"], name="event_of_project"),
        ]
        verbose_name = _("access event")
        verbose_name_plural = _("access events")

    def __str__(self) -> str:
        return f"{self.purpose} · {self.user_id}"

    def save(self, *args: Any, **options: Any) -> None:
        if not self._state.adding:
            raise AppendOnly
        super().save(*args, **options)

    def delete(self, *_args: object, **_options: object) -> tuple[int, dict[str, int]]:
        raise AppendOnly


class Alarm(models.Model):
    """Fewer labels are in the table than were saved; stays until a manager closes it."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="alarms")
    detail = models.JSONField(default=dict)  # counts and ids, no text
    raised_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("alarm")
        verbose_name_plural = _("alarms")

    def __str__(self) -> str:
        return f"{self.project_id} · {self.raised_at:%Y-%m-%d}"
