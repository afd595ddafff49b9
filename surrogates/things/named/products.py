"""Products: coined names, which no dictionary has, so that one may be a car, a tariff or a phone.

A product that is said in part ("Seat Leon", "el Leon") or shares a word with another ("Balay B12",
"la Balay") has a name for each of its words, the same wherever the word is said. So has one whose
number is said by itself: "TarifPlus 250", "mit 250 Mbit".
"""

import re
from collections import Counter
from collections.abc import Iterable

from surrogates import draw
from surrogates.folding import PARTICLES, WORD, fold
from surrogates.labels import Kind
from surrogates.numbers.slots import said_digits
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.groups import Group, thing_key
from surrogates.things.named.pools import Codes, Fits, plain_pool
from surrogates.things.proper_parts import Naming

_DIGITS, _LETTERS = "23456789", "abcdefghjkmnprstvwxz"
_NEAR = 6  # turns between a product and its number
_FIGURES = re.compile(r"(?<![^\W_])\d+(?![^\W_])")
_TRIED = 30  # rows of names, of which one suits the words around


def draw_product(scene: Scene, group: Group, seed: bytes, codes: Codes, fits: Fits) -> str | None:
    """One coined name, or one for each word that is said elsewhere too."""
    pool = plain_pool(scene.lexicon, "product", scene.lexicon.products)
    texts = [_stem(scene, group, index) for index in range(len(group.items))]
    longest = max(texts, key=lambda text: len(_keys(text)))
    keys = dict.fromkeys(_keys(longest))
    known = _makers(scene, keys)
    if not (_shared(scene, keys) or known) and numbers_said(scene).isdisjoint(keys):
        return scene.first_allowed(seed, pool, fits)
    known |= {key: group.named[(key,)] for key in keys if (key,) in group.named}
    products = scene.of_kind(scene.items, Kind.PRODUCT)
    taken = {key.upper() for item in products for key in _keys(item.text) if _coded(key)}
    taken |= set(group.named.values())
    free = [name for name in pool.ranked(seed) if scene.allowed(name)]
    stream = draw.Stream(seed, "code")
    for turn in range(min(_TRIED, len(free) - len(keys))):
        coined = iter(free[turn:])
        naming: Naming = {
            (key,): known.get(key) or (_code(stream, key, taken) if _coded(key) else next(coined))
            for key in keys
        }
        group.naming = naming
        if fits(_written(longest, naming)):
            group.named.update(naming)
            return _written(longest, naming)
    group.naming = {}
    return scene.first_allowed(seed, pool, fits)


def product_forms(scene: Scene, group: Group, drawn: str) -> dict[str, str]:
    """What stands for each key: the names of the words that it says."""
    if not group.naming:
        return {key.text: drawn for key in group.keys}
    return {
        thing_key(scene, item): _written(_stem(scene, group, index), group.naming)
        for index, item in enumerate(group.items)
    }


def _stem(scene: Scene, group: Group, index: int) -> str:
    item = group.items[index]
    return scene.stems.thing(item.text, item.kind)[0]


def _keys(text: str) -> list[str]:
    found = (fold(match.group()) for match in WORD.finditer(text))
    return [key for key in found if key not in PARTICLES]


def _shared(scene: Scene, keys: dict[str, None]) -> bool:
    """Whether another product of the dialogue has one of the words."""
    said = {thing_key(scene, item) for item in scene.of_kind(scene.items, Kind.PRODUCT)}
    counts = Counter(word for key in said for word in set(_keys(key)))
    return any(counts[key] > 1 for key in keys)


def _makers(scene: Scene, keys: Iterable[str]) -> dict[str, str]:
    """Words of a product that are an organisation of the dialogue, and what that became."""
    firms = scene.of_kind(scene.items, Kind.ORG)
    became = {thing_key(scene, item): scene.surrogates.get(item.index, "[") for item in firms}
    return {key: became[key] for key in keys if not became.get(key, "[").startswith("[")}


def _written(text: str, naming: Naming) -> str:
    for match in reversed(list(WORD.finditer(text))):
        new = naming.get((fold(match.group()),))
        if new is not None:
            text = text[: match.start()] + new + text[match.end() :]
    return text


def _coded(key: str) -> bool:
    """Whether a word is the number of a model: "3ts976", "a54"."""
    return any(c.isdigit() for c in key) or len(key) == 1


def _code(stream: draw.Stream, key: str, taken: set[str]) -> str:
    """Another number of a model, of the same shape and as round, that no other model has."""
    zeros = len(key) - len(key.rstrip("0")) if key.isdecimal() else 0
    body = key[: len(key) - zeros]
    for _ in range(_TRIED):
        new = "".join(stream.choice(_DIGITS if c.isdigit() else _LETTERS) for c in body)
        if new != body and new.upper() + zeros * "0" not in taken:
            break
    return new.upper() + zeros * "0"


def numbers_said(scene: Scene) -> frozenset[str]:
    """What the numbers of a dialogue say in figures."""
    lang, numbers = scene.dialogue.lang, scene.of_kind(scene.items, Kind.NUMBER)
    return frozenset(said_digits(item, lang, scene.lexicon) for item in numbers)


def model_numbers(scene: Scene) -> dict[int, tuple[str, str]]:
    """Numbers that say that of a product near them: item index -> (what it was, what it is now).

    One figure alone is said of many things, unless nothing is counted and the product is named in
    the same breath: "El [2], el [FibraMax 2]".
    """
    numbers = scene.of_kind(scene.items, Kind.NUMBER)
    found: dict[int, tuple[str, str]] = {}
    for product in scene.of_kind(scene.items, Kind.PRODUCT):
        old, new = (
            _FIGURES.findall(text)
            for text in (product.text, scene.surrogates.get(product.index, ""))
        )
        became = dict(zip(old, new, strict=True)) if len(old) == len(new) else {}
        for item in numbers if became else ():
            said = said_digits(item, scene.dialogue.lang, scene.lexicon)
            away = abs(item.turn - product.turn)
            if said in became and away <= _NEAR and (len(said) > 1 or _is_alone(scene, item, away)):
                found.setdefault(item.index, (said, became[said]))
    return found


def _is_alone(scene: Scene, item: Item, away: int) -> bool:
    """Whether a number near a product counts nothing: no word follows it in its breath."""
    return away < 2 and re.match(r"\s+[^\W\d_]", scene.after(item)) is None
