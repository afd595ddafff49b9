"""What was erased, and the work that is left to do for it; without any text."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from annotation.models.corpus import Project
from annotation.models.jobs import Job, Lane


class Erasure(Job):
    """Rows are gone when this row is there; the job then removes files and rewrites the database's
    pages, so that no byte stays. Tried until it is done."""

    lane = Lane.FILES
    gives_way = False

    class Kind(models.TextChoices):
        DIALOGUES = "dialogues", _("dialogues")
        PROJECT = "project", _("a project")
        ACCOUNT = "account", _("an account")

    class Choice(models.TextChoices):
        RETRAIN = "retrain", _("train them again, from what is left")
        WITHDRAW = "withdraw", _("withdraw them; the next round makes a new one")

    kind = models.CharField(max_length=9, choices=Kind.choices)
    project = models.ForeignKey(
        Project, models.SET_NULL, null=True, blank=True, related_name="erasures"
    )
    counts = models.JSONField(default=dict)  # what went: name -> how many
    choice = models.CharField(max_length=8, choices=Choice.choices, default=Choice.RETRAIN)
    paths = models.JSONField(default=list)  # files and folders to remove, below ANTIFAZ_DATA
    tables = models.JSONField(default=list)  # those whose pages are to be rewritten
    # The job runs twice: a worker that was at the texts may have written something after the first.
    looks = models.PositiveSmallIntegerField(default=0)
    left = models.JSONField(default=list, blank=True)  # what could not be done: codes

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("erasure")
        verbose_name_plural = _("erasures")

    @property
    def patience(self) -> float:
        """A database that rewrites a large table says nothing meanwhile."""
        return 8.0

    def __str__(self) -> str:
        return f"{self.kind} · {self.pk}"
