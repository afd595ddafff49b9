"""What can be done on the revision page: about the issue that is current, or to an entity.

Drawn when a person comes to it, because trying out a fix costs a run of the engine; the same run
then answers for the step itself. Called by the revision views.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from annotation.formats.corpora.conventions import shown_text
from annotation.models import Label
from annotation.refusals import Refused
from annotation.services.revision.entity_changes import PEOPLE, RELATIONS, card_of
from annotation.services.revision.issue_decisions import (
    NEVER_DISMISSED,
    fix_of,
    fix_rows,
    fixes_alike,
    made_worse,
)
from annotation.services.revision.page import (
    Card,
    IssueCard,
    cards_of,
    changed_turns,
)
from annotation.services.revision.plans import Plan, trial
from annotation.services.revision.shown.turns import Pair, leaking_mentions, pairs_of
from annotation.services.revision.words import RELATIONS as RELATION_WORDS
from surrogates.types import EntityCard

AROUND = 28  # characters of the text on each side of a mention


@dataclass(frozen=True, slots=True)
class IssuePanel:
    card: IssueCard
    has_fix: bool
    alike: int  # issues of its kind that one step would settle, this one too
    every: bool = False  # the fixes of all of them are tried out
    before: str = ""  # what is shown now
    after: str = ""  # what accepting the fix would show
    refused: str = ""  # why the fix cannot be made
    worse: IssueCard | None = None  # what it would raise, as grave: so it is not offered
    pairs: list[Pair] = field(default_factory=list)  # the turns that it touches, as it leaves them
    plain: list[Pair] = field(default_factory=list)  # and as they are
    here: Pair | None = None  # the turn of the issue, the fix tried out if there is one
    lead: Pair | None = None  # and the turn before it: an answer is understood by its question

    @property
    def is_told(self) -> bool:
        """Whether the issue itself says each turn that the fix touches."""
        return {pair.number for pair in self.pairs} <= set(self.card.numbers)

    @property
    def may_change(self) -> bool:
        return bool(self.card.issue.mentions) and not self.card.labels_it


@dataclass(frozen=True, slots=True)
class Said:
    """A mention with the words around it; only its surrogate for who may not see originals."""

    key: str
    turn: int  # 1-based
    left: str
    original: str
    right: str
    surrogate: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class ChangePanel:
    """An entity that a person changes: its mentions, and whom it can be joined with."""

    card: Card
    said: list[Said]
    others: list[Card]
    likely: str  # the first mention of the one that the issue means

    @property
    def relations(self) -> list[tuple[str, str]]:
        """How it may belong to another: what is posted, and the words for it."""
        names = RELATIONS.get(self.card.entity.kind, ())
        return [(name, str(RELATION_WORDS[name])) for name in names]

    @property
    def is_person(self) -> bool:
        return self.card.entity.kind in PEOPLE or bool(self.card.entity.gender)


def issue_panel(
    now: Plan,
    card: IssueCard,
    labels: dict[str, Label],
    *,
    originals: bool,
    every: bool = False,
) -> IssuePanel:
    """What can be done about an issue, with the turn where it stands: its fix tried out, or
    the fixes of `every` issue of its kind."""
    panel = _panel_of(now, card, labels, originals=originals, every=every)
    here = next((pair for pair in panel.pairs if pair.number == card.number), None)
    place = card.issue.turn
    around = pairs_of(now, labels, originals=originals, turns={place - 1, place})
    plain = {pair.number: pair for pair in around}
    return replace(panel, here=here or plain.get(place + 1), lead=plain.get(place))


def _panel_of(
    now: Plan, card: IssueCard, labels: dict[str, Label], *, originals: bool, every: bool
) -> IssuePanel:
    issue = card.issue
    if not fix_of(now, issue):
        return IssuePanel(card, False, 0)
    alike = fixes_alike(now, issue)
    settled = alike if every else [issue]
    try:
        result = trial(now, fix_rows(now, settled))
    except Refused as error:
        return IssuePanel(card, False, 0, refused=error.for_people)
    if worse := made_worse(now, settled, result):
        return IssuePanel(card, False, 0, worse=IssueCard(worse[0]))
    then = replace(now, result=result)
    before, after = _told(now, card, then)
    if not originals and (card.labels_it or issue.code in NEVER_DISMISSED):
        before = ""
    touched = changed_turns(now, then)
    pairs = pairs_of(then, labels, originals=originals, turns=touched, before=now)
    plain = pairs_of(now, labels, originals=originals, turns=touched)
    return IssuePanel(card, True, len(alike), every, before, after, pairs=pairs, plain=plain)


def _told(now: Plan, card: IssueCard, then: Plan) -> tuple[str, str]:
    """What stands there now, and what the fix would put there."""
    issue, changed = card.issue, then.result.replacements
    if card.labels_it:
        place = (issue.turn, issue.start)
        new = next((r for r in changed if (r.turn, r.start) == place), None)
        return (new.original, new.surrogate) if new else ("", "")
    shown = {r.key: r.surrogate for r in now.result.replacements}
    becomes = {r.key: r.surrogate for r in changed}
    touched = {key for key in becomes if becomes[key] != shown.get(key)}
    first = next((key for key in (*issue.mentions, *becomes) if key in touched), None)
    return (shown.get(first, ""), becomes[first]) if first is not None else ("", "")


def change_panel(
    now: Plan,
    mention: str,
    labels: dict[str, Label],
    *,
    kind: str = "",
    beside: Sequence[str] = (),
    chosen: Sequence[str] = (),
    originals: bool,
) -> ChangePanel | None:
    """The entity of a mention; `beside` are the mentions of the issue that leads here.

    Without `chosen` all its mentions are.
    """
    entity = card_of(now, mention, kind)
    if entity is None:
        return None
    cards = cards_of(now, labels, originals=originals)
    entity_card = next(card for card in cards if card.entity is entity)
    others = [card for card in cards if card.entity is not entity and _alike(card.entity, entity)]
    likely = next(
        (card.first for card in others for key in beside if key in card.entity.mentions), ""
    )
    return ChangePanel(entity_card, _said(now, entity, chosen, originals=originals), others, likely)


def _alike(one: EntityCard, other: EntityCard) -> bool:
    """Whether a person may join the other with this one: of its kind, or what it is made from."""
    is_derived = "derived_from" in RELATIONS.get(other.kind, ())
    return one.kind == other.kind or (one.kind in PEOPLE and (is_derived or other.kind in PEOPLE))


def _said(now: Plan, entity: EntityCard, chosen: Sequence[str], *, originals: bool) -> list[Said]:
    mentions = set(entity.mentions)
    wanted = mentions.intersection(chosen) or mentions
    leaking = set() if originals else leaking_mentions(now)
    wordings = []
    for each in now.result.replacements:
        if each.key not in mentions:
            continue
        text = now.turns[each.turn].text
        left = shown_text(text, max(0, each.start - AROUND), each.start) if originals else ""
        right = shown_text(text, each.end, each.end + AROUND) if originals else ""
        original = each.original if originals else ""
        surrogate = "" if each.key in leaking else each.surrogate
        wordings.append(
            Said(each.key, each.turn + 1, left, original, right, surrogate, each.key in wanted)
        )
    return wordings
