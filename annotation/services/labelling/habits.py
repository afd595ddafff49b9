"""What is known of the words of a project before one of its turns is shown: which of them are
common, and how a reader labelled them. Called by `page`, for `candidates`.

A reader is shown nothing that a colleague said: only her own labels count.
"""

import time
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from threading import Lock

from django.db.models import QuerySet

from annotation.models import (
    Dialogue,
    DialogueWords,
    LayerKind,
    QueryItem,
    Reading,
    Span,
    Turn,
    User,
)
from annotation.services.candidates.finding import find_candidates
from annotation.services.candidates.likely import Likely, Vocabulary, find_likely, weigh
from annotation.services.candidates.said import Habits, Learner, Said, said_of
from learning.types import Bounds

READ = 1000  # turns that she finished last
DIALOGUES = 400  # of the project whose words are counted
LEAST = 50  # dialogues; of fewer nothing is said
MANY = 5  # dialogues that have a common word
FRESH = 600  # seconds
LATELY = 60


def candidates_for(turn: Turn, user: User) -> list[Bounds]:
    """The candidates of a turn for who labels it (two queries, one for its item where it came
    without; some more now and then)."""
    dialogue = turn.dialogue
    corpus = words_of(dialogue.project_id)
    habits = habits_of(user, dialogue.project_id)
    common = corpus.common if corpus else None
    return find_candidates(turn.text, dialogue.lang, habits, common, _possible(turn))


def _possible(turn: Turn) -> list[Bounds]:
    """What the model thinks possible there; nothing where its proposals are kept back to learn what
    they do to readers."""
    item = getattr(turn, "query_item", None)  # asked for once, then known
    if item is None or item.second or item.proposals == QueryItem.Proposals.HIDDEN:
        return []
    return [Bounds(start, end) for start, end in item.possible]


Look = Callable[[str, str, bool], list[Likely]]


def looker_for(dialogue: Dialogue, user: User) -> Look:
    """What finds the likely candidates of any text of a dialogue, of which the first argument has
    blanks where nothing is sought, that has capitals or not, by what was known a moment ago: one
    query at the most, as a rule."""
    habits = _habits_lately(user.pk, dialogue.project_id, int(time.time() // LATELY))
    corpus = words_of(dialogue.project_id)

    def look(left: str, text: str, cased: bool) -> list[Likely]:
        places = find_likely(left, dialogue.lang, habits, corpus, cased=cased)
        return weigh(text, places, dialogue.lang, habits)

    return look


@lru_cache(maxsize=64)  # in memory alone
def _habits_lately(user: int, project: int, _moment: int) -> Habits:
    return habits_of(user, project)


class _Reader:
    """What one reader said of the turns that she finished last, in this process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._said: dict[int, tuple[object, Said]] = {}  # reading -> its state, and what it says
        self._learner = Learner()
        self._habits = Habits()

    def habits(self, read: QuerySet[Reading]) -> Habits:
        """Her habits; only of readings that changed since the last time their turns are asked."""
        latest = read.order_by("-done_at").values_list("pk", "version", "done_at")[:READ]
        last = {pk: (version, done_at) for pk, version, done_at in latest}
        with self._lock:
            gone = [pk for pk, (state, _) in self._said.items() if last.get(pk) != state]
            for pk in gone:
                self._learner.take(self._said.pop(pk)[1], -1)
            new = [pk for pk in last if pk not in self._said]
            for pk, said in _read_anew(new):
                self._said[pk] = (last[pk], said)
                self._learner.take(said)
            if gone or new:
                self._habits = self._learner.habits()
            return self._habits


def _read_anew(readings: list[int]) -> list[tuple[int, Said]]:
    """What readings say (two queries)."""
    if not readings:
        return []
    texts = dict(Reading.objects.filter(pk__in=readings).values_list("pk", "turn__text"))
    spans: dict[int, list[Bounds]] = {pk: [] for pk in texts}
    accepted = Span.objects.filter(reading__in=texts, status=Span.Status.ACCEPTED)
    for pk, start, end in accepted.values_list("reading_id", "start", "end"):
        spans[pk].append(Bounds(start, end))
    return [(pk, said_of(text, spans[pk])) for pk, text in texts.items()]


@lru_cache(maxsize=64)  # in memory alone
def _reader(_user: int, _project: int) -> _Reader:
    return _Reader()


def habits_of(user: User | int, project: int) -> Habits:
    """Habits from the turns that a reader finished last in a project (three queries at the most,
    one while she has finished and changed none since)."""
    pk = user if isinstance(user, int) else user.pk
    read = Reading.objects.filter(
        turn__dialogue__project=project,
        reader=pk,
        layer=LayerKind.READER,
        status=Reading.Status.DONE,
    )
    return _reader(pk, project).habits(read)


def words_of(project: int) -> Vocabulary | None:
    """Words that several dialogues have; None for a small corpus. One query, while what was counted
    some minutes ago still does."""
    counted = DialogueWords.objects.filter(dialogue__project=project).order_by("-pk")
    latest = counted.values_list("pk", flat=True).first()
    return _common(project, latest, int(time.time() // FRESH)) if latest else None


@lru_cache(maxsize=32)  # in memory alone
def _common(project: int, _latest: int, _moment: int) -> Vocabulary | None:
    kept = DialogueWords.objects.filter(dialogue__project=project).order_by("pk")
    dialogues = list(kept.values_list("words", flat=True)[:DIALOGUES])
    if len(dialogues) < LEAST:
        return None
    counts = Counter(word for words in dialogues for word in words.split())
    return Vocabulary.of(counts, MANY)
