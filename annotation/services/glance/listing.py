"""Every dialogue of a project with its figures, and those of them that somebody asks for, sorted.

One query for a corpus of any size: what is counted stands in a row of its own (`following`), so
lists are filtered and sorted here. No text of a dialogue.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, fields
from typing import NamedTuple

from annotation.models import DialogueFigures, Note, Project, User

State = DialogueFigures.State
SEVERITIES = ("block", "warn", "info")
WISHES = (*SEVERITIES, "any", "none", "unknown")
NOTED = "noted"
LOW = 0.8  # share of turns on which readers agree: below it a figure is marked
# How far readers agree, of turns that several read: below LOW, not on all, on all; "alone" where
# several read none.
AGREEMENTS = LITTLE, NOT_ALL, ALL, ALONE = ("little", "not-all", "all", "alone")
LENGTHS = SHORT, MIDDLE, LONG = ("short", "middle", "long")  # thirds of the corpus, by words
UNKNOWN = 10**9
NOBODY = "nobody"
READY, UNREADY, ANY = "ready", "unready", "any"
QUEUE = (READY, UNREADY, ANY)  # what a list of revision shows: the first that is not empty


class Row(NamedTuple):
    """A dialogue; with `state` None nothing is counted yet, with `blocks` None no issue."""

    pk: int
    name: str
    state: str | None
    turns: int | None
    words: int | None
    items: int | None
    unread: int | None
    unsettled: int | None
    readers: str | None
    agreement: float | None
    blocks: int | None
    warns: int | None
    notes: int | None
    issues_old: bool | None
    assigned: int | None = None  # the member to whom it is assigned
    assignee: str | None = None  # her name

    @property
    def people(self) -> list[int]:
        return [int(pk) for pk in (self.readers or "").split()]

    @property
    def is_ready(self) -> bool:
        """Every turn is read and settled, so that a person may approve it; not yet approved."""
        if self.state not in (State.READ, State.MODEL, State.HELD):
            return False
        return not (self.unread or self.unsettled)

    @property
    def is_partly(self) -> bool:
        """People read some of its turns, and a model all the others."""
        return self.state == State.MODEL and bool(self.readers)

    @property
    def issues(self) -> dict[str, int]:
        counts = (self.blocks or 0, self.warns or 0, self.notes or 0)
        return dict(zip(SEVERITIES, counts, strict=True))


@dataclass(frozen=True, slots=True)
class Asked:
    """Which dialogues, and in what order; "" and None ask for nothing."""

    state: str = ""  # one of `State`, READY, UNREADY; "" and ANY are all of them
    # "block", "warn" or "info": with an open issue as grave; "any", "none"; "unknown" not counted;
    # NOTED: with a reader's note.
    issues: str = ""
    reader: int | None = None
    assigned: str = ""  # to this member (her id), or NOBODY
    agreement: str = ""  # one of AGREEMENTS
    length: str = ""  # one of LENGTHS
    sort: str = ""  # "": what waits for who looks first
    turned: bool = False  # the other way round

    @property
    def given(self) -> dict[str, str]:
        """What is asked for, as an address says it."""
        said = {name: getattr(self, name) for name in PARTS}
        return {n: "1" if value is True else str(value) for n, value in said.items() if value}


PARTS = [each.name for each in fields(Asked)]


WAITING = (State.HELD, State.DIFFER)  # for a curator: nothing else is stopped by her alone
_RANK = {state: place for place, state in enumerate(State.values)}


def by_gravity(row: Row) -> tuple[int, int, int, int]:
    """Open issues first, blocks before warnings before notes; then by what is to be done."""
    rank = _RANK.get(row.state or "", len(_RANK))
    return -(row.blocks or 0), -(row.warns or 0), -(row.notes or 0), rank


_WAITS: tuple[str, ...] = (State.DIFFER, State.HELD, State.READ)
_NEED = {state: place for place, state in enumerate(_WAITS)}


def by_need(row: Row) -> tuple[int, ...]:
    """What readers differ on first, then what has most blocks, for it goes nowhere as it is; then
    what is to be approved again and what people have read, of each the gravest."""
    need = _NEED.get(row.state or "", len(_NEED))
    return row.state != State.DIFFER, -(row.blocks or 0), need, *by_gravity(row)


def _to_sign(unsigned: Collection[int]) -> Callable[[Row], tuple[object, ...]]:
    """For a steward: approved dialogues that she has not signed for, the others that are approved,
    those that are no longer, then the rest, of each the gravest first."""

    def key(row: Row) -> tuple[object, ...]:
        is_approved = row.state == State.APPROVED
        return (
            not (is_approved and row.pk in unsigned),
            not is_approved,
            row.state != State.HELD,
            *by_gravity(row),
        )

    return key


# How a column is sorted; each keeps the order of the corpus among equals. The largest first, but
# the lowest agreement; what is not known stands last.
SORTS: dict[str, Callable[[Row], tuple[object, ...]]] = {
    "issues": by_gravity,
    "name": lambda row: (),
    "state": lambda row: (_RANK.get(row.state or "", len(_RANK)),),
    "turns": lambda row: (-(row.turns or 0),),
    "words": lambda row: (-(row.words or 0),),
    "items": lambda row: (-(row.items or 0),),
    "readers": lambda row: (-len(row.people),),
    "agreement": lambda row: (UNKNOWN if row.agreement is None else row.agreement,),
    "assigned": lambda row: (row.assignee is None, row.assignee or ""),
}
FIELDS = [
    "pk",
    "external_id",
    *(f"figures__{name}" for name in Row._fields[2:-2]),
    "allotment__member",
    "allotment__member__user__username",
]


def list_rows(project: Project) -> list[Row]:
    """Every dialogue in the order of the corpus; one query."""
    rows = project.dialogues.order_by("position", "pk").values_list(*FIELDS)
    return [Row._make(row) for row in rows]


def row_of(project: Project, pk: int) -> Row | None:
    """One dialogue; None if the project has it not."""
    row = project.dialogues.filter(pk=pk).values_list(*FIELDS).first()
    return Row._make(row) if row else None


def count_issues(rows: Iterable[Row]) -> dict[str, int]:
    """How many dialogues fit each wish of `Asked.issues`."""
    counts = Counter(wish for row in rows for wish in WISHES if _has(row, wish, ()))
    return {wish: counts[wish] for wish in WISHES}


def count_states(rows: Iterable[Row]) -> dict[str, int]:
    """How many stand where; "" for those that are not counted yet."""
    counts = Counter(row.state or "" for row in rows)
    return {state: counts[state] for state in (*State.values, "")}


def choose_rows(
    rows: Iterable[Row],
    asked: Asked,
    found: Collection[int] | None = None,
    unsigned: Collection[int] | None = None,
    noted: Collection[int] = (),
) -> list[Row]:
    """Those asked for, in the order asked for; `found`: of a search, the ids that it found;
    `unsigned`: for a steward, those that are in no signed file; `noted`: with a reader's note."""
    rows = list(rows)
    bands = bands_of(rows) if asked.length else None
    chosen = [
        row
        for row in rows
        if _stands(row, asked.state)
        and (asked.reader is None or asked.reader in row.people)
        and (not asked.issues or _has(row, asked.issues, noted))
        and (not asked.assigned or str(row.assigned or NOBODY) == asked.assigned)
        and (not asked.agreement or _agrees(row, asked.agreement))
        and (bands is None or bands.of(row) == asked.length)
        and (found is None or row.pk in found)
    ]
    if asked.sort != "name":
        usual = by_need if unsigned is None else _to_sign(unsigned)
        chosen.sort(key=SORTS.get(asked.sort, usual))
    return chosen[::-1] if asked.turned else chosen


