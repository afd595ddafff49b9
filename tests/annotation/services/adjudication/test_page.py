"""What a curator sees: the list of what waits, and the board of one dialogue."""

import uuid
from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotation.models import Dialogue, QueryItem, Reading, Turn
from annotation.services.adjudication.page import Gap, board_rows, folded_turns, open_board
from annotation.services.corpus.differences import list_waiting
from annotation.services.glance.triage import next_to_settle
from annotation.services.labelling import notes
from annotation.services.labelling.page import active_turn
from tests.annotation.services.adjudication.curating import NAME, PLACE, reads
from tests.labelled import label


def test_the_list_of_what_waits(two: Turn, annotator: Any, second_annotator: Any) -> None:
    project = two.dialogue.project
    later = Turn.objects.select_related("dialogue__project").get(text__startswith="seis uno")
    reads(later, annotator, [("seis", "number")])
    reads(later, second_annotator, [])
    rows, total = list_waiting(project, page=1, size=1)
    assert ([(row.pk, row.waiting) for row in rows], total) == ([(two.dialogue_id, 1)], 2)
    place = rows[0].position, rows[0].pk
    rows, total = list_waiting(project, page=1, size=1, after=place)
    assert ([row.pk for row in rows], total) == ([later.dialogue_id], 2)
    for left, comes in ((two, later), (later, two)):
        following = next_to_settle(project, after=left.dialogue_id)
        assert following is not None and following.pk == comes.dialogue_id
    # What the list began with is settled meanwhile: the rest is told all the same, and once.
    Reading.objects.filter(turn=two).delete()
    rows, total = list_waiting(project, page=1, size=1, after=place)
    assert ([row.pk for row in rows], total) == ([later.dialogue_id], 1)


def test_the_board_folds_what_needs_nobody_and_hides_names(
    two: Turn, curator: Any, annotator: Any, second_annotator: Any
) -> None:
    first = Turn.objects.select_related("dialogue__project").get(text__startswith="Buenos")
    reads(first, annotator, [("Marta", "female name")])
    reads(first, second_annotator, [("Marta", "female name")])
    board = open_board(two.dialogue, curator, named=False)
    before, row, after = board.parts
    assert isinstance(before, Gap) and isinstance(after, Gap)
    assert (before.agree, after.unread, row.turn.number) == (1, board.total - 2, 2)
    assert (board.names, board.heads) == (["A", "B"], ["A", "B"])
    assert (board.differences, board.decided, board.contested) == (1, 0, 1)
    assert board.kappa is not None and 0 < board.kappa < 1
    named = open_board(two.dialogue, curator, named=True)
    assert sorted(named.names) == sorted([annotator.username, second_annotator.username])


def test_what_one_reader_said_stays_covered_until_the_last_is_through(
    batch: Any, annotator: Any, curator: Any
) -> None:
    item = QueryItem.objects.select_related("turn__dialogue__project").get(
        turn__text__startswith="Soy Francisco"
    )
    QueryItem.objects.filter(pk=item.pk).update(readers=2)
    label(item.turn, annotator, [NAME])
    Reading.objects.update(status="done")
    (gap,) = open_board(item.turn.dialogue, curator, named=False).parts
    assert isinstance(gap, Gap) and gap.waiting == 1
    turns = folded_turns(item.turn.dialogue, gap.first, gap.last)
    (covered,) = [each for each in turns if each.state == "reading"]
    assert all(stretch.span is None for stretch in covered.stretches)
    assert not covered.may_edit


