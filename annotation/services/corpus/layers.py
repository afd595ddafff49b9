"""Every layer of labels on the turns of some dialogues: who said what, and what is gold.

Called by the API. Only readings that are finished count; a turn that somebody is to read a second
time without knowing the first shows none.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from annotation.models import Dialogue, Project, QueryItem, Reading, Span, Turn
from annotation.services.corpus.order import Place, page_of
from annotation.services.storage.snapshots import one_snapshot


@dataclass(frozen=True, slots=True)
class ReadingLayer:
    reading: Reading
    spans: list[Span] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class TurnLayers:
    """A turn (without its text) with its finished readings, gold among them."""

    turn: Turn
    is_blind: bool
    layers: list[ReadingLayer] = field(default_factory=list)


def dialogues_after(
    project: Project, place: Place | None, size: int, *, only: int | None = None
) -> list[Dialogue]:
    """Dialogues in the project's order, from behind a place (position, id)."""
    rows = project.dialogues.all()
    if only is not None:
        rows = rows.filter(pk=only)
    return page_of(rows, page=1, size=size, after=place)


@one_snapshot()
def layers_in(dialogues: Sequence[Dialogue]) -> dict[int, list[TurnLayers]]:
    """Dialogue id -> its turns in order; four queries for any number of dialogues."""
    turns = Turn.objects.filter(dialogue__in=dialogues).order_by("dialogue", "position")
    turns = turns.defer("text", "extra")
    again = QueryItem.objects.filter(
        turn__dialogue__in=dialogues, second__isnull=False, status=QueryItem.Status.OPEN
    )
    blind = set(again.values_list("turn", flat=True))
    rows = {turn.pk: TurnLayers(turn, turn.pk in blind) for turn in turns}
    done = Reading.objects.filter(turn__dialogue__in=dialogues, status=Reading.Status.DONE)
    layers: dict[int, ReadingLayer] = {}
    for reading in done.select_related("reader").order_by("pk"):
        if reading.turn_id in rows and reading.turn_id not in blind:
            layers[reading.pk] = ReadingLayer(reading)
            rows[reading.turn_id].layers.append(layers[reading.pk])
    spans = Span.objects.filter(reading__in=list(layers), status=Span.Status.ACCEPTED)
    for span in spans.select_related("label").order_by("start", "end"):
        layers[span.reading_id or 0].spans.append(span)
    found: dict[int, list[TurnLayers]] = {dialogue.pk: [] for dialogue in dialogues}
    for row in rows.values():
        found[row.turn.dialogue_id].append(row)
    return found
