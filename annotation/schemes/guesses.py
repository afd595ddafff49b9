"""A scheme for labels that come with a file: a known one, or one made from their names."""

import re
from collections.abc import Iterable, Mapping, Sequence

from annotation.schemes.es_port import ES_PORT
from annotation.schemes.known import SCHEMES
from annotation.schemes.values import (
    BEGINNINGS,
    FREE_KEYS,
    LabelValue,
    Scheme,
    is_free,
    is_key,
    spare_keys,
)
from annotation.translatable import N_

_AT_LEAST = {"code-alltag": 6, "hipaa": 6}

# Words in a foreign label that tell its colour family; the first row with a hit decides.
_HINTS: tuple[tuple[str, str], ...] = (
    (
        "id",
        "id fid ufid number numero nr num phone fax email mail correo url domain dominio account",
    ),
    ("id", "card code zip iban ssn letter letra pass password username user policyid claimid ip"),
    ("org", "org organisation organization company empresa hospital centro institucion product"),
    ("org", "service brand restaurant hotel property misc"),
    ("place", "loc location place city town street calle country pais territorio address area gpe"),
    ("place", "state destination origin station airport venue lugar direccion provincia"),
    ("time", "date datetime time fecha fechas month mes year day hora timerange"),
    ("person", "per person name nombre apellido apellidos surname family given male female actor"),
    ("person", "actors artist cast director receiver first last firstname lastname relation nom"),
)


def guess_scheme(labels: Iterable[str]) -> Scheme:
    """The smallest known scheme that has all of `labels`, else one made from them.

    A made scheme is named "custom" and sorts its labels by name. No labels at all: "es-port".
    """
    names = set(labels)
    if not names:
        return ES_PORT
    # Of a scheme whose names are common words (DATE, ORG) a file must use several.
    fitting = [
        scheme
        for scheme in SCHEMES.values()
        if names <= set(scheme.usable()) and len(names) >= _AT_LEAST.get(scheme.name, 1)
    ]
    if fitting:
        return min(fitting, key=lambda scheme: len(scheme.labels))
    return make_scheme("custom", sorted(names))


def make_scheme(
    name: str, labels: Sequence[str], title: str = "", wanted: Mapping[str, str] | None = None
) -> Scheme:
    """A scheme of these labels: a letter of its own name for each where one is free, and a family.

    First letters go before those that begin a later word, and these before letters inside; a label
    without a free letter gets a digit, then a sign and a letter. `wanted` are keys by label that
    are given first, where they are free.
    """
    keys: dict[str, str] = {}
    for label, key in (wanted or {}).items():
        if label in labels and is_key(key) and is_free(key, keys.values()):
            keys[label] = key
    free = [key for key in FREE_KEYS if key not in keys.values()]
    for letters_of in (_first_letter, _initials, str.upper):
        for label in labels:
            own = [char for char in letters_of(label) if char in free]
            if own and label not in keys:
                keys[label] = own[0]
                free.remove(own[0])
    free.sort(key=str.isalpha)
    for label in (each for each in labels if each not in keys):
        keys[label] = free.pop(0) if free else _strokes(label, set(keys.values()))
    return Scheme(
        name,
        title or N_("Labels of the imported file"),
        tuple(LabelValue(label, keys[label], guess_family(label)) for label in labels),
    )


def _strokes(label: str, taken: set[str]) -> str:
    """A key of several strokes, with a letter of the label's own where one is free; "" where older
    labels have all the signs that they could begin with."""
    own = (sign + letter for sign in BEGINNINGS[:1] for letter in _initials(label) + label.upper())
    rest = (key for some in (own, spare_keys()) for key in some)
    return next((key for key in rest if is_key(key) and is_free(key, taken)), "")


def _first_letter(label: str) -> str:
    return label[:1].upper()


def _initials(label: str) -> str:
    """The first letters of the words in a name, "destination_city" -> "DC"."""
    return "".join(word[0] for word in re.findall(r"[^\W_]+", _apart(label))).upper()


def _apart(label: str) -> str:
    """A name with a space where a word begins without one: "firstName", "ORGpart"."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z]{2})(?=[a-z])", " ", label)


def guess_family(label: str) -> str:
    """The colour family of a label that we do not know, from the words in its name."""
    known = {each.name: each.family for scheme in SCHEMES.values() for each in scheme.labels}
    if label in known:
        return known[label]
    words = set(re.findall(r"[a-z]+", _apart(label).lower()))
    return next((family for family, hints in _HINTS if words & set(hints.split())), "other")
