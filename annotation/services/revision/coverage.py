"""Who has read what: each turn by a person, only by a model, or by nobody.

Called by revision and release. A turn that nobody read was never searched for personal data, and of
one that people read and did not settle nobody knows what it holds: neither lets its dialogue leave.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db.models import Case, Count, Exists, OuterRef, Q, QuerySet, Value, When

from annotation.models import (
    Dialogue,
    JobStatus,
    LayerKind,
    Project,
    Reading,
    Span,
    TrainingRun,
    Turn,
)
from annotation.services.runs.current import current_model

PERSON, MACHINE, NOBODY, EMPTY = "person", "machine", "nobody", "empty"
# Read by people, and it is not agreed what the turn holds: they differ, or one more is to say.
DIFFER, WAITING = "differ", "waiting"
UNSETTLED = (DIFFER, WAITING)
LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Coverage:
    """Turns with text by who read them, and what the proposing model has still to read."""

    people: int
    machine: int
    nobody: int
    dialogues: int  # in the project
    unread_dialogues: int  # with a turn that nobody has read
    model: int | None  # number of the proposing model
    tagged_by: int | None  # number of the model that read the corpus last
    differ: int = 0  # turns read by several people who differ
    waiting: int = 0  # turns read by one person, and another is to say
    stuck_dialogues: int = 0  # with a turn that nobody has read, or that is not settled
    tested: int = 0  # of those that people have read, the ones kept to measure
    aside: int = 0  # of these, the ones that are only replaced

    @property
    def turns(self) -> int:
        return self.people + self.machine + self.nobody + self.unsettled

    @property
    def unsettled(self) -> int:
        return self.differ + self.waiting

    @property
    def may_leave(self) -> int:
        """Dialogues that no turn keeps back; what a search of their texts finds may still."""
        return self.dialogues - self.stuck_dialogues

    @property
    def to_read(self) -> int:
        """Turns that the proposing model would read: those that no person has read."""
        return self.machine + self.nobody

    @property
    def model_can_help(self) -> bool:
        """The proposing model could read what no person has read."""
        return self.model is not None and bool(
            self.nobody or (self.machine and self.model != self.tagged_by)
        )


def with_reader(turns: QuerySet[Turn], project: Project) -> QuerySet[Any]:
    """The turns, each with `read_by`: person, machine, nobody, differ, waiting or (no text to read)
    empty.

    What people read and did not settle is theirs to settle, whatever a model says of it. A model
    has read what stood in the pool when its last tagging run began, and every turn on which it
    proposed something; another tool, every dialogue that was imported with its spans.
    """
    done = Reading.objects.filter(
        turn=OuterRef("pk"), layer=LayerKind.READER, status=Reading.Status.DONE
    )
    several = done.order_by().values("turn").annotate(n=Count("pk")).filter(n__gt=1)
    return turns.annotate(
        read_by=Case(
            When(
                Exists(Reading.objects.filter(turn=OuterRef("pk"), is_gold=True)),
                then=Value(PERSON),
            ),
            When(Exists(several), then=Value(DIFFER)),
            When(Exists(done), then=Value(WAITING)),
            When(_by_model(project), then=Value(MACHINE)),
            When(
                Exists(Span.objects.filter(turn=OuterRef("pk"), reading=None)),
                then=Value(MACHINE),
            ),
            When(_by_tool(project), then=Value(MACHINE)),
            When(text__regex=r"^\s*$", then=Value(EMPTY)),
            default=Value(NOBODY),
        )
    )


def _by_model(project: Project) -> Q:
    """Turns of dialogues that a model has read."""
    run = last_tagging(project)
    tagged = run.started_at if run and run.started_at else LONG_AGO
    return Q(dialogue__split=Dialogue.Split.POOL, dialogue__imported_at__lt=tagged)


def _by_tool(project: Project) -> Q:
    """Turns of dialogues that another tool has read. What a program proposed by the API says
    nothing of the turns beside."""
    by_others = Span.objects.filter(turn__dialogue__project=project, reading=None, run=None)
    by_others = by_others.exclude(extra__has_key="program")
    foreign = by_others.values_list("turn__dialogue_id", flat=True)
    return Q(dialogue__tool_import__isnull=False) | Q(dialogue__in=foreign)


def is_settled(turn: Turn) -> bool:
    """Whether people have read a turn of `with_reader`, and it is agreed what it holds."""
    return getattr(turn, "read_by", "") == PERSON


# Of a dialogue: its number and split, by whom turns are read, and how many.
Rows = Sequence[tuple[int, str, str, int]]


def readers_by_dialogue(project: Project) -> Rows:
    """By whom the turns of each dialogue are read; one look at each turn."""
    turns = with_reader(Turn.objects.filter(dialogue__project=project), project)
    grouped = turns.order_by().values_list("dialogue_id", "dialogue__split", "read_by")
    return list(grouped.annotate(n=Count("pk")))


def coverage_of(project: Project, rows: Rows | None = None) -> Coverage:
    """Counts over the whole corpus; four queries. `rows`: `readers_by_dialogue`, where they are
    known: figures of their own each would look at every turn that many times."""
    by: Counter[str] = Counter()
    by_split: Counter[str] = Counter()
    unread, stuck = set(), set()
    for dialogue, split, read_by, count in rows or readers_by_dialogue(project):
        by[read_by] += count
        if read_by == PERSON:
            by_split[split] += count
        if read_by == NOBODY:
            unread.add(dialogue)
        if read_by == NOBODY or read_by in UNSETTLED:
            stuck.add(dialogue)
    counts = {
        "people": by[PERSON],
        "machine": by[MACHINE],
        "nobody": by[NOBODY],
        "tested": by_split[Dialogue.Split.TEST],
        "aside": by_split[Dialogue.Split.ASIDE],
        "differ": by[DIFFER],
        "waiting": by[WAITING],
        "unread_dialogues": len(unread),
        "stuck_dialogues": len(stuck),
    }
    model, run = current_model(project), last_tagging(project)
    return Coverage(
        **counts,
        dialogues=project.dialogues.count(),
        model=model.number if model else None,
        tagged_by=run.number if run else None,
    )


def has_tool_alone(project: Project) -> bool:
    """Whether another tool alone has read a turn: its dialogue came with what a tool had done, and
    no model has read it since. Two queries."""
    theirs = Turn.objects.filter(_by_tool(project), ~_by_model(project), dialogue__project=project)
    return with_reader(theirs, project).filter(read_by=MACHINE).exists()


def last_tagging(project: Project) -> TrainingRun | None:
    """The newest finished run in which a model read the corpus."""
    runs = project.runs.filter(kind=TrainingRun.Kind.TAG, status=JobStatus.DONE)
    return runs.order_by("-pk").first()
