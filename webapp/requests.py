"""The request that our views get: nobody reaches them without signing in."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from annotation.models import User


class PersonRequest(HttpRequest):
    """A request behind LoginRequiredMiddleware. For types only; Django makes plain ones."""

    user: User
    htmx: HtmxDetails
    role: str  # in the project that `webapp.access` gave
    rights: frozenset[str]  # of that role
