"""The people of a dialogue as the revision page tells them: their forms, and who is whose.

Called by the revision page. For a person who may not see originals only surrogates are told, and
none of those that show an original.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from annotation.services.revision.plans import Plan
from annotation.services.revision.shown.turns import HIDDEN, leaking_mentions
from annotation.services.revision.words import FORMS, TIES
from surrogates.types import Form, Person

NAMING = ("given", "surname")  # forms that a whole name is made of


@dataclass(frozen=True, slots=True)
class ShownForm:
    """A way in which a person is named; `is_near`: another heard it wrong."""

    kind: str
    original: str  # "" for who may not see it
    surrogate: str
    turns: list[int]  # 1-based
    is_near: bool


@dataclass(frozen=True, slots=True)
class Portrait:
    """A person with the whole name, and the forms that it does not say by itself."""

    original: str
    surrogate: str
    turns: list[int]
    forms: list[ShownForm]
    mentions: str
    number: int = 0  # among all people

    @property
    def name(self) -> str:
        return self.original or self.surrogate


@dataclass(frozen=True, slots=True)
class ShownTie:
    """What one person is to another, by their places among the portraits, and what says it."""

    of: int
    to: int
    words: str
    said: str = ""
    turn: int = 0


def portraits_of(now: Plan, *, originals: bool) -> list[Portrait]:
    """The people in the order in which they are first named."""
    place = {m.key: t + 1 for t, turn in enumerate(now.original.turns) for m in turn.mentions}
    leaking = set() if originals else leaking_mentions(now)

    def form_of(form: Form) -> ShownForm:
        hidden = not leaking.isdisjoint(form.mentions)
        return ShownForm(
            kind=str(FORMS.get(form.kind, form.kind.replace("_", " "))),
            original=form.original if originals else "",
            surrogate=HIDDEN if hidden else form.surrogate or HIDDEN,
            turns=_turns(form.mentions, place),
            is_near=form.kind == "near_miss",
        )

    return [
        _portrait(person, [form_of(form) for form in person.forms], place, number)
        for number, person in enumerate(now.result.people)
    ]


def _portrait(
    person: Person, shown: list[ShownForm], place: dict[str, int], number: int
) -> Portrait:
    kinds = [form.kind for form in person.forms]
    naming = [form for form, kind in zip(shown, kinds, strict=True) if kind in NAMING] or shown[:1]
    # What the whole name says by itself is not said again.
    more = len(naming) < len(shown) or len({tuple(form.turns) for form in shown}) > 1
    return Portrait(
        original=" ".join(form.original for form in naming).strip(),
        surrogate=" ".join(form.surrogate for form in naming),
        turns=_turns(person.mentions, place),
        forms=shown if more else [],
        mentions=" ".join(sorted(person.mentions)),
        number=number,
    )


def ties_of(now: Plan) -> list[ShownTie]:
    """Who is whose; a parent stands before the child."""
    ties = []
    for tie in now.result.ties:
        of, to, kind = tie.other, tie.one, tie.kind
        if kind == "child":
            of, to, kind = to, of, "parent"
        said = _("“%(word)s”, turn %(n)s") % {"word": tie.word, "n": tie.turn + 1}
        ties.append(ShownTie(of, to, str(TIES[kind]), said if tie.word else "", tie.turn + 1))
    return ties


def _turns(mentions: Iterable[str], place: dict[str, int]) -> list[int]:
    return sorted({place[key] for key in mentions if key in place})
