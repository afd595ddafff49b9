"""A plain file is taken while nothing it rests on changed, and no limit is broken unlifted."""

from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from annotation.models import Export, Measurement, Member, Reading, User
from annotation.refusals import Refused
from annotation.services.evidence.bundles import taking
from annotation.services.release.changes import RESTS_ON
from annotation.services.release.departures import has_left
from tests.annotation.services.evidence.bundles import room
from tests.annotation.services.evidence.bundles.test_signing import (
    change_label,
    change_to_an_earlier_model,
    keep_to_measure,
    reopen_a_turn,
)
from tests.labelled import call, label

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (change_label, "labels"),
        (reopen_a_turn, "readings"),
        (change_to_an_earlier_model, "the model"),
        (keep_to_measure, "which dialogues are kept to measure"),
    ],
)
def test_a_change_refuses_a_plain_file_by_name(
    change: Any, named: str, labelled: Any, curator: Any, data_dir: Path
) -> None:
    labelled.runs.create(number=0, status="done")
    export = room.write(labelled)
    change(labelled, curator)
    export = Export.objects.get(pk=export.pk)
    sentence = f"Changed since this file was written: {named}. Write it again."
    with pytest.raises(Refused, match=sentence):
        taking.take_file(export)
    assert taking.waiting_files(labelled, [export]) == {export.pk: sentence}
    assert not has_left(labelled)


def test_what_is_only_begun_or_approved_changes_no_file(
    labelled: Any, curator: Any, data_dir: Path
) -> None:
    export = room.write(labelled, strategy="typed")
    turn = call(labelled, "call-2").turns.get(position=0)
    begun = Reading.objects.create(turn=turn, reader=curator)
    label = labelled.labels.get(name="other")
    turn.spans.create(start=0, end=3, label=label, reading=begun, status="accepted")
    call(labelled).decisions.create(user=curator, action="approve")
    taking.take_file(Export.objects.get(pk=export.pk))
    assert has_left(labelled)


def test_a_file_of_an_older_version_is_written_again(labelled: Any, data_dir: Path) -> None:
    export = room.write(labelled)
    del export.summary[RESTS_ON]
    export.save()
    with pytest.raises(Refused, match="older version: write it again"):
        taking.take_file(export)


def test_a_broken_limit_waits_for_a_named_person_also_without_a_steward(
    labelled: Any, manager: Any, data_dir: Path
) -> None:
    room.measure(labelled, recall=room.BROKEN)
    export = room.write(labelled)
    with pytest.raises(Refused, match=r"The file waits: Dialogues with nothing left.*by signing"):
        taking.take_file(export)
    assert taking.waiting_files(labelled, [export]) == {export.pk: "limits"}
    assert not has_left(labelled)
    room.signed(export, manager)  # with a reason for each limit
    assert taking.waiting_files(labelled, [export]) == {}
    taking.take_file(export)
    assert has_left(labelled)


def test_a_stewards_word_alone_lifts_no_limit(labelled: Any, manager: Any, data_dir: Path) -> None:
    steward = User.objects.create(username="steward")
    Member.objects.create(project=labelled, user=steward, role="steward")
    room.measure(labelled, recall=room.BROKEN)
    export = room.write(labelled, manager)
    export.signatures.create(user=steward, sha256=export.sha256)
    with pytest.raises(Refused, match="The file waits"):
        taking.take_file(export)


def test_attacks_on_another_strategy_hold_no_file(labelled: Any, data_dir: Path) -> None:
    found = {**room.ATTACK["findings"][0], "state": "told"}
    room.measure(labelled, attack={"strategy": "entity", "findings": [found]})
    told = room.write(labelled)
    assert "Attack that tells" in taking.why_not_taken(told)
    assert taking.why_not_taken(room.write(labelled, strategy="typed")) == ""
    Measurement.objects.filter(kind="attack").delete()
    assert taking.why_not_taken(told) == ""


def test_attacks_that_held_before_something_changed_pass_nothing(
    labelled: Any, curator: Any
) -> None:
    held = {**room.ATTACK["findings"][0], "state": "held"}
    room.measure(labelled, attack={"strategy": "entity", "findings": [held]})

    def names() -> set[str]:
        return {line.name for line in taking.lines_of(labelled, "entity")}

    assert "attacks" in names()
    change_label(labelled, curator)
    assert "attacks" not in names()


def test_recall_of_another_model_or_of_fewer_turns_keeps_no_limit(
    labelled: Any, annotator: Any
) -> None:
    """Good figures say nothing of what a worse model, or another tool, has read alone since."""

    def said(*, model: int, turns: int) -> list[str]:
        of = {"read_alone": {"model": model, "turns": turns}}
        room.measure(labelled, recall=room.RECALL | of)
        return [line.line for line in taking.broken_limits(labelled, "entity")]

    assert said(model=1, turns=0) == []
    turn = call(labelled, "call-1").turns.get(position=2)
    turn.readings.all().delete()
    label(turn, None, [("Fran", "male name")])
    labelled.runs.create(kind="tag", number=1, status="done", started_at=timezone.now())
    assert said(model=1, turns=1) == []
    (more,) = said(model=1, turns=0)
    assert more.startswith("Since it was measured the model has read more turns")
    (other,) = said(model=2, turns=1)
    assert other.startswith("Another model has read the texts than the one that was measured")
    tool = labelled.tool_imports.create(name="Presidio", imported_by=annotator)
    labelled.dialogues.update(tool_import=tool, imported_at=timezone.now())
    (by_tool,) = said(model=1, turns=1)
    assert by_tool.startswith("Another tool alone has read some turns")
    labelled.runs.update(started_at=timezone.now())  # since, the model has read them, too
    assert said(model=1, turns=1) == []
