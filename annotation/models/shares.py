"""Whose dialogues are whose: Allotment. A reader's share in percent stands in `Member.share`."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from annotation.models.corpus import Dialogue, Member


class Allotment(models.Model):
    """A dialogue that waits for one reader: a seat at each of its turns is kept for her.

    It goes with the member, so nothing waits for somebody who left.
    """

    dialogue = models.OneToOneField(
        Dialogue, models.CASCADE, primary_key=True, related_name="allotment"
    )
    member = models.ForeignKey(Member, models.CASCADE, related_name="allotments")
    # Dealt by the shares, which may deal it anew; else somebody chose it by hand.
    is_dealt = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("assigned dialogue")
        verbose_name_plural = _("assigned dialogues")

    def __str__(self) -> str:
        return f"{self.dialogue_id} · {self.member_id}"
