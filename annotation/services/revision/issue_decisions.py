"""What a curator decides about a dialogue's issues: accept, dismiss, approve the whole.

Each step is kept as constraints, which every later plan replays. Called by the revision views;
`entity_changes` holds what a person does to an entity.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy

from annotation.models import Decision, Dialogue, User
from annotation.refusals import NothingToDo, Refused
from annotation.services.revision import lexicon
from annotation.services.revision.decisions import (
    check_state,
    record,
    record_approval,
    record_beside,
)
from annotation.services.revision.known import answered_in, hits_in, originals_of, texts_of
from annotation.services.revision.lexicon import rows_ever
from annotation.services.revision.plans import BLOCK, Plan, plan, rows_of, trial
from annotation.services.revision.replay import ConstraintRow, OwnKind
from surrogates.codes import ConstraintKind, IssueCode
from surrogates.folding import words
from surrogates.languages import lexicon_for
from surrogates.types import Constraint, Issue, Result

# These mean that an original is in the output, or text changed that should not.
NEVER_DISMISSED = frozenset({IssueCode.LEAK_ORIGINAL, IssueCode.OUTSIDE_CHANGED})
# Accepting these labels the words that they point at.
LABELS_IT = frozenset(
    {IssueCode.RESIDUAL_MENTION, IssueCode.RESIDUAL_YEAR, IssueCode.KNOWN_ELSEWHERE}
)
GRAVITY = {"block": 0, "warn": 1, "info": 2}
# What approving is refused for: a code, where it is, and the sentence.
STOPS = (
    (
        "leak",
        attrgetter("leaks"),
        ngettext_lazy(
            "An original still stands in %(n)s place of the replaced text.",
            "Originals still stand in %(n)s places of the replaced text.",
            "n",
        ),
    ),
    (
        "blocked",
        attrgetter("blocks"),
        ngettext_lazy(
            "%(n)s issue blocks this dialogue: settle it first.",
            "%(n)s issues block this dialogue: settle them first.",
            "n",
        ),
    ),
    (
        "unread",
        attrgetter("unread"),
        ngettext_lazy(
            "Nobody has read %(n)s turn of this dialogue: let the model read it.",
            "Nobody has read %(n)s turns of this dialogue: let the model read them.",
            "n",
        ),
    ),
    (
        "unsettled",
        attrgetter("unsettled"),
        ngettext_lazy(
            "What %(n)s turn of this dialogue holds is not settled: adjudicate it first.",
            "What %(n)s turns of this dialogue hold is not settled: adjudicate them first.",
            "n",
        ),
    ),
)


def fix_of(now: Plan, issue: Issue) -> tuple[Constraint, ...]:
    """What accepting an issue does: the engine's proposal, or to label a known item here."""
    if issue.code == IssueCode.KNOWN_ELSEWHERE and issue.fix is not None:
        # "turn:start-end:label", of places that the engine counts
        return _items(now, issue, issue.fix.constraints[0].value.split(":", 2)[2])
    if issue.code in LABELS_IT:
        return _label_it(now, issue)
    return issue.fix.constraints if issue.fix is not None else ()


def fixes_alike(now: Plan, issue: Issue) -> list[Issue]:
    """The open issues as grave and of the kind for which something is proposed, this one first."""
    kind = (issue.code, issue.severity)
    others = (i for i in now.result.issues if (i.code, i.severity) == kind and i != issue)
    return [issue, *(other for other in others if fix_of(now, other))]


def fix_rows(now: Plan, issues: Sequence[Issue]) -> list[ConstraintRow]:
    """The decisions that accepting these issues makes, each once."""
    return rows_of(now, dict.fromkeys(c for each in issues for c in fix_of(now, each)))


def made_worse(now: Plan, settled: Sequence[Issue], then: Result) -> list[Issue]:
    """What a fix would raise that is as grave as what it settles, or graver.

    Labelling a word is never called worse: until then an original is published. An issue that only
    moves to another mention of the same ones was there before.
    """
    if any(issue.code in LABELS_IT for issue in settled):
        return []
    limit = max(GRAVITY[issue.severity] for issue in settled)
    places = {(i.code, i.turn, i.start) for i in now.result.issues}
    known = {(i.code, mention) for i in now.result.issues for mention in i.mentions}
    return [
        issue
        for issue in then.issues
        if GRAVITY[issue.severity] <= limit
        and (issue.code, issue.turn, issue.start) not in places
        and known.isdisjoint((issue.code, mention) for mention in issue.mentions)
    ]


