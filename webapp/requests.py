"""The request that our views get, and whether it asks for a page or for a part of one."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from annotation.models import ApiToken, User

POLL = "Antifaz-Poll"  # on what a page asks by itself, again and again, while nobody is there
BESIDE = "beside"  # its value where the page is about something else and never to be left for it


class PersonRequest(HttpRequest):
    """A request behind LoginRequiredMiddleware. For types only; Django makes plain ones."""

    user: User
    htmx: HtmxDetails
    role: str  # in the project that `webapp.access` gave
    rights: frozenset[str]  # of that role
    token: ApiToken  # where a program asks with one


def asks_for(request: PersonRequest, part: str) -> bool:
    """Whether a script is to put this part in its place; otherwise the whole page is asked for.

    A part has the id `<part>-<pk>`, and htmx sends the id of what the answer replaces. Our own
    scripts replace more than one element: they send no id and never want a page.
    """
    htmx = request.htmx
    if not htmx or htmx.history_restore_request:
        return False
    return htmx.target is None or htmx.target.rpartition("-")[0] == part
