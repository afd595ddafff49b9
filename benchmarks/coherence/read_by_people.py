"""`python -m benchmarks.coherence.read_by_people`: is it pointed at, what readers found wrong?

Readers wrote dialogues, replaced them with two keys and noted what was wrong in either draw and
whether an issue told it (`read/<language>-<round>.txt`). Here the dialogues are replaced with the
same keys by the engine as it is. Its draws are others by now, so this says of each place that was
wrong and not told, or where an original could be read, whether an issue stands there today.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.coherence.cases import Case, read_turn
from benchmarks.coherence.engines import dialogue_of
from benchmarks.common import answer, argument_parser, print_table
from surrogates import pseudonymise
from surrogates.types import overlap

FOLDER = Path(__file__).with_name("read")
KEYS = (bytes(range(32)), bytes(range(7, 39)))
_WRONG = re.compile(r"= wrong (\d+) «(.+?)».*; *(silent|flagged|shown)\W*$")


@dataclass
class Read:
    """A dialogue that somebody judged: the verdict, what was wrong and how it was told (turn,
    words, "silent", "flagged" or "shown")."""

    case: Case
    verdict: str = ""
    wrong: list[tuple[int, str, str]] = field(default_factory=list)


def main(argv: list[str] | None = None) -> None:
    args = argument_parser(__doc__.split("\n")[0]).parse_args(argv)
    rounds: dict[str, list[Read]] = {}
    for path in sorted(FOLDER.glob("*.txt")):
        rounds.setdefault(path.stem.split("-")[1], []).extend(read(path))
    rows, figures = [], {}
    for number, dialogues in rounds.items():
        some = dialogues[::6] if args.quick else dialogues
        verdicts = Counter(each.verdict for each in some)
        places = [is_there for each in some for is_there in pointed_at(each)]
        share = sum(places) / max(1, len(places))
        said = ", ".join(f"{name.lower()} {count}" for name, count in verdicts.most_common())
        rows.append((number, str(len(some)), said, str(len(places)), f"{share:.2f}"))
        figures[f"round_{number}_pointed_at"] = round(share, 3)
    if args.json:
        answer("read_by_people", figures, {}, True)
        return
    print_table([("round", "dialogues", "verdicts then", "not told or shown", "told now"), *rows])


def read(path: Path) -> Iterator[Read]:
    """The dialogues of a file."""
    one: Read | None = None
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("# "):
            if one is not None:
                yield one
            one = Read(Case(*line[2:].split()[:2], phenomenon="read"))
        elif one is None or not line.strip():
            continue
        elif line.startswith("= verdict "):
            one.verdict = line.split()[2]
        elif match := _WRONG.match(line):
            one.wrong.append((int(match[1]), match[2], match[3]))
        elif not line.startswith("="):
            read_turn(one.case, *line.split(": ", 1))
    if one is not None:
        yield one


def pointed_at(one: Read) -> Iterator[bool]:
    """Whether an issue of either draw stands at each place that was wrong and not told."""
    dialogue = dialogue_of(one.case)
    draws = (pseudonymise(dialogue, strategy="entity", key=key) for key in KEYS)
    issues = [issue for draw in draws for issue in draw.issues]
    for turn, words, told in dict.fromkeys(one.wrong):
        start = dialogue.turns[turn].text.find(words) if turn < len(dialogue.turns) else -1
        if told != "flagged" and start >= 0:
            place = start, start + len(words)
            here = (i for i in issues if i.turn == turn)
            yield any(overlap((i.start, i.end), place) for i in here)


if __name__ == "__main__":
    main()
