"""What leaves holds no original, appears whole or not at all, and comes out the same twice."""

import errno
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from annotation.errors import Refused
from annotation.models import Dialogue, Export, Project, Turn
from annotation.services.jobs.lifecycle import run_job
from annotation.services.release import evidence, exports, outgoing
from annotation.services.revision import decisions, entity_changes, issue_decisions
from tests.labelled import call, label, read, read_all, shown


@pytest.fixture
def labelled(project: Any, annotator: Any, data_dir: Path) -> Any:
    """Both calls read; a canary beside the text: in the name, metadata, keys and a speaker."""
    read_all(project, annotator)
    Dialogue.objects.filter(project=project, external_id="call-1").update(
        external_id="Olabarri-2024",
        meta={"customer": "Francisco Olabarri", "intent": "support"},
        extra={"note": "llama Olabarri"},
    )
    Turn.objects.filter(dialogue__external_id="Olabarri-2024", speaker="caller").update(
        speaker="Francisco Olabarri", extra={"comment": "Bilbao"}
    )
    return project


def make(project: Any, format: str = "jsonl", strategy: str = "entity", **more: Any) -> Export:
    export = exports.start_export(project, None, format=format, strategy=strategy, **more)
    assert run_job(Export, export.pk, exports.write_export)
    export.refresh_from_db()
    return export


def everything(path: Path) -> str:
    """All that a file says, unpacked, names of members included."""
    data = path.read_bytes()
    if not zipfile.is_zipfile(io.BytesIO(data)):
        return data.decode()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return "\n".join(n + "\n" + archive.read(n).decode() for n in archive.namelist())


@pytest.mark.parametrize("format", ["jsonl", "esport", "brat"])
@pytest.mark.parametrize(
    "strategy", ["entity", "word", "dissociation", "indexed", "named", "typed", "redact"]
)
def test_no_original_leaves(labelled: Any, data_dir: Path, format: str, strategy: str) -> None:
    export = make(labelled, format, strategy)
    assert export.status == "done", export.error
    said = everything(data_dir / export.path)
    assert shown(said) == []
    assert bytes(labelled.surrogate_key).hex() not in said
    assert "d0001" in said
    assert export.summary["dialogues"] == 2
    assert export.summary["leaks"] == 0
    assert export.summary["turns"] == {"person": 7, "machine": 0, "nobody": 0, "unsettled": 0}
    assert shown(json.dumps(export.summary)) == []


def test_the_same_export_twice_is_the_same_bytes(labelled: Any, data_dir: Path) -> None:
    for format in ("jsonl", "esport", "brat"):
        first, second = make(labelled, format), make(labelled, format)
        assert first.pk != second.pk
        assert first.sha256 == second.sha256
        assert (data_dir / first.path).read_bytes() == (data_dir / second.path).read_bytes()


def test_a_decision_changes_the_export_and_undo_restores_it(
    labelled: Any, curator: Any, data_dir: Path
) -> None:
    dialogue = call(labelled, "Olabarri-2024")
    before = make(labelled)
    key = next(
        r.key for r in issue_decisions.plan(dialogue).result.replacements if r.original == "Bilbao"
    )
    entity_changes.change(dialogue, curator, entity_changes.Change(mentions=[key], text="Zamora"))
    assert evidence.readiness_of(labelled).stale
    assert "Zamora" in everything(data_dir / make(labelled).path)
    decisions.undo(dialogue)
    assert make(labelled).sha256 == before.sha256


def test_spans_stand_on_the_replaced_words(labelled: Any, data_dir: Path) -> None:
    lines = everything(data_dir / make(labelled, spans="marked").path).splitlines()
    result = issue_decisions.plan(call(labelled, "Olabarri-2024")).result
    said = [
        [
            turn["text"][span["start"] : span["end"]]
            for turn in json.loads(line)["turns"]
            for span in turn["spans"]
        ]
        for line in lines
    ]
    assert [
        r.surrogate for r in sorted(result.replacements, key=lambda r: (r.turn, r.start))
    ] in said


@pytest.mark.parametrize("format", ["jsonl", "esport", "brat"])
def test_only_a_marked_file_tells_what_was_replaced(
    labelled: Any, data_dir: Path, format: str
) -> None:
    plain, marked = make(labelled, format), make(labelled, format, spans="marked")
    assert (plain.spans, marked.spans) == ("none", "marked")
    assert exports.row_of(marked).title.endswith("items marked")

    def marks(export: Export) -> int:
        told = everything(data_dir / export.path)
        return sum(told.count(name) for name in ("male name", "surname", "place"))

    assert marks(plain) == 0
    assert marks(marked) >= 5
    with pytest.raises(Refused):
        make(labelled, spans="some")


