"""What a motivated intruder makes of released dialogues: one row a dialogue that she was given."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from annotation.models.corpus import Dialogue, Project, User


class IntruderTry(models.Model):
    """Somebody who knows no original tries to say who, where and which event.

    Her answers are as secret as originals: where she was right they are some. They go with their
    dialogue, and no figure repeats them.
    """

    class Sureness(models.TextChoices):
        SURE = "sure", _("Sure")
        LIKELY = "likely", _("Likely")
        GUESS = "guess", _("A guess")

    class Score(models.TextChoices):
        RIGHT = "right", _("Right")
        NEAR = "near", _("Near: it narrows the search")
        WRONG = "wrong", _("Wrong")

    project = models.ForeignKey(Project, models.CASCADE, related_name="intruder_tries")
    dialogue = models.ForeignKey(Dialogue, models.CASCADE, related_name="intruder_tries")
    # An account that is closed leaves its tries, without a name.
    intruder = models.ForeignKey(User, models.SET_NULL, null=True, related_name="intruder_tries")
    opened_at = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    seconds = models.FloatField(_("seconds spent"), default=0)
    who = models.TextField(_("who"), blank=True)
    where = models.TextField(_("where"), blank=True)
    event = models.TextField(_("which event"), blank=True)
    sureness = models.CharField(
        _("how sure"), max_length=6, choices=Sureness.choices, default=Sureness.GUESS
    )
    used = models.TextField(_("what was used"), blank=True)
    # Beside the original; "" where nothing was answered.
    who_score = models.CharField(max_length=5, choices=Score.choices, blank=True)
    where_score = models.CharField(max_length=5, choices=Score.choices, blank=True)
    event_score = models.CharField(max_length=5, choices=Score.choices, blank=True)
    scored_at = models.DateTimeField(null=True, blank=True)
    scored_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["intruder", "dialogue"], name="one_try_a_dialogue")
        ]
        verbose_name = _("try of an intruder")
        verbose_name_plural = _("tries of intruders")

    def __str__(self) -> str:
        return f"{self.project_id} · {self.pk}"
