"""A slow source is asked once for each text, and what is kept of it holds no text."""

import json
from pathlib import Path

import numpy as np
import pytest

from learning.errors import SourceMalformed
from learning.source.remembered import FileStore, Limited, MemoryStore, Remembered
from learning.source.rules import RulesSource
from learning.types import Utterance
from tests.learning.conftest import calls
from tests.learning.source.tellers import Teller

TURNS = calls(60)


@pytest.mark.parametrize("kind", ["memory", "file"])
def test_each_text_is_asked_once(kind: str, tmp_path: Path) -> None:
    teller = Teller()
    store = MemoryStore() if kind == "memory" else FileStore(tmp_path / "told.sqlite3")
    source = Remembered(teller, store)
    first, again = source.tell(TURNS), source.tell(TURNS[::-1])
    assert sorted(teller.asked) == sorted({each.text for each in TURNS})
    for one, two in zip(first.sensitive, again.sensitive[::-1], strict=True):
        assert one.tolist() == two.tolist()
    source.tell([*TURNS[:3], Utterance("algo nuevo")])
    assert teller.asked[-1] == "algo nuevo" and len(teller.asked) == len(set(teller.asked))


def test_another_version_is_another_source(tmp_path: Path) -> None:
    store = FileStore(tmp_path / "told.sqlite3")
    Remembered(Teller(), store).tell(TURNS)
    newer = Teller(version="2")
    Remembered(newer, store).tell(TURNS[:1])
    assert newer.asked == [TURNS[0].text]


def test_labels_and_what_was_not_read_are_kept(tmp_path: Path) -> None:
    turns = [Utterance("DNI 12345678Z"), Utterance("a a@b.org"), Utterance("")]
    source = Remembered(RulesSource(), FileStore(tmp_path / "told.sqlite3"))
    source.tell(turns)
    kept, fresh = source.tell(turns), RulesSource().tell(turns)
    for place in range(3):
        assert kept.read[place].tolist() == fresh.read[place].tolist()
        assert np.allclose(kept.sensitive[place], fresh.sensitive[place], atol=1e-3)
    column = kept.labels.index("DNI")
    assert kept.shares[0][1, column] > 0.9


def test_no_text_and_no_plain_hash_of_one_is_on_disk(tmp_path: Path) -> None:
    path = tmp_path / "told.sqlite3"
    Remembered(Teller(), FileStore(path), b"one").tell([Utterance("Amaia")])
    data = path.read_bytes()
    assert b"Amaia" not in data
    other = Teller()
    Remembered(other, FileStore(path), b"two").tell([Utterance("Amaia")])
    assert other.asked == ["Amaia"]  # found by nobody who does not know the secret


def test_a_damaged_store_costs_time_only(tmp_path: Path) -> None:
    path = tmp_path / "told.sqlite3"
    path.write_bytes(b"no database" * 1000)
    teller = Teller()
    source = Remembered(teller, FileStore(path))
    source.tell(TURNS[:2])
    source.tell(TURNS[:2])
    source.tell(TURNS[:2])
    assert len(teller.asked) == 4  # once more than with a sound one; then it is a new file
    store = MemoryStore()
    Remembered(teller, store).tell(TURNS[:1])
    store.answers = dict.fromkeys(store.answers, b"[]\nodd")
    Remembered(teller, store).tell(TURNS[:1])
    assert len(teller.asked) == 6


def test_what_is_malformed_is_not_kept() -> None:
    store = MemoryStore()
    with pytest.raises(SourceMalformed):
        Remembered(Teller(lambda flags: np.full(1, 0.5)), store).tell(TURNS)
    assert store.answers == {}
    assert json.dumps(list(store.answers)) == "[]"


def test_no_more_turns_are_asked_than_may_be() -> None:
    teller = Teller()
    told = Limited(teller, 10).tell(TURNS)
    assert len(teller.asked) == 10 == sum(each.any() for each in told.read)
    again = Teller()
    Limited(again, 10).tell(TURNS[::-1])
    assert sorted(again.asked) == sorted(teller.asked)  # always the same ones


def test_an_end_that_is_asked_for_keeps_what_was_told() -> None:
    class Cancelled(Exception):
        pass

    def cancel(share: float, phase: str) -> None:
        if share >= 0.5:
            raise Cancelled

    turns = [Utterance(f"turno {n}") for n in range(1_200)]
    store, teller = MemoryStore(), Teller()
    with pytest.raises(Cancelled):
        Remembered(teller, store).tell(turns, cancel)
    assert len(store.answers) == 500
    Remembered(teller, store).tell(turns)
    assert len(teller.asked) == 500 + 500 + 700  # the half that was cut off is asked again
