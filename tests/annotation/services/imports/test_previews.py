"""What is shown before an import: counts, labels and what they become, encodings; and that nothing
goes in but what was shown."""

from pathlib import Path
from typing import Any

import pytest

from annotation.models import Import, Label, Project, Span
from annotation.refusals import Refused
from annotation.services.imports.page_jobs import (
    cancel_import,
    confirm_import,
    queue_import,
    read_again,
    work_on_import,
)
from annotation.services.imports.previews import Preview, load_preview, read_choices
from annotation.services.jobs.lifecycle import run_job
from annotation.services.jobs.line import work_line
from annotation.services.jobs.waiting import usual_seconds
from tests.annotation.services.imports.calls import SECRET, data, line
from tests.imports import looked_at, whole_import

pytestmark = pytest.mark.usefixtures("data_dir")
SAID = f"Soy {SECRET}, de Vintalia"


def call(name: str, *labels: str) -> str:
    """A dialogue of two turns whose first has a word under each label."""
    words = [(4, 13, label) if n == 0 else (18, 26, label) for n, label in enumerate(labels)]
    return line(name, SAID, f"Hola, llamada {name}, buenas tardes", spans=words)


def queue(project: Project, user: Any, *files: tuple[str, bytes], **options: object) -> Import:
    return queue_import(project, user, files, **options)


def choose(preview: Preview, *choices: str, **given: str) -> None:
    labels = {f"label-{n}": choice for n, choice in enumerate(choices)}
    read_choices(preview, {"reading": preview.token, **labels, **given})


def labels_of(project: Project, dialogue: str) -> list[str]:
    rows = Span.objects.filter(turn__dialogue__project=project)
    rows = rows.filter(turn__dialogue__external_id=dialogue).order_by("start")
    return list(rows.values_list("label__name", flat=True))


def test_counts_stand_beside_those_of_the_project(project: Project, manager: Any) -> None:
    both = {"utterances": [{"speaker": s, "start": 0, "end": 4} for s in "ab"]}
    own = line("b", "dos palabras").replace('"text"', f'"utterances": {both["utterances"]}, "text"')
    english = line("c", "three words here", lang="en")
    content = data(call("a", "surname"), own.replace("'", '"'), english)
    preview = looked_at(queue(project, manager, ("calls.jsonl", content)))
    ((report, found),) = preview.files
    assert found
    assert (report.format, report.dialogues, preview.dialogues) == ("jsonl", 3, 3)
    assert found.langs == {"es": 2, "en": 1}
    here = found.contents
    assert (here.dialogues, here.turns, here.words, here.overlaps) == (3, 4, 4 + 5 + 2 + 3, 1)
    turns = [turn for each in project.dialogues.all() for turn in each.turns.all()]
    there = preview.survey.project
    words = sum(len(turn.text.split()) for turn in turns)
    assert (there.dialogues, there.turns, there.words) == (2, len(turns), words)
    assert found.first["turns"][0]["text"] == SAID
    assert (found.first["id"], found.first["turns"][0]["spans"]) == (
        "a",
        [[4, 13, "surname", None]],
    )


def test_labels_come_with_an_example_and_what_they_usually_become(
    project: Project, manager: Any
) -> None:
    content = data(call("a", "SURNAME_2", "PER"), call("b", "SURNAME_2"))
    rows = looked_at(queue(project, manager, ("calls.jsonl", content))).rows
    surname, other = (project.labels.get(name=name) for name in ("surname", "other"))
    assert [(row.theirs, row.seen.count, row.seen.example, row.label) for row in rows] == [
        ("SURNAME_2", 2, SECRET, surname),
        ("PER", 1, "Vintalia", other),
    ]
    other.delete()
    preview = looked_at(queue(project, manager, ("calls.jsonl", content)))
    assert [row.choice for row in preview.rows] == [str(surname.pk), ""]
    with pytest.raises(Refused, match="these labels become: PER"):
        confirm_import(preview)


