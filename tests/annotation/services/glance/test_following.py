"""Figures of dialogues follow whatever changes them, and the words what comes in."""

from typing import Any

import pytest
from django.db import OperationalError, connection
from django.utils import timezone

from annotation.models import (
    Dialogue,
    DialogueFigures,
    DialogueWords,
    JobStatus,
    Project,
    Reading,
    Span,
    TouchedDialogue,
    TrainingRun,
    Turn,
)
from annotation.services.erasing.erasure import erase_dialogues
from annotation.services.glance import following
from annotation.services.glance.following import follow_changes, follow_project
from annotation.services.revision.approvals import note_issues
from annotation.services.revision.page import page_of
from tests.labelled import call, label, label_gold, read, read_all


def figures(project: Project, name: str = "call-1") -> DialogueFigures:
    assert follow_project(project) == 0
    return DialogueFigures.objects.get(dialogue__project=project, dialogue__external_id=name)


def turns(project: Project) -> list[Turn]:
    return list(call(project).turns.order_by("position"))


def test_a_dialogue_that_comes_in_is_unread(project: Project) -> None:
    own = figures(project)
    assert (own.state, own.turns, own.unread, own.items) == ("unread", 4, 4, 0)
    assert own.words == 23
    assert (own.readers, own.agreement, own.blocks) == ("", None, None)
    assert not TouchedDialogue.objects.exists()


def test_where_nothing_can_be_written_pages_show_what_was_counted(
    project: Project, client_of: Any, manager: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_waiting: object) -> int:
        raise OperationalError("database is locked")

    with monkeypatch.context() as locked:
        locked.setattr(following, "_count_piece", refuse)
        assert follow_project(project) > 0
        for page in ("", "corpus", "release"):
            assert client_of(manager).get(f"/p/{project.slug}/{page}").status_code == 200
    assert follow_project(project) == 0


def test_a_model_that_proposes_or_reads_the_corpus_makes_it_known(project: Project) -> None:
    follow_changes()
    for turn in turns(project):
        label(turn, None, [(turn.text.split()[0], "place")])
    own = figures(project)
    assert (own.state, own.items, own.unread) == ("model", 4, 0)
    run = TrainingRun.objects.create(project=project, kind="tag", started_at=timezone.now())
    TrainingRun.objects.filter(pk=run.pk).update(status=JobStatus.DONE)
    assert figures(project, "call-2").state == "model"


def test_read_differ_approved_and_held_back(
    labelled: Project, annotator: Any, second_annotator: Any, curator: Any
) -> None:
    own = figures(labelled)
    assert (own.state, own.items) == ("read", 6)
    assert own.readers == str(annotator.pk)
    Dialogue.objects.filter(external_id="call-1").update(approved_at=timezone.now())
    assert figures(labelled).state == "approved"
    first, second, *_others = turns(labelled)
    Reading.objects.create(turn=first, reader=second_annotator, status="done")
    Reading.objects.filter(turn=second).update(is_gold=False)
    own = figures(labelled)
    assert (own.state, own.unsettled, own.agreement) == ("held", 1, 0.0)
    assert own.readers == f"{annotator.pk} {second_annotator.pk}"
    Dialogue.objects.filter(external_id="call-1").update(approved_at=None)
    Reading.objects.create(turn=second, reader=second_annotator, status="done")
    assert figures(labelled).state == "differ"
    for span in Span.objects.filter(turn__in=[first, second]):
        label(
            span.turn, second_annotator, [(span.turn.text[span.start : span.end], span.label.name)]
        )
    own = figures(labelled)
    assert (own.state, own.agreement) == ("differ", 1.0)


def test_a_deleted_span_counts_no_more(labelled: Project) -> None:
    figures(labelled)
    Span.objects.filter(turn__dialogue__external_id="call-1").delete()
    assert figures(labelled).items == 0


