"""German trades in their case: "des Anwalts", "mit dem Polizisten", "ein Beamter", "der Beamte".

The article before a trade tells its case, and the class of the noun the form: weak ones take -en
("Polizist"), adjectives their endings ("Beamter"), all others -s in the genitive. Called by
`professions`.
"""

import re

from surrogates.attributes.plurals import plural_of
from surrogates.folding import words

_WEAK = re.compile(r"(?:e|ist|[ae]nt|oge|at|eut|urg|ekt|graf|path)$")
_STEMS = "angestellt angehörig auszubildend beamt beauftragt bevollmächtigt selbst(?:st)?ändig "
_ADJECTIVE = re.compile(f"(?:{'|'.join((_STEMS + 'studierend vorsitzend').split())})(?:e[nr]?)$")
_OWN = "mein dein sein ihr unser euer eur kein dies jed jen welch ein"
_DATIVE = {"dem", "vom", "beim", "zum", "im", "am", *(f"{own}em" for own in _OWN.split())}
_OBLIQUE = _DATIVE | {"den", *(f"{own}en" for own in _OWN.split())}
_GENITIVE = {"des", *(f"{own}es" for own in _OWN.split())}
_DEFINITE = {"der", "dieser", "jener", "jeder", "welcher"}
_OF_HER = {"der", "zur", *(f"{own}er" for own in _OWN.split())}  # before a woman's word
_BEFORE_DATIVE = {"aus", "bei", "mit", "nach", "seit", "von", "zu"}
_SIBILANT = ("s", "ß", "x", "z")
_ADJECTIVES = 2  # words at most between an article and its trade
ARTICLES = _OBLIQUE | _GENITIVE | _DEFINITE | _OF_HER | {"die", "das", *_OWN.split()}


def is_weak(noun: str) -> bool:
    return bool(_WEAK.search(noun)) and not is_adjective(noun)


def is_adjective(noun: str) -> bool:
    return bool(_ADJECTIVE.search(noun.lower()))


def base_of(noun: str) -> str:
    """The form that the tables have of a word in a case, as far as its letters tell: "Polizist",
    "Beamter"; "" where they tell none."""
    if is_adjective(noun):
        return re.sub("e[nr]?$", "er", noun)
    cut = next((end for end in ("en", "n") if is_weak(noun.removesuffix(end))), "")
    return noun.removesuffix(cut) if cut and noun.endswith(cut) else ""


def declined(new: str, before: str, *, feminine: bool, plural: bool, one: bool) -> str:
    """A trade in the place of a mention: `before` it stands its article, or none; `plural`: its
    letters are those of a plural, or (`one`) of one man in a case, too: "den Polizisten"."""
    article, led = _article(before)
    if feminine:
        oblique = article in _OF_HER and not plural
        if is_adjective(new):
            return f"{new}n" if oblique or plural else new
        return plural_of(new, "de") if plural else new
    of_many = not one or article in ("", "die", "der") or (article.endswith("en") and led)
    if plural and of_many:
        return _of_many(new, definite=bool(article), dative=article in _OBLIQUE)
    if article in _OBLIQUE:
        return _with_n(new)
    if article in _GENITIVE:
        return _with_n(new) if is_weak(new) or is_adjective(new) else _with_s(new)
    return new.removesuffix("r") if is_adjective(new) and article in _DEFINITE else new


def _article(before: str) -> tuple[str, bool]:
    """The article before a mention, and whether a preposition before that takes the dative."""
    said = words(re.split(r"[.,;:!?()]", before)[-1])
    for at in range(len(said) - 1, max(len(said) - 2 - _ADJECTIVES, -1), -1):
        if said[at] in ARTICLES:
            return said[at], said[at - 1] in _BEFORE_DATIVE if at else False
        if not said[at].endswith(("e", "en", "er", "es", "em")):
            break
    return "", False


def _of_many(new: str, *, definite: bool, dative: bool) -> str:
    if is_adjective(new):
        return _with_n(new) if definite else new.removesuffix("r")
    form = plural_of(new, "de")
    return f"{form}n" if dative and not form.endswith(("n", "s")) else form


def _with_n(new: str) -> str:
    if is_adjective(new):
        return re.sub("er?$", "en", new)
    if is_weak(new):
        return f"{new}n" if new.endswith("e") else f"{new}en"
    return new


def _with_s(new: str) -> str:
    return f"{new}es" if new.endswith((*_SIBILANT, "arzt", "koch", "wirt")) else f"{new}s"
