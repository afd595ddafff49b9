"""Whisper and Amazon Transcribe: who says what and when; and Whisper's segments on the way out."""

import json
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given

from annotation.formats import (
    DialogueValue,
    FormatError,
    TurnValue,
    detect_source,
    read_corpus,
    render,
    write_corpus,
)
from tests.annotation.formats.test_round_trips import LINED, TRIES, core, dialogues


def segment(number: int, text: str, **more: Any) -> dict[str, Any]:
    times = {"id": number, "seek": 0, "start": number * 2.0, "end": number * 2 + 1.5}
    return times | {"text": text, "tokens": [50364, 3], "avg_logprob": -0.2} | more


WHISPER = {
    "text": " Soy Ana 😀 Sí",
    "segments": [segment(0, " Soy Ana 😀"), segment(1, "Sí", speaker="SPEAKER_01")],
    "language": "es",
}
CPP = {
    "systeminfo": "x",
    "result": {"language": "en"},
    "transcription": [
        {"timestamps": {"from": "x", "to": "y"}, "offsets": {"from": 0, "to": 1250}, "text": " Hi"}
    ],
}


def item(content: str, start: float | None = None, **more: Any) -> dict[str, Any]:
    whole: dict[str, Any] = {"alternatives": [{"confidence": "0.9", "content": content}]} | more
    return (
        whole if start is None else whole | {"start_time": f"{start}", "end_time": f"{start + 0.5}"}
    )


ITEMS = [item("Soy", 0.0), item("Ana", 0.5), item("."), item("Sí", 2.0), item("?")]
LABELS = [
    {"speaker_label": "spk_0", "items": [{"start_time": "0.0"}, {"start_time": "0.5"}]},
    {"speaker_label": "spk_1", "items": [{"start_time": "2.0", "speaker_label": "spk_1"}]},
]
TRANSCRIBE = {
    "jobName": "call-7",
    "accountId": "123456789012",
    "results": {
        "transcripts": [{"transcript": "Soy Ana. Sí?"}],
        "language_code": "es-US",
        "speaker_labels": {"speakers": 2, "segments": LABELS},
        "items": ITEMS,
    },
    "status": "COMPLETED",
}
AUDIO = {
    "jobName": "call-8",
    "results": {
        "transcripts": [],
        "items": [],
        "audio_segments": [
            {"id": 0, "transcript": "Soy Ana", "start_time": "0.0", "end_time": "1.5",
             "speaker_label": "spk_0", "items": [0]},
        ],
    },
}  # fmt: skip
ANALYTICS = {
    "JobName": "call-9",
    "LanguageCode": "en-US",
    "Participants": [{"ParticipantRole": "AGENT"}],
    "Transcript": [
        {
            "ParticipantRole": "AGENT",
            "Content": "Hi",
            "BeginOffsetMillis": 0,
            "EndOffsetMillis": 250,
        }
    ],
}


def read(record: Any, format: str = "auto") -> DialogueValue:
    data = json.dumps(record, ensure_ascii=False).encode()
    [dialogue] = read_corpus(format, data, filename="calls/a.json")
    return dialogue


def said(dialogue: DialogueValue) -> list[tuple[str, str, Any, Any]]:
    return [(t.speaker, t.text, t.extra.get("start"), t.extra.get("end")) for t in dialogue.turns]


def test_segments_of_whisper_are_turns() -> None:
    dialogue = read(WHISPER)
    assert (dialogue.id, dialogue.lang) == ("a", "es")
    assert said(dialogue) == [("", "Soy Ana 😀", 0.0, 1.5), ("SPEAKER_01", "Sí", 2.0, 3.5)]
    assert said(read(CPP)) == [("", "Hi", 0.0, 1.25)]
    assert read(CPP).lang == "en"


