"""ES-Port JSON: the published example, round trips, awkward turns, and no stale text."""

import json
import time
import zipfile
from contextlib import suppress
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from annotation.formats import DialogueValue, FormatError, read_corpus, write_corpus
from annotation.formats.corpora.esport import absorb
from annotation.formats.types import SpanValue, TurnValue
from tests.annotation.formats.edits import edited

CALL = Path(__file__).parents[3] / "data" / "esport-call.json"


def read(record: Any) -> DialogueValue:
    [dialogue] = read_corpus("esport", json.dumps(record).encode(), filename="f.json")
    return dialogue


def read_turn(**turn: Any) -> TurnValue:
    return read({"file-id": "x", "turns": [turn]}).turns[0]


def write(dialogue: DialogueValue) -> Any:
    out = BytesIO()
    write_corpus("esport", [dialogue], out)
    with zipfile.ZipFile(out) as archive:
        [name] = archive.namelist()
        return json.loads(archive.read(name))


def surfaces(turn: TurnValue) -> list[tuple[str, str]]:
    return [(turn.text[span.start : span.end], span.label) for span in turn.spans]


def test_the_round_trip_keeps_every_field() -> None:
    record = json.loads(CALL.read_text("utf-8"))
    dialogue = read(record)
    assert write(dialogue) == record
    assert read(write(dialogue)) == dialogue


def test_a_turn_is_read_as_text_spans_and_offsets() -> None:
    first, second, third = read(json.loads(CALL.read_text("utf-8"))).turns
    assert surfaces(first) == [("Efeledos", "organisation"), ("Maider", "female name")]
    assert surfaces(second)[2:] == [("seis", "number"), ("seis", "number")]
    assert second.spans[2].end + 1 == second.spans[3].start  # neighbours stay two
    assert second.speaker == "spk2"
    assert [u["speaker"] for u in second.extra["utterances"]] == ["spk2", "spk2", "spk2", "spk1"]
    [switch] = second.extra["events"]
    assert second.text[switch["start"] : switch["end"]] == "router"
    assert (third.text, third.speaker) == ("", "spk1")


def test_the_published_example() -> None:
    turn = {
        "turn": 10,
        "labels": [{"label": "organisation", "word": "Efeledos"}],
        "speakers": {
            "spk2": [
                {"utterance": "Sí, sí, en el"},
                {"utterance": "router"},
                {"utterance": "hay una= pegatina que pone Efeledos"},
            ]
        },
        "language-events": [{"speaker": "spk2", "description": "router", "language-name": "en"}],
        "events": [{"speaker": "spk2", "name": "noise-rire", "description": "|Null|"}],
        "text-events": "Sí, sí, en el @[*LANGUAGE*: en(router)-spk2] hay una= pegatina que pone "
        "Efeledos @[*EVENT*: noise-rire(|Null|)-spk2]",
        "filtered-text": "Sí, sí, en el router hay una= pegatina que pone Efeledos",
    }
    record = {"file-id": "10", "turns": [turn]}
    assert write(read(record)) == record


def test_no_original_survives_a_replacement() -> None:
    dialogue = read(json.loads(CALL.read_text("utf-8")))
    first, second, _ = dialogue.turns
    edits = {
        0: [
            (s.start, s.end, new) for s, new in zip(first.spans, ["Vodetel", "Ainhoa"], strict=True)
        ],
        1: [
            (s.start, s.end, new)
            for s, new in zip(second.spans, ["Ainhoa", "Larrea", "dos", ""], strict=True)
        ],
    }
    record = write(edited(dialogue, edits))
    whole = json.dumps(record, ensure_ascii=False)
    for original in ("Maider", "Efeledos", "Olabe", "seis"):
        assert original not in whole
    turn = record["turns"][1]
    assert (
        turn["filtered-text"] == "hola Ainhoa <%eh> soy Larrea y el router no va es el dos  <%mhm>"
    )
    assert [each["utterance"] for each in turn["speakers"]["spk2"]] == [
        "hola Ainhoa <%eh> soy Larrea y el",
        "router",
        "no va es el dos ",
    ]
    assert turn["labels"][0] == {"word": "Ainhoa", "label": "female name"}
    assert "@[*LANGUAGE*: en(router)-spk2]" in turn["text-events"]
    assert record["turns"][0]["turn"] == 1


def test_words_of_an_event_are_replaced_with_the_text() -> None:
    turn = read_turn(
        labels=[{"word": "Olabe", "label": "surname"}],
        speakers={"s1": [{"utterance": "soy"}, {"utterance": "Olabe"}]},
        **{
            "filtered-text": "soy Olabe",
            "text-events": "soy @[*EVENT*: pronounce-ch(Olabe)-s1]",
            "events": [{"speaker": "s1", "name": "pronounce-ch", "description": "Olabe"}],
        },
    )
    record = write(edited(DialogueValue("x", "es", (turn,)), {0: [(4, 9, "Larrea")]}))
    [written] = record["turns"]
    assert written["events"][0]["description"] == "Larrea"
    assert written["text-events"] == "soy @[*EVENT*: pronounce-ch(Larrea)-s1]"
    assert "Olabe" not in json.dumps(record)


