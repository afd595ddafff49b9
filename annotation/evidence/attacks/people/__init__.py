"""Attacks on people: one original followed over dialogues, style, a heard utterance, and what can
be inferred of somebody. The table of attacks takes `ROWS`."""

from annotation.evidence.attacks.people.fragment import fragment
from annotation.evidence.attacks.people.inference import attributes
from annotation.evidence.attacks.people.linkage import linkage
from annotation.evidence.attacks.people.style import style
from annotation.evidence.attacks.types import Attack

ROWS: dict[str, Attack] = {
    "linkage": linkage,
    "style": style,
    "fragment": fragment,
    "attributes": attributes,
}
