"""What a surrogate says of its original: of ten properties no more than shuffled pairs say.

Kept on purpose, and therefore not among the ten: the gender, and a compound for a compound.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from math import log2
from random import Random

import numpy as np
import pytest

from surrogates.folding import fold, has_marks
from surrogates.languages import load_lexicon
from tests.effort import tries
from tests.surrogates.dialogues import dialogue, run, texts

ES = load_lexicon("es")
PEOPLE = tries(400, 3000)
SHUFFLES = tries(60, 300)
BEARERS = {fold(n.text): n.weight for n in ES.name_entries} | {
    fold(s): w for s, w in ES.surname_weights.items()
}
Pairs = list[tuple[str, str]]


def _has_short(name: str) -> bool:
    return bool(ES.shorts_of.get(fold(name)))


def _common(name: str) -> bool:
    return BEARERS.get(fold(name), 0.0) > 1000


PROPERTIES: dict[str, Callable[[str], object]] = {
    "has a short form": _has_short,
    "is common": _common,
    "is long": lambda name: len(name) > 6,
    "has an accent": lambda name: has_marks(name, "accent"),
    "first letter": lambda name: fold(name)[0] < "j",
    "begins with a vowel": lambda name: fold(name)[0] in "aeiou",
    "ends in a vowel": lambda name: fold(name)[-1] in "aeiou",
    "is a surname, too": lambda name: fold(name) in ES.surname_keys,
    "is an ordinary word": lambda name: fold(name) in ES.homographs,
    "is rare": lambda name: BEARERS.get(fold(name), 0.0) < 20,
}
UNKNOWN = ("Xulip", "Arnuvio", "Quelmar", "Brisel", "Odrin", "Tavel", "Wistar", "Yorel")


@cache
def _pairs(kind: str, sample: int = 0) -> Pairs:
    """Women's names, men's names or surnames of the tables, and their surrogates."""
    chance = Random(sample)
    names = list(ES.surnames if kind == "FAM" else ES.names(kind))
    names = chance.sample(names, min(PEOPLE, len(names)))
    names += list(UNKNOWN) * (PEOPLE // 80)
    label = "FAM" if kind == "FAM" else "PER"
    pairs: Pairs = []
    for number, name in enumerate(names):
        made = dialogue(f"A: Soy [{name}:{label}].")
        pairs.append((name, texts(run(made, key=bytes([sample]) + number.to_bytes(4, "big")))[0]))
    return pairs


def information(one: Sequence[object], two: Sequence[object]) -> float:
    """Bits that one row of values tells of the other."""
    n, both, first, second = (
        len(one),
        Counter(zip(one, two, strict=True)),
        Counter(one),
        Counter(two),
    )
    return sum(c / n * log2(c * n / (first[a] * second[b])) for (a, b), c in both.items())


def excess(one: Sequence[object], two: Sequence[object]) -> float:
    """By how many standard errors they tell more of each other than shuffled pairs."""
    chance, mixed, values = Random(5), list(two), []
    for _ in range(SHUFFLES):
        chance.shuffle(mixed)
        values.append(information(one, mixed))
    spread = float(np.std(values)) or 1e-9
    return (information(one, two) - float(np.mean(values))) / spread


def test_what_is_copied_is_found() -> None:
    chance = Random(3)
    copied = [chance.random() < 0.3 for _ in range(PEOPLE)]
    assert excess(copied, copied) > 100
    assert abs(excess(copied, [chance.random() < 0.3 for _ in copied])) < 2


@pytest.mark.parametrize("name", PROPERTIES)
@pytest.mark.parametrize("kind", ["f", "m", "FAM"])
def test_a_property_of_the_surrogate_tells_nothing(kind: str, name: str) -> None:
    has = PROPERTIES[name]
    found = []
    # One sample in twenty is beyond two standard errors by chance, all three hardly ever are.
    for sample in (1, 2, 3):
        # Names that no table has are of no known gender, which is kept.
        pairs = [(a, b) for a, b in _pairs(kind, sample) if a not in UNKNOWN]
        found.append(excess([has(a) for a, _ in pairs], [has(b) for _, b in pairs]))
    assert min(found) < 2


def test_an_epicene_surrogate_does_not_say_that_nothing_was_known() -> None:
    epicene = {fold(n.text) for n in ES.name_entries if n.gender == "u"}
    assert not [b for _, b in _pairs("f", 1) if fold(b) in epicene]


def test_a_short_form_that_is_said_asks_for_one() -> None:
    for number in range(tries(6, 60)):
        made = dialogue("A: Soy [Francisco:PER].", "B: Paco, dígame.")
        (out,) = texts(run(made, key=bytes([number])))
        assert ES.shorts_of.get(fold(out))


def test_surnames_are_drawn_as_often_as_they_are_borne() -> None:
    drawn = [b for _, b in _pairs("FAM", 1)]
    total = sum(ES.surname_weights.values())
    borne = sum(w for s, w in ES.surname_weights.items() if s.endswith("ez")) / total
    share = sum(s.endswith("ez") for s in drawn) / len(drawn)
    assert borne > 0.25
    assert abs(share - borne) < 4 * (borne * (1 - borne) / len(drawn)) ** 0.5


def test_english_surnames_have_their_capitals() -> None:
    surnames = load_lexicon("en").surnames
    assert not [s for s in surnames if s[:2] == "Mc" and s[2].islower()]
    irish = {f"O{s[2:].lower()}" for s in surnames if s.startswith("O'")} | {"Oconnell", "Oneal"}
    assert not irish.intersection(surnames)
    assert {"O'Connell", "O'Neal", "O'Brien"} <= set(surnames)
    assert load_lexicon("en").surname_by_key["oconnell"] == "O'Connell"


@pytest.mark.parametrize("lang", ["es", "en", "de", "fr", "ca", "eu"])
@pytest.mark.parametrize("label", ["female name", "male name", "FAM"])
def test_who_has_the_key_learns_no_candidate(lang: str, label: str) -> None:
    """Whatever the name was, the key draws the same one, unless it is a relative of the name."""
    lexicon = load_lexicon(lang)
    names = lexicon.surnames if label == "FAM" else lexicon.names(label[0])
    lines = (f"A: [{name}:{label}]" for name in names[: tries(40, 400)])
    drawn = Counter(texts(run(dialogue(line, lang=lang), key=b"known"))[0] for line in lines)
    (_, most), *_others = drawn.most_common()
    assert most >= 0.9 * drawn.total(), drawn
