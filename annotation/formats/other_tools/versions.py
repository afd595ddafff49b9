"""Corpora that another tool has replaced: two versions of each dialogue, or the replaced one alone.

Called by the import. Every stretch that was replaced becomes a span of the original that remembers
what stands for it (`REPLACED` in its `extra`).
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from annotation.formats import faults
from annotation.formats.errors import FormatError, Phrase
from annotation.formats.other_tools.placeholders import find_placeholders
from annotation.formats.other_tools.substitution import Unalignable, align
from annotation.formats.types import DialogueValue, SpanValue, TurnValue, overlaps

REPLACED = "replaced"  # key of a span (or of a turn in a file): the text that stands for it
# A turn of more words than SHORT, or a dialogue of more than SOME, of which more than these shares
# were replaced by no placeholder or mark is taken for another text: wrong order, another dialogue.
# Addresses and dictated numbers may well be most of a turn.
SHORT, MOST_OF_TURN = 20, 0.95
SOME, MOST_OF_DIALOGUE = 30, 0.5
_WORD = re.compile(r"\w+")


def pair_dialogues(
    originals: Sequence[DialogueValue],
    others: Mapping[str, DialogueValue],
    *,
    file: str,
    other_file: str,
    names: Collection[str] = (),
) -> list[DialogueValue]:
    """The originals with a span for each stretch that `others` (by id) have replaced.

    Raises FormatError replaced_missing, replaced_turns or replaced_other_text; then nothing is
    paired.
    """
    paired = []
    for original in originals:
        other = others.get(original.id)
        if other is None:
            raise FormatError(faults.NOT_REPLACED, file=file, line=original.line)
        if len(other.turns) != len(original.turns):
            raise FormatError(
                faults.REPLACED_TURNS,
                file=other_file,
                line=other.line,
                first=len(other.turns),
                second=len(original.turns),
            )
        pairs = list(zip(original.turns, other.turns, strict=True))
        paired.append(_paired(original, pairs, file=other_file, line=other.line, names=names))
    return paired


def split_replaced(
    dialogues: Iterable[DialogueValue], *, file: str, names: Collection[str] = ()
) -> Iterator[DialogueValue]:
    """The same for a file whose turns hold both: `text`, and under REPLACED its replaced version.

    A turn without that key was not changed. Raises FormatError, after all of them where no turn
    has one.
    """
    told = False
    for dialogue in dialogues:
        pairs = []
        for number, turn in enumerate(dialogue.turns, 1):
            told = told or REPLACED in turn.extra
            text = turn.extra.get(REPLACED, turn.text)
            if not isinstance(text, str):
                raise FormatError(
                    faults.NO_TEXT,
                    file=file,
                    line=dialogue.line,
                    where=(faults.turn(number),),
                    name=REPLACED,
                )
            rest = {key: value for key, value in turn.extra.items() if key != REPLACED}
            pairs.append((replace(turn, extra=rest), TurnValue(turn.speaker, text)))
        yield _paired(dialogue, pairs, file=file, line=dialogue.line, names=names)
    if not told:
        raise FormatError(faults.NOTHING_REPLACED, file=file)


def spans_of_placeholders(
    dialogues: Iterable[DialogueValue], names: Collection[str] = ()
) -> Iterator[DialogueValue]:
    """Replaced dialogues without their originals: a span on each placeholder.

    Spans that the file has stay, and say what the placeholder under them stands for.
    """
    for dialogue in dialogues:
        turns = []
        for turn in dialogue.turns:
            new = [
                SpanValue(each.start, each.end, each.name)
                for each in find_placeholders(turn.text, names)
                if not any(overlaps(span, each) for span in turn.spans)
            ]
            spans = sorted((*turn.spans, *new), key=lambda span: span.start)
            turns.append(replace(turn, spans=tuple(spans)))
        yield replace(dialogue, turns=tuple(turns))


def _paired(
    dialogue: DialogueValue,
    pairs: Sequence[tuple[TurnValue, TurnValue]],
    *,
    file: str,
    line: int,
    names: Collection[str],
) -> DialogueValue:
    turns, words, changed = [], 0, 0
    for number, (turn, other) in enumerate(pairs, 1):
        try:
            swaps = align(turn.text, other.text, before=turn.spans, after=other.spans, names=names)
        except Unalignable:
            raise _other_text(file, line, faults.turn(number)) from None
        size = len(_WORD.findall(turn.text))
        hit = sum(
            len(_WORD.findall(turn.text, swap.start, swap.end)) for swap in swaps if not swap.sure
        )
        if size > SHORT and hit > MOST_OF_TURN * size:
            raise _other_text(file, line, faults.turn(number))
        words, changed = words + size, changed + hit
        spans = tuple(
            SpanValue(
                swap.start, swap.end, swap.label, swap.confidence,
                {REPLACED: other.text[swap.new_start : swap.new_end]},
            )
            for swap in swaps
        )  # fmt: skip
        turns.append(replace(turn, spans=spans))
    if words > SOME and changed > MOST_OF_DIALOGUE * words:
        raise _other_text(file, line, faults.DIALOGUE)
    return replace(dialogue, turns=tuple(turns))


def _other_text(file: str, line: int, what: Phrase) -> FormatError:
    return FormatError(faults.OTHER_TEXT, file=file, line=line, where=(what,))
