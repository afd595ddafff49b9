"""The page of source models: who may, bad files in plain words, the answers on labels, the end."""

from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from annotation.models import AccessEvent, JobStatus, Project, SourceModel, SourceTraining
from annotation.services.jobs.lifecycle import run_job
from annotation.services.sources.trainings import work_on_source
from tests.annotation.services.sources.test_trainings import SECRET, files, lines
from tests.labelled import read_all
from tests.webapp.html import squeezed


def send(client: Any, data: bytes | None = None, **fields: Any) -> Any:
    corpus = SimpleUploadedFile("hotels.jsonl", lines() if data is None else data)
    return client.post("/sources", {"name": "Hotels", "file": corpus, **fields})


@pytest.fixture
def client(project: Project, manager: Any, client_of: Any, data_dir: Path) -> Any:
    return client_of(manager)


@pytest.fixture
def training(client: Any) -> SourceTraining:
    assert send(client).status_code == 302
    return SourceTraining.objects.get()


def test_only_who_may_make_projects(
    project: Project, curator: Any, outsider: Any, client_of: Any, data_dir: Path
) -> None:
    for person in (curator, outsider):
        closed = client_of(person)
        assert closed.get("/sources").status_code == 403
        assert send(closed).status_code == 403
        assert b"/sources" not in closed.get("/").content
    assert files(data_dir) == []


def test_the_page_is_found(client: Any) -> None:
    assert b'href="/sources"' in client.get("/").content
    page = client.get("/sources")
    assert page.status_code == 200
    assert b"None yet" in page.content


def test_the_form_is_open_while_there_is_no_model(client: Any, data_dir: Path) -> None:
    page = client.get("/sources").content.decode()
    assert "when-asked" not in page and 'href="#id_name"' not in page
    SourceModel.objects.create(name="Hotels", lang="es")
    page = squeezed(client.get("/sources").content.decode())
    assert "when-asked" in page and 'href="#id_name">Teach a model</a>' in page
    assert b"when-asked" not in client.post("/sources").content


def test_another_persons_corpus_does_not_exist(
    training: SourceTraining, outsider: Any, client_of: Any
) -> None:
    Project.objects.create(slug="o", name="O").memberships.create(user=outsider, role="manager")
    other = client_of(outsider)
    assert other.get(f"/sources/new/{training.pk}").status_code == 404
    assert other.get(f"/sources/new/{training.pk}/state").status_code == 404
    assert other.post(f"/sources/new/{training.pk}/cancel").status_code == 404
    assert b"hotels.jsonl" not in other.get("/sources").content
    training.refresh_from_db()
    assert training.status == SourceTraining.DRAFT


@pytest.mark.parametrize(
    ("data", "status", "words"),
    [
        (lines().replace(b'"b3"', b"3"), 400, [b"hotels.jsonl", b"line 4", b"expected"]),
        (lines()[:-20], 400, [b"hotels.jsonl", b"line 12"]),
        (
            lines(turns=[{"speaker": "", "text": "no label", "spans": []}]),
            422,
            [b"0 labels", b"1 to 300 labels"],
        ),
    ],
)
def test_a_bad_file_is_named_and_not_kept(
    data: bytes, status: int, words: list[bytes], client: Any, data_dir: Path
) -> None:
    page = send(client, data)
    assert page.status_code == status
    for word in [*words, b"Nothing of the file was kept"]:
        assert word in page.content
    assert SECRET.encode() not in page.content
    assert files(data_dir) == []
    assert not SourceTraining.objects.exists()


@pytest.mark.parametrize(
    ("fields", "word"),
    [
        ({"name": ""}, b"required"),
        ({"file": ""}, b"one of the two"),
        ({"lang": "tlh"}, b"not one of the available"),
        ({"project": "999"}, b"not one of the available"),
    ],
)
def test_a_form_that_does_not_say_enough(
    fields: dict[str, Any], word: bytes, client: Any, data_dir: Path
) -> None:
    page = send(client, **fields)
    assert page.status_code == 422
    assert word in page.content
    assert files(data_dir) == []


def test_an_empty_request(client: Any) -> None:
    assert client.post("/sources").status_code == 422


def test_only_ones_own_projects(client: Any, manager: Any) -> None:
    closed = Project.objects.create(slug="closed", name="Closed")
    closed.memberships.create(user=manager, role="curator")
    assert b"Closed" not in client.get("/sources").content
    page = client.post("/sources", {"name": "Hotels", "project": str(closed.pk)})
    assert page.status_code == 422


def test_the_labels_with_their_counts_and_a_guess(client: Any, training: SourceTraining) -> None:
    page = squeezed(client.get(f"/sources/new/{training.pk}").content.decode())
    assert 'value="guest_name" checked' in page
    assert 'value="price">' in page
    assert page.count('<td class="num">12</td>') == 2
    assert SECRET not in page


