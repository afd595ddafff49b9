"""Letters in a row that spelled something of the dialogue, whatever it was and whatever their
labels: they spell its surrogate.

A name, a thing, the local part of an address or the letters of a code; in one span, in several, in
several turns of one speaker.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, groupby
from typing import NamedTuple

from surrogates import notices
from surrogates.checks.relations.spans import Found, Span, Spans, each_once
from surrogates.checks.relations.spelling.heard import may_be_heard
from surrogates.checks.relations.spelling.letters import letters_of
from surrogates.folding import digraphs, fold, letters_only, words
from surrogates.labels import NAMES, Kind
from surrogates.languages.letters import WORD, Reader, reader, said
from surrogates.languages.lexicon import Lexicon
from surrogates.spelling.names import MIN_MISHEARD, sounds_like

BETWEEN = 3  # words between two pieces of a spelling: "und dann"
LONGEST = 24  # pieces of one
NEAR = 4  # turns between two pieces of one
_LEAST = 3  # letters that are no beginning or end of a name by chance, nor a name in several turns
_THINGS = frozenset({Kind.ORG, Kind.PRODUCT, Kind.PLACE, Kind.EMAIL, Kind.USER, *NAMES})
_CODES = frozenset({Kind.ID, Kind.ZIP})
_APART = re.compile(r"[^\W\d_](?:[\s.,/‐‑–-]+[^\W\d_]){2,}\.?")
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_PARTS = re.compile(r"[^\W_]+(?:['’·][^\W_]+)*")


class _Written(NamedTuple):
    """What a mention or a word of it is by its letters, before and after."""

    span: Span
    old: frozenset[str]
    new: frozenset[str]


def spelled(spans: Spans) -> Iterator[Found]:
    """ "[M], [A], [I] und dann [Wald]" of Maiwald, "[B-R-O-U-S]", "[K] and then [D-U-N]"."""
    if not any(map(_is_spelled, spans.all)):
        return
    whole: dict[str, list[_Written]] = {}
    for written in _all_written(spans):
        for old in written.old:
            whole.setdefault(old, []).append(written)
    read = reader(spans.lexicon)
    rows = [
        [s for s in row if _is_spelled(s) or not _tells_letter(read, s)] for row in _rows(spans)
    ]
    for row in rows:
        yield from _said_in_words(spans, row, whole)
        found, done = _whole(spans, row, whole)
        yield from found
        if not done:
            yield from _in_part(spans, row, whole)
            yield from _by_ear(spans, row)
    for _, several in groupby(rows, key=lambda row: row[0].item.speaker if row else ""):
        some = [span for row in several for span in row if _is_spelled(span)]
        if len({span.turn for span in some}) > 1 and some[-1].turn - some[0].turn <= NEAR:
            yield from _whole(spans, some, whole)[0]


def _whole(
    spans: Spans, row: Sequence[Span], whole: dict[str, list[_Written]]
) -> tuple[list[Found], bool]:
    """What a row spelled whole and does not now, and whether it spelled anything."""
    row = row[:LONGEST]
    old, *ways = _letters(spans.lexicon, row)
    done: list[range] = []
    lost: list[Found] = []
    stretches = combinations(range(len(row) + 1), 2)
    for start, end in sorted(stretches, key=lambda pair: pair[0] - pair[1]):
        some = row[start:end]
        if any(start in one and end - 1 in one for one in done) or not any(map(_is_spelled, some)):
            continue  # "Mercier" is spelled by nobody who spells Lemercier
        held = whole.get("".join(old[start:end]), [])
        held = [each for each in held if each.span not in some]
        if held:
            done.append(range(start, end))
            now = {"".join(way[start:end]) for way in ways}
            if all(now.isdisjoint(each.new) for each in held):
                lost.append(Found(notices.SPELLED_LOST, some[-1], (*some[:-1], held[0].span)))
    return lost, bool(done)


def _in_part(
    spans: Spans, row: Sequence[Span], whole: dict[str, list[_Written]]
) -> Iterator[Found]:
    """A beginning of a name, or an end, that was spelled and is none of the new one."""
    told = [said(word) for word in WORD.findall(row[0].before)][-1:] if row else []
    if not all(map(_is_spelled, row)) or " ".join(told) in spans.lexicon.signs("with"):
        return
    old, new, _ = map("".join, _letters(spans.lexicon, row))
    if len(old) < _LEAST:
        return
    all_near = (each for some in whole.values() for each in some)
    near = [each for each in all_near if abs(each.span.turn - row[0].turn) <= NEAR]
    for is_part in (str.startswith, str.endswith):
        held = [each for each in near if any(is_part(letters, old) for letters in each.old)]
        if held:
            if not any(is_part(letters, new) for each in held for letters in each.new):
                yield Found(notices.SPELLED_LOST, row[-1], (*row[:-1], held[0].span))
            return


def _said_in_words(
    spans: Spans, row: Sequence[Span], whole: dict[str, list[_Written]]
) -> Iterator[Found]:
    """Parts of a name that were said under a label of spellings: "[puig] i després [domènech]"."""
    parts = [s for s in row if _is_spelled(s)]
    if len(parts) < 2 or any(letters_of(spans.lexicon, s, s.old) for s in parts):
        return
    old, new = ("".join(letters_only(text) for text in texts)
                for texts in ([s.old for s in parts], [s.new for s in parts]))  # fmt: skip
    held = whole.get(old, [])
    if held and not any(new in each.new for each in held):
        yield Found(notices.SPELLED_LOST, parts[-1], (*parts[:-1], held[0].span))


def _by_ear(spans: Spans, row: Sequence[Span]) -> Iterator[Found]:
    """A spelling that was nearly the one name's beside it: "Siobhan", "[S-H-I-V-A-U-N]?"."""
    if not row or not all(map(_is_spelled, row)):
        return
    old, new, _ = map("".join, _letters(spans.lexicon, row))
    turn = row[0].turn
    near = [s for s in spans.in_turns(turn - 1, turn + 1) if s.kind in NAMES]
    held = {
        fold(was): (now, span)
        for span in near
        for was, now in zip(span.old.split(), span.new.split(), strict=False)
        if _nearly(spans.lexicon, letters_only(was), old)
    }
    if len(held) == 1:
        ((now, span),) = held.values()
        if not _nearly(spans.lexicon, letters_only(now), new):
            yield Found(notices.SPELLED_LOST, row[-1], (*row[:-1], span))


