"""One dialogue of a file replaced, rendered and searched; what is told of it holds no original.

Called by `pseudonyms`, in its own process or in several, and by `antifaz.pseudonymise`. No Django,
no numpy.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Annotated, TypedDict

from annotation.bridges.to_surrogates import surrogate_dialogue_of_file
from annotation.formats import render
from annotation.formats.types import DialogueValue
from annotation.refusals import Refused
from annotation.replacement.leaving import (
    count_kept,
    count_replaced,
    leaks_in,
    replaced_value,
    shown_beside,
)
from annotation.replacement.own_values import OwnTally
from annotation.replacement.rules import ENTITY, SAID_IN, Rules, WordCounter, made_rules
from annotation.services.standalone.streaming.inputs import Piece, parse
from annotation.services.standalone.streaming.progress import Tell, silently
from annotation.services.standalone.streaming.spool import Record
from annotation.shapes import says
from surrogates import Knowledge, Originals, pseudonymise
from surrogates.codes import ConstraintKind, IssueCode
from surrogates.languages import load_lexicon
from surrogates.search.corpus import shows_known
from surrogates.types import Issue


class ConstraintRecord(TypedDict):
    kind: Annotated[str, says(enum=list(map(str, ConstraintKind)))]
    mentions: list[str]
    value: str


class FixRecord(TypedDict):
    """What is proposed; before and after are surrogates, never originals."""

    constraints: list[ConstraintRecord]
    before: str
    after: str


class IssueRecord(TypedDict):
    """Something that does not cohere; offsets are those of the original turn."""

    code: Annotated[str, says(enum=list(map(str, IssueCode)))]
    severity: Annotated[str, says(enum=["block", "warn", "info"])]
    turn: Annotated[int, says("Number of the turn, from 0.", minimum=0)]
    start: Annotated[int, says(minimum=0)]
    end: Annotated[int, says(minimum=0)]
    message: Annotated[str, says("A sentence without an original.")]
    fix: FixRecord | None


BESIDE: IssueRecord = {
    "code": "LEAK_ORIGINAL",
    "severity": "block",
    "turn": 0,
    "start": 0,
    "end": 0,
    "message": "An original would be readable beside the turns, in a name or a key.",
    "fix": None,
}


@dataclass(frozen=True, kw_only=True)
class Order:
    strategy: str
    key: bytes
    warning: str = ""  # goes into the report
    report: str = ""  # where to write it
    lexicon: Path | None = None
    label_strategies: Mapping[str, str] = field(default_factory=dict)
    q: float = 1.0
    leave_originals: bool = False
    marked: bool = False  # spans tell what was replaced
    keep_ids: bool = False  # else running names in an order that the key draws
    said_in: int = SAID_IN
    # A file with words, one per line, that name nobody although a label holds them somewhere.
    allow: str = ""
    jobs: int = 1  # processes; the bytes do not depend on it
    resume: bool = False  # what is interrupted is kept beside the output, and gone on with


@dataclass(frozen=True, slots=True)
class Replaced:
    """What became of a dialogue: what is told of it, and its line, which has no id yet."""

    record: Record
    line: bytes  # empty where it is held back


@dataclass(frozen=True)
class Replacing:
    """How the dialogues of a file are replaced: all that a process needs to know.

    known: the originals of all dialogues of the call.
    """

    order: Order
    rules: Rules
    known: Originals
    file: str  # what messages call it

    def __call__(self, pieces: Iterable[tuple[int, Piece]]) -> list[Replaced]:
        """pieces: with their numbers in the input, from 1. Raises: FormatError, SurrogateError."""
        return [self.replace(parse(piece, self.file), number) for number, piece in pieces]

    def replace(self, dialogue: DialogueValue, number: int) -> Replaced:
        """As in a release a line is rendered once, without its id, which is searched by itself."""
        order, rules, known = self.order, self.rules, self.known
        lexicon = load_lexicon(dialogue.lang, order.lexicon) if order.lexicon else None
        original = surrogate_dialogue_of_file(dialogue)
        chosen = rules.for_engine(original)
        result = pseudonymise(
            original,
            strategy=chosen,
            key=order.key,
            q=rules.q,
            knowledge=Knowledge(lexicon, rules.corpus, known, rules.values),
        )
        searched = rules.without_kept(original, result)
        look = partial(replaced_value, dialogue, id="", marked=order.marked)
        covered = look(searched)
        rendered = render("jsonl", covered)
        beside = shown_beside(covered, rendered, searched, known, dialogue.lang)
        held = result.held or bool(beside)
        # A name of somebody may also stand in the id.
        named = leaks_in([("", dialogue.id.encode())], searched) or shows_known(
            known, [dialogue.id], dialogue.lang
        )
        name = f"d{number:04d}" if named else dialogue.id
        left = count_kept(result, searched)
        issues = [_issue(issue) for issue in result.issues]
        own = OwnTally()
        if not held:
            own.add(result, rules)
            if left:
                rendered = render("jsonl", look(result))
        ((_no_name, line),) = rendered.files
        record: Record = {
            # Without --keep-ids nothing tells the id but to who has the key.
            **({"id": name} if order.keep_ids else {"draw": draw_of(name, order.key)}),
            "line": dialogue.line,
            "lang": dialogue.lang,
            "issues": [*issues, BESIDE] if beside else issues,
            "replaced": count_replaced(result, searched),
            "held_back": held,
            "left": left,
            "labels": sorted(chosen),
            "own": own.as_json(),
        }
        return Replaced(record, b"" if held else line)


@dataclass
class Gathered:
    """What must be known of all dialogues of a corpus before the first is replaced: the originals
    that are searched for in each, and the words that are drawn from.

    What was gathered from parts of a corpus is merged, in the order of the parts; then it is what
    one reading of all would have gathered. It holds originals: it is as private as the dialogues.
    """

    rules: Rules
    known: Originals
    words: WordCounter | None = None  # where the rules draw from the corpus
    dialogues: int = 0
    said_in: int = SAID_IN  # dialogues that must say a word before it is drawn
    # Tells the dialogues of this part from those of others while words are counted.
    part: str = field(default_factory=lambda: secrets.token_hex(8), compare=False)

    def __post_init__(self) -> None:
        if self.words is None and (self.rules.dissociates or ENTITY in self.rules.strategies):
            self.words = WordCounter(self.said_in)

    def add(self, dialogue: DialogueValue) -> None:
        self.dialogues += 1
        self.known.add(surrogate_dialogue_of_file(dialogue))
        if self.words is not None:
            self.words.add_dialogue((self.part, self.dialogues), dialogue, self.rules)

    def merge(self, later: "Gathered") -> None:
        """Take in what was gathered from the dialogues that follow. Raises: Refused where that was
        done for other strategies or other words that name nobody."""
        if (self.rules, self.known.fine) != (later.rules, later.known.fine):
            raise Refused("what was gathered for other strategies or words cannot be merged")
        self.dialogues += later.dialogues
        self.known.merge(later.known)
        if self.words is not None and later.words is not None:
            self.words.merge(later.words)

    def replacing(self, order: Order, file: str) -> Replacing:
        """How the dialogues are replaced. Raises: Refused for an order with other strategies."""
        rules = made_rules(order.strategy, order.label_strategies, order.q)
        if rules != self.rules:
            raise Refused("what was gathered for other strategies cannot be used")
        words = None if self.words is None else self.words.counted()
        return Replacing(order, replace(rules, words=words), self.known, file)


def first_reading(
    dialogues: Iterable[DialogueValue],
    order: Order,
    known: Originals,
    file: str,
    tell: Tell = silently,
) -> tuple[Replacing, int]:
    """The originals of all dialogues, which `known` takes in, the words that are drawn from, and
    how many dialogues there are. Raises: FormatError, Refused."""
    rules = made_rules(order.strategy, order.label_strategies, order.q)
    gathered = Gathered(rules, known, said_in=order.said_in)
    for dialogue in dialogues:
        gathered.add(dialogue)
        tell("reading", gathered.dialogues, None)
    return gathered.replacing(order, file), gathered.dialogues


def draw_of(name: str, key: bytes) -> str:
    """Where a dialogue stands among the others, drawn by the key."""
    return hmac.digest(key, b"order " + name.encode(), hashlib.sha256).hex()


def _issue(issue: Issue) -> IssueRecord:
    fix: FixRecord | None = None
    if issue.fix is not None:
        fix = {
            "constraints": [
                {"kind": c.kind, "mentions": list(c.mentions), "value": c.value}
                for c in issue.fix.constraints
            ],
            "before": issue.fix.before,
            "after": issue.fix.after,
        }
    return {
        "code": issue.code,
        "severity": issue.severity,
        "turn": issue.turn,
        "start": issue.start,
        "end": issue.end,
        "message": issue.message,
        "fix": fix,
    }
