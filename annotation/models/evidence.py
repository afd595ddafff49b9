"""What was measured of a project before a release: one job a measurement, with its figures."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from annotation.models.corpus import Project
from annotation.models.jobs import Job, Lane


class Measurement(Job):
    """Figures about a project at one moment; counts and shares, never a text or a source's id."""

    lane = Lane.MEASURES

    class Kind(models.TextChoices):
        RECALL = "recall", _("recall")
        ATTACK = "attack", _("attacks")
        REMAINS = "remains", _("what stays and tells")
        UTILITY = "utility", _("utility")
        EXPOSURE = "exposure", _("memory of models")
        TABLES = "tables", _("tables")

    project = models.ForeignKey(Project, models.CASCADE, related_name="measurements")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    options = models.JSONField(default=dict, blank=True)  # what was asked for
    # Digest of all that the figures depend on, taken before anything was read: another one now
    # makes them stale (`services.evidence.measurements`).
    stamp = models.CharField(max_length=64, blank=True)
    figures = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("measurement")
        verbose_name_plural = _("measurements")
        constraints = [
            models.UniqueConstraint(
                fields=["project", "kind"],
                condition=models.Q(status__in=["queued", "running"]),
                name="one_active_measurement_of_a_kind",
            )
        ]

    def __str__(self) -> str:
        return f"{self.project_id} · {self.kind}"

    @property
    def shared_parts(self) -> models.QuerySet[Job] | None:
        return MeasurementPart.objects.filter(measurement=self)


class MeasurementPart(Job):
    """A part of a measurement that any worker may do, beside the worker that has the measurement
    (`services.evidence.use.sharing`); counts, shares and labels alone. It is gone with the answer.
    """

    lane = Lane.MEASURES
    in_background = True  # the worker that has the measurement does what nobody else does

    measurement = models.ForeignKey(Measurement, models.CASCADE, related_name="parts")
    stage = models.CharField(max_length=10)  # "replacing" or "training"
    repeat = models.PositiveSmallIntegerField()
    strategy = models.CharField(max_length=40)
    material = models.CharField(max_length=64)  # digest of what all parts have to work on
    figures = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["pk"]
        verbose_name = _("part of a measurement")
        verbose_name_plural = _("parts of measurements")
        constraints = [
            models.UniqueConstraint(
                fields=["measurement", "stage", "repeat", "strategy"], name="one_part_of_a_kind"
            )
        ]

    def __str__(self) -> str:
        return f"{self.measurement_id} · {self.stage} {self.repeat} {self.strategy}"
