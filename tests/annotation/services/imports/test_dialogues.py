"""What of a file becomes rows: spans as gold or proposals, texts as they are, in their order."""

import gzip
import io
import json
import zipfile
from typing import Any

import pytest

from annotation.models import (
    AccessEvent,
    Dialogue,
    Project,
    Reading,
    Span,
    TrainingRun,
    Turn,
)
from annotation.services.corpus.best_spans import gold_spans
from annotation.services.imports.dialogues import ImportOrder, import_dialogues
from tests.annotation.services.imports.calls import GOOD, SECRET, data, line, read


def test_gold_spans_are_a_finished_reading(project: Project, manager: Any) -> None:
    report = read(project, manager, data(GOOD))
    assert (report.dialogues, report.turns, report.spans) == (1, 2, 1)
    assert report.ok
    turn = Turn.objects.get(dialogue__external_id="a", position=0)
    span = Span.objects.get(turn=turn)
    assert (span.start, span.end, span.label.name, span.reading.reader) == (
        4,
        13,
        "surname",
        manager,
    )
    assert (
        Reading.objects.filter(turn__dialogue__external_id="a", is_gold=True, status="done").count()
        == 2
    )
    assert [len(spans) for spans in gold_spans(project).values()] == [1, 0]


def test_machine_spans_are_proposals(project: Project, manager: Any) -> None:
    read(project, manager, data(GOOD), spans="machine")
    span = Span.objects.get()
    assert (span.reading, span.status) == (None, "proposed")
    assert not Reading.objects.exists()


def test_ignored_spans_leave_only_texts(project: Project, manager: Any) -> None:
    report = read(project, manager, data(GOOD), spans="ignore")
    assert (report.turns, report.spans) == (2, 0)
    assert not Span.objects.exists()
    assert not Reading.objects.exists()


def test_a_file_without_any_span_is_not_taken_as_read(project: Project, manager: Any) -> None:
    report = read(project, manager, data(line("a", "Hola")), spans="gold")
    assert report.unlabelled
    assert not Reading.objects.exists()


def test_test_split_is_kept_apart(project: Project, manager: Any) -> None:
    read(project, manager, data(GOOD), split="test")
    assert Dialogue.objects.get(external_id="a").split == "test"
    assert not TrainingRun.objects.exists()


def test_the_first_import_starts_the_seed_once(project: Project, manager: Any) -> None:
    read(project, manager, data(line("a", "Hola")))
    read(project, manager, data(line("b", "Hola")))
    assert [run.kind for run in project.runs.all()] == ["seed"]


def test_an_import_with_gold_labels_starts_with_a_round(project: Project, manager: Any) -> None:
    read(project, manager, data(GOOD))
    assert [run.kind for run in project.runs.all()] == ["round"]


def test_order_language_and_unknown_keys_are_kept(project: Project, manager: Any) -> None:
    content = data(line("b", "x", lang="eu", city="Y"), line("a", "y"))
    read(project, manager, content)
    rows = project.dialogues.filter(external_id__in="ab").order_by("position")
    assert [(row.external_id, row.lang) for row in rows] == [("b", "eu"), ("a", "es")]
    assert rows[0].extra == {"city": "Y"}
    assert rows[0].position > project.dialogues.get(external_id="call-2").position


def test_the_import_is_written_down_without_text(project: Project, manager: Any) -> None:
    read(project, manager, data(GOOD))
    event = AccessEvent.objects.get(purpose="import")
    assert event.user == manager
    assert SECRET not in json.dumps(event.detail)


@pytest.mark.parametrize("packed", [gzip.compress(data(GOOD)), data(GOOD)])
def test_gzip_is_read_by_content(project: Project, manager: Any, packed: bytes) -> None:
    assert read(project, manager, packed, "calls.jsonl.gz").dialogues == 1


def test_a_zip_of_files(project: Project, manager: Any) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("one.jsonl", GOOD)
        archive.writestr("two.jsonl", line("b", "Hola"))
    assert read(project, manager, out.getvalue(), "both.zip").dialogues == 2


def test_a_brat_pair_is_one_file(project: Project, manager: Any) -> None:
    pair = [
        ("note.txt", f"Soy {SECRET}\n".encode()),
        ("note.ann", f"T1\tsurname 4 13\t{SECRET}\n".encode()),
    ]
    (report,) = import_dialogues(project, pair, ImportOrder(user=manager))
    assert (report.format, report.dialogues, report.spans, report.problems) == ("brat", 1, 1, ())


def test_another_encoding_is_read_when_it_is_named(project: Project, manager: Any) -> None:
    content = line("b", "señor").encode("latin-1")
    assert read(project, manager, content, encoding="iso-8859-1").ok
    assert Turn.objects.get(dialogue__external_id="b").text == "señor"


def test_texts_come_in_as_they_are(project: Project, manager: Any) -> None:
    text = "😀 e\u0301 \u202e x\x85y\u2028z\r\n"
    read(project, manager, data(line("b", text, spans=[(0, 1, "other")])))
    turn = Turn.objects.get(dialogue__external_id="b")
    assert turn.text == text
    span = turn.spans.get()
    assert turn.text[span.start : span.end] == "😀"


def test_positions_go_on_after_what_came_meanwhile(project: Project, manager: Any) -> None:
    def meanwhile(share: float, phase: str) -> None:
        if phase.startswith("writing"):
            Dialogue.objects.get_or_create(
                project=project, external_id="other", defaults={"position": 10}
            )

    read(project, manager, data(line("a", "x"), line("b", "y")), report=meanwhile)
    rows = project.dialogues.filter(external_id__in="ab").order_by("position")
    assert list(rows.values_list("external_id", "position")) == [("a", 11), ("b", 12)]
