"""What a surrogate says of its original: bits on gender, initial, length, region, first digit, age.

A row of the registry. The attacker has surrogates; chance is what shuffled pairs of one class say.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from annotation.evidence.attacks.items import Item, each_once, items_of
from annotation.evidence.attacks.outcome import HELD, TOLD
from annotation.evidence.attacks.shares import by_dialogue, share_of
from annotation.evidence.attacks.types import Target
from annotation.evidence.errors import EvidenceError
from annotation.evidence.types import Finding, Report
from learning.types import Ints
from surrogates.folding import digits_only, fold, words
from surrogates.labels import NAMES, Kind
from surrogates.languages import load_lexicon
from surrogates.types import N_

FEWEST = 30  # pairs of a property
SHUFFLES = 200
# Told is what lies so far above shuffled pairs: of six properties one is beyond two standard errors
# by chance, and a twentieth of a bit helps nobody to guess.
ERRORS, LEAST_BITS = 3.0, 0.05


@dataclass(frozen=True, slots=True)
class Property:
    """Of an item's text, or None where the text has none. Pairs are shuffled among those of one
    class: what the class says is kept on purpose (a card for a card, two words for two words)."""

    name: str
    kinds: frozenset[Kind]
    of: Callable[[str, str], str | None]  # text, language
    class_of: Callable[[Item], str]
    on_purpose: bool = False  # kept so that the text coheres; told, and no fault


def _gender(text: str, lang: str) -> str | None:
    names = load_lexicon(lang).name_by_key
    first = next(iter(words(text)), "")
    gender = names[first].gender if first in names else ""
    return gender if gender in ("f", "m") else None


def _initial(text: str, _lang: str) -> str | None:
    return next((char for char in fold(text) if char.isalpha()), None)


def _length(text: str, _lang: str) -> str | None:
    own = words(text)
    return str(len(own[0]) // 3) if own else None


def _region(text: str, lang: str) -> str | None:
    place = load_lexicon(lang).place_by_key.get(fold(text))
    return place.province if place is not None else None


def _first_digit(text: str, _lang: str) -> str | None:
    digits = digits_only(text)
    return digits[0] if len(digits) > 2 else None


def _zip_region(text: str, _lang: str) -> str | None:
    digits = digits_only(text)
    return digits[:2] if len(digits) == 5 else None


def _age(text: str, _lang: str) -> str | None:
    digits = digits_only(text)
    return str(int(digits) // 10) if digits and int(digits) < 120 else None


def _label(item: Item) -> str:
    return item.label


def _sorted(item: Item) -> str:
    """Label, count of words, and whether the first is a given name of a gender, a surname or
    neither: a name stands for one of its sort."""
    own = words(item.original)
    lexicon = load_lexicon(item.lang)
    name = lexicon.name_by_key.get(own[0]) if own else None
    is_surname = bool(own) and own[0] in lexicon.surname_keys
    short = bool(own) and len(own[0]) < 3
    return f"{item.label} {len(own)} {name.gender if name else ''} {is_surname} {short}"


def _shaped(item: Item) -> str:
    """Length of an identifier, and whether it is a whole card, whose first digit is its maker's."""
    return f"{item.label} {len(digits_only(item.original))}"


PROPERTIES = (
    Property("gender", NAMES, _gender, _label, on_purpose=True),
    Property("initial", NAMES, _initial, _sorted),
    Property("length", NAMES, _length, _sorted),
    Property("region", frozenset({Kind.PLACE}), _region, _label),
    Property("region of a postcode", frozenset({Kind.ZIP}), _zip_region, _label),
    Property("first digit", frozenset({Kind.ID}), _first_digit, _shaped),
    Property("age by tens", frozenset({Kind.AGE}), _age, _label, on_purpose=True),
)


