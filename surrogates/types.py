"""The values that surrogates works on: dialogues with labelled mentions, and what came of them.

`annotation.convert` makes them from rows or files; nothing here knows where they came from.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

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
    """A labelled span to be replaced; code-point offsets, end exclusive.

    `key` is a stable id given by the caller (a database id; "turn:start" for files), so that a
    draw survives edits elsewhere and a person's constraint can point at it.
    """

    start: int
    end: int
    label: str
    key: str = ""


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
    """Something that does not cohere. `message` holds no original text."""

    code: str  # an IssueCode, or a code of the caller's own
    severity: str  # "block" | "warn" | "info"
    turn: int
    start: int  # offsets in the ORIGINAL turn text
    end: int
    message: str
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
class Leak:
    """An original found at [start, end) of a turn of the replaced dialogue.

    kind: "word" (a name or a part of it), "related" (a short form or another language's form of a
    name), "homograph" (an ordinary word that is written like one), "address", "digits", "letters"
    (spelled out), "unchanged" (a closed-class mention that was left as it was), "known" (what
    another dialogue labels). `mention` is the key of a mention that it shows.
    """

    turn: int
    start: int
    end: int
    kind: str
    mention: str = ""


@dataclass(frozen=True, slots=True)
class Hit:
    """[start, end) of a turn says what is labelled `label` in another dialogue.

    `sure`: to be decided before the dialogue leaves; else a common word, to be looked at. Places
    with one `term` say the same.
    """

    turn: int
    start: int
    end: int
    label: str
    sure: bool
    term: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """A replaced dialogue (its mentions at the new offsets) and the evidence for it.

    `draft` is for people who revise it: it may still show originals, at `leaks`. Whoever publishes
    takes `dialogue`, which there is only where the search found none.
    """

    draft: Dialogue
    replacements: tuple[Replacement, ...]
    entities: tuple[EntityCard, ...]
    issues: tuple[Issue, ...]
    leaks: tuple[Leak, ...] = ()

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