def test_a_name_cut_by_an_event_is_said_once() -> None:
    """One span over two utterances: the first gets the whole surrogate."""
    turn = read_turn(
        speakers={"s1": [{"utterance": "soy Ana"}, {"utterance": "Olabe ya"}]},
        **{"filtered-text": "soy Ana Olabe ya"},
    )
    turn = replace(turn, spans=(SpanValue(4, 13, "other"),))
    record = write(edited(DialogueValue("x", "es", (turn,)), {0: [(4, 13, "Eva Gil")]}))
    [written] = record["turns"]
    assert [each["utterance"] for each in written["speakers"]["s1"]] == ["soy Eva Gil", " ya"]
    assert [each["word"] for each in written["labels"]] == ["Eva", "Gil"]


def test_utterances_that_the_filtered_text_lacks_can_be_labelled_too() -> None:
    turn = read_turn(
        labels=[{"word": "Olabe", "label": "surname"}],
        speakers={"s1": [{"utterance": "buenas"}], "s2": [{"utterance": "soy Olabe"}]},
        **{"filtered-text": "buenas"},
    )
    assert turn.text == "buenas soy Olabe"
    assert surfaces(turn) == [("Olabe", "surname")]
    dialogue = DialogueValue("x", "es", (turn,))
    [same] = write(dialogue)["turns"]
    assert same["filtered-text"] == "buenas"
    assert same["speakers"] == {"s1": [{"utterance": "buenas"}], "s2": [{"utterance": "soy Olabe"}]}
    [other] = write(edited(dialogue, {0: [(11, 16, "Gil")]}))["turns"]
    assert other["filtered-text"] == "buenas"
    assert other["speakers"]["s2"] == [{"utterance": "soy Gil"}]


def test_a_label_is_found_through_marks_and_written_as_it_was_given() -> None:
    turn = read_turn(
        labels=[{"word": "Efeledos", "label": "organisation"}], **{"filtered-text": "Efe=le=dos ya"}
    )
    assert surfaces(turn) == [("Efe=le=dos", "organisation")]
    dialogue = DialogueValue("x", "es", (turn,))
    assert write(dialogue)["turns"][0]["labels"][0]["word"] == "Efeledos"
    record = write(edited(dialogue, {0: [(0, 10, "Vodetel")]}))
    assert "Efeledos" not in json.dumps(record)


def test_a_label_stands_on_whole_words_left_to_right() -> None:
    labels = [{"word": word, "label": "number"} for word in ("dos", "dos", "uno")]
    turn = read_turn(labels=labels, **{"filtered-text": "uno dosis dos uno dos"})
    # The second "dos" is the next one; "uno" stands only before them, so it is looked for again.
    assert [(span.start, span.end) for span in turn.spans] == [(0, 3), (10, 13), (18, 21)]


def test_a_word_goes_with_the_labelled_word_after_it() -> None:
    labels = [{"word": word, "label": "place"} for word in ("La", "Bañeza")]
    turn = read_turn(labels=labels, **{"filtered-text": "La línea está en La Bañeza?"})
    assert [(span.start, span.end) for span in turn.spans] == [(17, 19), (20, 26)]


def test_a_label_without_its_word_names_the_turn_only() -> None:
    with pytest.raises(FormatError) as caught:
        read_turn(turn=7, labels=[{"word": "Olabe", "label": "x"}], **{"filtered-text": "Olabea"})
    assert caught.value.code == "surface_mismatch"
    assert "turn 7, label 0" in str(caught.value)
    assert "Olabe" not in str(caught.value)


@pytest.mark.parametrize(
    "turn",
    [
        3,
        {"turn": "1"},
        {"turn": True},
        {"labels": {}},
        {"labels": [{"word": 3, "label": "x"}]},
        {"labels": [{"word": "x"}], "filtered-text": "x"},
        {"speakers": []},
        {"speakers": {"s": {}}},
        {"speakers": {"s": [{"utterance": 3}]}},
        {"filtered-text": None},
    ],
)
def test_wrong_shapes(turn: Any) -> None:
    with pytest.raises(FormatError) as caught:
        read({"file-id": "x", "turns": [turn]})
    assert caught.value.code in ("wrong_type", "missing_key")


