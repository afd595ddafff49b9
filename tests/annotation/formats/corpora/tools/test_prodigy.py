"""Prodigy: answers are counted, tokens are checked and made, spans know their tokens."""

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
    write_corpus,
)


def lines(*records: Any) -> bytes:
    return "".join(json.dumps(each) + "\n" for each in records).encode()


def written(some: list[DialogueValue]) -> Any:
    out = io.BytesIO()
    write_corpus("prodigy", some, out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_rejected_and_ignored_tasks_are_counted_and_left_out() -> None:
    answers = ["accept", "reject", "ignore", "reject", "accept"]
    data = lines(*({"text": f"Ana {n}", "answer": each} for n, each in enumerate(answers)))
    told: list[str] = []
    options = ReadOptions(on_passed=told.append)
    some = list(iter_corpus("prodigy", data, options, filename="ner.jsonl"))
    assert [each.id for each in some] == ["ner-001", "ner-005"]
    assert told == ["reject", "ignore", "reject"]
    with pytest.raises(FormatError, match="no dialogues"):
        read_corpus("prodigy", lines({"text": "Ana", "answer": "ignore"}), filename="f")


def test_tokens_are_those_of_spacy() -> None:
    """One blank belongs to the token before it, any other is a token; spans end with tokens."""
    spans = (SpanValue(1, 4, "per"), SpanValue(9, 11, "loc"))
    [record] = written([DialogueValue("a", "es", (TurnValue("", " Ana  en\tIrun", spans),))])
    tokens = record["tokens"]
    assert [(t["text"], t["ws"]) for t in tokens] == [
        (" ", False), ("Ana", True), (" ", False), ("en", False), ("\t", False), ("Ir", False),
        ("un", False),
    ]  # fmt: skip
    assert [t["id"] for t in tokens] == list(range(7))
    text = "".join(t["text"] + " " * t["ws"] for t in tokens)
    assert text == record["text"]
    assert [(s["token_start"], s["token_end"]) for s in record["spans"]] == [(1, 1), (5, 5)]


@pytest.mark.parametrize(
    ("record", "code"),
    [
        ({"spans": []}, "missing_key"),
        ({"text": "Ana", "spans": 3}, "wrong_type"),
        ({"text": "Ana", "spans": [3]}, "wrong_type"),
        ({"text": "Ana", "spans": [{"start": 0, "end": 3}]}, "missing_key"),
        ({"text": "Ana", "spans": [{"start": 0, "end": 4, "label": "x"}]}, "span_range"),
        ({"text": "Ana", "spans": [{"start": 0.0, "end": 3, "label": "x"}]}, "span_range"),
        (
            {"text": "Ana", "spans": [{"start": s, "end": 3, "label": "x"} for s in (0, 1)]},
            "span_overlap",
        ),
        (
            {"text": "Ana", "spans": [{"start": 0, "end": 3, "label": "x", "text": "Eva"}]},
            "surface_mismatch",
        ),
        ({"text": "Ana", "tokens": [{"text": "Eva", "start": 0, "end": 3}]}, "surface_mismatch"),
        (
            {"text": "😀 Ana y Eva", "tokens": [{"text": "Ana", "start": 3, "end": 6}]},
            "offset_unit",
        ),
    ],
)
def test_wrong_tasks(record: Any, code: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_corpus("prodigy", lines({"text": "hola"}, record), filename="f")
    assert (caught.value.code, caught.value.line) == (code, 2)
    assert "Ana" not in str(caught.value)


def test_own_keys_scores_and_meta_come_back() -> None:
    record = {
        "text": "Ana",
        "meta": {"source": "web"},
        "_input_hash": -5,
        "spans": [
            {"start": 0, "end": 3, "token_start": 0, "token_end": 0, "label": "per", "score": 0.5,
             "pattern": 7, "text": "Ana"}
        ],
        "tokens": [{"text": "Ana", "start": 0, "end": 3, "id": 0}],
        "answer": "accept",
    }  # fmt: skip
    some = read_corpus("auto", lines(record), filename="f")
    assert some[0].meta == {"source": "web"}
    assert some[0].turns[0].spans[0].confidence == 0.5
    assert written(some) == [record]
