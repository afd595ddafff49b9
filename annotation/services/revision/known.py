"""What a project knows: the originals of all its dialogues, searched for in each of them.

Called by `plans` (pages and exports) and `issue_decisions` (what is decided about a place that was
found). The originals are gathered once for each state of the labels and kept in memory, never on
disk; a large project's are gathered anew on a page only now and then, for an export always.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from threading import Lock

from django.db.models import Count, Max, Sum

from annotation.convert import surrogate_dialogue
from annotation.models import Decision, Dialogue, LexiconRow, Project, Reading, Span, Turn
from annotation.services.corpus.best_spans import best_spans
from annotation.services.revision.replay import ConstraintRow, OwnKind, constraints_of, with_items
from surrogates.search.corpus import find_known
from surrogates.search.originals import Originals
from surrogates.types import Dialogue as Texts
from surrogates.types import Hit

TOGETHER = 20_000  # turns that are read from the database at once
MOST = 8  # projects whose originals are kept
QUICK = 2.0  # seconds of work: what takes less is gathered at every change
PATIENCE = 20  # times the gathering: for so long a page does with what there is
Key = tuple[int, bytes]


@dataclass(slots=True)
class _Kept:
    state: object
    originals: Originals
    seconds: float  # of work that it took
    at: float  # when it was true

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
        started = time.thread_time()
        originals = Originals()
        for _dialogue, _turns, _rows, texts in texts_of(project):
            originals.add(texts)
        spent = time.thread_time() - started
        with self._lock:
            self._kept.pop(key, None)
            self._kept[key] = _Kept(state, originals, spent, time.monotonic())
            while len(self._kept) > MOST:
                del self._kept[next(iter(self._kept))]
        return originals


KEPT = Kept()


def originals_of(
    project: Project, taught: Iterable[LexiconRow], *, fresh: bool = False
) -> Originals:
    """The originals of a project; `taught` are the rows of its lexicon, some of which say what
    names nobody."""
    fine = [
        row.form for row in taught if row.kind == LexiconRow.Kind.NOBODY and row.removed_at is None
    ]
    return replace(KEPT.of(project, fresh=fresh), allowed=fine)


def hits_in(
    known: Originals, original: Texts, turns: Sequence[Turn], rows: Iterable[ConstraintRow]
) -> list[Hit]:
    """What a dialogue says that others label, except places that name nobody by a decision."""
    fine = {wish.value for wish in constraints_of(original, rows, OwnKind.NO_NAME)}
    return [
        hit
        for hit in find_known(known, original)
        if f"{turns[hit.turn].pk}:{hit.start}-{hit.end}" not in fine
    ]


def texts_of(project: Project) -> Iterator[tuple[Dialogue, list[Turn], list[ConstraintRow], Texts]]:
    """Every dialogue with its turns, the rows of its decisions, and its labelled text."""
    for wanted in _pieces(project):
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
            yield dialogues[pk], dialogue_turns, decisions, texts


def _pieces(project: Project) -> Iterator[list[int]]:
    """The project's dialogues in reading order, so many at a time that memory stays flat."""
    piece: list[int] = []
    turns = 0
    sizes = project.dialogues.order_by("position", "pk").annotate(size=Count("turns"))
    for pk, size in list(sizes.values_list("pk", "size")):
        if piece and turns + size > TOGETHER:
            yield piece
            piece, turns = [], 0
        piece.append(pk)
        turns += size
    if piece:
        yield piece


def _state(project: Project) -> object:
    """Changes with every label, reading, dialogue and decision of a project; five queries."""
    spans = Span.objects.filter(turn__dialogue__project=project).aggregate(
        Count("pk"), Sum("pk"), Sum("start"), Sum("end"), Sum("label")
    )
    accepted = Span.objects.filter(
        turn__dialogue__project=project, status=Span.Status.ACCEPTED
    ).aggregate(Count("pk"), Sum("pk"))
    gold = Reading.objects.filter(turn__dialogue__project=project, is_gold=True).aggregate(
        Count("pk"), Sum("pk"), Sum("version")
    )
    steps = Decision.objects.filter(dialogue__project=project, undone_at=None).aggregate(
        Count("pk"), Max("pk"), Sum("pk")
    )
    there = project.dialogues.aggregate(Count("pk"), Max("pk"))
    parts = (spans, accepted, gold, steps, there)
    return tuple(tuple(part.values()) for part in parts)
