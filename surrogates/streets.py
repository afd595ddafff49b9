"""The word for a kind of street ("calle", "Street", "kalea"): where it stands and how it ends."""

import re

from surrogates.folding import fold
from surrogates.languages.lexicon import Lexicon

# Languages that say what a thing is after its name: "Baker Street", "Ibaiondo kalea".
HEAD_LAST = frozenset({"de", "en", "eu"})
_WORD = re.compile(r"[^\W\d_]+")
_VOWELS = "aeiou"
# Basque endings of a street, and whether the article gives way to them ("kalea", "kaleko").
_BASQUE = {"": False, "n": False, "ren": False, "ko": True, "tik": True, "ra": True}


def type_said(text: str, lexicon: Lexicon) -> tuple[str, str]:
    """The word of a street that tells its type, and that word's case ending; ("", "") if none."""
    endings = _BASQUE if lexicon.lang == "eu" else {"": False}
    forms = {
        fold(inflected(kind, ending)): ending
        for kind in lexicon.streets("type")
        for ending in endings
    }
    found = [w for w in _WORD.findall(text) if fold(w) in forms]
    if not found:
        return "", ""
    word = found[-1 if lexicon.lang in HEAD_LAST else 0]
    return word, forms[fold(word)]


def inflected(kind: str, ending: str) -> str:
    """ "kalea" + "ko" -> "kaleko", but "plaza" (no article) -> "plazako"."""
    article = kind[-1:] == "a" and kind[-2:-1] in _VOWELS
    return (kind[:-1] if article and _BASQUE[ending] else kind) + ending