def test_a_label_after_the_approval_stops_it(labelled: Project) -> None:
    Dialogue.objects.update(approved_at=timezone.now())
    figures(labelled)
    label(turns(labelled)[0], None, [("Buenos", "place")])
    assert figures(labelled).state == "held"
    assert figures(labelled, "call-2").state == "approved"


def test_what_an_import_still_writes_waits(project: Project) -> None:
    staged = Project.everything.create(slug="~import-1", name="x", staged_at=timezone.now())
    dialogue = Dialogue.objects.create(project=staged, external_id="new")
    assert follow_changes() == 2
    assert TouchedDialogue.objects.get().dialogue_id == dialogue.pk
    Dialogue.objects.filter(pk=dialogue.pk).update(project=project)
    assert follow_changes() == 1
    assert figures(project, "new").turns == 0


def test_nothing_is_left_of_an_erased_dialogue(
    labelled: Project, manager: Any, data_dir: Any
) -> None:
    follow_changes()
    erase_dialogues(labelled, [call(labelled)], user=manager)
    follow_changes()
    assert list(DialogueWords.objects.values_list("dialogue__external_id")) == [("call-2",)]
    assert DialogueFigures.objects.count() == 1
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM annotation_wordindex WHERE annotation_wordindex MATCH 'olabarri'"
        )
        assert cursor.fetchone() == (0,)
    assert not TouchedDialogue.objects.exists()


@pytest.mark.parametrize("many", [1, 30])
def test_counting_costs_the_same_for_any_number(
    many: int, project: Project, annotator: Any, django_assert_num_queries: Any
) -> None:
    for number in range(many):
        dialogue = Dialogue.objects.create(project=project, external_id=f"d{number}")
        turn = Turn.objects.create(dialogue=dialogue, position=0, text="hola Ana")
        read(turn, annotator, [("Ana", "female name")])
    read_all(project, annotator)
    with django_assert_num_queries(23):
        follow_project(project)


# --- issues: counted where a replacement is looked at ---------------------------------------------


def look(project: Project) -> Any:
    """Somebody opens the dialogue in revision."""
    return page_of(call(project))


def test_issues_are_those_that_revision_last_saw(labelled: Project) -> None:
    assert look(labelled).counts["warn"] == 0  # nobody counted the dialogue yet: nothing is kept
    own = figures(labelled)
    assert (own.blocks, own.issues_at, own.issues_old) == (None, None, False)
    turn = Turn.objects.create(
        dialogue=call(labelled), position=9, speaker="agent", text="¿En Bilbao mismo?"
    )
    counts = look(labelled).counts
    own = figures(labelled)
    assert sum(counts.values()) > 0
    assert {"block": own.blocks, "warn": own.warns, "info": own.notes} == counts
    assert not own.issues_old
    before = own.issues_at
    assert page_of(call(labelled)).counts == counts  # looked at again
    assert figures(labelled).issues_at > before
    assert turn.number == 10


def test_issues_are_old_when_a_label_changed_and_not_when_it_was_approved(
    labelled: Project, annotator: Any
) -> None:
    follow_changes()
    look(labelled)
    Dialogue.objects.filter(external_id="call-1").update(approved_at=timezone.now())
    assert not figures(labelled).issues_old
    label(turns(labelled)[3], None, [("router", "place")])  # a model proposes something more
    assert figures(labelled).issues_old
    look(labelled)
    label_gold(turns(labelled)[2], annotator, 0, 6, labelled.labels.get(key="P"))
    assert figures(labelled).issues_old
    look(labelled)
    assert not figures(labelled).issues_old


def test_an_issue_that_blocks_holds_an_approved_dialogue_back(labelled: Project) -> None:
    follow_changes()
    Dialogue.objects.filter(external_id="call-1").update(approved_at=timezone.now())
    assert figures(labelled).state == "approved"
    dialogue = call(labelled)
    note_issues(dialogue, {"block": 1, "warn": 0, "info": 0})
    assert figures(labelled).state == "held"
    note_issues(dialogue, {"block": 0, "warn": 2, "info": 0})
    assert figures(labelled).state == "approved"