def guess(target: Target, rng: np.random.Generator, report: Report) -> Finding:
    """Bits that a property of the surrogate says of the original's, beside shuffled pairs. Success
    is how often the property is the same, over those that are not kept on purpose. Raises
    EvidenceError where none has pairs enough."""
    items = each_once(items_of(target.pairs), lambda item: item.kind)
    rows, rights, chances = [], [], []
    told = 0
    measured = 0
    for place, each in enumerate(PROPERTIES):
        report(place / len(PROPERTIES), each.name)
        pairs = _pairs(each, items)
        if len(pairs) < FEWEST:
            rows.append({"what": each.name, "state": "too few to say", "n": len(pairs)})
            continue
        row, same, by_chance = _measured(each, pairs, rng)
        rows.append(row)
        if each.on_purpose:
            continue
        measured += 1
        told += bool(row["told"])
        rights += [(pair.dialogue, bool(right)) for pair, right in zip(pairs, same, strict=True)]
        chances.append(by_chance * len(pairs))
    if not measured:
        raise EvidenceError(N_("No property has thirty pairs of an original and a surrogate."))
    share = share_of(by_dialogue(rights))
    return Finding(
        "guess",
        "values",
        TOLD if told else HELD,
        N_(
            "A surrogate says more of its original than chance in %(told)s of %(properties)s "
            "properties that are not kept on purpose."
        ),
        {"told": told, "properties": measured},
        share,
        sum(chances) / len(rights),
        len(rights),
        rows=tuple(rows),
    )


@dataclass(frozen=True, slots=True)
class _Pair:
    dialogue: int
    group: str
    one: str
    two: str


def _pairs(asked: Property, items: Iterable[Item]) -> list[_Pair]:
    found = []
    for item in items:
        if item.kind not in asked.kinds:
            continue
        one, two = asked.of(item.original, item.lang), asked.of(item.surrogate, item.lang)
        if one is not None and two is not None:
            found.append(_Pair(item.dialogue, asked.class_of(item), one, two))
    return found


def _measured(
    asked: Property, pairs: Sequence[_Pair], rng: np.random.Generator
) -> tuple[dict[str, object], list[bool], float]:
    one, two = [p.one for p in pairs], [p.two for p in pairs]
    groups: defaultdict[str, list[int]] = defaultdict(list)
    for place, pair in enumerate(pairs):
        groups[pair.group].append(place)
    first, second = _codes(one), _codes(two)
    bits = information(one, two)
    by_chance, same_by_chance = [], []
    was, shown = np.array(one), np.array(two)
    for _ in range(SHUFFLES):
        order = np.arange(len(two))
        for places in groups.values():
            order[places] = rng.permutation(places)
        by_chance.append(_bits(first, second[order]))
        same_by_chance.append(float(np.mean(shown[order] == was)))
    mean, spread = float(np.mean(by_chance)), float(np.std(by_chance)) or 1e-9
    low, high = _interval(first, second, rng)
    same = [a == b for a, b in zip(one, two, strict=True)]
    row: dict[str, object] = {
        "what": asked.name,
        "bits": round(bits, 3),
        "chance_bits": round(mean, 3),
        "low_bits": round(max(0.0, low - mean), 3),
        "high_bits": round(max(0.0, high - mean), 3),
        "of_bits": round(information(one, one), 3),
        "errors": round((bits - mean) / spread, 2),
        "told": (bits - mean) / spread > ERRORS and bits - mean > LEAST_BITS,
        "on_purpose": asked.on_purpose,
        "chance": float(np.mean(same_by_chance)),
        **share_of(
            by_dialogue((p.dialogue, s) for p, s in zip(pairs, same, strict=True))
        ).to_json(),
    }
    return row, same, float(np.mean(same_by_chance))


def _interval(one: Ints, two: Ints, rng: np.random.Generator) -> tuple[float, float]:
    """Of the bits, by pairs drawn again; both ends are as much too high as shuffled pairs are."""
    values = []
    for _ in range(SHUFFLES):
        some = rng.integers(0, len(one), len(one))
        values.append(_bits(one[some], two[some]))
    low, high = np.quantile(values, [0.025, 0.975])
    return float(low), float(high)


def _codes(values: Sequence[object]) -> Ints:
    number = {value: place for place, value in enumerate(dict.fromkeys(values))}
    return np.array([number[value] for value in values], np.int64)


def _bits(one: Ints, two: Ints) -> float:
    """Mutual information of two columns of codes."""
    width = int(two.max()) + 1
    both = np.bincount(one * width + two).astype(float)
    first, second = np.bincount(one).astype(float), np.bincount(two).astype(float)
    cells = np.flatnonzero(both)
    n = len(one)
    shares = both[cells] / n
    alone = first[cells // width] * second[cells % width]
    return float(np.sum(shares * np.log2(both[cells] * n / alone)))


def information(one: Sequence[object], two: Sequence[object]) -> float:
    """Bits that one row of values tells of the other: mutual information."""
    return _bits(_codes(one), _codes(two))
