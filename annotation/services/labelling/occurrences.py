"""Occurrences in a corpus: where a query's words stand, and what a person has said there.

Called by `propagation`, which changes them. The texts of a project are read one after the other: a
filter in the database cannot know of accents and case what the query knows without losing some.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import NamedTuple

from django.db.models import Q

from annotation.formats.corpora import conventions
from annotation.models import Dialogue, Label, LayerKind, Reading, Span, SpanRow, Turn, User
from annotation.refusals import StaleVersion
from annotation.services.access.reach import dialogues_of
from annotation.services.labelling.spans import visible_proposals
from annotation.services.labelling.steps import ACCEPTED, FIELDS, READER, REJECTED
from learning.readings.occurrences import Query, find_occurrences, may_hold
from learning.types import Bounds, overlaps

MOST = 5000  # occurrences that are looked at, and changed by one step
SHOWN = 200  # of them in a list
CONTEXT = 32  # characters shown on either side
SCOPES = TURN, DIALOGUE, PROJECT = ("turn", "dialogue", "project")
# What stands where the words are, and so what becomes of it:
NEW = "new"  # nothing against the label
CLEAR = "clear"  # an own label, to be cleared
RELABEL = "relabel"  # an own label of another kind, exactly there
ALREADY = "already"  # this label
# Conflicts, left as they are unless they are chosen:
OVERLAPS = "overlaps"  # an own label that covers it partly
PROPOSED = "proposed"  # the model says something else there
DENIED = "denied"  # the person has rejected this label there
FINISHED = "finished"  # she has finished the turn: what changes there changes what it trains
CONFLICTS = (OVERLAPS, PROPOSED, DENIED, FINISHED)
KINDS = (NEW, CLEAR, RELABEL, *CONFLICTS)  # that can be chosen


class StalePlan(StaleVersion):
    """What the person saw is not what would be changed now."""


class TurnText(NamedTuple):
    pk: int
    number: int  # 1 = first of its dialogue
    text: str
    dialogue: int
    name: str  # of the dialogue
    lang: str


class Stretch(NamedTuple):
    """Where the words stand, in code points."""

    turn: TurnText
    start: int
    end: int
    is_other_form: bool


@dataclass(frozen=True, slots=True)
class Hit:
    """An occurrence that can be changed."""

    place: Stretch
    kind: str
    other: Label | None = None  # stands there, or against it

    @property
    def id(self) -> str:
        return f"{self.place.turn.pk}:{self.place.start}-{self.place.end}"

    @property
    def before(self) -> str:
        text, start = self.place.turn.text, self.place.start
        low = max(0, start - CONTEXT)
        if low:  # not in the middle of a word, if there is a gap
            low = text.find(" ", low - 1, start) + 1 or low
        return ("…" if low else "") + _as_drawn(text, low, start)

    @property
    def words(self) -> str:
        return _as_drawn(self.place.turn.text, self.place.start, self.place.end)

    @property
    def after(self) -> str:
        text, end = self.place.turn.text, self.place.end
        high = min(len(text), end + CONTEXT)
        if high < len(text) and (gap := text.rfind(" ", end, high + 1)) > end:
            high = gap
        return _as_drawn(text, end, high) + ("…" if high < len(text) else "")


@dataclass(frozen=True, slots=True)
class Plan:
    """What can be changed in a scope, in reading order, the dialogue of the question first."""

    scope: str
    totals: Mapping[str, int]  # scope -> occurrences; MOST + 1 where there are more than MOST
    hits: list[Hit]
    settled: int  # occurrences that stay: another's word counts there, or they are adjudicated
    bare: int  # occurrences without a label that could be cleared
    versions: Mapping[int, int]  # of the person's readings, by turn id; 0 before the first step
    token: str  # names all that the plan says, so that another plan is noticed
    proposals: Mapping[int, Sequence[Span]] = field(repr=False)

    @property
    def counts(self) -> Counter[str]:
        return Counter(hit.kind for hit in self.hits)


def find_in_project(turn: Turn, query: Query, only: User | None = None) -> dict[str, list[Stretch]]:
    """Occurrences by scope in turns that are to be labelled, the turn's own dialogue first; of the
    project one more than MOST at the most. `only`: whose dialogues alone are looked at. Two
    queries."""
    stretches: list[Stretch] = []
    for row in _rows_that_may_hold(turn, query, only):
        stretches += [Stretch(row, *each) for each in find_occurrences(query, row.text, row.lang)]
        if len(stretches) > MOST and row.dialogue != turn.dialogue_id:
            break
    in_dialogue = [each for each in stretches if each.turn.dialogue == turn.dialogue_id]
    here = [each for each in in_dialogue if each.turn.pk == turn.pk]
    return {TURN: here, DIALOGUE: in_dialogue, PROJECT: stretches[: MOST + 1]}


def _rows_that_may_hold(turn: Turn, query: Query, only: User | None) -> list[TurnText]:
    pool = Dialogue.objects.filter(project=turn.dialogue.project_id, split=Dialogue.Split.POOL)
    if only is not None:
        pool = dialogues_of(pool, only)
    order: dict[int, tuple[int, str, str]] = {}
    for place, (pk, name, lang) in enumerate(pool.values_list("pk", "external_id", "lang")):
        order[pk] = (-1 if pk == turn.dialogue_id else place, name, lang)
    texts = Turn.objects.filter(dialogue__in=pool).order_by()
    rows = [
        TurnText(pk, position + 1, text, dialogue, *order[dialogue][1:])
        for pk, position, text, dialogue in texts.values_list(
            "pk", "position", "text", "dialogue_id"
        ).iterator(chunk_size=5000)
        if may_hold(query, text) and dialogue in order
    ]
    return sorted(rows, key=lambda row: (order[row.dialogue][0], row.number))


def sort_found(
    turn: Turn,
    user: User,
    by_scope: Mapping[str, Sequence[Stretch]],
    scope: str,
    label: Label | None,
) -> Plan:
    """Each occurrence in the scope beside what stands there in the person's layer (six queries)."""
    stretches = by_scope[scope]
    pks = list(dict.fromkeys(each.turn.pk for each in stretches))
    readings = {
        reading.turn_id: reading
        for reading in Reading.objects.filter(turn__in=pks, reader=user, layer=READER)
    }
    theirs = Reading.objects.filter(Q(is_gold=True) | Q(layer=LayerKind.GOLD), turn__in=pks)
    settled = set(theirs.exclude(reader=user, layer=READER).values_list("turn_id", flat=True))
    rows = _rows_by_turn(readings)
    proposals: dict[int, list[Span]] = {}
    for span in visible_proposals(Turn(pk=pk) for pk in pks) if label is not None else ():
        proposals.setdefault(span.turn_id, []).append(span)
    labels = {each.pk: each for each in turn.dialogue.project.labels.all()}
    hits = []
    for stretch in stretches:
        pk = stretch.turn.pk
        if pk in settled:
            continue
        if label is None:
            kind, other = _kind_to_clear(stretch, rows.get(pk, ()))
        else:
            kind, other = _kind(stretch, rows.get(pk, ()), proposals.get(pk, ()), label)
        done = pk in readings and readings[pk].status == Reading.Status.DONE
        if kind and done and kind != ALREADY:
            kind = FINISHED
        if kind:
            hits.append(Hit(stretch, kind, labels.get(other)))
    outside = sum(each.turn.pk in settled for each in stretches)
    versions = {pk: readings[pk].version if pk in readings else 0 for pk in pks}
    return Plan(
        scope=scope,
        totals={name: len(places) for name, places in by_scope.items()},
        hits=hits,
        settled=outside,
        bare=len(stretches) - outside - len(hits),
        versions=versions,
        token=_token(scope, label, hits, versions),
        proposals=proposals,
    )


