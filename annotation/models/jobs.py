"""Job: the state of background work, kept in our own table, never in a result backend; and Worker:
the sign of life of each process that does it."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

NUMBER = "\t"  # between a sentence and the number under which the worker's log has the place


class JobStatus(models.TextChoices):
    QUEUED = "queued", _("waiting")
    RUNNING = "running", _("running")
    DONE = "done", _("done")
    FAILED = "failed", _("failed")
    CANCELLED = "cancelled", _("cancelled")


class Lane(models.TextChoices):
    """Work of one lane never waits for work of the other."""

    LEARNING = "learning", _("learning")
    FILES = "files", _("files")  # exports and imports
    MEASURES = "measures", _("measurements")  # of a release, before it leaves


class Job(models.Model):
    """Claimed once, attempts counted, alive while its heart beats (`services.jobs.lifecycle`)."""

    lane: ClassVar[str] = Lane.LEARNING
    # Whether its process leaves the processor to the people who label. Not one that holds SQLite's
    # lock again and again: they would wait for it.
    gives_way: ClassVar[bool] = True
    # Nobody asked for it and nobody waits for it: it comes after all other work of its lane, leaves
    # at once when such work comes, and no page tells of it.
    in_background: ClassVar[bool] = False

    status = models.CharField(max_length=9, choices=JobStatus.choices, default=JobStatus.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0)
    claim = models.CharField(max_length=36, blank=True)  # who works on it: a fencing token
    progress = models.FloatField(default=0)
    phase = models.CharField(max_length=40, blank=True)
    error = models.CharField(max_length=300, blank=True)  # a sentence, or one with its number
    heartbeat_at = models.DateTimeField(null=True, blank=True)  # by the database's clock
    queued_at = models.DateTimeField(auto_now_add=True)
    not_before = models.DateTimeField(null=True, blank=True)  # of the next attempt
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        abstract = True

    @property
    def is_active(self) -> bool:
        return self.status in {JobStatus.QUEUED, JobStatus.RUNNING}

    @property
    def is_put_off(self) -> bool:
        """Whether somebody wants it to begin later, by itself, and no attempt was made since."""
        return self.status == JobStatus.QUEUED and not self.attempts and self.not_before is not None

    @property
    def holds_files(self) -> bool:
        """Whether its corpus are files that somebody sent and explained; they go when it ends."""
        return False

    @property
    def memory_mb(self) -> int | None:
        """Megabytes that its process may take beside what every one has; 0: no limit; None: what
        the settings give its lane (`JOB_MEMORY_MB`)."""
        return None

    @property
    def patience(self) -> float:
        """For how many times `JOB_STALL_SECONDS` it may show no progress before it is ended."""
        return 1.0

    @property
    def shared_parts(self) -> "models.QuerySet[Job] | None":
        """Jobs that end with this one where it is cancelled."""
        return None

    @property
    def error_words(self) -> str:
        """Why it failed, in the reader's language; "" where it did not."""
        sentence, _sign, number = self.error.partition(NUMBER)
        words = gettext(sentence) if sentence else ""
        return words.replace("%(number)s", number) if number else words


class Worker(models.Model):
    """A process that works on jobs. Its own thread writes `beat_at` every few seconds, by the
    database's clock; one that was killed leaves a row that grows old."""

    name = models.CharField(max_length=120, unique=True)  # host-process
    lanes = models.CharField(max_length=60)  # names, separated by commas
    started_at = models.DateTimeField()
    beat_at = models.DateTimeField()

    class Meta:
        ordering = ["name"]
        verbose_name = _("worker")
        verbose_name_plural = _("workers")

    def __str__(self) -> str:
        return self.name
