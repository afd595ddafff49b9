"""Refusals of the API as `application/problem+json` (RFC 9457); none repeats what was sent.

Used by the operations, by the handlers of `app.py`, and by `middleware.answers.api_problems` for
answers that are made elsewhere: an unknown address, a wrong method, a broken request.
"""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from ninja.errors import HttpError, ValidationError
from pydantic import BaseModel

from annotation.refusals import Refused
from webapp.api.texts import PlanOut, TurnState

CONTENT_TYPE = "application/problem+json"
# Status -> code and sentence, where no service said something more exact.
USUAL: dict[int, tuple[str, str]] = {
    400: ("bad_request", "The request cannot be read: the body must be JSON."),
    401: ("not_signed_in", "Send a token, or sign in and send the session's cookie."),
    403: ("forbidden", "Your role in this project does not allow this."),
    404: ("not_found", "There is nothing here for you."),
    405: ("method_not_allowed", "This address does not take this method."),
    412: ("stale", "It has changed since: ask for it again."),
    415: ("media_type", "The body is not of a kind that this operation takes."),
    422: ("invalid", "The request is not as the operation expects it."),
    429: ("too_often", "That is too often: try again after Retry-After seconds."),
    500: ("broken", "Something broke on the server; its log has the place."),
    503: ("busy", "The server cannot do this just now: try again after Retry-After seconds."),
    507: ("disk_full", "The server's disk is full: nothing of this was kept."),
}


class FieldProblem(BaseModel):
    """A field that was refused, and why: a code of pydantic such as `missing` or `int_type`."""

    field: str
    code: str


class Problem(BaseModel):
    """Why a request was refused: `code` is for programs and stable, `detail` is for people."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    fields: list[FieldProblem] | None = None  # with 422
    turn: TurnState | None = None  # with `stale`: the turn as it is now
    plan: PlanOut | None = None  # with `stale`: the occurrences as they are now


def problem(status: int, code: str = "", detail: str = "", **more: object) -> JsonResponse:
    """The answer to a refused request; `more` are further members of the object."""
    usual_code, usual_detail = USUAL.get(status, ("refused", HTTPStatus(status).phrase))
    body = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "code": code or usual_code,
        "detail": detail or usual_detail,
        **more,
    }
    return JsonResponse(body, status=status, content_type=CONTENT_TYPE)


def on_refused(request: HttpRequest, error: Refused) -> HttpResponse:
    return problem(error.status, error.code, error.for_people)


def on_invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """Names the fields. A name that we do not know is the client's text: it is not repeated."""
    fields = []
    for one in error.errors:
        unknown = one["type"] == "extra_forbidden"
        name = "" if unknown else str(one["loc"][-1])
        fields.append({"field": name, "code": "unknown_field" if unknown else one["type"]})
    named = ", ".join(dict.fromkeys(one["field"] for one in fields if one["field"]))
    unknown = any(not one["field"] for one in fields)
    hints = [f"Look at: {named}."] if named else []
    hints += ["There is a field that this operation does not know."] if unknown else []
    return problem(422, detail=" ".join(hints), fields=fields)


def on_http_error(request: HttpRequest, error: HttpError) -> HttpResponse:
    """What django-ninja refuses by itself: no token against forged requests, or a broken body."""
    if error.status_code == 403:
        return problem(403, "csrf", "Send the value of the CSRF cookie as the header X-CSRFToken.")
    return problem(error.status_code)


def on_missing(request: HttpRequest, error: Http404) -> HttpResponse:
    return problem(404)


def on_forbidden(request: HttpRequest, error: PermissionDenied) -> HttpResponse:
    return problem(403)


HANDLERS: dict[type[Exception], Callable[[HttpRequest, Any], HttpResponse]] = {
    Refused: on_refused,
    ValidationError: on_invalid,
    HttpError: on_http_error,
    Http404: on_missing,
    PermissionDenied: on_forbidden,
}
