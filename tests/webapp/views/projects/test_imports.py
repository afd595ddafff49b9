"""Import from the browser: what went in, what was refused and why, where the person is."""

import io
import json
import re
import zipfile
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from annotation.models import AccessEvent, Import, Project, Reading
from tests.imports import do_imports, sent
from tests.webapp.html import roots, squeezed
from tests.webapp.views.projects.sending import FORM, GOOD, SECRET, URL, send


def test_the_form(project: Project, manager: Any, client_of: Any) -> None:
    html = client_of(manager).get(URL).content.decode()
    assert 'enctype="multipart/form-data"' in html
    assert "Up to 100 MB a file" in html
    assert 'value="gold" checked' in squeezed(html)


def test_files_go_in(project: Project, manager: Any, client_of: Any) -> None:
    answer = send(client_of(manager), ("a.jsonl", GOOD), ("b.txt", b"Ana: hola\nLuis: adios\n"))
    html = answer.content.decode()
    assert answer.status_code == 200
    assert "2 dialogues went in." in html
    assert "There is no label in b.txt" in html
    assert project.dialogues.count() == 4
    assert Reading.objects.filter(is_gold=True).count() == 2


def test_the_record_says_who_brought_texts_and_from_where(
    project: Project, manager: Any, client_of: Any
) -> None:
    client = client_of(manager)
    files = [SimpleUploadedFile("a.jsonl", GOOD)]
    sent(client, client.post(URL, FORM | {"files": files}, REMOTE_ADDR="192.0.2.7"))
    (event,) = AccessEvent.objects.filter(purpose=AccessEvent.Purpose.IMPORT)
    assert (event.user, event.address, event.detail["turns"]) == (manager, "192.0.2.7", 2)


def test_a_zip_goes_in(project: Project, manager: Any, client_of: Any) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("n.txt", f"Soy {SECRET}\n")
        archive.writestr("n.ann", f"T1\tsurname 4 13\t{SECRET}\n")
    html = send(client_of(manager), ("brat.zip", out.getvalue())).content.decode()
    assert "1 dialogue went in." in html


def test_what_is_wrong_is_said_by_file_and_line(
    project: Project, manager: Any, client_of: Any
) -> None:
    bad = GOOD + b'\n{"id": "b", "turns": [{"text": "' + SECRET.encode() + b'"}'
    answer = send(client_of(manager), ("bad.jsonl", bad), ("good.jsonl", GOOD), ("empty.txt", b" "))
    html = answer.content.decode()
    assert answer.status_code == 200
    assert "2 files were refused; nothing of them went in." in html
    assert "bad.jsonl" in html
    assert html.lower().count("no dialogue") == 1  # a fault is told by one sentence
    assert "Broken JSON at column" in html
    assert "not valid JSON" not in html  # said once
    assert SECRET not in html
    assert "1 dialogue went in." in html


def test_every_fault_of_a_file_is_named_once(
    project: Project, manager: Any, client_of: Any
) -> None:
    """Before the counts and labels, not among them; of very many, the first."""
    client = client_of(manager)
    lines = [GOOD, b'{"id": "b", "turns": [{"text": 5}]}', b"{", b'{"turns": []}']
    page = shown_of(client, b"\n".join(lines))
    assert page.count("<li data-code=") == 3
    assert all(f"Line {n}:" in page for n in (2, 3, 4))
    assert "3 dialogues will be left out" in page
    assert page.index("<li data-code=") < page.index('id="labels-')
    nothing = shown_of(client, b"{")  # no table of zeros stands before the fault
    assert "What is in it" not in nothing and nothing.count("<li data-code=") == 1
    many = shown_of(client, GOOD + b"\n{" * 300)
    assert many.count("<li data-code=") == 200
    assert "100 more faults are not named." in many


def shown_of(client: Any, content: bytes, **choices: str) -> str:
    """The preview of a file."""
    uploads = [SimpleUploadedFile("calls.jsonl", content)]
    page = client.post(URL, FORM | {"files": uploads}).headers["Location"]
    do_imports()
    return squeezed(client.get(page).content.decode())


def test_one_file_stands_beside_the_project(project: Project, manager: Any, client_of: Any) -> None:
    page = shown_of(client_of(manager), GOOD)
    table = re.search(r'<table class="beside-project">(.*?)</table>', page)
    assert table
    rows = [re.sub("<[^>]+>", " ", row).split() for row in table[1].split("<tr>")[1:]]
    assert rows == [
        ["This", "file", "Project", "now"],
        ["Dialogues", "1", "2"],
        ["Turns", "a", "dialogue", "2.0", "3.5"],
        ["Words", "a", "turn", "1.5", "4.6"],
        ["Overlaps", "0&nbsp;%", "0&nbsp;%"],
        ["Language", "Spanish", "Spanish"],
    ]
    assert "These files" not in page and "Show each file" not in page


