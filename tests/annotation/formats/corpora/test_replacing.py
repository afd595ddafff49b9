"""Edits move what stands on a text and drop what may repeat it."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.formats import DialogueValue, SpanValue, TurnValue
from annotation.formats.corpora.replacing import (
    Edit,
    moved,
    neutral_speakers,
    replaced_turn,
    safe_extra,
    shift,
    shows_number,
)
from tests.annotation.formats.edits import apply_edits, edited


def test_positions_move_with_the_text() -> None:
    text = "soy Ana de Irun ya"
    edits: list[Edit] = [(4, 7, "Maider"), (11, 15, "O")]
    new = apply_edits(text, edits)
    assert new == "soy Maider de O ya"
    assert [moved(at, edits) for at in (0, 4, 7, 8, 11, 15, 18)] == [0, 4, 10, 11, 14, 15, 18]
    assert [moved(at, edits) for at in (5, 6, 12)] == [10, 10, 15]


@pytest.mark.parametrize(
    "edits",
    [
        [(3, 2, "")],
        [(2, 2, "x")],
        [(0, 99, "")],
        [(3, 5, ""), (1, 2, "")],
        [(0, 3, ""), (2, 4, "")],
        [(0, 3, "of another length")],
    ],
)
def test_wrong_edits(edits: list[Edit]) -> None:
    with pytest.raises(ValueError, match="edits"):
        replaced_turn(TurnValue("s", "abcdef"), "abcdef", edits)


@given(st.data())
def test_a_stretch_outside_all_edits_keeps_its_text(data: st.DataObject) -> None:
    text = data.draw(st.text(max_size=30))
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=8)))
    edits = [(a, b, data.draw(st.text(max_size=5))) for a, b in zip(cuts[::2], cuts[1::2])]  # noqa: B905
    new = apply_edits(text, edits)
    bounds = [0, *(at for edit in edits for at in edit[:2]), len(text)]
    for start, end in zip(bounds[::2], bounds[1::2], strict=True):
        assert new[moved(start, edits) : moved(end, edits)] == text[start:end]
    positions = [moved(at, edits) for at in range(len(text) + 1)]
    assert positions == sorted(positions)
    assert positions[-1] == len(new)


def test_only_what_cannot_speak_is_kept() -> None:
    extra: dict[str, Any] = {
        "turn": 3, "ok": True, "nothing": None, "seconds": 12.5, "intent": "find/hotel",
        "phone": 612345678, "zip": 48011, "note": "llama Ana", "who": ["Ana"], "deep": {"a": "Ana"},
        "Ana Olabe": 1, "domain": "Ana Olabe", "lang": "es",
    }  # fmt: skip
    assert safe_extra(extra) == {
        "turn": 3, "ok": True, "nothing": None, "seconds": 12.5, "intent": "find/hotel",
        "lang": "es",
    }  # fmt: skip
    assert safe_extra(extra, keep=["note"])["note"] == "llama Ana"


def test_shift_rebuilds_what_it_knows_and_trusts_nothing_else() -> None:
    extra: dict[str, Any] = {
        "utterances": [
            {"speaker": "a", "start": 0, "end": 7, "utterance": "soy Ana"},
            {"speaker": "a", "start": 8, "end": 99},
            "Ana",
        ],
        "events": [
            {"kind": "event", "name": "noise-rire", "speaker": "a", "start": 7, "end": 7},
            {
                "kind": "event",
                "name": "dice «Ana»",
                "speaker": "a",
                "start": 4,
                "end": 7,
                "x": "Ana",
            },
            {"kind": "Ana", "name": "x", "speaker": "a", "start": 0, "end": 1},
        ],
        "filtered": 7,
        "text-events": "soy Ana",
    }
    assert shift(extra, [(4, 7, "Eva María")], 7) == {
        "filtered": 13,
        "utterances": [{"speaker": "a", "start": 0, "end": 13}],
        "events": [
            {"kind": "event", "name": "event", "speaker": "a", "start": 4, "end": 13},
            {"kind": "event", "name": "noise-rire", "speaker": "a", "start": 13, "end": 13},
        ],
    }


def test_spans_move_and_lose_their_surface() -> None:
    span = SpanValue(4, 7, "name", 0.5, {"text": "Ana", "seen": 2})
    turn = TurnValue("s", "soy Ana", (span, SpanValue(0, 3, "x")))
    assert replaced_turn(turn, "soy Eva Gil", [(4, 7, "Eva Gil")]).spans == (
        SpanValue(4, 11, "name", 0.5, {"seen": 2}),
        SpanValue(0, 3, "x"),
    )
    assert replaced_turn(turn, "soy ", [(4, 7, "")]).spans == (SpanValue(0, 3, "x"),)
    given_span = (SpanValue(0, 1, "y"),)
    assert replaced_turn(turn, "soy E", [(4, 7, "E")], given_span).spans == given_span


def test_nothing_of_a_hostile_dialogue_leaves() -> None:
    name = "Zuriñe"
    turn = TurnValue(
        name,
        f"soy {name}",
        (SpanValue(4, 10, "name", extra={"text": name, "surface": name, "note": {"a": name}}),),
        extra={
            "speakers": {name: [{"utterance": f"soy {name}"}]},
            "text-events": f"soy {name}",
            "events": [{"speaker": name, "name": "i", "description": name}],
            "note": name,
        },
    )
    dialogue = DialogueValue("d", "es", (turn,), meta={"client": name}, extra={"file": name})
    new = edited(dialogue, {0: [(4, 10, "Eva")]})
    assert name not in json.dumps(repr(new), ensure_ascii=False)
    assert new.turns[0].speaker == "spk1"
    assert new.turns[0].extra["utterances"] == [{"speaker": "spk1", "start": 0, "end": 7}]


def test_speakers_that_are_roles_keep_their_names() -> None:
    speakers = ["agente", "spk2", "A", "", "Ana", "Cliente", "Jon Olabe", "spk1", "Caller 2"]
    dialogue = DialogueValue("d", "es", tuple(TurnValue(each, "x") for each in speakers))
    assert neutral_speakers(dialogue) == {"Ana": "spk3", "Jon Olabe": "spk4"}


@pytest.mark.parametrize(
    ("beside", "shown"),
    [({"pin": 7391}, True), ({"a": [{"n": 7391.0}]}, True), ({"pin": 7392}, False), ({}, False)],
)
def test_a_number_beside_the_turns_that_a_label_holds(beside: dict[str, Any], shown: bool) -> None:
    value = DialogueValue(id="a", lang="es", turns=(TurnValue("agent", "Es [PIN]"),), meta=beside)
    assert shows_number(value, ["73 91", "Ana"]) is shown