def noted_dialogues(project: Project) -> frozenset[int]:
    """Ids of the dialogues about which a reader has left word; one query."""
    notes = Note.objects.filter(dialogue__project=project, is_current=True).exclude(text="")
    return frozenset(notes.order_by().values_list("dialogue", flat=True).distinct())


def count_ready(rows: Iterable[Row]) -> dict[str, int]:
    """How many fit each group of `QUEUE`."""
    rows = list(rows)
    return {group: sum(_stands(row, group) for row in rows) for group in QUEUE}


def _stands(row: Row, state: str) -> bool:
    if state in ("", ANY):
        return True
    if state == READY:
        return row.is_ready
    if state == UNREADY:
        return not row.is_ready and row.state != State.APPROVED
    return row.state == state


def _has(row: Row, issues: str, noted: Collection[int]) -> bool:
    if issues == NOTED:
        return row.pk in noted
    if issues == "unknown":
        return row.blocks is None
    if row.blocks is None:
        return False
    if issues in SEVERITIES:
        return row.issues[issues] > 0
    return any(row.issues.values()) == (issues == "any")


def _agrees(row: Row, agreement: str) -> bool:
    if row.agreement is None:
        return agreement == ALONE
    return {
        LITTLE: row.agreement < LOW,
        NOT_ALL: row.agreement < 1,
        ALL: row.agreement == 1,
    }.get(agreement, False)


