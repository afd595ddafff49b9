"""How long readers of other formats take, and how much memory: each in a process of its own.

    python -m importing_parts.formats TURNS

Without a name each format is written, and read by a process of its own. The last line is the
figures as JSON.
"""

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from annotation.formats import DialogueValue, ReadOptions, TurnValue, iter_corpus, write_corpus

WORDS = ["hola", "soy", "Ana", "Olabe", "y", "vivo", "en", "Irun", "con", "mi", "hermano"]
MAIL = (
    "From a@example.org Mon Jan  1 10:00:00 2024\nFrom: Ana <a@example.org>\nSubject: cita\n"
    "To: b@example.org\nContent-Type: text/plain; charset=utf-8\n\n"
)
NAMES = ("csv", "xlsx", "mbox")


def dialogues(turns: int) -> Iterator[DialogueValue]:
    """So many turns of a dozen words, twenty a dialogue."""
    draw = Random(1)
    for number in range(turns // 20):
        said = (TurnValue("AB"[at % 2], " ".join(draw.choices(WORDS, k=12))) for at in range(20))
        yield DialogueValue(f"d{number}", "es", tuple(said))


def write(name: str, turns: int, path: Path) -> None:
    if name != "mbox":
        write_corpus(name, dialogues(turns), path)
        return
    with path.open("w", encoding="utf-8") as out:
        for each in dialogues(turns * 17 // 20):  # the fields are turns, too
            out.write(MAIL + "\n\n".join(turn.text for turn in each.turns[:17]) + "\n\n")


def read(name: str, path: Path) -> dict[str, float]:
    """Processor time of reading a file, and what memory grew by."""
    before, start = _peak(), time.process_time()
    turns = sum(len(each.turns) for each in iter_corpus(name, path, ReadOptions(), filename="f"))
    seconds = time.process_time() - start
    return {
        f"{name}_read_s": round(seconds, 2),
        f"{name}_rss_more_mb": round(_peak() - before),
        f"{name}_turns": turns,
    }


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    turns, *given = sys.argv[1:]
    if given:
        print(json.dumps(read(given[0], Path(given[1]))))
        return
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory(prefix="antifaz-bench-") as folder:
        for name in NAMES:
            path = Path(folder) / f"calls.{name}"
            write(name, int(turns), path)
            command = [sys.executable, "-m", "importing_parts.formats", turns, name, str(path)]
            done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
            figures |= json.loads(done.stdout.splitlines()[-1])
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
