"""The generator of the demo's corpora: Spanish support calls, English hotel bookings.

Nobody in them exists: people, firms, numbers and places are drawn with a seed from lists
in `data/` and from plan files (`plans/`). `python -m benchmarks.demo` writes what the app ships.
"""

from collections.abc import Callable

from annotation.formats.types import DialogueValue
from benchmarks.demo import scene_en, scene_es
from benchmarks.demo.generator import Style, make_corpus
from benchmarks.demo.noise import AGENT_NOISE, CALLER_NOISE, PLAIN_NOISE
from benchmarks.demo.scene import LABELS
from benchmarks.demo.traps import read_traps

__all__ = ["LABELS", "SHIPPED", "hotel_bookings", "support_calls"]

SUPPORT_CALLS = Style(
    corpus="support-calls",
    lang="es",
    fill=scene_es.fill_slot,
    speakers={"A": "Agent", "C": "Caller", "O": "Caller 2"},
    noise={"A": AGENT_NOISE, "C": CALLER_NOISE, "O": CALLER_NOISE},
    backchannels=("Sí", "Sí", "Vale", "%mhm", "%aha", "Sí, sí", "Ya", "%mm", "De acuerdo", "Sí="),
    interrupt=0.13,
    overlap=0.09,
    standoff=True,
)
HOTEL_BOOKINGS = Style(
    corpus="hotel-bookings",
    lang="en",
    fill=scene_en.fill_slot,
    speakers={"A": "clerk", "C": "guest", "O": "other"},
    noise={"A": PLAIN_NOISE, "C": PLAIN_NOISE, "O": PLAIN_NOISE},
)


def support_calls(n: int = 160, seed: int = 2018) -> list[DialogueValue]:
    """Invented Spanish technical-support calls in ES-Port's conventions, with gold spans."""
    return make_corpus(SUPPORT_CALLS, n, seed)


def hotel_bookings(n: int = 200, seed: int = 2019) -> list[DialogueValue]:
    """Invented English hotel bookings with the same categories: what a source model learns from."""
    return make_corpus(HOTEL_BOOKINGS, n, seed)


def calls_read_twice() -> list[DialogueValue]:
    """The calls of the demo project that two people have read."""
    return support_calls(12, 41)


def traps() -> list[DialogueValue]:
    """Three calls, written by hand, that are hard to replace so that they still make sense."""
    return read_traps("es", SUPPORT_CALLS.speakers)


# The files of `annotation/demo`, by name.
SHIPPED: dict[str, Callable[[], list[DialogueValue]]] = {
    "support-calls": support_calls,
    "hotel-bookings": hotel_bookings,
    "calls-read-twice": calls_read_twice,
    "traps": traps,
}
