"""The learning page's figures and words: the curve, chance, comparison, which model proposes."""

from pathlib import Path
from typing import Any

import pytest

from annotation.models import Project, QueryItem, Reading, SourceModel, Span, Turn
from annotation.models.run_records import Transfer
from annotation.refusals import Refused
from annotation.services.learning import page, rows
from annotation.services.learning import words as learning_words
from annotation.services.learning.cards import read_card
from annotation.services.learning.page import read_learning
from annotation.services.runs import chosen_model
from annotation.services.runs.current import current_model, latest_model
from annotation.services.training.costs import read_cost
from tests.labelled import label
from tests.rounds import drawn, make_round


def test_rounds_are_points_with_what_they_cost(project: Project) -> None:
    make_round(project, 1, 1)
    make_round(project, 2, 2)
    make_round(project, 3, model=False, metrics={"on": "nothing"}, details={"counts": ""})
    learning = read_learning(project)
    point = learning.measured[1].point
    assert point is not None
    assert (point.turns, point.tokens, point.edits, point.seconds) == (20, 300, 24, 180.0)
    assert (point.f1, point.on, point.n) == (pytest.approx(4 / 5.5, abs=1e-4), "test", 20)
    assert [model.number for model in learning.models] == [1, 2, 3]
    assert learning.current is learning.newest is learning.shown
    assert learning.current and learning.current.number == 2  # the third left no model
    assert learning.last is learning.models[1]


def test_time_that_nobody_measured_is_unknown_and_not_nothing(project: Project) -> None:
    make_round(project, 1, details={"cost": {"edits": 3, "seconds": 0.0, "timed": 0}})
    make_round(project, 2, details={"cost": {}})
    points = [model.point for model in read_learning(project).measured]
    assert [(p.edits, p.seconds) for p in points if p] == [(3, None), (None, None)]


def test_going_back_and_on_again(project: Project, curator: Any, data_dir: Path) -> None:
    first, second = make_round(project, 1), make_round(project, 2)
    assert current_model(project) == latest_model(project) == second
    with pytest.raises(Refused, match="not there any more"):
        chosen_model.choose_model(project, first.pk, curator)
    (data_dir / first.folder).mkdir(parents=True)
    chosen_model.choose_model(project, first.pk, curator)
    project.refresh_from_db()
    assert (current_model(project), latest_model(project)) == (first, second)
    learning = read_learning(project)
    assert (learning.pinned, learning.current and learning.current.number) == (True, 1)
    told = learning_words.pinned_sentence(learning)
    assert "curator went back to Model 1" in told and "until the newest" in told
    third = make_round(project, 3)
    assert current_model(project) == first  # a new round changes nothing
    chosen_model.release_model(project)
    project.refresh_from_db()
    assert current_model(project) == third
    assert learning_words.pinned_sentence(read_learning(project)) == ""


def test_a_large_model_stands_beside_the_curve(
    project: Project, curator: Any, data_dir: Path
) -> None:
    make_round(project, 1)
    second = make_round(project, 2)
    large = make_round(project, 2, 3, kind="large", labelled_turns=20)
    learning = read_learning(project)
    assert learning.newest and learning.newest.run == second  # no large model was asked for
    project.encoder = "some/encoder"
    project.save()
    learning = read_learning(project)
    assert learning.newest and learning.newest.run == large == current_model(project)
    assert learning.last and learning.last.run == second
    assert learning_words.explanation(learning).startswith("Model 2, after 20 read turns.")
    assert learning_words.model_name(learning.newest) == "Large model 2"
    (data_dir / second.folder).mkdir(parents=True)
    chosen_model.choose_model(project, second.pk, curator)
    project.refresh_from_db()
    assert current_model(project) == second


