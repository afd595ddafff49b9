"""Questions about a release written to a file for somebody's own language model, and its answers
read back. Called by `manage.py attack` with `--prompts` and `--answers`; nothing is sent."""

import json
from collections.abc import Iterable

from annotation.evidence.attacks import prompts
from annotation.evidence.attacks.types import Target
from annotation.evidence.types import Finding
from annotation.services.storage.files import written


def write_prompts(target: Target, out: str) -> int:
    """Write one question a line, whole or not at all; how many. Raises OSError."""
    count = 0
    with written(out) as stream:
        for row in prompts.questions([pair.released for pair in target.pairs]):
            stream.write(json.dumps(row, ensure_ascii=False).encode() + b"\n")
            count += 1
    return count


def score_answers(target: Target, lines: Iterable[str]) -> Finding:
    """The finding of a language model's answers.

    Raises EvidenceError for answers to questions about another release."""
    return prompts.score(target.pairs, lines)