def test_names_and_order_do_not_tell_what_was_left_out(
    labelled: Any, annotator: Any, data_dir: Path
) -> None:
    """Running names without a gap, in an order that the key draws."""
    orders = set()
    for byte in range(12):
        Project.objects.update(surrogate_key=bytes([byte]) * 32)
        labelled.refresh_from_db()
        lines = everything(data_dir / make(labelled, strategy="typed").path).splitlines()
        rows = [json.loads(line) for line in lines]
        assert [row["id"] for row in rows] == ["d0001", "d0002"]
        orders.add(tuple(len(row["turns"]) for row in rows))
    assert len(orders) == 2
    first = call(labelled, "Olabarri-2024").turns.first()
    first.readings.all().delete()
    (line,) = everything(data_dir / make(labelled, strategy="typed").path).splitlines()
    assert json.loads(line)["id"] == "d0001"


def test_what_readers_differ_on_is_held_back(
    project: Any, annotator: Any, second_annotator: Any, data_dir: Path
) -> None:
    read_all(project, annotator)
    turn = call(project).turns.first()
    turn.readings.update(is_gold=False)
    read(turn, second_annotator).turn.readings.update(is_gold=False)
    export = make(project)
    assert export.summary["held_back"] == {str(call(project).pk): ["unread"]}
    assert export.summary["turns"]["unsettled"] == 1
    check = next(
        each for each in evidence.readiness_of(project).checks if "not settled" in each.title
    )
    assert (check.state, check.figure) == ("block", "1")


def test_what_nobody_read_is_held_back(project: Any, annotator: Any, data_dir: Path) -> None:
    for turn in call(project, "call-2").turns.all():
        read(turn, annotator)
    export = make(project)
    assert export.status == "done"
    assert export.summary["dialogues"] == 1
    assert export.summary["held_back"] == {str(call(project).pk): ["unread"]}
    row = exports.row_of(export)
    assert row.held[0].name == "call-1"
    assert row.lines[2:] == [
        "1 dialogue held back",
        "in what was written, no original of the project was found again",
    ]


def test_an_unlabelled_repeat_is_held_back(project: Any, annotator: Any, data_dir: Path) -> None:
    read_all(project, annotator)
    Turn.objects.filter(dialogue=call(project), position=0).update(
        text="Buenos días, le atiende Marta, de Olabarri"
    )
    export = make(project)
    assert export.summary["dialogues"] == 1
    assert "Olabarri" not in everything(data_dir / export.path)
    (reasons,) = export.summary["held_back"].values()
    assert set(reasons) & {"leak", "block"}


def test_when_all_is_held_back_there_is_no_file(project: Any, data_dir: Path) -> None:
    export = make(project)
    assert export.status == "failed"
    assert "held back" in export.error
    assert files(data_dir) == []


def files(data_dir: Path) -> list[Path]:
    return [path for path in (data_dir / "exports").rglob("*") if path.is_file()]


def test_a_crash_leaves_no_file_and_says_no_text(
    labelled: Any, data_dir: Path, monkeypatch: Any, caplog: Any
) -> None:
    real = outgoing.serialise

    def broken(format: str, value: Any) -> Any:
        if value.id == "d0002":
            raise ValueError("Francisco Olabarri")
        return real(format, value)

    monkeypatch.setattr(outgoing, "serialise", broken)
    export = make(labelled)
    assert export.status == "queued"  # for another attempt
    assert files(data_dir) == []
    assert "Olabarri" not in export.error + caplog.text


def test_a_full_disk_leaves_no_file_and_is_said(
    labelled: Any, data_dir: Path, monkeypatch: Any
) -> None:
    real = outgoing.serialise

    def full(format: str, value: Any) -> Any:
        if value.id == "d0002":
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(format, value)

    monkeypatch.setattr(outgoing, "serialise", full)
    export = make(labelled)
    assert export.status == "failed"
    assert export.error_words.startswith("The disk of the server is full: nothing of this work")
    assert files(data_dir) == []


def test_a_lost_job_leaves_no_file(labelled: Any, data_dir: Path, monkeypatch: Any) -> None:
    """Another worker took it over just before the end."""
    export = exports.start_export(labelled, None, format="jsonl", strategy="entity")
    real = exports.digest_of

    def taken_over(path: Path) -> str:
        Export.objects.filter(pk=export.pk).update(claim="another")
        return real(path)

    monkeypatch.setattr(exports, "digest_of", taken_over)
    run_job(Export, export.pk, exports.write_export)
    export.refresh_from_db()
    assert export.status == "running"
    assert files(data_dir) == []


def test_an_export_that_waits_is_not_queued_twice(labelled: Any, manager: Any) -> None:
    first = exports.start_export(labelled, manager, format="jsonl", strategy="entity")
    assert exports.start_export(labelled, manager, format="jsonl", strategy="entity") == first
    assert exports.start_export(labelled, manager, format="brat", strategy="entity") != first