def test_only_finished_models_of_the_project_can_propose(
    project: Project, curator: Any, data_dir: Path
) -> None:
    other = Project.objects.create(slug="other", name="Other")
    bad = [
        make_round(other, 1).pk,
        make_round(project, 1, status="failed").pk,
        make_round(project, 2, model=False).pk,
        0,
    ]
    for pk in bad:
        with pytest.raises(Refused, match="no finished model"):
            chosen_model.choose_model(project, pk, curator)
    project.refresh_from_db()
    assert project.model is None


def test_two_models_are_compared_by_label(project: Project) -> None:
    make_round(project, 1, 1)
    make_round(project, 2, 2)
    left, right = read_learning(project).models
    compared = page.compare_models(left, right)
    assert compared is not None
    # 20 turns: right 20 of 30 said and 60 of gold, then 40 of 50: F1 40/90 and 80/110
    assert compared.whole.first == pytest.approx(40 / 90)
    assert compared.whole.second == pytest.approx(80 / 110)
    assert (compared.turns, list(compared.rows)) == (20, ["surname"])
    assert compared.named == compared.whole  # one label alone cannot be taken for another
    told = learning_words.compare_sentence(compared)
    assert told.startswith("Model 2 is better: F1 .727 against .444 on the same 20 turns")
    back = page.compare_models(right, left)
    assert back and learning_words.compare_sentence(back).startswith("Model 2 is better: F1 .727")
    same = page.compare_models(left, left)
    assert same and learning_words.compare_sentence(same).startswith("No clear difference")


def test_what_was_measured_otherwise_is_not_compared(project: Project) -> None:
    run = make_round(project, 1)
    make_round(project, 2, metrics={**run.metrics, "on": "cross-validation"})
    make_round(project, 3, details={"counts": "damaged"})
    one, other, damaged = read_learning(project).models
    assert page.compare_models(one, other) is None
    assert page.compare_models(one, damaged) is None
    assert page.read_hard_turns(project, damaged)[1] == []


def test_chance_is_told_with_where_it_comes_from(project: Project) -> None:
    make_round(project, 1, 1)
    make_round(project, 2, 2, details={"random": drawn(15, 0.25)})
    # at 15 turns the line between (10, .4444) and (20, .7273) is at .5859
    told = learning_words.chance_sentence(project, read_learning(project))
    assert told == (
        "A model that learnt only from the 15 turns drawn by chance has F1 .25 (.20 to .30); "
        "after as many chosen turns the project stood at about .59."
    )


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"query_strategy": "random"}, "the line is what chance gives"),
        ({"audit_percent": 0}, "nothing to compare with. The settings"),
        ({}, "has been read yet: nothing to compare with"),
    ],
)
def test_without_chance_the_page_says_so(
    project: Project, values: dict[str, Any], words: str
) -> None:
    make_round(project, 1)
    for name, value in values.items():
        setattr(project, name, value)
    assert words in learning_words.chance_sentence(project, read_learning(project))


AUDIT = {
    "turns": 90, "items": 60, "missed": 9, "tokens": 110, "precision": 0.9, "recall": 0.8,
    "f1": 0.8471, "f1_low": 0.7604, "f1_high": 0.9012,
    "f1_labels": 0.7, "f1_labels_low": 0.6, "f1_labels_high": 0.8,
}  # fmt: skip


def test_chance_is_not_set_beside_rounds_that_had_no_help_of_the_source(project: Project) -> None:
    """The project's models of as few turns did not begin from the source; this one does."""
    leans = {"leans": True, "listens": False}
    make_round(project, 1, 1)
    make_round(project, 2, 2, details={"random": drawn(5, 0.6)}, transfer=leans)
    learning = read_learning(project)
    assert (learning.chance, learning.unlike) == ([], True)
    told = learning_words.chance_sentence(project, learning)
    assert told.startswith("What turns drawn by chance would have taught is not shown")
    make_round(project, 3, 2, details={"random": drawn(15, 0.6)}, transfer=leans)
    assert [point.turns for point in read_learning(project).chance] == [15]  # as the second round