def test_events_that_are_only_listed_and_odd_ones() -> None:
    turn = read_turn(
        speakers={"s1": [{"utterance": "a b c"}]},
        **{
            "filtered-text": "a b c",
            "text-events": "a b c @[*EVENT*: i(|Null|)-s1]",
            "events": [
                {"speaker": "s1", "name": "e", "description": "b"},
                {"speaker": "s1", "name": "e", "description": "zz"},
                "odd",
            ],
        },
    )
    assert turn.extra["lost_words"] == 1
    [written] = write(DialogueValue("x", "es", (turn,)))["turns"]
    assert written["text-events"] == "a b c @[*EVENT*: i(|Null|)-s1]"
    assert [(e["name"], e["description"]) for e in written["events"]] == [
        ("e", "b"),
        ("e", "|Null|"),
    ]


def test_words_repeated_beside_their_event() -> None:
    turn = read_turn(
        **{
            "filtered-text": "a b c",
            "text-events": "a @[*EVENT*: ch(b)-s1] b c",
            "events": [{"speaker": "s1", "name": "ch", "description": "b"}],
        }
    )
    [event] = turn.extra["events"]
    assert (event["start"], event["end"], event["beside"]) == (2, 3, True)
    [written] = write(DialogueValue("x", "es", (turn,)))["turns"]
    assert written["text-events"] == "a @[*EVENT*: ch(b)-s1] b c"


def test_native_turns_that_carry_the_fields_along_are_understood() -> None:
    record = json.loads(CALL.read_text("utf-8"))
    whole = read(record)
    raw = DialogueValue(
        whole.id,
        "es",
        tuple(
            TurnValue(turn.speaker, turn.text, turn.spans, extra=fields)
            for turn, fields in zip(whole.turns, record["turns"], strict=True)
        ),
    )
    assert write(raw) == record
    assert absorb(raw.turns[1]).extra == whole.turns[1].extra
    [span] = whole.turns[0].spans[:1]
    replaced = edited(raw, {0: [(span.start, span.end, "Vodetel")]})
    assert "Efeledos" not in json.dumps(write(replaced))
    assert replaced.turns[0].extra["utterances"]


def test_a_dialogue_from_elsewhere_gets_every_field() -> None:
    turn = TurnValue("agente", "soy Ana Olabe", (SpanValue(4, 13, "name"),))
    [written] = write(DialogueValue("a/../b", "eu", (turn,), meta={"x": 1}))["turns"]
    assert written == {
        "turn": 1,
        "labels": [{"word": "Ana", "label": "name"}, {"word": "Olabe", "label": "name"}],
        "speakers": {"agente": [{"utterance": "soy Ana Olabe"}]},
        "filtered-text": "soy Ana Olabe",
        "text-events": "soy Ana Olabe",
        "language-events": [],
        "events": [],
    }


def test_one_dialogue_in_a_json_file_many_in_a_zip_or_a_folder(tmp_path: Path) -> None:
    one = DialogueValue("a/../b", "eu", (), meta={"x": 1})
    two = replace(one, id="c")
    write_corpus("esport", [one], tmp_path / "one.json")
    data = (tmp_path / "one.json").read_bytes()
    assert read_corpus("auto", data, filename="one.json") == [one]
    with pytest.raises(FormatError) as caught:
        write_corpus("esport", [one, two], tmp_path / "two.json")
    assert caught.value.code == "many_dialogues"
    (tmp_path / "folder").mkdir()
    write_corpus("esport", [one, two], tmp_path / "folder")
    names = sorted(path.name for path in (tmp_path / "folder").iterdir())
    assert names == ["a%2F..%2Fb.json", "c.json"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "one.json"]


AGAIN = 4000


@pytest.mark.parametrize(
    "turn",
    [
        {"speakers": {s: [{"utterance": "a"}] * AGAIN for s in ("x", "y", "z")}},
        {"speakers": {"x": [{"utterance": "a  b"}] * AGAIN + [{"utterance": "a b " * 99}] * 9}},
        {"labels": [{"word": "=" * 90 + "b", "label": "x"}], "filtered-text": "=" * 20_000},
        {"labels": [{"word": "a" * 90 + "b", "label": "x"}], "filtered-text": "a=" * 10_000},
        {"labels": [{"word": each, "label": "x"} for each in ["b", "a"] * AGAIN]},
        {"text-events": "@[*EVENT*:(" * 20_000},
        {
            "text-events": "@[*EVENT*: i(|Null|)-s] " * AGAIN + "a b " * (AGAIN + 1),
            "events": [{"speaker": "s", "name": "e", "description": "zz"}] * AGAIN,
        },
    ],
)
def test_no_turn_takes_long(turn: dict[str, Any]) -> None:
    record = {"file-id": "x", "turns": [{"filtered-text": "a b " * (AGAIN + 1)} | turn]}
    begun = time.process_time()
    with suppress(FormatError):
        read(record)
    assert time.process_time() - begun < 5
