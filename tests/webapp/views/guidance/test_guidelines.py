"""The guideline pages: read by who labels, written by curators, never over a newer version."""

import re
from typing import Any

import pytest

from annotation.models import Project
from annotation.services.guidance import guidelines
from tests.webapp.addresses import url
from tests.webapp.html import squeezed

NASTY = "<script>x()</script>\n\n[a](javascript:x())\n\n<img src=x onerror=x()>"


@pytest.fixture
def page(project: Project, curator: Any, client_of: Any) -> Any:
    return client_of(curator)


def test_without_guidelines_the_labels_speak(
    project: Project, annotator: Any, client_of: Any
) -> None:
    html = client_of(annotator).get(url("show-guidelines")).content.decode()
    assert "Nobody has written guidelines yet" in html
    assert "Female name" in html
    assert "Write the guidelines" not in html


def test_a_curator_writes_and_everybody_reads(
    page: Any, project: Project, annotator: Any, client_of: Any
) -> None:
    form = page.get(url("edit-guidelines")).content.decode()
    assert 'name="seen" value="0"' in form
    step = {"text": "# Names\r\n\r\n- **both**", "note": "Begun", "seen": "0"}
    assert page.post(url("edit-guidelines"), step).status_code == 302
    html = client_of(annotator).get(url("show-guidelines")).content.decode()
    assert "<h3>Names</h3>" in html
    assert "<strong>both</strong>" in html
    versions = client_of(annotator).get(url("list-versions")).content.decode()
    assert "Version 1" in versions
    assert "Begun" in versions


def test_versions_are_rows_and_the_three_tabs_share_one_head(
    page: Any, project: Project, curator: Any, annotator: Any, client_of: Any
) -> None:
    address = url("list-versions")
    assert "Nobody has written guidelines yet." in page.get(address).content.decode()
    guidelines.save_version(project, curator, text="one", note="Begun", seen=0)
    html = squeezed(page.get(address).content.decode())
    assert html.count(f'href="{url("show-version", pk=1)}"') == 1
    guidelines.save_version(project, curator, text="two", seen=1)
    html = squeezed(page.get(address).content.decode())
    assert "Begun" in html and "+1 −1" in html
    assert html.index('<b>Version 2</b><span class="pill ok in-force">in force') < html.index(
        "<b>Version 1</b>"
    )
    assert f'href="{url("show-version", pk=2)}#changed">Compare with 1</a>' in html
    for name in ("show-guidelines", "list-versions", "list-questions"):
        html = squeezed(page.get(url(name)).content.decode())
        assert "<h1>Guidelines</h1>" in html and "Change the guidelines</a>" in html
        assert "Change the guidelines" not in client_of(annotator).get(url(name)).content.decode()


def test_a_stale_save_shows_both_texts(page: Any, project: Project, manager: Any) -> None:
    guidelines.save_version(project, manager, text="same\ntheirs", note="Theirs", seen=0)
    answer = page.post(url("edit-guidelines"), {"text": "same\nmine", "note": "", "seen": "0"})
    assert answer.status_code == 409
    html = answer.content.decode()
    assert "Somebody saved a newer version while you wrote." in html
    assert '<del dir="auto">theirs</del>' in html
    assert '<ins dir="auto">mine</ins>' in html
    assert re.search(r"<textarea[^>]*readonly[^>]*>\s*same\ntheirs</textarea>", html)
    assert re.search(r"<textarea[^>]*name=\"text\"[^>]*>\s*same\nmine</textarea>", html)
    seen = re.search(r'name="seen" value="(\d+)"', html)
    assert seen
    step = {"text": "same\nboth", "note": "", "seen": seen[1]}
    assert page.post(url("edit-guidelines"), step).status_code == 302
    assert [each.text for each in project.guidelines.all()] == ["same\nboth", "same\ntheirs"]


@pytest.mark.parametrize(
    "step",
    [
        {"text": "x" * 100_001, "seen": "0"},
        {"text": "a", "seen": "x"},
        {"text": "a"},
        {"text": "a\0", "seen": "0"},
        {"text": "a", "note": "x" * 201, "seen": "0"},
    ],
)
def test_what_is_refused(step: dict[str, str], page: Any, project: Project) -> None:
    answer = page.post(url("edit-guidelines"), step)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert not project.guidelines.exists()


def test_the_same_text_is_said_to_be_the_same(page: Any, project: Project, curator: Any) -> None:
    guidelines.save_version(project, curator, text="one", seen=0)
    answer = page.post(url("edit-guidelines"), {"text": "one", "seen": "1"})
    assert answer.status_code == 422
    assert "Nothing changed" in answer.content.decode()


def test_the_preview_is_one_element_and_saves_nothing(page: Any, project: Project) -> None:
    html = page.post(url("preview-guidelines"), {"text": "# Names"}).content.decode().strip()
    opening = " ".join(html[: html.index(">")].split())
    assert opening.startswith(f'<section class="card" id="preview-{project.pk}"')
    assert html.endswith("</section>")
    assert html.count("<section") == 1
    assert "<h3>Names</h3>" in html
    assert not project.guidelines.exists()


def test_nothing_runs_in_anybodys_page(page: Any, project: Project, curator: Any) -> None:
    guidelines.save_version(project, curator, text=NASTY, note=NASTY[:20], seen=0)
    conflict = page.post(url("edit-guidelines"), {"text": NASTY + "2", "seen": "0"})
    answers = [
        page.get(url("show-guidelines")),
        page.get(url("show-version", pk=1)),
        page.get(url("list-versions")),
        page.get(url("edit-guidelines")),
        page.post(url("preview-guidelines"), {"text": NASTY}),
        conflict,
    ]
    for answer in answers:
        html = answer.content.decode()
        assert "<script>x" not in html
        assert "<img" not in html
        assert 'href="javascript' not in html


def test_a_version_shows_what_it_changed(page: Any, project: Project, curator: Any) -> None:
    guidelines.save_version(project, curator, text="one", seen=0)
    guidelines.save_version(project, curator, text="two", seen=1)
    html = page.get(url("show-version", pk=2)).content.decode()
    assert '<del dir="auto">one</del>' in html
    assert '<ins dir="auto">two</ins>' in html
    assert page.get(url("show-version", pk=3)).status_code == 404
