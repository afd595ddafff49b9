"""Files go into a project whole or not at all; what is wrong with one is said by line."""

import gzip
import io
import itertools
import json
import unicodedata
import zipfile
from typing import Any
from unittest.mock import patch

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.errors import Refused
from annotation.models import (
    AccessEvent,
    Decision,
    Dialogue,
    Label,
    Project,
    Reading,
    Span,
    ToolImport,
    TrainingRun,
    Turn,
)
from annotation.services.corpus.best_spans import gold_spans
from annotation.services.imports.dialogues import Undecided, import_dialogues
from annotation.services.imports.reports import FileReport

SECRET = "Etxeberri"
MODELS = (
    Project, Label, ToolImport, Dialogue, Turn, Reading, Span, Decision, AccessEvent, TrainingRun
)  # fmt: skip


def line(
    name: str, *texts: str, spans: list[tuple[int, int, str]] | None = None, **extra: Any
) -> str:
    turns: list[dict[str, Any]] = [{"speaker": "agent", "text": text} for text in texts]
    if spans is not None:
        turns[0]["spans"] = [{"start": s, "end": e, "label": label} for s, e, label in spans]
    return json.dumps({"id": name, "turns": turns, **extra}, ensure_ascii=False)


def data(*lines: str) -> bytes:
    return "\n".join(lines).encode()


GOOD = line("a", f"Soy {SECRET}", "Hola", spans=[(4, 13, "surname")])


def read(
    project: Project, user: Any, content: bytes, name: str = "calls.jsonl", **options: Any
) -> FileReport:
    return import_dialogues(project, [(name, content)], user=user, **options)[0]


def counts(project: Project) -> tuple[int, int, int]:
    return (
        project.dialogues.count(),
        Turn.objects.filter(dialogue__project=project).count(),
        Span.objects.filter(turn__dialogue__project=project).count(),
    )


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
    (report,) = import_dialogues(project, pair, user=manager)
    assert (report.format, report.dialogues, report.spans, report.problems) == ("brat", 1, 1, ())


BAD = {
    "json": data(GOOD, '{"id": "b", "turns": ['),
    "span_range": data(GOOD, line("b", f"Soy {SECRET}", spans=[(4, 99, "surname")])),
    "span_overlap": data(
        GOOD, line("b", f"Soy {SECRET}", spans=[(4, 13, "surname"), (5, 9, "place")])
    ),
    "unknown_label": data(GOOD, line("b", f"Soy {SECRET}", spans=[(4, 13, "Surname")])),
    "duplicate_id": data(GOOD, GOOD),
    "control_char": data(GOOD, line("b", f"{SECRET}\x00")),
    "bad_unicode": GOOD.encode() + b'\n{"id": "b", "turns": [{"text": "\\ud83d"}]}',
    "encoding": data(GOOD) + b"\n" + line("b", "señor").encode("latin-1"),
}


@pytest.mark.parametrize("code", sorted(BAD))
def test_one_bad_line_refuses_the_whole_file(project: Project, manager: Any, code: str) -> None:
    before = counts(project)
    report = read(project, manager, BAD[code])
    assert counts(project) == before
    assert report.dialogues == 0
    (problem,) = report.problems
    assert problem.code == code
    assert problem.line == 2
    assert SECRET not in str(problem)
    assert not TrainingRun.objects.exists()


@pytest.mark.parametrize(
    ("content", "name", "code"),
    [
        (b"", "x.jsonl", "empty_file"),
        (b"\xef\xbb\xbf \n\n", "x.jsonl", "empty_file"),
        (b"%PDF-1.7 x", "x.jsonl", "content_type"),
        (gzip.compress(bytes(30_000_000), mtime=0), "x.jsonl.gz", "archive_ratio"),
        (gzip.compress(b"abc", mtime=0)[:-9], "x.jsonl.gz", "archive_damaged"),
        (b'{"id": "a", "turns": []}'.decode().encode("utf-16"), "x.jsonl", "encoding"),
    ],
)
def test_files_that_are_no_corpus(
    project: Project, manager: Any, content: bytes, name: str, code: str
) -> None:
    before = counts(project)
    report = read(project, manager, content, name)
    assert [problem.code for problem in report.problems] == [code]
    assert counts(project) == before


