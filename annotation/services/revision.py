"""What the revision page shows: texts side by side, issues in words, entities, and how far it is.

Called by the revision views; decisions themselves are made in `replacement`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import BooleanField, Case, Exists, OuterRef, Q, QuerySet, Value, When
from django.utils.translation import gettext_lazy as _

from annotation.models import Decision, Dialogue, Label, Project, Reading, Span, SpanEvent
from annotation.services.plans import Plan, plan, trial
from annotation.services.replacement import fix_of, may_dismiss
from surrogates.types import EntityCard, Issue, Replacement

SEVERITIES = {"block": _("Block"), "warn": _("Warn"), "info": _("Info")}
PREVIEWS = 5  # issues whose fix is tried out for the page; each costs a run of the engine
ORDER = {"block": 0, "warn": 1, "info": 2}

# What an issue is called; a code that is not here is shown in plain words.
TITLES = {
    "LEAK_ORIGINAL": _("Original in the output"),
    "OUTSIDE_CHANGED": _("Text outside the labels changed"),
    "RESIDUAL_MENTION": _("Known item without a label"),
    "DUPLICATE_SURROGATE": _("Two people, one surrogate"),
    "SHORT_AMBIGUOUS": _("Short form of which person?"),
    "MERGE_SUGGESTED": _("The same person?"),
    "SPLIT_SUGGESTED": _("Two people?"),
    "GENDER_UNKNOWN": _("Gender not known"),
    "GENDER_CONFLICT": _("Gender does not fit the text"),
    "EQUIV_LANG": _("One name in two languages"),
    "KIN": _("Relatives with different surnames"),
    "NUMBER_GRAMMAR": _("Number that nobody says"),
    "NUMBER_PARTIAL": _("Part of another number"),
    "LOW_ENTROPY": _("Few other values possible"),
    "SPELLING_MISMATCH": _("Spelling does not follow the name"),
    "LETTER_FACT": _("The text says something about a letter"),
    "EMAIL_UNLINKED": _("E-mail without its person"),
    "DOMAIN_UNLINKED": _("Domain without its organisation"),
    "USER_UNLINKED": _("User name without its person"),
    "DATE_ANCHOR": _("Month no longer fits"),
    "DATE_CONFLICT": _("Dates cannot move together"),
    "DATE_INVALID": _("A date that does not exist"),
    "CHECKSUM_BAD": _("Check digit does not fit"),
    "POOL_SMALL": _("Few surrogates to choose from"),
    "CONSTRAINT_RELAXED": _("Not everything could be kept"),
    "COLLISION_OUTSIDE": _("Surrogate stands in the text already"),
    "SINGLETON_STANDS_OUT": _("A name that stands out"),
}

LINKS = {
    "short_form": _("short form"),
    "compound": _("part of a compound"),
    "surname": _("shared surname"),
    "equivalent": _("the same name in another language"),
    "spelling": _("spelled out"),
    "same_value": _("the same number"),
    "derived": _("made from a name"),
    "offset": _("date at a distance"),
}
GENDERS = {"f": _("female"), "m": _("male"), "u": _("not known")}
EVIDENCE = {
    "label": _("from its label"),
    "lexicon": _("from the name"),
    "context": _("from the text around it"),
    "person": _("set by a person"),
}


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a turn; with a letter it is a label's span."""

    text: str
    letter: str = ""
    family: str = ""
    label: str = ""
    mention: str = ""


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
    return Page(
        plan=now,
        pairs=pairs_of(now, labels),
        issues=[
            _issue_card(now, issue, preview=rank < PREVIEWS) for rank, issue in enumerate(issues)
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
        before = pieces(turn.text, [(r.start, r.end, r) for r in here], labels)
        after = pieces(
            now.result.dialogue.turns[index].text,
            [(r.new_start, r.new_end, r) for r in here],
            labels,
        )
        reader = turn.read_by  # type: ignore[attr-defined]
        pairs.append(Pair(index + 1, turn.speaker, before, after, reader, index in leaking))
    return pairs


def pieces(
    text: str, cuts: Sequence[tuple[int, int, Replacement]], labels: dict[str, Label]
) -> list[Piece]:
    """Cut a text at (start, end) of each replacement, in order."""
    found, at = [], 0
    for start, end, replacement in cuts:
        if start > at:
            found.append(Piece(text[at:start]))
        letter, family = _look(replacement.label, labels)
        found.append(Piece(text[start:end], letter, family, replacement.label, replacement.key))
        at = end
    if at < len(text):
        found.append(Piece(text[at:]))
    return found


def revisable(project: Project) -> QuerySet[Any]:
    """The project's dialogues in reading order, each with `approved`: as it is now, not as it was.

    A label changed, a turn read or a proposal made after the approval takes it back.
    """
    since = OuterRef("approved_at")
    own = OuterRef("pk")
    changed = (
        Q(Exists(SpanEvent.objects.filter(reading__turn__dialogue=own, created_at__gt=since)))
        | Q(Exists(Reading.objects.filter(turn__dialogue=own, is_gold=True, done_at__gt=since)))
        | Q(Exists(Span.objects.filter(turn__dialogue=own, author=None, created_at__gt=since)))
    )
    return project.dialogues.order_by("position", "pk").annotate(
        approved=Case(
            When(approved_at=None, then=Value(False)),
            When(changed, then=Value(False)),
            default=Value(True),
            output_field=BooleanField(),
        )
    )


def next_dialogue(project: Project, after: Dialogue | None = None) -> Dialogue | None:
    """The next dialogue that is not approved: behind this one first, then from the beginning."""
    left = revisable(project).filter(approved=False)
    if after is None:
        return left.first()
    behind = Q(position__gt=after.position) | Q(position=after.position, pk__gt=after.pk)
    return left.filter(behind).first() or left.exclude(pk=after.pk).first()


def progress_of(project: Project) -> tuple[int, int]:
    """Dialogues approved, and dialogues."""
    return revisable(project).filter(approved=True).count(), project.dialogues.count()


def _issue_card(now: Plan, issue: Issue, *, preview: bool) -> IssueCard:
    fix = fix_of(now, issue)
    before, after = (issue.fix.before, issue.fix.after) if issue.fix else ("", "")
    if fix and not after and preview:
        result, _leaks = trial(now, fix)
        shown = {r.key: r.surrogate for r in now.result.replacements}
        then = {r.key: r.surrogate for r in result.replacements}
        touched = [key for key in then if then[key] != shown.get(key)]
        first = next((key for key in (*issue.mentions, *touched) if key in touched), None)
        if first is not None:
            before, after = shown.get(first, ""), then[first]
    return IssueCard(issue, issue.turn + 1, bool(fix), before, after)


def _card(entity: EntityCard, labels: dict[str, Label], place: dict[str, int]) -> Card:
    letter, family = _look(entity.label, labels)
    return Card(entity, letter, family, _numbers(place, entity.mentions))


def _numbers(place: dict[str, int], mentions: Iterable[str]) -> list[int]:
    return sorted({place[key] + 1 for key in mentions if key in place})


def _look(label: str, labels: dict[str, Label]) -> tuple[str, str]:
    known = labels.get(label)
    return (known.key.upper(), known.family) if known else ("?", "other")
