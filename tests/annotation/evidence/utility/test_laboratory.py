"""The laboratory on tiny corpora: same dialogues, three columns, processes, bad input."""

import json
from collections.abc import Sequence

import pytest

from annotation.evidence.errors import EvidenceError
from annotation.evidence.utility import laboratory, parts
from annotation.evidence.utility.figures import Figures
from annotation.evidence.utility.laboratory import measure_utility
from annotation.evidence.utility.parts import Left, NotRun, from_json, to_json
from annotation.evidence.utility.replacing import draw_examples, key_of, replaced
from annotation.evidence.utility.types import Example, Material, Plan, Way
from annotation.services.evidence.use.laboratory import ways_of
from surrogates.types import Dialogue, Mention, Turn
from tests.annotation.evidence.utility.corpora import NAMES, calls

ENTITY, TYPED, WORD = Way("entity", "entity"), Way("typed", "typed"), Way("word", "word")
BROKEN = Way("dissociation", "no such strategy")
TRAIN, TEST = calls(0, 20), calls(20, 6)


def measured(*ways: Way, train: Sequence[Example] = TRAIN, **plan: object) -> Figures:
    material = Material(tuple(train), TEST, ways)
    return measure_utility(material, Plan(repeats=1, **plan))  # type: ignore[arg-type]


def test_three_columns_and_the_difference() -> None:
    figures = measured(ENTITY, TYPED)
    original, entity, typed = figures["rows"]
    assert [row["strategy"] for row in figures["rows"]] == ["none", "entity", "typed"]
    assert original["replaced"] is None  # nothing is replaced for it
    assert entity["delta"]["mean"] == pytest.approx(
        entity["original"]["mean"] - original["original"]["mean"]
    )
    # Placeholders teach how a placeholder looks: they are found, and names are not.
    assert typed["original"]["mean"] < 0.5 < typed["replaced"]["mean"]
    assert typed["costs"] == ["given_name"]


def test_a_share_of_the_items_stays_on_purpose() -> None:
    """For the curve of p: the dialogues leave though they show originals, half of them at .5."""
    half = Way("word@.5", "word", p=0.5)
    left = replaced(TRAIN, half, bytes(32))
    assert all(left)
    stay = [
        was.turns[n].text == now.turns[n].text
        for was, now in zip((each.dialogue for each in TRAIN), left, strict=True)
        if now is not None
        for n, turn in enumerate(was.turns)
        if turn.mentions
    ]
    assert 0.25 < sum(stay) / len(stay) < 0.75
    assert [way.p for way in ways_of(["word", "word@.5"], [])] == [1.0, 0.5]
    for wrong in ("word@0", "word@1.5", "word@x", "nothing@.5"):
        with pytest.raises(EvidenceError, match="expected"):
            ways_of([wrong], [])


def test_answers_are_learnt_by_the_classifier() -> None:
    figures = measured(ENTITY, task="intent")
    assert (figures["measure"], figures["model"]) == ("accuracy", "linear")
    assert figures["rows"][0]["original"]["mean"] == 1.0
    assert {row["name"] for row in figures["rows"][1]["answers"]} == {"greet", "pay", "cancel"}


def test_learns_from_the_dialogues_that_every_strategy_lets_out() -> None:
    # "Zuriñe" is labelled in one place only, so every strategy would show her in the other.
    shown = Dialogue(
        "shown",
        "es",
        (
            Turn("client", "Soy Zuriñe.", (Mention(4, 10, "given_name", "0:4"),)),
            Turn("agent", "Dígame, Zuriñe."),
        ),
    )
    figures = measured(ENTITY, TYPED, train=(*TRAIN, Example(shown)))
    assert figures["drawn"] == 21
    assert figures["learnt_from"]["mean"] == 20
    assert figures["rows"][1]["left"]["mean"] == 20


