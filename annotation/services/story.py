"""The guided story of a person's first minutes: which step comes next, from what she has done.

Called by the tag that draws it on each page and by `views.story`. A step is done when its deed is
in the database, or when it was passed over; the person's row keeps how far she is.
"""

from collections.abc import Set
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils import timezone

from annotation.models import Decision, Export, Member, Project, Reading, Span, User

LABEL = ("label", "finish", "again")
REVISE = ("heal", "approve")
RELEASE = ("release", "evidence")
PAGES = {**dict.fromkeys(LABEL, "label"), **dict.fromkeys(REVISE, "revise")}
PAGES |= dict.fromkeys(RELEASE, "release")


@dataclass(frozen=True, slots=True)
class Story:
    """The step that is shown: `place` of `total`, 1 = first."""

    step: str
    place: int
    total: int
    page: str  # where it is done: label, revise, release, or "" for anywhere
    heir: str = ""  # the account that goes on, at the step "hand-over"

    @property
    def is_last(self) -> bool:
        return self.place == self.total


def steps_of(project: Project, rights: Set[str]) -> tuple[str, ...]:
    """The steps of a person with these rights. Only invented calls are revised and released for
    show; who may not do all of it there is told who goes on."""
    if "label" not in rights:
        return ()
    if not project.is_invented:
        return LABEL
    if "revise" not in rights:
        return (*LABEL, "hand-over")
    return (*LABEL, *REVISE, *(RELEASE if "release" in rights else ("hand-over",)))


def tell_story(project: Project, user: User, rights: Set[str]) -> Story | None:
    """The step that comes next for her, who has not left the story; None without one."""
    steps = steps_of(project, rights)
    if user.toured_at is not None or not steps:
        return None
    if user.story_at is None:  # what she did before, or imported, is no deed of the story
        _keep(user, story_at=timezone.now())
    place = min(user.story_step, len(steps) - 1)
    while place < len(steps) - 1 and _is_done(steps[place], user):
        place += 1
    if place > user.story_step:
        _keep(user, story_step=place)
    step = steps[place]
    heir = _manager(project) if step == "hand-over" else ""
    return Story(step, place + 1, len(steps), PAGES.get(step, ""), heir)


def pass_over(project: Project, user: User, rights: Set[str]) -> Story | None:
    """On to the next step without the deed; behind the last one the story is over."""
    story = tell_story(project, user, rights)
    if story is None:
        return None
    if story.is_last:
        leave_story(user)
        return None
    _keep(user, story_step=story.place)
    return tell_story(project, user, rights)


def leave_story(user: User) -> None:
    """She has had enough, or has seen it all; how far she was is kept."""
    _keep(user, toured_at=timezone.now())


def resume_story(project: Project, user: User, rights: Set[str]) -> None:
    """Goes on where it was left, or from the beginning where it was seen to its end."""
    if user.story_step >= len(steps_of(project, rights)) - 1:
        _keep(user, story_step=0, story_at=timezone.now())
    _keep(user, toured_at=None)


def _keep(user: User, **values: object) -> None:
    User.objects.filter(pk=user.pk).update(**values)
    for name, value in values.items():
        setattr(user, name, value)


def _manager(project: Project) -> str:
    managers = Member.objects.filter(project=project, role=Member.Role.MANAGER).order_by("pk")
    return managers.values_list("user__username", flat=True).first() or ""


def _is_done(step: str, user: User) -> bool:
    since = user.story_at
    if step in {"label", "again"}:
        given = Span.objects.filter(reading__reader=user, created_at__gte=since)
        return given.count() >= (1 if step == "label" else 2)
    deeds: dict[str, QuerySet[Reading] | QuerySet[Decision] | QuerySet[Export]] = {
        "finish": Reading.objects.filter(reader=user, done_at__gte=since),
        "heal": _decided(user).filter(action=Decision.Action.ACCEPT, created_at__gte=since),
        "approve": _decided(user).filter(action=Decision.Action.APPROVE, created_at__gte=since),
        "release": Export.objects.filter(requested_by=user, queued_at__gte=since),
    }
    return step in deeds and deeds[step].exists()


def _decided(user: User) -> QuerySet[Decision]:
    return Decision.objects.filter(user=user)
