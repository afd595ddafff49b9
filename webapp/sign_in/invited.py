"""Tries at invitations count as tries at signing in do: neither a secret nor the names of accounts
can be asked for one after another. Put around the views of who is invited by `webapp.urls`."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from webapp.addresses import client_address
from webapp.sign_in.hashing import as_stranger
from webapp.sign_in.limits import begin_try, forget_try

View = Callable[..., HttpResponse]


def limited(view: View) -> View:
    """What is sent to the view is a try; one that is not refused was no guess. Raises TooManyTries
    and Busy, which the middleware of signing in answers."""

    @wraps(view)
    def respond(request: HttpRequest, *args: Any, **values: Any) -> HttpResponse:
        if request.method != "POST" or not settings.SIGN_IN_LIMITS:
            return view(request, *args, **values)
        done = begin_try(f"invited by {request.path}", client_address(request) or "", None)
        with as_stranger(True):
            response = view(request, *args, **values)
        if response.status_code < 400:
            forget_try(done)
        return response

    return respond
