"""`tag` and `pseudonymise` by two processes against one: time, bytes, and the parent's memory.

On synthetic calls like those of `surrogates.py`, 500 MB of them (`--mb N`: other sizes); `--quick`
is a small part of it, in which starting the processes takes as long as the work: so the time that
one dialogue takes is measured, too, and taken off in `..._times_of_work`. On a machine that others
use, wall time tells nothing: `..._times_by_cpu` is what processor time allows, start included, if
the parent never works while the others do: cpu_1 / (parent + others / 2). Memory is the highest of
the parent alone (VmHWM), and once more on twice the input: what grows with it is not streamed.
"""

import contextlib
import filecmp
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.common import ROOT, answer, argument_parser, load
from benchmarks.surrogates import corpus

MB, QUICK_MB = 500.0, {"pseudonymise": 0.4, "tag": 1.0}
TAUGHT = 40  # dialogues that the model learns from
MEGA = 1_000_000


@dataclass(frozen=True)
class Measured:
    seconds: float
    rss_mb: float  # of the parent, at its highest
    cpu: float  # seconds of processors, the parent's
    cpu_others: float  # those of the processes that it started


def lines() -> Iterator[bytes]:
    """The calls as lines of JSONL, always the same ones."""
    for dialogue in corpus(sys.maxsize):
        turns = [
            {
                "speaker": turn.speaker,
                "text": turn.text,
                "spans": [
                    {"start": m.start, "end": m.end, "label": m.label} for m in turn.mentions
                ],
            }
            for turn in dialogue.turns
        ]
        record = {"id": dialogue.id, "lang": dialogue.lang, "turns": turns}
        yield json.dumps(record, ensure_ascii=False).encode() + b"\n"


def write(path: Path, size: float) -> int:
    """So many bytes of calls, or a little more; how many calls they are."""
    written = count = 0
    with path.open("wb") as stream:
        for count, line in enumerate(lines(), 1):  # noqa: B007
            written += stream.write(line)
            if written >= size:
                break
    return count


def measure(*args: str) -> Measured:
    """One command of ours as a process."""
    return measured([sys.executable, "manage.py", *args])


def measured(command: list[str], environment: dict[str, str] | None = None) -> Measured:
    """A command with all processes that it starts. Status 3 is no failure: some were held back."""
    began, highest = time.perf_counter(), 0
    worked: dict[str, float] = {}
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.DEVNULL, start_new_session=True, env=environment
    ) as process:
        while process.poll() is None:
            highest = max(highest, _highest(Path(f"/proc/{process.pid}/status")))
            worked |= _worked(process.pid)
            time.sleep(0.1)
    if process.returncode not in (0, 3):
        raise SystemExit(f"{' '.join(command[:3])} ended with {process.returncode}")
    own = worked.pop(str(process.pid), 0.0)
    seconds = time.perf_counter() - began
    return Measured(seconds, highest / 1024, own, sum(worked.values()))


def _worked(session: int) -> dict[str, float]:
    """Processor seconds of each process of a session, the last tenth of a second left out."""
    found = {}
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            row = (process / "stat").read_text(encoding="ascii").rpartition(")")[2].split()
            if int(row[3]) == session:
                found[process.name] = (int(row[11]) + int(row[12])) / os.sysconf("SC_CLK_TCK")
    return found


def _highest(status: Path) -> int:
    """Kilobytes; 0 of a process that has just ended."""
    try:
        rows = status.read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    return next((int(row.split()[1]) for row in rows if row.startswith("VmHWM:")), 0)


def compare(folder: Path, name: str, options: tuple[str, ...], size: float) -> dict[str, float]:
    """One command by one process and by two, on the same file."""
    sizes = {"one": 1.0, "whole": size, "twice": 2 * size}
    files = {what: folder / f"{name}.{what}.jsonl" for what in sizes}
    counts = {what: write(files[what], sizes[what]) for what in sizes}

    def run(what: str, jobs: int) -> Measured:
        out = folder / f"{name}.{what}.{jobs}.out"
        return measure(name, *options, str(files[what]), str(out), "--jobs", str(jobs), "--quiet")

    start = {jobs: run("one", jobs).seconds for jobs in (1, 2)}
    done = {jobs: run("whole", jobs) for jobs in (1, 2)}
    twice = run("twice", 2)
    same = filecmp.cmp(
        folder / f"{name}.whole.1.out", folder / f"{name}.whole.2.out", shallow=False
    )
    work = {jobs: done[jobs].seconds - start[jobs] for jobs in (1, 2)}
    figures = {
        "mb": files["whole"].stat().st_size / MEGA,
        "dialogues": counts["whole"],
        "seconds_1": done[1].seconds,
        "seconds_2": done[2].seconds,
        "start_seconds_1": start[1],
        "start_seconds_2": start[2],
        "times": done[1].seconds / done[2].seconds,
        "times_of_work": work[1] / max(work[2], 0.01),
        "cpu_1": done[1].cpu,
        "cpu_2_parent": done[2].cpu,
        "cpu_2_others": done[2].cpu_others,
        "times_by_cpu": done[1].cpu / (done[2].cpu + done[2].cpu_others / 2),
        "same_bytes": float(same),
        "parent_rss_mb_1": done[1].rss_mb,
        "parent_rss_mb_2": done[2].rss_mb,
        "parent_rss_mb_2_at_2x": twice.rss_mb,
    }
    return {f"{name}_{key}": round(value, 2) for key, value in figures.items()}


def main() -> None:
    parser = argument_parser(__doc__ or "")
    parser.add_argument("--mb", type=float, help="megabytes of input (default 500)")
    parser.add_argument("--only", choices=list(QUICK_MB), help="one of the two commands")
    options = parser.parse_args()
    before = load()
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["ANTIFAZ_DATA"] = name
        key, model = folder / "key", folder / "model"
        key.write_bytes(bytes(range(32)))
        key.chmod(0o600)
        how = {
            "pseudonymise": ("--strategy", "entity", "--key", str(key)),
            "tag": ("--model", str(model)),
        }
        for command in [options.only] if options.only else how:
            if command == "tag":
                write(folder / "taught.jsonl", TAUGHT * 6000)
                measure("train", str(folder / "taught.jsonl"), "--out", str(model), "--json")
            size = options.mb or (QUICK_MB[command] if options.quick else MB)
            figures |= compare(folder, command, how[command], size * MEGA)
    notes = [f"load of the machine: {before} before, {load()} after"]
    if options.quick and not options.mb:
        notes.append("quick: starting takes as long as the work; `times` says nothing here")
    answer("standalone_jobs", figures, {"one_process_times": 1.0}, options.json, notes)


if __name__ == "__main__":
    main()
