"""Is this container well? `health.py web` asks /health; `health.py worker` reads the worker's beat.

Run by the container engine; plain Python, so that a probe costs some milliseconds and no database
connection of its own.
"""

import os
import sys
import time
import urllib.request
from pathlib import Path

BEAT_SECONDS = 60  # the worker's sweep touches the file every few seconds


def check_web() -> None:
    """Raise an OSError unless the server answers 200, under a host name that it accepts."""
    host = os.environ.get("ALLOWED_HOSTS", "").split(",")[0].strip().lstrip(".") or "localhost"
    address = f"http://127.0.0.1:{os.environ.get('PORT') or '8000'}/health"
    request = urllib.request.Request(address, headers={"Host": host})
    with urllib.request.urlopen(request, timeout=4):
        pass


def check_worker() -> None:
    """Raise an OSError unless a worker gave a sign of life within the last minute."""
    beat = Path(os.environ.get("ANTIFAZ_DATA") or "data") / "worker.beat"
    age = time.time() - beat.stat().st_mtime
    if age > BEAT_SECONDS:
        raise OSError(f"the last sign of life is {age:.0f} seconds old")


if __name__ == "__main__":
    checks = {"web": check_web, "worker": check_worker}
    if len(sys.argv) != 2 or sys.argv[1] not in checks:
        sys.exit("usage: health.py web|worker")
    try:
        checks[sys.argv[1]]()
    except OSError as error:
        sys.exit(f"{sys.argv[1]} is not well: {error}")
