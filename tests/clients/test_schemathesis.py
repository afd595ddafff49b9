"""schemathesis asks every operation what the description allows, and what it does not: with a
token, signed in, and as nobody. No answer is broken, and each is one that the description has.

`ANTIFAZ_EXAMPLES` says how many examples there are in all; few by default."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from django.middleware.csrf import _get_new_csrf_string
from django.test import Client
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from annotation.models import User
from annotation.models.programs import Scope
from annotation.services.access.tokens import create_token
from tests.clients.installed import client
from tests.processes.probing import no_probe
from tests.webapp.api.conftest import names_model
from tests.webapp.every_route.rules import arguments
from webapp.api.app import api

schemathesis = client("schemathesis")
checks = client("schemathesis.checks", "schemathesis")
more_checks = client("schemathesis.openapi.checks", "schemathesis")
conformance = client("schemathesis.specs.openapi.checks", "schemathesis")
pytestmark = [pytest.mark.clients, pytest.mark.filterwarnings("ignore")]
__all__ = ["names_model", "no_probe"]  # fixtures

EXAMPLES = int(os.environ.get("ANTIFAZ_EXAMPLES", "300"))
WHO = ("token", "session", "nobody")
CHECKS = [
    checks.not_a_server_error,
    conformance.status_code_conformance,
    conformance.content_type_conformance,
    conformance.response_schema_conformance,
    conformance.response_headers_conformance,
]
# What is refused in their names is no body, or none that the operation takes.
MALFORMED = {"invalid", "bad_request", "unknown_key", "media_type"}
ANY_TEXT = {"transform_text", "transform_batch"}
Values = dict[str, dict[str, Any]]
schemathesis.serializer.alias("application/jsonl", "text/plain")


@pytest.fixture
def asked(project: Any, batch: Any, data_dir: Path, names_model: Path, settings: Any) -> Values:
    """What the addresses of each operation may name, in a place where nobody counts calls."""
    settings.API_CALLS_A_MINUTE = settings.TRANSFORMS_A_MINUTE = 0
    settings.TRANSFORM_MODELS = [str(names_model)]
    return {name.removeprefix("api:"): said for name, said in arguments(project).items()}


@pytest.fixture(autouse=True)
def one_connection() -> Iterator[None]:
    """As the test client does: the stage is on it."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def credentials(who: str, person: User) -> dict[str, Any]:
    """Headers and cookies of who asks."""
    if who == "token":
        text = create_token(person, name="t", days=1, scopes=Scope.values)[1]
        return {"headers": {"Authorization": f"Bearer {text}"}}
    if who == "nobody":
        return {"headers": {}}
    signed_in, secret = Client(), _get_new_csrf_string()
    signed_in.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    cookies = {name: cookie.value for name, cookie in signed_in.cookies.items()}
    cookies[django_settings.CSRF_COOKIE_NAME] = secret
    return {"headers": {"X-CSRFToken": secret}, "cookies": cookies}


def operations() -> Iterator[Any]:
    schema = schemathesis.openapi.from_dict(api.get_openapi_schema(path_prefix="/api/"))
    schema.app = WSGIHandler()
    for result in schema.get_all_operations():
        yield result.ok()


def ask(operation: Any, mode: Any, number: int, send: Callable[[Any, bool], None]) -> None:
    @settings(
        max_examples=number,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
    )
    @given(case=operation.as_strategy(generation_mode=mode), real=st.booleans())
    def all_of_them(case: Any, real: bool) -> None:
        send(case, real)

    all_of_them()


@pytest.mark.parametrize("who", WHO)
def test_every_operation(who: str, asked: Values, manager: User, names_model: Path) -> None:
    said, wrong = credentials(who, manager), dict[str, str]()
    every = list(operations())
    modes = list(schemathesis.GenerationMode)
    number = max(1, EXAMPLES // (len(WHO) * len(every) * len(modes)))
    assert len(every) >= 33  # all that there are

    for operation in every:
        name = operation.definition.raw["operationId"]

        def send(case: Any, real: bool, name: str = name) -> None:
            if real:  # something that is there
                case.path_parameters |= asked.get(name.replace("_", "-"), {})
            with transaction.atomic():
                answer = case.call(**said)
                transaction.set_rollback(True)
            case.validate_response(answer, checks=CHECKS)
            if name in ANY_TEXT:
                return
            if case.meta.generation.mode.is_positive:  # nothing is wrong with its form
                code = answer.json()["code"] if answer.status_code >= 400 else ""
                assert code not in MALFORMED, (case.body, answer.json())
            elif not real and who != "nobody":
                case.validate_response(answer, checks=[conformance.negative_data_rejection])

        for mode in modes:
            try:
                ask(operation, mode, number, send)
            except (Exception, BaseExceptionGroup) as fault:
                wrong[f"{name} {mode}"] = f"{type(fault).__name__}: {fault}"
    assert not wrong, "\n\n".join(f"{name}\n{fault}" for name, fault in wrong.items())
