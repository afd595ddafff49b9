"""What stands before or behind a mention went with it: whether it goes with its surrogate."""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from surrogates import notices
from surrogates.checks.relations.spans import Found, Span, Spans
from surrogates.folding import fold, words
from surrogates.labels import WORDED, Kind
from surrogates.languages.inflection import spanish
from surrogates.languages.inflection.french import is_aspirated
from surrogates.languages.inflection.sounds import VOWELS, doubtful_onset, vowel_onset
from surrogates.languages.letters import AFTER_AN
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.places.streets import HEAD_LAST

_WORD = re.compile(r"([^\W\d_]+)\s+$")
_ELIDED = re.compile(r"(?:^|[\s(«\"\-])([^\W\d_]+)['’]$")
_THINGS = frozenset({Kind.ORG, Kind.STREET})
# Words that lose their vowel, or are another word, before a vowel.
_FRENCH_TEXT = "de que je se ne me te ce le la lorsque jusque"
_CATALAN_TEXT = "de el la al del pel"
_ELIDING = {"fr": frozenset(_FRENCH_TEXT.split()), "ca": frozenset(_CATALAN_TEXT.split())}
_CATALAN_INSIDE = re.compile(r"\b(?:del|al|pel|el|de) ([^\W\d_]+)")
_MUTE = re.compile(r"hour|hono|heir|honest")
_CONSONANT_U = re.compile(r"uni|use|usu|eu|one\b|once|uk|ufo|util|ute|ub")
_EIGHT = re.compile(r"8|1[18](?!\d)")
_FIGURE = re.compile(r"(\d{1,3})(?:[:.](\d\d))?(e?an|n|e?ra|e?tik|e?ko|eta[a-z]*)\b")
# What may stand behind a place that no noun follows.
_ALONE = re.compile(r"\s*(?:$|[,.;:?!)]|(?:oder|und|or|and)\b)")
LONGEST_PLAIN = 2  # letters of a mention that are said as they are
_POSSESSIVE = re.compile(r"\w['’]s\s+\w")
Fits = Callable[[Spans, Span, str], bool | None]  # None: nobody knows


def agreement(spans: Spans) -> Iterator[Found]:
    """What fitted the words around it fits them."""
    rules = (*_ANY, *_RULES.get(spans.lang, ()))
    for span in spans.all:
        if span.new != span.old and span.new_key:
            for fits in rules:
                if fits(spans, span, span.new) is False and fits(spans, span, span.old) is True:
                    yield Found(notices.AGREEMENT_LOST, span)
                    break


def _word_before(span: Span) -> str:
    return _last_word(span.before)


@lru_cache(maxsize=4096)
def _last_word(text: str) -> str:
    match = _WORD.search(text)
    return fold(match[1]) if match is not None else ""


# In every language


def _gender(spans: Spans, span: Span, text: str) -> bool | None:
    """ "im [Kastanienweg]", "la [Caja Rural]": the article and the noun that it stands before."""
    article = spans.lexicon.agreement.get(("article", _word_before(span)))
    if article is None or span.kind not in _THINGS or text[:1].isdecimal():
        return None
    noun = _noun(spans.lexicon, text)
    if noun is None:
        return False if _is_town(spans.lexicon, text) or spans.lang == "de" else None
    return bool(noun & article)


def _is_town(lexicon: Lexicon, text: str) -> bool:
    return " ".join(words(text)) in lexicon.own_places


def _bare_town(spans: Spans, span: Span, text: str) -> bool | None:
    """ "an die [Algarve]", "in the [Bronx]": a town has no article there."""
    led = _led(spans, span) or _word_before(span) == "the"
    if span.kind is not Kind.PLACE or not led or not _ALONE.match(span.after):
        return None
    return not (_is_town(spans.lexicon, text) or fold(text) in _abroad(spans.lexicon))


@lru_cache(maxsize=16)
def _abroad(lexicon: Lexicon) -> frozenset[str]:
    return frozenset(fold(row["name"]) for row in lexicon.all_rows("abroad"))


