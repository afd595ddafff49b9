"""Exports with replaced texts: what stood on the old text moves or goes, so nothing stale leaves.

Called by the export with what the engine made of each turn; readers and writers do not need it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from annotation.formats.corpora.esport import absorb
from annotation.formats.corpora.standoff import events_of, utterances_of, with_standoff
from annotation.formats.types import DialogueValue, SpanValue, TurnValue

# (start, end, new text) on the original turn text; sorted, not overlapping, end > start.
Edit = tuple[int, int, str]

# Keys whose short ASCII values are categories by convention, not words of a speaker.
SAFE_KEYS = frozenset({"intent", "domain", "lang", "language", "split", "corpus", "channel"})
_SAFE_NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")
_SAFE_VALUE = re.compile(r"[A-Za-z0-9_.:/+-]{1,40}")
_SAFE_NUMBER = 10_000  # above: a telephone, a postcode, an identity card
_MIN_NUMBER = 3  # digits; shorter numbers are said by chance
_PLACES = frozenset({"start", "end", "at", "filtered"})  # in a turn's text
_EVENT_NAME = re.compile(r"[\w*][\w* /-]{0,39}")
_ROLE = re.compile(
    r"(?:spk|speaker|spkr|s|p|hablante|locutor|interlocutor)?[ _-]?\d{1,3}|\w?|\W*|"
    r"(?:agente?|operador[a]?|teleoperador[a]?|operator|client[e]?|customer|caller|user|usuari[oa]|"
    r"system|sistema|bot|assistant|asistente|note|nota|doctor[a]?|patient|paciente|interviewer|"
    r"entrevistador[a]?|informante?|sprecher|kunde|kundin|"
    r"from|sender|reply-to|to|cc|bcc|date|subject)(?:[ _-]?\d{1,3})?",
    re.IGNORECASE,
)


def check_edits(old: str, new: str, edits: Sequence[Edit]) -> None:
    """Raises ValueError for edits out of order or range, or that cannot make the new text."""
    at = 0
    for start, end, _ in edits:
        if not at <= start < end <= len(old):
            raise ValueError("edits must be sorted, must not overlap and must lie in the text")
        at = end
    if moved(len(old), edits) != len(new):
        raise ValueError("the edits must make the new text")


def moved(position: int, edits: Sequence[Edit]) -> int:
    """Where a position of the old text stands in the new; inside an edit, behind its new text.

    So of two stretches that share a replaced word the first has it, and it is not said twice.
    """
    gain = 0
    for start, end, new in edits:
        if position <= start:
            break
        if position < end:
            return start + gain + len(new)
        gain += len(new) - (end - start)
    return position + gain


def shift(extra: Mapping[str, object], edits: Sequence[Edit], size: int) -> dict[str, object]:
    """A turn's `extra` for the edited text; `size` is the length of the old one.

    Utterances and events move, event names that look like free text become "event", and of the
    rest stays what `safe_extra` lets through. ES-Port's own fields: see `esport.absorb`.
    """
    utterances = [
        replace(each, start=moved(each.start, edits), end=moved(each.end, edits))
        for each in utterances_of(extra, size)
    ]
    events = [
        replace(
            each,
            name=each.name if _EVENT_NAME.fullmatch(each.name) else "event",
            start=moved(each.start, edits),
            end=moved(each.end, edits),
        )
        for each in events_of(extra, size)
    ]
    kept = safe_extra(extra)
    filtered = extra.get("filtered")
    if type(filtered) is int and 0 <= filtered <= size:
        kept["filtered"] = moved(filtered, edits)
    return with_standoff(kept, utterances, events)


def safe_extra(extra: Mapping[str, object], keep: Iterable[str] = ()) -> dict[str, object]:
    """Of unknown keys, those that cannot carry what somebody said; for exports with replaced text.

    The keys in `keep` go through as they are.
    """
    always = frozenset(keep)
    return {key: value for key, value in extra.items() if key in always or _is_safe(key, value)}


def _is_safe(key: str, value: object) -> bool:
    if not _SAFE_NAME.fullmatch(key):
        return False
    if value is None or isinstance(value, bool):
        return True
    if isinstance(value, int | float):
        return abs(value) < _SAFE_NUMBER  # places, seconds, scores; not telephones
    return isinstance(value, str) and key in SAFE_KEYS and bool(_SAFE_VALUE.fullmatch(value))


def replaced_turn(
    turn: TurnValue, text: str, edits: Sequence[Edit], spans: Sequence[SpanValue] | None = None
) -> TurnValue:
    """The turn with its new text, and everything that stood on the old one moved or dropped.

    `spans` are the spans on the new text; by default the old ones, moved, an emptied one left out.
    """
    check_edits(turn.text, text, edits)
    turn = absorb(turn)
    if spans is None:
        ranges = [(moved(s.start, edits), moved(s.end, edits), s) for s in turn.spans]
        spans = [replace(s, start=start, end=end) for start, end, s in ranges if start < end]
    return TurnValue(
        speaker=turn.speaker,
        text=text,
        spans=tuple(replace(span, extra=safe_extra(span.extra)) for span in spans),
        extra=shift(turn.extra, edits, len(turn.text)),
    )


def replaced_dialogue(
    dialogue: DialogueValue,
    texts: Sequence[str],
    edits: Mapping[int, Sequence[Edit]],
    spans: Mapping[int, Sequence[SpanValue]] | None = None,
    *,
    keep_meta: Iterable[str] = (),
) -> DialogueValue:
    """The dialogue with new texts, one for each turn, and no stale text anywhere.

    `edits` say how each turn (by index) came to its text: what stands beside it moves by them.
    Speakers who are no roles are renamed; of `meta` and unknown keys stays what is safe, and what
    `keep_meta` names. The id is kept: whoever exports decides about ids.
    """
    spans = spans or {}
    turns = tuple(
        replaced_turn(turn, text, edits.get(index, ()), spans.get(index))
        for index, (turn, text) in enumerate(zip(dialogue.turns, texts, strict=True))
    )
    new = replace(
        dialogue,
        turns=turns,
        meta=safe_extra(dialogue.meta, keep_meta),
        extra=safe_extra(dialogue.extra),
    )
    return rename_speakers(new, neutral_speakers(new))


def shows_number(dialogue: DialogueValue, originals: Iterable[str]) -> bool:
    """Whether a number beside the turns has the digits of an original: {"pin": 7391}."""
    labelled = {"".join(c for c in each if c.isdecimal()) for each in originals}
    beside = (dialogue.meta, dialogue.extra, *(turn.extra for turn in dialogue.turns))
    numbers = (number for each in beside for number in _numbers(each))
    return any(len(number) >= _MIN_NUMBER and number in labelled for number in numbers)


def _numbers(value: object, key: str = "") -> Iterator[str]:
    """The numbers among the values, except those that say where in a turn something stands."""
    if isinstance(value, int | float) and not isinstance(value, bool) and key not in _PLACES:
        yield "".join(c for c in str(value).removesuffix(".0") if c.isdecimal())
    elif isinstance(value, Mapping):
        for inner_key, inner in value.items():
            yield from _numbers(inner, inner_key)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _numbers(inner, key)


def neutral_speakers(dialogue: DialogueValue) -> dict[str, str]:
    """Speaker -> spk1, spk2, ... for those whose names are no roles (agent, S1, A)."""
    names: dict[str, None] = {}
    for turn in dialogue.turns:
        names[turn.speaker] = None
        size = len(turn.text)
        names.update((each.speaker, None) for each in utterances_of(turn.extra, size))
        names.update((each.speaker, None) for each in events_of(turn.extra, size))
    doubtful = [name for name in names if not _ROLE.fullmatch(name)]
    free = (f"spk{number}" for number in range(1, len(names) + len(doubtful) + 1))
    return dict(zip(doubtful, (name for name in free if name not in names), strict=False))


def rename_speakers(dialogue: DialogueValue, names: Mapping[str, str]) -> DialogueValue:
    """The dialogue with speakers renamed in turns, utterances and events."""
    if not names:
        return dialogue
    turns = []
    for turn in dialogue.turns:
        size = len(turn.text)
        utterances = [
            replace(each, speaker=names.get(each.speaker, each.speaker))
            for each in utterances_of(turn.extra, size)
        ]
        events = [
            replace(each, speaker=names.get(each.speaker, each.speaker))
            for each in events_of(turn.extra, size)
        ]
        turns.append(
            replace(
                turn,
                speaker=names.get(turn.speaker, turn.speaker),
                extra=with_standoff(turn.extra, utterances, events),
            )
        )
    return replace(dialogue, turns=tuple(turns))
