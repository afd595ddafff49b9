"""What the revision page shows: texts side by side, issues in words, entities, and how far it is.

Called by the revision views; decisions themselves are made in `replacement`.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from django.utils.translation import gettext as _

from annotation.errors import Refused
from annotation.models import Decision, Dialogue, Label
from annotation.services.approvals import next_dialogue, progress_of, revisable
from annotation.services.figures import short_share
from annotation.services.issue_words import EVIDENCE, GENDERS, LINKS, SEVERITIES, TITLES
from annotation.services.leakage import RESIDUAL
from annotation.services.plans import Plan, plan, trial
from annotation.services.replacement import fix_of, may_dismiss
from surrogates.types import Constraint, EntityCard, Issue, Replacement

# Each fix that is tried out for the page costs a run of the engine: fewer in long dialogues.
PREVIEWS, PREVIEW_TURNS = 5, 600
ORDER = {"block": 0, "warn": 1, "info": 2}


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a turn; with a letter it is a label's span."""

    text: str
    letter: str = ""
    family: str = ""
    label: str = ""
    mention: str = ""
    score: str = ""


@dataclass(frozen=True, slots=True)
class Pair:
    """One turn before and after."""

    number: int
    speaker: str
    before: list[Piece]
    after: list[Piece]
    read_by: str
    leaks: bool

    @property
    def changed(self) -> bool:
        return any(piece.letter for piece in self.before)


@dataclass(frozen=True, slots=True)
class IssueCard:
    """An open issue. `after` is what accepting it would show, `before` what is shown now."""

    issue: Issue
    number: int  # of its turn, 1-based
    has_fix: bool = False
    before: str = ""
    after: str = ""

    @property
    def title(self) -> str:
        plain = self.issue.code.replace("_", " ").capitalize()
        return str(TITLES.get(self.issue.code, plain))

    @property
    def severity(self) -> str:
        return str(SEVERITIES.get(self.issue.severity, self.issue.severity))

    @property
    def mentions(self) -> str:
        return " ".join(self.issue.mentions)

    @property
    def labels_it(self) -> bool:
        """Accepting labels a word, instead of changing a surrogate."""
        return self.issue.code == RESIDUAL

    @property
    def may_edit(self) -> bool:
        return bool(self.issue.mentions) and not self.labels_it

    @property
    def message(self) -> str:
        if self.labels_it and not self.may_dismiss:
            return _("This word is written like a labelled one and would be published.")
        return _(self.issue.message)

    @property
    def may_dismiss(self) -> bool:
        return may_dismiss(self.issue)


@dataclass(frozen=True, slots=True)
class Card:
    """An entity: its original and surrogate, where it is said, and what is known of it."""

    entity: EntityCard
    letter: str
    family: str
    turns: list[int]

    @property
    def mentions(self) -> str:
        return " ".join(self.entity.mentions)

    @property
    def gender(self) -> str:
        said = str(GENDERS.get(self.entity.gender, ""))
        why = str(EVIDENCE.get(self.entity.gender_evidence, ""))
        return f"{said}, {why}" if said and why else said

    @property
    def links(self) -> str:
        return ", ".join(str(LINKS.get(link, link.replace("_", " "))) for link in self.entity.links)


@dataclass(frozen=True, slots=True)
class Page:
    """Everything that the revision page needs; a fixed number of queries."""

    plan: Plan
    pairs: list[Pair]
    issues: list[IssueCard]
    cards: list[Card]
    settled: int  # decisions that stand
    last: Decision | None
    approved: int
    total: int
    next: Dialogue | None
    is_approved: bool

    @property
    def counts(self) -> dict[str, int]:
        return {s: sum(c.issue.severity == s for c in self.issues) for s in SEVERITIES}

    @property
    def may_approve(self) -> bool:
        return not (self.plan.blocks or self.plan.leaks or self.plan.unread)


