"""The form of sources that are not taught here."""

from pathlib import Path
from typing import Any

import pytest

from annotation.models import Project, SourceModel


@pytest.fixture
def client(project: Project, manager: Any, client_of: Any, data_dir: Path) -> Any:
    return client_of(manager)


def send(client: Any, **fields: str) -> Any:
    values = {"name": "Rules", "kind": "rules", "lang": "es", **fields}
    return client.post("/sources/add", {f"other-{key}": value for key, value in values.items()})


def test_rules_are_added_and_can_be_chosen(client: Any, project: Project) -> None:
    assert send(client).status_code == 302
    page = client.get("/sources").content.decode()
    assert "The source is in the list" in page and "identifiers that prove themselves" in page
    settings_page = client.get(f"/projects/{project.slug}/settings").content.decode()
    assert "Rules" in settings_page or SourceModel.objects.filter(name="Rules").exists()


def test_only_who_may_make_projects(
    project: Project, curator: Any, outsider: Any, client_of: Any, data_dir: Path
) -> None:
    for person in (curator, outsider):
        assert send(client_of(person)).status_code == 403
    assert client_of(curator).get("/sources/add").status_code in {403, 405}
    assert not SourceModel.objects.exists()


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"name": ""}, "required"),
        ({"kind": "oracle"}, "not one of the available"),
        ({"kind": "address", "where": "http://127.0.0.1:6379/"}, "SOURCE_ADDRESSES"),
        ({"kind": "large", "where": "/etc"}, "SOURCE_FOLDERS"),
        ({"labels": "NAME"}, "no label NAME"),
        ({"kind": "several", "where": "A, B"}, "no source model called A"),
    ],
)
def test_what_is_refused_says_why(fields: dict[str, str], words: str, client: Any) -> None:
    page = send(client, **fields)
    assert page.status_code in {400, 409, 422}
    assert words in page.content.decode() and "<details" in page.content.decode()
    assert not SourceModel.objects.exists()


def test_why_one_was_left_out_stands_in_the_list(client: Any) -> None:
    card = {"kind": "address", "trouble": "source_silent"}
    SourceModel.objects.create(name="Far", lang="es", folder="models/x", card=card)
    assert "did not answer, or not in time" in client.get("/sources").content.decode()
