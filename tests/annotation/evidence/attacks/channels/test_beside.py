"""Ids, order, lengths and keys: told where they come along, held where they do not."""

import json
from collections.abc import Sequence

import numpy as np
import pytest

from annotation.evidence.attacks.channels.ids import ids, missing_numbers
from annotation.evidence.attacks.channels.keys import keys
from annotation.evidence.attacks.channels.lengths import lengths
from annotation.evidence.attacks.channels.order import order
from annotation.evidence.types import Pair
from tests.annotation.evidence.attacks.bracketed import attacked, pair


def files(order_of: Sequence[int], names: Sequence[str]) -> list[Pair]:
    """As many dialogues, each with the line where it leaves, and its name there."""
    return [
        pair("hola", name=f"call-{n}", out=names[n], lines=(n + 1, place + 1))
        for n, place in enumerate(order_of)
    ]


def test_ids_that_are_kept_are_told() -> None:
    found = attacked(ids, files(range(4), [f"call-{n}" for n in range(4)]))
    assert (found.state, found.values["kept"], found.chance) == ("told", 4, 0.0)


def test_gaps_of_running_numbers_are_told() -> None:
    found = attacked(ids, files(range(3), ["d0001", "d0002", "d0005"]))
    assert (found.state, found.values["kept"], found.values["gaps"]) == ("told", 0, 2)


def test_new_running_ids_are_held() -> None:
    found = attacked(ids, files(range(3), ["d0003", "d0001", "d0002"]))
    assert (found.state, found.values["gaps"]) == ("held", 0)


@pytest.mark.parametrize(
    ("names", "gaps"),
    [
        (["d1", "d2", "d4"], 1),
        (["d2"], 1),
        (["d0", "d1", "d2"], 0),
        (["a1", "b9"], 0),
        (["9041", "77310"], 0),
        (["one"], 0),
    ],
)
def test_missing_numbers(names: list[str], gaps: int) -> None:
    assert missing_numbers(names) == gaps


def test_the_order_of_the_source_is_told_and_so_is_its_reverse() -> None:
    names = [f"d{n}" for n in range(40)]
    for places in (range(40), range(40)[::-1]):
        found = attacked(order, files(places, names))
        assert found.state == "told"
        assert abs(float(str(found.values["rho"]))) == 1.0


def test_a_drawn_order_is_held() -> None:
    places = np.random.default_rng(0).permutation(200).tolist()
    found = attacked(order, files(places, [f"d{n}" for n in range(200)]))
    assert (found.state, found.chance, found.tried) == ("held", 0.5, 100)


def test_the_file_says_the_order_where_it_is_there() -> None:
    made = [pair("hola", out=f"d{n}") for n in range(40)]
    rows = [json.dumps({"id": f"d{n}"}) for n in range(40)]
    assert attacked(order, made, file="\n".join(rows).encode()).state == "told"


def test_without_a_file_ids_order_and_keys_are_not_run() -> None:
    made = [pair("hola", name="12", out="12")]
    for attack in (ids, order, keys):
        assert attacked(attack, made).state == "not run"


def test_lengths_that_are_kept_are_told() -> None:
    made = [pair(f"soy [{'x' * n}|ORG|{'y' * n}]") for n in range(1, 40)]
    found = attacked(lengths, made)
    assert (found.state, found.values["equal"], found.chance) == ("told", 39, 1 / 39)


def test_lengths_that_are_drawn_are_held() -> None:
    rng = np.random.default_rng(0)
    made = [
        pair(f"soy [{'x' * rng.integers(3, 9)}|ORG|{'y' * rng.integers(3, 9)}]") for _ in range(300)
    ]
    assert attacked(lengths, made).state == "held"


def test_lengths_of_placeholders_are_not_run() -> None:
    assert attacked(lengths, [pair("[Ana|PER|XXXX]")]).state == "not run"


def test_keys_that_name_a_dialogue_are_told_by_number() -> None:
    made = [
        pair("hola", "sí", extra=[{"turn": n + 7}, {"turn": n + 9}], lines=(n + 1, n + 1))
        for n in range(4)
    ]
    found = attacked(keys, made)
    assert (found.state, found.values) == ("told", {"keys": 1, "named": 4, "tried": 4})


def test_what_a_transcript_says_of_its_text_is_no_key() -> None:
    made = [
        pair("hola", extra=[{"turn": 0, "events": [{"start": n}]}], lines=(n, n))
        for n in range(1, 5)
    ]
    found = attacked(keys, made)
    assert (found.state, found.values["keys"]) == ("held", 0)


def test_another_number_that_equals_a_place_is_a_key() -> None:
    made = [pair("hola", extra=[{"level": n}], lines=(n + 1, n + 1)) for n in range(4)]
    found = attacked(keys, made)
    assert (found.state, found.values) == ("told", {"keys": 1, "named": 4, "tried": 4})


def test_keys_that_all_share_are_held() -> None:
    made = [pair("hola", extra=[{"channel": "phone"}], lines=(n, n)) for n in range(1, 5)]
    found = attacked(keys, made)
    assert (found.state, found.values["named"]) == ("held", 0)
