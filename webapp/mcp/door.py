"""Who asks: a token stands for its owner, as at the API, and is looked up anew for each call.

Called by `session`. What it gives is the request that `webapp.access` decides on: projects, roles
and the record are the same code as for a page.
"""

from collections.abc import Iterable, Mapping
from typing import cast

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError
from django.http import Http404, HttpRequest

from annotation.refusals import NothingToDo, Refused
from annotation.services.access.tokens import use_token
from webapp.api.calls.limits import count_call
from webapp.api.problems import USUAL
from webapp.mcp.lines import BROKEN, REFUSED, Wrong
from webapp.requests import PersonRequest

LONGEST = 60  # signs of an agent's name


class AgentRequest(PersonRequest):
    """A request of an agent. For types only, as its base is."""

    agent: str  # how it calls itself
    tool: str  # that it called
    hidden: Mapping[str, str]  # labels that are told by number (see `told`)


def cleaned(name: object) -> str:
    """An agent's name as it is kept: letters, digits and a few signs of ASCII; "" if none stay."""
    kept = (each if each.isascii() and (each.isalnum() or each in "._/-") else " " for each in
            str(name)[: 4 * LONGEST])  # fmt: skip
    return " ".join("".join(kept).split())[:LONGEST].strip()


def request_of(token: str, agent: str, tool: str, scopes: Iterable[str]) -> AgentRequest:
    """The request of one call, with one of these scopes. Raises Refused, Wrong."""
    known = use_token(token)
    if wait := count_call(f"token {known.pk}", settings.API_CALLS_A_MINUTE):
        raise Wrong(REFUSED, f"That is too often: try again after {wait} seconds.", "too_often")
    if not set(scopes) & set(known.scopes):
        listed = " or ".join(scopes)
        raise Wrong(REFUSED, f"This token lacks the scope: {listed}.", "scope")
    request = cast(AgentRequest, HttpRequest())
    request.user, request.token = known.owner, known
    request.agent, request.tool, request.hidden = agent, tool, {}
    return request


def wrong_of(error: Exception) -> Wrong:
    """A failure as an error in one sentence, without what an exception says of its values."""
    match error:
        case Wrong():
            return error
        case Refused() | NothingToDo():
            return Wrong(REFUSED, error.for_people, error.code)
        case Http404():
            return _usual(404)
        case PermissionDenied():
            return _usual(403)
        case DatabaseError():
            return Wrong(BROKEN, "The database does not answer: try again later.", "busy")
    return Wrong(BROKEN, USUAL[500][1], USUAL[500][0])


def _usual(status: int) -> Wrong:
    code, sentence = USUAL[status]
    return Wrong(REFUSED, sentence, code)