def page_of(dialogue: Dialogue) -> Page:
    """The revision page of one dialogue."""
    now = plan(dialogue)
    labels = {label.name: label for label in dialogue.project.labels.all()}
    place = {m.key: t for t, turn in enumerate(now.original.turns) for m in turn.mentions}
    steps = list(dialogue.decisions.filter(undone_at=None))
    done, total = progress_of(dialogue.project)
    issues = sorted(
        now.result.issues, key=lambda i: (ORDER.get(i.severity, 3), i.turn, i.start, i.code)
    )
    previews = max(1, min(PREVIEWS, PREVIEW_TURNS // max(1, len(now.turns))))
    return Page(
        plan=now,
        pairs=pairs_of(now, labels),
        issues=[
            _issue_card(now, issue, preview=rank < previews) for rank, issue in enumerate(issues)
        ],
        cards=[_card(entity, labels, place) for entity in now.result.entities],
        settled=len(steps),
        last=steps[-1] if steps else None,
        approved=done,
        total=total,
        next=next_dialogue(dialogue.project, after=dialogue),
        is_approved=revisable(dialogue.project).filter(pk=dialogue.pk, approved=True).exists(),
    )


def pairs_of(now: Plan, labels: dict[str, Label]) -> list[Pair]:
    """The turns before and after, cut at the labels."""
    by_turn: dict[int, list[Replacement]] = {}
    for replacement in now.result.replacements:
        by_turn.setdefault(replacement.turn, []).append(replacement)
    leaking = {leak.turn for leak in now.leaks}
    pairs = []
    for index, turn in enumerate(now.turns):
        here = sorted(by_turn.get(index, ()), key=lambda r: r.start)
        scores = {
            span.start: short_share(span.confidence)
            for span in now.spans.get(turn.pk, ())
            if span.reading_id is None and span.confidence is not None
        }
        before = pieces(turn.text, [(r.start, r.end, r) for r in here], labels, scores)
        after = pieces(
            now.result.dialogue.turns[index].text,
            [(r.new_start, r.new_end, r) for r in here],
            labels,
        )
        reader = turn.read_by  # type: ignore[attr-defined]
        pairs.append(Pair(index + 1, turn.speaker, before, after, reader, index in leaking))
    return pairs


def pieces(
    text: str,
    cuts: Sequence[tuple[int, int, Replacement]],
    labels: dict[str, Label],
    scores: dict[int, str] | None = None,
) -> list[Piece]:
    """Cut a text at (start, end) of each replacement, in order."""
    found, at = [], 0
    for start, end, replacement in cuts:
        if start > at:
            found.append(Piece(text[at:start]))
        letter, family = _look(replacement.label, labels)
        score = (scores or {}).get(start, "")
        piece = Piece(text[start:end], letter, family, replacement.label, replacement.key, score)
        found.append(piece)
        at = end
    if at < len(text):
        found.append(Piece(text[at:]))
    return found


def _issue_card(now: Plan, issue: Issue, *, preview: bool) -> IssueCard:
    fix = fix_of(now, issue)
    before, after = (issue.fix.before, issue.fix.after) if issue.fix else ("", "")
    if fix and not after and preview:
        with suppress(Refused):  # a fix that cannot be shown is refused when it is accepted
            before, after = _try_out(now, issue, fix)
    return IssueCard(issue, issue.turn + 1, bool(fix), before, after)


def _try_out(now: Plan, issue: Issue, fix: Sequence[Constraint]) -> tuple[str, str]:
    """What stands there now, and what the fix would put there."""
    result, _leaks = trial(now, fix)
    if issue.code == RESIDUAL:
        place = (issue.turn, issue.start)
        new = next((r for r in result.replacements if (r.turn, r.start) == place), None)
        return (new.original, new.surrogate) if new else ("", "")
    shown = {r.key: r.surrogate for r in now.result.replacements}
    then = {r.key: r.surrogate for r in result.replacements}
    touched = [key for key in then if then[key] != shown.get(key)]
    first = next((key for key in (*issue.mentions, *touched) if key in touched), None)
    return (shown.get(first, ""), then[first]) if first is not None else ("", "")


def _card(entity: EntityCard, labels: dict[str, Label], place: dict[str, int]) -> Card:
    letter, family = _look(entity.label, labels)
    return Card(entity, letter, family, _numbers(place, entity.mentions))


def _numbers(place: dict[str, int], mentions: Iterable[str]) -> list[int]:
    return sorted({place[key] + 1 for key in mentions if key in place})


def _look(label: str, labels: dict[str, Label]) -> tuple[str, str]:
    known = labels.get(label)
    return (known.key.upper(), known.family) if known else ("?", "other")
