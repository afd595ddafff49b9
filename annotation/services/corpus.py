"""What the corpus holds now: the best labels of each turn, and the counts that pages show."""

from collections.abc import Iterable, Mapping, Sequence

from django.db.models import F, Max, Q

from annotation.convert import utterance_of
from annotation.models import Dialogue, Project, Reading, Span, Turn
from learning.types import Utterance


def best_spans(turns: Iterable[int], *, proposals: bool = True) -> dict[int, list[Span]]:
    """The spans of each turn (by id): the gold reader's where a person read it, else the model's.

    With `proposals=False` unread turns stay empty. Three queries for any number of turns.
    """
    pks = list(turns)
    gold = dict(
        Reading.objects.filter(turn__in=pks, is_gold=True).values_list("turn_id", "reader_id")
    )
    best: dict[int, list[Span]] = {pk: [] for pk in pks}
    wanted = Q(status=Span.Status.ACCEPTED, author__isnull=False)
    if proposals:
        wanted |= Q(author=None)
    for span in Span.objects.filter(wanted, turn__in=pks).select_related("label"):
        reader = gold.get(span.turn_id)
        if span.author_id == reader:  # None == None: an unread turn takes the machine's
            best[span.turn_id].append(span)
    return best


def gold_spans(project: Project, split: str | None = None) -> dict[int, list[Span]]:
    """Every turn that a person finished -> its spans (possibly none); two queries."""
    readings = Reading.objects.filter(turn__dialogue__project=project, is_gold=True)
    if split:
        readings = readings.filter(turn__dialogue__split=split)
    gold: dict[int, list[Span]] = {pk: [] for pk in readings.values_list("turn_id", flat=True)}
    spans = Span.objects.filter(
        turn__dialogue__project=project,
        turn__readings__is_gold=True,
        turn__readings__reader=F("author"),
        status=Span.Status.ACCEPTED,
    )
    if split:
        spans = spans.filter(turn__dialogue__split=split)
    for span in spans.select_related("label"):
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
