"""Two invented corpora for a first look at Antifaz: Spanish support calls, English hotel bookings.

Nobody in them exists: people, firms, numbers and places are drawn by a seeded generator from the
project's lexicons and its own plan files (`plans/`). Called by the set-up of the demo project.
"""

from annotation.demo import scene_en, scene_es
from annotation.demo.generator import Style, make_corpus
from annotation.demo.noise import AGENT_NOISE, CALLER_NOISE, PLAIN_NOISE
from annotation.demo.scene import LABELS
from annotation.formats.types import DialogueValue

__all__ = ["LABELS", "hotel_bookings", "support_calls"]

SUPPORT_CALLS = Style(
    corpus="support-calls",
    lang="es",
    fill=scene_es.fill_slot,
    speakers={"A": "spk1", "C": "spk2", "O": "spk3"},
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
