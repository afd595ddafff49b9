"""Tables on the import page: who says which column is what, what is remembered, and bad rows."""

import csv
import io
import zipfile
from typing import Any

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from annotation.models import Import, Project, Span
from tests.imports import do_imports
from tests.webapp.html import squeezed
from tests.webapp.views.projects.sending import FORM, URL

ODD = "fall;wer;was\n1;ana;Soy Olabe\n1;luis;Hola\n"


def workbook(text: str) -> bytes:
    book = openpyxl.Workbook()
    for row in csv.reader(io.StringIO(text), delimiter=";"):
        book.active.append(row)  # type: ignore[union-attr]
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def sent(client: Any, name: str, data: bytes) -> tuple[Import, str]:
    """The job of a file that was looked at, and its page."""
    page = client.post(URL, FORM | {"files": [SimpleUploadedFile(name, data)]}).headers["Location"]
    do_imports()
    return Import.objects.latest("pk"), squeezed(client.get(page).content.decode())


def read_again(client: Any, job: Import, **columns: str) -> tuple[int, str]:
    roles = {f"column-0-{role}": place for role, place in columns.items()}
    url = reverse("read-import", args=["support", job.pk])
    answer = client.post(url, FORM | roles)
    do_imports()
    page = client.get(reverse("show-import", args=["support", job.pk]))
    shown = answer if answer.status_code >= 400 else page
    return answer.status_code, squeezed(shown.content.decode())


def confirm(client: Any, job: Import, page: str) -> str:
    token = page.partition('name="reading" value="')[2].partition('"')[0]
    client.post(reverse("confirm-import", args=["support", job.pk]), {"reading": token})
    do_imports()
    answer = client.get(reverse("show-import", args=["support", job.pk]))
    return squeezed(answer.content.decode())


@pytest.mark.parametrize(
    ("name", "data"), [("a.csv", ODD.encode()), ("a.xlsx", workbook(ODD))], ids=["csv", "xlsx"]
)
def test_somebody_says_which_column_is_what_and_it_is_remembered(
    name: str, data: bytes, project: Project, manager: Any, client_of: Any
) -> None:
    client = client_of(manager)
    job, page = sent(client, name, data)
    assert "Columns of<bdi>" in page and "no column is known to hold the text" in page
    assert "Soy Olabe" in page and "Import 0 dialogues" in page
    status, page = read_again(client, job, text="2", speaker="1", id="0")
    assert status == 302 and "Import 1 dialogue" in page
    assert "1 dialogue went in." in confirm(client, job, page)
    assert [*project.dialogues.get(external_id="1").turns.values_list("speaker", "text")] == [
        ("ana", "Soy Olabe"),
        ("luis", "Hola"),
    ]
    # The next file of this header is read so at once; no name of a column was kept.
    project.refresh_from_db()
    assert "wer" not in str(project.label_map)
    other = data if name.endswith("xlsx") else ODD.replace("1;", "2;").encode()
    if name.endswith("xlsx"):
        other = workbook(ODD.replace("1;", "2;"))
    _job, page = sent(client, name, other)
    assert "Import" in page and "Import 0 dialogues" not in page
    assert "no column is known" not in page


def test_wrong_choices_are_refused_and_nothing_is_guessed(
    project: Project, manager: Any, client_of: Any
) -> None:
    client = client_of(manager)
    job, page = sent(client, "a.csv", b"id,speaker,text,note\n1,ana,hola,x\n")
    assert "Import 1 dialogue" in page and "Columns of<bdi>a.csv" in page
    status, page = read_again(client, job, text="", speaker="1")
    assert status == 422
    assert "Choose the column that holds the texts." in page
    status, page = read_again(client, job, text="3", speaker="3")
    assert "A column can be one thing only" in page
    _status, page = read_again(client, job, text="3")
    assert "went in" in confirm(client, job, page)
    dialogue = project.dialogues.get(external_id="a")
    assert [*dialogue.turns.values_list("speaker", "text")] == [("", "x")]


