"""The labels page: what a manager can do there, what is refused in which words, and no markup."""

import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from annotation.models import Label, Project, Reading
from tests.labelled import call, label
from tests.webapp.addresses import url
from tests.webapp.html import squeezed

NASTY = "<script>x()</script>\"'><img src=x onerror=x()>"
NEW = {
    "name": "nickname",
    "key": "1",
    "family": "person",
    "description": "Not a name",
    "parent": "",
}


@pytest.fixture
def page(project: Project, manager: Any, client_of: Any) -> Any:
    return client_of(manager)


def get(project: Project, name: str) -> Label:
    return project.labels.get(name=name)


def test_the_list_shows_keys_families_and_counts(
    page: Any, project: Project, annotator: Any
) -> None:
    turn = call(project).turns.get(position=0)
    label(turn, annotator, [("Marta", "female name")])
    Reading.objects.filter(turn=turn).update(is_gold=True, status=Reading.Status.DONE)
    html = page.get(url("edit-labels")).content.decode()
    assert re.search(r'class="key f-person" aria-hidden="true">F<', html)
    assert "1<span>given<" in squeezed(html)
    assert html.count('aria-label="Remove ') == 11


def test_a_label_is_added(page: Any, project: Project) -> None:
    answer = page.post(url("add-label"), NEW | {"key": "y", "parent": get(project, "place").pk})
    assert answer.status_code == 302
    made = get(project, "nickname")
    assert (made.key, made.family, made.description) == ("Y", "person", "Not a name")
    assert made.parent == get(project, "place")
    html = page.get(url("edit-labels")).content.decode()
    assert f'id="label-{made.pk}" class="depth-1"' in html


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"key": "F"}, "The key F belongs to “female name”."),
        ({"key": "a"}, "The key A means something else"),
        ({"key": "12"}, "The key 12 means something else"),
        ({"key": "12345"}, "at most 4 characters"),
        ({"name": "surname"}, "There is a label of this name already."),
        ({"name": ""}, "This field is required."),
        ({"family": "#ff0000"}, "Select a valid choice"),
        ({"parent": "999999"}, "Select a valid choice"),
        ({"description": "x" * 301}, "at most 300 characters"),
    ],
)
def test_what_is_refused(values: Any, sentence: str, page: Any, project: Project) -> None:
    answer = page.post(url("add-label"), NEW | values)
    assert answer.status_code == 422
    html = answer.content.decode()
    assert sentence in html
    assert 'role="alert"' in html
    assert project.labels.count() == 11


def test_the_form_of_a_new_label_waits_until_it_is_asked_for(page: Any, project: Project) -> None:
    html = squeezed(page.get(url("edit-labels")).content.decode())
    assert 'href="#id_name">Add a label</a>' in html
    assert "when-asked" in html and '<details class="card stack">' in html
    refused = page.post(url("add-label"), NEW | {"name": ""}).content.decode()
    assert "when-asked" not in refused
    project.labels.all().delete()
    empty = squeezed(page.get(url("edit-labels")).content.decode())
    assert "when-asked" not in empty and 'href="#id_name"' not in empty
    assert '<details class="card stack" open>' in empty


def test_a_label_is_changed(page: Any, project: Project) -> None:
    pk = get(project, "place").pk
    html = page.get(url("edit-label", pk=pk)).content.decode()
    assert 'value="place"' in html
    clash = page.post(url("edit-label", pk=pk), NEW | {"key": "F"})
    assert clash.status_code == 422
    assert "belongs to" in clash.content.decode()
    assert "<h1><bdi>Place</bdi></h1>" in clash.content.decode()
    assert page.post(url("edit-label", pk=pk), NEW | {"key": ""}).status_code == 302
    changed = Label.objects.get(pk=pk)
    assert (changed.name, changed.key) == ("nickname", "")
    assert ">group</span>" in page.get(url("edit-labels")).content.decode()