def test_what_is_learnt_from_leaves_under_every_strategy_that_ran() -> None:
    left = {"entity": Left((0, 2), 1), "typed": Left((0, 1), 1), "word": NotRun("it cannot")}
    assert laboratory.places_of(left) == [0]
    assert laboratory.to_learn(left) == ["none", "entity", "typed"]


def test_no_dialogue_left_is_one_sentence() -> None:
    hidden = [
        Example(
            Dialogue(
                f"d{n}",
                "es",
                (Turn("a", f"Soy {NAMES[n]}.", (Mention(4, 4 + len(NAMES[n]), "given_name", "m"),)),
                 Turn("b", f"Dígame, {NAMES[n]}.")),
            )
        )
        for n in range(3)
    ]  # fmt: skip
    with pytest.raises(EvidenceError, match="no training dialogue leaves under every strategy"):
        measured(ENTITY, train=hidden)


def test_one_kind_of_answer_is_one_sentence() -> None:
    greeted = [Example(each.dialogue, ("greet", "")) for each in TRAIN]
    with pytest.raises(EvidenceError, match="1 kinds of answers"):
        measured(ENTITY, train=greeted, task="intent")


def test_a_dialogue_that_cannot_be_replaced_is_one_sentence() -> None:
    mentions = (Mention(0, 5, "given_name", "a"), Mention(3, 8, "surname", "b"))
    crossed = Example(Dialogue("crossed", "es", (Turn("a", "Ana Ruiz", mentions),)))
    with pytest.raises(EvidenceError, match="entity: "):
        measured(ENTITY, train=(*TRAIN, crossed))


def test_a_part_that_fails_is_not_run_and_the_others_stand() -> None:
    rows = measured(ENTITY, BROKEN)["rows"]
    assert rows[2]["state"] == "not run" and rows[2]["why"].startswith("dissociation: ")
    assert rows[:2] == measured(ENTITY)["rows"]


def test_what_parts_give_is_the_same_after_json() -> None:
    drawn = parts.replace_part(Material(TRAIN, TEST, (ENTITY,)), Plan(), 0, "entity")
    learnt = parts.learn_part(Material(TRAIN, TEST, (ENTITY,)), Plan(), 0, drawn, [0, 1, 2])
    for answer in (drawn.left, learnt, parts.Learnt(None), NotRun("nothing")):
        assert from_json(json.loads(json.dumps(to_json(answer)))) == answer


def test_each_repeat_draws_its_own_dialogues_and_surrogates() -> None:
    plan = Plan(dialogues=8)
    first, second = (draw_examples(TRAIN, plan, repeat) for repeat in (0, 1))
    assert len(first) == len(second) == 8 and first != second
    assert draw_examples(TRAIN, plan, 0) == first
    drawn = [replaced(TRAIN[:3], ENTITY, key_of(plan, repeat, "train")) for repeat in (0, 1)]
    assert drawn[0] != drawn[1]


def test_as_many_processes_as_one_likes_give_the_same() -> None:
    material = Material(TRAIN, TEST, (ENTITY, BROKEN, WORD))
    plan = Plan(task="intent", repeats=2, dialogues=12)
    assert measure_utility(material, plan, jobs=2) == measure_utility(material, plan)


def test_it_says_how_far_it_is_and_can_be_stopped() -> None:
    said: list[tuple[float, str]] = []
    material = Material(TRAIN, TEST, (TYPED,))
    measure_utility(material, Plan(repeats=1), report=lambda *each: said.append(each))
    shares = [share for share, _phase in said]
    assert shares == sorted(shares) and shares[-1] == 1.0
    assert {phase for _share, phase in said} == {laboratory.REPLACING, laboratory.TRAINING}

    def stop(share: float, phase: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        measure_utility(material, Plan(repeats=1), report=stop)


def test_no_text_is_in_the_answer() -> None:
    assert not any(name in repr(measured(ENTITY, TYPED)) for name in NAMES)


def test_what_cannot_be_learnt_is_no_score(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "learn", lambda examples, plan: None)
    assert "why" in measured(TYPED)["rows"][1]