def test_the_board_asks_as_much_of_a_long_dialogue(
    two: Turn, curator: Any, annotator: Any, second_annotator: Any, django_assert_num_queries: Any
) -> None:
    with CaptureQueriesContext(connection) as short:
        open_board(two.dialogue, curator, named=True)
    turns = Turn.objects.bulk_create(
        Turn(dialogue=two.dialogue, position=100 + n, text="Soy Ana, de Bilbao") for n in range(40)
    )
    for turn in turns:
        turn.dialogue = two.dialogue
        reads(turn, annotator, [("Ana", "female name")])
        reads(turn, second_annotator, [PLACE])
    dialogue = Dialogue.objects.select_related("project").get(pk=two.dialogue_id)
    with django_assert_num_queries(len(short)):
        board = open_board(dialogue, curator, named=True)
    assert board.differences == 81


def test_columns_are_those_of_the_readers_of_each_turn(
    two: Turn, curator: Any, annotator: Any, second_annotator: Any, manager: Any
) -> None:
    other = Turn.objects.select_related("dialogue__project").get(text__startswith="Dígame")
    reads(other, annotator, [("Fran", "male name")])
    reads(other, manager, [])
    board = open_board(two.dialogue, curator, named=True)
    names = [sorted(cell.name for cell in row.cells) for row in board.rows]
    assert names == [["annotator", "second"], ["annotator", "manager"]]
    assert (board.columns, board.heads, len(board.names)) == (2, [], 3)
    reads(other, second_annotator, [])
    board = open_board(two.dialogue, curator, named=True)
    assert (board.columns, [len(row.cells) for row in board.rows]) == (3, [2, 3])


def test_notes_of_readers_stand_where_the_curator_decides(
    two: Turn, curator: Any, annotator: Any, second_annotator: Any
) -> None:
    dialogue = two.dialogue

    def leave(user: Any, text: str, **place: Any) -> None:
        notes.leave_note(notes.Place(dialogue, **place), user, op_id=uuid.uuid4(), text=text)

    leave(annotator, "one or two names?", turn=two, start=4, end=22)
    leave(second_annotator, "a bad line", turn=None)
    leave(curator, "a greeting", turn=dialogue.turns.get(position=0))
    board = open_board(dialogue, curator, named=False)
    (row,) = board.rows
    (note,) = row.notes
    assert (note.words, note.text) == ("Francisco Olabarri", "one or two names?")
    assert note.author in board.names  # who it is, is hidden as in the columns
    assert [(each.text, each.number) for each in board.notes] == [
        ("a bad line", None), ("a greeting", 1),
    ]  # fmt: skip
    assert board.notes[1].author == ""
    (drawn,) = board_rows(dialogue, [two], curator, named=True).rows
    assert [each.author for each in drawn.notes] == [annotator.username]
    QueryItem.objects.filter(turn=two).update(readers=3)  # the last one is still to read it
    board = open_board(dialogue, curator, named=False)
    assert "one or two names?" not in {each.text for each in board.notes}


def test_who_edits_the_gold_has_the_candidates_of_the_labelling_page(
    batch: Any, two: Turn, curator: Any
) -> None:
    QueryItem.objects.filter(turn=two).update(possible=[[0, 3]])
    two = Turn.objects.select_related("dialogue__project").get(pk=two.pk)
    (row,) = board_rows(two.dialogue, [two], curator, named=True).rows
    assert [two.text[start:end] for start, end in row.candidates] == [
        "Soy Francisco Olabarri",
        "Bilbao",
    ]
    assert row.candidates == active_turn(two, curator).candidates
    # What she left alone twice in turns that she labelled is none for her.
    for text in ("Buenos", "seis uno"):
        other = Turn.objects.get(text__startswith=text)
        Turn.objects.filter(pk=other.pk).update(text="Vive en Bilbao")
        reads(Turn.objects.select_related("dialogue__project").get(pk=other.pk), curator, [])
    Reading.objects.filter(reader=curator).update(done_at=timezone.now())
    (row,) = board_rows(two.dialogue, [two], curator, named=True).rows
    assert [two.text[start:end] for start, end in row.candidates] == ["Soy Francisco Olabarri"]
    assert [each.candidates for each in open_board(two.dialogue, curator, named=True).rows] == [[]]
