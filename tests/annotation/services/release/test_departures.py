"""What left is remembered without its text, and other surrogates for it are refused."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from annotation.models import Departure, Export, Label, Reading, Span, Turn
from annotation.refusals import Refused
from annotation.services.release import departures, exports
from annotation.services.release.command_line import ProjectOrder, export_project
from annotation.services.release.departures import Difference
from annotation.services.revision import entity_changes, issue_decisions
from tests.annotation.services.release.files import files, make
from tests.labelled import call, shown

pytestmark = pytest.mark.django_db


def taken(export: Export) -> Export:
    exports.note_taken(export)
    export.refresh_from_db()
    return export


def test_a_file_that_nobody_took_has_not_left(labelled: Any) -> None:
    make(labelled)
    assert Departure.objects.count() == 2
    assert not departures.has_left(labelled)
    assert make(labelled, strategy="word").status == "done"


def test_what_left_is_remembered_without_text_or_searchable_digest(labelled: Any) -> None:
    export = taken(make(labelled))
    rows = list(Departure.objects.all())
    assert {row.dialogue for row in rows} == set(labelled.dialogues.values_list("pk", flat=True))
    assert all(row.left_at and row.strategy == "entity" and row.export == export for row in rows)
    result = issue_decisions.plan(call(labelled, "Olabarri-2024")).result
    said = json.dumps([[row.text_digest, row.draws] for row in rows])
    assert shown(said) == []
    # Another key gives other digests: who has a text cannot look for it.
    dialogue = call(labelled, "Olabarri-2024").pk
    own = departures.look_of(bytes(labelled.surrogate_key), dialogue, result)
    other = departures.look_of(b"\0" * 32, dialogue, result)
    assert own.text_digest in said and other.text_digest not in said
    assert {row[0] for row in own.draws}.isdisjoint({row[0] for row in other.draws})


def test_other_surrogates_are_refused_and_nothing_is_written(labelled: Any, data_dir: Path) -> None:
    taken(make(labelled))
    before = files(data_dir)
    export = make(labelled, strategy="word")
    assert export.status == "failed"
    assert "have left with other surrogates" in export.error or "has left" in export.error
    assert shown(export.error) == []
    assert files(data_dir) == before
    assert Departure.objects.filter(export=export).count() == 0


def test_the_same_surrogates_leave_again_unasked(labelled: Any) -> None:
    taken(make(labelled))
    assert make(labelled, "brat").status == "done"  # another format, the same texts


def test_confirmed_both_files_say_what_their_diff_shows(labelled: Any) -> None:
    first = taken(make(labelled))
    second = taken(make(labelled, strategy="typed", again=True))
    first.refresh_from_db()
    one, other = departures.told_by(first.summary), departures.told_by(second.summary)
    assert one == other
    # Call 1 has six items, call 2 four: each is a placeholder in the second.
    assert (one.dialogues, one.redrawn) == (2, 10)
    assert one.words >= 10
    for export in (first, second):
        assert any("a diff of both shows" in note for note in exports.summary_notes(export))


def test_of_two_written_files_the_second_is_refused_when_the_first_was_taken(
    labelled: Any,
) -> None:
    first, second = make(labelled), make(labelled, strategy="typed")
    taken(first)
    with pytest.raises(Refused) as refusal:
        exports.note_taken(second)
    assert refusal.value.code == "left_otherwise"
    assert not second.departures.filter(left_at__isnull=False).exists()


def test_the_command_remembers_and_refuses_a_seed(labelled: Any, tmp_path: Path) -> None:
    out = tmp_path / "one.jsonl"
    export_project("support", str(out), ProjectOrder(format="jsonl"))
    assert departures.has_left(labelled)
    other = tmp_path / "two.jsonl"
    with pytest.raises(Refused):
        export_project("support", str(other), ProjectOrder(format="jsonl", seed=7))
    assert not other.exists()
    export_project("support", str(other), ProjectOrder(format="jsonl", seed=7, again=True))
    assert other.exists() and other.read_bytes() != out.read_bytes()


def test_nothing_goes_to_standard_output_before_the_refusal(
    labelled: Any, capfdbinary: Any, tmp_path: Path
) -> None:
    export_project("support", str(tmp_path / "one.jsonl"), ProjectOrder(format="jsonl"))
    with pytest.raises(Refused):
        export_project("support", "-", ProjectOrder(format="jsonl", strategy="typed"))
    assert capfdbinary.readouterr().out == b""


def test_originals_for_own_use_do_not_count_as_left(labelled: Any, tmp_path: Path) -> None:
    order = ProjectOrder(format="jsonl", strategy="none")
    export_project("support", str(tmp_path / "own.jsonl"), order)
    assert not Departure.objects.exists()


def test_a_corrected_dialogue_keeps_every_other_surrogate(labelled: Any) -> None:
    """One more item is labelled: the draws are keyed by entity, so all others stay."""
    taken(make(labelled))
    turn = Turn.objects.get(dialogue=call(labelled, "Olabarri-2024"), position=3)
    start = turn.text.index("router")
    reading = Reading.objects.get(turn=turn, is_gold=True)
    label = Label.objects.get(project=labelled, name="place")
    Span.objects.create(
        turn=turn, start=start, end=start + 6, label=label, reading=reading, status="accepted"
    )
    export = make(labelled)
    assert export.status == "done", export.error
    look = departures.looks_of(export.departures.filter(dialogue=turn.dialogue_id))
    found = departures.differences(labelled, look, besides=departures.file_of(export))
    assert [(one.dialogues, one.redrawn) for one in found.values()] == [(1, 0)]
    assert next(iter(found.values())).words >= 1  # what was missed, and is replaced now


def test_a_surrogate_that_is_set_right_leaves_all_others(labelled: Any, curator: Any) -> None:
    """Another town is typed for one mention: a diff shows it, and nothing else."""
    taken(make(labelled))
    dialogue = call(labelled, "Olabarri-2024")
    result = issue_decisions.plan(dialogue).result
    key = next(each.key for each in result.replacements if each.original == "Bilbao")
    entity_changes.change(dialogue, curator, entity_changes.Change(mentions=[key], text="Zamora"))
    assert make(labelled).status == "failed"
    export = make(labelled, again=True)
    assert departures.told_by(export.summary) == Difference(1, 1, 1)


def test_a_diff_is_counted_by_place() -> None:
    """Place a: redrawn, 2 words at most. b: the same. c: only then, 1 word. d: only now, 3."""
    old = [["a", "1", 1], ["b", "2", 1], ["c", "3", 1]]
    new = [["a", "9", 2], ["b", "2", 1], ["d", "4", 3]]
    assert departures.compare(old, new) == Difference(1, 1, 2 + 1 + 3)
    assert departures.compare(new, old) == departures.compare(old, new)


def test_a_count_of_replaced_items_leaves_out_what_stayed(labelled: Any) -> None:
    labelled.replacement_q = 0.5
    labelled.save()
    export = make(labelled, leave_originals=True)
    got = export.summary
    assert got["replaced"] + got["left"] <= 10
    assert got["left"] > 0 and got["replaced"] < 10


def test_a_marked_file_says_that_unmarked_names_are_real(labelled: Any) -> None:
    notes = exports.summary_notes(make(labelled, spans="marked"))
    assert any("every name in it that is not marked is real. No epsilon" in note for note in notes)
    plain = exports.summary_notes(make(labelled))
    assert not any("not marked is real" in note for note in plain)


def test_an_item_that_stays_as_it_was_said_shows_no_word(labelled: Any) -> None:
    """A public domain, or a letter that was drawn again: nothing of it was replaced."""
    result = issue_decisions.plan(call(labelled, "Olabarri-2024")).result
    first = result.replacements[0]
    stays = replace(first, surrogate=first.original)
    changed = replace(result, replacements=(stays, *result.replacements[1:]))
    words = [draw[2] for draw in departures.look_of(b"key", 1, changed).draws]
    assert words[0] == 0 and all(words[1:])