def may_dismiss(issue: Issue) -> bool:
    """Whether a person may say that it is fine: not where an original would be published."""
    return issue.code not in NEVER_DISMISSED and (issue.code, issue.severity) != (
        IssueCode.RESIDUAL_MENTION,
        BLOCK,
    )


def may_name_nobody(now: Plan, issue: Issue) -> bool:
    """Whether a person may say that the words of an issue name nobody.

    What another dialogue labels, and words that are written like a name of this one: "Vale" may be
    a yes. Never figures that are said again.
    """
    if issue.code == IssueCode.KNOWN_ELSEWHERE:
        return True
    is_repeat = issue.code == IssueCode.RESIDUAL_MENTION
    return (
        is_repeat
        and (issue.severity == BLOCK or holds_everywhere(now, issue))
        and (lexicon.nobody_fact(_text(now, issue)) is not None)
    )


def holds_everywhere(now: Plan, issue: Issue) -> bool:
    """Whether that answer counts in the whole project, and not at its place alone.

    It does for words that another dialogue labels, and for a word in lower case that is a name too
    ("paz"); a number never is a word of the lexicon.
    """
    text = _text(now, issue)
    if lexicon.nobody_fact(text) is None:
        return False
    if issue.code == IssueCode.KNOWN_ELSEWHERE:
        return True
    return text.islower() and lexicon_for(now.original.lang).homographs.issuperset(words(text))


def _text(now: Plan, issue: Issue) -> str:
    return now.turns[issue.turn].text[issue.start : issue.end]


def _place(now: Plan, issue: Issue) -> str:
    return f"{now.turns[issue.turn].pk}:{issue.start}-{issue.end}"


def _item(now: Plan, issue: Issue, label: str) -> Constraint:
    return Constraint(OwnKind.ITEM, (), f"{_place(now, issue)}:{label}")


def _label_it(now: Plan, issue: Issue) -> tuple[Constraint, ...]:
    labels = {m.key: m.label for turn in now.original.turns for m in turn.mentions}
    label = next((labels[key] for key in issue.mentions if key in labels), None)
    return () if label is None else _items(now, issue, label)


def _items(now: Plan, issue: Issue, label: str) -> tuple[Constraint, ...]:
    """The words of an issue as items, the same words elsewhere in the dialogue too."""
    wording = words(_text(now, issue))
    return tuple(
        _item(now, each, label)
        for each in now.result.issues
        if each.code == issue.code and words(_text(now, each)) == wording
    )


@dataclass(frozen=True, slots=True)
class Answer:
    """What a person says to an issue, which is named by its place."""

    code: str
    turn: int
    start: int
    action: str
    reason: str = ""
    every: bool = False  # accept it for all issues of the kind, as one step


def decide(
    dialogue: Dialogue,
    user: User,
    answer: Answer,
    *,
    state: str | None = None,
    now: Plan | None = None,
) -> Decision:
    """Accept what an issue proposes, or dismiss it with a reason.

    `state`: what the person saw; raises StaleVersion when it is another by now. `now`: the plan, if
    the caller has made it.
    """
    now = now or plan(dialogue)
    check_state(now, state)
    issue = find_issue(now.result.issues, answer.code, answer.turn, answer.start)
    if issue is None:
        raise NothingToDo(_("This issue is settled already."))
    if issue.code == IssueCode.KNOWN_ELSEWHERE and answer.every:
        return label_everywhere(now, user, issue)
    if answer.action == Decision.Action.DISMISS and may_name_nobody(now, issue):
        return name_nobody(now, user, issue)
    if answer.action == Decision.Action.ACCEPT:
        if not fix_of(now, issue):
            raise Refused(_("Nothing is proposed for this issue: edit it."), code="no_fix")
        issues = fixes_alike(now, issue) if answer.every else [issue]
        rows = fix_rows(now, issues)
        then = trial(now, rows)  # raises Refused where it cannot be done
        if made_worse(now, issues, then):
            raise Refused(
                _("This would raise another issue that is as grave: nothing was changed."),
                code="worse",
            )
        return record(now, user, Decision.Action.ACCEPT, rows, code=answer.code)
    if not may_dismiss(issue):
        raise Refused(
            _("An original would be published: this cannot be dismissed."), code="never_dismissed"
        )
    if not answer.reason.strip():
        raise Refused(_("Say why it is fine."), code="no_reason")
    check_reason(now, answer.reason)
    fine = rows_of(now, [_dismissal(issue)])
    return record(
        now, user, Decision.Action.DISMISS, fine, code=answer.code, reason=answer.reason.strip()
    )


