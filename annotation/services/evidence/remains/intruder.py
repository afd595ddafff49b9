"""A motivated intruder: somebody who knows no original reads what would leave, and says who it is.

Called by her pages, the pages of who scores, the evidence page, and whoever signs a release
(`intruder_state`). Answers stand in their own table and in no figure, log or error.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.formats.types import DialogueValue
from annotation.models import AccessEvent, Dialogue, IntruderTry, Project, Reading, User
from annotation.refusals import NothingToDo, Refused
from annotation.replacement.leaving import replaced_value
from annotation.services.release.now import Now
from annotation.services.release.outgoing import Order, obstacles, own_value
from annotation.services.revision.plans import TOGETHER, plan_all
from annotation.services.revision.rules import AS_IT_IS
from surrogates.draw import order_key

LONGEST = 3600.0  # seconds of one try that count: a page may stay open over night
ANSWERS = ("who", "where", "event")
Score = IntruderTry.Score


def check_outsider(project: Project, user: User) -> None:
    """Raises Refused for somebody who has read texts of the project: what she finds out proves
    nothing."""
    shown = AccessEvent.objects.filter(user=user, project=project, dialogue_id__isnull=False)
    shown = shown.exclude(purpose=AccessEvent.Purpose.INTRUDE)
    read = Reading.objects.filter(reader=user, turn__dialogue__project=project)
    if shown.exists() or read.exists():
        raise Refused(
            _("You have read texts of this project: what you find out proves nothing."),
            code="insider",
        )


def open_try(project: Project, user: User) -> IntruderTry | None:
    """The one that she has in hand."""
    return project.intruder_tries.filter(intruder=user, answered_at=None).first()


def take_dialogue(project: Project, user: User) -> IntruderTry:
    """Give her a dialogue that may leave and that she has not tried, drawn by chance; the one that
    she has in hand, if there is one. Raises Refused for who has read texts, and NothingToDo where
    none is left."""
    check_outsider(project, user)
    if project.replacement == AS_IT_IS:
        raise Refused(_("This project replaces nothing: nobody may try it."), code="as_it_is")
    if (there := open_try(project, user)) is not None:
        return there
    tried = project.intruder_tries.filter(intruder=user).values("dialogue")
    pks = list(project.dialogues.exclude(pk__in=tried).values_list("pk", flat=True))
    key = bytes(project.surrogate_key)
    pks.sort(key=lambda pk: order_key(key, "intruder", str(pk)))
    order = _order(project)
    for first in range(0, len(pks), TOGETHER):
        some = Dialogue.objects.in_bulk(pks[first : first + TOGETHER])
        chosen = (some[pk] for pk in pks[first : first + TOGETHER] if pk in some)
        for now in plan_all(project, chosen):
            if not obstacles(now, order):
                return _begin(project, user, now.dialogue)
    raise NothingToDo(_("You have tried every dialogue that may leave."))


def _begin(project: Project, user: User, dialogue: Dialogue) -> IntruderTry:
    try:
        with transaction.atomic():
            return IntruderTry.objects.create(project=project, dialogue=dialogue, intruder=user)
    except IntegrityError:  # asked for twice at once
        return project.intruder_tries.get(dialogue=dialogue, intruder=user)


def _order(project: Project) -> Order:
    """What nobody has read, and no model, is never shown: its originals stand there in clear."""
    return Order("jsonl", project.replacement)


def released_text(row: IntruderTry) -> DialogueValue | None:
    """What she is shown: the dialogue as it would leave, without its name and its spans; None where
    it may not leave any more."""
    now = next(plan_all(row.project, [row.dialogue]))
    if obstacles(now, _order(row.project)) or row.project.replacement == AS_IT_IS:
        return None
    return replaced_value(own_value(now), now.result, id="", marked=False)


def original_text(row: IntruderTry) -> DialogueValue:
    """The dialogue as it was said, for who scores."""
    return own_value(next(plan_all(row.project, [row.dialogue])))


@transaction.atomic
def answer_try(row: IntruderTry, answers: Mapping[str, str]) -> None:
    """Keep what she says and how long she took, once. Raises Refused for a second time."""
    row = IntruderTry.objects.select_for_update().get(pk=row.pk)
    if row.answered_at is not None:
        raise Refused(_("This answer was given already."), code="answered")
    now = timezone.now()
    for name in (*ANSWERS, "sureness", "used"):
        setattr(row, name, answers[name])
    row.answered_at = now
    row.seconds = min((now - row.opened_at).total_seconds(), LONGEST)
    if not any(getattr(row, name).strip() for name in ANSWERS):
        row.scored_at = now  # there is nothing to hold beside the original
    row.save()


@transaction.atomic
def score_try(row: IntruderTry, scores: Mapping[str, str], user: User) -> None:
    """Say of each answer whether it is right; it may be said again. Raises Refused where an answer
    has no score, or the intruder scores herself."""
    row = IntruderTry.objects.select_for_update().get(pk=row.pk)
    if row.answered_at is None:
        raise Refused(_("There is no answer yet."), code="unanswered")
    if row.intruder_id == user.pk:
        raise Refused(_("Somebody else scores what you found out."), code="own")
    for name in ANSWERS:
        score = scores.get(name, "") if getattr(row, name).strip() else ""
        if score not in Score.values and getattr(row, name).strip():
            raise Refused(_("Each answer needs a score."), code="unscored")
        setattr(row, f"{name}_score", score)
    row.scored_at, row.scored_by = timezone.now(), user
    row.save()


def answered(project: Project) -> QuerySet[IntruderTry]:
    """All answers in their order; no text of them is loaded."""
    rows = project.intruder_tries.exclude(answered_at=None)
    rows = rows.select_related("dialogue", "intruder", "scored_by").defer(*ANSWERS, "used")
    return rows.order_by("answered_at", "pk")


@dataclass(frozen=True, slots=True)
class IntruderState:
    """What page and sheet print. `right`: dialogues of which she said who, where or which event
    rightly; `near`: others that an answer narrows; minutes are of all tries."""

    people: int
    tried: int
    scored: int
    right: int
    near: int
    who: int
    where: int
    event: int
    minutes: float
    waiting: int
    sure_and_wrong: int

    @property
    def minutes_each(self) -> float:
        return self.minutes / self.tried if self.tried else 0.0


def intruder_state(project: Project) -> IntruderState:
    """The figures of all tries that were answered; one query."""
    names = [f"{name}_score" for name in ANSWERS]
    rows = list(
        project.intruder_tries.exclude(answered_at=None).values_list(
            "intruder", "seconds", "scored_at", "sureness", *names
        )
    )
    scores = [set(row[4:]) for row in rows]
    right = [Score.RIGHT in each for each in scores]
    found = [sum(row[4 + place] == Score.RIGHT for row in rows) for place in range(3)]
    waiting = sum(row[2] is None for row in rows)
    sure = [row[3] == IntruderTry.Sureness.SURE for row in rows]
    return IntruderState(
        people=len({row[0] for row in rows}),
        tried=len(rows),
        scored=len(rows) - waiting,
        right=sum(right),
        near=sum(Score.NEAR in each and Score.RIGHT not in each for each in scores),
        who=found[0],
        where=found[1],
        event=found[2],
        minutes=sum(row[1] for row in rows) / 60,
        waiting=waiting,
        sure_and_wrong=sum(s and each <= {Score.WRONG, ""} and Score.WRONG in each
                           for s, each in zip(sure, scores, strict=True)),
    )  # fmt: skip


def read_intruder(now: Now, _figures: Any) -> IntruderState:
    """The part of the evidence page."""
    return intruder_state(now.project)
