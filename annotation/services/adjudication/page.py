"""What lies before a curator: the turns on which readers differ, side by side with the gold.

Called by the adjudication page. The number of queries depends neither on the corpus nor on the
length of the dialogue.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from annotation.convert import label_spans
from annotation.models import Dialogue, Label, LayerKind, Project, QueryItem, Reading, Span, Turn
from annotation.models import User as Person
from annotation.services.adjudication.decisions import board_version, column_order, dialogue_readers
from annotation.services.corpus.best_spans import dialogue_turns
from annotation.services.corpus.differences import Case, cases_of, count_waiting
from annotation.services.labelling.habits import candidates_for
from annotation.services.labelling.notes import ReaderNote, told_notes
from annotation.services.labelling.pieces import Stretch, turn_stretches
from annotation.services.labelling.steps import GOLD, steps_left
from learning.readings.adjudication import Difference, Mark
from learning.readings.agreement import SharedTurn, measure_agreement
from learning.types import Bounds, overlaps

READY = {"differ", "agree", "single"}  # everybody who is to read the turn has
ALONE = "1"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Group:
    """Stretches in a row that belong to one difference (its place in the turn), or to none."""

    stretches: list[Stretch]
    difference: int | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """What one reader said of a turn."""

    name: str  # hers, or a letter where names are hidden
    place: int  # among the turn's readers, 1 = first
    groups: list[Group]


@dataclass(frozen=True, slots=True)
class Place:
    start: int
    end: int
    decided: bool
    whole: bool  # it is the whole turn


@dataclass(frozen=True, slots=True)
class Row:
    """A turn side by side: one with differences, or one whose gold somebody wants to edit."""

    turn: Turn
    version: int
    places: list[Place]
    cells: list[Cell]
    gold: list[Group]
    tokens: bool  # the gold text can be edited as it is
    notes: list[ReaderNote]
    candidates: list[Bounds]  # where personal words may stand, for who edits the gold text

    @property
    def open(self) -> int:
        return sum(not place.decided for place in self.places)

    @property
    def is_untouched(self) -> bool:
        return bool(self.places) and self.open == len(self.places)


@dataclass(frozen=True, slots=True)
class Folded:
    """A turn without a difference: what it holds, or what its only reader said."""

    turn: Turn
    stretches: list[Stretch]
    state: str

    @property
    def may_edit(self) -> bool:
        return self.state in READY


@dataclass(frozen=True, slots=True)
class Gap:
    """Turns in a row without a difference. They are drawn when somebody opens it; one alone is
    drawn at once, for folded it would take as much room."""

    first: int  # number of a turn
    last: int
    states: Counter[str]
    alone: Folded | None = None

    @property
    def agree(self) -> int:
        return self.states["agree"]

    @property
    def single(self) -> int:
        return self.states["single"]

    @property
    def waiting(self) -> int:
        return self.states["reading"]

    @property
    def unread(self) -> int:
        return self.states["unread"]


@dataclass(frozen=True, slots=True)
class Board:
    parts: list[Row | Gap]
    columns: int  # readers side by side
    names: list[str]  # of all readers, in the order of their columns
    heads: list[str]  # names above the columns; empty where they change from turn to turn
    total: int  # turns
    version: int
    undo: bool
    redo: bool
    kappa: float | None
    labels: list[Label]
    waiting: int  # turns of the project
    is_named: bool
    notes: list[ReaderNote]  # on the dialogue, and on turns that are no rows here

    @property
    def rows(self) -> list[Row]:
        return [part for part in self.parts if isinstance(part, Row)]

    @property
    def contested(self) -> int:
        """Turns on which several readers differ."""
        return sum(len(row.cells) > 1 for row in self.rows)

    @property
    def alone(self) -> int:
        """Turns with one reader, whose word is not enough."""
        return len(self.rows) - self.contested

    @property
    def differences(self) -> int:
        return sum(len(row.places) for row in self.rows)

    @property
    def decided(self) -> int:
        return self.differences - sum(row.open for row in self.rows)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a step has changed on the page."""

    rows: list[Row]
    version: int  # the whole dialogue's
    undo: bool
    redo: bool


@dataclass(frozen=True, slots=True)
class Rest:
    """Why nothing waits."""

    adjudicated: int  # turns so far
    to_come: int  # turns that further readers are still to read


