"""What a curator decides about a dialogue's surrogates: accept, dismiss, edit, undo, approve.

Each step is kept as constraints, which every later plan replays. Called by the revision views.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.errors import NothingToDo, Refused
from annotation.models import Decision, Dialogue, User
from annotation.services.leakage import RESIDUAL
from annotation.services.plans import BLOCK, ITEM, Plan, plan, trial
from surrogates.folding import words
from surrogates.types import Constraint, Issue

# These mean that an original is in the output, or text changed that should not.
NEVER_DISMISSED = frozenset({"LEAK_ORIGINAL", "OUTSIDE_CHANGED"})
LONGEST_SURROGATE = 100


def fix_of(now: Plan, issue: Issue) -> tuple[Constraint, ...]:
    """What accepting an issue does: the engine's proposal, or to label a known item here.

    The same words elsewhere in the dialogue that raise the same issue are labelled with it.
    """
    if issue.code == RESIDUAL:
        return _label_it(now, issue)
    return issue.fix.constraints if issue.fix is not None else ()


def may_dismiss(issue: Issue) -> bool:
    """Whether a person may say that it is fine: not where an original would be published."""
    return issue.code not in NEVER_DISMISSED and (issue.code, issue.severity) != (RESIDUAL, BLOCK)


def _label_it(now: Plan, issue: Issue) -> tuple[Constraint, ...]:
    labels = {m.key: m.label for turn in now.original.turns for m in turn.mentions}
    label = next((labels[key] for key in issue.mentions if key in labels), None)
    if label is None:
        return ()
    said = words(now.turns[issue.turn].text[issue.start : issue.end])
    return tuple(
        Constraint(ITEM, (), f"{now.turns[i.turn].pk}:{i.start}-{i.end}:{label}")
        for i in now.result.issues
        if i.code == RESIDUAL and words(now.turns[i.turn].text[i.start : i.end]) == said
    )


def decide(
    dialogue: Dialogue,
    user: User,
    *,
    code: str,
    turn: int,
    start: int,
    action: str,
    reason: str = "",
) -> Decision:
    """Accept what an issue proposes, or dismiss it with a reason. Names the issue by its place."""
    now = plan(dialogue)
    issue = find_issue(now.result.issues, code, turn, start)
    if issue is None:
        raise NothingToDo(_("This issue is settled already."))
    if action == Decision.Action.ACCEPT:
        if not (fix := fix_of(now, issue)):
            raise Refused(_("Nothing is proposed for this issue: edit it."), code="no_fix")
        return _record(dialogue, user, Decision.Action.ACCEPT, fix, code=code)
    if not may_dismiss(issue):
        raise Refused(
            _("An original would be published: this cannot be dismissed."), code="never_dismissed"
        )
    if not reason.strip():
        raise Refused(_("Say why it is fine."), code="no_reason")
    named = set(words(reason))
    if any(
        len(word) > 2 and word in named
        for each in now.result.replacements
        for word in words(each.original)
    ):
        raise Refused(
            _("The reason is kept: leave what the dialogue says out of it."), code="is_original"
        )
    fine = Constraint("dismiss", issue.mentions, code)
    return _record(
        dialogue, user, Decision.Action.DISMISS, [fine], code=code, reason=reason.strip()
    )


def edit(
    dialogue: Dialogue,
    user: User,
    *,
    mentions: Sequence[str],
    text: str = "",
    kind: str = "surrogate",
) -> Decision:
    """Replace these mentions by what a person typed, by another draw, or by a placeholder."""
    now = plan(dialogue)
    known = {mention.key for turn in now.original.turns for mention in turn.mentions}
    if not mentions or not known.issuperset(mentions):
        raise Refused(
            _("The labels of this dialogue were changed; here is its latest state."),
            code="stale",
            status=409,
        )
    value = ""
    if kind == "surrogate":
        value = _checked(text)
    elif kind == "redraw":
        value = str(_redraws(dialogue, mentions) + 1)
    wish = Constraint(kind, tuple(mentions), value)
    if kind == "surrogate":
        _try(now, wish)
    return _record(dialogue, user, Decision.Action.EDIT, [wish])


def undo(dialogue: Dialogue) -> Decision:
    """Take back the newest decision that stands."""
    with transaction.atomic():
        last = dialogue.decisions.filter(undone_at=None).last()
        if last is None:
            raise NothingToDo(_("There is nothing to undo."))
        Decision.objects.filter(pk=last.pk).update(undone_at=timezone.now())
        _reopen(dialogue)
    return last


def approve(dialogue: Dialogue, user: User) -> None:
    """Say that the dialogue may leave. Refused while something blocks it."""
    now = plan(dialogue)
    if now.leaks:
        raise Refused(
            ngettext(
                "An original still stands in %(n)s place of the replaced text.",
                "Originals still stand in %(n)s places of the replaced text.",
                len(now.leaks),
            )
            % {"n": len(now.leaks)},
            code="leak",
        )
    if now.blocks:
        raise Refused(
            ngettext(
                "%(n)s issue blocks this dialogue: settle it first.",
                "%(n)s issues block this dialogue: settle them first.",
                len(now.blocks),
            )
            % {"n": len(now.blocks)},
            code="blocked",
        )
    if now.unread:
        raise Refused(
            ngettext(
                "Nobody has read %(n)s turn of this dialogue: let the model read it.",
                "Nobody has read %(n)s turns of this dialogue: let the model read them.",
                len(now.unread),
            )
            % {"n": len(now.unread)},
            code="unread",
        )
    dialogue.approved_at, dialogue.approved_by = timezone.now(), user
    dialogue.save(update_fields=["approved_at", "approved_by"])


def find_issue(issues: Iterable[Issue], code: str, turn: int, start: int) -> Issue | None:
    """The open issue of this kind at this place."""
    return next((i for i in issues if (i.code, i.turn, i.start) == (code, turn, start)), None)


def _checked(text: str) -> str:
    """A surrogate as typed, if it can be one at all."""
    text = " ".join(text.split())
    if not text or len(text) > LONGEST_SURROGATE or not text.isprintable():
        raise Refused(
            _("Type a surrogate of 1 to %(n)s characters.") % {"n": LONGEST_SURROGATE},
            code="bad_surrogate",
        )
    return text


def _try(now: Plan, wish: Constraint) -> None:
    """Refuse a wish that would bring a leak or a blocking issue that was not there before."""
    result, leaks = trial(now, [wish])
    if len(leaks) > len(now.leaks):
        raise Refused(
            _("With this surrogate an original of the dialogue would be readable."), code="leak"
        )
    before = {(i.code, i.turn, i.start) for i in now.blocks}
    for issue in result.issues:
        if issue.severity == BLOCK and (issue.code, issue.turn, issue.start) not in before:
            raise Refused(_(issue.message), code=issue.code)


def _redraws(dialogue: Dialogue, mentions: Sequence[str]) -> int:
    wanted = set(mentions)
    return sum(
        row["kind"] == "redraw" and bool(wanted.intersection(row["mentions"]))
        for step in dialogue.decisions.filter(undone_at=None)
        for row in step.constraints
    )


def _record(
    dialogue: Dialogue,
    user: User,
    action: str,
    constraints: Iterable[Constraint],
    *,
    code: str = "",
    reason: str = "",
) -> Decision:
    rows: list[dict[str, Any]] = [
        {"kind": c.kind, "mentions": list(c.mentions), "value": c.value} for c in constraints
    ]
    with transaction.atomic():
        _reopen(dialogue)
        return Decision.objects.create(
            dialogue=dialogue, user=user, action=action, issue_code=code, constraints=rows,
            reason=reason[:300],
        )  # fmt: skip


def _reopen(dialogue: Dialogue) -> None:
    """What was approved is no longer what will leave."""
    Dialogue.objects.filter(pk=dialogue.pk).update(approved_at=None, approved_by=None)
    dialogue.approved_at = dialogue.approved_by = None
