"""Labels whose values contradict their kind: dates that are names, names that are dates.

Whoever maps a label to a kind may pick the wrong one, and every surrogate of it is wrong then.
Called by `issues` on the finished dialogue; says so once for each label.
"""

import re
from functools import lru_cache

from surrogates import notices
from surrogates.folding import PARTICLES, fold, words
from surrogates.labels import DIGITS, NAMES, Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.numerals import number_keys
from surrogates.rewrite import Item
from surrogates.scene import Scene

_TOLD_BY_FIGURES = frozenset({Kind.DATE, Kind.TIME, *DIGITS})
_TOLD_BY_WORDS = frozenset({Kind.PLACE, Kind.COUNTRY, *NAMES})
_FREE = re.compile(r"pass|pwd|pin|contras|clave|wort|passe", re.IGNORECASE)  # anything may be one


def inspect(scene: Scene) -> None:
    """Raises LABEL_UNFIT for each label of which half of the values or more contradict the kind."""
    by_label: dict[str, list[Item]] = {}
    for item in scene.items:
        if item.kind in _TOLD_BY_FIGURES | _TOLD_BY_WORDS:
            by_label.setdefault(item.label, []).append(item)
    for items in by_label.values():
        odd = [item for item in items if _contradicts(item, scene.lexicon)]
        if odd and 2 * len(odd) >= len(items):
            keys = tuple(item.key for item in odd)
            scene.raise_issue(notices.LABEL_UNFIT, odd[0], keys)


def _contradicts(item: Item, lexicon: Lexicon) -> bool:
    if item.kind in _TOLD_BY_FIGURES:
        return not _FREE.search(item.label) and _is_name(item.text, lexicon)
    return "@" in item.text or _is_figure(item.text, lexicon)


def _is_name(text: str, lexicon: Lexicon) -> bool:
    """Whether a text is nothing but names of people or places, and no word of time or number."""
    keys = [key for key in words(text) if key not in PARTICLES]
    if not keys or not text[:1].isupper() or fold(text) in _feasts(lexicon):
        return False
    if any(key in _counting(lexicon) or key in lexicon.homographs or len(key) < 3 for key in keys):
        return False
    known = lexicon.name_by_key.keys() | lexicon.surname_keys | lexicon.known_places
    return fold(text) in lexicon.known_places or all(key in known for key in keys)


def _is_figure(text: str, lexicon: Lexicon) -> bool:
    """Whether a text is nothing but figures, with words of time and number beside them."""
    if not any(char.isdecimal() for char in text):
        return False
    return all(
        key.isdecimal() or key in PARTICLES or key in _counting(lexicon) for key in words(text)
    )


@lru_cache(maxsize=16)
def _counting(lexicon: Lexicon) -> frozenset[str]:
    """Folded words that dates and numbers are said with."""
    said = {fold(word) for word in (*lexicon.month_numbers, *lexicon.months, *lexicon.weekdays)}
    for table in ("date_words", "days", "hours"):
        said |= {word for row in lexicon.all_rows(table) for word in words(row["form"])}
    return frozenset(said | number_keys(lexicon) | lexicon.spoken_letters.keys())


@lru_cache(maxsize=16)
def _feasts(lexicon: Lexicon) -> frozenset[str]:
    rows = (row for table in ("feasts", "feast_days") for row in lexicon.all_rows(table))
    return frozenset(fold(row["form"]) for row in rows)