@pytest.mark.parametrize(("format", "strategy"), [("xml", "entity"), ("jsonl", "none"), ("", "")])
def test_unknown_choices_are_refused(labelled: Any, format: str, strategy: str) -> None:
    with pytest.raises(Refused):
        exports.start_export(labelled, None, format=format, strategy=strategy)


def test_the_serialised_bytes_are_searched_too(labelled: Any) -> None:
    result = issue_decisions.plan(call(labelled, "Olabarri-2024")).result
    assert outgoing.leaks_in([("", b'{"speaker": "se\\u00f1or OLABARRI"}')], result)
    assert outgoing.leaks_in([("Bilbao.txt", b"Bilbao")], result)
    assert not outgoing.leaks_in([("", b'{"speaker": "caller", "label": "Bilbao"}')], result)


def test_readiness_says_what_is_known(labelled: Any, annotator: Any) -> None:
    before = evidence.readiness_of(labelled)
    assert [check.state for check in before.checks][:3] == ["ok", "", ""]
    make(labelled)
    after = evidence.readiness_of(labelled)
    assert [check.state for check in after.checks][:4] == ["ok", "ok", "ok", "warn"]
    assert not after.stale
    label(
        Turn.objects.get(dialogue=call(labelled, "call-2"), position=0),
        annotator,
        [("teléfono", "other")],
    )
    assert evidence.readiness_of(labelled).stale


def test_recall_is_shown_with_its_interval(labelled: Any) -> None:
    from annotation.models import TrainingRun

    metrics = {"recall": 0.95, "on": "test", "n": 50, "per_label": {"place": {"support": 100}}}
    TrainingRun.objects.create(
        project=labelled, kind="round", number=1, status="done", folder="x", metrics=metrics
    )
    check = evidence.readiness_of(labelled).checks[4]
    # Wilson, 95 of 100: 0.8882 to 0.9785
    assert check.figure == "95.0\N{NO-BREAK SPACE}%"
    assert "88.8\N{NO-BREAK SPACE}% to 97.8\N{NO-BREAK SPACE}%" in check.line


def test_recall_by_halves_is_a_lower_bound_until_chance_tells_more(labelled: Any) -> None:
    """Never a symmetric interval of models that learnt from half the labels."""
    from annotation.models import TrainingRun

    metrics = {
        "f1": 0.8, "recall": 0.75, "recall_labels": 0.5, "on": "cross-validation", "n": 50,
        "per_label": {"place": {"support": 100}},
    }  # fmt: skip
    run = TrainingRun.objects.create(
        project=labelled, kind="round", number=1, status="done", folder="x", metrics=metrics
    )
    check = evidence.readiness_of(labelled).checks[4]
    assert check.figure == "at least 75.0\N{NO-BREAK SPACE}%"
    assert "By cross-validation over 100 words" in check.line and "interval" not in check.line
    assert check.line.endswith("under the right label: at least 50.0\N{NO-BREAK SPACE}%")
    audit = {
        "turns": 40, "tokens": 50, "f1": 0.9, "f1_low": 0.8, "f1_high": 0.95, "recall": 0.9,
        "recall_labels": 0.7,
    }  # fmt: skip
    TrainingRun.objects.filter(pk=run.pk).update(advice={"audit": audit})
    check = evidence.readiness_of(labelled).checks[4]
    # Wilson, 45 of 50: 0.7864 to 0.9565
    assert check.figure == "90.0\N{NO-BREAK SPACE}%"
    assert "78.6" in check.line and "over 50 words in turns drawn by chance" in check.line


# --- strategies by label, and originals that stay on purpose --------------------------------------


def test_each_label_leaves_by_its_own_strategy(labelled: Any, data_dir: Path) -> None:
    plain = make(labelled)
    labelled.labels.filter(name="place").update(replacement="typed")
    labelled.labels.filter(name="surname").update(replacement="redact")
    assert evidence.readiness_of(labelled).stale
    export = make(labelled)
    said = everything(data_dir / export.path)
    assert shown(said) == []
    assert " IIIII, de [PLACE]" in said
    assert export.summary["by_label"] == {"place": "typed", "surname": "redact"}
    assert not evidence.readiness_of(labelled).stale
    assert make(labelled).sha256 == export.sha256 != plain.sha256
    labelled.labels.update(replacement="")
    assert make(labelled).sha256 == plain.sha256


