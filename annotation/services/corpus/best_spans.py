"""What the corpus holds now: the best labels of each turn, and the counts that pages show."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from itertools import filterfalse

from django.db.models import F, Max, Q

from annotation.convert import utterance_of
from annotation.models import Dialogue, Project, Reading, Span, Turn
from annotation.services.storage.snapshots import one_snapshot
from learning.types import Utterance, overlaps


@one_snapshot()
def best_spans(
    dialogues: Sequence[Dialogue], *, proposals: bool = True
) -> defaultdict[int, list[Span]]:
    """The spans of each turn (by id): gold where it is settled; elsewhere all that anybody marked.

    A turn without gold takes what its readers have labelled so far, newest first, and then what
    the model proposes beside that: for a release it is safer to hide too much. With
    `proposals=False` such turns stay empty. Two queries for any number of dialogues.
    """
    here = {"turn__dialogue__in": dialogues}
    gold = dict(Reading.objects.filter(is_gold=True, **here).values_list("turn_id", "pk"))
    best: defaultdict[int, list[Span]] = defaultdict(list)
    wanted = Q(status=Span.Status.ACCEPTED, reading__is_gold=True)
    if proposals:
        wanted |= Q(status=Span.Status.ACCEPTED, reading__isnull=False) | Q(reading=None)
    spans = Span.objects.filter(wanted, **here).select_related("label")
    for span in spans.order_by(F("reading").desc(nulls_last=True), "start", "end"):
        rows = best[span.turn_id]
        if span.turn_id in gold:
            if span.reading_id == gold[span.turn_id]:
                rows.append(span)
        elif not any(each.reading_id is not None and overlaps(each, span) for each in rows):
            rows.append(span)
    for pk, rows in best.items():
        if pk not in gold:
            rows[:] = [*filter(_is_read, rows), *_uncrossed(filterfalse(_is_read, rows))]
        rows.sort(key=lambda span: (span.start, span.end))
    return best


def _is_read(span: Span) -> bool:
    return span.reading_id is not None


def _uncrossed(proposals: Iterable[Span]) -> list[Span]:
    """Proposals of models and programs, those that cross each other as one: all of it is hidden,
    under the label of the longest. One inside another stays. Rows are copied, never changed."""
    kept: list[Span] = []
    for span in sorted(proposals, key=lambda each: (each.start, -each.end)):
        crossed = [each for each in kept if each.start < span.start < each.end < span.end]
        if crossed:
            whole = copy(max([*crossed, span], key=lambda each: each.end - each.start))
            whole.start = min(each.start for each in crossed)
            whole.end = span.end
            kept = [each for each in kept if each not in crossed]
            span = whole
        kept.append(span)
    return kept


@one_snapshot()
def gold_spans(project: Project, split: str | None = None) -> dict[int, list[Span]]:
    """Every turn whose labels are settled -> its spans (possibly none); two queries."""
    readings = Reading.objects.filter(turn__dialogue__project=project, is_gold=True)
    if split:
        readings = readings.filter(turn__dialogue__split=split)
    gold: dict[int, list[Span]] = {pk: [] for pk in readings.values_list("turn_id", flat=True)}
    spans = Span.objects.filter(
        reading__is_gold=True,
        reading__turn__dialogue__project=project,
        status=Span.Status.ACCEPTED,
    )
    if split:
        spans = spans.filter(reading__turn__dialogue__split=split)
    for span in spans.select_related("label"):
        if span.turn_id in gold:  # else settled a moment ago, where there is no one snapshot
            gold[span.turn_id].append(span)
    return gold


def utterances_of(
    project: Project, split: str | None = None, gold: Mapping[int, Sequence[Span]] | None = None
) -> list[tuple[int, Utterance]]:
    """Every turn with text in reading order: its id, and it as an instance; two queries.

    With `gold` (`gold_spans`) only the turns in it, with their spans.
    """
    turns = Turn.objects.filter(dialogue__project=project)
    if split:
        turns = turns.filter(dialogue__split=split)
    lasts = dict(turns.order_by().values_list("dialogue_id").annotate(Max("position")))
    rows = turns.order_by("dialogue__position", "dialogue_id", "position").only(
        "text", "speaker", "dialogue_id", "position"
    )
    return [
        (turn.pk, utterance_of(turn, lasts[turn.dialogue_id], gold[turn.pk] if gold else ()))
        for turn in rows.iterator(chunk_size=5000)
        if turn.text.strip() and (gold is None or turn.pk in gold)
    ]


def dialogue_turns(dialogue: Dialogue) -> list[Turn]:
    """The turns of a dialogue in order, each knowing its dialogue without a query."""
    turns = list(dialogue.turns.order_by("position"))
    for turn in turns:
        turn.dialogue = dialogue
    return turns
