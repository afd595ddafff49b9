"""Particles: the words of a name that name nobody ("de", "von"), and when they are none.

Called by `cast` and `policies.word`. Under every other label such a word is said for itself: "dos"
is a number, "e" a letter of a spelling.
"""

import re

from surrogates.folding import PARTICLES, PARTICLES_OF, SAINTS, WORD, fold
from surrogates.labels import NAMES, Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.rewrite import Item

NAMING = frozenset({*NAMES, Kind.PLACE, Kind.COUNTRY, Kind.STREET, Kind.ORG})
# With a capital at the start of a name, any other may be a name of its own ("Le", "Van", "Al").
CAPITAL = frozenset({"de", "del", "la", "las", "los", "y"})
_NUMBERS = frozenset({"dos", "das"})  # particles of people's names alone


def stays(item: Item, match: re.Match[str], lexicon: Lexicon) -> bool:
    """Whether a word of a mention is a particle inside a name, place or organisation."""
    key = fold(match.group())
    if item.kind not in NAMING or key not in PARTICLES or key in SAINTS:
        return False
    if key in _NUMBERS and item.kind not in NAMES:
        return False
    after = [fold(word) for word in WORD.findall(item.text[match.end() :])]
    # A word that names somebody has to follow.
    if not any(len(word) > 1 and word not in PARTICLES for word in after):
        return False
    first = WORD.search(item.text)
    leads = first is not None and first.start() == match.start()
    lower = match.group().islower()
    # A letter stands in lower case between two words, or before a place ("A Coruña").
    if len(key) == 1 and (leads or not lower):
        return item.kind is Kind.PLACE and leads and item.text[match.end()] == " "
    if leads and item.kind in NAMES and key not in CAPITAL:
        return lower and key not in lexicon.name_by_key and key not in lexicon.fulls_of
    return True


def joiners(lexicon: Lexicon) -> list[str]:
    """The particles of a language, of which one is drawn for another outside names."""
    return sorted(PARTICLES_OF.get(lexicon.lang, PARTICLES_OF["es"]))
