"""How long the preview of a file takes, and how much memory, before anything is imported.

Dialogues of clinical notes with a label in each turn, 30 MB, on a new SQLite database in a process
of its own; the same with a tenth of them, and as the baseline the parsing of the file alone.
"""

import json
import tempfile
import time
from pathlib import Path
from typing import Any

from common import answer, arguments, load, need_data
from importing import CORPUS, dialogues, installation, new_database, part

MEGABYTES = {False: 30, True: 3}  # by --quick
DIALOGUES_A_MB = 750  # with their labels
LABELS = ("PER", "NOMBRE", "FECHAS", "TERRITORIO", "HOSPITAL", "CALLE", "PAIS", "CORREO")
GOALS = {"seconds": 5, "growth_beyond_small_mb": 30}


def main() -> None:
    options = arguments(__doc__ or "")
    need_data(CORPUS)
    notes = [f"load average before: {load()}"]
    count = MEGABYTES[options.quick] * DIALOGUES_A_MB
    with tempfile.TemporaryDirectory(prefix="antifaz-bench-") as folder:
        tables = new_database(Path(folder))
        small, large = (
            labelled(Path(folder) / f"calls-{size}.jsonl", size) for size in (count // 10, count)
        )
        figures = {}
        for path in (small, large):
            with installation(tables) as env:
                figures[path] = part(env, "preview", str(path))
        baselines = {"parse_s": parse_seconds(large)}
    found = dict(figures[large])
    found["rss_small_mb"] = figures[small]["rss_mb"]
    found["growth_beyond_small_mb"] = found["rss_mb"] - found["rss_small_mb"]
    notes += [
        f"goal not met: {key} {found[key]:g}" for key, goal in GOALS.items() if found[key] > goal
    ]
    notes.append(f"load average after: {load()}")
    answer("previews", found, baselines, options.json, notes)


def labelled(path: Path, count: int) -> Path:
    """So many dialogues with a label on the first word of each turn."""
    plain = dialogues(path.with_suffix(".plain"), count)
    with plain.open(encoding="utf-8") as lines, path.open("w", encoding="utf-8") as out:
        for line in lines:
            record = json.loads(line)
            for number, turn in enumerate(record["turns"]):
                words = turn["text"].split()
                if words:
                    start = turn["text"].index(words[0])
                    label = LABELS[number % len(LABELS)]
                    span: dict[str, Any] = {"start": start, "end": start + len(words[0])}
                    turn["spans"] = [span | {"label": label}]
            out.write(json.dumps(record, ensure_ascii=False) + "\n")
    plain.unlink()
    return path


def parse_seconds(path: Path) -> float:
    """Python's own parser over the lines, which checks nothing."""
    clock = time.perf_counter()
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            json.loads(line)
    return round(time.perf_counter() - clock, 2)


if __name__ == "__main__":
    main()
