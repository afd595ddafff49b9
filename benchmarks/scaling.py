"""Replacing on a local cluster of Spark by one executor and by two, and by the command of one
process, on growing files: time, and what must be known of all dialogues before the first.

On the synthetic calls of `surrogates.py` (`--mb 50,100,...`; `--quick`: 1 MB), with the strategy
`entity`. On a machine that others use, wall time tells little: seconds of processors are beside it.
What is gathered is on each executor, once for each of its processes, so its size is measured by
what it takes when it is sent. Needs the extra `spark` and Java 17; says so where they are missing.
"""

import importlib.util
import os
import pickle
import resource
import shutil
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from antifaz import gather_lines
from benchmarks.common import ROOT, answer, argument_parser, load
from benchmarks.standalone_jobs import MEGA, Measured, measured, write

SIZES, QUICK = "50,100", "1"
EXECUTORS = (1, 2)
PARTITION = 1_000_000  # bytes of a block: some for each executor, also of a small file


def spark(folder: Path, source: Path, executors: int) -> tuple[Measured, bytes]:
    """The job, and the bytes that it wrote."""
    out = folder / f"out.{source.name}.{executors}"
    options = [
        f"--master local-cluster[{executors},1,2048]",
        "--conf spark.executor.memory=1024m",
        "--conf spark.ui.enabled=false",
        f"--conf spark.sql.files.maxPartitionBytes={PARTITION}",
        f"--conf spark.local.dir={folder}",
        "pyspark-shell",
    ]
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "PYSPARK_PYTHON": sys.executable,
        "PYSPARK_SUBMIT_ARGS": " ".join(options),
    }
    args = ["--strategy", "entity", "--keep-ids", "--key-file", str(folder / "key")]
    command = [sys.executable, "-m", "antifaz.spark", str(source), str(out), *args]
    done = measured(command, environment)
    data = b"".join(part.read_bytes() for part in sorted(out.glob("part-*")))
    for left in folder.glob(f"{out.name}*"):
        shutil.rmtree(left)
    return done, data


def main() -> None:
    parser = argument_parser(__doc__.splitlines()[0])
    parser.add_argument("--mb", default="", help=f"megabytes of the files; {SIZES}")
    options = parser.parse_args()
    if importlib.util.find_spec("pyspark") is None or shutil.which("java") is None:
        print("skipped: pyspark or Java is not installed", file=sys.stderr)
        raise SystemExit(0)
    sizes = [float(each) for each in (options.mb or (QUICK if options.quick else SIZES)).split(",")]
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "key").write_bytes(bytes(32))
        (folder / "key").chmod(0o600)
        for size in sizes:
            source = folder / f"{size:g}.jsonl"
            figures[f"mb{size:g}_dialogues"] = write(source, size * MEGA)
            one = folder / "one"
            args = ["--strategy", "entity", "--keep-ids", "--key", str(folder / "key"), "--quiet"]
            command = [sys.executable, "manage.py", "pseudonymise", *args, str(source), str(one)]
            took = {"one_process": measured(command)}
            for executors in EXECUTORS:
                took[f"executors_{executors}"], data = spark(folder, source, executors)
                if data != one.read_bytes():
                    raise SystemExit(f"{executors} executors gave other bytes than one process")
            for name, each in took.items():
                figures[f"mb{size:g}_{name}_s"] = round(each.seconds, 1)
                figures[f"mb{size:g}_{name}_cpu_s"] = round(each.cpu + each.cpu_others, 1)
            began = time.process_time()
            with source.open("rb") as stream:
                sent = len(pickle.dumps(gather_lines(stream), pickle.HIGHEST_PROTOCOL))
            figures[f"mb{size:g}_gathered_mb"] = round(sent / MEGA, 2)
            figures[f"mb{size:g}_gathering_cpu_s"] = round(time.process_time() - began, 1)
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            figures[f"mb{size:g}_gathered_rss_mb"] = round(peak, 1)
            print(f"{size:g} MB: {figures}", file=sys.stderr)
    answer("scaling", figures, {}, options.json, [f"load {load()}"])


if __name__ == "__main__":
    main()
