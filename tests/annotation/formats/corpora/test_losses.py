"""What a format has no place for is counted, and nothing where it keeps all."""

import pytest

from annotation.formats import WRITTEN, DialogueValue, SpanValue, TurnValue
from annotation.formats.corpora.losses import losses

OVERLAP = [{"speaker": "a", "start": 0, "end": 1}, {"speaker": "b", "start": 1, "end": 2}]
EVENTS = [
    {"kind": kind, "name": "en", "speaker": "a", "start": 0, "end": 1}
    for kind in ("event", "language", "language")
]
DIALOGUE = DialogueValue(
    "d",
    "es",
    (
        TurnValue("a", ""),
        TurnValue("a", "uno\ndos"),
        TurnValue("a", "Ana  y,", (SpanValue(0, 3, "x", 0.5), SpanValue(3, 4, "y"))),
        TurnValue("a", "si", extra={"utterances": OVERLAP, "events": EVENTS, "start": 0, "end": 2}),
        TurnValue("a", "no", (SpanValue(0, 2, "x", extra={"link": 3, "id": 1}),), {"n": 1}),
    ),
)
SAID = {"overlaps": 1, "events": 1, "languages": 2, "times": 1}
BESIDE = SAID | {"empty_turns": 1, "line_ends": 1}
TIERS = {"empty_turns": 1, "labels": 3, "keys": 1, "overlaps": 1, "events": 1, "languages": 2}
CONLL = {"empty_turns": 1, "spacing": 2, "spans": 1}


@pytest.mark.parametrize(
    ("format", "lost"),
    [
        ("jsonl", {}),
        ("brat", BESIDE | {"scores": 1, "keys": 2}),
        ("esport", {"scores": 1}),
        ("trs", {"scores": 1, "keys": 2}),
        ("plain", SAID | {"labels": 3, "keys": 1, "line_ends": 1}),
        ("csv", SAID | {"labels": 3, "keys": 1}),
        ("xlsx", SAID | {"labels": 3, "keys": 1}),
        ("vtt", {"labels": 3, "keys": 1, "overlaps": 1, "events": 1}),
        ("textgrid", TIERS),
        ("eaf", TIERS),
        ("whisper", {"labels": 3, "keys": 1, "overlaps": 1, "events": 1, "languages": 2}),
        ("srt", {"labels": 3, "keys": 1, "overlaps": 1, "events": 1, "languages": 2}),
        ("conll", {**CONLL, **SAID, "scores": 1, "keys": 2}),
        ("docbin", SAID | {"empty_turns": 1, "scores": 1, "spans": 1, "keys": 2}),
        ("parquet", {}),
        ("label-studio", BESIDE | {"keys": 2}),
        ("doccano", BESIDE | {"scores": 1, "keys": 2}),
        ("tab", BESIDE | {"scores": 1, "keys": 2}),
        ("i2b2", BESIDE | {"scores": 1, "keys": 2, "speakers": 5}),
        ("webanno", SAID | {"empty_turns": 1, "scores": 1, "keys": 2, "speakers": 5, "spans": 1}),
        ("xmi", BESIDE | {"scores": 1, "keys": 2, "speakers": 5}),
        ("cas-json", BESIDE | {"scores": 1, "keys": 2, "speakers": 5}),
        ("prodigy", BESIDE | {"keys": 1}),
    ],
)  # fmt: skip
def test_losses(format: str, lost: dict[str, int]) -> None:
    assert losses(format, DIALOGUE) == lost


def test_what_came_from_a_format_loses_nothing_there() -> None:
    plain = DialogueValue("d", "es", (TurnValue("a", "Ana y Eva", (SpanValue(0, 3, "x"),)),))
    unlabelled = {"plain", "csv", "xlsx", "whisper", "vtt", "srt", "textgrid", "eaf"}
    unsaid = {"webanno", "xmi", "cas-json", "i2b2"}  # who speaks
    assert {format for format in WRITTEN if losses(format, plain)} == unlabelled | unsaid
