"""Strategies by label, and originals that stay on purpose."""

from pathlib import Path
from typing import Any

import pytest

from annotation.models import Export, Project, Turn
from annotation.refusals import Refused
from annotation.services.jobs.lifecycle import run_job
from annotation.services.release import evidence, exports, outgoing
from tests.annotation.services.release.files import everything, make
from tests.labelled import call, read_all, shown


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
    row = exports.row_of(export)
    assert any("Left on purpose" in name and figure == "10" for name, figure in row.facts)
    assert row.notes[0].startswith("No other known original was found in it.")


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
