"""openapi-python-client makes a client of the description; it is used as it is made."""

import importlib
import json
import subprocess
import sys
import uuid
from pathlib import Path
from typing import Any

import pytest

from annotation.models import Turn, User
from annotation.models.programs import Scope
from annotation.services.access.tokens import create_token
from tests.clients.installed import client
from tests.processes.probing import no_probe
from webapp.api.app import api

client("openapi_python_client", "openapi-python-client")
pytestmark = [pytest.mark.clients, pytest.mark.loopback]
__all__ = ["no_probe"]  # a fixture
NAME = "antifaz_client"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The package that it makes of our description, without a hand on it."""
    folder = tmp_path_factory.mktemp("generated")
    described, settings = folder / "openapi.json", folder / "settings.json"
    described.write_text(json.dumps(api.get_openapi_schema(path_prefix="/api/")), encoding="utf-8")
    wanted = {"post_hooks": [], "package_name_override": NAME}  # no formatting
    settings.write_text(json.dumps(wanted), encoding="utf-8")
    options = ["--config", str(settings), "--output-path", str(folder / NAME), "--meta", "none"]
    command = [sys.executable, "-m", "openapi_python_client", "generate", *options]
    done = subprocess.run(
        [*command, "--path", str(described)],
        capture_output=True,
        text=True,
        cwd=folder,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    sys.path.insert(0, str(folder))
    return NAME


def call(of: str, name: str, *arguments: Any, **values: Any) -> Any:
    """What a function of the client answers with."""
    module = importlib.import_module(f"{NAME}.api.{of}.{name}")
    answer = module.sync_detailed(*arguments, **values)
    return answer.status_code, answer.parsed


def test_every_operation_is_in_it(made: str) -> None:
    places = Path(str(importlib.import_module(made).__file__)).parent.glob("api/*/*.py")
    names = {place.stem for place in places} - {"__init__"}
    described = api.get_openapi_schema(path_prefix="/api/")["paths"].values()
    assert names == {each["operationId"] for some in described for each in some.values()}


def test_it_labels_a_turn(made: str, live_server: Any, batch: Any, manager: User) -> None:
    models = importlib.import_module(f"{made}.models")
    client_of = importlib.import_module(made).AuthenticatedClient
    token = create_token(manager, name="made", days=1, scopes=Scope.values)[1]
    signed_in = client_of(base_url=live_server.url, token=token)

    status, projects = call("projects", "list_projects", client=signed_in)
    assert (int(status), [each.slug for each in projects]) == (200, ["support"])
    turn = Turn.objects.get(text__startswith="Soy Francisco")
    label = turn.dialogue.project.labels.get(key="N").name
    body = models.SpanIn(op_id=uuid.uuid4(), version=0, start=4, end=22, label=label)
    status, state = call("labelling", "add_span", "support", turn.pk, client=signed_in, body=body)
    assert int(status) == 200 and state.version == 1
    assert [(each.start, each.end) for each in state.spans] == [(4, 22)]

    status, refused = call("labelling", "add_span", "other", turn.pk, client=signed_in, body=body)
    assert int(status) == 404
    assert isinstance(refused, models.Problem) and refused.code == "not_found"
