"""French: "de" and "que" before a name elide ("d'Hélène", "qu'Alice"); "le" contracts with "de".

An h is taken as mute (Hélène, Hugo), except where it is known to be aspirated (Houilles). A surname
may have an s in the plural ("les Duponts"), but for one that ends in s, x or z.
"""

from collections.abc import Iterator

from surrogates.folding import fold
from surrogates.languages.inflection.sounds import PLURAL, doubtful_onset, vowel_onset

_OWN = {"ma": "mon ", "ta": "ton ", "sa": "son "}  # "ma Clio", but "mon Alpine"
PROCLITICS = frozenset({"de", "que", "à", "le", "la", *_OWN})
RARE = frozenset({"que", "à", "le", "la", PLURAL, *_OWN})
OF_PLACES: frozenset[str] = frozenset()
SURE: frozenset[str] = frozenset()
SURE_OF_NAMES: frozenset[str] = frozenset()
# Beginnings of words whose h keeps what stands before it whole: "de Hongrie", "le hongrois".
_ASPIRATED_TEXT = """
habib hafid hague hakan hakim halil halima hall halte hamac hambourg hameau hamid hamza hanan
hanau hanche hangar hanife hano hans haras harcel hard hareng harf haricot harlem harold harp
harry hasan hasard hassan hatice hauss haut havr haye heidi helmut herisson hernie heron heros
hetr hibou hicham hieu hocine hock holl homard hond honfleur hong hont hors hou hublot hulya
huong huseyin hussard husse hutt
"""
_ASPIRATED = tuple(_ASPIRATED_TEXT.split())
_ELIDED = {"de": "d'", "que": "qu'", "le": "l'", "la": "l'"}
_CONTRACTED = {"de": {"le ": "du ", "les ": "des "}, "à": {"le ": "au ", "les ": "aux "}}


def is_aspirated(text: str) -> bool:
    """Whether nothing elides before the h that a text begins with: "de Honfleur"."""
    return fold(text).startswith(_ASPIRATED)


def put(stem: str, ending: str) -> str:
    """ "de" + Alice -> "d'Alice", + Le Mans -> "du Mans"; raises KeyError for an unknown ending."""
    if ending == PLURAL:
        return stem if fold(stem).endswith(("s", "x", "z")) else f"{stem}s"
    for article, contracted in _CONTRACTED.get(ending, {}).items():
        if stem.lower().startswith(article):
            return contracted + stem[len(article) :]
    elides = ending != "à" and vowel_onset(stem) and not is_aspirated(stem)
    return f"{(_ELIDED | _OWN)[ending]}{stem}" if elides else f"{ending} {stem}"


def cut(word: str, *, place: bool = False) -> Iterator[tuple[str, str]]:
    """Candidates (name, clitic or plural)."""
    if len(word) > 3 and put(word[:-1], PLURAL) == word:
        yield word[:-1], PLURAL
    for ending in ("de", "que", "à", "le", "la", *_OWN):
        starts = {_ELIDED.get(ending, ""): "", f"{ending} ": ""}
        starts |= {made: was.capitalize() for was, made in _CONTRACTED.get(ending, {}).items()}
        for start, article in starts.items():
            if start and word.lower().startswith(start):
                stem = article + word[len(start) :]
                if len(stem) > 1 and put(stem, ending).casefold() == word.casefold():
                    yield stem, ending


def regular(stem: str, ending: str) -> bool:
    """Whether the first sound is beyond doubt and no article melts into the clitic."""
    if ending == PLURAL:
        return put(stem, ending) != stem
    return not doubtful_onset(stem) and put(stem, ending).endswith(stem)


def noun_forms(noun: str) -> Iterator[str]:
    return iter(())