def open_board(dialogue: Dialogue, user: Person, *, named: bool) -> Board:
    turns = dialogue_turns(dialogue)
    cases = cases_of(turns, dialogue.project)
    labels = {label.pk: label for label in dialogue.project.labels.all()}
    names = _names(dialogue, named=named)
    notes = told_notes(dialogue, names, named=named)
    _cover(notes, cases.values())
    parts: list[Row | Gap] = []
    for differ, group in groupby(turns, key=lambda turn: cases[turn.pk].state == "differ"):
        board = [cases[turn.pk] for turn in group]
        if differ:
            parts += [_row(case, labels, names, notes.pop(case.turn.pk, [])) for case in board]
        else:
            numbers = [case.turn.number for case in board]
            states = Counter(case.state for case in board)
            alone = _folded(board[0], labels) if len(board) == 1 else None
            parts.append(Gap(numbers[0], numbers[-1], states, alone))
    rows = [part for part in parts if isinstance(part, Row)]
    heads = [[cell.name for cell in row.cells] for row in rows]
    undo, redo = steps_left(dialogue, user, GOLD)
    return Board(
        parts=parts,
        columns=max((len(row.cells) for row in rows), default=2),
        names=list(names.values()),
        heads=heads[0] if heads and all(each == heads[0] for each in heads) else [],
        total=len(turns),
        version=board_version(dialogue),
        undo=undo,
        redo=redo,
        kappa=_kappa(cases.values()),
        labels=[label for label in labels.values() if label.key],
        waiting=count_waiting(dialogue.project),
        is_named=named,
        notes=[note for some in notes.values() for note in some],
    )


def board_rows(dialogue: Dialogue, turns: Sequence[Turn], user: Person, *, named: bool) -> Answer:
    """Turns of a dialogue drawn anew: those that a step changed, or one that is to be edited. Of
    turns that are still to be read there is nothing to show."""
    cases = cases_of(turns, dialogue.project)
    labels = {label.pk: label for label in dialogue.project.labels.all()}
    names = _names(dialogue, named=named)
    undo, redo = steps_left(dialogue, user, GOLD)
    ready = [case for turn in turns if (case := cases[turn.pk]).state in READY]
    ready.sort(key=lambda case: case.turn.position)
    notes = told_notes(dialogue, names, named=named)
    editor = user if len(ready) == 1 else None
    rows = [_row(case, labels, names, notes.get(case.turn.pk, []), editor) for case in ready]
    return Answer(rows, board_version(dialogue), undo, redo)


def notes_on(dialogue: Dialogue) -> list[ReaderNote]:
    """What readers wrote for whoever decides on a dialogue, for a page that has no columns; one
    query where nobody wrote."""
    notes = told_notes(dialogue, {}, named=False)
    turns = list(dialogue.turns.filter(pk__in=[pk for pk in notes if pk])) if notes else []
    for turn in turns:
        turn.dialogue = dialogue
    _cover(notes, cases_of(turns, dialogue.project).values() if turns else ())
    return [note for some in notes.values() for note in some]


def _cover(notes: dict[int | None, list[ReaderNote]], cases: Iterable[Case]) -> None:
    """Notes on a turn that is still read stay covered, as what was labelled there."""
    for case in cases:
        if case.state == "reading":
            notes.pop(case.turn.pk, None)


def folded_turns(dialogue: Dialogue, first: int, last: int) -> list[Folded]:
    turns = list(
        dialogue.turns.filter(position__gte=first - 1, position__lt=last).order_by("position")
    )
    for turn in turns:
        turn.dialogue = dialogue
    cases = cases_of(turns, dialogue.project)
    labels = {label.pk: label for label in dialogue.project.labels.all()}
    return [_folded(cases[turn.pk], labels) for turn in turns]


def rest_of(project: Project) -> Rest:
    """Where the project's shared turns are when none waits; two queries."""
    gold = Reading.objects.filter(
        turn__dialogue__project=project, layer=LayerKind.GOLD, status=Reading.Status.DONE
    )
    begun = QueryItem.objects.filter(
        batch__project=project,
        status=QueryItem.Status.OPEN,
        readers__gt=1,
        turn__readings__status=Reading.Status.DONE,
    )
    return Rest(gold.count(), begun.distinct().count())


