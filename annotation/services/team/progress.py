"""How far a project's people are: turns read, time spent, questions asked, labels given.

Called by the team page and the API. The number of queries depends neither on the corpus nor on the
number of people; `only` leaves everybody else out of what is told of people.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime

from django.db.models import Count, Exists, Max, OuterRef, Q
from django.utils import timezone

from annotation.models import (
    Assignment,
    Label,
    Member,
    Project,
    QueryItem,
    Question,
    Reading,
    Span,
    Step,
    User,
)
from annotation.services.labelling.pace import median_time, timed_readings
from annotation.services.storage.snapshots import one_snapshot

OPEN, DONE, SKIPPED = QueryItem.Status.OPEN, QueryItem.Status.DONE, QueryItem.Status.SKIPPED


@dataclass(slots=True)
class Person:
    """What one person did: asked turns by their state, hours, questions, labels by name."""

    name: str
    role: str = ""
    done: int = 0
    open: int = 0
    skipped: int = 0
    flagged: int = 0  # of the turns that she was given
    questions: int = 0
    unanswered: int = 0
    seconds: float = 0.0
    median_seconds: float | None = None
    last_active: datetime | None = None
    days: dict[date, int] = field(default_factory=dict)  # day -> turns finished
    labels: dict[str, int] = field(default_factory=dict)

    @property
    def role_name(self) -> str:
        return str(Member.Role(self.role).label) if self.role else ""

    @property
    def turns_a_day(self) -> float:
        """On the days on which she finished any."""
        return sum(self.days.values()) / len(self.days) if self.days else 0.0

    @property
    def is_known(self) -> bool:
        """Whether there is anything to say of the person."""
        return bool(self.done or self.open or self.skipped or self.questions or self.last_active)


@dataclass(frozen=True, slots=True)
class Progress:
    """A project's asked turns and its people."""

    asked: int
    open: int  # nobody has read them
    waiting: int  # read, and more people are to read them
    unsettled: int  # read by all who were to, and it is not agreed what they hold
    done: int
    skipped: int
    flagged: int
    questions: int  # without an answer
    readings: int
    seconds: float
    median_seconds: float | None
    days: dict[date, int]  # day -> readings finished
    labels: list[Label]  # those that people may give
    people: list[Person]


@one_snapshot()
def read_progress(project: Project, only: User | None = None) -> Progress:
    """Counts of the project, and of each person who did something (or of one)."""
    timed = list(timed_readings(project).values_list("reader__username", "seconds", "done_at"))
    people = _people(project, timed)
    shown = [only.get_username()] if only else sorted(people)
    questions = sum(person.unanswered for person in people.values())
    return Progress(
        **_count_items(project),
        questions=questions,
        readings=len(timed),
        seconds=sum(seconds for _name, seconds, _at in timed),
        median_seconds=median_time(seconds for _name, seconds, _at in timed),
        days=_sum_days(people.values()),
        labels=list(project.labels.exclude(key="")),
        people=[people[name] for name in shown if name in people and people[name].is_known],
    )


def _count_items(project: Project) -> dict[str, int]:
    """Asked turns by state; one query."""
    ended = Assignment.objects.filter(item=OuterRef("pk"), status__in=[DONE, SKIPPED])
    gold = Reading.objects.filter(turn=OuterRef("turn"), is_gold=True)
    items = QueryItem.objects.filter(batch__project=project).annotate(
        # What came labelled and is read again was begun elsewhere.
        begun=Q(Exists(ended)) | Q(second__isnull=False),
        settled=Exists(gold),
    )
    counts: dict[str, int] = items.aggregate(
        asked=Count("pk"),
        open=Count("pk", filter=Q(status=OPEN, begun=False)),
        waiting=Count("pk", filter=Q(status=OPEN, begun=True)),
        unsettled=Count("pk", filter=Q(status=DONE, settled=False)),
        done=Count("pk", filter=Q(status=DONE, settled=True)),
        skipped=Count("pk", filter=Q(status=SKIPPED)),
        flagged=Count("pk", filter=Q(is_flagged=True)),
    )
    return counts


class _People(dict[str, Person]):
    """People by name; one who left the project is still there with what she did."""

    def __missing__(self, name: str) -> Person:
        return self.setdefault(name, Person(name))


def _people(
    project: Project, timed: Iterable[tuple[str, float, datetime | None]]
) -> dict[str, Person]:
    members = project.memberships.values_list("user__username", "role")
    people = _People({name: Person(name, role) for name, role in members})
    handed_out = Assignment.objects.filter(item__batch__project=project)
    flagged = Count("pk", filter=Q(item__is_flagged=True))
    for name, status, n, marked in handed_out.values_list("reader__username", "status").annotate(
        n=Count("pk"), marked=flagged
    ):
        setattr(people[name], status, n)
        people[name].flagged += marked
    questions = Question.objects.filter(turn__dialogue__project=project).order_by()
    waiting = Count("pk", filter=Q(answered_at=None))
    for name, n, left in questions.values_list("asked_by__username").annotate(
        n=Count("pk"), left=waiting
    ):
        people[name].questions, people[name].unanswered = n, left
    steps = Step.objects.filter(dialogue__project=project).order_by()
    for name, at in steps.values_list("author__username").annotate(Max("created_at")):
        people[name].last_active = at
    given = Span.objects.filter(status=Span.Status.ACCEPTED, reading__in=timed_readings(project))
    for name, label, n in (
        given.order_by()
        .values_list("reading__reader__username", "label__name")
        .annotate(Count("pk"))
    ):
        people[name].labels[label] = n
    _add_times(people, timed)
    return people


def _add_times(
    people: dict[str, Person], timed: Iterable[tuple[str, float, datetime | None]]
) -> None:
    by_name: defaultdict[str, list[tuple[float, datetime | None]]] = defaultdict(list)
    for name, seconds, at in timed:
        by_name[name].append((seconds, at))
    for name, rows in by_name.items():
        person = people[name]
        person.seconds = sum(seconds for seconds, _at in rows)
        person.median_seconds = median_time(seconds for seconds, _at in rows)
        person.days = _by_day(at for _seconds, at in rows)
        ends = [at for _seconds, at in rows if at is not None]
        person.last_active = max([*ends, *filter(None, [person.last_active])], default=None)


def _by_day(times: Iterable[datetime | None]) -> dict[date, int]:
    """How many on each day, the first day first; in the time zone of the site."""
    zone = timezone.get_current_timezone()
    days = Counter(at.astimezone(zone).date() for at in times if at is not None)
    return dict(sorted(days.items()))


def _sum_days(people: Iterable[Person]) -> dict[date, int]:
    days: Counter[date] = Counter()
    for person in people:
        days.update(person.days)
    return dict(sorted(days.items()))
