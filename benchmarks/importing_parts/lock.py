"""How long somebody who wants to write to SQLite waits for another: asked each millisecond, as
SQLite's own waiting sleeps up to 100 ms at a time. Called by `importing.py` and `beside.py`."""

import sqlite3
import threading
import time

BETWEEN = 0.02  # seconds between two writes


class LockProbe(threading.Thread):
    """Takes the write lock again and again; `waits` in milliseconds."""

    def __init__(self, path: str) -> None:
        super().__init__(daemon=True)
        self.path, self.waits = path, [0.0]
        self._stop_asked = threading.Event()

    def run(self) -> None:
        connection = sqlite3.connect(self.path, timeout=0, isolation_level=None)
        while not self._stop_asked.wait(BETWEEN):
            begun = time.perf_counter()
            while not self._locked(connection):
                time.sleep(0.001)
            self.waits.append((time.perf_counter() - begun) * 1000)
            connection.execute("ROLLBACK")
        connection.close()

    def _locked(self, connection: sqlite3.Connection) -> bool:
        try:
            connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:
            return False
        return True

    def end(self) -> None:
        self._stop_asked.set()
        self.join()

    @property
    def longest(self) -> float:
        return round(max(self.waits), 1)
