"""WebVTT and SRT out: a file for each dialogue, a subtitle for each turn."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from annotation.formats.corpora.lines import one_line
from annotation.formats.corpora.plain import SPOKEN, speaker_name
from annotation.formats.corpora.transcripts.cues import names_speakers
from annotation.formats.corpora.transcripts.subtitles import BLANK_ROW, EMPTY_ROW
from annotation.formats.corpora.transcripts.times import clock, times_of
from annotation.formats.corpora.transcripts.voices import voice_tag, written_text
from annotation.formats.types import DialogueValue, TurnValue

Timed = tuple[TurnValue, float, float]


def render_vtt(dialogue: DialogueValue) -> list[tuple[str, bytes]]:
    """The .vtt of a dialogue."""
    kept = _mapping(dialogue.extra.get("subtitles"))
    ending = _ending(kept)
    header = _texts(kept.get("header"))
    if not header or header[0].split(None, 1)[:1] != ["WEBVTT"]:
        header = ["WEBVTT", f"Language: {dialogue.lang}"] if dialogue.lang else ["WEBVTT"]
    blocks = [ending.join(row for row in header if row)]
    number = 0
    timed = [(turn, *times) for turn, times in _timed(dialogue)]

    def cue_of(each: Timed) -> int:
        nonlocal number
        number += not _joins(each[0], number)
        return number

    for _number, together in groupby(timed, key=cue_of):
        blocks += _vtt_blocks(list(together), ending)
    blocks += [_block(each) for each in _texts(kept.get("after"))]
    return [(".vtt", (f"{ending}{ending}".join(blocks) + ending).encode("utf-8"))]


def _joins(turn: TurnValue, number: int) -> bool:
    """Whether a turn stands in the cue of the one before, which a voice tag tells apart."""
    return number > 0 and bool(turn.speaker) and _cue(turn).get("same") is True


def _vtt_blocks(together: Sequence[Timed], ending: str) -> list[str]:
    turn, start, end = together[0]
    cue = _cue(turn)
    name = str(cue.get("name", ""))
    rows = [name] if name and "-->" not in name and len(name.splitlines()) == 1 else []
    settings = str(cue.get("settings", ""))
    rows.append(
        f"{clock(start)} --> {clock(end)}"
        + (f" {settings}" if settings.isprintable() and settings else "")
    )
    for each, _start, _end in together:
        text = written_text(each, ending)
        if each.speaker:
            rows.append(voice_tag(each.speaker) + text + ("</v>" if len(together) > 1 else ""))
        elif SPOKEN.fullmatch(text.partition("\n")[0]):
            rows.append(text.replace(":", "&#58;", 1))
        else:
            rows.append(text)
    return [*(_block(each) for each in _texts(cue.get("before"))), ending.join(rows)]


def _block(text: str) -> str:
    """A note as it stood, without an empty line, that would end it."""
    return "\n".join(row for row in text.split("\n") if not EMPTY_ROW.fullmatch(row))


def render_srt(dialogue: DialogueValue) -> list[tuple[str, bytes]]:
    """The .srt of a dialogue. A line end that would end the subtitle becomes a space, as do all
    those of its text then."""
    ending = _ending(_mapping(dialogue.extra.get("subtitles")))
    turns = dialogue.turns
    named = (
        any(turn.speaker for turn in turns)
        or any(turn.text and not turn.text.strip(" \t\r\n") for turn in turns)
        or names_speakers([_whole(turn.text) for turn in turns])
    )
    blocks = []
    for number, (turn, (start, end)) in enumerate(_timed(dialogue), 1):
        text = _whole(f"{speaker_name(turn.speaker)}: {turn.text}" if named else turn.text)
        settings = str(_cue(turn).get("settings", ""))
        times = f"{clock(start, ',')} --> {clock(end, ',')}"
        times += f" {settings}" if settings.isprintable() and settings else ""
        blocks.append(ending.join([str(number), times, text]) + ending)
    return [(".srt", ending.join(blocks).encode("utf-8"))]


def _whole(text: str) -> str:
    """The text, on one line where it has an empty one."""
    rows = text.split("\n")
    return one_line(text) if len(rows) > 1 and any(map(BLANK_ROW.fullmatch, rows)) else text


def _timed(dialogue: DialogueValue) -> list[tuple[TurnValue, tuple[float, float]]]:
    return list(zip(dialogue.turns, times_of(dialogue.turns), strict=True))


def _cue(turn: TurnValue) -> Mapping[str, Any]:
    return _mapping(turn.extra.get("cue"))


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _texts(value: object) -> list[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


def _ending(kept: Mapping[str, Any]) -> str:
    return "\r\n" if kept.get("crlf") is True else "\n"
