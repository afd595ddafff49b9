"""The steps of the people who revise: recorded once, undone, redone, told in words.

Called by `issue_decisions` and `entity_changes`, which decide what a step is, and by the
revision views.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.models import Decision, Dialogue, User
from annotation.refusals import NothingToDo, StaleVersion
from annotation.services.revision import lexicon
from annotation.services.revision.approvals import make_old, revisable
from annotation.services.revision.plans import Plan, plan
from annotation.services.revision.replay import ConstraintRow, OwnKind, row_of
from annotation.services.revision.words import CHANGES, TITLES

LAST = 30  # steps that the page tells


@dataclass(frozen=True, slots=True)
class Told:
    """A step as the page tells it; no text of the dialogue."""

    step: Decision
    what: str

    @property
    def undone(self) -> bool:
        return self.step.undone_at is not None


def check_state(now: Plan, state: str | None) -> None:
    """Raise StaleVersion when the person saw another state than the present one."""
    if state is not None and state != now.state:
        last = Decision.objects.filter(dialogue=now.dialogue).select_related("user").last()
        if last is None:
            raise StaleVersion(
                _("Labels changed since you opened this. Nothing was done: look again.")
            )
        raise StaleVersion(
            _(
                "This dialogue changed since you opened it; %(name)s made the last step. "
                "Nothing was done: look again."
            )
            % {"name": last.user.username}
        )


def record(
    now: Plan,
    user: User,
    action: str,
    rows: Sequence[ConstraintRow],
    *,
    code: str = "",
    reason: str = "",
) -> Decision:
    """Keep a step that was checked against `now`; raises StaleVersion if another came between."""
    dialogue = now.dialogue
    with transaction.atomic():
        _lock(dialogue, now)
        reopen(dialogue)
        return Decision.objects.create(
            dialogue=dialogue, user=user, action=action, issue_code=code, constraints=list(rows),
            reason=reason[:300],
        )  # fmt: skip


def record_beside(
    dialogue: Dialogue, user: User, rows: Sequence[ConstraintRow], *, code: str
) -> Decision:
    """Keep a step that follows in one dialogue from what was decided in another."""
    with transaction.atomic():
        _lock(dialogue, None)
        reopen(dialogue)
        make_old([dialogue.pk])
        return Decision.objects.create(
            dialogue=dialogue, user=user, action=Decision.Action.ACCEPT, issue_code=code,
            constraints=list(rows),
        )  # fmt: skip


def record_approval(now: Plan, user: User, reason: str) -> Decision:
    """Keep that somebody let the dialogue as it is leave, and why."""
    dialogue = now.dialogue
    with transaction.atomic():
        _lock(dialogue, now)
        step = Decision.objects.create(
            dialogue=dialogue, user=user, action=Decision.Action.APPROVE, reason=reason[:300]
        )
        dialogue.approved_at, dialogue.approved_by = timezone.now(), user
        dialogue.save(update_fields=["approved_at", "approved_by"])
    return step


def approval_of(dialogue: Dialogue) -> Decision | None:
    """The last time that the dialogue was approved, if that was not taken back."""
    steps = dialogue.decisions.filter(action=Decision.Action.APPROVE, undone_at=None)
    return steps.select_related("user").last()


def steps_of(dialogue: Dialogue) -> QuerySet[Decision]:
    """The steps that change what leaves; an approval changes nothing."""
    return dialogue.decisions.exclude(action=Decision.Action.APPROVE)


def undo(dialogue: Dialogue, state: str | None = None, now: Plan | None = None) -> Decision | None:
    """Take back the newest thing that stands: the approval (None), or else a decision."""
    now = _seen(dialogue, state, now)
    with transaction.atomic():
        _lock(dialogue, now)
        if revisable(dialogue.project).filter(pk=dialogue.pk, approved=True).exists():
            reopen(dialogue)
            if approval := approval_of(dialogue):
                Decision.objects.filter(pk=approval.pk).update(undone_at=timezone.now())
            return None
        last = steps_of(dialogue).filter(undone_at=None).last()
        if last is None:
            raise NothingToDo(_("There is nothing to undo."))
        Decision.objects.filter(pk=last.pk).update(undone_at=timezone.now())
        for row in dialogue.project.lexicon_rows.filter(pk__in=_taught(last), removed_at=None):
            lexicon.remove_row(row)
        reopen(dialogue)
    return last


def redo(dialogue: Dialogue, state: str | None = None, now: Plan | None = None) -> Decision:
    """Make the step again that was taken back last, unless another was made since."""
    now = _seen(dialogue, state, now)
    with transaction.atomic():
        _lock(dialogue, now)
        step = undone_step(dialogue, steps_of(dialogue).filter(undone_at=None).last())
        if step is None:
            raise NothingToDo(_("There is nothing to do again."))
        for row, pk in zip(
            [row for row in step.constraints if row["kind"] == OwnKind.TAUGHT],
            _taught(step),
            strict=True,
        ):
            again = lexicon.put_back(dialogue.project, pk)
            row["value"] = str(again.pk if again else pk)
        step.undone_at = None
        step.save(update_fields=["undone_at", "constraints"])
        reopen(dialogue)
    return step


def undone_step(dialogue: Dialogue, last: Decision | None) -> Decision | None:
    """What redo would make again: nothing that a newer step, the `last`, has left behind."""
    undone = steps_of(dialogue).filter(undone_at__isnull=False, pk__gt=last.pk if last else 0)
    return undone.order_by("-undone_at", "pk").first()


def tell(dialogue: Dialogue) -> list[Told]:
    """The last steps, newest first, those that were taken back too."""
    steps = dialogue.decisions.select_related("user").order_by("-pk")[:LAST]
    return [Told(step, told(step)) for step in steps]


def told(step: Decision) -> str:
    if step.issue_code:
        return str(TITLES.get(step.issue_code, step.issue_code.replace("_", " ").capitalize()))
    kinds = dict.fromkeys(row["kind"] for row in step.constraints)
    return ", ".join(str(CHANGES.get(kind, kind)) for kind in kinds)


def reopen(dialogue: Dialogue) -> None:
    """What was approved is no longer what will leave."""
    Dialogue.objects.filter(pk=dialogue.pk).update(approved_at=None, approved_by=None)
    dialogue.approved_at = dialogue.approved_by = None


def _seen(dialogue: Dialogue, state: str | None, now: Plan | None) -> Plan | None:
    """The plan that the person saw; without a state whatever there is. Raises StaleVersion."""
    if state is None:
        return None
    now = now or plan(dialogue)
    check_state(now, state)
    return now


def _lock(dialogue: Dialogue, now: Plan | None) -> None:
    """One step of a dialogue at a time, whoever makes it; none between the plan and the step."""
    Dialogue.objects.select_for_update(no_key=True).values_list("pk").get(pk=dialogue.pk)
    steps = dialogue.decisions.filter(undone_at=None)
    if now is not None and [row for step in steps for row in step.constraints] != now.rows:
        check_state(now, "")


def _taught(step: Decision) -> list[int]:
    return [int(row["value"]) for row in step.constraints if row["kind"] == OwnKind.TAUGHT]


def teach(
    dialogue: Dialogue,
    user: User,
    fact: lexicon.Fact,
    *,
    state: str | None = None,
    now: Plan | None = None,
) -> Decision:
    """Teach the project's lexicon from this dialogue, as a step of it."""
    now = now or plan(dialogue)
    check_state(now, state)
    with transaction.atomic():
        row = lexicon.teach(dialogue.project, user, dialogue.lang, fact)
        taught = row_of(OwnKind.TAUGHT, value=str(row.pk))
        return record(now, user, Decision.Action.TEACH, [taught])