def test_the_source_by_itself_is_no_figure_to_compare_with() -> None:
    told = learning_words.alone_sentence(Transfer(trust=0.79, signals={"turns": 55}))
    assert told.startswith("By itself it has F1 .79 on the 55 read turns, whatever the label.")
    assert "say nothing beside each other" in told
    assert learning_words.alone_sentence(Transfer(trust=0.0, signals={"turns": 55})) == ""


def test_turns_drawn_by_chance_are_a_test(project: Project) -> None:
    run = make_round(project, 1, advice={"audit": AUDIT})
    assert learning_words.audit_sentence(run) == (
        "A test that nobody chose: the last 90 turns drawn by chance, with 110 personal words, "
        "before any model learnt from them: F1 .85 (.76 to .90) · with the right label .70 "
        "(.60 to .80). The older of these turns tell of weaker models."
    )
    (row,) = rows.list_runs(project)
    assert row["audit"] == AUDIT


def halves(**advice: Any) -> dict[str, Any]:
    """A round measured half by half, F1 .71, with the right label .48, with its advice."""
    metrics = {
        "f1": 0.71, "f1_low": 0.66, "f1_high": 0.76, "f1_labels": 0.48, "f1_labels_low": 0.4,
        "f1_labels_high": 0.55, "precision": 0.8, "recall": 0.64, "on": "cross-validation", "n": 24,
    }  # fmt: skip
    return {"metrics": metrics, "advice": advice}


def test_what_is_measured_half_by_half_is_told_as_a_lower_bound(project: Project) -> None:
    """No interval: it held the truth in 28 % of rounds, and was always too low."""
    make_round(project, 1, **halves())
    learning = read_learning(project)
    assert learning_words.headline(learning) == (
        "F1 at least .71 · with the right label at least .48"
    )
    told = learning_words.explanation(learning)
    assert told.startswith("Model 1, after 10 read turns. F1 counts misses and false alarms alike")
    assert "At least: measured on the 24 read turns half by half" in told
    assert learning_words.curve_sentence(learning) == (
        "Found: whatever the label. Arrows: at least so much. F1 stands in the table."
    )
    point = learning.measured[0].point
    assert point is not None and (point.low, point.high, point.named_low) == (None, None, None)
    (row,) = rows.list_runs(project)
    assert (row["f1"], row["f1_labels"], row["bound"]) == (0.71, 0.48, "at least")
    assert (row["f1_low"], row["f1_labels_high"]) == (None, None)
    assert row["headline"] == {
        "basis": "cross-validation", "bound": "at least", "found": 0.71, "found_low": None,
        "found_high": None, "named": 0.48, "named_low": None, "named_high": None,
        "measured_turns": 24,
    }  # fmt: skip


def test_enough_turns_drawn_by_chance_give_the_headline(project: Project) -> None:
    make_round(project, 1, **halves(audit=AUDIT))
    learning = read_learning(project)
    assert learning_words.headline(learning) == (
        "F1 .85 (.76 to .90) · with the right label .70 (.60 to .80)"
    )
    assert "the last 90 turns drawn by chance, before" in learning_words.explanation(learning)
    assert learning_words.audit_sentence(learning.models[0].run) == ""  # it is said already
    (row,) = rows.list_runs(project)
    best = {name: row["headline"][name] for name in ("basis", "bound", "found", "named_low")}
    assert best == {"basis": "chance", "bound": "estimate", "found": 0.8471, "named_low": 0.6}
    few = AUDIT | {"turns": 12, "f1_low": None, "f1_high": None}
    make_round(project, 2, **halves(audit=few))
    assert "at least .71" in learning_words.headline(read_learning(project))


def test_of_a_round_of_before_only_what_was_measured_is_told(project: Project) -> None:
    metrics = {"f1": 0.5, "precision": 0.5, "recall": 0.5, "on": "cross-validation", "n": 9}
    make_round(project, 1, metrics=metrics)
    assert learning_words.headline(read_learning(project)) == "F1 at least .50"
    (row,) = rows.list_runs(project)
    assert (row["f1_labels"], row["headline"]["named"]) == (None, None)


