"""Replace a JSONL file without a project: no database, one dialogue in memory at a time.

Called by `manage.py pseudonymise`. A dialogue in whose replaced text an original would be readable
is left out of the output and named in the report.
"""

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from annotation.convert import surrogate_dialogue_of_file
from annotation.errors import Refused
from annotation.formats import write_corpus
from annotation.formats.types import DialogueValue
from annotation.services.files import read_jsonl, write_json, written
from annotation.services.leakage import find_leaks, with_leak_issues, without_kept
from annotation.services.outgoing import count_kept, leaks_in, replaced_value, serialise
from annotation.services.rules import Rules, Words, count_words, made_rules, refuse_originals
from surrogates import pseudonymise
from surrogates.languages import load_lexicon
from surrogates.types import Issue

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

    def as_json(self) -> dict[str, Any]:
        return {"dialogues": self.dialogues}

    def summary(self) -> dict[str, Any]:
        issues = Counter(i["code"] for d in self.dialogues for i in d["issues"])
        return {
            "dialogues": len(self.dialogues) - len(self.held),
            "replaced": self.replaced,
            "held_back": [each["id"] for each in self.held],
            "issues": dict(sorted(issues.items())),
            **({"left": self.left} if self.left is not None else {}),
        }


def pseudonymise_file(
    path: str,
    out: str,
    *,
    strategy: str,
    seed: int,
    report: str = "",
    lexicon: Path | None = None,
    label_strategies: Mapping[str, str] | None = None,
    q: float = 1.0,
    leave_originals: bool = False,
) -> Report:
    """Replace the dialogues of a file; "-" is standard input or output.

    Raises: FormatError, OSError, Refused, SurrogateError; then there is neither output nor report.
    """
    refuse_originals(q, confirmed=leave_originals)
    rules = made_rules(strategy, label_strategies or {}, q)
    if rules.dissociates:
        rules = replace(rules, words=words_of_file(path))
    done = Report(left=0 if q < 1 else None)
    values = pseudonymise_all(
        read_jsonl(path), done, rules=rules, key=seed_key(seed), lexicons=lexicon
    )
    with written(out) as stream:
        write_corpus("jsonl", values, stream)
        if report:
            write_json(done.as_json(), report)
    return done


def words_of_file(path: str) -> Words:
    """What a file says under each label. Raises FormatError, OSError, Refused for a pipe."""
    if path == "-":
        message = "standard input: dissociation reads twice; expected a file"
        raise Refused(message, code="read_twice")
    return count_words(
        (span.label, number, turn.text[span.start : span.end])
        for number, dialogue in enumerate(read_jsonl(path))
        for turn in dialogue.turns
        for span in turn.spans
    )


def seed_key(seed: int) -> bytes:
    """The key of the draws. Who knows the seed and a text can redo its surrogates."""
    return hmac.digest(b"antifaz pseudonymise", str(seed).encode(), hashlib.sha256)


def pseudonymise_all(
    dialogues: Iterable[DialogueValue],
    report: Report,
    *,
    rules: Rules,
    key: bytes,
    lexicons: Path | None = None,
) -> Iterator[DialogueValue]:
    """Replaced dialogues in order; their issues go to the report."""
    for number, dialogue in enumerate(dialogues, 1):
        lexicon = load_lexicon(dialogue.lang, lexicons) if lexicons else None
        original = surrogate_dialogue_of_file(dialogue)
        chosen = rules.for_engine(original)
        report.labels.update(chosen)
        result = pseudonymise(
            original, strategy=chosen, key=key, lexicon=lexicon, q=rules.q, corpus=rules.corpus
        )
        searched = without_kept(result, rules)
        leaks = find_leaks(original, result, rules)
        covered = replaced_value(dialogue, searched)
        beside = leaks_in(serialise("jsonl", replace(covered, id="")), searched)
        held = bool(leaks) or beside
        # A name of somebody may also stand in the id.
        named = leaks_in([("", dialogue.id.encode())], searched)
        name = f"d{number:04d}" if named else dialogue.id
        left = count_kept(result, searched)
        issues = [_issue(issue) for issue in with_leak_issues(original, result, leaks).issues]
        report.dialogues.append(
            {
                "id": name,
                "issues": [*issues, BESIDE] if beside else issues,
                "replaced": len(result.replacements) - left,
                "held_back": held,
            }
        )
        if held:
            report.held.append({"id": name, "line": dialogue.line})
            continue
        report.replaced += len(result.replacements) - left
        if report.left is not None:
            report.left += left
        yield replace(replaced_value(dialogue, result), id=name)


def _issue(issue: Issue) -> dict[str, Any]:
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
