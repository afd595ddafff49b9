"""How sure it is that a word that is labelled elsewhere names somebody where it stands without one.

Common words and frequency decide (`originals` counts both); a capital says something only inside a
sentence of a text that has small letters, too. Called by `corpus` for each place.
"""

from functools import lru_cache

from surrogates.folding import PARTICLES, WORD, fold
from surrogates.labels import NAMES
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.places.streets import is_type
from surrogates.languages.titles import plain_titles
from surrogates.search.originals import MANY, MIN_LETTERS, NAMING, Originals, Phrase

# Of the dialogues that write a common word with a capital, labels hold it in so many: then it is a
# name wherever it has one; and in so few: then nobody needs to look. Where capitals tell nothing a
# word is common that OFTEN dialogues say and labels hold RARELY, and a common one is a name if
# labels of MANY dialogues hold it and USUALLY.
MOSTLY, RARELY, HARDLY, USUALLY = 0.2, 0.1, 0.02, 0.7
OFTEN = 10
ACRONYM = 5  # letters: "ANA" in capitals is no Ana
SHOUTED = 3  # words of a turn that is all in capitals
AROUND = 60  # characters beside a place that are looked at
_ENDS = ".?!:¿¡\n"
_OPENING = " \t\"'«“(-–—•*"  # may stand between a sentence and the one before
_INDEFINITE_TEXT = {
    "es": "un una unos unas",
    "eu": "un una",
    "ca": "un una uns unes",
    "fr": "un une",
    "en": "a an",
    "de": "ein eine einen einem einer",
}
_INDEFINITE = {lang: frozenset(text.split()) for lang, text in _INDEFINITE_TEXT.items()}


def weigh(
    known: Originals, lexicon: Lexicon, phrase: Phrase, text: str, start: int, end: int, cased: bool
) -> bool | None:
    """True: a name to decide about; False: a common word to look at; None: nobody's.

    `text` is the turn, `cased`: its dialogue has small and capital letters.
    """
    term, written = known.terms[phrase], text[start:end]
    ordinary = all(known.is_ordinary(word, lexicon) for word in phrase)
    look = False if known.share(phrase) >= HARDLY else None
    if phrase in known.exact:
        if "".join(phrase).isalpha() and (ordinary or _is_rare(known, lexicon, phrase)):
            return look  # a password may be a plain word, and a label wrong
        return True
    if term.needs_type:
        return not ordinary if _beside_type(text, start, end, lexicon) else None
    if term.kind not in NAMING:  # its words are anybody's but with a capital
        return True if not (ordinary or written.islower()) else None
    if cased and written.islower():
        return None if ordinary or _is_short(phrase) else True
    if not cased or _is_shouted(text):
        return _without_capitals(known, lexicon, phrase, text, start, end)
    if written.isupper() and len(written) <= ACRONYM and not term.shouted:
        return look
    begins = _begins(text, start)
    if not ordinary:
        inner = min(known.inner[word] for word in phrase) >= MANY
        return look if begins and not inner and _is_rare(known, lexicon, phrase) else True
    if known.share(phrase) < MOSTLY:
        return look
    if begins:
        _before, after = _beside(text, start, end)
        named = after[:1].isupper() and _is_name(known, lexicon, fold(after))
        return True if named or _is_usual(known, phrase) else look
    return look if _is_a_thing(known, lexicon, text, start, end) else True


@lru_cache(maxsize=256)
def _is_shouted(text: str) -> bool:
    return text.isupper() and len(WORD.findall(text)) >= SHOUTED


def _without_capitals(
    known: Originals, lexicon: Lexicon, phrase: Phrase, text: str, start: int, end: int
) -> bool | None:
    ordinary = all(known.is_ordinary(word, lexicon) for word in phrase)
    rare = _is_rare(known, lexicon, phrase)
    if not (ordinary or rare or _is_short(phrase)):
        return True
    if len(phrase[0]) < MIN_LETTERS and len(phrase) == 1:
        return None
    if not rare and (_is_usual(known, phrase) or _beside_name(known, lexicon, text, start, end)):
        return True
    return False if known.share(phrase) >= HARDLY else None


def _is_usual(known: Originals, phrase: Phrase) -> bool:
    """Whether labels hold a common word so often that it hardly is one in this corpus."""
    return known.terms[phrase].dialogues >= MANY and known.share(phrase) >= USUALLY


def _beside_name(known: Originals, lexicon: Lexicon, text: str, start: int, end: int) -> bool:
    """Whether a name that is no common word stands right before or after: "kim miller"."""
    keys = map(fold, filter(None, _beside(text, start, end)))
    return any(_is_name(known, lexicon, k) and not known.is_ordinary(k, lexicon) for k in keys)


def _is_short(phrase: Phrase) -> bool:
    return len(phrase) == 1 and len(phrase[0]) <= MIN_LETTERS


def _is_rare(known: Originals, lexicon: Lexicon, phrase: Phrase) -> bool:
    """Whether hardly anybody labels what many dialogues say; a name of the lexicon is one."""
    listed = phrase[0] in lexicon.name_by_key or phrase[0] in lexicon.fulls_of
    name = listed and not known.is_ordinary(phrase[0], lexicon)
    return not name and known.said(phrase) >= OFTEN and known.share(phrase) < RARELY


def _begins(text: str, start: int) -> bool:
    """Whether a sentence begins there, so that any word has a capital."""
    before = text[max(0, start - AROUND) : start].rstrip(_OPENING)
    return not before or before[-1] in _ENDS


def _is_a_thing(known: Originals, lexicon: Lexicon, text: str, start: int, end: int) -> bool:
    """Whether a common word with a capital stands in the name of something: "un Mercedes",
    "el Real Madrid", "Índice de Masa Corporal"."""
    before, after = _beside(text, start, end)
    if before in _INDEFINITE.get(lexicon.lang, ()):
        return True
    titles = plain_titles(lexicon)
    for word in (before, after):
        key = fold(word)
        if not word[:1].isupper() or key in titles or _is_name(known, lexicon, key):
            continue
        if known.low[key] or key in lexicon.place_by_key or key in lexicon.country_keys:
            return True
    return False


def _is_name(known: Originals, lexicon: Lexicon, key: str) -> bool:
    term = known.terms.get((key,))
    labelled = term is not None and term.kind in NAMES
    return labelled or key in lexicon.name_by_key or key in lexicon.surname_keys


def _beside_type(text: str, start: int, end: int, lexicon: Lexicon) -> bool:
    """Whether "calle" or the like stands before or after a name, particles left out."""
    left, right = _around(text, start, end)
    before = (word for word in reversed(WORD.findall(left)) if fold(word) not in PARTICLES)
    beside = (next(before, ""), *WORD.findall(right)[:1])
    return any(is_type(word, lexicon) for word in beside if word)


def _beside(text: str, start: int, end: int) -> tuple[str, str]:
    """The words right before and after a place, where nothing but one blank is between."""
    left, right = _around(text, start, end)
    before = WORD.findall(left)[-1:] if left[-1:] == " " and left[-2:-1].isalnum() else []
    after = WORD.findall(right)[:1] if right[:1] in (" ", "-") and right[1:2].isalnum() else []
    return (before or [""])[0], (after or [""])[0]


def _around(text: str, start: int, end: int) -> tuple[str, str]:
    return text[max(0, start - AROUND) : start], text[end : end + AROUND]