def _names(dialogue: Dialogue, *, named: bool) -> dict[int, str]:
    """What each reader (by id) is called, in the order of the columns: the only reader of a turn
    that needs no second one has no column of her own."""
    order = dialogue_readers(dialogue)
    if named:
        known = Person.objects.in_bulk(order)
        return {pk: known[pk].get_username() for pk in order}
    return {pk: LETTERS[n] if n < len(LETTERS) else str(n + 1) for n, pk in enumerate(order)}


def _row(
    case: Case,
    labels: dict[int, Label],
    names: dict[int, str],
    notes: list[ReaderNote],
    editor: Person | None = None,
) -> Row:
    """`editor`: for her the gold text is cut into tokens, to be edited."""
    turn, differences = case.turn, case.compared.differences
    cells = [
        Cell(
            names.get(reading.reader_id, ALONE),
            place,
            _groups(turn, case.marks[reading.pk], differences),
        )
        for place, reading in enumerate(column_order(turn.dialogue, case.readings), 1)
    ]
    places = [
        Place(each.start, each.end, case.is_decided(each), len(each.said) == 1)
        for each in differences
    ]
    gold = _groups(turn, _gold(case, labels), differences, tokens=editor is not None)
    candidates = candidates_for(turn, editor) if editor else []
    return Row(turn, case.version, places, cells, gold, editor is not None, notes, candidates)


def _gold(case: Case, labels: dict[int, Label]) -> list[Span]:
    """What stands in the gold text: decided, agreed, or a single reader's marks as a beginning."""
    marks: set[Mark] = set(case.layer.accepted)
    marks |= {m for m in case.compared.agreed - case.layer.rejected if _free(m, marks)}
    if not case.layer.known and not case.is_done:
        marks |= {
            m for each in case.compared.differences if len(each.said) == 1 for m in each.said[0]
        }
    return [
        Span(turn=case.turn, start=start, end=end, label=labels[label], status="accepted")
        for start, end, label in sorted(marks)
        if label in labels
    ]


def _free(mark: Mark, others: Iterable[Mark]) -> bool:
    return not any(overlaps(mark, other) for other in others)


def _folded(case: Case, labels: dict[int, Label]) -> Folded:
    turn = case.turn
    spans: Sequence[Span] = _gold(case, labels)
    if case.state in {"reading", "unread"}:
        spans = []  # what the first reader said stays covered until the last one is through
    return Folded(
        turn=turn,
        stretches=turn_stretches(turn.text, spans, extra=turn.extra, tokens=False),
        state=case.state,
    )


def _groups(
    turn: Turn, spans: Sequence[Span], differences: Sequence[Difference], *, tokens: bool = False
) -> list[Group]:
    """The turn's text cut at its differences too; a stretch in one carries its place."""
    holes = [hole for each in differences for hole in _holes(turn, spans, each)]
    stretches = turn_stretches(turn.text, [*spans, *holes], extra=turn.extra, tokens=tokens)

    def place_of(stretch: Stretch) -> int | None:
        if stretch.span is None:
            return None
        span = stretch.span
        return next((n for n, d in enumerate(differences) if overlaps(span, d)), None)

    empty = {id(hole) for hole in holes}
    return [
        Group([replace(s, span=None) if id(s.span) in empty else s for s in some], place)
        for place, some in groupby(stretches, key=place_of)
    ]


def _holes(turn: Turn, spans: Sequence[Span], difference: Difference) -> list[Span]:
    """The parts of a difference that none of the spans covers, as spans without a label."""
    holes, place = [], difference.start
    inside = [span for span in spans if overlaps(span, difference)]
    for span in sorted(inside, key=lambda span: span.start):
        if span.start > place:
            holes.append(Span(turn=turn, start=place, end=span.start, status=""))
        place = max(place, span.end)
    if place < difference.end:
        holes.append(Span(turn=turn, start=place, end=difference.end, status=""))
    return holes


def _kappa(cases: Iterable[Case]) -> float | None:
    """Cohen's kappa on the turns that two people have read; None where there is no such pair."""
    shared = [
        SharedTurn(
            case.turn.pk,
            case.turn.text,
            {
                str(reading.reader_id): label_spans(case.marks[reading.pk])
                for reading in case.readings
            },
        )
        for case in cases
        if len(case.readings) > 1 and case.state != "reading"
    ]
    pairs = measure_agreement(shared).pairs if shared else []
    return pairs[0].kappa if len(pairs) == 1 else None