def test_labels_may_stand_in_a_column(project: Project, manager: Any, client_of: Any) -> None:
    client = client_of(manager)
    rows = 'id,text,spans\n7,soy Olabe,"[[4, 9, ""surname""]]"\n7,de Irun,3:7:place\n7,a,\n'
    job, page = sent(client, "a.csv", rows.encode())
    assert "went in" in confirm(client, job, page)
    found = Span.objects.filter(turn__dialogue__external_id="7").order_by("turn__position")
    assert [(each.start, each.end, each.label.name) for each in found] == [
        (4, 9, "surname"),
        (3, 7, "place"),
    ]


def test_a_folder_is_asked_once_for_each_header_and_tells_bad_rows_by_file(
    project: Project, manager: Any, client_of: Any
) -> None:
    """Tables and workbooks in a zip: what is said of one header is said of all that have it."""
    client = client_of(manager)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("may/a.csv", ODD)
        archive.writestr("may/b.xlsx", workbook(ODD.replace("1;", "2;")))
        archive.writestr("june/c.tsv", "id\ttext\n3\tSí\n3\tuno\tdos\n")
        archive.writestr("june/d.csv", ODD.replace("1;", "4;") + "4;ana\n")
    job, page = sent(client, "calls.zip", out.getvalue())
    assert "3 tables will be left out" in page and "1 row of a table will be left out" in page
    assert "Import 1 dialogue" in page
    assert "<bdi>calls.zip/june/c.tsv</bdi>, line 3: the row has 3 cells." in page
    assert "Columns of<bdi>calls.zip/may/a.csv</bdi>and 2 more tables" in page
    assert "Columns of<bdi>calls.zip/june/c.tsv</bdi></h2>" in page
    status, page = read_again(client, job, text="2", speaker="1", id="0")
    assert status == 302 and "Import 4 dialogues" in page
    assert "2 rows of tables will be left out" in page and "3 tables" not in page
    answer = client.get(reverse("download-import-faults", args=["support", job.pk]))
    rows = list(csv.DictReader(io.StringIO(answer.content.decode())))
    assert [(row["file"], row["line"]) for row in rows] == [
        ("calls.zip/june/c.tsv", "3"),
        ("calls.zip/june/d.csv", "4"),
    ]
    assert "4 dialogues went in." in confirm(client, job, page)
    assert project.dialogues.get(external_id="2").turns.count() == 2
    # Remembered, also for a file that comes alone.
    _job, page = sent(client, "e.csv", ODD.replace("1;", "5;").encode())
    assert "Import 1 dialogue" in page and "no column is known" not in page


BAD = "id,speaker,text\n1,ana,hola\n1,ana\n1,luis,sí\x01\n1,luis,no\n"


def test_bad_rows_are_left_out_and_can_be_downloaded(
    project: Project, manager: Any, client_of: Any
) -> None:
    client = client_of(manager)
    job, page = sent(client, "calls.csv", BAD.encode())
    assert "2 rows of tables will be left out" in page and "Import 1 dialogue" in page
    answer = client.get(reverse("download-import-faults", args=["support", job.pk]))
    assert answer["Content-Type"].startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(answer.content.decode())))
    assert [(row["file"], row["line"], row["code"]) for row in rows] == [
        ("calls.csv", "3", "table_row"),
        ("calls.csv", "4", "control_char"),
    ]
    assert all(row["problem"] and row["expected"] for row in rows)
    done = confirm(client, job, page)
    assert "2 rows of tables were left out for a fault." in done
    assert [turn.text for turn in project.dialogues.get(external_id="1").turns.all()] == [
        "hola",
        "no",
    ]


def test_all_or_nothing_leaves_out_the_file(project: Project, manager: Any, client_of: Any) -> None:
    client = client_of(manager)
    job, _page = sent(client, "calls.csv", BAD.encode())
    url = reverse("read-import", args=["support", job.pk])
    client.post(url, FORM | {"faults": "refuse"})
    do_imports()
    page = squeezed(client.get(reverse("show-import", args=["support", job.pk])).content.decode())
    assert "Import 0 dialogues" in page
    answer = client.get(reverse("download-import-faults", args=["support", job.pk]))
    assert answer.content.count(b"\n") == 3
