"""Questions about a release written to a file for somebody's own language model, and its answers
read back. Called by `manage.py attack` with `--prompts` and `--answers`; nothing is sent."""

import json

from annotation.evidence.attacks import prompts
from annotation.evidence.attacks.types import Target
from annotation.evidence.errors import EvidenceError
from annotation.formats.errors import FormatError
from annotation.refusals import Refused
from annotation.services.storage.files import read_text, written

Figures = dict[str, object]


def write_prompts(target: Target, out: str) -> Figures:
    """Write one question a line, whole or not at all; where, and how many. Raises OSError."""
    count = 0
    with written(out) as stream:
        for row in prompts.questions([pair.released for pair in target.pairs]):
            stream.write(json.dumps(row, ensure_ascii=False).encode() + b"\n")
            count += 1
    return {"out": out, "questions": count}


def score_answers(target: Target, path: str) -> Figures:
    """The finding of a language model's answers, one a line, as figures of an attack.

    Raises Refused for answers to other questions or lines that are none; OSError.
    """
    try:
        lines = read_text(path).splitlines()
        found = prompts.score(target.pairs, lines)
    except FormatError:
        raise Refused(f"{path}: no text in UTF-8; expected it.", code="no_answers") from None
    except EvidenceError as error:
        raise Refused(f"{path}: {error}", code="other_prompts") from None
    return {
        "dialogues": len(target.pairs),
        "known": sum(pair.is_gold for pair in target.pairs),
        "not_run": int(found.state == "not run"),
        "findings": [found.to_json()],
    }
