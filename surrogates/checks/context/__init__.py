"""Words outside the labels that may depend on what was replaced beside them.

No table knows whether a town lies in the mountains, who sings in which choir or what a law says, so
nothing here is called wrong: a note points a reviewer to the words. Called by `issues` behind the
relations, which tell what can be verified; what they told, and what they found kept, is no note.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from surrogates import notices
from surrogates.checks.context.figures import figures_beside
from surrogates.checks.context.held import holds
from surrogates.checks.context.learned import Dependent, dependent
from surrogates.checks.context.names import proper_names
from surrogates.checks.context.words import Cue, Sentence, cues, sentences
from surrogates.checks.relations.spans import Span, Spans, raise_beside
from surrogates.labels import NAMES, Kind
from surrogates.notices import Notice
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.types import Issue, overlap

_PLACES = frozenset({Kind.PLACE, Kind.COUNTRY})
_NUMBERS = frozenset({Kind.NUMBER, Kind.AGE, Kind.DATE})
_ANYWHERE = 1000  # sentences


class _Dependence(NamedTuple):
    """On what words of a kind depend, and in how many sentences around them it may stand."""

    on: frozenset[Kind]
    reach: int
    notice: Notice


# By kind of `context.tsv`, surest first: of a sentence the first one is told.
_DEPENDENCES = {
    "day": _Dependence(frozenset({Kind.DATE}), 0, notices.WORKING_DAY),
    "way": _Dependence(_PLACES, 1, notices.WAY_BESIDE),
    "land": _Dependence(_PLACES, 4, notices.LAND_BESIDE),
    "origin": _Dependence(_PLACES, 0, notices.ORIGIN_BESIDE),
    "work": _Dependence(frozenset({Kind.PROFESSION}), 2, notices.WORK_BESIDE),
    "floor": _Dependence(frozenset({Kind.NUMBER, Kind.STREET}), 0, notices.FLOOR_BESIDE),
    "name": _Dependence(_PLACES | {Kind.ORG}, 1, notices.NAME_BESIDE),
    "member": _Dependence(frozenset({Kind.ORG}), 0, notices.MEMBER_BESIDE),
    "hour": _Dependence(frozenset({Kind.TIME}), 1, notices.HOUR_BESIDE),
    "year": _Dependence(frozenset({Kind.DATE, Kind.AGE}), 1, notices.YEAR_BESIDE),
    "compared": _Dependence(_NUMBERS, 0, notices.COMPARED_BESIDE),
    "reason": _Dependence(NAMES, 0, notices.REASON_BESIDE),
    "rule": _Dependence(_NUMBERS, 1, notices.RULE_BESIDE),
    "part": _Dependence(frozenset({Kind.DATE}), 3, notices.PART_BESIDE),
    "climate": _Dependence(_PLACES | {Kind.DATE}, 1, notices.CLIMATE_BESIDE),
    "speech": _Dependence(_PLACES, _ANYWHERE, notices.SPEECH_BESIDE),
}
_RANK = {kind: rank for rank, kind in enumerate(_DEPENDENCES)}
_ONCE = frozenset({"speech"})  # told once a dialogue: all of it is spoken so


def inspect(scene: Scene, items: Iterable[Item]) -> None:
    """Raises MAY_DEPEND where one of these items is another now: at one cue of a sentence at most,
    and where a model takes words for dependent."""
    if scene.kept or not scene.lexicon.rows("context"):
        return
    spans = Spans(scene, items)
    moved = {s.item.index: s for s in spans.all if s.new != s.old}
    if not moved:
        return
    kept = {item.index for item in scene.items if scene.surrogates[item.index] == item.text}
    told = {
        mention
        for issue in scene.issues
        if issue.severity != "info" and issue.message != notices.ROAD_STAYS.message
        for mention in issue.mentions
    }
    said = list(sentences(scene, kept))
    found = [list(_cues(spans, sentence)) for sentence in said]
    once: set[str] = set()
    for number, here in enumerate(found):
        for cue in sorted(here, key=lambda cue: _RANK[cue.kind]):
            near = _near(said, number, _DEPENDENCES[cue.kind], moved, told)
            span = next((s for s in near if not holds(spans, cue, s)), None)
            if span is not None and cue.kind not in once:
                once |= _ONCE & {cue.kind}
                notice = _DEPENDENCES[cue.kind].notice
                raise_beside(scene, notice, span.item, (cue.turn, cue.start, cue.end))
                break
    _told_by_a_model(scene, [*scene.issues, *chain(*found)], moved)


def _told_by_a_model(
    scene: Scene, others: Sequence[Issue | Cue], moved: Mapping[int, Span]
) -> None:
    """Notes words that are no cue and stand in no other issue."""
    for words in dependent(scene, moved):
        span = _nearest(scene, words, moved)
        here = ((each.start, each.end) for each in others if each.turn == words.turn)
        if span is not None and not any(overlap(words[1:], place) for place in here):
            raise_beside(scene, notices.TOLD_BESIDE, span.item, words)


def _nearest(scene: Scene, words: Dependent, moved: Mapping[int, Span]) -> Span | None:
    """What was replaced nearest to some words: in their turn, or the last of the turn before."""
    for turn in (words.turn, words.turn - 1):
        row = [i for i in scene.items_by_turn.get(turn, ()) if i.index in moved]
        if row and turn == words.turn:
            return moved[min(row, key=lambda i: abs(i.start - words.start)).index]
        if row:
            return moved[row[-1].index]
    return None


def _cues(spans: Spans, sentence: Sentence) -> Iterator[Cue]:
    yield from (cue for cue in cues(sentence, spans.lexicon) if cue.kind in _DEPENDENCES)
    yield from proper_names(spans, sentence)
    yield from figures_beside(spans, sentence)


def _near(
    said: Sequence[Sentence],
    number: int,
    dependence: _Dependence,
    moved: dict[int, Span],
    told: set[str],
) -> Iterator[Span]:
    """What was replaced near a sentence and nothing else was told of, the nearest first."""
    order = sorted(range(len(said)), key=lambda n: (abs(n - number), n))
    for other in order[: 2 * dependence.reach + 1]:
        if abs(other - number) > dependence.reach:
            continue
        for item in said[other].items:
            span = moved.get(item.index)
            if span is not None and item.kind in dependence.on and item.key not in told:
                yield span
