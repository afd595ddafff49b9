"""What a curator decides about a dialogue's issues: accept, dismiss, approve the whole.

Each step is kept as constraints, which every later plan replays. Called by the revision views;
`changes` holds what a person does to an entity.
"""

from collections.abc import Iterable

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.errors import NothingToDo, Refused
from annotation.models import Decision, Dialogue, User
from annotation.services.decisions import check_state, record
from annotation.services.leakage import RESIDUAL
from annotation.services.plans import BLOCK, ITEM, Plan, plan, rows_of, trial
from surrogates.folding import words
from surrogates.types import Constraint, Issue

# These mean that an original is in the output, or text changed that should not.
NEVER_DISMISSED = frozenset({"LEAK_ORIGINAL", "OUTSIDE_CHANGED"})


def fix_of(now: Plan, issue: Issue) -> tuple[Constraint, ...]:
    """What accepting an issue does: the engine's proposal, or to label a known item here.

    The same words elsewhere in the dialogue that raise the same issue are labelled with it.
    """
    if issue.code == RESIDUAL:
        return _label_it(now, issue)
    return issue.fix.constraints if issue.fix is not None else ()


def fixes_alike(now: Plan, issue: Issue) -> list[Issue]:
    """The open issues as grave and of the kind for which something is proposed, this one first."""
    kind = (issue.code, issue.severity)
    others = (i for i in now.result.issues if (i.code, i.severity) == kind and i != issue)
    return [issue, *(other for other in others if fix_of(now, other))]


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
    every: bool = False,
    state: str | None = None,
    now: Plan | None = None,
) -> Decision:
    """Accept what an issue proposes, or dismiss it with a reason. Names the issue by its place.

    `every`: accept it for all issues of the kind, as one step. `state`: what the person saw; raises
    StaleVersion when it is another by now. `now`: the plan, if the caller has made it.
    """
    now = now or plan(dialogue)
    check_state(now, state)
    issue = find_issue(now.result.issues, code, turn, start)
    if issue is None:
        raise NothingToDo(_("This issue is settled already."))
    if action == Decision.Action.ACCEPT:
        if not fix_of(now, issue):
            raise Refused(_("Nothing is proposed for this issue: edit it."), code="no_fix")
        issues = fixes_alike(now, issue) if every else [issue]
        rows = rows_of(now, dict.fromkeys(c for each in issues for c in fix_of(now, each)))
        trial(now, rows)  # raises Refused where it cannot be done
        return record(now, user, Decision.Action.ACCEPT, rows, code=code)
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
    fine = rows_of(now, [Constraint("dismiss", issue.mentions, code)])
    return record(now, user, Decision.Action.DISMISS, fine, code=code, reason=reason.strip())


def approve(
    dialogue: Dialogue, user: User, *, state: str | None = None, now: Plan | None = None
) -> None:
    """Say that the dialogue may leave. Refused while something blocks it."""
    now = now or plan(dialogue)
    check_state(now, state)
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
