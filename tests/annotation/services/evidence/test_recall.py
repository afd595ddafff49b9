"""What recall is measured on, and what the release page and the gate read of it."""

from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from annotation.evidence.audit.sequential import Goal
from annotation.models import AuditTurn, Batch, Dialogue, QueryItem, Reading, TrainingRun, Turn
from annotation.services.corpus.gold import settle_turn
from annotation.services.evidence import head, measurements, recall
from annotation.services.evidence.bundles.facts import facts_of
from annotation.services.evidence.bundles.gate import gate_of
from annotation.services.evidence.found.checked import model_turns, reader_turns
from annotation.services.evidence.found.joining import joined
from annotation.services.evidence.found.leaving import leaving_dialogues
from annotation.services.evidence.found.page import read_recall
from annotation.services.evidence.second_readings.drawing import draw_second_readings
from annotation.services.jobs.lifecycle import run_job
from annotation.services.release import recall as judged
from annotation.services.release.evidence import readiness_of
from annotation.services.release.now import Now
from learning.crf.tagger import CrfTagger
from learning.types import Span, Utterance
from tests import recall_figures
from tests.annotation.services.evidence.bundles import room
from tests.annotation.services.evidence.second_readings import room as second
from tests.labelled import add_calls, call, label, label_gold, read


def quietly(_share: float, _phase: str) -> None:
    """Nobody reads how far it is."""


def measure(project: Any) -> dict[str, Any]:
    return recall.measure_recall(project, {}, quietly)


def model_of(project: Any, number: int = 1, **values: Any) -> TrainingRun:
    run: TrainingRun = TrainingRun.objects.create(
        project=project, kind="round", number=number, status="done", folder="m", **values
    )
    return run


def asked(turn: Turn, run: TrainingRun | None, reason: str = "audit") -> QueryItem:
    project = turn.dialogue.project
    batch, _new = Batch.objects.get_or_create(
        project=project, run=run, defaults={"number": 1 + project.batches.count()}
    )
    item: QueryItem = QueryItem.objects.create(
        batch=batch, turn=turn, rank=0, priority=0.5, reason=reason, proposals="hidden"
    )
    return item


def turn(project: Any, name: str, position: int) -> Turn:
    found: Turn = Turn.objects.select_related("dialogue__project").get(
        dialogue=call(project, name), position=position
    )
    return found


def test_only_turns_drawn_by_chance_are_asked_and_as_the_model_proposed(
    project: Any, annotator: Any
) -> None:
    run = model_of(project, labelled_turns=10)
    drawn, chosen = turn(project, "call-1", 1), turn(project, "call-1", 0)
    items = [("Francisco", "male name"), ("Olabarri", "surname"), ("Bilbao", "place")]
    label(drawn, None, items[:1])
    asked(drawn, run)
    asked(chosen, run, "target")  # by its strategy
    read(drawn, annotator, items)
    read(chosen, annotator, [("Marta", "female name")])
    model = measure(project)["model"]
    assert (model["basis"], model["items"], model["missed"]) == ("chance", 3, 2)
    assert model["dialogue"] is None and not model["people"]
    assert "month" in model["never"] and "surname" not in model["never"]


def test_what_much_older_models_proposed_tells_of_the_past(project: Any, annotator: Any) -> None:
    old = model_of(project, labelled_turns=4)
    drawn = turn(project, "call-1", 0)
    asked(drawn, old)
    read(drawn, annotator, [("Marta", "female name")])
    assert model_turns(project, quietly)[1] == "chance"
    model_of(project, 2, labelled_turns=9)
    assert model_turns(project, quietly) == ([], "")


def test_turns_kept_to_measure_are_read_by_the_model_of_now(
    project: Any, annotator: Any, data_dir: Path
) -> None:
    add_calls(project, 40, annotator, read=40)
    texts = [f"hola me llamo {name} y tengo una avería" for name in ("Ana", "Luis", "Eva")] * 9
    said = [Utterance(t, (Span(14, t.index(" y "), "female name"),)) for t in texts]
    CrfTagger().fit([*said, *[Utterance("vale un momento por favor")] * 9]).save(data_dir / "m")
    model_of(project)
    Dialogue.objects.filter(project=project, position__gte=10).update(split="test")
    figures = measure(project)
    model = figures["model"]
    assert (model["basis"], model["turns"], model["items"]) == ("test", 80, 40)
    assert model["dialogue"]["n"] == 40 and model["people"][0]["n"] == 40
    assert model["missed"] < 40  # "me llamo ..." was learnt
    assert figures["read_alone"] == {"model": 1, "turns": 0}  # of whom the limits know
    assert model["entity"]["value"] == model["all"]["value"]


