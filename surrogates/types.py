"""The values that surrogates works on: dialogues with labelled mentions, and what came of them.

`annotation.convert` makes them from rows or files; nothing here knows where they came from.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from surrogates.codes import LeakKind
from surrogates.errors import HeldBack


def N_(text: str) -> str:  # noqa: N802 (the name that gettext's tools know)
    """Mark an issue's sentence for translation; whoever shows it translates it."""
    return text


Counts = Mapping[str, Mapping[str, int]]  # label -> token -> how often a corpus says it

Stretch = tuple[int, int]  # start and end in a text, end exclusive


def overlap(one: Stretch, other: Stretch) -> bool:
    """Whether two stretches of a text share a sign."""
    return one[0] < other[1] and other[0] < one[1]


@dataclass(frozen=True, slots=True)
class Mention:
    """A labelled span to be replaced; code-point offsets, end exclusive."""

    start: int
    end: int
    label: str
    key: str = ""  # the caller's, the same in every call: draws and decisions hold on to it


@dataclass(frozen=True, slots=True)
class Turn:
    speaker: str
    text: str
    mentions: tuple[Mention, ...] = ()


@dataclass(frozen=True, slots=True)
class Dialogue:
    id: str
    lang: str
    turns: tuple[Turn, ...]
    meta: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Constraint:
    """A person's decision, replayed on every run."""

    kind: str  # a ConstraintKind; callers keep kinds of their own beside, which the engine refuses
    mentions: tuple[str, ...] = ()  # `Mention.key`s; of a link the full form or the owner first
    value: str = ""  # what the kind says of it


@dataclass(frozen=True, slots=True)
class Fix:
    """What an issue proposes: constraints to add, and the one line that a curator reads."""

    constraints: tuple[Constraint, ...]
    before: str = ""  # surrogate now (never an original)
    after: str = ""  # surrogate proposed


@dataclass(frozen=True, slots=True)
class Issue:
    """Something that does not cohere."""

    code: str  # an IssueCode, or a code of the caller's own
    severity: str  # "block" | "warn" | "info"
    turn: int
    start: int  # offsets in the ORIGINAL turn text
    end: int
    message: str  # without original text
    fix: Fix | None = None
    mentions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Replacement:
    """One mention and its surrogate; (start, end) in the original, (new_start, new_end) after."""

    key: str
    turn: int
    start: int
    end: int
    new_start: int
    new_end: int
    label: str
    entity: str
    original: str
    surrogate: str


@dataclass(frozen=True, slots=True)
class EntityCard:
    """An entity as the revision view shows it."""

    key: str
    kind: str  # person, surname, place, org, month, number, letter, domain, ...
    label: str
    mentions: tuple[str, ...]
    original: str
    surrogate: str
    gender: str = ""  # f, m, u or ""
    gender_evidence: str = ""  # label, lexicon, context, person
    lang: str = ""
    links: tuple[str, ...] = ()  # rule names, e.g. "short_form", "compound", "surname"
    candidates: int = 0  # size of the candidate set |C(e)|


@dataclass(frozen=True, slots=True)
class Form:
    """One way in which a person is named, and what stands for it."""

    kind: str  # given, short_form, surname, near_miss, ...
    original: str
    surrogate: str
    mentions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of the dialogue: the first form is the fullest given name, or a surname alone."""

    forms: tuple[Form, ...]

    @property
    def mentions(self) -> frozenset[str]:
        return frozenset(key for form in self.forms for key in form.mentions)


@dataclass(frozen=True, slots=True)
class Tie:
    """What the words say of two people (their places among the people of a result)."""

    one: int
    other: int
    kind: str  # what `other` is to `one`: parent, child, sibling, spouse, other
    word: str = ""  # that says it, where it stands apart from both names
    turn: int = -1


@dataclass(frozen=True, slots=True)
class Leak:
    """An original found at [start, end) of a turn of the replaced dialogue."""

    turn: int
    start: int
    end: int
    kind: LeakKind
    mention: str = ""  # the key of a mention that it shows


@dataclass(frozen=True, slots=True)
class Hit:
    """[start, end) of a turn says what is labelled in another dialogue."""

    turn: int
    start: int
    end: int
    label: str  # there
    sure: bool  # to be decided before the dialogue leaves; else a common word, to be looked at
    term: tuple[str, ...]  # places with one term say the same
    said: bool = True  # a person labels it somewhere; else a model guesses it


@dataclass(frozen=True, slots=True)
class Result:
    """A replaced dialogue, and the evidence for it."""

    draft: Dialogue  # mentions at the new offsets; for revision: it may show originals, at `leaks`
    replacements: tuple[Replacement, ...]
    entities: tuple[EntityCard, ...]
    issues: tuple[Issue, ...]
    leaks: tuple[Leak, ...] = ()
    people: tuple[Person, ...] = ()  # where a strategy tells people apart
    ties: tuple[Tie, ...] = ()

    @property
    def held(self) -> bool:
        """Whether the dialogue has to stay: an original would be readable."""
        return bool(self.leaks)

    @property
    def dialogue(self) -> Dialogue:
        """The replaced dialogue. Raises HeldBack where an original would be readable."""
        if self.held:
            raise HeldBack(
                f"originals stand in {len(self.leaks)} places of the replaced dialogue; "
                "expected every mention of them labelled"
            )
        return self.draft
