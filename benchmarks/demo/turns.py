"""From spoken words to a turn value: text, spans, and what ES-Port keeps beside the text.

The utterances and events lie in `extra` as offsets, as `formats.corpora.standoff` defines them.
"""

from collections.abc import Iterable, Sequence

from annotation.formats.corpora.standoff import Event, Utterance, with_standoff
from annotation.formats.types import SpanValue, TurnValue
from benchmarks.demo.words import Placed, Speech, lay_out, spans_of, text_of


def make_turn(speeches: Sequence[Speech], number: int, *, standoff: bool) -> TurnValue:
    """One turn. Two speeches overlap: their texts follow one another, each an utterance."""
    spans: list[SpanValue] = []
    utterances: list[Utterance] = []
    events: list[Event] = []
    offset = 0
    for speech in speeches:
        placed = lay_out(speech.words, offset)
        spans += spans_of(placed)
        utterances += cut_utterances(speech.speaker, placed)
        events += list_events(speech.speaker, placed)
        offset = placed[-1].stop + 1
    text = " ".join(text_of(speech.words) for speech in speeches)
    extra = with_standoff({"turn": number}, utterances, events) if standoff else {}
    return TurnValue(speeches[0].speaker, text, tuple(spans), extra)


def cut_utterances(speaker: str, placed: Iterable[Placed]) -> list[Utterance]:
    """The speech cut where the language switches or an event was heard."""
    found: list[Utterance] = []
    before = None
    for word, start, _, stop in placed:
        kind = (word.lang, word.event if is_about_word(word.event) else "")
        if found and kind == before:
            found[-1] = Utterance(speaker, found[-1].start, stop)
        else:
            found.append(Utterance(speaker, start, stop))
        before = kind if not word.event else None
    return found


def list_events(speaker: str, placed: Iterable[Placed]) -> list[Event]:
    """Language switches (neighbouring words of one language are one) and events, in order."""
    found: list[Event] = []
    switch = ""
    for word, start, end, stop in placed:
        if word.lang and word.lang == switch:
            found[-1] = Event("language", word.lang, speaker, found[-1].start, end)
        elif word.lang:
            found.append(Event("language", word.lang, speaker, start, end))
        if is_about_word(word.event):
            found.append(Event("event", word.event, speaker, start, end))
        elif word.event:
            found.append(Event("event", word.event, speaker, stop, stop))
        switch = word.lang if not word.event else ""
    return found


def is_about_word(event: str) -> bool:
    return event.startswith("pronounce")