def test_whisper_gets_its_segments_back() -> None:
    [(ending, data)] = render("whisper", read(WHISPER)).files
    assert ending == ".json"
    back = json.loads(data)
    assert back["text"] == WHISPER["text"].replace("😀 ", "😀")  # type: ignore[attr-defined]
    wanted = ("id", "start", "end", "text", "speaker")
    assert back["segments"] == [
        {key: each[key] for key in wanted if key in each}
        for each in WHISPER["segments"]  # type: ignore[attr-defined]
    ]
    assert detect_source(data, "x.txt") == "whisper"


@pytest.mark.parametrize(
    "record",
    [TRANSCRIBE, TRANSCRIBE | {"results": TRANSCRIBE["results"] | {"audio_segments": []}}],  # type: ignore[operator]
)
def test_words_of_transcribe_are_joined_by_speaker(record: Any) -> None:
    dialogue = read(record)
    assert (dialogue.id, dialogue.lang) == ("call-7", "es-US")
    assert said(dialogue) == [("spk_0", "Soy Ana.", 0.0, 1.0), ("spk_1", "Sí?", 2.0, 2.5)]
    assert "123456789012" not in repr(dialogue)


def test_channels_and_speakers_of_single_words() -> None:
    for key in ("speaker_label", "channel_label"):
        items = [item("Soy", 0.0, **{key: "a"}), item(","), item("no", 1.0, **{key: "b"})]
        assert said(read({"jobName": "x", "results": {"items": items}})) == [
            ("a", "Soy,", 0.0, 0.5),
            ("b", "no", 1.0, 1.5),
        ]


def test_audio_segments_and_call_analytics() -> None:
    assert said(read(AUDIO)) == [("spk_0", "Soy Ana", 0.0, 1.5)]
    assert said(read(ANALYTICS)) == [("AGENT", "Hi", 0.0, 0.25)]
    assert (read(ANALYTICS).id, read(ANALYTICS).lang) == ("call-9", "en-US")


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_auto_knows_recognisers_also_by_a_long_text(mark: str) -> None:
    long = {"text": "Soy Ana " * 10_000} | {k: v for k, v in WHISPER.items() if k != "text"}
    for record, name in (
        (WHISPER, "whisper"), (CPP, "whisper"), (long, "whisper"),
        (TRANSCRIBE, "transcribe"), (AUDIO, "transcribe"), (ANALYTICS, "transcribe"),
    ):  # fmt: skip
        assert detect_source((mark + json.dumps(record)).encode(), "f.txt") == name


@pytest.mark.parametrize(
    ("format", "record", "code"),
    [
        ("whisper", {"segments": [{"start": 0, "end": 1}]}, "missing_key"),
        ("whisper", {"segments": [segment(0, "Ana", start="Ana")]}, "wrong_type"),
        ("whisper", {"segments": [segment(0, "Ana", end=-1)]}, "wrong_type"),
        ("whisper", {"segments": ["Ana"]}, "wrong_type"),
        ("whisper", {"segments": []}, "empty_file"),
        ("whisper", {"text": "Ana"}, "missing_key"),
        ("whisper", {"segments": [segment(0, "Ana\x01")]}, "control_char"),
        ("whisper", {"segments": [segment(0, "Ana " * 6000)]}, "turn_too_long"),
        ("transcribe", {"results": {"items": [{"alternatives": []}]}}, "missing_key"),
        ("transcribe", {"results": {"items": [item("Ana", True)]}}, "wrong_type"),
        ("transcribe", {"results": 3}, "wrong_type"),
        ("transcribe", {"Ana": 3}, "missing_key"),
        ("transcribe", [3], "wrong_type"),
    ],
)
def test_what_is_wrong_is_said_without_the_text(format: str, record: Any, code: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(record, format)
    assert caught.value.code == code and caught.value.expected
    assert "Ana" not in str(caught.value)


@TRIES
@given(dialogues(LINED))
def test_whisper_keeps_every_text(some: list[DialogueValue]) -> None:
    bare = [
        DialogueValue(d.id, "es", tuple(TurnValue(t.speaker, t.text) for t in d.turns))
        for d in some
    ]
    out = BytesIO()
    write_corpus("whisper", bare, out)
    assert core(read_corpus("auto", out.getvalue(), filename="x.zip")) == core(bare)
