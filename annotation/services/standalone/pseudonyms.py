"""Replace a JSONL file without a project: no database, one dialogue in memory at a time.

Called by `manage.py pseudonymise` and `antifaz.pseudonymise`. A dialogue in whose replaced text an
original would be readable is left out of the output and named in the report, by the line where it
stands.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from annotation.bridges.to_surrogates import surrogate_dialogue_of_file
from annotation.formats import render
from annotation.formats.corpora.jsonl import with_id
from annotation.formats.types import DialogueValue
from annotation.replacement.leaving import (
    count_kept,
    count_replaced,
    leaks_in,
    replaced_value,
    shown_beside,
)
from annotation.replacement.own_values import OwnTally
from annotation.replacement.rules import (
    ENTITY,
    SAID_IN,
    Rules,
    made_rules,
    refuse_originals,
    words_in,
)
from annotation.services.standalone.spool import in_drawn_order, read_again
from annotation.services.storage.files import write_json, written
from surrogates import Knowledge, Originals, pseudonymise
from surrogates.languages import load_lexicon
from surrogates.search.corpus import shows_known
from surrogates.types import Issue

NamedLine = tuple[str, bytes]  # the id, and the line that has none yet
BESIDE = {
    "code": "LEAK_ORIGINAL",
    "severity": "block",
    "turn": 0,
    "start": 0,
    "end": 0,
    "message": "An original would be readable beside the turns, in a name or a key.",
    "fix": None,
}


@dataclass(slots=True)
class Report:
    """What was done to each dialogue; holds no original."""

    dialogues: list[dict[str, Any]] = field(default_factory=list)
    held: list[dict[str, Any]] = field(default_factory=list)
    replaced: int = 0
    left: int | None = None  # with q below 1: items left as they were, in full or in part
    labels: set[str] = field(default_factory=set)
    own_values: OwnTally = field(default_factory=OwnTally)
    warning: str = ""

    def as_json(self) -> dict[str, object]:
        warning = {"warning": self.warning} if self.warning else {}
        return {**warning, **self.own_values.summary(), "dialogues": self.dialogues}

    def summary(self) -> dict[str, object]:
        issues = Counter(i["code"] for d in self.dialogues for i in d["issues"])
        return {
            "dialogues": len(self.dialogues) - len(self.held),
            "replaced": self.replaced,
            "held_back": [each["id"] for each in self.held],
            "issues": dict(sorted(issues.items())),
            **self.own_values.summary(),
            **({"left": self.left} if self.left is not None else {}),
            **({"warning": self.warning} if self.warning else {}),
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
    allow: Path | None = None


def pseudonymise_file(path: str, out: str, order: Order) -> Report:
    """Replace the dialogues of a file; "-" is standard input or output.

    Raises: FormatError, OSError, Refused, SurrogateError; then there is neither output nor report.
    """
    done = Report(left=0 if order.q < 1 else None, warning=order.warning)
    allowed = order.allow.read_text(encoding="utf-8").splitlines() if order.allow else ()
    with read_again(path) as dialogues:
        lines = replaced_lines(dialogues, order, done, Originals(allowed))
        with written(out) as stream:
            for line in lines:
                stream.write(line)
            if order.report:
                write_json(done.as_json(), order.report)
    return done


def replaced_lines(
    dialogues: Callable[[], Iterator[DialogueValue]], order: Order, done: Report, known: Originals
) -> Iterator[bytes]:
    """The lines of what may leave; `done` tells of all dialogues when the last line has come.

    dialogues: reads them from the beginning, each time that it is called; known: to be searched
    for, besides the originals of these. Raises what `pseudonymise_file` does.
    """
    refuse_originals(order.q, confirmed=order.leave_originals)
    rules = made_rules(order.strategy, order.label_strategies, order.q)
    if rules.dissociates or ENTITY in rules.strategies:
        rules = words_in(dialogues(), rules, order.said_in)
    for dialogue in dialogues():
        known.add(surrogate_dialogue_of_file(dialogue))
    named = _pseudonymised(dialogues(), done, order, rules=rules, known=known)
    if not order.keep_ids:
        named = _renamed(named, done, order.key)
    return (with_id(line, name) for name, line in named)


def _renamed(named: Iterable[NamedLine], report: Report, key: bytes) -> Iterator[NamedLine]:
    """The dialogues as d0001, d0002... in drawn order; the report says which line became which.

    One that is held back has no name: the report gives its line for one.
    """
    written: list[dict[str, object]] = []
    for number, name, line in in_drawn_order(named, key):
        # All of them are through when the first one comes.
        written = written or [entry for entry in report.dialogues if not entry["held_back"]]
        written[number]["id"] = name
        yield name, line
    for entry in (*report.dialogues, *report.held):
        if entry.get("held_back", True):
            entry["id"] = f"line {entry['line']}"


def _pseudonymised(
    dialogues: Iterable[DialogueValue],
    report: Report,
    order: Order,
    *,
    rules: Rules,
    known: Originals,
) -> Iterator[NamedLine]:
    """Replaced dialogues in order, searched for the `known` originals of all; their issues go to
    the report.

    As in a release a line is rendered once, without its id, which is searched by itself.
    """
    for number, dialogue in enumerate(dialogues, 1):
        lexicon = load_lexicon(dialogue.lang, order.lexicon) if order.lexicon else None
        original = surrogate_dialogue_of_file(dialogue)
        chosen = rules.for_engine(original)
        report.labels.update(chosen)
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
        left, replaced = count_kept(result, searched), count_replaced(result, searched)
        issues = [_issue(issue) for issue in result.issues]
        report.dialogues.append(
            {
                "id": name,
                "line": dialogue.line,
                "issues": [*issues, BESIDE] if beside else issues,
                "replaced": replaced,
                "held_back": held,
            }
        )
        if held:
            report.held.append({"id": name, "line": dialogue.line})
            continue
        report.replaced += replaced
        report.own_values.add(result, rules)
        if report.left is not None:
            report.left += left
        if left:
            rendered = render("jsonl", look(result))
        ((_no_name, line),) = rendered.files
        yield name, line


def _issue(issue: Issue) -> dict[str, object]:
    fix = issue.fix
    return {
        "code": issue.code,
        "severity": issue.severity,
        "turn": issue.turn,
        "start": issue.start,
        "end": issue.end,
        "message": issue.message,
        "fix": fix
        and {
            "constraints": [
                {"kind": c.kind, "mentions": list(c.mentions), "value": c.value}
                for c in fix.constraints
            ],
            "before": fix.before,
            "after": fix.after,
        },
    }
