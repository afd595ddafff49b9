"""Plain text, `Speaker: what was said`: the simplest thing that a transcript can be; no spans.

A blank line ends a dialogue. A line without a speaker goes on with the turn before it, after one
space; in a file where no line names a speaker each line is a turn. A line `# dialogue NAME` before
the first turn names the dialogue; without, it has the file's name, numbered where there are more.
"""

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from annotation.formats.checks import check_turn
from annotation.formats.corpora.lines import one_line, rows
from annotation.formats.errors import FormatError
from annotation.formats.types import DialogueValue, Files, ReadOptions, TurnValue

# A speaker is up to four words without punctuation: "Agente 2", "SPK1", "Mª José (hija)".
_WORD = r"[\w()/&'’.ªº#-]+"
SPOKEN = re.compile(
    rf"[ \t]*(?P<speaker>(?=[^\n]{{1,40}}:){_WORD}(?: {_WORD}){{0,3}})[ \t]?:(?:[ \t](?P<text>.*)|)"
)
_NAMED = re.compile(r"# dialogue (?P<name>.+)")
NOBODY = "-"  # how a turn without a speaker is written


@dataclass(slots=True)
class _Draft:
    """A dialogue while its lines come in: (line, speaker, text) of each turn."""

    line: int
    name: str = ""
    turns: list[tuple[int, str, list[str]]] = field(default_factory=list)


def read_plain(files: Files, options: ReadOptions) -> Iterator[DialogueValue]:
    """The dialogues of each file, in order, one at a time in memory; raises FormatError."""
    for name in files:
        stem = re.sub(r"\.\w{1,5}$", "", name.replace("\\", "/").rsplit("/", 1)[-1]) or "dialogue"
        drafts = _drafts(files, name, options.max_turns)
        first, second = next(drafts, None), next(drafts, None)
        if first is None:
            continue
        rest = [] if second is None else [second]
        for number, draft in enumerate(itertools.chain([first], rest, drafts), 1):
            given = stem if second is None else f"{stem}-{number:03d}"
            try:
                turns = tuple(_turns(draft, name, options.max_turn))
            except FormatError as fault:
                options.leave_out(fault)
                continue
            yield DialogueValue(draft.name or given, options.lang, turns, line=draft.line)


def _turns(draft: _Draft, file: str, cap: int) -> Iterator[TurnValue]:
    for position, (line, speaker, pieces) in enumerate(draft.turns, 1):
        turn = TurnValue("" if speaker == NOBODY else speaker, " ".join(pieces))
        check_turn(turn, number=position, file=file, line=line, cap=cap)
        yield turn


def _drafts(files: Files, name: str, most: int) -> Iterator[_Draft]:
    """The dialogues of a file; of one with more than `most` turns the rest is dropped: who counts
    them refuses it."""
    spoken = any(SPOKEN.fullmatch(row) for row in rows(files, name))
    draft: _Draft | None = None
    for number, row in enumerate(rows(files, name), 1):
        if not row.strip():
            if draft is not None and draft.turns:
                yield draft
            draft = None
            continue
        if draft is None:
            draft = _Draft(number)
        elif len(draft.turns) > most:
            continue
        named = None if draft.turns or draft.name else _NAMED.fullmatch(row)
        if named:
            draft.name = named["name"].strip()
            continue
        match = SPOKEN.fullmatch(row) if spoken else None
        if match:
            draft.turns.append((number, match["speaker"], [match["text"] or ""]))
        elif spoken and draft.turns:
            draft.turns[-1][2].append(row.strip())
        else:
            draft.turns.append((number, "", [row if not spoken else row.strip()]))
    if draft is not None and draft.turns:
        yield draft


def render_plain(dialogue: DialogueValue) -> list[tuple[str, bytes]]:
    """A dialogue in a file of all, a blank line after it; line ends inside turns become spaces."""
    lines = [f"# dialogue {one_line(dialogue.id)}"]
    lines += [f"{speaker_name(turn.speaker)}: {one_line(turn.text)}" for turn in dialogue.turns]
    return [("", ("\n".join(lines) + "\n\n").encode("utf-8"))]


def speaker_name(name: str) -> str:
    """The name in a form that is read back as a speaker; other characters become a hyphen."""
    words = re.sub(r"[^\w()/&'’.ªº# -]", "-", name).split()
    return " ".join(words[:4])[:40].strip() or NOBODY
