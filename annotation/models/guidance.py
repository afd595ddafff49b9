"""What tells readers how to label: guidelines with their versions, questions with their answers."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from annotation.models.corpus import Project, Turn, User


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