def _noun(lexicon: Lexicon, text: str) -> frozenset[str] | None:
    """The gender of the word that says what a thing is; None where nobody knows."""
    parts = [word for word in words(text) if not word.isdecimal()]
    if not parts:
        return None
    if lexicon.lang not in HEAD_LAST:
        return lexicon.agreement.get(("noun", parts[0]))
    for word in (parts[-1], parts[0]):
        endings = (word[i:] for i in range(max(len(word) - 1, 0)))
        found = (lexicon.agreement.get(("noun", ending)) for ending in endings)
        if (noun := next((n for n in found if n is not None), None)) is not None:
            return noun
    return None


def _preposition(spans: Spans, span: Span, text: str) -> bool | None:
    """No preposition follows another, or an article: "a de Sant Arnau", "en la de la Sierra"."""
    known = spans.lexicon.signs("preposition")
    led = _word_before(span) in known or _led(spans, span)
    if spans.lang not in ("es", "ca", "fr") or not led:
        return None
    doubled = (
        span.kind in WORDED and text[:1].islower() and not known.keys().isdisjoint(words(text)[:1])
    )
    return not doubled


def _two_articles(spans: Spans, span: Span, text: str) -> bool | None:
    """No article follows another: "a l'el Molí"."""
    elided = _ELIDED.search(span.before)
    led = fold(elided[1]) == "l" if elided else _led(spans, span)
    key = words(text)
    if not led or span.kind not in WORDED:
        return None
    doubled = text[:1].islower() and len(key) > 1
    return not (doubled and ("article", key[0]) in spans.lexicon.agreement)


def _led(spans: Spans, span: Span) -> bool:
    return ("article", _word_before(span)) in spans.lexicon.agreement


def _ordinal(spans: Spans, span: Span, text: str) -> bool | None:
    """The letters of an ordinal in figures are its number's: "3r", "22nd", "1er"."""
    match, ends = _ORDINAL.fullmatch(text), _ORDINAL_ENDS.get(spans.lang)
    if match is None or ends is None or match[2] not in {e for row in ends.values() for e in row}:
        return None
    number = int(match[1])
    teen = spans.lang == "en" and number % 100 // 10 == 1
    key = 0 if teen else number % 10 if spans.lang == "en" else number
    return match[2] in ends.get(key, ends[0])


_ORDINAL = re.compile(r"(\d{1,3})([^\W\d_]{1,3})")
# Letters behind a number; 0: behind any other.
_ORDINAL_ENDS: dict[str, dict[int, tuple[str, ...]]] = {
    "ca": {1: ("r", "a"), 2: ("n", "a"), 3: ("r", "a"), 4: ("t", "a"), 0: ("è", "a")},
    "en": {1: ("st",), 2: ("nd",), 3: ("rd",), 0: ("th",)},
    "fr": {1: ("er", "re", "ère"), 0: ("e", "è", "ème", "nd", "nde")},
}


def _no_town(spans: Spans, span: Span, text: str) -> bool | None:
    """ "à la [Providence]": a town alone has no such article."""
    article, *rest = words(text) or ("",)
    if span.kind is not Kind.ORG:
        return None
    if rest and text[:1].islower() and ("article", article) in spans.lexicon.agreement:
        return " ".join(rest) not in spans.lexicon.own_places
    return not _is_town(spans.lexicon, text) if article and _led(spans, span) else None


_ANY: tuple[Fits, ...] = (_no_town, _gender, _preposition, _two_articles, _ordinal)


# French and Catalan


def _elision(spans: Spans, span: Span, text: str) -> bool | None:
    """ "d'[Orléans]", "de [Lyon]"."""
    aspirated = spans.lang == "fr" and is_aspirated(text)  # "de Honfleur"
    if not text[:1].isalpha() or (doubtful_onset(text) and not aspirated):
        return None
    vowel = vowel_onset(text) and not aspirated
    if _ELIDED.search(span.before):
        return vowel
    word = _word_before(span)
    key_word = span.kind is Kind.LETTER and len(text) > LONGEST_PLAIN  # "E de [Enric]"
    if not (span.kind in WORDED or key_word) or word not in _ELIDING[spans.lang]:
        return None
    if spans.lang == "ca" and word == "la" and fold(text)[:1] in "iu":
        return None
    return not vowel


def _inside(spans: Spans, span: Span, text: str) -> bool | None:
    """ "Mútua de l'Universal"."""
    kind = (words(text) or ("",))[0]
    if span.kind not in _THINGS | {Kind.PLACE} or spans.lexicon.cues("way").get(kind):
        return None  # "calle del Abeto" is Spanish
    match = _CATALAN_INSIDE.search(text)
    return not (match and vowel_onset(match[1]) and not doubtful_onset(match[1]))