def test_other_files_go_in_beside_a_bad_one(project: Project, manager: Any) -> None:
    files = [("bad.jsonl", BAD["json"]), ("good.jsonl", data(line("c", "Hola")))]
    bad, good = import_dialogues(project, files, user=manager)
    assert not bad.ok
    assert good.ok
    assert project.dialogues.filter(external_id="c").exists()


def test_ids_that_are_there_are_named_by_line(project: Project, manager: Any) -> None:
    report = read(project, manager, data(line("z", "x"), line("call-1", "y"), line("call-2", "y")))
    assert [(p.code, p.line, p.status) for p in report.problems] == [
        ("duplicate_id", 2, 409),
        ("duplicate_id", 3, 409),
    ]
    assert not project.dialogues.filter(external_id="z").exists()


def test_unknown_labels_come_with_the_known_ones(project: Project, manager: Any) -> None:
    report = read(project, manager, BAD["unknown_label"])
    assert "surname" in str(report.problems[0].expected)
    assert "did you mean surname" in report.problems[0].message


def test_unknown_labels_do_not_matter_where_spans_are_left_out(
    project: Project, manager: Any
) -> None:
    assert read(project, manager, BAD["unknown_label"], spans="ignore").ok


@pytest.fixture
def bare(db: None) -> Project:
    """A project whose labels come with its first labelled file."""
    return Project.objects.create(slug="bare", name="Bare", scheme="")


def test_a_bare_project_takes_a_known_scheme(bare: Project, manager: Any) -> None:
    read(bare, manager, data(GOOD))
    assert bare.scheme == "es-port"
    assert bare.labels.count() == 11


def test_a_bare_project_takes_the_labels_of_the_file(bare: Project, manager: Any) -> None:
    read(bare, manager, data(line("a", "x y", spans=[(0, 1, "NAME"), (2, 3, "CITY")])))
    assert set(bare.labels.values_list("name", flat=True)) == {"NAME", "CITY"}
    assert len(set(bare.labels.values_list("key", flat=True))) == 2


def test_a_bare_project_without_labels_gets_some_that_give_way(bare: Project, manager: Any) -> None:
    read(bare, manager, data(line("a", "x y")))
    assert bare.labels.filter(name="surname").exists()
    assert read(bare, manager, data(line("b", "x y", spans=[(0, 1, "NAME")])), split="test").ok
    assert list(bare.labels.values_list("name", flat=True)) == ["NAME"]
    assert not read(bare, manager, data(line("c", "x y", spans=[(0, 1, "OTHER")]))).ok


def test_a_refused_file_leaves_a_bare_project_bare(bare: Project, manager: Any) -> None:
    read(bare, manager, BAD["duplicate_id"])
    assert not Label.objects.filter(project=bare).exists()


def test_files_have_a_cap(project: Project, manager: Any, settings: Any) -> None:
    settings.UPLOAD_LIMIT = 1024 * 1024
    report = read(project, manager, b"x" * (1024 * 1024 + 1))
    assert [(p.code, p.status) for p in report.problems] == [("file_too_large", 413)]
    assert report.problems[0].expected == "at most 1 MB a file"


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


def test_queries_grow_with_chunks_not_with_turns(
    project: Project, manager: Any, django_assert_max_num_queries: Any
) -> None:
    content = data(*(line(f"d{n}", "uno", "dos", "tres") for n in range(200)))
    with django_assert_max_num_queries(60):  # three a piece of 200 rows, here in savepoints
        read(project, manager, content)


