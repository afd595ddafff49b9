"""WebVTT and SRT in: a file is a dialogue, a subtitle a turn, or one for each of its voices.

What is beside the text (names of cues, settings, notes, styles) is kept under "cue" in a turn and
"subtitles" in the dialogue, as values that no export with replaced texts lets through.
"""

import re
from collections.abc import Iterator, Sequence
from functools import partial

from annotation.formats import faults
from annotation.formats.checks import check_turn
from annotation.formats.corpora.transcripts import faults as wrong
from annotation.formats.corpora.transcripts.cues import (
    Block,
    Cue,
    blocks_of,
    line_end,
    names_speakers,
    split_speaker,
    timed,
)
from annotation.formats.corpora.transcripts.times import stretch
from annotation.formats.corpora.transcripts.voices import Said, has_voices, voices_of
from annotation.formats.errors import FormatError
from annotation.formats.files.encoding import decode
from annotation.formats.files.names import dialogue_name
from annotation.formats.files.strictjson import check_value
from annotation.formats.types import DialogueValue, Files, ReadOptions, TurnValue

EMPTY_ROW = re.compile(r"\r?")  # what ends a cue of WebVTT
BLANK_ROW = re.compile(r"[ \t\r]*")  # and one of SRT, where programs leave blanks
_BESIDE = re.compile(r"(NOTE|STYLE|REGION)(?:[ \t].*)?")
_LANGUAGE = re.compile(r"Language:[ \t]*(?P<lang>[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})?)[ \t]*")


def read_vtt(files: Files, options: ReadOptions) -> Iterator[DialogueValue]:
    """The dialogue of each WebVTT file; raises FormatError."""
    yield from _read(files, options, is_vtt=True)


def read_srt(files: Files, options: ReadOptions) -> Iterator[DialogueValue]:
    """The dialogue of each SRT file; raises FormatError."""
    yield from _read(files, options, is_vtt=False)


def _read(files: Files, options: ReadOptions, *, is_vtt: bool) -> Iterator[DialogueValue]:
    for name in files:
        text = decode(files[name], file=name).removeprefix("\ufeff")
        yield from options.made(partial(_dialogue, text, name, options, is_vtt=is_vtt))


def _dialogue(text: str, file: str, options: ReadOptions, *, is_vtt: bool) -> DialogueValue:
    ending = line_end(text)
    kept: dict[str, object] = {"crlf": True} if ending == "\r\n" else {}
    lang = options.lang
    if is_vtt:
        header, cues, after = _vtt_cues(text, file, ending)
        said = next((match for row in header if (match := _LANGUAGE.fullmatch(row))), None)
        lang = said["lang"] if said else lang
        ours = ["WEBVTT"], ["WEBVTT", f"Language: {lang}"]
        kept |= {} if header in ours else {"header": header}
        kept |= {"after": after} if after else {}
    else:
        cues = list(_srt_cues(text, file, ending))
    if not cues:
        raise FormatError(faults.EMPTY, file=file)
    turns = tuple(_turns(cues, file, options, is_vtt=is_vtt))
    stem = re.sub(r"\.\w{1,5}$", "", file.replace("\\", "/").rsplit("/", 1)[-1]) or "dialogue"
    extra = {"subtitles": kept} if kept else {}
    check_value(extra, file=file, line=1, depth=1)
    return DialogueValue(dialogue_name(stem), lang, turns, extra=extra, line=cues[0].line)


def _bare(row: str) -> str:
    return row.removesuffix("\r")


def _payload(rows: Sequence[str], ending: str) -> str:
    text = "\n".join(rows)
    return text.removesuffix("\r") if ending == "\r\n" else text


def _vtt_cues(text: str, file: str, ending: str) -> tuple[list[str], list[Cue], list[str]]:
    """The header, the cues, and the notes behind the last one."""
    blocks = blocks_of(text, blank=EMPTY_ROW)
    first = next(blocks, None)
    if (
        first is None
        or first.line != 1
        or not re.match(r"WEBVTT(?:[ \t]|\Z)", _bare(first.rows[0]))
    ):
        raise FormatError(wrong.NO_WEBVTT, file=file, line=1)
    header = [_bare(row) for row in first.rows]
    cut = next((at for at, row in enumerate(header) if "-->" in row), len(header))
    rest = [Block(first.line + cut, first.rows[cut:])] if cut < len(header) else []
    cues: list[Cue] = []
    before: list[str] = []
    for block in [*rest, *blocks]:
        if _BESIDE.fullmatch(_bare(block.rows[0])):
            before.append(_payload(block.rows, ending))
            continue
        cue = _vtt_cue(block, file, ending)
        cue.before, before = before, []
        cues.append(cue)
    return header[:cut], cues, before


def _vtt_cue(block: Block, file: str, ending: str) -> Cue:
    named = "-->" not in block.rows[0] and len(block.rows) > 1
    line = block.line + named
    start, end, settings = timed(_bare(block.rows[named]), file=file, line=line)
    rows = block.rows[named + 1 :]
    for number, row in enumerate(rows, line + 1):
        if "-->" in row:
            raise FormatError(wrong.NO_CUE, file=file, line=number)
    name = _bare(block.rows[0]) if named else ""
    return Cue(start, end, _payload(rows, ending), line, name, settings)


def _srt_cues(text: str, file: str, ending: str) -> Iterator[Cue]:
    for block in blocks_of(text, blank=BLANK_ROW):
        counted = re.fullmatch(r"[ \t]*\d{1,9}[ \t]*", _bare(block.rows[0])) is not None
        if counted and len(block.rows) == 1:
            raise FormatError(wrong.NO_CUE, file=file, line=block.line)
        line = block.line + counted
        start, end, settings = timed(_bare(block.rows[counted]), file=file, line=line)
        yield Cue(start, end, _payload(block.rows[counted + 1 :], ending), line, "", settings)


def _turns(
    cues: Sequence[Cue], file: str, options: ReadOptions, *, is_vtt: bool
) -> Iterator[TurnValue]:
    texts = [cue.text for cue in cues]
    voiced = is_vtt and any(has_voices(text) for text in texts)
    spoken = not voiced and names_speakers(texts)
    number = 0
    for cue in cues:
        speaker, text = split_speaker(cue.text) if spoken else ("", cue.text)
        said = voices_of(text, file=file, line=cue.line) if is_vtt else [Said(speaker, text)]
        for at, voice in enumerate(said):
            number += 1
            extra = stretch(cue.start, cue.end) | voice.standoff()
            kept = _beside(cue) if at == 0 else {"same": True}
            turn = TurnValue(
                voice.speaker or speaker, voice.text, extra=extra | ({"cue": kept} if kept else {})
            )
            check_turn(turn, number=number, file=file, line=cue.line, cap=options.max_turn)
            check_value(turn.extra, file=file, line=cue.line, depth=3)
            yield turn


def _beside(cue: Cue) -> dict[str, object]:
    """What a cue has beside times and text, where it has something."""
    kept = {"name": cue.name, "settings": cue.settings, "before": cue.before}
    return {key: value for key, value in kept.items() if value}
