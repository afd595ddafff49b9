"""The job of Spark, run as it is, in a process that kills one of its executors in the middle.

Started by `test_spark`, with a file and the arguments of the job; the file says what happened.
"""

import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

from pyspark import SparkContext

from antifaz.spark.__main__ import main


def executors(application: str) -> list[int]:
    """The processes of this cluster that work on blocks."""
    found = []
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = place.read_text("utf-8", errors="replace").split("\0")
        except OSError:
            continue
        if application in words and any("ExecutorBackend" in word for word in words):
            found.append(int(place.parent.name))
    return found


def replacing(status: Any) -> Any:
    """The stage in which blocks are replaced, once it runs."""
    for job in status.getJobIdsForGroup("replace"):
        for stage in status.getJobInfo(job).stageIds:
            info = status.getStageInfo(stage)
            if info and info.numTasks > 2:
                return info
    return None


def kill_one(noted: Path) -> None:
    """As soon as a block is replaced, while others are not."""
    while not hasattr(context := SparkContext._active_spark_context, "_jsc"):
        time.sleep(0.05)
    status = context.statusTracker()
    while not ((stage := replacing(status)) and stage.numCompletedTasks):
        time.sleep(0.02)
    first, *others = executors(str(context.applicationId))
    os.kill(first, 9)
    noted.write_text(f"{len(others)} {stage.numCompletedTasks} {stage.numTasks}")


if __name__ == "__main__":
    threading.Thread(target=kill_one, args=(Path(sys.argv[1]),), daemon=True).start()
    sys.exit(main(sys.argv[2:]))
