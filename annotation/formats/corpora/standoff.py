"""What a turn holds beside its text, kept as offsets into it, so that no text is stored twice.

A turn's `extra` may hold two lists that every reader, writer and page shares:
"utterances": [{"speaker", "start", "end"}], in the order of the source (two speakers: overlap), and
"events": [{"kind": "language" | "event", "name", "speaker", "start", "end"}]; start == end is a
moment.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Utterance:
    """A stretch of the turn that one speaker said; code points, end exclusive."""

    speaker: str
    start: int
    end: int

    def record(self) -> dict[str, object]:
        return {"speaker": self.speaker, "start": self.start, "end": self.end}


@dataclass(frozen=True, slots=True)
class Event:
    """A language switch or a noise, silence, pronunciation at [start, end); a moment if equal."""

    kind: str
    name: str
    speaker: str
    start: int
    end: int
    listed: bool = True  # among the lists of ES-Port
    written: bool = True  # in its text with events
    beside: bool = False  # there its words are repeated after it

    def record(self) -> dict[str, object]:
        whole: dict[str, object] = {
            "kind": self.kind,
            "name": self.name,
            "speaker": self.speaker,
            "start": self.start,
            "end": self.end,
        }
        if not self.listed:
            whole["listed"] = False
        if not self.written:
            whole["written"] = False
        if self.beside:
            whole["beside"] = True
        return whole


def utterances_of(extra: Mapping[str, object], size: int) -> list[Utterance]:
    """The well-formed utterances in `extra` that fit a text of `size` characters."""
    utterances = []
    for record in _records(extra.get("utterances")):
        place = _range(record, size)
        if place and isinstance(record.get("speaker"), str):
            utterances.append(Utterance(record["speaker"], *place))
    return utterances


def events_of(extra: Mapping[str, object], size: int) -> list[Event]:
    """The well-formed events in `extra` that fit a text of `size` characters, in text order."""
    events = []
    for record in _records(extra.get("events")):
        place = _range(record, size)
        name, speaker = record.get("name"), record.get("speaker", "")
        known = record.get("kind") in ("language", "event")
        if place and known and isinstance(name, str) and isinstance(speaker, str):
            listed = record.get("listed", True) is True
            written = record.get("written", True) is True
            beside = record.get("beside", False) is True
            events.append(Event(record["kind"], name, speaker, *place, listed, written, beside))
    return sorted(events, key=lambda event: (event.start, event.end))


def _records(value: Any) -> Iterable[Mapping[str, Any]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _range(record: Mapping[str, object], size: int) -> tuple[int, int] | None:
    start, end = record.get("start"), record.get("end")
    if type(start) is int and type(end) is int and 0 <= start <= end <= size:
        return start, end
    return None


def with_standoff(
    extra: Mapping[str, object], utterances: Sequence[Utterance], events: Sequence[Event]
) -> dict[str, object]:
    """`extra` with these two lists in place of what it had; empty lists are left out."""
    whole = {key: value for key, value in extra.items() if key not in ("utterances", "events")}
    if utterances:
        whole["utterances"] = [each.record() for each in utterances]
    if events:
        whole["events"] = [each.record() for each in events]
    return whole
