"""The API as one object: how people sign in, what every operation shares, which operations exist.

Deny by default: `LoginRequiredMiddleware` closes every address, the session's own check adds the
token against forged requests, and each operation asks `webapp.access` for its objects.
"""

import functools
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET
from ninja import NinjaAPI, Router
from ninja.openapi.schema import REF_TEMPLATE, OpenAPISchema
from ninja.operation import Operation
from ninja.security import SessionAuth
from pydantic.json_schema import models_json_schema

from annotation.refusals import Refused
from webapp.api import adjudication, corpus, labelling, learning, projects, propagation, team, work
from webapp.api.calls.once import MOST, ONCE
from webapp.api.calls.scopes import NEEDED, TokenAuth, name_operation
from webapp.api.calls.versions import tag_of, version_in
from webapp.api.problems import CONTENT_TYPE, HANDLERS, Problem
from webapp.api.programs import hooks, imports, layers, schemes, surrogates, transforms

KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "A key of your own: sent twice within a day, the call happens once.",
    "schema": {"type": "string", "maxLength": MOST},
}


class Api(NinjaAPI):
    """Names as on the site, and one description of all refusals."""

    def create_response(
        self,
        request: HttpRequest,
        data: Any,
        *,
        status: int | None = None,
        temporal_response: HttpResponse | None = None,
    ) -> HttpResponse:
        """What tells of a version says it as an ETag, too."""
        answer = super().create_response(
            request, data, status=status, temporal_response=temporal_response
        )
        if (version := version_in(data)) is not None:
            answer.headers["ETag"] = tag_of(version)
        return answer

    def set_default_exception_handlers(self) -> None:
        # None for Exception: with DEBUG on, django-ninja's own would send the traceback.
        for kind, handler in HANDLERS.items():
            self.add_exception_handler(kind, handler)

    def get_operation_url_name(self, operation: Operation, router: Router) -> str:
        return operation.view_func.__name__.replace("_", "-")

    def get_openapi_operation_id(self, operation: Operation) -> str:
        return operation.view_func.__name__

    def get_openapi_schema(
        self, *, path_prefix: str | None = None, path_params: dict[str, Any] | None = None
    ) -> OpenAPISchema:
        return self._describe(path_prefix or self.get_root_path(path_params or {}))

    @functools.lru_cache(maxsize=4)  # noqa: B019 (there is one API, and it lasts)
    def _describe(self, root: str) -> OpenAPISchema:
        """Takes a tenth of a second, and what it describes does not change."""
        schema = super().get_openapi_schema(path_prefix=root)
        _refs, parts = models_json_schema([(Problem, "serialization")], ref_template=REF_TEMPLATE)
        schema["components"]["schemas"].update(parts["$defs"])
        refused = {"$ref": "#/components/schemas/Problem"}
        for operations in schema["paths"].values():
            for operation in operations.values():
                name = operation["operationId"]
                scopes = NEEDED.get(name.replace("_", "-"), ())
                operation["x-scopes"] = list(scopes)
                operation["security"] = [{"TokenAuth": []}, {"SessionAuth": []}]
                if name in ONCE:
                    operation.setdefault("parameters", []).append(KEY)
                operation["responses"]["default"] = {
                    "description": "Refused",
                    "content": {CONTENT_TYPE: {"schema": refused}},
                }
        return schema


def refuse_unknown_keys(operation: Callable[..., object]) -> Callable[..., object]:
    """A key in the address that means nothing is a mistake; the known ones are those of `query`."""

    @functools.wraps(operation)
    def checked(request: HttpRequest, **values: Any) -> Any:
        if getattr(operation, "reads_address", False):
            return operation(request, **values)
        known = type(values["query"]).model_fields if "query" in values else {}
        if request.GET.keys() - known.keys():
            listed = ", ".join(known) or "none"
            raise Refused(
                f"The address has a key that is not known here; known: {listed}.",
                code="unknown_key",
                status=400,
            )
        return operation(request, **values)

    return checked


api = Api(
    title="Antifaz",
    version="1",
    description=(
        "The same accounts, rights and rules as the site. A program sends a token of its owner as "
        "`Authorization: Bearer afz_...`; `x-scopes` names what the token must be allowed. With a "
        "session, requests that change something need the value of the CSRF cookie in the header "
        "`X-CSRFToken`. Offsets are Unicode code points, end exclusive. GET can be asked as HEAD."
    ),
    servers=[{"url": "/", "description": "This installation"}],
    urls_namespace="api",
    auth=[TokenAuth(), SessionAuth()],
    docs_url=None,  # its page would load scripts from a CDN
    docs_decorator=require_GET,
)
api.add_decorator(refuse_unknown_keys)
api.add_decorator(name_operation, mode="view")
PARTS = (projects, corpus, labelling, propagation, adjudication, work, team, learning)
FOR_PROGRAMS = (imports, schemes, layers, surrogates, transforms, hooks)
for part in (*PARTS, *FOR_PROGRAMS):
    api.add_router("", part.router)
