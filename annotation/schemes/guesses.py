"""A scheme for labels that come with a file: a known one, or one made from their names."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from annotation.schemes.es_port import ES_PORT
from annotation.schemes.known import SCHEMES
from annotation.schemes.values import FREE_KEYS, SPARE_KEYS, LabelValue, Scheme, is_key
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
    Of a scheme whose names are common words (DATE, ORG) a file must use several.
    """
    names = set(labels)
    if not names:
        return ES_PORT
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

    `wanted` are keys by label that are given first, where they are free. The others are handed out
    in two passes, so that a first letter goes before a letter inside.
    """
    keys: dict[str, str] = {}
    for label, key in (wanted or {}).items():
        if label in labels and key not in keys.values() and is_key(key):
            keys[label] = key
    free = [key for key in FREE_KEYS if key not in keys.values()]
    for inside in (False, True):
        for label in labels:
            if label in keys:
                continue
            letters = [char for char in label.upper() if char in free]
            if letters and (inside or letters[0] == label[:1].upper()):
                keys[label] = letters[0]
                free.remove(letters[0])
    rest = chain(free, SPARE_KEYS, filter(str.isupper, map(chr, range(0x391, 0x2000))))
    spare = (key for key in rest if key not in keys.values())
    return Scheme(
        name,
        title or N_("Labels of the imported file"),
        tuple(
            LabelValue(label, keys.get(label) or next(spare), guess_family(label))
            for label in labels
        ),
    )


def guess_family(label: str) -> str:
    """The colour family of a label that we do not know, from the words in its name."""
    known = {each.name: each.family for scheme in SCHEMES.values() for each in scheme.labels}
    if label in known:
        return known[label]
    words = set(
        re.findall(
            r"[a-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z]{2})(?=[a-z])", " ", label).lower()
        )
    )
    return next((family for family, hints in _HINTS if words & set(hints.split())), "other")
