"""Who saw or took what: append-only rows without any text."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from annotation.models.corpus import Dialogue, Project, User


class AccessEvent(models.Model):
    """A person was shown originals, or took an export."""

    class Action(models.TextChoices):
        LABEL = "label", _("read while labelling")
        REVISE = "revise", _("saw originals in revision")
        EXPORT = "export", _("made an export")
        DOWNLOAD = "download", _("downloaded an export")
        IMPORT = "import", _("imported texts")
        SOURCE = "source", _("taught a source model from its turns")

    user = models.ForeignKey(User, models.PROTECT, related_name="+", null=True)
    project = models.ForeignKey(Project, models.CASCADE, related_name="access_events")
    dialogue = models.ForeignKey(Dialogue, models.SET_NULL, null=True, blank=True, related_name="+")
    action = models.CharField(max_length=8, choices=Action.choices)
    detail = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("access event")
        verbose_name_plural = _("access events")

    def __str__(self) -> str:
        return f"{self.action} · {self.user_id}"


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
