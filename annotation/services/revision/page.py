"""What the revision page shows: texts side by side, issues in words, entities, and how far it is.

Called by the revision views; decisions themselves are made in `issue_decisions` and
`entity_changes`. A page for a person who may not see originals is built without them
(`originals=False`): nothing is left to a template or a style sheet.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from annotation.formats.corpora.conventions import shown_text
from annotation.models import Decision, Dialogue, Label
from annotation.services.revision.approvals import (
    is_approved,
    note_issues,
    progress_of,
)
from annotation.services.revision.decisions import undone_step
from annotation.services.revision.issue_decisions import (
    GRAVITY,
    LABELS_IT,
    holds_everywhere,
    may_dismiss,
    may_name_nobody,
)
from annotation.services.revision.plans import Plan, plan
from annotation.services.revision.shown.people import (
    Portrait,
    ShownTie,
    portraits_of,
    ties_of,
)
from annotation.services.revision.shown.turns import (
    HIDDEN,
    Pair,
    leaking_mentions,
    look,
    pairs_of,
)
from annotation.services.revision.words import (
    EVIDENCE,
    GENDERS,
    LINKS,
    SEVERITIES,
    TITLES,
    language_name,
)
from surrogates.codes import IssueCode
from surrogates.folding import words
from surrogates.types import EntityCard, Issue, Leak, Replacement


@dataclass(frozen=True, slots=True)
class IssueCard:
    """An open issue in the list; `panels` has what can be done about it."""

    issue: Issue
    may_be_no_name: bool = False
    is_for_all: bool = False  # that it names nobody holds in the whole project
    word: str = ""  # that no label covers; only for who may see originals
    again: tuple[Issue, ...] = ()  # the same word further on: one card is enough
    said: str = ""  # what a note points at, outside the labels; likewise

    @property
    def number(self) -> int:
        return self.issue.turn + 1

    @property
    def key(self) -> str:
        """Names the issue in an address."""
        return _key(self.issue)

    @property
    def every(self) -> tuple[Issue, ...]:
        return self.issue, *self.again

    @property
    def numbers(self) -> list[int]:
        """The turns that it stands in, each once."""
        return list(dict.fromkeys(each.turn + 1 for each in self.every))

    @property
    def places(self) -> int:
        return len(self.every)

    def holds(self, key: str) -> bool:
        """Whether an address that names an issue means this card."""
        return any(_key(each) == key for each in self.every)

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
        return self.issue.code in LABELS_IT

    @property
    def is_known(self) -> bool:
        """Another dialogue labels the words: label them here or everywhere, or they name nobody."""
        return self.issue.code == IssueCode.KNOWN_ELSEWHERE

    @property
    def message(self) -> str:
        if self.labels_it and not (self.may_dismiss or self.may_be_no_name):
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
    original: str
    surrogate: str

    @property
    def key(self) -> str:
        """Names the entity in an address, without any text."""
        return f"{self.entity.kind}-{self.entity.mentions[0]}".replace(":", "-")

    @property
    def first(self) -> str:
        return self.entity.mentions[0]

    @property
    def mentions(self) -> str:
        return " ".join(self.entity.mentions)

    @property
    def gender(self) -> str:
        word = str(GENDERS.get(self.entity.gender, ""))
        why = str(EVIDENCE.get(self.entity.gender_evidence, ""))
        return f"{word}, {why}" if word and why else word

    @property
    def language(self) -> str:
        return language_name(self.entity.lang)

    @property
    def links(self) -> str:
        return ", ".join(str(LINKS.get(link, link.replace("_", " "))) for link in self.entity.links)


@dataclass(frozen=True, slots=True)
class Page:
    plan: Plan
    pairs: list[Pair]
    issues: list[IssueCard]
    cards: list[Card]
    people: list[Portrait]
    ties: list[ShownTie]
    originals: bool
    settled: int  # decisions that stand
    last: Decision | None
    again: Decision | None  # what redo would make
    approved: int
    total: int
    is_approved: bool
    approval: Decision | None  # the last one that was not taken back
    labels: dict[str, Label]

    @property
    def hides(self) -> bool:
        return not self.originals

    @property
    def counts(self) -> dict[str, int]:
        return self.plan.counts

    @property
    def left(self) -> int:
        """How many issues are open; a card may stand for several."""
        return sum(card.places for card in self.issues)

    def with_tried(self, pairs: Sequence[Pair]) -> "Page":
        """The page with the turns as a fix would leave them."""
        tried = {pair.number: pair for pair in pairs}
        return replace(self, pairs=[tried.get(pair.number, pair) for pair in self.pairs])

    @property
    def asks_why(self) -> bool:
        """Whether approving asks for a reason: a warning is open."""
        return bool(self.plan.warnings)

    @property
    def may_approve(self) -> bool:
        now = self.plan
        return not (now.blocks or now.leaks or now.unread or now.unsettled)


def page_of(
    dialogue: Dialogue,
    *,
    originals: bool = True,
    now: Plan | None = None,
    before: Plan | None = None,
) -> Page:
    """The revision page of one dialogue; `now` is its plan, if the caller has made it.

    With `before`, the plan before a step, only the turns that the step changed.
    """
    now = now or plan(dialogue)
    labels = {label.name: label for label in dialogue.project.labels.all()}
    stands = list(dialogue.decisions.filter(undone_at=None).select_related("user"))
    approvals = [step for step in stands if step.action == Decision.Action.APPROVE]
    steps = [step for step in stands if step.action != Decision.Action.APPROVE]
    done, total = progress_of(dialogue.project)
    page = Page(
        plan=now,
        pairs=pairs_of(
            now, labels, originals=originals, turns=changed_turns(before, now) if before else None
        ),
        issues=issues_of(now, originals=originals),
        cards=cards_of(now, labels, originals=originals),
        people=portraits_of(now, originals=originals),
        ties=ties_of(now),
        originals=originals,
        settled=len(steps),
        last=steps[-1] if steps else None,
        again=undone_step(dialogue, steps[-1] if steps else None),
        approved=done,
        total=total,
        is_approved=is_approved(dialogue),
        approval=approvals[-1] if approvals else None,
        labels=labels,
    )
    note_issues(dialogue, page.counts)
    return page


def warm_page(dialogue: Dialogue) -> None:
    """Compute what the dialogue's page will need, and keep how many issues are open for the
    lists."""
    note_issues(dialogue, plan(dialogue).counts)


def changed_turns(before: Plan, now: Plan) -> set[int]:
    """The turns (0-based) that a step made other than they were."""

    def told(plan: Plan) -> dict[int, list[Replacement | Leak]]:
        turns: dict[int, list[Replacement | Leak]] = {}
        parts: list[Replacement | Leak] = [*plan.result.replacements, *plan.leaks]
        for each in parts:
            turns.setdefault(each.turn, []).append(each)
        return turns

    was, new = told(before), told(now)
    return {turn for turn in was.keys() | new.keys() if was.get(turn) != new.get(turn)}


def changed_cards(before: Plan, page: Page) -> list[Card] | None:
    """The entities that a step made other than they were; None when others are there now."""
    cards = cards_of(before, page.labels, originals=page.originals)
    if [card.key for card in cards] != [card.key for card in page.cards]:
        return None
    return [now for was, now in zip(cards, page.cards, strict=True) if was != now]


def issues_of(now: Plan, *, originals: bool = False) -> list[IssueCard]:
    """The open issues, the gravest first, then in the order of the text."""
    issues = sorted(now.result.issues, key=lambda i: (GRAVITY[i.severity], i.turn, i.start, i.code))
    alike: dict[object, list[tuple[Issue, str]]] = {}
    for issue in issues:
        word = _words_of(now, issue) if originals and issue.code in LABELS_IT else ""
        kind = (issue.code, issue.severity, words(word)) if word else issue
        alike.setdefault(kind, []).append((issue, word))
    cards = []
    for (issue, word), *others in alike.values():
        may = may_name_nobody(now, issue)
        again = tuple(other for other, _word in others)
        depends = originals and issue.code == IssueCode.MAY_DEPEND
        said = _words_of(now, issue) if depends else ""
        everywhere = may and holds_everywhere(now, issue)
        cards.append(IssueCard(issue, may, everywhere, word, again, said))
    return cards


def _key(issue: Issue) -> str:
    return f"{issue.code}-{issue.turn}-{issue.start}"


def _words_of(now: Plan, issue: Issue) -> str:
    """The words that an issue stands at, outside the labels."""
    return shown_text(now.turns[issue.turn].text, issue.start, issue.end)


def cards_of(now: Plan, labels: dict[str, Label], *, originals: bool) -> list[Card]:
    """The entities in the order in which they are first said."""
    place = {m.key: t for t, turn in enumerate(now.original.turns) for m in turn.mentions}
    leaking = set() if originals else leaking_mentions(now)
    return [
        _card(card, labels, place, leaking, originals=originals) for card in now.result.entities
    ]


def _card(
    entity: EntityCard,
    labels: dict[str, Label],
    place: dict[str, int],
    leaking: set[str],
    *,
    originals: bool,
) -> Card:
    letter, family = look(entity.label, labels)
    turns = sorted({place[key] + 1 for key in entity.mentions if key in place})
    surrogate = HIDDEN if leaking.intersection(entity.mentions) else entity.surrogate
    original = entity.original if originals else ""
    return Card(entity, letter, family, turns, original, surrogate)