def test_nothing_is_seen_before_all_of_it_is(project: Project, manager: Any) -> None:
    """While rows are written no project, no dialogue and no gold turn is to be found."""
    seen: set[tuple[int, int, int]] = set()

    def look(share: float, phase: str) -> None:
        seen.add((*counts(project), Project.objects.count()))

    before = (*counts(project), Project.objects.count())
    content = data(*(line(f"d{n}", "uno", spans=[(0, 3, "place")]) for n in range(450)))
    with patch("annotation.services.imports.dialogues.time.monotonic", itertools.count().__next__):
        read(project, manager, content, report=look)
    assert seen == {before}
    assert counts(project) == (before[0] + 450, before[1] + 450, before[2] + 450)
    assert not Project.everything.exclude(staged_at=None).exists()


class Stop(BaseException):
    """As Ctrl-C is none of the exceptions that code expects."""


@pytest.mark.parametrize("phase", ["reading", "writing"])
@pytest.mark.parametrize("spans", ["gold", "machine", "ignore", "masked"])
def test_an_import_that_is_stopped_leaves_no_row(
    project: Project, manager: Any, phase: str, spans: str
) -> None:
    rows = sorted(model.__name__ for model in MODELS for _row in model._base_manager.all())
    content = data(*(line(f"d{n}", "[NAME] uno", spans=[(7, 10, "place")]) for n in range(450)))

    def stop(share: float, now: str) -> None:
        if now.startswith(phase) and now != "writing:0:450":
            raise Stop

    names = "NAME = surname"
    with (
        patch("annotation.services.imports.dialogues.time.monotonic", itertools.count().__next__),
        pytest.raises(Stop),
    ):
        read(project, manager, content, report=stop, spans=spans, tool="x", label_map=names)
    after = sorted(model.__name__ for model in MODELS for _row in model._base_manager.all())
    assert after == rows


def test_pieces_are_at_most_200_rows(project: Project, manager: Any) -> None:
    turns = [(0, 3, "place"), (4, 7, "place")]
    long = line("long", *["uno dos"] * 900, spans=turns)
    content = data(long, *(line(f"d{n}", "uno dos", spans=turns) for n in range(250)))
    with CaptureQueriesContext(connection) as queries:
        read(project, manager, content)
    inserts = [q["sql"] for q in queries if q["sql"].startswith("INSERT")]
    assert len(inserts) > 10
    assert max(sql.count("), (") for sql in inserts) < 200


def test_two_readings_take_a_scheme_once(bare: Project, manager: Any) -> None:
    files = [
        ("a.jsonl", data(line("a", "x y", spans=[(0, 1, "NAME")]))),
        ("b.jsonl", data(line("b", "x y", spans=[(0, 1, "CITY")]))),
    ]
    good, bad = import_dialogues(bare, files, user=manager)
    assert good.ok
    assert [problem.code for problem in bad.problems] == ["unknown_label"]
    assert list(bare.labels.values_list("name", flat=True)) == ["NAME"]


def test_the_same_id_in_two_files(project: Project, manager: Any) -> None:
    files = [("a.jsonl", data(line("a", "x"))), ("b.jsonl", data(line("a", "y")))]
    good, bad = import_dialogues(project, files, user=manager)
    assert good.ok
    assert [(p.code, p.line, p.status) for p in bad.problems] == [("duplicate_id", 1, 409)]


def test_ids_that_somebody_brings_meanwhile(project: Project, manager: Any) -> None:
    def meanwhile(share: float, phase: str) -> None:
        if phase.startswith("writing"):
            Dialogue.objects.get_or_create(project=project, external_id="a")

    report = read(project, manager, data(GOOD), report=meanwhile)
    assert [problem.code for problem in report.problems] == ["duplicate_id"]
    assert not Turn.objects.filter(text__contains=SECRET).exists()
    assert not Project.everything.exclude(staged_at=None).exists()


def test_labels_that_somebody_uses_meanwhile(bare: Project, manager: Any) -> None:
    read(bare, manager, data(line("a", "x y")))  # gets labels that would give way
    turn = Turn.objects.get()

    def meanwhile(share: float, phase: str) -> None:
        if phase.startswith("writing"):
            label = bare.labels.first()
            Span.objects.get_or_create(turn=turn, start=0, end=1, label=label)

    with pytest.raises(Refused):
        read(bare, manager, data(line("b", "x y", spans=[(0, 1, "NAME")])), report=meanwhile)
    assert not bare.labels.filter(name="NAME").exists()
    assert bare.dialogues.count() == 1


