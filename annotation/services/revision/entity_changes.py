"""What a person does to an entity by hand: type, redraw, hide, merge, split, gender, link.

Each is a step of constraints like any other decision, tried out before it is kept. Called by the
revision views.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from annotation.models import Decision, Dialogue, User
from annotation.refusals import NothingToDo, Refused, StaleVersion
from annotation.services.revision.decisions import check_state, record
from annotation.services.revision.plans import BLOCK, Plan, plan, rows_of, trial
from annotation.services.revision.replay import LONGEST_SURROGATE, ConstraintRow
from surrogates.codes import ConstraintKind
from surrogates.types import Constraint, EntityCard

KINDS = ("surrogate", "redraw", "placeholder", "merge", "split", "gender", "link")
GENDERS = ("f", "m", "u")
# How entities belong together, by their kind; words.RELATIONS says it.
PEOPLE = ("person", "surname")
OF_PEOPLE = ("short_form", "equivalent", "near_miss", "shares_surname", "no_surname")
RELATIONS = {
    "person": OF_PEOPLE,
    "surname": OF_PEOPLE,
    "number": ("same_value",),
    "email": ("derived_from",),
    "user": ("derived_from",),
    "domain": ("derived_from",),
    "org": ("part_of",),
    "place": ("part_of",),
}


@dataclass(frozen=True, slots=True)
class Change:
    mentions: Sequence[str]
    kind: str = "surrogate"  # one of KINDS
    text: str = ""  # of a surrogate that is typed
    other: str = ""  # a mention of the entity that they are joined with
    gender: str = ""
    relation: str = ""  # to the other entity, of a link


def change(
    dialogue: Dialogue,
    user: User,
    wanted: Change,
    *,
    state: str | None = None,
    now: Plan | None = None,
) -> Decision:
    """Change some mentions. `now`: the plan, if the caller has made it.

    Raises: StaleVersion when the person saw another state or a label is gone; Refused for what the
    rules do not let pass, with a sentence; NothingToDo when it is so already.
    """
    now = now or plan(dialogue)
    check_state(now, state)
    known = {mention.key for turn in now.original.turns for mention in turn.mentions}
    if not wanted.mentions or not known.issuperset(wanted.mentions):
        raise StaleVersion(_("The labels of this dialogue were changed; here is its latest state."))
    rows = rows_of(now, _constraints(now, wanted))
    check(now, rows)
    return record(now, user, Decision.Action.EDIT, rows)


def _constraints(now: Plan, wanted: Change) -> list[Constraint]:
    kind, mentions = wanted.kind, tuple(wanted.mentions)
    if kind == "surrogate":
        return [Constraint(kind, mentions, checked_text(wanted.text))]
    if kind == "redraw":
        return [Constraint(kind, mentions, str(_redraws(now, mentions) + 1))]
    if kind == "placeholder":
        return [Constraint(kind, mentions)]
    if kind == "split":
        return _split(now, mentions)
    if kind == "gender":
        if wanted.gender not in GENDERS:
            raise Refused(_("Choose a gender: female, male or both."), code="no_gender")
        return [Constraint(kind, mentions, wanted.gender)]
    if kind in ("merge", "link"):
        if kind == "link" and not wanted.relation:
            raise Refused(_("Choose how they belong together."), code="no_relation")
        return _joined(now, mentions, wanted.other, wanted.relation if kind == "link" else "")
    raise Refused(_("This request was not complete; nothing was changed."), code="bad_kind")


def _split(now: Plan, mentions: tuple[str, ...]) -> list[Constraint]:
    """The mentions stand apart from the rest of their entity, together if they are several."""
    chosen = set(mentions)
    cards = [card for card in now.result.entities if chosen.issuperset(card.mentions)]
    if cards or not any(chosen.intersection(c.mentions) for c in now.result.entities):
        raise Refused(
            _("Choose the mentions that are somebody else, and leave at least one."), code="all"
        )
    apart = [Constraint(ConstraintKind.SPLIT, mentions)]
    return [*apart, Constraint(ConstraintKind.LINK, mentions)] if len(mentions) > 1 else apart


def _joined(now: Plan, mentions: tuple[str, ...], other: str, relation: str) -> list[Constraint]:
    theirs = next((card for card in now.result.entities if other in card.mentions), None)
    if theirs is None:
        raise Refused(_("Choose whom to join it with."), code="no_other")
    if relation and not any(relation in each for each in RELATIONS.values()):
        raise Refused(_("Choose how they belong together."), code="no_relation")
    if relation == "no_surname":
        return [Constraint(ConstraintKind.UNLINK, mentions, "shares_surname")]
    rest = tuple(key for key in mentions if key != other)
    if not rest or (not relation and set(mentions) <= set(theirs.mentions)):
        raise NothingToDo(_("These are one already."))
    return [Constraint(ConstraintKind.LINK, (other, *rest), relation)]


def check(now: Plan, rows: Sequence[ConstraintRow]) -> None:
    """Refuse a step that would bring a leak or a blocking issue that was not there before."""
    result = trial(now, rows)
    if len(result.leaks) > len(now.leaks):
        raise Refused(
            _("With this surrogate an original of the dialogue would be readable."), code="leak"
        )
    before = {(i.code, i.turn, i.start) for i in now.blocks}
    for issue in result.issues:
        if issue.severity == BLOCK and (issue.code, issue.turn, issue.start) not in before:
            raise Refused(_(issue.message), code=issue.code)


def checked_text(text: str) -> str:
    """A surrogate as typed, if it can be one at all. Raises Refused."""
    text = " ".join(text.split())
    if not text or len(text) > LONGEST_SURROGATE or not text.isprintable():
        raise Refused(
            _("Type a surrogate of 1 to %(n)s characters.") % {"n": LONGEST_SURROGATE},
            code="bad_surrogate",
        )
    return text


def card_of(now: Plan, mention: str, kind: str = "") -> EntityCard | None:
    """The entity of a mention; of a full name the given name's, or the one of this kind."""
    cards = [card for card in now.result.entities if mention in card.mentions]
    return next((card for card in cards if card.kind == kind), cards[0] if cards else None)


def _redraws(now: Plan, mentions: Sequence[str]) -> int:
    wanted = set(mentions)
    return sum(
        row["kind"] == ConstraintKind.REDRAW and bool(wanted.intersection(row["mentions"]))
        for row in now.rows
    )
