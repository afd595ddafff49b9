"""What is to be told waits in rows of ours, written with what happened, until it is delivered.

`tell` is called by whatever ends; `keep_delivering` is a thread of every worker. A delivery is
claimed by one worker for longer than a try takes, and tried again after growing waits; one that a
killed worker had is claimed by another when its claim is over. It may so come twice, never at once
and always under the same number.
"""

import hashlib
import http.client
import json
import logging
import threading
import uuid
from collections.abc import Sequence
from datetime import timedelta
from typing import Annotated, TypedDict

from django.conf import settings
from django.db import DatabaseError, close_old_connections, connection
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_noop

from annotation.models import Hook, HookDelivery, Project
from annotation.services.hooks.addresses import HookRefused, is_allowed
from annotation.services.hooks.secrets import secret_of
from annotation.services.hooks.sending import send
from annotation.shapes import says

_EVENTS = r"^(test|(import|export|training|batch|adjudication)\.[a-z]+)$"


class HookBody(TypedDict):
    """What an address is told of something that ended."""

    event: Annotated[
        str,
        says("What it was and, but for a test, a full stop and how it stands.", pattern=_EVENTS),
    ]
    id: Annotated[int, says("Its number.", minimum=1)]
    project: Annotated[str, says("Short name of the project.")]
    at: Annotated[str, says("The moment, with its zone.", format="date-time")]


log = logging.getLogger("antifaz.hooks")
# Seconds before the next try; after the last of them it is given up.
WAITS = (5, 30, 300, 1800, 7200, 21_600, 43_200)
TRIES = len(WAITS) + 1
CLAIMED = timedelta(minutes=1)  # a try takes ten seconds
KEPT = timedelta(days=30)  # what was delivered or given up
Status = HookDelivery.Status
CLOSED = gettext_noop("The administrator of the server does not allow this address any more.")
LOST = gettext_noop("Every worker that tried it was ended.")


def listens(project: int) -> bool:
    """Whether anybody is told of the project of this id."""
    return bool(settings.HOOKS) or _hooks_of(project).exists()


def _hooks_of(project: int) -> QuerySet[Hook]:
    return Hook.objects.filter(project=project, off_at=None)


def tell(project: Project, event: str, pk: int) -> None:
    """Note for every address that is to be told that something ended; within the transaction of
    what ended, so that neither is without the other."""
    rows = [HookDelivery(hook=hook) for hook in _hooks_of(project.pk)]
    rows += [HookDelivery(operator_key=operator_key(each)) for each in settings.HOOKS]
    note(project, rows, event, pk)


def note(project: Project, rows: Sequence[HookDelivery], event: str, pk: int) -> None:
    """Let these wait to be sent, each with the same body."""
    at = timezone.now().isoformat(timespec="seconds")
    body: HookBody = {"event": event, "id": pk, "project": project.slug, "at": at}
    for row in rows:
        row.project, row.event, row.body = project, event, body
        row.next_at = Now()
    HookDelivery.objects.bulk_create(rows)


def operator_key(address: str) -> str:
    return hashlib.sha256(address.encode()).hexdigest()


def deliver_due(ending: threading.Event | None = None) -> int:
    """Try everything that is due, one after the other, until the worker ends; how many tries that
    were. An address that fails is left alone until the next call: others do not wait for it."""
    count, silent = 0, Q(pk=None)
    while not (ending and ending.is_set()) and (delivery := _claim(silent)) is not None:
        if not _try(delivery):
            silent |= Q(hook=delivery.hook_id, operator_key=delivery.operator_key)
        count += 1
    return count


def _claim(silent: Q = Q(pk=None)) -> HookDelivery | None:  # noqa: B008 (it is never changed)
    """Take one that is due with one conditional UPDATE. silent: which are not asked now."""
    free = Q(claimed_until=None) | Q(claimed_until__lt=Now())
    due = HookDelivery.objects.filter(free, ~silent, status=Status.WAITING, next_at__lte=Now())
    rows = HookDelivery.objects.select_related("hook")
    for pk in due.order_by("next_at", "pk").values_list("pk", flat=True)[:20]:
        token = str(uuid.uuid4())
        values = {"claim": token, "claimed_until": Now() + CLAIMED}
        if due.filter(pk=pk).update(**values, attempts=F("attempts") + 1):
            return rows.filter(pk=pk, claim=token).first()
    return None


def _try(delivery: HookDelivery) -> bool:
    """Whether the address answered as it should."""
    if delivery.attempts > TRIES:
        return _end(delivery, Status.GIVEN_UP, why=LOST)
    data = json.dumps(delivery.body).encode()
    try:
        url, secret = _target(delivery)
        answer = send(url, data, str(delivery.number), secret)
    except HookRefused as refused:
        log.error("delivery %s is not sent: %s", delivery.number, str(refused))
        return _end(delivery, Status.GIVEN_UP, why=str(refused))
    except (OSError, http.client.HTTPException, ValueError) as error:
        # The kind alone: what an error says may name the address, and that may hold a password.
        return _again(delivery, why=type(error).__name__)
    if 200 <= answer < 300:
        return _end(delivery, Status.DONE, answer=answer, why="")
    return _again(delivery, answer=answer, why="")


def _target(delivery: HookDelivery) -> tuple[str, str]:
    """Address and secret; raises HookRefused where it is to be told no more."""
    if delivery.hook is not None:
        if not is_allowed(delivery.hook.address):
            raise HookRefused(CLOSED)
        return delivery.hook.address, secret_of(delivery.hook)
    known = {operator_key(each): each for each in settings.HOOKS}
    if delivery.operator_key not in known:
        raise HookRefused(CLOSED)
    return known[delivery.operator_key], settings.HOOK_SECRET


def _again(delivery: HookDelivery, *, answer: int | None = None, why: str) -> bool:
    told = why or f"status {answer}"
    log.warning("delivery %s, try %s: %s", delivery.number, delivery.attempts, told)
    if delivery.attempts >= TRIES:
        return _end(delivery, Status.GIVEN_UP, answer=answer, why=why)
    later = Now() + timedelta(seconds=WAITS[delivery.attempts - 1])
    _mine(delivery).update(answer=answer, why=why, claim="", claimed_until=None, next_at=later)
    return False


def _end(delivery: HookDelivery, status: str, *, answer: int | None = None, why: str) -> bool:
    _mine(delivery).update(
        status=status, answer=answer, why=why, claim="", claimed_until=None, ended_at=Now()
    )
    return status == Status.DONE


def _mine(delivery: HookDelivery) -> QuerySet[HookDelivery]:
    """The row, while it waits and this worker's claim on it holds."""
    rows = HookDelivery.objects.filter(pk=delivery.pk, status=Status.WAITING)
    return rows.filter(claim=delivery.claim)


def forget_deliveries() -> None:
    """Erase what ended a month ago. Called by the sweep of every worker."""
    old = HookDelivery.objects.filter(ended_at__lt=Now() - KEPT)
    if old.exists():
        old.delete()


def keep_delivering(ending: threading.Event) -> None:
    """The thread: what is due, every few seconds until the worker ends."""
    try:
        while True:
            close_old_connections()
            try:
                deliver_due(ending)
            except DatabaseError as error:  # locked, or away for a moment
                log.warning("deliveries postponed: %s", type(error).__name__)
            if ending.wait(settings.HEARTBEAT_SECONDS):
                return
    finally:
        connection.close()