def _nearly(lexicon: Lexicon, name: str, letters: str) -> bool:
    heard = sounds_like(name, letters) or may_be_heard(lexicon, name, letters)
    return heard and min(len(name), len(letters)) >= MIN_MISHEARD


def _letters(lexicon: Lexicon, row: Sequence[Span]) -> tuple[list[str], list[str], list[str]]:
    """The letters of each mention, before and after, and after with umlauts written out; none of
    a key word."""
    times = [_times(lexicon, s) if letters_of(lexicon, s, s.old) else 0 for s in row]

    def read(*, was: bool = False, wide: bool = False) -> list[str]:
        each = ((s, s.old if was else s.new, n) for s, n in zip(row, times, strict=True))
        return [letters_of(lexicon, span, text, wide=wide) * n for span, text, n in each]

    return read(was=True), read(), read(wide=True)


def _all_written(spans: Spans) -> Iterator[_Written]:
    for span in each_once(s for s in spans.all if not _is_spelled(s)):
        if span.kind in _CODES:
            old, new = (_LETTERS.findall(fold(text)) for text in (span.old, span.new))
            for one, two in zip(old, new, strict=True) if len(old) == len(new) else ():
                yield _Written(span, _ways(one), _ways(two))
        elif span.kind in _THINGS:
            was, now = (text.split("@")[0] for text in (span.old, span.new))
            yield _Written(span, _ways(was), _ways(now))
            parts = [_PARTS.findall(text.replace("_", " ")) for text in (was, now)]
            if len(parts[0]) == len(parts[1]) > 1:
                for one, two in zip(*parts, strict=True):
                    yield _Written(span, _ways(one), _ways(two))


def _ways(text: str) -> frozenset[str]:
    """How a text may be spelled."""
    return frozenset({letters_only(text), letters_only(digraphs(text))})


def _is_spelled(span: Span) -> bool:
    return span.kind is Kind.LETTER or _APART.fullmatch(span.old) is not None


def _rows(spans: Spans) -> Iterator[list[Span]]:
    """Letters and names that stand beside each other in a turn, a few words between."""
    row: list[Span] = []
    for one, two in zip(spans.all, (*spans.all[1:], None), strict=False):
        part = _is_spelled(one) or one.kind in NAMES
        row = [*row, one] if part else row
        beside = two is not None and two.turn == one.turn and two.before == one.after
        far = len(WORD.findall(one.after)) > BETWEEN
        if not part or not beside or far or len(row) == LONGEST:
            if any(map(_is_spelled, row)):
                yield row
            row = []


def _tells_letter(read: Reader, name: Span) -> bool:
    """Whether a name is the key word of the letter before it: "[T] comme [Thérèse]"."""
    before = [said(word) for word in WORD.findall(name.before)]
    return 0 < len(before) <= BETWEEN and " ".join(before) in read.joiners


def _times(lexicon: Lexicon, span: Span) -> int:
    """How many of a letter are meant: two behind "Doppel-"."""
    before = words(span.before)[-1:]
    beside = span.kind is Kind.LETTER and len(letters_of(lexicon, span, span.old)) == 1
    return int(lexicon.signs("repeat").get(before[0], 1)) if before and beside else 1
