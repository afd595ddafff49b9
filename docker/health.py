"""Is this container well? `health.py web` asks /health; `health.py worker` looks at the sign of its
own worker.

Run by the container engine; plain Python, so that a probe costs some milliseconds and no database
connection of its own.
"""

import glob
import os
import socket
import sys
import time
import urllib.request
from pathlib import Path

BEAT_SECONDS = 60  # the worker touches its file whenever it has written its row, every few seconds


def check_web() -> None:
    """Raise an OSError unless the server answers 200, under a host name that it accepts."""
    host = os.environ.get("ALLOWED_HOSTS", "").split(",")[0].strip().lstrip(".") or "localhost"
    address = f"http://127.0.0.1:{os.environ.get('PORT') or '8000'}/health"
    request = urllib.request.Request(address, headers={"Host": host})
    with urllib.request.urlopen(request, timeout=4):
        pass


def check_worker() -> None:
    """Raise an OSError unless the worker of this container gave a sign of life within the last
    minute: a file named by host and process. Those of other containers say nothing of this one."""
    signs = Path(os.environ.get("ANTIFAZ_DATA") or "data") / "workers"
    own = [sign.stat().st_mtime for sign in signs.glob(f"{glob.escape(socket.gethostname())}-*")]
    if not own:
        raise OSError("it never gave a sign of life")
    age = time.time() - max(own)
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