def _rows_by_turn(readings: Mapping[int, Reading]) -> dict[int, list[SpanRow]]:
    rows: dict[int, list[SpanRow]] = {}
    spans = Span.objects.filter(reading__in=[reading.pk for reading in readings.values()])
    for *row, turn in spans.values_list(*FIELDS, "turn_id"):
        rows.setdefault(turn, []).append(SpanRow(*row))
    return rows


def _kind(
    place: Stretch, rows: Iterable[SpanRow], proposals: Iterable[Span], label: Label
) -> tuple[str, int]:
    """What stands where a label is to be, and the label (id) that stands against it, or 0."""
    exact = (place.start, place.end, label.pk)
    labels = [row for row in rows if row.status == ACCEPTED and overlaps(row, place)]
    if any(row[:3] == exact for row in labels):
        return ALREADY, 0
    if labels:
        stands = labels[0][:2] == exact[:2]
        return (RELABEL if stands else OVERLAPS), labels[0].label_id
    if any(row[:3] == exact and row.status == REJECTED for row in rows):
        return DENIED, 0
    decided = {row.origin_id for row in rows}
    for span in proposals:
        same = (span.start, span.end, span.label_id) == exact
        against = not same and overlaps(span, place)
        if against and span.pk not in decided:
            return PROPOSED, span.label_id
    return NEW, 0


def _kind_to_clear(place: Stretch, rows: Iterable[SpanRow]) -> tuple[str, int]:
    for row in rows:
        if row.status == ACCEPTED and overlaps(row, place):
            return (CLEAR if row[:2] == (place.start, place.end) else OVERLAPS), row.label_id
    return "", 0


def _token(
    scope: str, label: Label | None, hits: Sequence[Hit], versions: Mapping[int, int]
) -> str:
    """A digest of ids, versions, offsets and kinds; of no text."""
    seen = [(hit.id, hit.kind, hit.other.pk if hit.other else 0) for hit in hits]
    state = repr((scope, label and label.pk, seen, sorted(versions.items())))
    return sha256(state.encode()).hexdigest()[:32]


def _as_drawn(text: str, low: int, high: int) -> str:
    """A part of a turn without the transcriber's marks, as the page draws it."""
    return "".join(_drawn(text, low, high))


def _drawn(text: str, low: int, high: int) -> Iterator[str]:
    part = Bounds(low, high)
    for piece in conventions.segments(text):
        if overlaps(piece, part):
            is_text = piece.shown == text[piece.start : piece.end]
            yield text[max(low, piece.start) : min(high, piece.end)] if is_text else piece.shown
