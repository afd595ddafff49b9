"""A turn of a Transcriber file while its marks come in, and the turn that is made of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from annotation.formats.checks import check_turn
from annotation.formats.corpora.standoff import Event, Utterance, with_standoff
from annotation.formats.corpora.transcripts.marks import Mark, Pieces, event_name, word_beside
from annotation.formats.corpora.transcripts.times import stretch
from annotation.formats.types import SpanValue, TurnValue

ENTITIES = "entities"
KINDS = ("mode", "fidelity", "channel")  # attributes of a turn that are kept by these names


@dataclass(slots=True)
class OpenTurn:
    """speakers: names, in the order of the attribute; start, end: seconds, where they are given."""

    speakers: Sequence[str]
    start: float | None
    end: float | None
    line: int | None
    attributes: Mapping[str, str]
    section: Mapping[str, str] | None
    pieces: Pieces = field(default_factory=Pieces)
    syncs: list[tuple[Mark, float]] = field(default_factory=list)
    voices: list[Mark] = field(default_factory=list)
    events: list[Mark] = field(default_factory=list)
    entities: list[Mark] = field(default_factory=list)
    ignored: int = 0  # entities inside another, or without a text
    rest: list[Mark] = field(default_factory=list)
    _depth: list[Mark] = field(default_factory=list)  # entities that have begun
    _begun: dict[tuple[str, str], list[Mark]] = field(default_factory=dict)  # the same of events

    @property
    def is_open(self) -> bool:
        return bool(self._depth)

    def sync(self, seconds: float) -> None:
        self.syncs.append((self.pieces.begin(Mark("sync")), seconds))

    def who(self, place: int) -> None:
        if self.voices:
            self.pieces.end(self.voices[-1])
        elif self.pieces.flush() and self.pieces.text.strip():  # before the first: the first one's
            self.voices.append(Mark(self.speakers[0], 0, len(self.pieces.text)))
        self.voices.append(self.pieces.begin(Mark(self.speakers[place])))

    def raw(self, tag: str, values: Mapping[str, str]) -> None:
        at = self.pieces.flush()
        self.rest.append(Mark(tag, at, at, dict(values)))

    def event(self, values: Mapping[str, str]) -> bool:
        """An Event; False for the end of an entity that did not begin in this turn."""
        type, extent = values.get("type", "noise"), values.get("extent", "instantaneous")
        desc = values.get("desc", "")
        if type == ENTITIES and extent in ("begin", "end"):
            return self._entity(desc, begins=extent == "begin")
        known = event_name(type, desc)
        if known is None:
            self.raw("Event", values)
            return True
        kind, name = known
        speaker = self.voices[-1].what if self.voices else next(iter(self.speakers), "")
        mark = Mark(name, values={"kind": kind, "speaker": speaker, "extent": extent})
        if extent == "end":
            if self._begun.get(known):
                self.pieces.end(self._begun[known].pop())
                return True
            mark.start, mark.end = 0, self.pieces.flush()  # began in the turn before
        elif extent == "begin":
            self._begun.setdefault(known, []).append(self.pieces.begin(mark))
        else:
            mark.start = mark.end = self.pieces.flush()
        self.events.append(mark)
        return True

    def _entity(self, label: str, *, begins: bool) -> bool:
        if begins:
            self._depth.append(self.pieces.begin(Mark(label)))
            return True
        if not self._depth or self._depth[-1].what != label:
            return False
        mark = self._depth.pop()
        self.pieces.end(mark)
        if self._depth or mark.start == mark.end:
            self.ignored += 1
        else:
            self.entities.append(mark)
        return True


def closed_turn(turn: OpenTurn, *, number: int, file: str, cap: int) -> TurnValue:
    """The turn with what its marks say; raises FormatError."""
    if turn.voices:
        turn.pieces.end(turn.voices[-1])
    text = turn.pieces.finish()
    if len(text) > cap:  # refused, whatever stands in it
        bare = TurnValue("", text)
        check_turn(bare, number=number, file=file, line=turn.line, cap=cap)
    extra: dict[str, object] = {}
    if turn.start is not None and turn.end is not None:
        extra |= stretch(turn.start, turn.end)
    extra |= {key: turn.attributes[key] for key in KINDS if key in turn.attributes}
    if turn.section is not None:
        extra["section"] = dict(turn.section)
    syncs = [
        {"at": mark.start, "time": seconds}
        for mark, seconds in turn.syncs
        if (mark.start, seconds) != (0, turn.start)
    ]
    marks = [{"at": mark.start, "tag": mark.what, **mark.values} for mark in turn.rest]
    extra |= {"syncs": syncs} if syncs else {}
    extra |= {"marks": marks} if marks else {}
    extra |= {"entities_ignored": turn.ignored} if turn.ignored else {}
    value = TurnValue(
        next(iter(turn.speakers), ""),
        text,
        tuple(SpanValue(mark.start, mark.end, mark.what) for mark in turn.entities),
        with_standoff(extra, _utterances(turn, text), [_event(mark, text) for mark in turn.events]),
    )
    check_turn(value, number=number, file=file, line=turn.line, cap=cap)
    return value


def _utterances(turn: OpenTurn, text: str) -> list[Utterance]:
    """Who says what where several speak; one who is named and says nothing has an empty stretch."""
    if len(turn.speakers) < 2:
        return []
    voices = turn.voices or [Mark(turn.speakers[0], 0, len(text))]
    said = [
        Utterance(mark.what, mark.start, max(mark.start, len(text[: mark.end].rstrip())))
        for mark in voices
    ]
    silent = [name for name in turn.speakers if name not in {each.speaker for each in said}]
    return [*said, *(Utterance(name, len(text), len(text)) for name in silent)]


def _event(mark: Mark, text: str) -> Event:
    start, end = mark.start, len(text) if mark.end < 0 else mark.end
    if mark.values["extent"] in ("previous", "next"):
        start, end = word_beside(text, start, before=mark.values["extent"] == "previous")
    return Event(mark.values["kind"], mark.what, mark.values["speaker"], min(start, end), end)
