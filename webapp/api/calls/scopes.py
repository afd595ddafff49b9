"""Which scopes of a token an operation needs. Deny by default: one that says none is closed to
tokens, and open to people who are signed in as before."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from django.http import HttpRequest
from ninja.security import HttpBearer

from annotation.models import ApiToken
from annotation.models.programs import Scope
from annotation.refusals import Refused

Operation = TypeVar("Operation", bound=Callable[..., Any])
NEEDED: dict[str, tuple[str, ...]] = {}  # name of an operation's route -> scopes, all of them


def needs(*scopes: str) -> Callable[[Operation], Operation]:
    """The scopes that a token must have, all of them; none given: any token will do."""
    unknown = set(scopes) - set(Scope.values)
    if unknown:
        raise ValueError(f"no such scope: {sorted(unknown)}")

    def declare(operation: Operation) -> Operation:
        NEEDED[operation.__name__.replace("_", "-")] = scopes
        return operation

    return declare


def check_scopes(token: ApiToken, name: str) -> None:
    """Raises Refused where the token lacks what the operation of this name needs."""
    needed = NEEDED.get(name)
    if needed is None:
        raise Refused("No token opens this operation.", code="no_token_here", status=403)
    lacking = [each for each in needed if each not in token.scopes]
    if lacking:
        listed = ", ".join(lacking)
        raise Refused(f"This token lacks the scope: {listed}.", code="scope", status=403)


def require_scope(request: HttpRequest, scope: str) -> None:
    """For what an operation shows only sometimes. Raises Refused where a token lacks the scope."""
    token = getattr(request, "token", None)
    if token is not None and scope not in token.scopes:
        raise Refused(f"This token lacks the scope: {scope}.", code="scope", status=403)


class TokenAuth(HttpBearer):
    """A program with a token. Who it is the middleware found out; here is what it may call."""

    openapi_name = "token"

    def authenticate(self, request: HttpRequest, token: str) -> object | None:
        known = cast(ApiToken | None, getattr(request, "token", None))
        if known is None:
            return None
        check_scopes(known, getattr(request, "operation", ""))
        return known


def name_operation(run: Callable[..., Any]) -> Callable[..., Any]:
    """Say on the request which operation is asked, before anything of it is read: two of them may
    stand at one address."""
    name = run.__self__.view_func.__name__  # type: ignore[attr-defined]

    def named(request: HttpRequest, **values: Any) -> Any:
        request.operation = name.replace("_", "-")  # type: ignore[attr-defined]
        return run(request, **values)

    return named
