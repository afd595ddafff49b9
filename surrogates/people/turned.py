"""Whether a whole name has its surname first, as lists and forms do: "Quéméneur Jean-Luc".

Called by `entities`, where no comma says so.
"""

from collections.abc import Sequence

from surrogates.languages.lexicon import Lexicon
from surrogates.people.name_words import Word, is_given, is_particle, leads
from surrogates.rewrite import Item


def surnames_first(
    item: Item, words: Sequence[Word], lexicon: Lexicon, surnames: frozenset[str]
) -> int:
    """How many words of a name are surnames before its given name, 0 where they are not first.

    `surnames`: folded words, and pairs of them, that the dialogue shows to be so. A surname is one
    of these, one of the tables or one in capitals; what follows it are given names only.
    """
    keys = [word.key for word in words]
    if len(keys) == 2 and " ".join(keys) in surnames:
        return 1
    if len(keys) < 2 or item.is_given:
        return 0
    size = 0
    while size < len(keys) and _is_surname(item, words[size], lexicon, surnames):
        size += 1
    named = keys[size:]
    joins = size > 0 and (is_particle(item, words[size - 1]) or leads(item, words[size - 1]))
    if not named or not size or joins:  # "St John"
        return 0
    if item.text[words[size - 1].end : words[size].start] == "-":  # "Cobley-Bailey"
        return 0
    whole = " ".join(named)
    return (
        size if whole in lexicon.name_by_key or all(_only_given(k, lexicon) for k in named) else 0
    )


def _is_surname(item: Item, word: Word, lexicon: Lexicon, surnames: frozenset[str]) -> bool:
    if is_particle(item, word):
        return True
    if is_given(word.key, lexicon) or len(word.key) < 2:
        return False
    capitals = item.text[word.start : word.end].isupper() and not item.text.isupper()
    return capitals or word.key in surnames or word.key in lexicon.surname_keys


def _only_given(key: str, lexicon: Lexicon) -> bool:
    return is_given(key, lexicon) and key not in lexicon.surname_keys