def test_a_model_below_the_threshold_is_not_called_one_that_proposes(
    project: Project, curator: Any, data_dir: Path
) -> None:
    weak = make_round(project, 1, **halves())
    project.proposal_threshold = 0.8
    model = read_learning(project).models[0]
    assert (model.is_current, model.proposes) == (True, False)
    project.proposal_threshold = 0.6
    assert read_learning(project).models[0].proposes
    weak.advice = {"audit": AUDIT}  # .85 by turns drawn by chance: what is told decides
    weak.save()
    project.proposal_threshold = 0.8
    assert read_learning(project).models[0].proposes
    weak.advice = {}
    weak.save()
    (data_dir / weak.folder).mkdir(parents=True)
    project.proposal_threshold = 0.8
    project.save()
    chosen_model.choose_model(project, weak.pk, curator)
    project.refresh_from_db()
    told = learning_words.pinned_sentence(read_learning(project))
    assert told.endswith("It is too weak for now, so readers see none.")


def test_too_few_turns_drawn_by_chance_are_no_test_yet(project: Project) -> None:
    few = AUDIT | {"turns": 12, "tokens": 1, "f1_low": None, "f1_high": None}
    told = learning_words.audit_sentence(make_round(project, 1, **halves(audit=few)))
    assert "12 turns drawn by chance are read, personal words in them: 1;" in told
    assert "from 30 turns and 20 words on" in told and "0.8" not in told and ".85" not in told
    old = {name: value for name, value in AUDIT.items() if name[:3] != "f1_"}
    for number, advice in enumerate(({}, {"audit": None}, {"audit": old}), start=2):
        run = make_round(project, number, advice=advice)
        assert learning_words.audit_sentence(run) == ""
    assert learning_words.audit_sentence(None) == ""
    tested = make_round(project, 5, advice={"audit": few})  # a test says more than twelve turns
    assert learning_words.audit_sentence(tested) == ""
    assert [row["audit"] for row in rows.list_runs(project)] == [None] * 5


def test_the_curve_is_not_drawn_on_beyond_its_ends(project: Project) -> None:
    make_round(project, 1)
    learning = read_learning(project)
    assert learning_words.value_at(learning, 10) == learning.measured[0].point.f1  # type: ignore[union-attr]
    assert learning_words.value_at(learning, 9) is None
    assert learning_words.value_at(learning, 11) is None


def test_hard_turns_are_opened_where_something_was_asked(project: Project, batch: Any) -> None:
    asked = Turn.objects.get(text__startswith="Soy Francisco")
    near = Turn.objects.get(text__startswith="<%eh>")  # of the same call, not asked
    far = Turn.objects.get(text="Gracias")  # of the other call
    make_round(project, 1, details={"hardest": [near.pk, far.pk, asked.pk, 10**9]})
    model = read_learning(project).models[0]
    unsure, _wrong = page.read_hard_turns(project, model)
    items = dict(QueryItem.objects.values_list("turn_id", "pk"))
    assert [each.turn.pk for each in unsure] == [near.pk, far.pk, asked.pk]
    assert [each.is_asked for each in unsure] == [False, False, True]
    assert unsure[0].item in items.values()
    assert (unsure[1].item, unsure[2].item) == (None, items[asked.pk])