def test_a_label_becomes_what_means_the_same(project: Project, manager: Any) -> None:
    """Where one label alone does; dates are no months, and what was said counts more."""
    content = data(call("a", "CITY", "GIVEN_F"), call("b", "HOSPITAL", "FECHAS"))
    rows = looked_at(queue(project, manager, ("a.jsonl", content))).rows
    became = {row.theirs: (row.label and row.label.name, row.is_meant) for row in rows}
    assert became == {
        "CITY": ("place", True),
        "GIVEN_F": ("female name", True),
        "HOSPITAL": ("organisation", True),
        "FECHAS": ("other", False),
    }
    project.labels.create(name="town", key=",")
    (row,) = looked_at(queue(project, manager, ("b.jsonl", data(call("b", "CITY"))))).rows
    assert (row.label and row.label.name, row.is_known) == ("other", False)


def test_what_was_said_of_a_label_is_remembered(project: Project, manager: Any) -> None:
    organisation = project.labels.get(name="organisation")
    preview = looked_at(queue(project, manager, ("a.jsonl", data(call("a", "PER", "MISC")))))
    assert [row.theirs for row in preview.rows] == ["MISC", "PER"]
    choose(preview, "out", str(organisation.pk))
    whole_import_of(preview)
    assert labels_of(project, "a") == ["organisation"]
    later = looked_at(queue(project, manager, ("b.jsonl", data(call("b", "PER", "MISC")))))
    later.project.refresh_from_db()
    assert [(row.theirs, row.choice, row.is_known) for row in later.rows] == [
        ("MISC", "out", True),
        ("PER", str(organisation.pk), True),
    ]


def whole_import_of(preview: Preview) -> Import:
    confirm_import(preview)
    run_job(Import, preview.job.pk, work_on_import)
    preview.job.refresh_from_db()
    return preview.job


def test_a_label_of_the_file_becomes_a_new_one(project: Project, manager: Any) -> None:
    keys = set(project.labels.values_list("key", flat=True))
    preview = looked_at(queue(project, manager, ("a.jsonl", data(call("a", "POLICY", "surname")))))
    choose(preview, "new", preview.rows[1].choice)
    shown = preview.rows[0].label
    assert shown and shown.key not in keys
    assert not project.labels.filter(name="POLICY").exists()
    assert whole_import_of(preview).status == "done"
    assert labels_of(project, "a") == ["POLICY", "surname"]
    new = project.labels.get(name="POLICY")
    assert (new.key, new.family) == (shown.key, shown.family)
    project.refresh_from_db()
    assert project.scheme == "custom"


def test_all_unknown_labels_become_new_ones_at_once(project: Project, manager: Any) -> None:
    """Whether they were to be chosen or were taken for "other"; what was said stays."""
    content = data(call("a", "POLICY", "PER"), call("b", "surname", "HOBBY"))
    for _round in range(2):
        preview = looked_at(queue(project, manager, ("a.jsonl", content)))
        names = {row.theirs for row in preview.unnamed_rows}
        assert names == {"POLICY", "PER", "HOBBY"}
        assert [row.theirs for row in preview.rows if row.is_known] == ["surname"]
        hobby = next(n for n, row in enumerate(preview.rows) if row.theirs == "HOBBY")
        said = {f"label-{hobby}": "out", "reading": preview.token}
        read_choices(preview, said)  # what was said of one label says nothing of the others
        assert {row.theirs for row in preview.unnamed_rows} == {"POLICY", "PER"}
        read_choices(preview, said | {"all": "new"})
        assert {row.theirs: row.choice for row in preview.rows if row.theirs != "surname"} == {
            "POLICY": "new",
            "PER": "new",
            "HOBBY": "out",
        }
        assert preview.unnamed_rows == []
        project.labels.filter(name="other").delete()
    assert whole_import_of(preview).status == "done"
    assert project.labels.filter(name__in=["POLICY", "PER"]).count() == 2


