"""The pool is made once, read back from disk, and made again when its files are damaged."""

from pathlib import Path

import numpy as np
import pytest

from learning.crf.pool import memory_pool, open_pool
from learning.features.encoding import Encoding
from learning.types import Utterance
from tests.stopped import Stopped


def same(one: Encoding, other: Encoding) -> bool:
    rows = range(len(one))
    return all(one.attribute_lists(row) == other.attribute_lists(row) for row in rows)


def test_read_back_equals_made(corpus: list[Utterance], tmp_path: Path) -> None:
    made = open_pool(corpus, tmp_path)
    phases: list[str] = []
    read = open_pool(corpus, tmp_path, lambda _share, phase: phases.append(phase))
    assert phases == []
    assert same(made.encoding(), read.encoding())
    assert same(memory_pool(corpus).encoding(), read.encoding())
    assert np.array_equal(made.vectors, read.vectors)
    assert isinstance(read.encoding().word_ids, np.memmap)


def test_other_content_other_key(corpus: list[Utterance], tmp_path: Path) -> None:
    changed = [Utterance(corpus[0].text + " no"), *corpus[1:]]
    assert open_pool(corpus, tmp_path).key != open_pool(changed, tmp_path).key


def test_source_features_are_made_when_asked_for(corpus: list[Utterance], tmp_path: Path) -> None:
    pool = open_pool(corpus, tmp_path)
    assert len(list(tmp_path.iterdir())) == 1
    assert pool.encoding("source").tokens == pool.encoding("target").tokens
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("name", ["word_ids.npy", "attributes.txt", "card.json", "0.columns.npy"])
def test_a_cut_file_is_made_again(corpus: list[Utterance], tmp_path: Path, name: str) -> None:
    made = open_pool(corpus, tmp_path)
    victim = next(tmp_path.glob("target-*")) / name
    data = victim.read_bytes()
    victim.unlink()
    victim.write_bytes(data[: len(data) // 2])
    assert same(open_pool(corpus, tmp_path).encoding(), made.encoding())


def test_cancelling_leaves_nothing(tmp_path: Path) -> None:
    def stop(_share: float, _phase: str) -> None:
        raise Stopped("stop")

    with pytest.raises(Stopped):
        open_pool([Utterance("hola")], tmp_path / "cache", stop)
    assert not (tmp_path / "cache").exists()


def test_an_empty_corpus(tmp_path: Path) -> None:
    assert len(open_pool([], tmp_path)) == 0
    assert open_pool([Utterance(""), Utterance(" ")], tmp_path).encoding().tokens == 0
