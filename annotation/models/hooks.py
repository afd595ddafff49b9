"""Hooks of a project, and what is to be told to them or to the addresses of the operator."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from annotation.models.corpus import Project, User


class Hook(models.Model):
    """An address that is told when something of the project has ended.

    Its secret stands nowhere: it is made of this row's salt and the server's own key.
    """

    project = models.ForeignKey(Project, models.CASCADE, related_name="hooks")
    address = models.CharField(_("address"), max_length=500)
    salt = models.UUIDField(default=uuid.uuid4, editable=False)
    created_by = models.ForeignKey(
        User, models.SET_NULL, null=True, related_name="+", verbose_name=_("person")
    )
    created_at = models.DateTimeField(auto_now_add=True)
    off_at = models.DateTimeField(_("switched off"), null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["project", "address"], name="hook_of_address_once")
        ]
        verbose_name = _("hook")
        verbose_name_plural = _("hooks")

    def __str__(self) -> str:
        return f"{self.project_id} · {self.pk}"


class HookDelivery(models.Model):
    """An event on its way to one address: claimed by one worker at a time, tried until the address
    answers or the last wait is over (`services.hooks.queue`). Every clock is the database's."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        DONE = "done", _("delivered")
        GIVEN_UP = "given_up", _("given up")

    # What a receiver sees: the same in every try.
    number = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    project = models.ForeignKey(Project, models.CASCADE, related_name="deliveries")
    # null: an address of the operator, by the digest of it; it stands in the settings alone.
    hook = models.ForeignKey(Hook, models.CASCADE, null=True, blank=True, related_name="deliveries")
    operator_key = models.CharField(max_length=64, blank=True)
    event = models.CharField(_("event"), max_length=40)
    body = models.JSONField()  # ids and states, no text
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.WAITING)
    attempts = models.PositiveSmallIntegerField(_("tries"), default=0)
    answer = models.PositiveSmallIntegerField(null=True, blank=True)  # HTTP status of the last try
    why = models.CharField(max_length=120, blank=True)  # a sentence, or the kind of an error
    claim = models.CharField(max_length=36, blank=True)
    claimed_until = models.DateTimeField(null=True, blank=True)
    next_at = models.DateTimeField(_("next try"))
    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["status", "next_at"], name="delivery_due")]
        verbose_name = _("delivery of a hook")
        verbose_name_plural = _("deliveries of hooks")

    def __str__(self) -> str:
        return f"{self.event} · {self.number}"
