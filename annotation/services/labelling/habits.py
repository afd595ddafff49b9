"""What is known of the words of a project before one of its turns is shown: which of them are
common, and how a reader labelled them. Called by `page`, for `candidates`.

A reader is shown nothing that a colleague said: only her own labels count.
"""

import time
from collections import Counter
from collections.abc import Callable
from functools import lru_cache

from annotation.models import Dialogue, DialogueWords, LayerKind, Reading, Span, Turn, User
from annotation.services.labelling.candidates import Habits, find_candidates, learn_habits
from learning.types import Bounds

READ = 1000  # turns that she finished last
DIALOGUES = 400  # of the project whose words are counted
LEAST = 50  # dialogues; of fewer nothing is said
MANY = 5  # dialogues that have a common word
FRESH = 600  # seconds
LATELY = 60


def candidates_for(turn: Turn, user: User) -> list[Bounds]:
    """The candidates of a turn for its reader (three queries; one more now and then)."""
    dialogue = turn.dialogue
    common = common_words(dialogue.project_id)
    return find_candidates(turn.text, dialogue.lang, habits_of(user, dialogue.project_id), common)


def looker_for(dialogue: Dialogue, user: User) -> Callable[[str], list[Bounds]]:
    """What finds the candidates of any text of a dialogue, by what was known a moment ago: one
    query at the most, as a rule."""
    habits = _habits_lately(user.pk, dialogue.project_id, int(time.time() // LATELY))
    common = common_words(dialogue.project_id)
    return lambda text: find_candidates(text, dialogue.lang, habits, common)


@lru_cache(maxsize=64)  # in memory alone
def _habits_lately(user: int, project: int, _moment: int) -> Habits:
    return habits_of(user, project)


def habits_of(user: User | int, project: int) -> Habits:
    """Habits from the turns that a reader finished last in a project (two queries)."""
    read = Reading.objects.filter(
        turn__dialogue__project=project,
        reader=user,
        layer=LayerKind.READER,
        status=Reading.Status.DONE,
    )
    texts = dict(read.order_by("-done_at").values_list("pk", "turn__text")[:READ])
    spans: dict[int, list[Bounds]] = {pk: [] for pk in texts}
    accepted = Span.objects.filter(reading__in=texts, status=Span.Status.ACCEPTED)
    for pk, start, end in accepted.values_list("reading_id", "start", "end"):
        spans[pk].append(Bounds(start, end))
    return learn_habits((text, spans[pk]) for pk, text in texts.items())


def common_words(project: int) -> frozenset[str] | None:
    """Folded words that several dialogues have; None for a small corpus. One query, while what was
    counted some minutes ago still does."""
    counted = DialogueWords.objects.filter(dialogue__project=project).order_by("-pk")
    latest = counted.values_list("pk", flat=True).first()
    return _common(project, latest, int(time.time() // FRESH)) if latest else None


@lru_cache(maxsize=32)  # in memory alone
def _common(project: int, _latest: int, _moment: int) -> frozenset[str] | None:
    kept = DialogueWords.objects.filter(dialogue__project=project).order_by("pk")
    dialogues = list(kept.values_list("words", flat=True)[:DIALOGUES])
    if len(dialogues) < LEAST:
        return None
    counts = Counter(word for words in dialogues for word in words.split())
    return frozenset(word for word, n in counts.items() if n >= MANY)
