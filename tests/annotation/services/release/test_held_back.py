"""Held back is what nobody read, what readers differ on, and an unlabelled repeat."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from annotation.models import Turn
from annotation.services.release import evidence, exports
from tests.annotation.services.release.files import everything, files, make
from tests.labelled import call, read, read_all


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
    assert (check.state, check.figure) == ("block", "1 turn")


def test_what_nobody_read_is_held_back(project: Any, annotator: Any, data_dir: Path) -> None:
    for turn in call(project, "call-2").turns.all():
        read(turn, annotator)
    export = make(project)
    assert export.status == "done"
    assert export.summary["dialogues"] == 1
    assert export.summary["held_back"] == {str(call(project).pk): ["unread"]}
    row = exports.row_of(export)
    assert row.held[0].name == "call-1"
    assert ("Held back", "1") in row.facts
    assert row.notes[0].startswith("No known original was found in it.")


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


def test_what_revision_and_the_leak_search_both_hold_is_told_once(project: Any) -> None:
    def line(*reasons: list[str]) -> str:
        held = {str(pk): why for pk, why in enumerate(reasons, 1)}
        last: Any = SimpleNamespace(summary={"held_back": held})
        return next(each.line for each in evidence._held(project, last) if each.title == "Revision")

    assert line(["block", "leak"], ["block", "known"], ["leak"]).endswith(
        "; all 2 are also in the leak search"
    )
    assert line(["block", "leak"], ["block"]).endswith("; 1 of them is also in the leak search")
    assert line(["block"], ["leak"]) == "Dialogues with a blocking issue open"
