"""Numbers of what is measured stay what it may be: a fever of 38.4, a blood pressure of 12/8.

The words are rows "measure" of cues.tsv, each with its ranges ("10-18 100-180"), and "level" for
school classes ("CM" has 1 and 2); a number in no range is limited by none.
"""

import re
from collections.abc import Iterator, Sequence

from surrogates import notices
from surrogates.folding import PARTICLES, fold, words
from surrogates.numbers.amounts import amounts_of
from surrogates.numbers.board import Board, Group, Relation
from surrogates.numbers.slots import COUNTED
from surrogates.numbers.sums.values import currencies, percent_sign
from surrogates.rewrite import Item
from surrogates.scene import Scene

_AROUND = 50  # characters of a sentence in which the word for what is measured stands
_SENTENCE = re.compile(r"[.!?]\s")
_PERCENT = ((0, 100),)
_BORN = ((40, 99), (1930, 2010))  # years in which somebody living was born
_TOLD = 6  # words between them and what says so
Ranges = Sequence[tuple[int, int]]


def limit_measures(scene: Scene, group: Group, board: Board) -> None:
    """Narrows the amounts of a group to the range of what they measure; one that leaves no other
    value stays, and so does a whole of 100 per cent."""
    ranges = list(_ranges(scene, group)) if group.kind in COUNTED else []
    for _, _, values in amounts_of(group) if ranges else ():
        was = board.was(values)
        fitting = (r for r in ranges if was.isdecimal() and r[0] <= int(was) <= r[1])
        span = min(fitting, key=lambda r: r[1] - r[0], default=None)  # "fever" says more
        if span is None or len(was) != len(str(int(was))):
            continue
        fits = {str(n) for n in range(span[0], span[1] + 1) if len(str(n)) == len(was)}
        if fits == {was} and len(values) == len(group.values):
            group.stays = True
            scene.told[group.first.index] = frozenset(words(group.first.text))
            scene.raise_issue(notices.LOW_ENTROPY, group.first, group.keys)
        elif len(fits) > 1:
            _narrow(group, board, values, fits)


def _narrow(group: Group, board: Board, values: list[int], fits: set[str]) -> None:
    """Leaves the numbers that fit, where the words that say them leave more than one."""
    for at, relation in enumerate(group.relations):
        if list(relation.values) == values:
            left = tuple(option for option in relation.options if option in fits)
            if len(left) > 1:
                group.relations[at] = Relation(relation.values, left)
            return
    if len(values) == 1:
        board.limit(values[0], frozenset(fits))
    else:
        group.relations.append(Relation(tuple(values), tuple(sorted(fits))))


def _ranges(scene: Scene, group: Group) -> Iterator[tuple[int, int]]:
    """The ranges of what is named beside a group, or in the question that it answers."""
    item, numerals = group.items[-1], group.cut.numerals
    if _is_birth(scene, item):
        yield from _BORN
        return
    after = re.match(r"\s*([^\W\d_]+)", scene.after(item))
    word = fold(after[1]) if after is not None else ""
    sign = percent_sign(numerals)
    if sign.search(item.text) or sign.match(scene.after(item).lstrip()):
        yield from _PERCENT
        return
    units = (fold(r["form"]) for r in scene.lexicon.rows("date_words") if r["kind"] == "unit")
    if word not in PARTICLES and (
        word in numerals.nouns or word in currencies(scene.lexicon) or word in units
    ):
        return
    class_of = re.match(r"([^\W\d_]+)\d", item.text.strip())
    if class_of is not None:
        yield from _spans(scene.lexicon.cues("level").get(fold(class_of[1]), ""))
        return
    said = f" {' '.join(words(_beside(scene, item)))} "
    for cue, spans in scene.lexicon.cues("measure").items():
        if f" {cue} " in said:
            yield from _spans(spans)


def _is_birth(scene: Scene, item: Item) -> bool:
    """Whether the words around say a year of birth: "84, mon année de naissance"."""
    near = (*words(scene.before(item))[-_TOLD:], *words(scene.after(item))[:_TOLD])
    said = {word.rpartition("'")[2] for word in near} - PARTICLES  # "l'any"
    rows = scene.lexicon.rows("date_words")
    kinds = {row["kind"] for row in rows if fold(row["form"]) in said}
    return kinds >= {"birth", "year"}


def _spans(spans: str) -> Iterator[tuple[int, int]]:
    for span in spans.split():
        low, high = span.split("-")
        yield int(low), int(high)


def _beside(scene: Scene, item: Item) -> str:
    before = _SENTENCE.split(scene.before(item))[-1][-_AROUND:]
    after = _SENTENCE.split(scene.after(item))[0][:_AROUND]
    asked = scene.dialogue.turns[item.turn - 1].text if item.turn else ""
    question = asked[-_AROUND:] if asked.rstrip().endswith("?") and item.start < _AROUND else ""
    return f"{question} {before} | {after}"