def test_cost_counts_what_people_set_right(
    project: Project, batch: Any, annotator: Any, curator: Any
) -> None:
    first, second, third = Turn.objects.filter(query_item__isnull=False).order_by("position")
    surname, place = project.labels.get(name="surname"), project.labels.get(name="place")
    proposed = Span.objects.create(turn=second, start=4, end=13, label=place, status="proposed")

    def read(turn: Turn, seconds: float, **values: Any) -> Reading:
        return Reading.objects.create(
            turn=turn, reader=annotator, status="done", seconds=seconds, **values
        )

    own = read(second, 30.5)
    for start, end, name, status in (
        (4, 13, place, "accepted"),  # as proposed: no edit
        (14, 22, surname, "accepted"),  # moved and renamed
        (4, 13, place, "rejected"),
    ):
        Span.objects.create(
            turn=second, reading=own, start=start, end=end, label=name, status=status,
            origin=proposed,
        )  # fmt: skip
    read(first, 0)
    label(first, annotator, [("Marta", "female name")])  # given by hand
    Reading.objects.create(turn=third, reader=curator, status="open", seconds=99)
    assert read_cost(project).to_json() == {"readings": 2, "timed": 1, "seconds": 30.5, "edits": 3}
    assert read_cost(project, drawn=True).edits == 3  # the batch was drawn by chance
    QueryItem.objects.filter(turn=second).update(reason="target")
    assert read_cost(project, drawn=True).to_json() == {
        "readings": 1, "timed": 0, "seconds": 0.0, "edits": 1,
    }  # fmt: skip
    QueryItem.objects.filter(turn=first).update(reason="audit")
    assert read_cost(project, drawn=True).readings == 1


def test_a_card_tells_what_it_knows(project: Project) -> None:
    card = {
        "kind": "bert", "device": "cpu", "labels": "all", "tags": ["O", "I-a", "B-a", "I-b"],
        "encoder": {"name": "me5-small", "weights": "4-bit", "licence": "MIT"},
        "utterances": 1200, "tokens": 9000, "items": 1, "seconds": 65.2, "bytes": 30 * 1024**2,
        "calibration": {"temperature": 1.2}, "sha256": "ab" * 32,
    }  # fmt: skip
    facts = {fact.name: fact.value for fact in read_card(make_round(project, 1, card=card))}
    assert facts == {
        "Kind": "BERT, fine-tuned, on the processor",
        "Encoder": "me5-small, 4-bit, MIT",
        "Learnt from": "1,200 turns, 9,000 tokens, 1 item",
        "Labels": "2",
        "How good": "F1 .44 (.39 to .49) · with the right label .24 (.14 to .34)",
        "Trained in": "65 s",
        "Size": "30 MB",
        "Probabilities": "calibrated on turns held out",
        "Fingerprint": "abababababab",
    }
    card |= {"restarted": {"learning_rate": 3e-4, "loss": 0.4}, "learning_rate": 9e-5}
    card |= {"stuck": True}
    told = {fact.name: fact.value for fact in read_card(make_round(project, 3, card=card))}
    assert told["Loss"] == (
        "did not fall at a learning rate of 0.0003; begun anew at 9e-05; "
        "did not fall: it has learnt next to nothing"
    )
    bare = make_round(project, 2, card={}, labelled_turns=0, metrics={"on": "nothing"})
    assert read_card(bare) == []


@pytest.mark.parametrize(
    ("transfer", "weight", "words"),
    [
        ({}, None, "the newest round did not ask it"),
        ({"asked": True}, None, "neither it nor the project's own model is sure"),
        ({}, 0.25, "hotels is the source. What it does not know counts 25"),
        (
            {"trust": 0.8, "listens": False, "leans": True},
            None,
            "hotels is used: the model begins with what it knows.",
        ),
        ({"trust": 0.7, "listens": True}, None, "hotels is used: the model asks it for hints."),
        ({"trust": 0.0, "listens": False, "leans": False}, None, "hotels is not used"),
    ],
)
def test_transfer_in_a_sentence(
    project: Project, transfer: dict[str, float], weight: float | None, words: str
) -> None:
    source = SourceModel(name="hotels", lang="en", folder="x")
    run = make_round(project, 1, transfer=transfer, source_weight=weight)
    assert words in learning_words.transfer_sentence(source, run)
    assert learning_words.transfer_sentence(None, run) == ""
    assert learning_words.transfer_sentence(source, None) == ""
