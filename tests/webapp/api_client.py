"""What the tests of the API share: how a step is sent, and what a problem looks like."""

import json
import uuid
from typing import Any

from django.test import Client

from annotation.models import Turn
from annotation.services.access.tokens import create_token

API = "/api/projects/support"


def step(**values: Any) -> dict[str, Any]:
    return {"op_id": str(uuid.uuid4()), "version": 0} | values


def span(turn: Turn, **values: Any) -> dict[str, Any]:
    name = turn.dialogue.project.labels.get(key="N").name
    return step(start=4, end=22, label=name) | values


def post(client: Client, path: str, body: Any = None) -> Any:
    content = body if isinstance(body, str) else json.dumps(body)
    return client.post(API + path, content, content_type="application/json")


def problem(response: Any, status: int, code: str) -> dict[str, Any]:
    assert response.status_code == status
    assert response.headers["Content-Type"] == "application/problem+json"
    assert response.headers["Content-Length"] == str(len(response.content))
    told: dict[str, Any] = response.json()
    assert (told["status"], told["code"]) == (status, code)
    assert told["type"] == "about:blank" and told["title"] and told["detail"]
    return told


def bearer(owner: Any, *scopes: str, project: Any = None, **options: Any) -> Client:
    """A program with a new token of this person."""
    _token, text = create_token(owner, name="test", days=7, scopes=scopes, project=project)
    return Client(headers={"Authorization": f"Bearer {text}"}, **options)
