"""A project's turns as the learner sees them: their order at once, their texts when asked for.

Called by `loop`. A round reads a thousand texts of a corpus of a hundred thousand: the features
of all of them lie in the pool's cache.
"""

import hashlib
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from django.db.models import Max

from annotation.convert import instance
from annotation.models import Dialogue, Project, Turn
from annotation.services.corpus.best_spans import gold_spans, utterances_of
from annotation.services.storage.local import features_folder
from annotation.services.storage.snapshots import one_snapshot
from learning.crf.pool import Pool, open_pool
from learning.errors import EmptyPool
from learning.types import Ints, Progress, Utterance

if TYPE_CHECKING:
    from django.db.models import QuerySet

BLOCK = 256  # turns read together when one is asked for
MOST_NAMED = 500  # turns named in one query


class TurnTexts(Sequence[Utterance]):
    """The turns of given ids as instances, read from the database when they are asked for.

    `load` those that are needed together; going through all of them keeps none.
    """

    def __init__(self, turns: Sequence[int], dialogues: Sequence[int], shares: Sequence[float]):
        self._turns, self._dialogues, self._shares = turns, dialogues, shares
        self._known: dict[int, Utterance] = {}

    def __len__(self) -> int:
        return len(self._turns)

    @overload
    def __getitem__(self, place: int) -> Utterance: ...
    @overload
    def __getitem__(self, place: slice) -> list[Utterance]: ...
    def __getitem__(self, place: int | slice) -> Utterance | list[Utterance]:
        if isinstance(place, slice):
            places = range(len(self))[place]
            self.load(places)
            return [self._known[each] for each in places]
        index = range(len(self))[place]  # counts from the end, and raises, as a list does
        if index not in self._known:
            begin = index - index % BLOCK
            self.load(range(begin, min(begin + BLOCK, len(self))))
        return self._known[index]

    def __iter__(self) -> Iterator[Utterance]:
        for begin in range(0, len(self), MOST_NAMED):
            yield from self._read(range(begin, min(begin + MOST_NAMED, len(self)))).values()

    def load(self, places: Iterable[int]) -> None:
        """Read these turns, by place, in few queries."""
        missing = sorted(set(places) - self._known.keys())
        for begin in range(0, len(missing), MOST_NAMED):
            self._known |= self._read(missing[begin : begin + MOST_NAMED])

    def read(self, places: Sequence[int]) -> list[Utterance]:
        """These turns, read now and not kept."""
        utterances: dict[int, Utterance] = {}
        for begin in range(0, len(places), MOST_NAMED):
            utterances |= self._read(places[begin : begin + MOST_NAMED])
        return [utterances[place] for place in places]

    def _read(self, places: Sequence[int]) -> dict[int, Utterance]:
        named = Turn.objects.filter(pk__in=[self._turns[place] for place in places])
        spoken = {pk: (text, who) for pk, text, who in named.values_list("pk", "text", "speaker")}
        utterances: dict[int, Utterance] = {}
        for place in places:
            # A turn that was deleted since the run began says nothing.
            text, speaker = spoken.get(self._turns[place], ("", ""))
            owner, share = self._dialogues[place], self._shares[place]
            utterances[place] = instance(text, speaker=speaker, dialogue=owner, position=share)
        return utterances


@dataclass(frozen=True, slots=True)
class PoolRows:
    """The pool as the learner sees it; `turns[i]` is the id of instance i."""

    turns: Sequence[int]
    utterances: Sequence[Utterance]
    key: str = ""  # changes whenever a turn comes or goes; the text of a turn never changes

    def index(self) -> dict[int, int]:
        return {pk: place for place, pk in enumerate(self.turns)}

    def load(self, places: Iterable[int]) -> None:
        if isinstance(self.utterances, TurnTexts):
            self.utterances.load(places)

    def read(self, places: Sequence[int]) -> list[Utterance]:
        """These instances, none of which is kept."""
        if isinstance(self.utterances, TurnTexts):
            return self.utterances.read(places)
        return [self.utterances[place] for place in places]


@one_snapshot()
def pool_of(project: Project) -> PoolRows:
    """Every turn that is not empty of the dialogues to be labelled, in reading order; three
    queries, none of which reads a text."""
    split = {"dialogue__project": project, "dialogue__split": Dialogue.Split.POOL}
    dialogues = project.dialogues.filter(split=Dialogue.Split.POOL).order_by("position", "pk")
    imported = dict(dialogues.values_list("pk", "imported_at"))
    order = {pk: place for place, pk in enumerate(imported)}
    turns = Turn.objects.filter(**split).order_by()
    lasts = dict(turns.values_list("dialogue_id").annotate(Max("position")))
    rows = _numbers(turns.exclude(text="").values_list("dialogue_id", "position", "pk"))
    owners, places, pks = rows.T
    ranks = np.fromiter((order.get(owner, len(order)) for owner in owners), np.int64, len(rows))
    rows = rows[np.lexsort((places, owners, ranks))]
    owners, places, pks = rows.T
    ends = np.fromiter((lasts.get(owner, 0) for owner in owners), np.int64, len(rows))
    shares = places / np.maximum(1, np.maximum(ends, places))
    digest = hashlib.blake2b(np.ascontiguousarray(rows).tobytes(), digest_size=16)
    for pk, moment in imported.items():
        # Ids may come back in a database that was made anew; the moment of import does not.
        digest.update(f"{pk} {lasts.get(pk)} {moment.isoformat()}\n".encode())
    ids = array("q", pks.tobytes())
    texts = TurnTexts(ids, array("q", owners.tobytes()), array("d", shares.tobytes()))
    return PoolRows(ids, texts, digest.hexdigest())


def _numbers(rows: "QuerySet[Any, tuple[int, int, int]]") -> Ints:
    """n x 3, read some at a time: millions of turns are no list of rows."""
    flat = array("q")
    for row in rows.iterator(chunk_size=10_000):
        flat.extend(row)
    return np.frombuffer(flat, np.int64).reshape(-1, 3)


@one_snapshot()
def test_rows(project: Project) -> PoolRows:
    split = Dialogue.Split.TEST
    utterances = utterances_of(project, split, gold_spans(project, split))
    return PoolRows([pk for pk, _ in utterances], [utterance for _, utterance in utterances])


def features_of(project: Project, rows: PoolRows, report: Progress) -> Pool:
    """The pool with its features, from the cache or made now; raises EmptyPool without a turn."""
    if not rows.turns:
        raise EmptyPool
    cache = features_folder(project.pk)
    return open_pool(rows.utterances, cache, progress=report, key=rows.key)