def test_each_of_several_files_is_folded_under_their_sums(
    project: Project, manager: Any, client_of: Any
) -> None:
    client = client_of(manager)
    files = [SimpleUploadedFile("a.jsonl", GOOD), SimpleUploadedFile("bad.jsonl", b"{")]
    address = client.post(URL, FORM | {"files": files}).headers["Location"]
    do_imports()
    page = squeezed(client.get(address).content.decode())
    assert page.index("These files") < page.index("Show each file") < page.index(">a.jsonl<")
    assert "is left out" in page
    assert "bad.jsonl</bdi>, line" not in page  # the heading has its name
    assert "Line 1:" in page


def test_labels_that_the_project_has_are_folded_until_one_is_changed(
    project: Project, manager: Any, client_of: Any
) -> None:
    client = client_of(manager)
    spans = [{"start": 0, "end": 1, "label": "surname"}, {"start": 2, "end": 3, "label": "NEW"}]
    both = {"id": "x", "turns": [{"text": "a b", "spans": spans}]}
    sure = {"id": "x", "turns": [{"text": "a b", "spans": spans[:1]}]}
    folded = "1 of 1 label matched · 1 label given"
    page = shown_of(client, json.dumps(both).encode())
    assert "Show 1 label that the project has" in page and folded not in page
    page = shown_of(client, json.dumps(sure).encode())
    assert folded in page and '<details class="card c12">' in page
    job = Import.objects.latest("pk")
    token = re.search(r'name="reading" value="(\w+)"', page)
    assert token
    said = {"reading": token[1], "label-0": str(project.labels.get(name="place").pk)}
    changed = client.post(f"{URL}/{job.pk}/change", said, headers={"HX-Request": "true"})
    assert '<details class="card c12" open>' in squeezed(changed.content.decode())


def test_what_was_read_wrongly_is_read_anew_with_one_press(
    project: Project, manager: Any, client_of: Any
) -> None:
    client = client_of(manager)
    files = [SimpleUploadedFile("a.txt", "Ana: en Núñez\n".encode("macroman"))]
    page = client.post(URL, FORM | {"files": files}).headers["Location"]
    for wrong, right in (("cp850", "macroman"), ("macroman", "cp850")):
        do_imports()
        html = squeezed(client.get(page).content.decode())
        assert f'value="0:{wrong}"' in html
        client.post(f"{page}/read", {"encoding": f"0:{wrong}"})
        do_imports()
        html = squeezed(client.get(page).content.decode())
        assert f'value="0:{right}"' in html and f'{wrong.upper()}</span><span class="pill">' in html
        assert f'value="0:{wrong}"' not in html
    assert "Ana: en Núñez" in html and "Import 1 dialogue" in html


def test_what_files_are_for_is_folded_where_it_is_the_usual(
    project: Project, manager: Any, client_of: Any
) -> None:
    client = client_of(manager)
    html = squeezed(client.get(URL).content.decode())
    assert html.index('<details class="stack">') < html.index('name="split"')
    html = squeezed(client.post(URL, {"split": "test"}).content.decode())
    assert html.index('<details class="stack" open>') < html.index('name="split"')


def test_all_unknown_labels_are_made_new_with_one_press(
    project: Project, manager: Any, client_of: Any
) -> None:
    client = client_of(manager)
    page = shown_of(client, GOOD.replace(b'"surname"', b'"POLICY"'))
    assert "Add 1 unknown label as a new one" in page
    job = Import.objects.get()
    url = f"/p/support/import/{job.pk}/change"
    reading = re.search(r'name="reading" value="(\w+)"', page)
    assert reading
    said = {"reading": reading[1], "all": "new", "label-0": ""}
    answer = client.post(url, said).content.decode()
    assert "<!doctype html>" in answer  # without a script
    assert 'value="new" selected' in squeezed(answer)
    assert "unknown label" not in answer
    job.refresh_from_db()
    assert job.mapping == {"POLICY": "new"}
    part = client.post(url, said, headers={"HX-Request": "true"}).content.decode()
    assert "<!doctype html>" not in part


def test_the_report_is_one_element(project: Project, manager: Any, client_of: Any) -> None:
    answer = send(client_of(manager), ("bad.jsonl", b"{"), ("good.jsonl", GOOD))
    html = answer.content.decode()
    start = html.index('<section class="stack report"')
    assert roots(html[start : html.index("</section>", start) + len("</section>")]) == 1


def test_the_state_is_one_element(project: Project, manager: Any, client_of: Any) -> None:
    client = client_of(manager)
    upload = SimpleUploadedFile("a.jsonl", GOOD)
    page = client.post(URL, FORM | {"files": [upload]}).headers["Location"]
    for _work in range(2):
        html = client.get(f"{page}/state").content.decode()
        assert roots(html) == 1
        do_imports()


def test_a_job_tells_how_far_it_is(project: Project, manager: Any, client_of: Any) -> None:
    client = client_of(manager)
    page = client.post(URL, FORM | {"files": [SimpleUploadedFile("a.jsonl", GOOD)]}).headers[
        "Location"
    ]
    assert page == f"/p/support/import/{Import.objects.get().pk}"
    html = client.get(page).content.decode()
    assert "wait for the worker" in html
    assert "No worker is running." in html
    assert 'hx-trigger="every 1s"' in html
    Import.objects.update(status="running", phase="writing:1200:25655", progress=0.4)
    html = client.get(page).content.decode()
    assert "1,200 of 25,655 turns are written" in html
    assert 'value="40"' in html
    assert "a.jsonl" in client.get(URL).content.decode()
    assert project.dialogues.count() == 2


