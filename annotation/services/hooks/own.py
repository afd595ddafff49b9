"""The hooks of a project as its managers see them: added, switched off, removed, tried out.

Called by the page of hooks.
"""

from django.conf import settings
from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from annotation.models import Hook, HookDelivery, Project, User
from annotation.refusals import Refused
from annotation.services.hooks.addresses import NO_ADDRESS, HookRefused, is_allowed
from annotation.services.hooks.queue import Status, note
from annotation.services.hooks.secrets import secret_of

MOST = 20  # hooks of a project
SHOWN = 30  # deliveries
TEST = "test"
SWITCHED_OFF = gettext_noop("The hook was switched off.")


@transaction.atomic
def add_hook(project: Project, user: User, address: str) -> tuple[Hook, str]:
    """A new hook, and its secret, which no page shows again. Raises Refused."""
    Project.objects.select_for_update().get(pk=project.pk)  # the hooks are counted
    try:
        allowed = is_allowed(address)
    except HookRefused:
        raise Refused(_(NO_ADDRESS), code="no_address") from None
    if not allowed:
        raise Refused(_not_allowed(), code="address_closed", status=403)
    hooks = Hook.objects.filter(project=project)
    if hooks.filter(address=address).exists():
        raise Refused(_("This address is told already."), code="taken", status=409)
    if hooks.count() >= MOST:
        raise Refused(_("There are too many hooks: remove one first."), code="too_many")
    hook = Hook.objects.create(project=project, address=address, created_by=user)
    return hook, secret_of(hook)


def _not_allowed() -> str:
    if not settings.HOOK_ADDRESSES:
        return _("The administrator of the server allows no address (HOOK_ADDRESSES).")
    allowed = ", ".join(settings.HOOK_ADDRESSES)
    words = _(
        "The administrator of the server does not allow this address, only what begins with: "
        "%(allowed)s."
    )
    return words % {"allowed": allowed}


@transaction.atomic
def switch_hook(hook: Hook, *, on: bool) -> None:
    """Tell it from now on, or no more: then what waits for it is given up."""
    Hook.objects.filter(pk=hook.pk).update(off_at=None if on else timezone.now())
    if not on:
        hook.deliveries.filter(status=Status.WAITING).update(
            status=Status.GIVEN_UP, why=SWITCHED_OFF, claim="", claimed_until=None, ended_at=Now()
        )


def remove_hook(hook: Hook) -> None:
    """With all that was told to it, or waits."""
    hook.delete()


@transaction.atomic
def try_hook(hook: Hook) -> None:
    """Tell it alone of nothing, so that somebody sees whether it comes. Raises Refused."""
    hook = Hook.objects.select_for_update().get(pk=hook.pk)
    if hook.off_at is not None:
        raise Refused(_("This hook is switched off."), code="switched_off", status=409)
    if hook.deliveries.filter(event=TEST, status=Status.WAITING).exists():
        raise Refused(_("A test is on its way already."), code="too_often", status=409)
    note(hook.project, [HookDelivery(hook=hook)], TEST, hook.pk)


def list_hooks(project: Project) -> list[Hook]:
    return list(Hook.objects.filter(project=project).select_related("created_by"))


def last_deliveries(project: Project) -> list[HookDelivery]:
    """The newest first, without those to the operator's own addresses; no bodies."""
    rows = HookDelivery.objects.filter(hook__project=project).select_related("hook")
    return list(rows.defer("body")[:SHOWN])