def test_readers_are_measured_apart_by_what_was_adjudicated(
    project: Any, annotator: Any, second_annotator: Any, curator: Any
) -> None:
    """One finds all three items, the other one of them; of "Marta" both overlook, adjudication
    tells: 2 x 3 + 2 x 1 chances, 4 of them missed."""
    shared, other = turn(project, "call-1", 1), turn(project, "call-1", 0)
    items = [("Francisco", "male name"), ("Olabarri", "surname"), ("Bilbao", "place")]
    for reader, found in ((annotator, items), (second_annotator, items[:1])):
        read(shared, reader, found)
        read(other, reader)
        Reading.objects.update(is_gold=False)
    for each in (shared, other):
        settle_turn(each)
        asked(each, None, "random")
    names = project.labels.get(name="female name")
    label_gold(other, curator, 0, 0 + len("buenos"), names)
    Reading.objects.filter(turn=other, layer="gold").update(status="done")
    checked = reader_turns(project)
    assert len(checked) == 4
    readers = measure(project)["readers"]
    assert (readers["items"], readers["missed"]) == (8, 4)
    assert model_turns(project, quietly) == ([], "")  # it says nothing of a model


def test_a_second_reading_says_what_readers_overlook(
    labelled: Any, annotator: Any, second_annotator: Any, curator: Any
) -> None:
    """All seven turns are drawn, by chance and once: of the ten items of the first reader the
    second overlooks "Marta", and marks one more, "Gracias". 11 items, 22 chances, 2 missed."""
    draw_second_readings(labelled, None, Goal(0.9, 0.9), turns=7)
    assert measure(labelled)["readers"] == {"why": "one_reader"}  # nobody has read again

    def found(turn: Turn) -> list[tuple[str, str]]:
        return {
            "Gracias": [("Gracias", "place")],
            "Buenos días, le atiende Marta, ¿con quién hablo?": [],
        }.get(turn.text, second.first_items(turn))

    thanks = Turn.objects.get(dialogue__project=labelled, text="Gracias")
    second.read_again(labelled, second_annotator, found=found)
    readers = measure(labelled)["readers"]
    assert (readers["basis"], readers["turns"]) == ("read twice", 14)
    assert (readers["items"], readers["missed"]) == (22, 2)
    label(thanks, annotator, [("Gracias", "place")])  # set right later: it hides no miss
    assert measure(labelled)["readers"]["missed"] == 2
    for each in Turn.objects.filter(dialogue__project=labelled).exclude(readings__is_gold=True):
        gold = Reading.objects.create(
            turn=each, reader=curator, layer="gold", status="done", is_gold=True
        )
        for span in each.spans.filter(reading__reader=annotator):
            gold.spans.create(
                turn=each, start=span.start, end=span.end, label=span.label, status="accepted"
            )
    assert measure(labelled)["readers"]["missed"] == 2
    verdict = judged.verdicts(Now(labelled))[-1]
    assert verdict.why == "not_measured"
    room.measure(labelled, recall=measure(labelled))
    verdict = judged.verdicts(Now(labelled))[-1]
    assert (verdict.code, verdict.who) == ("labels", "readers")
    assert not {"What readers overlook is not measured"} & {
        check.title for check in readiness_of(labelled).checks
    }


def test_drawn_turns_weigh_what_they_weighed(labelled: Any, second_annotator: Any) -> None:
    """The second overlooks the three items of one turn: 3 of 20 chances. Where it stands for three
    turns, 9 of 32: 1 - 9 / 32 = .7188."""

    def found(turn: Turn) -> list[tuple[str, str]]:
        return [] if turn.text.startswith("Soy") else second.first_items(turn)

    draw_second_readings(labelled, None, Goal(0.9, 0.9), turns=7)
    second.read_again(labelled, second_annotator, found=found)
    assert measure(labelled)["readers"]["all"]["value"] == 0.85
    AuditTurn.objects.filter(turn__text__startswith="Soy").update(weight=3.0)
    share = measure(labelled)["readers"]["all"]
    assert (share["value"], share["n"]) == (0.7188, 20)
    assert share["low"] < 0.5 < share["value"] < share["high"]


def test_what_several_marked_is_one_item_from_first_to_last() -> None:
    spans = [Span(0, 3, "given"), Span(0, 9, "person"), Span(12, 15, "place")]
    assert joined(spans) == [Span(0, 9, "person"), Span(12, 15, "place")]


