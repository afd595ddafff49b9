"""Whisper's JSON, also as WhisperX, whisper.cpp and OpenAI's service write it: a segment is a turn.

Whisper puts a blank before each text: one goes on reading and comes on writing. Tokens, words and
scores are not kept: they repeat the text.
"""

import json
from collections.abc import Iterator, Mapping

from annotation.formats import faults
from annotation.formats.corpora.recognisers.recordings import (
    objects,
    read_recordings,
    seconds,
    stem_of,
    timed_turn,
)
from annotation.formats.corpora.tools.layout import is_language
from annotation.formats.corpora.transcripts.times import times_of
from annotation.formats.files.strictjson import Place
from annotation.formats.types import DialogueValue, Files, ReadOptions, TurnValue

_BARE = "bare"  # a text without the blank before it


def read_whisper(files: Files, options: ReadOptions) -> Iterator[DialogueValue]:
    """The dialogue of each file; raises FormatError."""
    yield from read_recordings(files, options, _read)


def _read(record: Mapping[str, object], place: Place, options: ReadOptions) -> DialogueValue:
    lang = record.get("language")
    if "transcription" in record:  # whisper.cpp
        result = place.mapping(record.get("result", {}), '"result"')
        lang = result.get("language")
        turns = tuple(_cpp_turns(record, place, options))
    else:
        turns = tuple(_turns(record, place, options))
    said = lang if is_language(lang) else options.lang
    name = record.get("id")
    id = name if isinstance(name, str) and name.strip() else stem_of(place.file)
    return DialogueValue(id, said, turns, line=1)


def _turns(record: Mapping[str, object], place: Place, options: ReadOptions) -> Iterator[TurnValue]:
    for number, segment in enumerate(objects(record.get("segments"), place, "segments"), 1):
        where = faults.turn(number)
        speaker = segment.get("speaker")
        text = place.text(segment.get("text"), where, '"text"')
        start = seconds(segment.get("start"), place, "start")
        end = seconds(segment.get("end"), place, "end")
        yield timed_turn(
            "" if speaker is None else place.text(speaker, where, '"speaker"'),
            text.removeprefix(" "),
            start,
            end,
            number=number,
            place=place,
            cap=options.max_turn,
            **({} if text.startswith(" ") else {_BARE: True}),
        )


def _cpp_turns(
    record: Mapping[str, object], place: Place, options: ReadOptions
) -> Iterator[TurnValue]:
    key = "transcription"
    for number, segment in enumerate(objects(record.get(key), place, key), 1):
        text = place.text(segment.get("text"), faults.turn(number), '"text"')
        offsets = place.mapping(segment.get("offsets"), faults.turn(number), '"offsets"')
        start = seconds(offsets.get("from"), place, "from", 0.001)
        end = seconds(offsets.get("to"), place, "to", 0.001)
        speaker = segment.get("speaker")
        yield timed_turn(
            speaker if isinstance(speaker, str) else "",
            text.removeprefix(" "),
            start,
            end,
            number=number,
            place=place,
            cap=options.max_turn,
            **({} if text.startswith(" ") else {_BARE: True}),
        )


def render_whisper(dialogue: DialogueValue) -> list[tuple[str, bytes]]:
    """The .json of a dialogue, as Whisper writes it, with speakers as WhisperX does."""
    segments: list[dict[str, object]] = []
    times = times_of(dialogue.turns)
    for number, (turn, (start, end)) in enumerate(zip(dialogue.turns, times, strict=True)):
        text = turn.text if turn.extra.get(_BARE) is True else " " + turn.text
        segment: dict[str, object] = {"id": number, "start": start, "end": end, "text": text}
        segments.append(segment | ({"speaker": turn.speaker} if turn.speaker else {}))
    whole = {
        "text": "".join(str(each["text"]) for each in segments),
        "segments": segments,
        "language": dialogue.lang,
    }
    return [(".json", json.dumps(whole, ensure_ascii=False).encode("utf-8"))]
