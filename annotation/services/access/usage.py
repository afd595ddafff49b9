"""What the access record says: who read how much day by day, where that is unusual, and its rows.

Called by the record pages and `manage.py access_record`. The number of queries depends neither on
the corpus nor on the people nor on the number of projects.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from statistics import median

from django.db.models import Case, Count, Exists, OuterRef, Q, QuerySet, Value, When
from django.utils import timezone

from annotation.models import AccessEvent, Dialogue, Member, Project, Reading, Step, User
from annotation.services.corpus.gold import ENDED
from annotation.services.storage.snapshots import one_snapshot

Purpose = AccessEvent.Purpose
# A dialogue whose turns are shown; other purposes show a line or a stretch of each.
OPENED = (Purpose.LABEL, Purpose.HISTORY, Purpose.ADJUDICATE, Purpose.REVISE, Purpose.REPLACED,
          Purpose.API, Purpose.INTRUDE, Purpose.SCORE)  # fmt: skip
DAYS = 28  # that are looked at
WEEK = 7
# When a day is unusual. `COMPARED`: days of the same role that must be known before one is judged.
TIMES, COMPARED = 3, 3
MOST_OPENED, MOST_LISTED, MOST_IDLE = 30, 300, 20
MUCH, MANY_LINES, IDLE = "opened", "listed", "idle"


@dataclass(slots=True)
class Day:
    """What stands in the record of a person on a day: lines, and dialogues that she was shown."""

    views: int = 0  # lines, those of no single dialogue too: the whole record is their sum
    opened: int = 0
    listed: int = 0
    idle: int = 0  # opened ones in which she never did anything


@dataclass(frozen=True, slots=True)
class Mark:
    """A day on which somebody read unusually much."""

    day: date
    why: str  # opened, listed or idle
    count: int  # of dialogues
    usual: float = 0.0  # the median day of the role; 0 where it is not compared with


@dataclass(slots=True)
class Person:
    """What one person was shown in a project; `role` is "" for who is not a member (any more)."""

    user: int | None
    name: str
    role: str
    days: dict[date, Day] = field(default_factory=dict)
    week: int = 0  # different dialogues in seven days
    marks: list[Mark] = field(default_factory=list)

    @property
    def today(self) -> Day:
        return self.days.get(timezone.localdate(), Day())

    @property
    def views(self) -> int:
        """In seven days."""
        first = timezone.localdate() - timedelta(days=WEEK - 1)
        return sum(day.views for when, day in self.days.items() if when >= first)

    @property
    def role_name(self) -> str:
        return str(Member.Role(self.role).label) if self.role else ""


def list_events(
    project: Project,
    *,
    person: int | None = None,
    dialogue: str = "",
    purpose: str = "",
    day: date | None = None,
) -> QuerySet[AccessEvent]:
    """Rows of the record, newest first; `dialogue` is a name, or the number of an erased one."""
    events = project.access_events.select_related("user", "dialogue")
    events = events.order_by("-created_at", "-pk")  # as the index has them
    if person is not None:
        events = events.filter(user=person)
    if purpose:
        events = events.filter(purpose=purpose)
    if dialogue:
        events = events.filter(dialogue_id__in=_numbers_of(project, dialogue))
    if day is not None:
        events = events.filter(created_at__gte=_midnight(day))
        events = events.filter(created_at__lt=_midnight(day + timedelta(days=1)))
    return events


def list_people(project: Project) -> list[tuple[int, str]]:
    """Who stands in the record or may: ids and names; one query."""
    in_record = Exists(project.access_events.filter(user=OuterRef("pk")))
    member = Exists(project.memberships.filter(user=OuterRef("pk")))
    people = User.objects.filter(in_record | member).order_by("username")
    return list(people.values_list("pk", "username"))


@one_snapshot()
def read_usage(projects: QuerySet[Project]) -> dict[int, list[Person]]:
    """Project id -> its people of the last four weeks, those who read most this week first."""
    today = timezone.localdate()
    people_by_day: dict[tuple[int, int | None], Person] = {}
    events = AccessEvent.objects.filter(project__in=projects).order_by()
    events = events.filter(created_at__gte=_midnight(today - timedelta(days=DAYS - 1)))
    roles = {(m.project_id, m.user_id): m.role for m in Member.objects.filter(project__in=projects)}
    opened = Q(purpose__in=OPENED)
    by_day = events.annotate(ago=_days_ago(today)).values_list("project", "user", "ago")
    for project, user, ago, views, opens, lists in by_day.annotate(
        views=Count("pk"),
        opens=Count("dialogue_id", filter=opened, distinct=True),
        lists=Count("dialogue_id", filter=~opened, distinct=True),
    ):
        person = people_by_day.setdefault(
            (project, user), Person(user, "", roles.get((project, user or 0), ""))
        )
        person.days[today - timedelta(days=ago)] = Day(views, opens, lists)
    events = events.filter(dialogue_id__isnull=False)
    week = events.filter(created_at__gte=_midnight(today - timedelta(days=WEEK - 1)))
    for project, user, count in week.values_list("project", "user").annotate(
        n=Count("dialogue_id", distinct=True)
    ):
        people_by_day[project, user].week = count
    opened_week = week.filter(opened, dialogue_id__isnull=False)
    for (project, user, ago), count in _idle(opened_week, today).items():
        people_by_day[project, user].days[today - timedelta(days=ago)].idle = count
    names = dict(
        User.objects.filter(pk__in={user for _project, user in people_by_day}).values_list(
            "pk", "username"
        )
    )
    people: dict[int, list[Person]] = {}
    for (project, user), person in people_by_day.items():
        person.name = names.get(user or 0, "")
        people.setdefault(project, []).append(person)
    for some in people.values():
        for person in some:
            person.marks = find_marks(person, some, today - timedelta(days=WEEK - 1))
        some.sort(key=lambda each: (-each.week, each.name))
    return people


def find_marks(person: Person, people: Iterable[Person], since: date) -> list[Mark]:
    """The person's unusual days, newest first: those beside the other days of her role, and for an
    annotator those on which she opened many dialogues and did nothing in most of them."""
    alike = [
        (other is person, when, day)
        for other in people
        if other.role == person.role
        for when, day in other.days.items()
    ]
    marks = []
    for when, day in sorted(person.days.items(), reverse=True):
        if when < since:
            continue
        others = [each for own, at, each in alike if not (own and at == when)]
        for why, least in ((MUCH, MOST_OPENED), (MANY_LINES, MOST_LISTED)):
            usual = _median([getattr(each, why) for each in others])
            count = getattr(day, why)
            if usual is not None and count >= least and count > TIMES * usual:
                marks.append(Mark(when, why, count, usual))
        is_many = day.idle >= MOST_IDLE and 2 * day.idle > day.opened
        if person.role == Member.Role.ANNOTATOR and is_many:
            marks.append(Mark(when, IDLE, day.idle))
    return marks


def _median(counts: Sequence[int]) -> float | None:
    """Of the days on which there was anything; None where too few are known."""
    positive = [count for count in counts if count]
    return median(positive) if len(positive) >= COMPARED else None


def _idle(opened: QuerySet[AccessEvent], today: date) -> Counter[tuple[int, int | None, int]]:
    """In how many of the dialogues that a person opened on a day (project, person, days ago) she
    has never labelled or finished a turn."""
    views = opened.annotate(ago=_days_ago(today))
    rows = set(views.values_list("project", "user", "ago", "dialogue_id").distinct())
    users, dialogues = {user for _project, user, _ago, _pk in rows}, opened.values("dialogue_id")
    steps = Step.objects.filter(author__in=users, dialogue__in=dialogues).order_by()
    read = Reading.objects.filter(reader__in=users, turn__dialogue__in=dialogues, status__in=ENDED)
    worked = {
        *steps.values_list("author", "dialogue").distinct(),
        *read.order_by().values_list("reader", "turn__dialogue").distinct(),
    }
    return Counter((p, user, ago) for p, user, ago, pk in rows if (user, pk) not in worked)


def _days_ago(today: date) -> Case:
    """Whole days between a row and today. A cast to a date would be a call of Python a row on
    SQLite."""
    since = ((n, _midnight(today - timedelta(days=n))) for n in range(DAYS))
    return Case(*(When(created_at__gte=when, then=Value(n)) for n, when in since))


def _numbers_of(project: Project, dialogue: str) -> list[int]:
    """Of the dialogue with this name, and of an erased one that had this number."""
    numbers = list(project.dialogues.filter(external_id=dialogue).values_list("pk", flat=True))
    number = int(dialogue) if dialogue.isdecimal() and len(dialogue) < 19 else None
    if number is not None and not Dialogue.objects.filter(pk=number).exists():
        numbers.append(number)
    return numbers


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))


def plain_event(event: AccessEvent) -> dict[str, object]:
    """A row as plain values, for programs; an erased dialogue has its number alone."""
    return {
        "at": event.created_at.isoformat(),
        "person": event.user.get_username() if event.user else None,
        "dialogue": event.dialogue.external_id if event.dialogue else None,
        "number": event.dialogue_id,
        "purpose": event.purpose,
        "address": event.address,
        **{name: event.detail[name] for name in ("agent", "tool") if name in event.detail},
    }


def summarise(people: Iterable[Person]) -> list[Mapping[str, object]]:
    return [
        {
            "name": each.name,
            "role": each.role,
            "views_7_days": each.views,
            "dialogues_7_days": each.week,
            "opened_today": each.today.opened,
            "listed_today": each.today.listed,
            "unusual": [
                {"day": m.day.isoformat(), "why": m.why, "dialogues": m.count, "usual": m.usual}
                for m in each.marks
            ],
        }
        for each in people
    ]