def test_a_draft_can_be_gone_on_with_or_discarded_from_the_list(
    project: Project, manager: Any, client_of: Any
) -> None:
    client = client_of(manager)
    shown_of(client, GOOD)
    html = squeezed(client.get(URL).content.decode())
    assert html.index(">Files</h2>") < html.index(">Not imported yet</h2>")
    assert f"<bdi>{manager.username}</bdi>," in html  # who began it
    job = Import.objects.get()
    page = f"{URL}/{job.pk}"
    assert "1 dialogue" in html
    assert html.count(f'href="{page}"') == 2  # its name, and Continue
    assert f'action="{page}/cancel"' in html
    client.post(f"{page}/cancel")
    assert f'action="{page}/cancel"' not in client.get(URL).content.decode()


def test_a_job_is_cancelled_and_its_file_erased(
    project: Project, manager: Any, client_of: Any, settings: Any
) -> None:
    client = client_of(manager)
    form = FORM | {"files": [SimpleUploadedFile("a.jsonl", GOOD)]}
    page = client.post(URL, form).headers["Location"]
    kept = settings.ANTIFAZ_DATA / Import.objects.get().files[0]["path"]
    assert kept.read_bytes() == GOOD
    assert oct(kept.stat().st_mode)[-3:] == "600"
    html = client.post(f"{page}/cancel", follow=True).content.decode()
    assert "The import was cancelled." in html
    assert not kept.exists()
    do_imports()
    assert project.dialogues.count() == 2


CALL = {"id": "x", "turns": [{"speaker": "a", "text": "Le atiende Marta de Vintalia, dígame"}]}


def token_of(html: str) -> str:
    found = re.search(r'name="reading" value="(\w+)"', html)
    assert found
    return found[1]


def duplicate(client: Any, project: Project) -> str:
    """A page that asks about one: its text is there, kept to measure."""
    one, two = (json.dumps(CALL | {"id": name}).encode() for name in ("one", "two"))
    send(client, ("one.jsonl", one), split="test")
    form = FORM | {"files": [SimpleUploadedFile("two.jsonl", two + b"\n" + GOOD)]}
    page = client.post(URL, form).headers["Location"]
    do_imports()
    return str(page)


@pytest.mark.parametrize(
    ("said", "there", "told"),
    [
        ("skip", {"one", "a"}, "1 dialogue was left out"),
        ("keep", {"one", "two", "a"}, "1 dialogue went in twice"),
    ],
)
def test_duplicates_are_named_before_they_go_in(
    said: str, there: set[str], told: str, project: Project, manager: Any, client_of: Any
) -> None:
    client = client_of(manager)
    page = duplicate(client, project)
    html = client.get(page).content.decode()
    assert "1 dialogue is there already" in html
    assert "other side of" in html
    assert "in this project, kept to measure" in html
    assert "Import 1 dialogue" in squeezed(html)
    rows = project.dialogues.exclude(external_id__startswith="call-")
    assert set(rows.values_list("external_id", flat=True)) == {"one"}
    given = {"reading": token_of(html), "duplicates": said}
    part = client.post(f"{page}/change", given, headers={"HX-Request": "true"}).content.decode()
    assert f"Import {len(there) - 1} dialogue" in squeezed(part)
    assert roots(part) == 1
    answer = client.post(f"{page}/confirm", given)
    do_imports()
    assert answer.headers["Location"] == page
    done = client.get(page).content.decode()
    assert told in done
    assert "Vintalia" not in done
    assert set(rows.values_list("external_id", flat=True)) == there
    late = client.post(f"{page}/confirm", given)
    assert late.status_code == 409
    assert "confirmed or cancelled in another window" in late.content.decode()


def test_imports_of_another_project(
    project: Project, manager: Any, client_of: Any, django_user_model: Any
) -> None:
    elsewhere = Project.objects.create(slug="elsewhere", name="Elsewhere")
    job = Import.objects.create(project=elsewhere)
    for part in ("", "/state"):
        assert client_of(manager).get(f"/p/support/import/{job.pk}{part}").status_code == 404
    for part in ("/change", "/read", "/confirm", "/cancel"):
        assert client_of(manager).post(f"/p/support/import/{job.pk}{part}").status_code == 404


@pytest.mark.parametrize("name", ["curator", "annotator", "reader"])
def test_only_managers_import(name: str, project: Project, request: Any, client_of: Any) -> None:
    client = client_of(request.getfixturevalue(name))
    assert client.get(URL).status_code == 403
    assert send(client, ("a.jsonl", GOOD)).status_code == 403
    assert project.dialogues.count() == 2


def test_outsiders_find_nothing(project: Project, outsider: Any, client_of: Any) -> None:
    assert send(client_of(outsider), ("a.jsonl", GOOD)).status_code == 404
