"""Programs at the API: a token in the header `Authorization` stands for its owner, and nobody asks
too often. Two middlewares; which scopes an operation needs says `webapp.api.calls.scopes`."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from annotation.services.access.tokens import TokenRefused, use_token
from webapp.addresses import client_address
from webapp.api.calls.limits import count_call
from webapp.api.problems import problem

Answer = Callable[[HttpRequest], HttpResponse]
BEARER = "bearer "
SHORT = ("/vpc", "/vpc/batch")  # addresses of the Text Transformer, as its clients know them
WRONG_A_MINUTE = 60  # tokens that do not count, from one address


def program_requests(get_response: Answer) -> Answer:
    """Short addresses lead to the API; HEAD is answered as GET is, without its body."""

    def respond(request: HttpRequest) -> HttpResponse:
        if request.path_info in SHORT:
            request.path_info = "/api" + request.path_info
            request.path = request.path.removesuffix(request.path_info[4:]) + request.path_info
        if request.method != "HEAD" or not request.path_info.startswith("/api/"):
            return get_response(request)
        request.method = "GET"
        response = get_response(request)
        request.method = "HEAD"
        if response.streaming:
            response.streaming_content = ()  # type: ignore[attr-defined]
        else:
            response.headers.setdefault("Content-Length", str(len(response.content)))
            response.content = b""
        return response

    return respond


def token_holders(get_response: Answer) -> Answer:
    """Who comes with a token is its owner, for this request and for the API alone. A session beside
    it counts for nothing. A token that opens nothing is refused at once, not ignored."""

    def respond(request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith("/api/"):
            return get_response(request)
        header = request.headers.get("Authorization", "")
        if header[: len(BEARER)].lower() == BEARER:
            refused = _let_in(request, header[len(BEARER) :].strip())
            if refused is not None:
                return refused
        return _too_often(request) or get_response(request)

    return respond


def _let_in(request: HttpRequest, text: str) -> HttpResponse | None:
    try:
        token = use_token(text)
    except TokenRefused as refusal:
        wait = count_call(f"wrong {client_address(request) or ''}", WRONG_A_MINUTE)
        if wait:
            return _wait(wait)
        answer = problem(refusal.status, refusal.code, refusal.for_people)
        answer.headers["WWW-Authenticate"] = 'Bearer error="invalid_token"'
        return answer
    request.user = token.owner
    request.token = token  # type: ignore[attr-defined]
    return None


def _too_often(request: HttpRequest) -> HttpResponse | None:
    token = getattr(request, "token", None)
    if token is None and not request.user.is_authenticated:
        return None
    who = f"token {token.pk}" if token else f"user {request.user.pk}"
    if request.path_info.startswith("/api/vpc"):
        wait = count_call(f"{who} transforms", settings.TRANSFORMS_A_MINUTE)
    else:
        wait = count_call(who, settings.API_CALLS_A_MINUTE)
    return _wait(wait) if wait else None


def _wait(seconds: int) -> HttpResponse:
    answer = problem(429)
    answer.headers["Retry-After"] = str(seconds)
    return answer
