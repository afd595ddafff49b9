"""What leaves holds no original and comes out the same twice."""

import json
from pathlib import Path
from typing import Any

import pytest

from annotation.formats import WRITTEN, is_installed
from annotation.models import DialogueFigures, Export, Project
from annotation.refusals import Refused
from annotation.replacement import leaving
from annotation.services.glance.following import follow_project
from annotation.services.release import evidence, exports
from annotation.services.revision import decisions, entity_changes, issue_decisions
from tests.annotation.services.release.files import everything, make
from tests.labelled import call, shown


@pytest.mark.parametrize("format", ["jsonl", "esport", "brat"])
@pytest.mark.parametrize(
    "strategy",
    ["entity", "word", "dissociation", "generalise", "indexed", "named", "typed", "redact"],
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


OTHERS = [
    name for name in WRITTEN if name not in ("jsonl", "esport", "brat") and is_installed(name)
]


@pytest.mark.parametrize("format", OTHERS)
def test_no_original_leaves_in_any_other_format(labelled: Any, data_dir: Path, format: str) -> None:
    """Each is offered on the page, and comes out the same twice."""
    assert format in {choice.name for choice in exports.FORMATS}
    export = make(labelled, format, spans="marked")
    assert export.status == "done", export.error
    said = everything(data_dir / export.path)
    assert shown(said) == []
    assert export.summary["dialogues"] == 2 and not export.summary["held_back"]
    again = make(labelled, format, spans="marked")
    assert again.sha256 == export.sha256


def test_a_format_that_is_only_read_is_refused(labelled: Any) -> None:
    with pytest.raises(Refused):
        exports.start_export(labelled, None, format="eml", strategy="entity")


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


def test_a_file_counts_the_issues_that_nobody_counted_yet(labelled: Any) -> None:
    """So the list of dialogues shows them without anybody having opened each."""
    own = labelled.replacement
    follow_project(labelled)
    make(labelled, strategy="redact" if own != "redact" else "typed")
    counted = DialogueFigures.objects.filter(dialogue__project=labelled, blocks__isnull=False)
    assert not counted.exists()  # other rules than those that people revise with
    make(labelled, strategy=own)
    assert counted.count() == 2
    figures = counted.get(dialogue=call(labelled, "Olabarri-2024"))
    severities = [issue.severity for issue in issue_decisions.plan(figures.dialogue).result.issues]
    found = tuple(severities.count(each) for each in ("block", "warn", "info"))
    assert (figures.blocks, figures.warns, figures.notes) == found


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
    assert leaving.leaks_in([("", b'{"speaker": "se\\u00f1or OLABARRI"}')], result)
    assert leaving.leaks_in([("Bilbao.txt", b"Bilbao")], result)
    assert not leaving.leaks_in([("", b'{"speaker": "caller", "label": "Bilbao"}')], result)


def test_a_finished_file_says_which_labels_drew_values_of_their_own(labelled: Any) -> None:
    rows = {"dish": {"values": 3, "drawn": 41, "placeholders": 2}}
    summary = {"dialogues": 2, "replaced": 43, "own_values": rows}
    notes = exports.summary_notes(Export(project=labelled, summary=summary))
    assert notes[1:] == [
        "41 items labelled dish became values of other dialogues.",
        "2 items labelled dish became [DISH].",
    ]
