"""Pages hold secret texts: no cache may keep them, in the browser or on the way."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse


def private_pages(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if not request.path.startswith("/static/"):
            response.headers.setdefault("Cache-Control", "no-store, private")
        return response

    return respond