def _dismissal(issue: Issue) -> Constraint:
    """The engine's own, where it proposes one: it may be of one place alone."""
    proposed = issue.fix.constraints if issue.fix is not None else ()
    own = (each for each in proposed if each.kind == ConstraintKind.DISMISS)
    return next(own, Constraint(ConstraintKind.DISMISS, issue.mentions, issue.code))


def check_reason(now: Plan, reason: str) -> None:
    """Raise Refused where a reason, which is kept, says a word of the dialogue."""
    named = set(words(reason))
    if any(
        len(word) > 2 and word in named
        for each in now.result.replacements
        for word in words(each.original)
    ):
        raise Refused(
            _("The reason is kept: leave what the dialogue says out of it."), code="is_original"
        )


def name_nobody(now: Plan, user: User, issue: Issue) -> Decision:
    """Say that the words of an issue name nobody: in the whole project, or at this place."""
    fact = lexicon.nobody_fact(_text(now, issue))
    if fact is None or not holds_everywhere(now, issue):
        rows = rows_of(now, [Constraint(OwnKind.NO_NAME, (), _place(now, issue))])
        return record(now, user, Decision.Action.DISMISS, rows, code=issue.code)
    with transaction.atomic():
        row = lexicon.teach(now.dialogue.project, user, now.dialogue.lang, fact)
        rows = rows_of(now, [Constraint(OwnKind.TAUGHT, (), str(row.pk))])
        return record(now, user, Decision.Action.DISMISS, rows, code=issue.code)


def label_everywhere(now: Plan, user: User, issue: Issue) -> Decision:
    """Label the words of an issue in every dialogue that says them without a label.

    A step of each dialogue, to be taken back there.
    """
    items = fix_of(now, issue)
    label = items[0].value.split(":", 2)[2]
    wording = words(_text(now, issue))
    with transaction.atomic():
        for dialogue, places in said_elsewhere(now, wording):
            rows = [
                {
                    "kind": OwnKind.ITEM.value,
                    "mentions": [],
                    "value": f"{place}:{label}",
                    "all": False,
                }
                for place in places
            ]
            record_beside(dialogue, user, rows, code=issue.code)
        rows = rows_of(now, items)
        trial(now, rows)  # raises Refused where it cannot be done
        return record(now, user, Decision.Action.ACCEPT, rows, code=issue.code)


def said_elsewhere(now: Plan, said: tuple[str, ...]) -> Iterator[tuple[Dialogue, list[str]]]:
    """The other dialogues that say these words without a label, and where ("turn:start-end")."""
    project = now.dialogue.project
    known = originals_of(project, rows_ever(project), fresh=True)
    for dialogue, turns, rows, texts, _guessed in texts_of(project):
        if dialogue.pk == now.dialogue.pk:
            continue
        places = [
            f"{turns[hit.turn].pk}:{hit.start}-{hit.end}"
            for hit in hits_in(known, texts, turns, answered_in(texts, turns, rows))
            if words(turns[hit.turn].text[hit.start : hit.end]) == said
        ]
        if places:
            yield dialogue, places


def approve(
    dialogue: Dialogue,
    user: User,
    *,
    reason: str = "",
    state: str | None = None,
    now: Plan | None = None,
) -> None:
    """Say that the dialogue may leave, and why where a warning is open; kept as a step.

    Refused while something blocks it.
    """
    now = now or plan(dialogue)
    check_state(now, state)
    for code, obstacle, sentence in STOPS:
        if n := len(obstacle(now)):
            raise Refused(str(sentence % {"n": n}), code=code)
    reason = reason.strip()
    if now.warnings and not reason:
        raise Refused(_("A warning is open: say in a word why it is fine."), code="no_reason")
    check_reason(now, reason)
    record_approval(now, user, reason)


def find_issue(issues: Iterable[Issue], code: str, turn: int, start: int) -> Issue | None:
    return next((i for i in issues if (i.code, i.turn, i.start) == (code, turn, start)), None)
