"""A request as views see it: every view but a few is closed, so there is a person behind it."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from annotation.models import User


class PersonRequest(HttpRequest):
    """For type checkers; `role` and `rights` are set by `webapp.access.project_for`."""

    user: User
    htmx: HtmxDetails
    role: str
    rights: frozenset[str]
