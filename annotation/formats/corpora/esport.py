"""ES-Port JSON: one file per dialogue, each turn as text, by speaker, with events and by labels.

Reading keeps the text once ("filtered-text", as transcribed) and the rest as offsets into it;
writing makes every field anew from the text, so a replaced word cannot survive in another field.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from annotation.formats import faults
from annotation.formats.checks import check_turn
from annotation.formats.corpora.alignment import (
    EVENT,
    LANGUAGE,
    NULL,
    Listed,
    find_events,
    find_utterances,
    find_words,
    listed_event,
    write_events,
)
from annotation.formats.corpora.shapes import EsportDialogue, EsportTurn
from annotation.formats.corpora.standoff import (
    Event,
    Utterance,
    events_of,
    utterances_of,
    with_standoff,
)
from annotation.formats.errors import FormatError, Phrase
from annotation.formats.files.encoding import decode
from annotation.formats.files.strictjson import Place, check_value, parse
from annotation.formats.types import DialogueValue, Files, ReadOptions, SpanValue, TurnValue
from annotation.shapes import keys_of

_DIALOGUE_KEYS = keys_of(EsportDialogue)
_TURN_KEYS = keys_of(EsportTurn)
# Fields that repeat the text of a turn; never kept as they are.
_RAW_KEYS = _TURN_KEYS - {"turn", "events"}


def read_esport(files: Files, options: ReadOptions) -> Iterator[DialogueValue]:
    """The dialogue of each file (or several, in a list); raises FormatError."""
    for name, data in files.items():
        text = decode(data, file=name).removeprefix("\ufeff")
        try:
            value = parse(text, file=name, line=None, whole_file=True)
        except FormatError as fault:
            options.leave_out(fault)
            continue
        for record in value if isinstance(value, list) else [value]:
            yield from options.made(partial(_read_dialogue, record, Place(name, None), options))


def _read_dialogue(value: object, place: Place, options: ReadOptions) -> DialogueValue:
    record = place.mapping(value, faults.DIALOGUE, wanted=faults.ESPORT_OBJECT)
    turns = place.list(record.get("turns"), '"turns"')
    extra = {key: kept for key, kept in record.items() if key not in _DIALOGUE_KEYS}
    meta = place.mapping(record.get("meta", {}), '"meta"')
    for kept in (extra, meta):
        check_value(kept, file=place.file, line=None, depth=1)
    return DialogueValue(
        id=place.text(record.get("file-id"), '"file-id"'),
        lang=place.language(record.get("lang", options.lang)),
        turns=tuple(_read_turn(turn, n, place, options) for n, turn in enumerate(turns, 1)),
        meta=meta,
        extra=extra,
    )


def _read_turn(value: object, position: int, place: Place, options: ReadOptions) -> TurnValue:
    what = faults.turn(position)
    record = place.mapping(value, what)
    check_value(record, file=place.file, line=None, depth=2, place=what)
    number = record.get("turn", position)
    if type(number) is not int:
        raise place.error(faults.NO_INTEGER, what, '"turn"')
    what = faults.turn(number)
    speakers = _read_speakers(record.get("speakers", {}), what, place)
    joined = " ".join(words.strip() for pieces in speakers.values() for words in pieces)
    filtered = place.text(record.get("filtered-text", joined), what, '"filtered-text"')
    text, extra = _keep_once(filtered, speakers, record)
    extra = {k: kept for k, kept in record.items() if k not in _TURN_KEYS} | extra
    turn = TurnValue(
        speaker=_first_speaker(extra, len(text)) or next(iter(speakers), ""),
        text=text,
        spans=_read_labels(record.get("labels", []), text, what, place),
        extra={"turn": number} | extra,
    )
    check_turn(turn, number=number, file=place.file, line=None, cap=options.max_turn)
    return turn


def _read_speakers(value: object, what: Phrase, place: Place) -> dict[str, list[str]]:
    speakers: dict[str, list[str]] = {}
    for speaker, pieces in place.mapping(value, what, '"speakers"').items():
        entries = place.list(pieces, what, faults.UTTERANCES)
        speakers[speaker] = [
            place.text(
                place.mapping(entry, what, faults.UTTERANCE).get("utterance"), what, '"utterance"'
            )
            for entry in entries
        ]
    return speakers


def _keep_once(
    filtered: str, speakers: Mapping[str, Sequence[str]], record: Mapping[str, object]
) -> tuple[str, dict[str, object]]:
    """The turn's text and its standoff keys.

    "filtered" says how much of the text is the filtered one, where utterances had more words;
    "lost_words" counts events whose words are nowhere in the turn.
    """
    text, utterances = find_utterances(filtered, speakers)
    extra: dict[str, object] = {} if text == filtered else {"filtered": len(filtered)}
    events, lost = find_events(text, _text_events(record), _listed_events(record))
    if lost:
        extra["lost_words"] = lost
    return text, with_standoff(extra, utterances, events)


def _text_events(record: Mapping[str, object]) -> str | None:
    written = record.get("text-events")
    return written if isinstance(written, str) else None


def _listed_events(record: Mapping[str, object]) -> list[Listed]:
    events = []
    for field, kind, naming in (
        ("language-events", LANGUAGE, "language-name"),
        ("events", EVENT, "name"),
    ):
        entries = record.get(field)
        for entry in entries if isinstance(entries, list) else ():
            if not isinstance(entry, dict):
                continue
            name, speaker = entry.get(naming), entry.get("speaker", "")
            words = entry.get("description", NULL)
            if isinstance(name, str) and isinstance(speaker, str) and isinstance(words, str):
                events.append(listed_event(kind, name, speaker, words))
    return events


def _first_speaker(extra: Mapping[str, object], size: int) -> str:
    utterances = [each for each in utterances_of(extra, size) if each.start < each.end]
    return min(utterances, key=lambda each: (each.start, -each.end)).speaker if utterances else ""


def _read_labels(value: object, text: str, what: Phrase, place: Place) -> tuple[SpanValue, ...]:
    """One span a labelled word; neighbours of one label stay two, as the corpus has them."""
    words, labels = [], []
    for index, item in enumerate(place.list(value, what, '"labels"')):
        spot = faults.label_of(what, index)
        entry = place.mapping(item, spot)
        words.append(place.text(entry.get("word"), spot, '"word"'))
        labels.append(place.text(entry.get("label"), spot, '"label"'))
    spans = []
    for index, (stretch, word, label) in enumerate(
        zip(find_words(text, words), words, labels, strict=True)
    ):
        if stretch is None:
            raise place.error(faults.WORD_MISMATCH, faults.label_of(what, index))
        written = {} if text[slice(*stretch)] == word else {"word": word}
        spans.append(SpanValue(*stretch, label, extra=written))
    return tuple(sorted(spans, key=lambda span: span.start))


def absorb(turn: TurnValue) -> TurnValue:
    """A turn whose `extra` still holds ES-Port's own fields, with them kept as offsets instead.

    Such turns come from native files that carry the fields along. Others are returned as they are.
    """
    extra = turn.extra
    listed = extra.get("events")
    raw = isinstance(listed, list) and any(
        isinstance(e, dict) and "description" in e for e in listed
    )
    if not raw and not _RAW_KEYS & extra.keys():
        return turn
    speakers: dict[str, list[str]] = {}
    fields = extra.get("speakers")
    for speaker, said in fields.items() if isinstance(fields, dict) else ():
        entries = said if isinstance(said, list) else []
        texts = [entry.get("utterance") for entry in entries if isinstance(entry, dict)]
        speakers[speaker] = [each for each in texts if isinstance(each, str)]
    longer, utterances = find_utterances(turn.text, speakers)
    if longer != turn.text:  # not about this text: nothing in it can be trusted
        utterances = []
    events, _ = find_events(turn.text, _text_events(extra), _listed_events(extra))
    rest = {key: value for key, value in extra.items() if key not in _RAW_KEYS | {"events"}}
    return replace(turn, extra=with_standoff(rest, utterances, events))


def render_esport(dialogue: DialogueValue) -> list[tuple[str, bytes]]:
    """The file of a dialogue, by its ending."""
    text = json.dumps(_dialogue_record(dialogue), ensure_ascii=False, indent=2)
    return [(".json", (text + "\n").encode("utf-8"))]


def _dialogue_record(dialogue: DialogueValue) -> dict[str, object]:
    record: dict[str, object] = {"file-id": dialogue.id}
    if dialogue.lang != "es":
        record["lang"] = dialogue.lang
    if dialogue.meta:
        record["meta"] = dict(dialogue.meta)
    record |= {key: value for key, value in dialogue.extra.items() if key not in _DIALOGUE_KEYS}
    record["turns"] = [_turn_record(turn, n) for n, turn in enumerate(dialogue.turns, 1)]
    return record


def _turn_record(turn: TurnValue, position: int) -> dict[str, object]:
    turn = absorb(turn)
    text, extra, size = turn.text, turn.extra, len(turn.text)
    utterances = utterances_of(extra, size) or [Utterance(turn.speaker, 0, size)]
    events = events_of(extra, size)
    speakers: dict[str, list[dict[str, str]]] = {}
    for each in utterances:
        said = speakers.setdefault(each.speaker, [])
        if each.start < each.end:
            said.append({"utterance": text[each.start : each.end]})
    number, filtered = extra.get("turn"), extra.get("filtered")
    known = {*_TURN_KEYS, "utterances", "filtered", "lost_words"}
    return {
        "turn": number if type(number) is int else position,
        "labels": [entry for span in turn.spans for entry in _label_records(span, text)],
        "speakers": speakers,
        "filtered-text": text[:filtered] if type(filtered) is int else text,
        "text-events": write_events(text, events),
        "language-events": [
            {
                "speaker": each.speaker,
                "language-name": each.name,
                "description": _words(each, text),
            }
            for each in events
            if each.kind == LANGUAGE and each.listed
        ],
        "events": [
            {"speaker": each.speaker, "name": each.name, "description": _words(each, text)}
            for each in events
            if each.kind == EVENT and each.listed
        ],
        **{key: value for key, value in extra.items() if key not in known},
    }


def _words(event: Event, text: str) -> str:
    return text[event.start : event.end] or NULL


def _label_records(span: SpanValue, text: str) -> list[dict[str, str]]:
    """One entry a word. The word that the source gave without marks is used while it still fits."""
    surface = text[span.start : span.end]
    given = span.extra.get("word")
    if isinstance(given, str) and find_words(surface, [given]) == [(0, len(surface))]:
        return [{"word": given, "label": span.label}]
    return [{"word": word, "label": span.label} for word in surface.split()]
