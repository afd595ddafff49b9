"""What a project knows: the originals of all its dialogues, searched for in each of them.

Called by `plans` (pages and exports) and `issue_decisions` (what is decided about a place that was
found). The originals are gathered once for each state of the labels and kept in memory, never on
disk; a large project's are gathered anew on a page only now and then, for an export always.
"""

import re
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from threading import Lock
from typing import Any

from django.db.models import Aggregate, Count, Max, QuerySet, Sum

from annotation.convert import mention_key, surrogate_dialogue
from annotation.models import Decision, Dialogue, LexiconRow, Project, Reading, Span, Turn
from annotation.services.corpus.best_spans import best_spans
from annotation.services.revision.coverage import is_settled
from annotation.services.revision.engine_cache import Remembered
from annotation.services.revision.replay import ConstraintRow, OwnKind, constraints_of, with_items
from surrogates.folding import words
from surrogates.search.corpus import find_known
from surrogates.search.originals import Originals, Share, share_of
from surrogates.types import Dialogue as Texts
from surrogates.types import Hit

TOGETHER = 20_000  # turns that are read from the database at once
MOST = 8  # projects whose originals are kept
QUICK = 2.0  # seconds of work: what takes less is gathered at every change
PATIENCE = 20  # times the gathering: for so long a page does with what there is
Key = tuple[int, bytes]
Shares = dict[int, tuple[object, Share | None]]  # dialogue -> its state, and what it adds


@dataclass(slots=True)
class _Kept:
    state: object
    originals: Originals
    seconds: float  # of work that it takes to gather them all
    at: float  # when it was true
    shares: Shares  # of each dialogue, where all are gathered quickly

    @property
    def is_enough(self) -> bool:
        """Whether a page does with it, although labels may have changed since."""
        late = time.monotonic() - self.at
        return self.seconds > QUICK and late < PATIENCE * self.seconds


class Kept:
    """The originals of the projects that were asked for lately, in this process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: dict[Key, _Kept] = {}
        self._stamps = count(1)

    def forget(self) -> None:
        with self._lock:
            self._kept.clear()

    def of(self, project: Project, *, fresh: bool) -> Originals:
        """The originals of a project; `fresh`: as the labels are now, whatever it takes."""
        key = (project.pk, bytes(project.surrogate_key))
        kept = self._kept.get(key)
        if kept is not None and not fresh and kept.is_enough:
            return kept.originals
        state = _state(project)
        if kept is not None and kept.state == state:
            kept.at = time.monotonic()
            return kept.originals
        gathered = self._gather(project, state, kept)
        with self._lock:
            self._kept.pop(key, None)
            self._kept[key] = gathered
            while len(self._kept) > MOST:
                del self._kept[next(iter(self._kept))]
        return gathered.originals

    def _gather(self, project: Project, state: object, kept: _Kept | None) -> _Kept:
        """The originals as they are now; of a small project only what changed is read."""
        started = time.thread_time()
        known: Shares = kept.shares if kept is not None else {}
        states = _states(project)
        same = {pk: known[pk] for pk, one in states.items() if pk in known and known[pk][0] == one}
        originals = Originals(stamp=next(self._stamps))
        read: Shares = {}
        for dialogue, _turns, _rows, texts, guessed in texts_of(project, besides=same.keys()):
            share = share_of(texts, guessed)
            if not same and share is not None:
                originals.take(share)
            if same or time.thread_time() - started <= QUICK:
                read[dialogue.pk] = (states.get(dialogue.pk), share)
            else:
                read.clear()
        shares = same | read
        if kept is not None and same:
            shares = {pk: shares[pk] for pk in states if pk in shares}
            if _without_states(shares) == _without_states(known):
                originals = kept.originals
            else:
                for _state_then, share in shares.values():
                    if share is not None:
                        originals.take(share)
        spent = time.thread_time() - started
        if kept is not None and same:  # what reading them all would take
            spent += kept.seconds * len(same) / len(known)
        if spent > QUICK:
            shares = {}
        return _Kept(state, originals, spent, time.monotonic(), shares)


def _without_states(shares: Shares) -> list[tuple[int, Share | None]]:
    return [(pk, share) for pk, (_state_then, share) in shares.items()]


KEPT = Kept()
# Turns whose hits are kept: a page and its previews ask for the same.
FOUND: Remembered[object, list[Hit]] = Remembered(50_000)


def originals_of(
    project: Project, taught: Iterable[LexiconRow], *, fresh: bool = False
) -> Originals:
    """The originals of a project; `taught` are the rows of its lexicon, some of which say what
    names nobody."""
    fine = [
        row.form for row in taught if row.kind == LexiconRow.Kind.NOBODY and row.removed_at is None
    ]
    return replace(KEPT.of(project, fresh=fresh), allowed=fine)


def no_names_in(known: Originals | None, original: Texts) -> tuple[str, ...]:
    """Words of a dialogue's labels that name nobody elsewhere, as a person said; folded, sorted."""
    fine = {word for phrase in known.fine for word in phrase} if known is not None else set()
    if not fine:
        return ()
    said = {
        word for turn in original.turns for m in turn.mentions
        for word in words(turn.text[m.start : m.end])
    }  # fmt: skip
    return tuple(sorted(fine & said))


def answered_in(
    original: Texts, turns: Sequence[Turn], rows: Iterable[ConstraintRow]
) -> set[tuple[int, int, int]]:
    """The places (turn, start, end) that name nobody by a decision."""
    place = {turn.pk: index for index, turn in enumerate(turns)}
    found = set()
    for wish in constraints_of(original, rows, OwnKind.NO_NAME):
        turn, start, end = map(int, re.split("[:-]", wish.value))
        if turn in place:
            found.add((place[turn], start, end))
    return found