def test_answered_and_worked_on(client: Any, training: SourceTraining, data_dir: Path) -> None:
    address = f"/sources/new/{training.pk}"
    assert client.post(address, {"personal": ["guest_name"]}).status_code == 302
    waiting = client.get("/sources").content
    assert b"hx-get" in waiting
    assert client.get(address).status_code == 302  # answered already
    assert run_job(SourceTraining, training.pk, work_on_source)
    state = client.get(f"{address}/state")
    assert state.headers["HX-Refresh"] == "true"
    assert b"hx-get" not in state.content
    listed = client.get("/sources").content.decode()
    assert "Hotels" in listed
    assert "not personal" in listed
    assert files(data_dir) == []


def test_nothing_ticked_and_ticks_of_another_corpus(client: Any, training: SourceTraining) -> None:
    address = f"/sources/new/{training.pk}"
    page = client.post(address)
    assert page.status_code == 422
    assert b"at least one" in page.content
    page = client.post(address, {"personal": ["price", "nonsense"]})
    assert page.status_code == 422
    assert b"not the labels" in page.content
    assert 'value="price" checked' in squeezed(page.content.decode())  # what was ticked stays


def test_cancelled(client: Any, training: SourceTraining, data_dir: Path) -> None:
    assert client.post(f"/sources/new/{training.pk}/cancel").status_code == 302
    assert files(data_dir) == []
    assert b"hotels.jsonl" not in client.get("/sources").content


def test_work_that_has_just_begun_is_not_at_naught(client: Any, training: SourceTraining) -> None:
    SourceTraining.objects.update(status="running", progress=0.0)
    state = client.get(f"/sources/new/{training.pk}/state").content.decode()
    assert "just begun" in state and 'value="0"' not in state and "0&nbsp;%" not in state
    SourceTraining.objects.update(progress=0.3)
    assert 'value="30"' in client.get(f"/sources/new/{training.pk}/state").content.decode()


def test_a_failure_is_told(client: Any, training: SourceTraining, data_dir: Path) -> None:
    client.post(f"/sources/new/{training.pk}", {"personal": ["guest_name"]})
    files(data_dir)[0].unlink()
    run_job(SourceTraining, training.pk, work_on_source)
    training.refresh_from_db()
    assert training.status == JobStatus.FAILED
    assert b"give it again" in client.get("/sources").content


def test_a_project_as_the_corpus_is_written_down(
    client: Any, project: Project, annotator: Any
) -> None:
    read_all(project, annotator)
    sent = client.post("/sources", {"name": "Calls", "project": str(project.pk)})
    assert sent.status_code == 302
    event = AccessEvent.objects.get(purpose="source")
    assert event.project == project
    assert event.detail == {"training": SourceTraining.objects.get().pk}


def test_a_project_with_nothing_finished(client: Any, project: Project) -> None:
    page = client.post("/sources", {"name": "Calls", "project": str(project.pk)})
    assert page.status_code == 422
    assert b"No turn of this project" in page.content


def test_removed_by_who_taught_it(client: Any, project: Project, data_dir: Path) -> None:
    command = SourceModel.objects.create(name="By command", lang="en", folder="models/none")
    assert client.post(f"/sources/{command.pk}/remove").status_code == 403
    assert client.post("/sources/999/remove").status_code == 404
    owner = project.memberships.get(role="manager").user
    own = SourceModel.objects.create(name="Own", lang="en", folder="models/own")
    SourceTraining.objects.create(name="Own", requested_by=owner, source=own, status="done")
    Project.objects.filter(pk=project.pk).update(source_model=own)
    page = client.post(f"/sources/{own.pk}/remove")
    assert page.status_code == 409
    assert b"A project asks this model" in page.content
    Project.objects.update(source_model=None)
    assert client.post(f"/sources/{own.pk}/remove").status_code == 302
    assert not SourceModel.objects.filter(pk=own.pk).exists()


def test_a_damaged_model_is_marked(client: Any) -> None:
    SourceModel.objects.create(name="Bad", lang="en", folder="none", card={"damaged": True})
    page = client.get("/sources").content
    assert b"Its file is damaged" in page
    assert b"<bdi>English</bdi>" in page  # its language in words


def test_where_a_model_is_used_is_told_by_name_only_of_projects_one_is_in(
    client: Any, project: Project
) -> None:
    source = SourceModel.objects.create(
        name="Hotels", lang="en", folder="x", labels={"name": True, "price": False}
    )
    Project.objects.create(slug="secret", name="Secret", source_model=source)
    html = squeezed(client.get("/sources").content.decode())
    assert "used by 1 project" in html and "Secret" not in html
    project.source_model = source
    project.save()
    html = squeezed(client.get("/sources").content.decode())
    assert f'Used in<a href="/p/{project.slug}/"><bdi>{project.name}</bdi></a>' in html
    assert "and 1 other project" in html and "Secret" not in html
    assert "<summary>Its labels" not in html  # so few stand there
    assert html.count("not personal") == 1
