"""`Idempotency-Key`: a call that a program names with a key of its own happens once.

Sent again within a day it gets the first answer; another call under the same key is refused.
"""

import functools
import hashlib
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from pydantic import BaseModel

from annotation.models import OnceCall
from annotation.refusals import Refused
from webapp import access

KEPT = timedelta(hours=24)
STUCK = timedelta(minutes=15)  # after which a call that never ended may be made again
MOST = 200
ONCE: set[str] = {"create_import"}  # names of operations that take a key; this one by itself
Operation = Callable[..., Any]


def once(status: int) -> Callable[[Operation], Operation]:
    """An operation that takes a key; `status` is that of its good answer."""

    def declare(operation: Operation) -> Operation:
        ONCE.add(operation.__name__)

        @functools.wraps(operation)
        def called(request: HttpRequest, *args: Any, **values: Any) -> Any:
            if not key_of(request):
                return operation(request, *args, **values)
            if "slug" in values:  # an answer from before is for who is a member still
                access.project_for(request, values["slug"], "overview")
            return answer_once(
                request, request.body, status, lambda: operation(request, *args, **values)
            )

        return called

    return declare


def key_of(request: HttpRequest) -> str:
    """The key of the call, "" without one. Raises Refused for one that cannot be kept."""
    key = request.headers.get("Idempotency-Key", "")
    if len(key) > MOST or not key.isascii() or not key.isprintable():
        raise Refused("The key is too long, or not of plain letters.", code="bad_key", status=400)
    return key


def answer_once(
    request: HttpRequest, body: bytes, status: int, work: Callable[[], Any]
) -> HttpResponse | Any:
    """The answer of `work`, or the one that was given under this key before. `body`: what tells a
    repeated call from another. Raises Refused."""
    call = _begin(request, body)
    if call.status is not None:
        answer = JsonResponse(call.answer, status=call.status)
        answer.headers["Idempotency-Replayed"] = "true"
        return answer
    try:
        result = work()
    except BaseException:
        call.delete()  # nothing happened: the key is free
        raise
    if isinstance(result, HttpResponse):
        call.delete()
        return result
    assert isinstance(result, BaseModel)
    call.status, call.answer = status, result.model_dump(mode="json")
    call.save(update_fields=["status", "answer"])
    return result


def _begin(request: HttpRequest, body: bytes) -> OnceCall:
    """The call as it was answered, or a new row of one that begins. Raises Refused."""
    user, key = request.user.pk or 0, key_of(request)
    parts = (request.method or "", request.get_full_path(), hashlib.sha256(body).hexdigest())
    request_hash = hashlib.sha256("\n".join(parts).encode()).hexdigest()
    now = timezone.now()
    own = OnceCall.objects.filter(user=user)
    own.filter(created_at__lt=now - KEPT).delete()
    own.filter(key=key, status=None, created_at__lt=now - STUCK).delete()
    try:
        with transaction.atomic():
            return OnceCall.objects.create(user_id=user, key=key, request_hash=request_hash)
    except IntegrityError:
        known = own.filter(key=key).first()
    if known is None or (known.request_hash == request_hash and known.status is None):
        raise Refused("This call is being answered.", code="in_progress", status=409)
    if known.request_hash != request_hash:
        raise Refused("This key was sent with another call.", code="key_reuse")
    return known