def hits_in(
    known: Originals, original: Texts, turns: Sequence[Turn], fine: Collection[tuple[int, int, int]]
) -> list[Hit]:
    """What a dialogue says that others label, except the places that name nobody (`answered_in`).

    A word that only a model labelled, where nobody has read, is no more than a note in a turn whose
    readers left it alone: their word stands against a guess. Where nobody has read, it counts.
    """
    noted: set[tuple[str, ...]] = set()
    hits = []
    for hit in _all_hits(known, original):
        turn = turns[hit.turn]
        if (hit.turn, hit.start, hit.end) in fine:
            continue
        if hit.sure and not hit.said and is_settled(turn):
            if hit.term in noted:  # told once, as a common word is
                continue
            noted.add(hit.term)
            hit = replace(hit, sure=False)
        hits.append(hit)
    return hits


def _all_hits(known: Originals, original: Texts) -> list[Hit]:
    """What `find_known` says, from memory if it was asked lately."""
    if not known.stamp:  # who gathered them does not tell when they change
        return list(find_known(known, original))
    asked = (known.stamp, known.fine, original.id, original.lang, original.turns)
    return FOUND.recall(asked, len(original.turns), lambda: list(find_known(known, original)))


def texts_of(
    project: Project, *, besides: Collection[int] = ()
) -> Iterator[tuple[Dialogue, list[Turn], list[ConstraintRow], Texts, set[str]]]:
    """Every dialogue with its turns, the rows of its decisions, its labelled text, and the keys of
    the mentions that no person has seen; `besides` are those that nobody asks for."""
    for wanted in _pieces(project, besides):
        dialogues = Dialogue.objects.select_related("tool_import").in_bulk(wanted)
        turns: dict[int, list[Turn]] = {}
        fields = ("dialogue_id", "position", "speaker", "text")
        for turn in Turn.objects.filter(dialogue__in=dialogues).only(*fields).order_by("position"):
            turns.setdefault(turn.dialogue_id, []).append(turn)
        rows: dict[int, list[ConstraintRow]] = {}
        for step in Decision.objects.filter(dialogue__in=dialogues, undone_at=None):
            rows.setdefault(step.dialogue_id, []).extend(step.constraints)
        spans = best_spans(list(dialogues.values()))
        for pk in wanted:
            if pk not in dialogues:
                continue
            dialogue_turns, decisions = turns.get(pk, []), rows.get(pk, [])
            labelled = surrogate_dialogue(dialogues[pk], dialogue_turns, spans)
            texts = with_items(labelled, dialogue_turns, decisions)
            guessed = set(_guessed(dialogues[pk], dialogue_turns, spans))
            yield dialogues[pk], dialogue_turns, decisions, texts, guessed


def _guessed(
    dialogue: Dialogue, turns: Sequence[Turn], spans: Mapping[int, Sequence[Span]]
) -> Iterator[str]:
    """The mentions of a model that nobody has decided about or approved with the dialogue."""
    approved = dialogue.approved_at
    for turn in turns:
        for span in spans.get(turn.pk, ()):
            if span.reading_id is None and not (approved and span.created_at <= approved):
                yield mention_key(turn.pk, span.start, span.end)


def _pieces(project: Project, besides: Collection[int] = ()) -> Iterator[list[int]]:
    """The project's dialogues in reading order, so many at a time that memory stays flat."""
    piece: list[int] = []
    turns = 0
    sizes = project.dialogues.order_by("position", "pk").annotate(size=Count("turns"))
    for pk, size in list(sizes.values_list("pk", "size")):
        if pk in besides:
            continue
        if piece and turns + size > TOGETHER:
            yield piece
            piece, turns = [], 0
        piece.append(pk)
        turns += size
    if piece:
        yield piece


def _state(project: Project) -> object:
    """Changes with every label, reading, dialogue and decision of a project; five queries."""
    told = [rows.aggregate(**sums) for rows, _dialogue, sums in _told(project)]
    there = project.dialogues.aggregate(Count("pk"), Max("pk"))
    return tuple(tuple(part.values()) for part in (*told, there))


def _states(project: Project) -> dict[int, object]:
    """Dialogue, in reading order -> the same of its labels, readings, decisions; five queries."""
    order = project.dialogues.order_by("position", "pk").values_list("pk", flat=True)
    states: dict[int, list[object]] = {pk: [] for pk in order}
    for place, (rows, dialogue, sums) in enumerate(_told(project)):
        for pk, *told in (
            rows.order_by().values(dialogue).annotate(**sums).values_list(dialogue, *sums)
        ):
            if pk in states:
                states[pk].append((place, *told))
    return {pk: tuple(parts) for pk, parts in states.items()}


def _told(project: Project) -> list[tuple[QuerySet[Any], str, dict[str, Aggregate]]]:
    """What originals follow from: rows, by what a dialogue has them, and the sums that tell."""
    spans = Span.objects.filter(turn__dialogue__project=project)
    gold = Reading.objects.filter(turn__dialogue__project=project, is_gold=True)
    steps = Decision.objects.filter(dialogue__project=project, undone_at=None)
    rows, ids = {"rows": Count("pk"), "ids": Sum("pk")}, "turn__dialogue"
    places = {"starts": Sum("start"), "ends": Sum("end"), "labels": Sum("label")}
    return [
        (spans, ids, rows | places),
        (spans.filter(status=Span.Status.ACCEPTED), ids, rows),
        (gold, ids, rows | {"versions": Sum("version")}),
        (steps, "dialogue", rows | {"last": Max("pk")}),
    ]
