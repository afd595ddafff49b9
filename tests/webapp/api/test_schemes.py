"""Labels by the API: the schemes, a project's labels out and in, and one more of them."""

import json
from typing import Any

import pytest

from annotation.models import Project, Span
from annotation.schemes import SCHEMES
from annotation.schemes.values import FAMILIES
from tests import schemas
from tests.webapp.api_client import API, bearer, post, problem
from webapp.api.app import api


@pytest.fixture
def reads(project: Project, manager: Any) -> Any:
    return bearer(manager, "read", "manage")


def test_the_labels_of_a_project_go_out_and_come_in(reads: Any, project: Project) -> None:
    known = reads.get(f"{API}/scheme").json()
    schemas.check("scheme", known)
    assert [each["name"] for each in known["labels"]] == [
        each.name for each in SCHEMES["es-port"].labels
    ]
    known["labels"] = [each for each in known["labels"] if each["key"] != "N"]
    known["labels"].append(
        {"name": "pet", "key": "8", "family": "other", "description": "", "parent": ""}
    )
    known["guidelines"] = "# Pets\n"
    known["name"] = "pets"
    changed = post(reads, "/scheme", known)
    assert changed.status_code == 200 and changed.json()["guidelines"] == "# Pets\n"
    names = set(project.labels.values_list("name", flat=True))
    assert "pet" in names and len(names) == len(known["labels"])
    assert reads.get(f"{API}/scheme").json() == changed.json()


def test_a_label_is_added_to_its_group(reads: Any, project: Project) -> None:
    group = project.labels.first()
    made = post(reads, "/labels", {"name": "pet", "key": "8", "parent": group.name})
    assert (made.status_code, made.json()["parent"]) == (201, group.name)
    assert project.labels.get(name="pet").parent == group
    problem(post(reads, "/labels", {"name": "pet"}), 422, "name_taken")
    problem(post(reads, "/labels", {"name": "pet2", "parent": "Ane"}), 422, "unknown_label")
    problem(post(reads, "/labels", {"name": "pet2", "family": "animal"}), 422, "invalid")
    described = api.get_openapi_schema()["components"]["schemas"]["LabelIn"]["properties"]
    assert described["family"]["enum"] == list(FAMILIES)


def test_labels_that_are_used_or_broken_stay_out(reads: Any, turn: Any, manager: Any) -> None:
    label = turn.dialogue.project.labels.get(key="N")
    Span.objects.create(turn=turn, label=label, start=4, end=13)
    known = reads.get(f"{API}/scheme").json()
    lacks = known | {"labels": [each for each in known["labels"] if each["key"] != "N"]}
    problem(post(reads, "/scheme", lacks), 422, "in_use")
    told = problem(post(reads, "/scheme", '{"labels": [{"name": "Francisco'), 400, "json")
    assert "Francisco" not in json.dumps(told)
    assert reads.get(f"{API}/scheme").json() == known
    problem(post(bearer(manager, "read"), "/scheme", known), 403, "scope")


def test_the_schemes_that_there_are(reads: Any) -> None:
    told = reads.get("/api/schemes").json()
    assert [each["name"] for each in told] == list(SCHEMES)
    assert all(each["labels"] for each in told)
