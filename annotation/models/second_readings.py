"""Turns that were drawn by chance to be read a second time: AuditDraw, AuditTurn."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from annotation.models.corpus import Project, Turn, User
from annotation.models.spans import Reading


class AuditDraw(models.Model):
    """One drawing of turns for a second reader: by whom, for which goal, and how it was done.

    `turns` stays when drawn turns are erased, so that the report can say how many are gone.
    """

    project = models.ForeignKey(Project, models.CASCADE, related_name="audit_draws")
    drawn_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    recall = models.FloatField()
    confidence = models.FloatField()
    seed = models.CharField(max_length=60)  # the same seed on the same corpus draws the same turns
    turns = models.PositiveIntegerField()
    # Stratum -> {"file": turns that it has, "items": those found there, "drawn": turns, "weight"}.
    strata = models.JSONField(default=dict)

    class Meta:
        ordering = ["pk"]
        verbose_name = _("draw for a second reading")
        verbose_name_plural = _("draws for a second reading")

    def __str__(self) -> str:
        return f"{self.project_id} · {self.turns}"


class AuditTurn(models.Model):
    """A drawn turn, with what it weighs and what the first reading held when it was drawn.

    That is kept as bounds alone, so that a label that is set right later hides no miss.
    """

    draw = models.ForeignKey(AuditDraw, models.CASCADE, related_name="rows")
    turn = models.OneToOneField(Turn, models.CASCADE, related_name="audit_turn")  # drawn once
    sheet = models.PositiveIntegerField()  # of all drawings of the project, from 1 on
    stratum = models.CharField(max_length=10)
    weight = models.FloatField()
    # Whose word the turn was, and [start, end] of each of its items.
    reading = models.ForeignKey(Reading, models.SET_NULL, null=True, blank=True, related_name="+")
    first = models.JSONField(default=list)
    # Ids of those who had read or decided the turn when it was drawn: none of them reads it again.
    readers = models.JSONField(default=list)

    class Meta:
        ordering = ["sheet", "pk"]
        verbose_name = _("turn of a second reading")
        verbose_name_plural = _("turns of a second reading")

    def __str__(self) -> str:
        return f"{self.draw_id}:{self.sheet}"
