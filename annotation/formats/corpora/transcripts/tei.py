"""TEI transcriptions of speech in: each <u> is a turn. It is only read.

Blanks of any kind are one space, as XML is laid out. What is heard beside words (<pause>, <vocal>,
<incident>, <kinesic>) are events of these names; notes and descriptions are left out. The speaker
is the name of the person that `who` points at, else what it says.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from annotation.formats.checks import MAX_SPEAKER, check_turn
from annotation.formats.corpora.standoff import Event, with_standoff
from annotation.formats.corpora.transcripts import faults as wrong
from annotation.formats.corpora.transcripts.times import parse_time, stretch
from annotation.formats.corpora.xml_nodes import Node, each_file
from annotation.formats.errors import FormatError
from annotation.formats.files.names import dialogue_name
from annotation.formats.types import DialogueValue, Files, ReadOptions, TurnValue

_HEARD = frozenset({"pause", "vocal", "incident", "kinesic", "shift", "writing"})
_UNSAID = frozenset({"desc", "note", "del", "sic", "orig", "abbr", "spanGrp", "fs"})
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})?")


def read_tei(files: Files, options: ReadOptions) -> Iterator[DialogueValue]:
    """The dialogue of each file, or of each text in it; raises FormatError."""
    return each_file(files, options, _dialogue)


def _dialogue(root: Node, file: str, options: ReadOptions) -> DialogueValue:
    if root.name not in ("TEI", "teiCorpus"):
        raise FormatError(wrong.NO_TEI, file=file, line=root.line)
    people, times = _people(root), _times(root)
    lang = options.lang
    for node in (root, *root.below("text")):
        code = node.values.get("xml:lang", "")
        lang = code if len(code) <= 12 and _LANGUAGE.fullmatch(code) else lang
    turns: list[TurnValue] = []
    for node, block in _utterances(root, None):
        who = node.value("who") or (block.value("who") if block else "")
        said = _Said()
        said.add(node)
        ids = [each.removeprefix("#") for each in who.split()]
        speaker = " + ".join(people.get(each, each) for each in ids)[:MAX_SPEAKER]
        start, end = (
            times.get((node.value(key) or (block.value(key) if block else "")).removeprefix("#"))
            for key in ("start", "end")
        )
        text = said.finish()
        extra = {} if start is None or end is None else stretch(start, end)
        events = [Event("event", name, speaker, at, at) for name, at in said.events]
        events = [each for each in events if each.start <= len(text)]
        turn = TurnValue(speaker, text, extra=with_standoff(extra, [], events))
        number, cap = len(turns) + 1, options.max_turn
        check_turn(turn, number=number, file=file, line=node.line, cap=cap)
        if text or events:
            turns.append(turn)
    if not turns:
        raise FormatError(wrong.NO_TEI, file=file, line=root.line)
    stem = re.sub(r"\.\w{1,5}$", "", file.replace("\\", "/").rsplit("/", 1)[-1]) or "dialogue"
    return DialogueValue(dialogue_name(stem), lang, tuple(turns), line=1)


def _utterances(node: Node, block: Node | None) -> Iterator[tuple[Node, Node | None]]:
    """Each <u> with the block around it that may say who speaks and when."""
    for child in node.children:
        if child.name == "u":
            yield child, block
        else:
            yield from _utterances(child, child if child.name == "annotationBlock" else block)


def _people(root: Node) -> dict[str, str]:
    found = {}
    for person in root.below("person"):
        name = next(person.below("persName"), None)
        words = " ".join(_whole(name).split()) if name else ""
        found[person.values.get("xml:id", "")] = words or person.values.get("xml:id", "")
    return found


def _whole(node: Node) -> str:
    pieces = [node.texts[0]]
    for child, behind in zip(node.children, node.texts[1:], strict=True):
        pieces += [_whole(child), behind]
    return "".join(pieces)


def _times(root: Node) -> dict[str, float]:
    """Seconds of the points of a timeline: absolute, or an interval since another point."""
    found: dict[str, float] = {}
    for line in root.below("timeline"):
        unit = 0.001 if line.value("unit") == "ms" else 1.0
        for point in line.all("when"):
            id, interval = point.values.get("xml:id", ""), parse_time(point.value("interval"))
            since = point.value("since").removeprefix("#")
            time = parse_time(point.value("absolute").removeprefix("T").removesuffix("s"))
            if interval is not None and (since in found or not since):
                time = round(found.get(since, 0.0) + interval * unit, 3)
            if time is None and not found:
                time = 0.0  # the origin
            if time is not None:
                found[id] = time
    return found


@dataclass(slots=True)
class _Said:
    """The words of an utterance while its elements come in."""

    text: str = ""
    events: list[tuple[str, int]] = field(default_factory=list)

    def add(self, node: Node) -> None:
        self._words(node.texts[0])
        for child, behind in zip(node.children, node.texts[1:], strict=True):
            if child.name in _HEARD:
                self._words(" ")
                self.events.append((child.name, len(self.text)))
            elif child.name not in _UNSAID:
                self.add(child)
            self._words(behind)

    def _words(self, piece: str) -> None:
        flat = re.sub(r"[ \t\r\n]+", " ", piece)
        if not self.text or self.text.endswith(" "):
            flat = flat.removeprefix(" ")
        self.text += flat

    def finish(self) -> str:
        text = self.text.rstrip(" ")
        self.events = [(name, min(at, len(text))) for name, at in self.events]
        return text
