"""A replaced dialogue in the form that leaves, and the search of what leaves beside its texts.

Pure. Called by `outgoing` for projects and by work on files. `surrogates` judges the turns.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from annotation.bridges.to_surrogates import surrogate_span
from annotation.formats import Rendered
from annotation.formats.corpora.replacing import Edit, replaced_dialogue, shows_number
from annotation.formats.corpora.said import texts_in
from annotation.formats.types import DialogueValue, SpanValue
from surrogates.folding import WORD, fold
from surrogates.search.corpus import shows_known
from surrogates.search.originals import Originals
from surrogates.types import Result

SHORTEST = 2  # letters; shorter originals stand in every text


def replaced_value(own: DialogueValue, result: Result, *, id: str, marked: bool) -> DialogueValue:
    """The replaced dialogue, with nothing of its own left that could tell: see `replaced_dialogue`.

    Unless `marked` it has no spans: nothing tells a surrogate from what was said. Spans carry no
    score and no other key: a score would tell which items a model was unsure of.
    """
    edits: dict[int, list[Edit]] = {}
    spans: dict[int, list[SpanValue]] = {index: [] for index in range(len(own.turns))}
    for each in sorted(result.replacements, key=lambda r: (r.turn, r.start)):
        edits.setdefault(each.turn, []).append((each.start, each.end, each.surrogate))
        spans[each.turn].append(surrogate_span(each))
    texts = [turn.text for turn in result.draft.turns]
    value = replaced_dialogue(own, texts, edits, spans)
    return with_spans(replace(value, id=id), marked)


def with_spans(value: DialogueValue, marked: bool) -> DialogueValue:
    """The dialogue, without its labels unless they are to be there."""
    if marked:
        return value
    return replace(value, turns=tuple(replace(turn, spans=()) for turn in value.turns))


def leaks_in(files: list[tuple[str, bytes]], result: Result) -> bool:
    """Whether rendered files show an original that the replaced turns do not.

    `surrogates.search.leaks.scan` judges the turns themselves; this finds what came in beside them:
    names of speakers, events, keys that another tool left.
    """
    said = _phrase("\n".join(turn.text for turn in result.draft.turns))
    shown = _phrase("\n".join(text for name, data in files for text in _texts(name, data)))
    for each in result.replacements:
        phrase = _phrase(each.original)
        if len(phrase) > SHORTEST + 2 and phrase in shown and phrase not in said:
            return True
    return False


def texts_beside(value: DialogueValue, files: Iterable[str] = ()) -> Iterator[str]:
    """What leaves beside the texts of a dialogue: names, metadata, keys, and names of files."""
    yield from (value.id, *files)
    yield from _strings(value.meta)
    yield from _strings(value.extra)
    for turn in value.turns:
        yield turn.speaker
        yield from _strings(turn.extra)


def _phrase(text: str) -> str:
    """Folded words with a space around each, so that `in` compares whole words."""
    return f" {' '.join(WORD.findall(fold(text)))} "


def _texts(name: str, data: bytes) -> Iterator[str]:
    """Every text in a file of an export, without offsets and labels."""
    text = data.decode("utf-8")
    told = texts_in(name, text)
    if told is not None:
        yield from told
        return
    try:
        yield from _strings(json.loads(text))
    except ValueError:
        yield text


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            if key != "label":
                yield key
                yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)


def shown_beside(
    covered: DialogueValue,
    rendered: Rendered,
    searched: Result,
    known: Originals | None,
    lang: str,
) -> list[str]:
    """Why what leaves beside the texts holds a dialogue back: "leak", "known"."""
    files = rendered.named(set())
    originals = (each.original for each in searched.replacements)
    if leaks_in(files, searched) or shows_number(covered, originals):
        return ["leak"]
    names = texts_beside(covered, (name for name, _data in files))
    return ["known"] if known is not None and shows_known(known, names, lang) else []


def count_kept(result: Result, searched: Result) -> int:
    """How many items `without_kept` covered, in full or in part."""
    pairs = zip(result.replacements, searched.replacements, strict=True)
    return sum(one.surrogate != other.surrogate for one, other in pairs)


def count_replaced(result: Result, searched: Result) -> int:
    """How many items are another text now, and were not covered: what stayed was not replaced."""
    pairs = zip(result.replacements, searched.replacements, strict=True)
    return sum(one.surrogate == other.surrogate != one.original for one, other in pairs)
