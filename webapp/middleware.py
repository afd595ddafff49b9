"""What every answer gets: no cache keeps a text, and asking after sign-out leads to signing in."""

from collections.abc import Callable
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url

from webapp.api.problems import CONTENT_TYPE, problem

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
    """A fragment that asks after the session's end: the page goes to sign in, and comes back.

    Followed by htmx, the redirect would put the sign-in form into the middle of the page.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        sign_in = resolve_url(settings.LOGIN_URL)
        to_sign_in = response.headers.get("Location", "").startswith(sign_in)
        if not (to_sign_in and request.method == "GET" and request.headers.get("HX-Request")):
            return response
        page = request.htmx.current_url_abs_path or "/"  # type: ignore[attr-defined]
        headers = {"HX-Redirect": f"{sign_in}?{urlencode({'next': page})}"}
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
