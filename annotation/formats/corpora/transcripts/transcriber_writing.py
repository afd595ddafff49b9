"""Transcriber's XML out: a .trs for each dialogue, in UTF-8, its text without layout blanks.

Whatever is not kept by the dialogue is made: speakers spk1, spk2, ..., one section, times where a
turn has none (start and end are then the same).
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from annotation.formats.corpora.standoff import events_of, utterances_of
from annotation.formats.corpora.transcripts.marks import BLANKS, TYPES
from annotation.formats.corpora.transcripts.times import time_of, times_of
from annotation.formats.corpora.transcripts.turns import ENTITIES, KINDS
from annotation.formats.types import DialogueValue, TurnValue

_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE Trans SYSTEM "trans-14.dtd">\n'
_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")  # not in XML 1.0
_RAW = ("Event", "Comment", "Background", "Vocal")
_ATTRIBUTE = re.compile(r"[A-Za-z][A-Za-z_]{0,30}")
# What stands at one place of a text, in the order in which it is written.
_ENDS, _POINTS, _BEGINS = range(3)
Insertion = tuple[int, int, str]


def render_trs(dialogue: DialogueValue) -> list[tuple[str, bytes]]:
    """The .trs of a dialogue. Characters that XML cannot hold become blanks, one for one."""
    kept = _mapping(dialogue.extra.get("transcriber"))
    ids, table = _speakers(dialogue, _mappings(kept.get("speakers")))
    trans = _strings(kept.get("trans"))
    trans.setdefault("xml:lang", dialogue.lang)
    rows = [_HEAD, _tag("Trans", {k: v for k, v in trans.items() if v}), "\n"]
    if table:
        rows += ["<Speakers>\n", *(_tag("Speaker", each, empty=True) + "\n" for each in table)]
        rows += ["</Speakers>\n"]
    if topics := [_strings(each) for each in _mappings(kept.get("topics"))]:
        rows += ["<Topics>\n", *(_tag("Topic", each, empty=True) + "\n" for each in topics)]
        rows += ["</Topics>\n"]
    rows += [_tag("Episode", _strings(kept.get("episode"))), "\n"]
    rows += _sections(dialogue.turns, ids)
    rows += ["</Episode>\n</Trans>\n"]
    return [(".trs", "".join(rows).encode("utf-8"))]


def _speakers(
    dialogue: DialogueValue, kept: Sequence[Mapping[str, Any]]
) -> tuple[dict[str, str], list[dict[str, str]]]:
    """The id of each speaker by name, and the rows of the table: those that it came with first."""
    table = [_strings(each) for each in kept if isinstance(each.get("id"), str)]
    names = [each.get("name", "") for each in table]
    ids = {
        each["name"] if each.get("name") and names.count(each["name"]) == 1 else each["id"]: each[
            "id"
        ]
        for each in table
    }
    said: dict[str, None] = {}
    for turn in dialogue.turns:
        said[turn.speaker] = None
        said |= dict.fromkeys(each.speaker for each in utterances_of(turn.extra, len(turn.text)))
    new = [name for name in said if name and name not in ids]
    taken = {*ids.values(), *(name for name in new if re.fullmatch(r"spk\d+", name))}
    number = 0
    for name in new:
        own = name if re.fullmatch(r"spk\d+", name) and name not in ids.values() else ""
        while not own or (own in taken and own != name):
            number += 1
            own = f"spk{number}"
        taken.add(own)
        ids[name] = own
        table.append({"id": own, "name": name})
    return ids, table


def _sections(turns: Sequence[TurnValue], ids: Mapping[str, str]) -> Iterator[str]:
    times = list(times_of(turns))
    firsts = [0] if turns else []
    firsts += [
        at for at, turn in enumerate(turns) if at and isinstance(turn.extra.get("section"), Mapping)
    ]
    for first, following in zip(firsts, [*firsts[1:], len(turns)][: len(firsts)], strict=True):
        section = {
            "type": "report",
            "startTime": _seconds(times[first][0]),
            "endTime": _seconds(times[following - 1][1]),
        } | _strings(turns[first].extra.get("section"))
        yield _tag("Section", section) + "\n"
        for turn, (start, end) in zip(turns[first:following], times[first:following], strict=True):
            yield _turn(turn, start, end, ids)
        yield "</Section>\n"


def _turn(turn: TurnValue, start: float, end: float, ids: Mapping[str, str]) -> str:
    utterances = utterances_of(turn.extra, len(turn.text))
    voices = list(dict.fromkeys(each.speaker for each in utterances if each.speaker))
    several = len(voices) > 1 and turn.speaker in voices
    # The speaker of the turn is the first: a reader takes the first of the attribute.
    names = [turn.speaker, *(name for name in voices if name != turn.speaker and several)]
    attributes = {"startTime": _seconds(start), "endTime": _seconds(end)}
    attributes |= {key: value for key in KINDS if isinstance(value := turn.extra.get(key), str)}
    if names[0]:
        attributes["speaker"] = " ".join(ids[name] for name in names)
    insertions = [*_marks(turn)]
    if several:
        insertions += [
            (each.start, _POINTS, f'<Who nb="{names.index(each.speaker) + 1}"/>')
            for each in utterances
            if each.speaker and (each.start < each.end or each.start < len(turn.text))
        ]
    text = _written(turn.text, insertions)
    return f'{_tag("Turn", attributes)}<Sync time="{_seconds(start)}"/>{text}</Turn>\n'


def _marks(turn: TurnValue) -> Iterator[Insertion]:
    size = len(turn.text)
    for span in turn.spans:
        values = {"desc": span.label, "type": ENTITIES}
        yield span.start, _BEGINS, _tag("Event", values | {"extent": "begin"}, empty=True)
        yield span.end, _ENDS, _tag("Event", values | {"extent": "end"}, empty=True)
    for event in events_of(turn.extra, size):
        type, _dash, desc = event.name.partition("-")
        if event.kind == "language":
            type, desc = "language", event.name
        elif type not in TYPES or not desc:
            type, desc = "noise", event.name
        values = {"desc": desc, "type": type}
        if event.start == event.end:
            yield (
                event.start,
                _POINTS,
                _tag("Event", values | {"extent": "instantaneous"}, empty=True),
            )
        else:
            yield event.start, _BEGINS, _tag("Event", values | {"extent": "begin"}, empty=True)
            yield event.end, _ENDS, _tag("Event", values | {"extent": "end"}, empty=True)
    for sync in _mappings(turn.extra.get("syncs")):
        at, time = sync.get("at"), time_of(sync, "time")
        if type_is_place(at, size) and time is not None:
            yield at, _POINTS, _tag("Sync", {"time": _seconds(time)}, empty=True)  # type: ignore[misc]
    for mark in _mappings(turn.extra.get("marks")):
        at, tag = mark.get("at"), mark.get("tag")
        if type_is_place(at, size) and tag in _RAW:
            rest = {k: v for k, v in _strings(mark).items() if k != "tag"}
            yield at, _POINTS, _tag(str(tag), rest, empty=True)  # type: ignore[misc]


def type_is_place(at: object, size: int) -> bool:
    return type(at) is int and 0 <= at <= size


def _written(text: str, insertions: Iterable[Insertion]) -> str:
    """The text with its marks. A line end at the edge of a piece would be layout: it is a blank."""
    pieces, last = [], 0
    for at, _order, tag in sorted(insertions, key=lambda each: each[:2]):
        pieces += [_piece(text[last:at]), tag]
        last = at
    return "".join([*pieces, _piece(text[last:])])


def _piece(text: str) -> str:
    text = _clean(text)  # a blank that it makes at an edge is one there
    bare = text.lstrip(BLANKS)
    lead, inner = text[: len(text) - len(bare)], bare.rstrip(BLANKS)
    trail = bare[len(inner) :]
    whole = lead.replace("\n", " ") + inner + trail.replace("\n", " ")
    return escape(whole, {"\r": "&#13;"})


def _clean(text: str) -> str:
    return _NO_XML.sub(" ", text)


def _tag(name: str, values: Mapping[str, str], *, empty: bool = False) -> str:
    attributes = "".join(f" {key}={quoteattr(_clean(value))}" for key, value in values.items())
    return f"<{name}{attributes}{'/' if empty else ''}>"


def _seconds(time: float) -> str:
    return f"{time:.3f}".rstrip("0").rstrip(".")


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _mappings(value: object) -> list[Mapping[str, Any]]:
    return [each for each in value if isinstance(each, Mapping)] if isinstance(value, list) else []


def _strings(value: object) -> dict[str, str]:
    """Attributes that were kept; JSONL may hold anything in their place."""
    return {
        key: text
        for key, text in _mapping(value).items()
        if isinstance(text, str) and (_ATTRIBUTE.fullmatch(key) or key == "xml:lang")
    }