def test_labels_come_with_the_first_file(manager: Any) -> None:
    project = Project.objects.create(slug="new", name="New", scheme="")
    files = [(f"{n}.jsonl", data(call(n, label))) for n, label in (("a", "PER"), ("b", "LOC"))]
    preview = looked_at(queue(project, manager, *files))
    assert [(row.choice, row.label and row.label.key) for row in preview.rows] == [
        ("new", "L"),
        ("new", "P"),
    ]
    assert whole_import_of(preview).status == "done"
    assert (labels_of(project, "a"), labels_of(project, "b")) == (["PER"], ["LOC"])


def test_a_label_that_was_removed_meanwhile(project: Project, manager: Any, data_dir: Path) -> None:
    preview = looked_at(queue(project, manager, ("a.jsonl", data(call("a", "PER")))))
    month = project.labels.get(name="month")
    choose(preview, str(month.pk))
    confirm_import(preview)
    Label.objects.filter(pk=month.pk).delete()
    run_job(Import, preview.job.pk, work_on_import)
    again = load_preview(Import.objects.get())
    assert again and "no longer in the project" in again.job.error_words
    assert [row.choice for row in again.rows] == [""]
    assert project.dialogues.count() == 2
    choose(again, str(project.labels.get(name="surname").pk))
    assert whole_import_of(again).status == "done"
    assert labels_of(project, "a") == ["surname"]
    assert list((data_dir / "uploads").iterdir()) == []


def test_two_people_import_the_same_file(project: Project, manager: Any) -> None:
    content = data(call("a", "surname"), call("b"))
    one, two = (looked_at(queue(project, manager, ("a.jsonl", content))) for _n in range(2))
    assert whole_import_of(one).status == "done"
    job = whole_import_of(two)
    assert (job.status, project.dialogues.count()) == ("draft", 4)
    again = load_preview(job)
    assert again and again.dialogues == 0
    assert "has changed since" in job.error_words
    messages = {each.message for each in again.reports[0].problems}
    assert messages == {"this dialogue is in the project already, with this id and this text"}


def test_files_that_change_after_they_were_shown(
    project: Project, manager: Any, data_dir: Path
) -> None:
    preview = looked_at(queue(project, manager, ("a.jsonl", data(call("a")))))
    (path,) = [data_dir / each["path"] for each in preview.job.uploads]
    path.write_bytes(data(call("b")))
    job = whole_import_of(preview)
    assert (job.status, project.dialogues.count()) == ("failed", 2)
    assert "not those that were looked at" in job.error_words
    assert list((data_dir / "uploads").iterdir()) == []


def test_a_file_is_read_anew_in_another_encoding(project: Project, manager: Any) -> None:
    text = "Ana: pago 30 € en Núñez\nLuis: sí\n".encode("windows-1252")
    preview = looked_at(queue(project, manager, ("a.txt", text), ("b.txt", "Ana: ñ\n".encode())))
    assert preview.dialogues == 1
    found = preview.files[0][1]
    assert found
    assert tuple(found.samples[0]) == ("windows-1252", "Ana: pago 30 € en Núñez")
    path = preview.job.uploads[0]["path"]
    read_again(preview.job, encodings={path: "cp850"})  # a wrong click
    wrong = looked_at(preview.job)
    found, other = (found for _report, found in wrong.files)
    assert found and other and wrong.dialogues == 2
    assert (next(iter(found.samples[0])), other.samples) == ("windows-1252", [])
    read_again(wrong.job, encodings={path: "windows-1252"})
    job = whole_import(preview.job)
    assert job.status == "done"
    assert project.dialogues.get(external_id="a").turns.all()[0].text == "pago 30 € en Núñez"


