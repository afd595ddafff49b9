"""How far a command is, on standard error: a line of a terminal, or a line of JSON each second.

Called by `reporting`, which gives each command a `Progress`; the work calls its `tell`. Where
standard error is no terminal nothing is shown, unless JSON was asked for.
"""

import contextlib
import json
import shutil
import threading
import time
from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Annotated, Any, TypedDict

from annotation.shapes import says

EVERY = {"line": 0.2, "json": 1.0}  # seconds between two signs of life, at least
ALIVE = 1.0  # and at most, while nothing is told
FORETOLD = 0.02  # of the work: before that nobody can say how long the rest takes


def add_progress(parser: ArgumentParser) -> None:
    parser.add_argument("--quiet", action="store_true", help="no progress on standard error")
    parser.add_argument(
        "--progress", choices=["auto", "json"], default="auto",
        help="auto: a line, where standard error is a terminal; json: a line of JSON each second",
    )  # fmt: skip


class ProgressLine(TypedDict):
    """How far a command is."""

    command: str
    phase: str
    done: Annotated[int, says(minimum=0)]
    total: Annotated[int | None, says("Null where nobody knows it.")]
    unit: Annotated[str, says("What is counted; empty where there is nothing to count.")]
    seconds: Annotated[float, says("Since the command began.", minimum=0)]


class Progress:
    """Shows how far the work is. Nothing is shown before the first `tell`."""

    def __init__(self, command: str, out: Any, options: Mapping[str, Any]) -> None:
        self._command, self._out = command, out
        self.style = ""
        if options["progress"] == "json":
            self.style = "json"
        elif out.isatty():
            self.style = "line"
        if options["quiet"]:
            self.style = ""
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._thread: threading.Thread | None = None
        self._begun = self._phase_begun = time.monotonic()
        self._shown = float("-inf")
        self._at: tuple[str, int, int | None, str] = ("", 0, None, "")
        self._is_drawn = False

    def __enter__(self) -> "Progress":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        self._over.set()
        if self._thread is not None:
            self._thread.join()
        if self.style == "json" and self._thread is not None and kind is None:
            self._show()
        self.clear()

    def tell(
        self, phase: str, done: int, total: int | None = None, unit: str = "dialogues"
    ) -> None:
        """Called by the work, as often as it likes; total: None where nobody knows it.

        unit: "" where there is nothing to count.
        """
        if not self.style:
            return
        is_new = phase != self._at[0]
        if is_new:
            self._phase_begun = time.monotonic()
        self._at = (phase, done, total, unit)
        if self._thread is None:
            # A training may say nothing for a minute: the seconds go on all the same.
            self._thread = threading.Thread(target=self._stay_alive, daemon=True)
            self._thread.start()
        is_new = is_new and self.style == "line"
        if is_new or time.monotonic() - self._shown >= EVERY[self.style]:
            self._show()

    def tell_share(self, share: float, phase: str) -> None:
        """The same for work that counts itself in shares of the whole."""
        self.tell(phase, round(100 * share), 100, "percent")

    def say(self, write: Callable[[str], object], sentence: str) -> None:
        """Write a sentence that stays, in place of the line."""
        with self._lock:
            self._wipe()
            write(sentence)

    def clear(self) -> None:
        with self._lock:
            self._wipe()

    def _stay_alive(self) -> None:
        while not self._over.wait(ALIVE / 5):
            if time.monotonic() - self._shown >= ALIVE:
                self._show()

    def _show(self) -> None:
        with self._lock, contextlib.suppress(OSError, ValueError):  # nobody reads it any more
            self._shown = time.monotonic()
            if self.style == "json":
                self._out.write(json.dumps(self.as_json()), style_func=str)
            else:
                width = shutil.get_terminal_size().columns - 1
                self._is_drawn = True
                self._out.write(f"\r\033[K{self.as_line()[:width]}", style_func=str, ending="")
            self._out.flush()

    def _wipe(self) -> None:
        if self._is_drawn:
            self._is_drawn = False
            with contextlib.suppress(OSError, ValueError):
                self._out.write("\r\033[K", style_func=str, ending="")

    def as_json(self) -> ProgressLine:
        phase, done, total, unit = self._at
        return {
            "command": self._command,
            "phase": phase,
            "done": done,
            "total": total,
            "unit": unit,
            "seconds": round(time.monotonic() - self._begun, 1),
        }

    def as_line(self) -> str:
        phase, done, total, unit = self._at
        seconds = time.monotonic() - self._begun
        count = f" {done:,} {unit}" + (f" of {total:,}" if total is not None else "")
        parts = [phase + (count if unit else ""), _time(seconds)]
        if total and FORETOLD <= done / total < 1:
            worked = time.monotonic() - self._phase_begun
            parts.append(f"about {_time(worked * (total - done) / done)} left")
        return ", ".join(parts)


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes:02d} min"
    return f"{minutes} min {rest:02d} s" if minutes else f"{rest} s"
