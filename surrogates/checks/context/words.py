"""The words outside the labels, sentence by sentence, and the cues of the table `context`.

A form of the table is a word, a phrase, or how a word begins ("island*").
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from surrogates.folding import fold
from surrogates.labels import is_measure_label
from surrogates.languages.lexicon import Lexicon
from surrogates.rewrite import Item
from surrogates.scene import Scene

_WORD = re.compile(r"[^\W\d_]+|\d+")
_ENDS = re.compile(r"[.!?;…]+(?=\s)")
_STEM = 3  # letters that the shortest beginning of a word has
# What their relations check: `checks.relations` tells where it no longer holds.
_VERIFIED = ("coast", "deed", "tool", "workplace")


class Word(NamedTuple):
    """A word outside the labels."""

    start: int
    end: int
    text: str
    key: str
    gap: int  # how many labels of the sentence stand before it


@dataclass(frozen=True, slots=True)
class Sentence:
    """What is labelled in a sentence, and the other words of it."""

    turn: int
    start: int
    items: Sequence[Item]
    words: Sequence[Word]


class Cue(NamedTuple):
    """Words that may depend on what stands near, and where they are."""

    kind: str
    value: str
    turn: int
    start: int
    end: int


class _Form(NamedTuple):
    words: tuple[str, ...]
    cut: bool  # it says how its last word begins
    kind: str
    value: str


_Forms = Mapping[str, Sequence[_Form]]


def sentences(scene: Scene, kept: Collection[int]) -> Iterator[Sentence]:
    """The sentences of a dialogue. What was labelled and `kept` is a word like any other, and so
    are lengths and measures: how long a way takes is mostly labelled."""
    for number, turn in enumerate(scene.dialogue.turns):
        items = scene.items_by_turn.get(number, ())
        ends = [m.end() for m in _ENDS.finditer(turn.text)]
        ends = [end for end in ends if not any(i.start < end <= i.end for i in items)]
        for start, end in pairwise((0, *ends, len(turn.text))):
            if not items and not _may_have_cue(turn.text, start, end, scene.lexicon):
                yield Sentence(number, start, (), ())  # as of most: nothing there may depend
                continue
            row = [item for item in items if start <= item.start < end]
            labelled = [i for i in row if i.index not in kept and not is_measure_label(i.label)]
            yield Sentence(number, start, row, _words(turn.text, start, end, labelled))


def _words(text: str, start: int, end: int, labelled: Sequence[Item]) -> list[Word]:
    """The words of a sentence outside its labels."""
    if not labelled:  # as of most sentences
        return [Word(*m.span(), m[0], fold(m[0]), 0) for m in _WORD.finditer(text, start, end)]
    row: list[Word] = []
    gap, size = 0, len(labelled)
    for match in _WORD.finditer(text, start, end):
        while gap < size and labelled[gap].end <= match.start():
            gap += 1
        if gap == size or match.start() < labelled[gap].start:
            row.append(Word(*match.span(), match[0], fold(match[0]), gap))
    return row


def _may_have_cue(text: str, start: int, end: int, lexicon: Lexicon) -> bool:
    keys = tuple(map(fold, _WORD.findall(text, start, end)))
    return next(_found(keys, lexicon), None) is not None


def cues(sentence: Sentence, lexicon: Lexicon) -> Iterator[Cue]:
    """The cues that a sentence has, in their order."""
    row = sentence.words
    for at, form in _found(tuple(word.key for word in row), lexicon):
        word, last = row[at], row[at + len(form.words) - 1]
        if last.gap == word.gap:
            yield Cue(form.kind, form.value, sentence.turn, word.start, last.end)


def _found(keys: tuple[str, ...], lexicon: Lexicon) -> Iterator[tuple[int, _Form]]:
    """The place of each form that some words say, and the form."""
    whole, cut = _forms(lexicon)
    for at, key in enumerate(keys):
        if key not in whole and key[:_STEM] not in cut:  # as of most words
            continue
        for form in (*whole.get(key, ()), *cut.get(key[:_STEM], ())):
            if _says(keys[at : at + len(form.words)], form):
                yield at, form


def _says(said: tuple[str, ...], form: _Form) -> bool:
    if not form.cut or len(said) < len(form.words):
        return said == form.words
    return said[:-1] == form.words[:-1] and said[-1].startswith(form.words[-1])


@lru_cache(maxsize=16)
def _forms(lexicon: Lexicon) -> tuple[_Forms, _Forms]:
    """The forms by their first word, and single words that are cut off by how they begin."""
    verified = {cue for kind in _VERIFIED for cue in lexicon.cues(kind)}
    whole: dict[str, list[_Form]] = {}
    cut: dict[str, list[_Form]] = {}
    for row in lexicon.rows("context"):
        said = tuple(_WORD.findall(fold(row["form"])))
        if " ".join(said) in verified:
            continue
        form = _Form(said, row["form"].endswith("*"), row["kind"], row["value"])
        if form.cut and len(said) == 1:
            cut.setdefault(said[0][:_STEM], []).append(form)
        else:
            whole.setdefault(said[0], []).append(form)
    return whole, cut