def test_two_files_of_one_name_have_each_their_encoding(project: Project, manager: Any) -> None:
    first, second = line("a", "Núñez").encode("windows-1252"), line("b", "Ibáñez").encode("cp850")
    preview = looked_at(queue(project, manager, ("c.jsonl", first), ("c.jsonl", second)))
    one, two = (each["path"] for each in preview.job.uploads)
    read_again(preview.job, encodings={one: "windows-1252"})
    half = looked_at(preview.job)
    assert [report.ok for report in half.reports] == [True, False]
    read_again(half.job, encodings={two: "cp850"})
    whole_import(half.job)
    assert [project.dialogues.get(external_id=name).turns.get().text for name in "ab"] == [
        "Núñez",
        "Ibáñez",
    ]


def versions(project: Project, user: Any, own: bytes, *theirs: bytes) -> Preview:
    replaced = [(f"r{place}.jsonl", each) for place, each in enumerate(theirs)]
    files = [("calls.jsonl", own)]
    return looked_at(queue_import(project, user, files, replaced=replaced, spans="replaced"))


def places(preview: Preview) -> list[tuple[str, int | None, str]]:
    return [(p.file, p.line, p.code) for each in preview.reports for p in each.problems]


def test_every_fault_of_replaced_versions_is_told(project: Project, manager: Any) -> None:
    own = data(*(line(name, "Soy Ana", "Hola") for name in "abc"))
    bad = data(line("a", "Soy Eva", "Hola"), "{", '{"id": "b", "turns": [{"text": 5}]}')
    twice = data(line("a", "Soy Eva", "Hola"), line("c", "Soy Eva", "Hola"), "{")
    assert places(versions(project, manager, own, bad, twice)) == [
        ("r0.jsonl", 2, "json"),
        ("r0.jsonl", 3, "wrong_type"),
        ("r1.jsonl", 1, "duplicate_id"),
        ("r1.jsonl", 3, "json"),
    ]
    # They can be read, and do not fit.
    short = data(line("a", "Soy Eva"), line("x", "Hola"), line("y", "Hola"))
    preview = versions(project, manager, own, short)
    assert places(preview) == [
        ("calls.jsonl", 2, "replaced_missing"),
        ("calls.jsonl", 3, "replaced_missing"),
        ("r0.jsonl", 1, "replaced_turns"),
        ("r0.jsonl", 2, "replaced_missing"),
        ("r0.jsonl", 3, "replaced_missing"),
    ]
    assert preview.dialogues == 0  # none goes in without its version
    assert project.dialogues.count() == 2


def test_a_replaced_version_has_an_encoding_of_its_own(project: Project, manager: Any) -> None:
    own, theirs = line("a", "Soy Núñez").encode(), line("a", "Soy Ibáñez").encode("macroman")
    preview = looked_at(
        queue_import(
            project,
            manager,
            [("calls.jsonl", own)],
            replaced=[("calls.jsonl", theirs)],
            spans="replaced",
        )
    )
    ((_report, found),) = preview.files
    assert found and found.samples[0][0] == "macroman"
    path = next(each["path"] for each in preview.job.uploads if each["replaced"])
    assert path.endswith(found.path)
    read_again(preview.job, encodings={path: "macroman"})
    assert looked_at(preview.job).dialogues == 1


def test_answers_to_an_earlier_reading_are_refused(project: Project, manager: Any) -> None:
    preview = looked_at(queue(project, manager, ("a.jsonl", data(call("a", "PER")))))
    token = preview.token
    read_again(preview.job, split="test")
    again = looked_at(preview.job)
    with pytest.raises(Refused, match="read anew in another window"):
        read_choices(again, {"reading": token})
    choose(again, "999999", duplicates="perhaps")  # what is none of the choices says nothing
    assert again.rows[0].label == project.labels.get(name="other")
    cancel_import(again.job)
    for late in (confirm_import, lambda preview: read_again(preview.job)):
        with pytest.raises(Refused, match="confirmed or cancelled"):
            late(again)


def test_the_line_says_that_files_are_read(project: Project, manager: Any) -> None:
    job = queue(project, manager, ("a.jsonl", data(call("a"))))
    Import.objects.update(status="running")
    shown = work_line(project, manager)
    assert shown and "to be imported" in shown.what
    assert usual_seconds(job) is None
