"""Tries at invitations count as tries at signing in do: neither a secret nor the names of accounts
can be asked for one after another. Called by the pages of who is invited."""

from django.conf import settings
from django.http import HttpRequest

from webapp.addresses import client_address
from webapp.sign_in.limits import Try, begin_try, forget_try


def begin(request: HttpRequest, what: str) -> Try | None:
    """Count a try. Raises TooManyTries, which the middleware of signing in answers."""
    if not settings.SIGN_IN_LIMITS:
        return None
    return begin_try(f"invitation {what}", client_address(request) or "", None)


def forget(done: Try | None) -> None:
    """It was no guess."""
    if done is not None:
        forget_try(done)