def test_dialogues_that_leave_by_who_has_read_them(
    project: Any, annotator: Any, second_annotator: Any
) -> None:
    first, second = call(project, "call-1"), call(project, "call-2")
    for each in first.turns.all():
        read(each, annotator)
    for each in second.turns.all():
        label(each, None, [])
    assert [each.who for each in leaving_dialogues(project)] == ["one"]  # nobody read the other
    proposed = second.turns.get(position=1)
    label(proposed, None, [("seis", "number")])
    for each in second.turns.exclude(pk=proposed.pk):
        read(each, annotator)
    rows = {each.dialogue: each for each in leaving_dialogues(project)}
    assert rows[second.pk].who == "model" and rows[second.pk].model == (1, 0)
    export = project.exports.create(
        format="jsonl", strategy="entity", status="done", requested_by=annotator,
        summary={"held_back": {str(second.pk): ["leak"]}},
    )  # fmt: skip
    assert [each.dialogue for each in leaving_dialogues(project)] == [first.pk]
    assert export


@pytest.mark.parametrize(
    ("with_model", "why"), [(False, "No model has learnt"), (True, "No item is known in turns")]
)
def test_no_gold_is_one_sentence(labelled: Any, with_model: bool, why: str) -> None:
    if with_model:
        model_of(labelled)
    figures = measure(labelled)
    assert figures["model"] == {"why": "no_gold" if with_model else "no_model"}
    shown = read_recall(Now(labelled), figures)
    assert shown.basis[0].startswith(why) and not shown.labels


def test_one_reader_only_is_one_sentence_on_page_and_in_the_figures(labelled: Any) -> None:
    measurements.start_measurement(labelled, None, "recall")
    row = labelled.measurements.get()
    run_job(type(row), row.pk, measurements.work_on_measurement)
    figures = judged.newest_figures(labelled)
    assert figures and figures["readers"] == {"why": "one_reader"}
    seen = head.read_head(labelled, Now(labelled))
    assert (seen.leave, seen.readers) == (
        "2 of 2 dialogues leave.",
        "One person has read 2 of them.",
    )
    assert seen.more.startswith("No turn that was drawn by chance has been read by two")
    assert not seen.told and seen.hundred is None
    verdict = judged.verdicts(Now(labelled))[-1]
    assert (verdict.code, verdict.state, verdict.who) == ("unmeasured", "warn", "readers")


def test_the_sentence_is_true_of_what_the_model_read_alone() -> None:
    row = {"dialogues": 9, "items": 120, "unknown": [], "kinds": ["model"]}
    row |= {"who": "model", "left": [3.2, 0.0, 7.0], "holding": [2.0, 0.0, 6.0]}
    read_by = {"items": 400, "unknown": ["one"], "kinds": ["one"], "left": None, "holding": None}
    file = {
        "rows": [
            row,
            {"who": "one", "dialogues": 0, **read_by},
            {"who": "two", "dialogues": 31, **read_by},
        ],
        "all": {"dialogues": 40},
        "of": 160,
    }  # fmt: skip
    said = " ".join([*head._leave(file), *map(str, head._told(file))])
    assert said == (
        "40 of 160 dialogues leave. Two people have read 31 of them. In the 9 of which only the "
        "model has read a turn or more, about 3 items are expected to be left, at most 7."
    )


def test_the_limits_are_the_projects(labelled: Any) -> None:
    limits = judged.limits_of(labelled)
    assert (limits.dialogues, limits.missed) == (0.95, 0.05)
    labelled.clean_dialogues = 0.5
    assert judged.limits_of(labelled).dialogues == 0.5


def test_figures_of_another_file_are_stale(labelled: Any) -> None:
    export = room.write(labelled)
    room.measure(labelled, recall=measure(labelled))
    seen = head.read_head(labelled, Now(labelled))
    assert not seen.stale
    export.summary["dialogues"] += 1  # written anew since, with one more
    export.save()
    assert head.read_head(labelled, Now(labelled)).stale


def test_figures_of_another_model_say_nothing_at_the_head_nor_in_a_sheet(
    labelled: Any, data_dir: Path
) -> None:
    own = turn(labelled, "call-1", 2)
    own.readings.all().delete()
    label(own, None, [("Fran", "male name")])
    tag = {"kind": "tag", "status": "done", "started_at": timezone.now()}
    labelled.runs.create(number=1, **tag)
    file = recall_figures.figures()["file"]
    model = {**room.RECALL["model"], "never": []}
    alone = {"model": 1, "turns": 1}
    recalled = {**room.RECALL, "model": model, "file": file, "read_alone": alone}

    def told() -> tuple[head.Head, str]:
        room.measure(labelled, recall=recalled)
        export = room.write(labelled)
        facts = facts_of(gate_of(export), [])
        return head.read_head(labelled, Now(labelled)), str(facts["sentence"])

    seen, sentence = told()
    assert "about 3 items" in str(seen.told[0]) and seen.hundred is not None
    assert "alone has read, about < 10 items are expected" in sentence
    labelled.runs.create(number=2, **tag)
    seen, sentence = told()
    assert not seen.told and seen.hundred is None
    assert seen.more.startswith("Another model has read the texts than the one that was measured")
    assert sentence.endswith("How many items are left was not measured.")
