"""Label Studio: which annotation is used, what its offsets count, and arrays of any length."""

import io
import json
from typing import Any

import pytest

from annotation.formats import (
    DialogueValue,
    FormatError,
    ReadOptions,
    SpanValue,
    TurnValue,
    iter_corpus,
    read_corpus,
)
from annotation.formats.registry import write_corpus


def region(start: Any, end: Any, label: str = "per", **more: Any) -> dict[str, Any]:
    value = {"start": start, "end": end, "labels": [label]}
    return {"value": value | more, "from_name": "l", "to_name": "t", "type": "labels"}


def task(*annotations: Any, text: Any = "Soy Ana, de Irun", **more: Any) -> dict[str, Any]:
    return {"data": {"text": text}, "annotations": list(annotations), **more}


def done(*results: Any, **more: Any) -> dict[str, Any]:
    return {"result": list(results), **more}


def read(*tasks: Any) -> list[DialogueValue]:
    return read_corpus("label-studio", json.dumps(list(tasks)).encode(), filename="f.json")


def surfaces(dialogue: DialogueValue) -> list[str]:
    return [turn.text[s.start : s.end] for turn in dialogue.turns for s in turn.spans]


def written(some: list[DialogueValue]) -> Any:
    out = io.BytesIO()
    write_corpus("label-studio", some, out)
    return json.loads(out.getvalue())


GOOD = '{"data": {"text": "x"}}'
ANA, IRUN = region(4, 7), region(12, 16, "loc")


@pytest.mark.parametrize(
    ("annotations", "used"),
    [
        ([done(ANA), done(IRUN)], ["Irun"]),
        ([done(ANA, updated_at="2024-02"), done(IRUN, updated_at="2024-01")], ["Ana"]),
        ([done(ANA, ground_truth=True), done(IRUN, updated_at="2024-01")], ["Ana"]),
        ([done(ANA), done(IRUN, was_cancelled=True)], ["Ana"]),
        ([done(IRUN, ANA)], ["Ana", "Irun"]),
        ([], []),
    ],
)
def test_one_of_several_annotations_is_used_and_all_come_back(
    annotations: list[Any], used: list[str]
) -> None:
    whole = task(*annotations, id=5, meta={"a": 1})
    [dialogue] = read(whole)
    assert (dialogue.id, surfaces(dialogue)) == ("5", used)
    assert written([dialogue]) == [whole]


def test_what_is_passed_over_is_counted() -> None:
    told: list[str] = []
    tasks = [
        task(done(ANA), done(IRUN)),
        task(done(ANA, was_cancelled=True), predictions=[done(ANA)]),
    ]
    options = ReadOptions(on_passed=told.append)
    data = json.dumps(tasks).encode()
    assert len(list(iter_corpus("label-studio", data, options, filename="f"))) == 1
    assert told == ["annotation", "skipped"]


def test_predictions_alone_are_read_with_their_scores() -> None:
    scored = ANA | {"score": 0.5}
    whole = task(predictions=[done(IRUN), done(scored, IRUN, score=0.25, model_version="m")])
    [dialogue] = read(whole)
    assert [s.confidence for s in dialogue.turns[0].spans] == [0.5, 0.25]
    assert written([dialogue]) == [whole]
    assert read(task(predictions=[17]))[0].turns[0].spans == ()


def test_other_results_are_counted_and_keep_their_place() -> None:
    choice = {"type": "choices", "value": {"choices": ["good"]}, "from_name": "c", "to_name": "t"}
    whole = task(done(choice, IRUN, {"type": "relation", "from_id": "a", "to_id": "b"}, ANA))
    [dialogue] = read(whole)
    assert dialogue.extra["label_studio_ignored"] == 2
    assert written([dialogue]) == [whole]


def test_offsets_are_code_points() -> None:
    [dialogue] = read(task(done(region(6, 9, text="Ana")), text="😀 soy Ana"))
    assert surfaces(dialogue) == ["Ana"]