def test_caps_come_from_the_settings(project: Project, manager: Any, settings: Any) -> None:
    settings.IMPORT_DIALOGUE_TURNS = 2
    report = read(project, manager, data(line("b", "x", "y", "z")))
    assert "3 turns; expected at most 2 turns" in str(report.problems[0])
    settings.IMPORT_DIALOGUE_TURNS, settings.IMPORT_TURN_CHARACTERS = 9, 4
    report = read(project, manager, data(line("b", "uno dos")))
    assert "turn 1 has 7 characters; expected at most 4" in str(report.problems[0])


SAID = "Le atiende Marta Etxeberri de Vintalia"


@pytest.mark.parametrize(
    ("again", "is_one"),
    [
        (SAID, True),
        (f"  {SAID.upper()}\t", True),
        (unicodedata.normalize("NFD", SAID), True),
        (SAID + " hoy", False),
    ],
)
def test_the_same_text_is_named_under_another_id(
    project: Project, manager: Any, again: str, is_one: bool
) -> None:
    read(project, manager, data(line("a", "Buenos días", SAID)), split="test")
    words = again.split()
    other = line("b", "Buenos días " + " ".join(words[:3]), " ".join(words[3:]))
    report = read(project, manager, data(line("c", "Hola"), other))
    assert report.ok
    assert project.dialogues.filter(external_id="b").exists()
    assert [(d.line, d.id, d.other_id, d.split, d.across) for d in report.duplicates] == (
        [(2, "b", "a", "test", True)] if is_one else []
    )
    assert (report.duplicate_count, report.across_count) == (is_one, is_one)


def test_duplicates_of_one_import_are_named_by_file_and_line(
    project: Project, manager: Any
) -> None:
    files = [
        ("a.jsonl", data(line("a", SAID), line("b", SAID))),
        ("c.jsonl", data(line("c", SAID))),
        ("d.jsonl", data(line("d", "Hola"), line("e", "Hola"))),  # too short to tell
    ]
    reports = import_dialogues(project, files, user=manager, duplicates="skip")
    found = [[(d.line, d.id, d.other_file, d.other_line) for d in r.duplicates] for r in reports]
    assert found == [[(2, "b", "a.jsonl", 1)], [(1, "c", "a.jsonl", 1)], []]
    assert [(r.dialogues, r.turns, r.skipped) for r in reports] == [(1, 1, 1), (0, 0, 1), (2, 2, 0)]
    assert set(project.dialogues.values_list("external_id", flat=True)) >= {"a", "d", "e"}
    assert not project.dialogues.filter(external_id__in="bc").exists()


def test_duplicates_can_be_refused_or_asked_about(project: Project, manager: Any) -> None:
    read(project, manager, data(line("a", SAID)))
    report = read(project, manager, data(line("x", "y"), line("b", SAID)), duplicates="refuse")
    assert [(p.code, p.line, p.status) for p in report.problems] == [("duplicate_text", 2, 409)]
    with pytest.raises(Undecided) as caught:
        read(project, manager, data(line("b", SAID)), duplicates="ask")
    assert caught.value.reports[0].duplicates[0].other_id == "a"
    assert SECRET not in str(caught.value)
    assert project.dialogues.count() == 3


def test_positions_go_on_after_what_came_meanwhile(project: Project, manager: Any) -> None:
    def meanwhile(share: float, phase: str) -> None:
        if phase.startswith("writing"):
            Dialogue.objects.get_or_create(
                project=project, external_id="other", defaults={"position": 10}
            )

    read(project, manager, data(line("a", "x"), line("b", "y")), report=meanwhile)
    rows = project.dialogues.filter(external_id__in="ab").order_by("position")
    assert list(rows.values_list("external_id", "position")) == [("a", 11), ("b", 12)]
