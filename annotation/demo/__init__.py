"""Two invented corpora for a first look at Antifaz: Spanish support calls, English hotel bookings.

Nobody in them exists: `benchmarks/demo` made them. Read by the set-up of the demo project.
"""

from pathlib import Path

from annotation.formats.corpora.jsonl import iter_jsonl
from annotation.formats.files.archive import open_stream
from annotation.formats.types import DialogueValue

FOLDER = Path(__file__).parent


def support_calls() -> list[DialogueValue]:
    """Invented Spanish technical-support calls in ES-Port's conventions, with gold spans."""
    return _read("support-calls")


def hotel_bookings() -> list[DialogueValue]:
    """Invented English hotel bookings with the same categories: what a source model learns from."""
    return _read("hotel-bookings")


def calls_read_twice() -> list[DialogueValue]:
    """More calls, with gold spans, from which the demo makes what two people read."""
    return _read("calls-read-twice")


def traps() -> list[DialogueValue]:
    """Calls, with gold spans, that are hard to replace so that they still make sense."""
    return _read("traps")


def guidelines() -> str:
    """What to label in the calls, in Markdown."""
    return (FOLDER / "guidelines.md").read_text(encoding="utf-8")


def _read(name: str) -> list[DialogueValue]:
    path = FOLDER / f"{name}.jsonl.gz"
    with open_stream(path, filename=path.name) as stream:
        return list(iter_jsonl(stream, filename=path.name))
