"""A script gets the part of a page that it is to put in its place; all else gets the page."""

from typing import Any

import pytest

from annotation.models import Project
from tests.webapp.html import roots

PARTS = {"": "figures", "learning": "learning"}


def ask(client: Any, path: str, **headers: str) -> str:
    html: str = client.get(f"/p/support/{path}", headers=headers).content.decode()
    return html


@pytest.mark.parametrize("path", PARTS)
def test_a_part_is_asked_for_by_its_place(
    project: Project, annotator: Any, client_of: Any, path: str
) -> None:
    place = f"{PARTS[path]}-{project.pk}"
    part = ask(client_of(annotator), path, **{"HX-Request": "true", "HX-Target": place})
    assert roots(part) == 1
    assert f'id="{place}"' in part
    assert "<body" not in part


@pytest.mark.parametrize(
    "headers",
    [
        {"HX-Target": "{place}"},  # no script
        {"HX-Request": "true", "HX-Target": "status-1"},
        {"HX-Request": "true", "HX-Target": "{place}", "HX-History-Restore-Request": "true"},
    ],
)
@pytest.mark.parametrize("path", PARTS)
def test_who_asks_for_no_part_gets_the_page(
    project: Project, annotator: Any, client_of: Any, path: str, headers: dict[str, str]
) -> None:
    place = f"{PARTS[path]}-{project.pk}"
    page = ask(client_of(annotator), path, **{k: v.format(place=place) for k, v in headers.items()})
    assert "<body" in page
    assert f'id="{place}"' in page


def test_a_script_that_names_no_place_gets_the_part(
    project: Project, annotator: Any, client_of: Any
) -> None:
    assert "<body" not in ask(client_of(annotator), "", **{"HX-Request": "true"})
