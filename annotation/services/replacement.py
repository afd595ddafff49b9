"""The surrogates of a dialogue and what a curator decided about them.

Nothing that is computed is stored: a plan is made anew from the spans, the project's key and the
decisions, and comes out the same each time. Called by the revision views and by release.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.convert import surrogate_dialogue
from annotation.errors import NothingToDo, Refused
from annotation.models import Decision, Dialogue, Project, Span, Turn, User
from annotation.services.corpus import best_spans
from annotation.services.coverage import NOBODY, with_reader
from surrogates import pseudonymise
from surrogates.folding import words
from surrogates.leaks import Leak, scan
from surrogates.types import Constraint, Issue, Result
from surrogates.types import Dialogue as Texts

BLOCK = "block"
# A person may say of any other issue that it is fine. These mean that an original is in the output.
NEVER_DISMISSED = frozenset({"LEAK_ORIGINAL", "OUTSIDE_CHANGED"})
LONGEST_SURROGATE = 100
TOGETHER = 20  # dialogues that are read from the database at once


@dataclass(frozen=True, slots=True)
class Plan:
    """A dialogue with its replacement: what was there, what will leave, and what is in the way."""

    dialogue: Dialogue
    turns: list[Turn]  # each with `read_by` (see coverage)
    spans: dict[int, list[Span]]
    original: Texts
    result: Result
    leaks: tuple[Leak, ...]

    @property
    def blocks(self) -> list[Issue]:
        return [issue for issue in self.result.issues if issue.severity == BLOCK]

    @property
    def unread(self) -> list[Turn]:
        return [turn for turn in self.turns if turn.read_by == NOBODY]  # type: ignore[attr-defined]


def plan(dialogue: Dialogue, *, extra: Sequence[Constraint] = ()) -> Plan:
    """The dialogue's replacement as the project has it now, with further constraints on trial."""
    return next(plan_all(dialogue.project, [dialogue], extra=extra))


def plan_all(
    project: Project,
    dialogues: Iterable[Dialogue],
    *,
    strategy: str | None = None,
    key: bytes | None = None,
    annotator: User | None = None,
    gold_only: bool = False,
    extra: Sequence[Constraint] = (),
) -> Iterator[Plan]:
    """Plans in the order given; a few queries for twenty dialogues, and no more of them in memory.

    The spans are the best there are: a person's where one read the turn, else the model's. With
    `gold_only` only the former, with `annotator` that person's own.
    """
    rest = iter(dialogues)
    while some := list(islice(rest, TOGETHER)):
        turns = _turns(project, some)
        steps: dict[int, list[Decision]] = {}
        for step in Decision.objects.filter(dialogue__in=some, undone_at=None):
            steps.setdefault(step.dialogue_id, []).append(step)
        for dialogue in some:
            mine = turns.pop(dialogue.pk, [])
            for turn in mine:
                turn.dialogue = dialogue
            spans = (
                own_spans(mine, annotator) if annotator else _best(mine, proposals=not gold_only)
            )
            original = _keyed(surrogate_dialogue(dialogue, mine, spans), mine)
            result = pseudonymise(
                original,
                strategy=strategy or project.replacement,
                key=key or bytes(project.surrogate_key),
                constraints=(*constraints_of(original, steps.get(dialogue.pk, [])), *extra),
            )
            leaks = tuple(scan(original, result.dialogue))
            yield Plan(dialogue, mine, spans, original, result, leaks)


def own_spans(turns: Sequence[Turn], reader: User) -> dict[int, list[Span]]:
    """One person's spans on these turns."""
    spans: dict[int, list[Span]] = {turn.pk: [] for turn in turns}
    rows = Span.objects.filter(turn__in=list(spans), author=reader, status=Span.Status.ACCEPTED)
    for span in rows.select_related("label"):
        spans[span.turn_id].append(span)
    return spans


def constraints_of(original: Texts, steps: Iterable[Decision]) -> tuple[Constraint, ...]:
    """Decisions that stand, as constraints; mentions that are gone are left out."""
    alive = {mention.key for turn in original.turns for mention in turn.mentions}
    found = []
    for step in steps:
        for row in step.constraints:
            mentions = tuple(key for key in row["mentions"] if key in alive)
            enough = 2 if row["kind"] == "link" else 1
            if len(mentions) >= enough or not row["mentions"]:
                found.append(Constraint(row["kind"], mentions, row["value"]))
    return tuple(found)


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
        if issue.fix is None:
            raise Refused(_("Nothing is proposed for this issue: edit it."), code="no_fix")
        return _record(dialogue, user, Decision.Action.ACCEPT, issue.fix.constraints, code=code)
    if code in NEVER_DISMISSED:
        raise Refused(
            _("An original would be published: this cannot be dismissed."), code="never_dismissed"
        )
    if not reason.strip():
        raise Refused(_("Say why it is fine."), code="no_reason")
    said = Constraint("dismiss", issue.mentions, code)
    return _record(
        dialogue, user, Decision.Action.DISMISS, [said], code=code, reason=reason.strip()
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
        value = _checked(now, text)
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


def _turns(project: Project, dialogues: Sequence[Dialogue]) -> dict[int, list[Turn]]:
    rows = with_reader(Turn.objects.filter(dialogue__in=dialogues), project)
    turns: dict[int, list[Turn]] = {}
    for turn in rows.order_by("dialogue_id", "position"):
        turns.setdefault(turn.dialogue_id, []).append(turn)
    return turns


def _best(turns: Sequence[Turn], *, proposals: bool) -> dict[int, list[Span]]:
    return best_spans([turn.pk for turn in turns], proposals=proposals)


def _keyed(texts: Texts, turns: Sequence[Turn]) -> Texts:
    """Mentions named by their place: a proposal keeps its decisions when a person accepts it."""
    return replace(
        texts,
        turns=tuple(
            replace(
                turn,
                mentions=tuple(
                    replace(m, key=f"{row.pk}:{m.start}-{m.end}") for m in turn.mentions
                ),
            )
            for turn, row in zip(texts.turns, turns, strict=True)
        ),
    )


def _checked(now: Plan, text: str) -> str:
    """A surrogate as typed, if it can be one at all."""
    text = " ".join(text.split())
    if not text or len(text) > LONGEST_SURROGATE or not text.isprintable():
        raise Refused(
            _("Type a surrogate of 1 to %(n)s characters.") % {"n": LONGEST_SURROGATE},
            code="bad_surrogate",
        )
    typed = f" {' '.join(words(text))} "
    for replacement in now.result.replacements:
        if f" {' '.join(words(replacement.original))} " in typed:
            raise Refused(
                _("This is an original of this dialogue: a surrogate must be something else."),
                code="is_original",
            )
    return text


def _try(now: Plan, wish: Constraint) -> None:
    """Refuse a wish that would bring a leak or a blocking issue that was not there before."""
    then = plan(now.dialogue, extra=[wish])
    if len(then.leaks) > len(now.leaks):
        raise Refused(
            _("With this surrogate an original of the dialogue would be readable."), code="leak"
        )
    before = {(i.code, i.turn, i.start) for i in now.blocks}
    for issue in then.blocks:
        if (issue.code, issue.turn, issue.start) not in before:
            raise Refused(issue.message, code=issue.code)


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