# Spanish


def _hour(spans: Spans, span: Span, text: str) -> bool | None:
    word = _word_before(span)
    if span.kind is not Kind.TIME or word not in ("la", "las") or not words(text):
        return None
    one = words(text)[0] in ("una", "1", "01") or bool(re.match(r"0?1[:.]", text))
    return one == (word == "la")


def _conjunction(spans: Spans, span: Span, text: str) -> bool | None:
    """ "e [Inés]", "y [Luis]"; "u [Olga]"."""
    word, key = _word_before(span), fold(text).removeprefix("h")
    if word not in ("y", "e", "o", "u") or span.kind not in WORDED or not key[:1].isalpha():
        return None
    plain = "y" if word in "ye" else "o"
    if plain == "y" and key[0] == "i" and key[1:2] in VOWELS:
        return None  # "y hierro"
    return spanish.put(text, plain).startswith(f"{word} ")


# German


def _coupled(spans: Spans, span: Span, text: str) -> bool | None:
    """A name is joined to its noun by hyphens throughout: "Käthe-Kollwitz-Schule"."""
    return " " not in text if span.kind in _THINGS and text.count("-") > 0 else None


# English


def _indefinite(spans: Spans, span: Span, text: str) -> bool | None:
    word, key = _word_before(span), fold(text)
    if word not in ("a", "an") or (text[:2].isupper() and len(text) > 1):
        return None
    if len(key) == 1 and key.isalpha():
        return (key in AFTER_AN) == (word == "an")
    key = key.lstrip("$£€")
    if key[:1].isdecimal():
        return bool(_EIGHT.match(key)) == (word == "an")
    vowel = bool(_MUTE.match(key)) or (key[:1] in VOWELS and not _CONSONANT_U.match(key))
    return vowel == (word == "an")


def _possessive(spans: Spans, span: Span, text: str) -> bool | None:
    """ "St Brigid's Primary"; in "Bishop's Castle" it is a part of the name."""
    if span.kind not in _THINGS:
        return None
    return bool(_POSSESSIVE.search(text))


def _plural(spans: Spans, span: Span, text: str) -> bool | None:
    """ "both [electricians]"."""
    key = fold(text)
    if span.kind is not Kind.PROFESSION:
        return None
    known = {fold(form) for form in spans.lexicon.professions}
    if key in known:
        return False
    return True if key.endswith("s") and (key[:-1] in known or key[:-2] in known) else None


# Basque


def _figure(spans: Spans, span: Span, text: str) -> bool | None:
    """The ending on a figure follows its last word: "10ean", "12an", "16:00etan"."""
    glued = re.match(r"-?([a-z]+)", span.after)
    match = _FIGURE.search(text + (glued[1] if glued else ""))
    if match is None:
        return None
    hour, minutes, ending = match.groups()
    plural = ending.startswith("eta")
    if minutes == "00":
        return plural or int(hour) == 1
    if plural:
        return minutes is None
    sound = spans.calendars[0].sound(str(int(minutes or hour)))
    return (sound == "consonant") == ending.startswith("e") or sound == "a"


def _noun_case(spans: Spans, span: Span, text: str) -> bool | None:
    """A trade has a case ending behind its stem: "[arotzik] ez"."""
    word, trades = fold(text), _trades(spans.lexicon)
    if span.kind is not Kind.PROFESSION:
        return None
    known = (trade.removesuffix("a") for trade in trades)
    stem = max((trade for trade in known if word.startswith(trade)), key=len, default="")
    if word not in trades and (not stem or word.startswith(f"{stem}sa")):
        return None  # "aktoresa"
    return word not in trades


@lru_cache(maxsize=16)
def _trades(lexicon: Lexicon) -> frozenset[str]:
    return frozenset(map(fold, lexicon.professions))


_RULES: dict[str, tuple[Fits, ...]] = {
    "fr": (_elision, _plural),
    "ca": (_elision, _inside, _plural),
    "es": (_hour, _conjunction, _plural),
    "de": (_bare_town, _coupled),
    "en": (_indefinite, _possessive, _plural, _bare_town),
    "eu": (_figure, _noun_case),
}
