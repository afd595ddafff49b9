"""What tells readers how to label, and what readers tell: guidelines, questions, notes."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from annotation.models.corpus import Dialogue, Project, Turn, User


class Guideline(models.Model):
    """One version of a project's guidelines, in Markdown; the newest is the one that holds."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="guidelines")
    version = models.PositiveIntegerField()
    text = models.TextField(_("text"), blank=True)
    note = models.CharField(_("what changed"), max_length=200, blank=True)
    author = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-version"]
        constraints = [
            models.UniqueConstraint(fields=["project", "version"], name="guideline_version_once")
        ]
        verbose_name = _("guideline")
        verbose_name_plural = _("guidelines")

    def __str__(self) -> str:
        return f"{self.project_id} · {self.version}"


class Question(models.Model):
    """A reader's question on a turn or a stretch of it, and a curator's answer."""

    turn = models.ForeignKey(Turn, models.CASCADE, related_name="questions")
    start = models.PositiveIntegerField(null=True, blank=True)  # None: on the whole turn
    end = models.PositiveIntegerField(null=True, blank=True)
    op_id = models.UUIDField()
    text = models.TextField(_("question"))
    asked_by = models.ForeignKey(User, models.PROTECT, related_name="questions")
    asked_at = models.DateTimeField(auto_now_add=True)
    answer = models.TextField(_("answer"), blank=True)
    answered_by = models.ForeignKey(
        User, models.SET_NULL, null=True, blank=True, related_name="answers"
    )
    answered_at = models.DateTimeField(null=True, blank=True)
    guideline = models.ForeignKey(
        Guideline, models.SET_NULL, null=True, blank=True, related_name="questions"
    )  # the version that the answer went into

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["asked_by", "op_id"], name="question_asked_once"),
            models.CheckConstraint(
                condition=Q(start=None, end=None) | Q(start__lt=F("end")), name="question_place"
            ),
        ]
        verbose_name = _("question")
        verbose_name_plural = _("questions")

    def __str__(self) -> str:
        return f"{self.turn_id}:{self.pk}"


class Note(models.Model):
    """One version of what a reader wrote at a word, a turn or a dialogue for whoever decides there.

    The versions of a note share its `thread`; the last is current. Without text it is taken back.
    """

    dialogue = models.ForeignKey(Dialogue, models.CASCADE, related_name="notes")
    # None: on the whole dialogue.
    turn = models.ForeignKey(Turn, models.CASCADE, null=True, blank=True, related_name="notes")
    start = models.PositiveIntegerField(null=True, blank=True)  # None: on the whole turn
    end = models.PositiveIntegerField(null=True, blank=True)
    author = models.ForeignKey(User, models.PROTECT, related_name="notes")
    thread = models.UUIDField()
    version = models.PositiveIntegerField(default=1)
    is_current = models.BooleanField(default=True)
    op_id = models.UUIDField()
    text = models.TextField(_("note"), blank=True)
    written_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["author", "op_id"], name="note_written_once"),
            models.UniqueConstraint(fields=["thread", "version"], name="note_version_once"),
            models.UniqueConstraint(
                fields=["thread"], condition=Q(is_current=True), name="note_current_once"
            ),
            models.CheckConstraint(
                condition=Q(start=None, end=None) | Q(turn__isnull=False, start__lt=F("end")),
                name="note_place",
            ),
        ]
        verbose_name = _("note")
        verbose_name_plural = _("notes")

    def __str__(self) -> str:
        return f"{self.dialogue_id}:{self.pk}"
