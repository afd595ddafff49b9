"""Decisions about surrogates, and exports.

Entities and surrogates are not stored: they are computed from the spans, the project's key and the
decisions, and come out the same each time. Only what a person decided is kept.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from annotation.models.corpus import Dialogue, Project, User
from annotation.models.jobs import Job


class Decision(models.Model):
    """One step of a curator in the revision view, replayed as constraints on every run.

    `constraints` are rows {"kind", "mentions", "value"} (`surrogates.types.Constraint`); mentions
    are places ("turn:start-end"), so no original text is stored.
    """

    class Action(models.TextChoices):
        ACCEPT = "accept", _("accepted the fix")
        DISMISS = "dismiss", _("dismissed the issue")
        EDIT = "edit", _("changed by hand")

    dialogue = models.ForeignKey(Dialogue, models.CASCADE, related_name="decisions")
    user = models.ForeignKey(User, models.PROTECT, related_name="+")
    action = models.CharField(max_length=8, choices=Action.choices)
    issue_code = models.CharField(max_length=40, blank=True)
    constraints = models.JSONField(default=list)
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        verbose_name = _("decision")
        verbose_name_plural = _("decisions")

    def __str__(self) -> str:
        return f"{self.dialogue_id} · {self.action}"


class Export(Job):
    """A release of the corpus: what was written, how, and what the re-scan said."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="exports")
    format = models.CharField(_("format"), max_length=20)
    strategy = models.CharField(_("replacement strategy"), max_length=20)
    path = models.CharField(max_length=200, blank=True)  # below ANTIFAZ_DATA
    sha256 = models.CharField(max_length=64, blank=True)
    summary = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("export")
        verbose_name_plural = _("exports")

    def __str__(self) -> str:
        return f"{self.project_id} · {self.format} · {self.strategy}"
