"""Agreement from rows: which turns count, whose word is gold, levels, and a fixed cost."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotation.models import (
    Assignment,
    Dialogue,
    Label,
    Project,
    QueryItem,
    Reading,
    Span,
    TrainingRun,
    Turn,
)
from annotation.services.corpus.gold import settle_turn
from annotation.services.team.agreement import (
    UnknownLevel,
    UnknownReader,
    read_agreement,
    read_own_figures,
    summarise,
)
from tests.labelled import label, read

ANA = [("Francisco", "male name"), ("Olabarri", "surname"), ("Bilbao", "place")]
EVA = [("Francisco", "male name"), ("Olabarri", "place")]


def asked(project: Project, words: str = "Soy Francisco") -> Turn:
    turns = Turn.objects.select_related("dialogue__project")
    return turns.get(dialogue__project=project, text__startswith=words)


def say(turn: Turn, user: Any, items: list[tuple[str, str]], *, is_gold: bool = False) -> Reading:
    """A finished reading that nobody has settled yet."""
    reading = read(turn, user, items)
    Reading.objects.filter(pk=reading.pk).update(is_gold=is_gold)
    return reading


def adjudicate(turn: Turn, curator: Any, items: list[tuple[str, str]]) -> None:
    gold = Reading.objects.create(turn=turn, reader=curator, layer="gold", status="done")
    for span in label(turn, curator, items):
        span.reading = gold
        span.save()
    Reading.objects.filter(turn=turn, reader=curator, layer="reader").delete()
    settle_turn(turn)


@pytest.fixture
def shared(project: Project, annotator: Any, second_annotator: Any) -> Turn:
    """A turn that two people read, who differ."""
    turn = asked(project)
    say(turn, annotator, ANA)
    say(turn, second_annotator, EVA)
    return turn


def test_two_readers(project: Project, shared: Turn) -> None:
    report = read_agreement(project)
    (pair,) = report.measured.pairs
    assert (pair.left, pair.right, pair.turns) == ("annotator", "second", 1)
    # Of 3 and 2 spans one is the same.
    assert pair.f1 == pytest.approx(0.4)
    assert report.kinds == {"missing": 1, "bounds": 0, "label": 1}
    assert report.confused == [(("place", "surname"), 1)]
    assert (report.unsettled, report.measured.gold) == (1, {})
    place = report.places[shared.pk]
    assert (place.name, place.number, place.dialogue) == ("call-1", 2, shared.dialogue_id)


def test_only_finished_readings_of_several_people_count(
    project: Project, annotator: Any, second_annotator: Any, shared: Turn
) -> None:
    say(asked(project, "Gracias"), annotator, [], is_gold=True)  # one reader alone
    other = asked(project, "Dígame")
    say(other, annotator, [("Fran", "male name")])
    label(other, second_annotator, [("Fran", "surname")])  # begun, not finished
    skipped = asked(project, "Buenos")
    say(skipped, annotator, [])
    Reading.objects.create(turn=skipped, reader=second_annotator, status="skipped")
    assert read_agreement(project).measured.turns == 1


def test_rejected_proposals_are_no_labels(project: Project, annotator: Any, shared: Turn) -> None:
    Span.objects.filter(reading__reader=annotator, label__name="place").update(status="rejected")
    assert read_agreement(project).kinds["missing"] == 0


def test_readers_are_judged_by_the_adjudicated_layer(
    project: Project, shared: Turn, annotator: Any, curator: Any
) -> None:
    adjudicate(shared, curator, ANA)
    report = read_agreement(project)
    assert set(report.measured.gold) == {"annotator", "second"}
    assert report.measured.gold["annotator"].f1 == 1.0
    assert report.measured.gold["second"].spans["micro"]["precision"] == 0.5
    assert report.unsettled == 0
    assert len(report.measured.pairs) == 1  # the curator's layer is no reader
    own = read_own_figures(project, annotator)
    assert own is not None
    assert own.f1 == 1.0


def test_readers_who_agree_are_judged_by_that(
    project: Project, annotator: Any, second_annotator: Any
) -> None:
    turn = asked(project)
    say(turn, annotator, ANA)
    say(turn, second_annotator, ANA)
    settle_turn(turn)
    judged = read_agreement(project).measured.gold
    assert [row.f1 for row in judged.values()] == [1.0, 1.0]


def test_a_single_reader_is_not_compared_with_herself(project: Project, annotator: Any) -> None:
    say(asked(project), annotator, ANA, is_gold=True)
    report = read_agreement(project)
    assert (report.measured.turns, report.measured.gold) == (0, {})
    assert read_own_figures(project, annotator) is None


def test_one_reader_and_an_adjudication(project: Project, annotator: Any, curator: Any) -> None:
    turn = asked(project)
    say(turn, annotator, EVA)
    adjudicate(turn, curator, ANA)
    report = read_agreement(project)
    assert report.measured.turns == 0
    assert report.measured.gold["annotator"].spans["micro"]["recall"] == pytest.approx(1 / 3)


def test_levels(project: Project, shared: Turn) -> None:
    group = Label.objects.create(project=project, name="identity", key="", position=99)
    project.labels.filter(name__in=["place", "surname"]).update(parent=group)
    report = read_agreement(project)
    assert (report.level, report.levels) == ("1", ["any", "0", "1"])
    top = read_agreement(project, "0")
    # Olabarri is now of one group for both: 2 of 3 and 2 spans.
    assert top.measured.spans["micro"]["f1"] == pytest.approx(0.8)
    assert top.kinds == {"missing": 1, "bounds": 0, "label": 0}
    assert set(read_agreement(project, "any").measured.spans["per_label"]) == {"any"}
    with pytest.raises(UnknownLevel, match="any, 0, 1"):
        read_agreement(project, "2")


def test_other_projects_stay_out(project: Project, shared: Turn) -> None:
    other = Project.objects.create(slug="other", name="Other")
    assert read_agreement(other).measured.turns == 0


def test_a_summary_holds_no_text(project: Project, shared: Turn, curator: Any) -> None:
    adjudicate(shared, curator, ANA)
    summary = summarise(read_agreement(project))
    assert summary["pairs"][0]["readers"] == ["annotator", "second"]
    assert summary["labels"]["male name"] == {"f1": 1.0, "alpha": 1.0}
    assert summary["people"]["second"]["labels"]["place"]["precision"] == 0.0
    assert summary["confusions"] == [{"labels": ["place", "surname"], "n": 1}]
    assert not any(word in str(summary) for word in ("Francisco", "Olabarri", "Bilbao"))


def grow(project: Project, people: list[Any], turns: int) -> None:
    """A dialogue that everybody has read to the end."""
    found = project.labels.get(name="place")
    dialogue = Dialogue.objects.create(project=project, external_id=f"d{project.dialogues.count()}")
    run = TrainingRun.objects.create(project=project, kind="round", number=1, status="done")
    batch = project.batches.create(number=project.batches.count() + 1, run=run)
    for position in range(turns):
        turn = Turn.objects.create(dialogue=dialogue, position=position, text="uno dos tres")
        item = QueryItem.objects.create(batch=batch, turn=turn, rank=position, status="done")
        Span.objects.create(turn=turn, start=0, end=3, label=found, run=run, status="proposed")
        for user in people:
            reading = Reading.objects.create(turn=turn, reader=user, status="done")
            Span.objects.create(turn=turn, reading=reading, start=0, end=3, label=found)
            Assignment.objects.create(
                item=item, reader=user, status="done", assigned_at=timezone.now()
            )


def test_queries_do_not_grow(
    project: Project, annotator: Any, second_annotator: Any, django_assert_num_queries: Any
) -> None:
    grow(project, [annotator, second_annotator], 2)
    with CaptureQueriesContext(connection) as small:
        read_agreement(project)
    grow(project, [annotator, second_annotator], 30)
    with django_assert_num_queries(len(small)):
        assert read_agreement(project).measured.turns == 32
    assert len(small) == 7


def test_chosen_readers_and_each_dialogue(
    project: Project, annotator: Any, second_annotator: Any, curator: Any, manager: Any
) -> None:
    first, last = asked(project), asked(project, "seis uno")
    for user, items in ((annotator, ANA), (second_annotator, EVA), (curator, ANA)):
        say(first, user, items)
    for user in (annotator, second_annotator):
        say(last, user, [("seis", "number")])
    report = read_agreement(project)
    assert list(report.readers) == report.chosen == ["annotator", "curator", "second"]
    # Of call-1 each of three pairs has 3 and 2, 3 and 3, 2 and 3 spans, of which 1, 3 and 1 are
    # the same: 2 * 5 / 16.
    assert [(each.name, each.turns, each.differences) for each in report.dialogues] == [
        ("call-1", 1, 4), ("call-2", 1, 0),
    ]  # fmt: skip
    assert [each.f1 for each in report.dialogues] == pytest.approx([10 / 16, 1.0])
    assert [each.unsettled for each in report.dialogues] == [1, 1]

    report = read_agreement(project, readers=[annotator.pk, curator.pk])
    assert (report.chosen, report.measured.turns) == (["annotator", "curator"], 1)
    assert [(each.name, each.f1) for each in report.dialogues] == [("call-1", 1.0)]
    assert summarise(report)["dialogues"][0]["alpha"] == 1.0
    with pytest.raises(UnknownReader):
        read_agreement(project, readers=[manager.pk])


def test_on_the_position_alone_labels_do_not_matter(
    project: Project, annotator: Any, second_annotator: Any
) -> None:
    turn = asked(project)
    say(turn, annotator, [("Francisco", "male name"), ("Bilbao", "place")])
    say(turn, second_annotator, [("Francisco", "surname"), ("Bilbao", "organisation")])
    assert read_agreement(project).measured.spans["micro"]["f1"] == 0.0
    alone = read_agreement(project, "any")
    assert (alone.measured.alpha, alone.dialogues[0].f1) == (1.0, 1.0)
