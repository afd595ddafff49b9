"""What every answer gets: no cache keeps a text, and asking after sign-out leads to signing in."""

from collections.abc import Callable
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url

from webapp.api.problems import CONTENT_TYPE, problem
from webapp.requests import BESIDE, POLL

Answer = Callable[[HttpRequest], HttpResponse]


def private_pages(get_response: Answer) -> Answer:
    """Pages hold secret texts: neither the browser nor a proxy may keep them."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if not request.path.startswith("/static/"):
            response.headers.setdefault("Cache-Control", "no-store, private")
        return response

    return respond


def sign_in_again(get_response: Answer) -> Answer:
    """Who asks after the session's end signs in and comes back to the page, with nothing lost.

    A fragment's redirect, followed by htmx, would put the sign-in form into the middle of the page:
    a fragment that is only read sends the page to sign in, a change is refused and the page stays.
    So it does where the fragment stands beside what somebody may be writing.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        sign_in = resolve_url(settings.LOGIN_URL)
        if not response.headers.get("Location", "").startswith(sign_in):
            return response
        reads = request.method == "GET" and request.headers.get(POLL) != BESIDE
        if not request.headers.get("HX-Request"):
            if request.method != "GET":  # the address of a change is no page to come back to
                page = urlsplit(request.headers.get("Referer", "")).path or "/"
                response.headers["Location"] = f"{sign_in}?{urlencode({'next': page})}"
            return response
        page = request.htmx.current_url_abs_path or "/"  # type: ignore[attr-defined]
        headers = {"HX-Redirect": f"{sign_in}?{urlencode({'next': page})}"} if reads else {}
        return HttpResponse(status=401, headers=headers)

    return respond


def api_problems(get_response: Answer) -> Answer:
    """Below /api/, programs ask: no page of an error and no way to the sign-in form, but a problem.

    What the operations refuse is one already; this is for what never reaches them.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        kind = response.headers.get("Content-Type", "")
        if not request.path.startswith("/api/") or kind.startswith(CONTENT_TYPE):
            return response
        if response.headers.get("Location", "").startswith(resolve_url(settings.LOGIN_URL)):
            del response.headers["Location"]
            response.status_code = 401
        if response.status_code >= 400:  # changed in place: its other headers stay
            response.content = problem(response.status_code).content
            response.headers["Content-Type"] = CONTENT_TYPE
            response.headers["Content-Length"] = str(len(response.content))
        return response

    return respond
