"""Labelled calls for `pseudonymise`, each another, and a process of ours that works on them."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[4]
NAMES = [
    "Amaia",
    "Ekain",
    "Garazi",
    "Hodei",
    "Itziar",
    "Koldo",
    "Leire",
    "Mikel",
    "Nerea",
    "Oihane",
]


def call(number: int) -> dict[str, Any]:
    name = NAMES[number % len(NAMES)]
    text = f"Soy {name}, y llamo por la línea {number % 7}"
    said = {"text": text, "spans": [{"start": 4, "end": 4 + len(name), "label": "female name"}]}
    more = [{"speaker": "B", "text": f"le escucho {'bien ' * (number % 5)}", "spans": []}] * 4
    return {"id": f"call-{number}", "lang": "es", "turns": [{"speaker": "A", **said}, *more]}


def write_calls(path: Path, count: int) -> str:
    lines = (json.dumps(call(number), ensure_ascii=False) for number in range(count))
    path.write_text("\n".join(lines), encoding="utf-8")
    return str(path)


def start(*args: str) -> "subprocess.Popen[str]":
    """A command of ours in a process group of its own, as a shell starts it."""
    return subprocess.Popen(
        [sys.executable, "manage.py", *args],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # A test run in several processes ignores Ctrl-C, and its children would inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
