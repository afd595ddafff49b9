"""Turns whose items are known, with what the model, or each reader, found in them.

The model is asked of turns that are kept to measure; where there are none, of turns that were drawn
by chance, by what it proposed before anybody read them. A turn that a strategy chose says nothing
of the rest and never counts. Readers are compared on turns drawn by chance that several have read.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from django.db.models import Count, Exists, OuterRef, Q

from annotation.convert import labels_by_owner
from annotation.evidence.recall.items import folded
from annotation.evidence.recall.people import people_of
from annotation.evidence.recall.shares import ENOUGH
from annotation.evidence.recall.types import Checked, Known
from annotation.models import Dialogue, LayerKind, Project, QueryItem, Reading, Span, Turn
from annotation.services.evidence.found.joining import joined
from annotation.services.evidence.found.second import second_turns
from annotation.services.runs.current import current_model
from annotation.services.runs.proposal_visibility import AUDIT
from annotation.services.training.costs import BY_CHANCE
from annotation.services.training.pools import test_rows
from annotation.services.training.proposals import open_current
from learning.rounds.run import propose
from learning.types import Progress
from learning.types import Span as Found

TEST, CHANCE = "test", "chance"
MOST = 1_000  # turns drawn by chance that count, the newest
# Older models than one that had learnt from so large a share of today's labels tell of the past.
LEARNT = 0.5
DONE = Reading.Status.DONE
_PLACE = ("pk", "dialogue", "position", "speaker", "text")


def model_turns(project: Project, report: Progress) -> tuple[list[Checked], str]:
    """What the model found, and on what that was seen: "test", "chance", or "" with no turn at all.

    Turns kept to measure come first if they hold enough items; else whichever holds more.
    """
    if current_model(project) is None:
        return [], ""
    kept = _kept_turns(project, report)
    if _items(kept) >= ENOUGH:
        return kept, TEST
    drawn = _drawn_turns(project)
    if not kept and not drawn:
        return [], ""
    return (drawn, CHANCE) if _items(drawn) > _items(kept) else (kept, TEST)


def _items(turns: Iterable[Checked]) -> int:
    return sum(len(turn.gold) for turn in turns)


def _kept_turns(project: Project, report: Progress) -> list[Checked]:
    """Turns kept to measure, each read by the model that proposes now. Raises ModelDamaged."""
    rows = test_rows(project)
    if not rows.turns:
        return []
    _run, tagger = open_current(project)
    found = propose(tagger, rows.utterances, report)
    split = Turn.objects.filter(dialogue__project=project, dialogue__split=Dialogue.Split.TEST)
    places = dict(split.values_list("pk", "position"))
    return [
        Checked(int(each.dialogue), places[pk], each.speaker, each.text, each.spans, tuple(spans))
        for pk, each, spans in zip(rows.turns, rows.utterances, found, strict=True)
    ]


def _drawn_turns(project: Project) -> list[Checked]:
    """Settled turns of the audit stream, with what a model of today's kind proposed there."""
    model = current_model(project)
    if model is None:
        return []
    items = QueryItem.objects.filter(
        batch__project=project, reason=AUDIT, priority__gte=0, turn__readings__is_gold=True,
        batch__run__labelled_turns__gte=LEARNT * model.labelled_turns,
    )  # fmt: skip
    pks = list(items.order_by("-pk").values_list("turn_id", flat=True)[:MOST])
    columns = ("turn_id", "start", "end", "label__name")
    said = Span.objects.filter(turn__in=pks, status=Span.Status.ACCEPTED, reading__is_gold=True)
    machine = Span.objects.filter(turn__in=pks, reading=None)
    gold = labels_by_owner(said.values_list(*columns))
    proposed = labels_by_owner(machine.values_list(*columns))
    return [
        Checked(dialogue, at, who, text, tuple(gold.get(pk, ())), tuple(proposed.get(pk, ())))
        for pk, dialogue, at, who, text in Turn.objects.filter(pk__in=pks).values_list(*_PLACE)
    ]


def reader_turns(project: Project) -> list[Checked]:
    """Turns drawn by chance that two or more people have read, once for each of them: for a second
    reading, with their weights, and into batches.

    What they hold: what was adjudicated, else all that any of them marked. What every one of them
    overlooked is seen here only where somebody adjudicated it.
    """
    second = second_turns(project)
    done = Reading.objects.filter(layer=LayerKind.READER, status=DONE)
    drawn = QueryItem.objects.filter(batch__project=project, reason__in=BY_CHANCE)
    several = Count("readings", filter=Q(readings__layer=LayerKind.READER, readings__status=DONE))
    turns = Turn.objects.filter(Exists(drawn.filter(turn=OuterRef("pk"))))
    places = {
        row[0]: row[1:]
        for row in turns.annotate(n=several).filter(n__gt=1).order_by().values_list(*_PLACE)
        if row[0] not in second
    }
    readings = list(done.filter(turn__in=places).values_list("pk", "turn_id", "reader_id"))
    adjudicated = dict(
        Reading.objects.filter(turn__in=places, layer=LayerKind.GOLD, status=DONE).values_list(
            "turn_id", "pk"
        )
    )
    accepted = Span.objects.filter(turn__in=places, status=Span.Status.ACCEPTED)
    columns = ("reading_id", "start", "end", "label__name")
    spans = labels_by_owner(accepted.filter(reading__isnull=False).values_list(*columns))
    of_turn: defaultdict[int, list[Found]] = defaultdict(list)
    for pk, turn, _reader in readings:
        of_turn[turn] += spans.get(pk, ())
    checked = [each for both in second.values() for each in both]
    for pk, turn, reader in readings:
        dialogue, at, who, text = places[turn]
        if turn in adjudicated:
            gold = tuple(spans.get(adjudicated[turn], ()))
        else:
            gold = tuple(joined(of_turn[turn]))
        checked.append(Checked(dialogue, at, who, text, gold, tuple(spans.get(pk, ())), reader))
    return checked


def known_of(
    project: Project, turns: Sequence[Checked], pks: Collection[int], *, whole: bool
) -> Known:
    """What is known beside these turns, whose ids are `pks`: wordings that training has seen
    elsewhere, long dialogues, and, of whole dialogues, the persons."""
    learnt = set()
    gold = Span.objects.filter(
        reading__is_gold=True,
        status=Span.Status.ACCEPTED,
        turn__dialogue__project=project,
        turn__dialogue__split=Dialogue.Split.POOL,
    ).exclude(turn__in=list(pks))
    rows = gold.order_by().values_list("label__name", "start", "end", "turn__text")
    for label, start, end, text in rows.iterator(chunk_size=5_000):
        learnt.add((label, folded(text[start:end])))
    counts = dict(
        Turn.objects.filter(dialogue__project=project)
        .order_by()
        .values_list("dialogue_id")
        .annotate(n=Count("pk"))
    )
    sizes = sorted(counts.values())
    most = sizes[(3 * len(sizes)) // 4] if sizes else 0
    long = frozenset(pk for pk, size in counts.items() if size > most)
    people = {}
    if whole:
        by_dialogue: defaultdict[int, list[Checked]] = defaultdict(list)
        for turn in turns:
            by_dialogue[turn.dialogue].append(turn)
        langs = dict(project.dialogues.values_list("pk", "lang"))
        people = {pk: people_of(some, langs[pk]) for pk, some in by_dialogue.items()}
    return Known(frozenset(learnt), long, people)