def test_order(page: Any, project: Project) -> None:
    first, second = project.labels.all()[:2]
    page.post(url("move-label", pk=second.pk), {"to": "up"})
    assert list(project.labels.all()[:2]) == [second, first]
    answer = page.post(url("move-label", pk=second.pk), {"to": "up"})
    assert answer.status_code == 422
    assert "at the end already" in answer.content.decode()


def test_removing(page: Any, project: Project, annotator: Any) -> None:
    turn = call(project).turns.get(position=0)
    label(turn, annotator, [("Marta", "female name")])
    answer = page.post(url("remove-label", pk=get(project, "female name").pk))
    assert answer.status_code == 422
    assert "One span uses this label. Remove its key instead" in answer.content.decode()
    assert page.post(url("remove-label", pk=get(project, "month").pk)).status_code == 302
    assert project.labels.count() == 10


def test_labels_of_other_projects_are_out_of_reach(page: Any, db: None) -> None:
    other = Project.objects.create(slug="other", name="Other")
    foreign = Label.objects.create(project=other, name="x", key="F")
    for name in ("edit-label", "move-label", "remove-label"):
        assert page.post(url(name, pk=foreign.pk)).status_code == 404
    assert page.post(url("add-label"), NEW | {"parent": foreign.pk}).status_code == 422


def test_names_cannot_put_markup_into_a_page(page: Any, project: Project, annotator: Any) -> None:
    place = get(project, "place")
    page.post(url("edit-label", pk=place.pk), NEW | {"name": NASTY, "description": NASTY})
    place.refresh_from_db()
    assert place.name == NASTY
    pages = [url("edit-labels"), url("edit-label", pk=place.pk), url("show-guidelines")]
    for address in pages:
        html = page.get(address).content.decode()
        assert "&lt;script&gt;" in html
        assert "<script>x" not in html
        assert "<img" not in html


# --- files -----------------------------------------------------------------------------------


def upload(page: Any, data: bytes, name: str = "labels.json") -> Any:
    return page.post(url("import-scheme"), {"file": SimpleUploadedFile(name, data)})


def test_a_file_goes_out_and_comes_back(page: Any, project: Project) -> None:
    out = page.get(url("export-scheme"))
    assert out.headers["Content-Disposition"] == 'attachment; filename="support.labels.json"'
    content = json.loads(out.content)
    content["labels"].append(
        {"name": "nick", "key": "1", "family": "person", "description": "", "parent": "surname"}
    )
    content["guidelines"] = "# Rules"
    assert upload(page, json.dumps(content).encode()).status_code == 302
    assert get(project, "nick").parent == get(project, "surname")
    assert "<h3>Rules</h3>" in page.get(url("show-guidelines")).content.decode()


def test_a_bad_file_is_explained(page: Any, project: Project) -> None:
    answer = upload(page, b'[\n{"text": ""}]', f"{NASTY}.json")
    assert answer.status_code == 422
    html = answer.content.decode()
    assert "line 2: a label: label is empty or begins or ends with a space" in squeezed(html)
    assert "<script>x" not in html
    assert upload(page, b"").status_code == 422
    assert page.post(url("import-scheme")).status_code == 422
    assert upload(page, b"x" * 2_000_001).status_code == 413
    assert project.labels.count() == 11


def test_a_file_without_a_used_label_is_refused(
    page: Any, project: Project, annotator: Any
) -> None:
    turn = call(project).turns.get(position=0)
    label(turn, annotator, [("Marta", "female name")])
    answer = upload(page, b'[{"text": "PER"}]')
    assert answer.status_code == 422
    assert "not in the file: female name (1)." in answer.content.decode()
    assert project.labels.count() == 11


def test_every_scheme_is_offered_to_a_new_project(page: Any) -> None:
    html = page.get(reverse("create-project")).content.decode()
    for name in ("es-port", "code-alltag", "meddocan", "hipaa", "coarse"):
        assert f'<option value="{name}"' in html
    page.post(reverse("create-project"), {"name": "Mails", "lang": "de", "scheme": "code-alltag"})
    made = Project.objects.get(slug="mails")
    assert made.labels.get(name="FEMALE").parent == made.labels.get(name="GIVEN")
