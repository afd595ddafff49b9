"""What survives where: each thing is written in each format and read again. The table of
docs/formats.md is what these tests found; `python -m tests.annotation.formats.test_survival` makes
it anew."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import pytest

from annotation.formats import (
    FORMATS,
    WRITTEN,
    DialogueValue,
    SpanValue,
    TurnValue,
    is_installed,
    read_corpus,
    write_corpus,
)
from annotation.formats.corpora.losses import losses
from annotation.formats.corpora.standoff import events_of, utterances_of

GUIDE = Path(__file__).resolve().parents[3] / "docs" / "formats.md"
BEGIN, END = "<!-- made by tests/annotation/formats/test_survival.py -->", "<!-- end -->"
OVERLAP = [
    {"speaker": "a", "start": 0, "end": 3},
    {"speaker": "b", "start": 4, "end": 7},
]


def event(kind: str, name: str) -> dict[str, object]:
    return {"kind": kind, "name": name, "speaker": "a", "start": 4, "end": 7}


@dataclass(frozen=True)
class Thing:
    """Something that a dialogue may hold: a turn that has it, how it is seen, and as what its loss
    is counted, if it is."""

    name: str
    turn: TurnValue
    seen: Callable[[DialogueValue], object]
    kind: str = ""


def spans(dialogue: DialogueValue) -> object:
    return [(t.text, s.start, s.end, s.label) for t in dialogue.turns for s in t.spans]


def turn(text: str = "soy Ana", *found: SpanValue, **extra: object) -> TurnValue:
    return TurnValue("a", text, found, extra)


NAME = SpanValue(4, 7, "male name", 0.5)
THINGS = (
    Thing("ids", turn(), lambda d: d.id),
    Thing("language", turn(), lambda d: d.lang),
    Thing("speakers", turn(), lambda d: [t.speaker for t in d.turns], "speakers"),
    Thing("emoji, RTL", turn("😀 n\u0303 👩\u200d💻 שלום"), lambda d: d.turns[-1].text),
    Thing("blanks", turn(" dos  tres "), lambda d: d.turns[-1].text, "spacing"),
    Thing("line ends", turn("uno\ndos"), lambda d: d.turns[-1].text, "line_ends"),
    Thing("empty turns", turn(""), lambda d: len(d.turns), "empty_turns"),
    Thing("labels", turn("soy Ana", NAME), spans, "labels"),
    Thing(
        "scores",
        turn("soy Ana", NAME),
        lambda d: [s.confidence for t in d.turns for s in t.spans],
        "scores",
    ),
    Thing("times", turn(start=1.5, end=2.0), lambda d: d.turns[-1].extra.get("end"), "times"),
    Thing(
        "overlap",
        turn(utterances=OVERLAP),
        lambda d: [(u.speaker, u.start, u.end) for u in utterances_of(d.turns[-1].extra, 7)],
        "overlaps",
    ),
    Thing(
        "events",
        turn(events=[event("event", "noise-rire")]),
        lambda d: [e.name for e in events_of(d.turns[-1].extra, 7)],
        "events",
    ),
    Thing(
        "languages",
        turn(events=[event("language", "en")]),
        lambda d: [e.name for e in events_of(d.turns[-1].extra, 7)],
        "languages",
    ),
    Thing("unknown keys", turn(intent="greet"), lambda d: d.turns[-1].extra.get("intent"), "keys"),
)


def dialogue_of(thing: Thing) -> DialogueValue:
    """A turn, then one that holds the thing, of a dialogue in Basque."""
    return DialogueValue("call-7", "eu", (TurnValue("b", "hola"), thing.turn))


def again(format: str, dialogue: DialogueValue) -> tuple[bytes, DialogueValue]:
    out = BytesIO()
    write_corpus(format, [dialogue], out)
    name = "x.zip" if FORMATS[format].has_members else "x"
    [back] = read_corpus(format, out.getvalue(), filename=name)
    return out.getvalue(), back


def survives(format: str, thing: Thing) -> bool:
    """Whether a thing is read again as it was written."""
    before = dialogue_of(thing)
    _data, after = again(format, before)
    return bool(after.turns) and thing.seen(after) == thing.seen(before)


def is_same_twice(format: str) -> bool:
    """Whether what is read of a file and written again has the bytes of that file."""
    whole = DialogueValue("call-7", "eu", (turn("hola"), turn("soy Ana", NAME, start=1, end=2)))
    data, back = again(format, whole)
    return again(format, back)[0] == data


def table() -> str:
    """The table of the guide: a row a format, a column a thing."""
    rows = [["", *(thing.name for thing in THINGS), "same bytes"], ["---"] * (len(THINGS) + 2)]
    lines = [f"| {' | '.join(row)} |" for row in rows]
    for name in WRITTEN:
        if not is_installed(name):  # as it was found where it is
            lines += [line for line in in_guide().splitlines() if line.startswith(f"| `{name}` ")]
            continue
        found = (*(survives(name, thing) for thing in THINGS), is_same_twice(name))
        lines.append(f"| {' | '.join([f'`{name}`', *('yes' if each else '' for each in found)])} |")
    return "\n".join(lines)


def in_guide() -> str:
    text = GUIDE.read_text(encoding="utf-8")
    return text[text.index(BEGIN) + len(BEGIN) : text.index(END)].strip()


def test_the_guide_says_what_survives() -> None:
    assert in_guide() == table()


@pytest.mark.parametrize("format", WRITTEN)
def test_what_is_lost_is_counted(format: str) -> None:
    """An export says that something has no place in its format; the two must agree."""
    if not is_installed(format):
        pytest.skip(f"what {format} needs is not installed")
    for thing in THINGS:
        counted = losses(format, dialogue_of(thing))
        if thing.kind and not survives(format, thing):
            assert counted, thing.name
        if thing.kind and thing.kind in counted:
            assert not survives(format, thing), thing.name


if __name__ == "__main__":
    pattern = re.compile(re.escape(BEGIN) + ".*?" + re.escape(END), re.DOTALL)
    text = GUIDE.read_text(encoding="utf-8")
    new = f"{BEGIN}\n\n{table()}\n\n{END}"
    GUIDE.write_text(pattern.sub(lambda _old: new, text), encoding="utf-8")
