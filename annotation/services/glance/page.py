"""The corpus on one page: its map, and the dialogues that somebody asks for.

Called by the corpus page and the list of revision; texts are read only where somebody searches.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace

from django.core.paginator import Page, Paginator
from django.db.models import Count

from annotation.models import LayerKind, Project, Reading
from annotation.refusals import Refused
from annotation.services.glance.following import follow_project
from annotation.services.glance.listing import (
    ANY,
    OF_PEOPLE,
    QUEUE,
    READY,
    WAITING,
    Asked,
    Bands,
    Row,
    bands_of,
    choose_rows,
    count_agreements,
    count_assigned,
    count_issues,
    count_ready,
    count_states,
    list_rows,
    name_readers,
    noted_dialogues,
    telling_columns,
)
from annotation.services.glance.words import (
    Hit,
    find_dialogues,
    first_hits,
    first_words,
    wanted_of,
)

ROWS_A_PAGE = 40
DRAWN = 5_000  # dialogues of which a map draws each at once
BLOCK = 1_000  # of a larger corpus, those that are drawn


@dataclass(frozen=True, slots=True)
class Block:
    """Dialogues in a row of a corpus that is too large to be drawn at once."""

    first: int  # 1 = the first of the corpus
    last: int
    counts: dict[str, int]  # by state
    is_open: bool


@dataclass(frozen=True, slots=True)
class Search:
    """What somebody looks for; with a refusal nothing was looked for."""

    text: str = ""
    refusal: str = ""
    hits: dict[int, Hit] = field(default_factory=dict)  # of the dialogues on the page


@dataclass(frozen=True, slots=True)
class Seen:
    """What the page shows."""

    asked: Asked
    total: int
    turns: int
    states: dict[str, int]
    issues: dict[str, int]
    drawn: list[Row]  # in the map
    first: int  # number of the first of them
    blocks: list[Block]
    faded: frozenset[int]  # of those drawn, the ones that are not asked for
    page: Page[Row]
    readers: dict[int, str]
    assigned: dict[str, tuple[str, int]]  # to whom -> her name, how many
    shown: list[int]  # ids of all that are asked for, on whatever page
    uncounted: int  # changed, and left to a worker
    search: Search
    ready: dict[str, int]  # how many are ready for approval, how many not, and all
    default: str  # the state that is shown where none is asked for
    known: frozenset[str]  # of the columns that may be empty, those that hold something
    columns: frozenset[str]  # of these, the ones that tell the rows of the page apart
    read_by_people: dict[int, int]  # of the dialogues on the page that are partly read, the turns
    agreements: dict[str, int]
    bands: Bands
    noted: frozenset[int]  # dialogues about which a reader has left a note
    unsigned: frozenset[int] | None = None  # for a steward, the dialogues in no signed file
    openings: dict[int, str] | None = None  # how dialogues on the page begin, if asked for

    @property
    def is_filtered(self) -> bool:
        asked = self.asked
        whole = QUEUE if self.default else (ANY,)  # the parts of a queue are no filters of it
        state = "" if asked.state in whole else asked.state
        filters = (state, asked.issues, asked.reader, asked.assigned, self.search.text)
        return any((*filters, asked.agreement, asked.length))

    @property
    def read(self) -> int:
        """Dialogues of which people have read all that no model reads for them."""
        return sum(self.states[state] for state in ("differ", "read", "approved", "held"))

    @property
    def waiting(self) -> int:
        """Dialogues that wait for a curator."""
        return sum(self.states[state] for state in WAITING)


def see_corpus(
    project: Project,
    asked: Asked,
    *,
    page: int = 1,
    block: int = 1,
    text: str = "",
    reach: Collection[int] | None = None,
    queue: bool = False,
    opening: bool = False,
    unsigned: Collection[int] | None = None,
) -> Seen:
    """The map and a page of the list. `text`: words that somebody searches for; `reach`: ids of
    the dialogues in which she may, None for all; `queue`: where no state is asked for, those that
    are ready for approval; `opening`: with the first words of each dialogue; `unsigned`:
    for a steward, the dialogues that are in no signed file, first."""
    uncounted = follow_project(project)
    rows = list_rows(project)
    ready = count_ready(rows)
    default = ""
    if queue and not text:  # who searches looks everywhere
        default = next((group for group in QUEUE if ready[group]), "")
        asked = replace(asked, state=asked.state or default)
    elif asked.state == ANY:
        asked = replace(asked, state="")
    wanted, found, refusal = None, None, ""
    if text:
        try:
            wanted = wanted_of(text)
            found = find_dialogues(wanted)
        except Refused as error:
            refusal, text = error.for_people, ""
    if found is not None and reach is not None:
        found &= set(reach)
    noted = noted_dialogues(project)
    chosen = choose_rows(rows, asked, found, unsigned, noted)
    listed: Page[Row] = Paginator(chosen, ROWS_A_PAGE).get_page(page)
    hits = first_hits([row.pk for row in listed], wanted) if wanted else {}
    openings = None
    if opening:
        near = [row.pk for row in listed if reach is None or row.pk in reach]
        openings = first_words(near)
    first, blocks = 1, []
    drawn: list[Row] = rows
    if len(rows) > DRAWN:
        first = 1 + BLOCK * min(max(block - 1, 0), (len(rows) - 1) // BLOCK)
        blocks = _blocks(rows, first)
        drawn = rows[first - 1 : first - 1 + BLOCK]
    known = _known(rows, chosen if asked.state == READY else rows)
    if queue:
        known -= {"agreement"}
    telling = telling_columns(list(listed), asked.sort)
    kept = {row.pk for row in chosen} if len(chosen) < len(rows) else None
    return Seen(
        asked=asked,
        total=len(rows),
        turns=sum(row.turns or 0 for row in rows),
        states=count_states(rows),
        issues=count_issues(rows),
        drawn=drawn,
        first=first,
        blocks=blocks,
        faded=frozenset() if kept is None else frozenset(r.pk for r in drawn if r.pk not in kept),
        page=listed,
        readers=name_readers(rows),
        assigned=count_assigned(rows),
        shown=[row.pk for row in chosen],
        uncounted=uncounted,
        search=Search(text, refusal, hits),
        ready=ready,
        default=default,
        known=known,
        columns=known - (OF_PEOPLE - telling),
        read_by_people=_count_read(listed),
        agreements=count_agreements(rows),
        bands=bands_of(rows),
        noted=noted,
        openings=openings,
        unsigned=frozenset(unsigned) if unsigned is not None else None,
    )


def _count_read(rows: Sequence[Row] | Page[Row]) -> dict[int, int]:
    """Of dialogues that are partly read, how many turns people have read (one query)."""
    partly = [row.pk for row in rows if row.is_partly]
    if not partly:
        return {}
    read = Reading.objects.filter(
        turn__dialogue__in=partly, layer=LayerKind.READER, status=Reading.Status.DONE
    )
    counts = read.order_by().values_list("turn__dialogue").annotate(Count("turn", distinct=True))
    return dict(counts)


def _known(rows: Sequence[Row], chosen: Sequence[Row]) -> frozenset[str]:
    """Of the columns that may say nothing, those that say something: of the state, where those
    that are listed have more than one."""
    says: dict[str, Callable[[Row], bool]] = {
        "issues": lambda row: row.blocks is not None,
        "readers": lambda row: bool(row.readers),
        "agreement": lambda row: row.agreement is not None,
    }
    known = {name for name, holds in says.items() if any(map(holds, rows))}
    if chosen is rows or len({row.state for row in chosen}) > 1:
        known.add("state")
    return frozenset(known)


def _blocks(rows: Sequence[Row], first: int) -> list[Block]:
    return [
        Block(
            at + 1,
            min(at + BLOCK, len(rows)),
            count_states(rows[at : at + BLOCK]),
            at + 1 == first,
        )
        for at in range(0, len(rows), BLOCK)
    ]
