"""How each language says numbers: one module per language behind the interface in `base`.

A language without a module reads the single words of its numbers.tsv.
"""

import re
from functools import lru_cache

from surrogates.folding import fold
from surrogates.languages.entries import NumberWord
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.numerals.base import LIMIT, LONGEST, PLAIN, Numerals, Parse, Style
from surrogates.languages.numerals.basque import Basque
from surrogates.languages.numerals.catalan import Catalan
from surrogates.languages.numerals.english import English
from surrogates.languages.numerals.french import French
from surrogates.languages.numerals.german import German
from surrogates.languages.numerals.spanish import Spanish
from surrogates.languages.numerals.words_only import WordsOnly
from surrogates.languages.schema import FOLDER, read_table

__all__ = [
    "LIMIT", "LONGEST", "PLAIN", "Numerals", "Parse", "Style",
    "number_keys", "numerals", "numerals_of", "percent_sign", "scale_words", "spoken_in",
]  # fmt: skip

MODULES: dict[str, type[Numerals]] = {
    module.lang: module for module in (Spanish, Catalan, Basque, English, German, French)
}
# Languages whose speakers often meet a Spanish answer.
_BESIDE_SPANISH = frozenset({"ca", "eu", "gl", "ast"})


@lru_cache(maxsize=32)
def numerals_of(lexicon: Lexicon) -> Numerals:
    """The cardinals of a lexicon's language, over its own number words."""
    return _build(lexicon.lang, lexicon.number_words)


@lru_cache(maxsize=32)
def numerals(code: str) -> Numerals | None:
    """The cardinals of a language by its code, or None when it has no number words."""
    path = FOLDER / code / "numbers.tsv"
    if not path.exists():
        return None
    return _build(code, Lexicon(code, {"numbers": read_table(path)}).number_words)


@lru_cache(maxsize=32)
def _build(code: str, words: tuple[NumberWord, ...]) -> Numerals:
    path = FOLDER / code / "counted.tsv"
    nouns = {fold(r["form"]): r["gender"] for r in read_table(path)} if path.exists() else {}
    scales = (w for w in words if w.klass == "scale" and w.gender)
    nouns |= {fold(w.form): w.gender for w in scales if w.value >= LIMIT}
    return MODULES.get(code, WordsOnly)(words, nouns)


@lru_cache(maxsize=64)
def spoken_in(lang: str, lexicon: Lexicon) -> tuple[Numerals, ...]:
    """The numbers that a dialogue may hold, its own language first.

    Catalan, Basque, Galician and Asturian dialogues have Spanish turns; others keep to one
    language. `lexicon` stands in for a language that has no number words.
    """
    code = lang.split("-")[0].lower()
    own = numerals_of(lexicon) if lexicon.lang == code else numerals(code)
    spoken = [own or numerals_of(lexicon)]
    if code in _BESIDE_SPANISH and spoken[0].lang != "es":
        spoken += [spanish] if (spanish := numerals("es")) is not None else []
    return tuple(spoken)


def number_keys(lexicon: Lexicon) -> frozenset[str]:
    """Folded words that say numbers in dialogues of a lexicon's language, or stand beside them.

    They identify nobody.
    """
    return _keys_of(spoken_in(lexicon.lang, lexicon))


@lru_cache(maxsize=32)
def _keys_of(spoken: tuple[Numerals, ...]) -> frozenset[str]:
    keys = [n.single_words | n.forms("label") | n.forms("phrase") for n in spoken]
    return frozenset(word for words in keys for key in words for word in key.split())


def scale_words(lang: str, lexicon: Lexicon) -> frozenset[str]:
    """Folded words that stay in a number: a hundred, a thousand and so on, and what joins them."""
    spoken = spoken_in(lang, lexicon)
    return frozenset(w for n in spoken for w in n.forms("scale") | n.joiners)


@lru_cache(maxsize=32)
def percent_sign(numerals: Numerals) -> re.Pattern[str]:
    """The sign for a hundredth, or the words for it."""
    words = (w.form for w in numerals.words if w.klass == "phrase")
    return re.compile("|".join(["%", *(rf"\b{re.escape(w)}\b" for w in words)]), re.IGNORECASE)