OF_PEOPLE = frozenset({"readers", "agreement"})


def telling_columns(rows: Sequence[Row], sort: str) -> frozenset[str]:
    """Of the columns of people, those that tell some of these rows apart, or by which they are
    sorted; of one row, those that say anything."""
    values: dict[str, set[object]] = {
        "readers": {row.readers or "" for row in rows},
        "agreement": {row.agreement for row in rows if row.agreement is not None},
    }
    return frozenset(
        name
        for name, found in values.items()
        if name == sort or len(found) > 1 or (len(rows) == 1 and found - {""})
    )


def count_agreements(rows: Iterable[Row]) -> dict[str, int]:
    """How many dialogues fit each of AGREEMENTS."""
    counts = Counter(name for row in rows for name in AGREEMENTS if _agrees(row, name))
    return {name: counts[name] for name in AGREEMENTS}


class Bands(NamedTuple):
    """What is short and what is long in a corpus: about a third of it each, by words."""

    middle: int  # words from which a dialogue is no longer short
    long: int  # words from which it is long
    counts: dict[str, int]

    def of(self, row: Row) -> str:
        if row.words is None:
            return ""
        return SHORT if row.words < self.middle else LONG if row.words >= self.long else MIDDLE

    @property
    def differ(self) -> bool:
        """Whether there is something to choose."""
        return sum(count > 0 for count in self.counts.values()) > 1


def bands_of(rows: Collection[Row]) -> Bands:
    words = sorted(row.words for row in rows if row.words is not None) or [0]
    bounds = Bands(words[len(words) // 3], words[2 * len(words) // 3], {})
    counts = Counter(map(bounds.of, rows))
    return bounds._replace(counts={name: counts[name] for name in LENGTHS})


def count_assigned(rows: Iterable[Row]) -> dict[str, tuple[str, int]]:
    """To whom dialogues are assigned: what `Asked` says of it -> a name and how many, those that
    are assigned to nobody last; empty where nothing is assigned."""
    counts = Counter((row.assignee or "", row.assigned) for row in rows)
    nobody = counts.pop(("", None), 0)
    if not counts:
        return {}
    found = {str(pk): (name, n) for (name, pk), n in sorted(counts.items(), key=lambda c: c[0][0])}
    return found | {NOBODY: ("", nobody)}


def name_readers(rows: Iterable[Row]) -> dict[int, str]:
    """Everybody who has read something in these dialogues, by id; one query."""
    people = {pk for row in rows for pk in row.people}
    named = User.objects.filter(pk__in=people).order_by("username")
    return dict(named.values_list("pk", "username"))