def test_labels_apart_leave_no_original_together(labelled: Any, data_dir: Path) -> None:
    """A short form beside a name, each with another strategy."""
    for number, strategy in enumerate(("word", "dissociation", "named", "entity", "indexed")):
        labelled.labels.filter(name="male name").update(replacement=strategy)
        other = ("entity", "named", "word", "typed", "dissociation")[number]
        labelled.labels.filter(name="surname").update(replacement=other)
        export = make(labelled, strategy="entity")
        assert export.summary["dialogues"] == 2
        assert shown(everything(data_dir / export.path)) == []


@pytest.mark.parametrize("q", [0.99, 0.5, 1e-9])
def test_with_q_below_1_nothing_leaves_unconfirmed(labelled: Any, data_dir: Path, q: float) -> None:
    Project.objects.update(replacement_q=q)
    labelled.refresh_from_db()
    with pytest.raises(Refused) as refusal:
        make(labelled)
    assert refusal.value.code == "originals_stay"
    order = outgoing.Order(format="jsonl", strategy="entity", q=q)
    with pytest.raises(Refused):
        outgoing.write_release(labelled, order, data_dir / "x.jsonl", outgoing.Tally())
    assert not Export.objects.exists()
    assert not list(data_dir.rglob("*.jsonl"))


@pytest.mark.parametrize("format", ["jsonl", "esport", "brat"])
def test_what_q_leaves_is_counted_and_nothing_else_stays(
    labelled: Any, data_dir: Path, format: str
) -> None:
    Project.objects.update(replacement_q=1e-9)
    labelled.refresh_from_db()
    export = make(labelled, format, leave_originals=True)
    assert (export.status, export.q) == ("done", 1e-9), export.error
    assert (export.summary["q"], export.summary["left"], export.summary["replaced"]) == (
        1e-9,
        10,
        0,
    )
    said = everything(data_dir / export.path)
    assert "Soy Francisco Olabarri, de Bilbao" in said or "Olabarri" in said
    for beside in ("Olabarri-2024", "llama", "customer"):  # its name, keys and metadata
        assert beside not in said
    assert "originals" in exports.download_name(export)
    lines = exports.row_of(export).lines
    assert any("10 mentions left as they were on purpose" in line for line in lines)
    assert lines[-1] == "no other original of the project found"


def test_with_q_below_1_an_unlabelled_repeat_is_held_back(
    project: Any, annotator: Any, data_dir: Path
) -> None:
    read_all(project, annotator)
    Turn.objects.filter(dialogue=call(project), position=0).update(
        text="Buenos días, le atiende Marta, de Olabarri"
    )
    Project.objects.update(replacement_q=1e-9)
    project.refresh_from_db()
    export = make(project, leave_originals=True)
    assert export.summary["dialogues"] == 1
    assert "Olabarri" not in everything(data_dir / export.path)


def test_an_export_with_another_q_is_another(labelled: Any) -> None:
    first = exports.start_export(labelled, None, format="jsonl", strategy="entity")
    labelled.replacement_q = 0.5
    asked = {"format": "jsonl", "strategy": "entity", "leave_originals": True}
    other = exports.start_export(labelled, None, **asked)
    assert (first.q, other.q) == (1, 0.5)
    assert exports.start_export(labelled, None, **asked) == other


def test_a_queued_export_keeps_the_q_that_was_confirmed(labelled: Any, data_dir: Path) -> None:
    """Nobody confirmed the one that was set since."""
    export = exports.start_export(labelled, None, format="jsonl", strategy="typed")
    Project.objects.update(replacement_q=1e-9)
    run_job(Export, export.pk, exports.write_export)
    export.refresh_from_db()
    assert shown(everything(data_dir / export.path)) == []


def test_readiness_warns_of_what_stays_on_purpose(labelled: Any) -> None:
    assert len(evidence.readiness_of(labelled).checks) == 5
    labelled.replacement_q = 0.9
    check = evidence.readiness_of(labelled).checks[-1]
    assert (check.state, check.figure) == ("warn", "10.0\N{NO-BREAK SPACE}%")
    assert "for research only" in check.line


def test_what_stays_on_purpose_counts_into_delta(labelled: Any, monkeypatch: Any) -> None:
    from dataclasses import replace

    from annotation.models import TrainingRun

    metrics = {"recall": 0.95, "on": "test", "n": 50, "per_label": {"place": {"support": 100}}}
    TrainingRun.objects.create(
        project=labelled, kind="round", number=1, status="done", folder="x", metrics=metrics
    )
    seen = replace(evidence.coverage_of(labelled), machine=3)
    monkeypatch.setattr(evidence, "coverage_of", lambda _project: seen)
    labelled.replacement_q = 0.8
    check = evidence.readiness_of(labelled).checks[5]
    # Wilson, 95 of 100: from 0.8882; 1 - 0.8 * 0.8882 = 0.2894, rounded up
    assert check.figure == "≤ 29.0\N{NO-BREAK SPACE}%"
