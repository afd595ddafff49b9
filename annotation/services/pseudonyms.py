"""Replace a JSONL file without a project: no database, one dialogue in memory at a time.

Called by `manage.py pseudonymise`. A dialogue in whose replaced text an original would be readable
is left out of the output and named in the report.
"""

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from annotation.convert import surrogate_dialogue_of_file
from annotation.formats import write_corpus
from annotation.formats.types import DialogueValue
from annotation.services.files import read_jsonl, write_json, written
from annotation.services.leakage import find_leaks, with_leak_issues
from annotation.services.outgoing import AS_IT_IS, leaks_in, replaced_value, serialise
from surrogates import STRATEGIES, pseudonymise
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
NAMES = [name for name in STRATEGIES if name != AS_IT_IS]


@dataclass(slots=True)
class Report:
    """What was done to each dialogue; holds no original."""

    dialogues: list[dict[str, Any]] = field(default_factory=list)
    held: list[dict[str, Any]] = field(default_factory=list)
    replaced: int = 0

    def as_json(self) -> dict[str, Any]:
        return {"dialogues": self.dialogues}

    def summary(self) -> dict[str, Any]:
        issues = Counter(i["code"] for d in self.dialogues for i in d["issues"])
        return {
            "dialogues": len(self.dialogues) - len(self.held),
            "replaced": self.replaced,
            "held_back": [each["id"] for each in self.held],
            "issues": dict(sorted(issues.items())),
        }


def pseudonymise_file(
    path: str, out: str, *, strategy: str, seed: int, report: str = "", lexicon: Path | None = None
) -> Report:
    """Replace the dialogues of a file; "-" is standard input or output.

    Raises: FormatError, OSError, SurrogateError; then there is neither output nor report.
    """
    done = Report()
    values = pseudonymise_all(
        read_jsonl(path), done, strategy=strategy, key=seed_key(seed), lexicons=lexicon
    )
    with written(out) as stream:
        write_corpus("jsonl", values, stream)
        if report:
            write_json(done.as_json(), report)
    return done


def seed_key(seed: int) -> bytes:
    """The key of the draws. Who knows the seed and a text can redo its surrogates."""
    return hmac.digest(b"antifaz pseudonymise", str(seed).encode(), hashlib.sha256)


def pseudonymise_all(
    dialogues: Iterable[DialogueValue],
    report: Report,
    *,
    strategy: str,
    key: bytes,
    lexicons: Path | None = None,
) -> Iterator[DialogueValue]:
    """Replaced dialogues in order; their issues go to the report."""
    for number, dialogue in enumerate(dialogues, 1):
        lexicon = load_lexicon(dialogue.lang, lexicons) if lexicons else None
        original = surrogate_dialogue_of_file(dialogue)
        result = pseudonymise(original, strategy=strategy, key=key, lexicon=lexicon)
        value = replaced_value(dialogue, result)
        leaks = find_leaks(original, result, strategy)
        beside = leaks_in(serialise("jsonl", replace(value, id="")), result)
        held = bool(leaks) or beside
        # A name of somebody may also stand in the id.
        name = f"d{number:04d}" if leaks_in([("", dialogue.id.encode())], result) else dialogue.id
        issues = [_issue(issue) for issue in with_leak_issues(original, result, leaks).issues]
        report.dialogues.append(
            {
                "id": name,
                "issues": [*issues, BESIDE] if beside else issues,
                "replaced": len(result.replacements),
                "held_back": held,
            }
        )
        if held:
            report.held.append({"id": name, "line": dialogue.line})
            continue
        report.replaced += len(result.replacements)
        yield replace(value, id=name)


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