def test_utf16_units_of_an_old_version_are_converted_where_the_texts_say_so() -> None:
    text = "😀 soy Ana\nde 😀 Irun"
    old = [region(7, 10, text="Ana"), region(17, 21, text="Irun")]
    [dialogue] = read(task(done(*old), text=text))
    assert surfaces(dialogue) == ["Ana", "Irun"]
    [again] = written([dialogue])
    assert [each["value"]["start"] for each in again["annotations"][0]["result"]] == [6, 15]
    mixed = [old[0], region(15, 19, text="Irun")]
    with pytest.raises(FormatError) as caught:
        read(task(done(*mixed), text=text))
    assert caught.value.code == "offset_unit"


def test_line_ends_are_printed_in_another_way() -> None:
    [dialogue] = read(task(done(region(0, 9, text="Soy\\n\\nAna")), text="Soy\r\n\nAna"))
    assert surfaces(dialogue) == ["Soy", "Ana"]


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (task(done(region(4, 7, text="Eva"))), "surface_mismatch"),
        (task(done(region(4, 99, text="Ana"))), "span_range"),
        (task(done(region("4", "7"))), "span_range"),
        (task(done(region(4, 7), region(5, 8))), "span_overlap"),
        (task(done(region(4, 7, labels=["a", "b"]))), "span_overlap"),
        (task(done(region(4, 7), region(8, 9) | {"to_name": "u"})), "wrong_type"),
        (task(done(region(4, 7) | {"type": "hypertextlabels"})), "wrong_type"),
        (task(done({"type": "labels"})), "missing_key"),
        (task(done(3)), "wrong_type"),
        (task(3), "wrong_type"),
        (task(text=None), "missing_key"),
        (task(text=[{"author": "A", "text": "Ana"}]), "wrong_type"),
        ({"annotations": []}, "missing_key"),
        (7, "wrong_type"),
    ],
)
def test_wrong_tasks(bad: Any, code: str) -> None:
    data = f"[\n{json.dumps(task(done(ANA), id=1))},\n{json.dumps(bad)}\n]".encode()
    with pytest.raises(FormatError) as caught:
        read_corpus("label-studio", data, filename="f")
    assert (caught.value.code, caught.value.line) == (code, 3)
    assert "Ana" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[", 1),
        (f"[\n{GOOD},\n]", 3),
        ("[\n,{}]", 2),
        ('[\n{"data":\n}]', 3),
        (f"[\n{GOOD}\n]\n{{}}", 4),
        ("[]]", 1),
        ("[{]", 1),
        ("nonsense", 1),
    ],
)
def test_broken_arrays_name_their_line(text: str, line: int) -> None:
    with pytest.raises(FormatError) as caught:
        read_corpus("label-studio", text.encode(), filename="f")
    assert caught.value.line == line
    assert caught.value.code in ("json", "missing_key")


def test_a_long_array_is_cut_rightly_wherever_a_block_ends() -> None:
    texts = [('ñ😀\\" [{,}] ' * (n % 97 + 1)) for n in range(2000)]
    data = json.dumps([task(text=text, id=n) for n, text in enumerate(texts)]).encode()
    assert len(data) > 3 * 256 * 1024
    some = read_corpus("auto", data, filename="f.json", max_turn=5000)
    assert [each.turns[0].text for each in some] == texts


def test_labels_that_all_have_a_score_go_as_a_prediction() -> None:
    line = (
        '{"id": "a", "turns": [{"speaker": "x", "text": "Ana", "spans": '
        '[{"start": 0, "end": 3, "label": "per", "score": 0.5}]}]}'
    )
    some = read_corpus("jsonl", line.encode(), filename="f")
    [record] = written(some)
    assert record["data"] == {
        "dialogue_id": "a", "text": "Ana", "lang": "es", "speakers": ["x"],
    }  # fmt: skip
    assert record["predictions"][0]["result"][0]["score"] == 0.5
    assert "annotations" not in record


def test_what_we_write_is_no_ground_truth() -> None:
    """Label Studio would make it one, and nothing that is labelled there would be used again."""
    turn = TurnValue("A", "Soy Ana", (SpanValue(4, 7, "per"),))
    [new] = written([DialogueValue("d", "es", (turn,))])
    assert [each["ground_truth"] for each in new["annotations"]] == [False]
