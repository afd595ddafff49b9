"""Held-out parts and windows; memory; checksums of folders; kinds of taggers. All without torch."""

import json
import os
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from learning.errors import ExtraMissing, LearningError, MemoryShort, ModelDamaged, WeightsMissing
from learning.large import finetuning, memory
from learning.large.dataset import Window, hold_out, lessons, windows
from learning.large.encoders import encoder_card, find_encoder
from learning.large.finetuning import LargeSettings, in_pieces, thread_count
from learning.large.kinds import new_tagger, open_tagger
from learning.storage import check_sealed, read_card, seal
from learning.types import Span, Utterance


def test_lessons_carry_tags() -> None:
    (one,) = lessons([Utterance("soy Ana Ruiz", (Span(4, 12, "NAME"),)), Utterance(" ")], "all")
    assert (one.words, one.tags) == (["soy", "Ana", "Ruiz"], ["O", "I-NAME", "I-NAME"])
    (one,) = lessons([Utterance("soy Ana", (Span(4, 7, "NAME"),))], "binary")
    assert one.tags == ["O", "I-SENSITIVE"]


def test_a_tenth_is_held_out_always_the_same() -> None:
    train, held = hold_out(100, 0.1)
    assert len(held) == 10 and sorted(train + held) == list(range(100))
    assert hold_out(100, 0.1) == (train, held)
    assert hold_out(39, 0.1) == (list(range(39)), [])
    assert hold_out(100, 0.0)[1] == []


def test_windows_of_a_long_text() -> None:
    # Ten tokens of one sub-word, room for six, two shared: the border is in the middle of those.
    assert windows([1] * 10, 6, 2) == [Window(0, 6, 0, 5), Window(4, 10, 5, 10)]
    assert windows([1] * 5, 6, 2) == [Window(0, 5, 0, 5)]
    assert windows([], 6, 2) == []


@given(st.lists(st.integers(1, 16), max_size=60), st.integers(16, 40), st.integers(0, 60))
def test_every_token_is_believed_once(sizes: list[int], room: int, overlap: int) -> None:
    found = windows(sizes, room, overlap)
    believed = [place for each in found for place in range(each.first, each.last)]
    assert believed == list(range(len(sizes)))
    for each in found:
        assert each.begin <= each.first < each.last <= each.end
        assert sum(sizes[each.begin : each.end]) <= room


def test_memory_is_the_least_of_machine_and_container(tmp_path: Path) -> None:
    assert memory.available_memory(tmp_path) is None
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc/meminfo").write_text("MemTotal: 9 kB\nMemAvailable: 4096 kB\n")
    assert memory.available_memory(tmp_path) == 4 << 20
    cgroup = tmp_path / "sys/fs/cgroup"
    cgroup.mkdir(parents=True)
    (cgroup / "memory.max").write_text("max\n")
    assert memory.available_memory(tmp_path) == 4 << 20
    (cgroup / "memory.max").write_text("3145728\n")
    (cgroup / "memory.current").write_text("1048576\n")
    assert memory.available_memory(tmp_path) == 2 << 20


def test_memory_that_is_short_is_said_with_both_numbers() -> None:
    memory.require_memory(1 << 40, None)
    memory.require_memory(1 << 30, 2 << 30)
    with pytest.raises(MemoryShort, match=r"needs about 2\.2 GiB .* 1\.0 GiB are free"):
        memory.require_memory(2 << 30, 1 << 30)
    # 10 weights of which 2 learn: 4 * (2 * 10 + 3 * 2) bytes
    assert memory.training_bytes(10, 2) == 104
    # 3 layers, 5 sub-words: 4 * 3 * 5 * (16 * 7 + 2 * 2 * 5) bytes
    assert memory.text_bytes(5, 3, 7, 2) == 7920


def test_fewer_texts_at_once_where_memory_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    class Weights:
        requires_grad = True

        def numel(self) -> int:
            return 10

        def parameters(self) -> list["Weights"]:
            return [self]

    cpu = SimpleNamespace(type="cpu")
    config = SimpleNamespace(num_hidden_layers=1, hidden_size=16384, num_attention_heads=4)
    one = memory.text_bytes(256, 1, 16384, 4)  # about 270 MB
    spare = memory._SPARE + 4 * (2 * 10 + 3 * 10)
    for texts, expected in ((9, 8), (7, 4), (3, 2), (1, 1)):
        monkeypatch.setattr(finetuning, "available_memory", lambda n=texts: spare + n * one)
        assert finetuning.room_for(Weights(), config, cpu, 8, 256) == expected
    monkeypatch.setattr(finetuning, "available_memory", lambda: spare)
    with pytest.raises(MemoryShort):
        finetuning.room_for(Weights(), config, cpu, 8, 256)
    assert finetuning.room_for(Weights(), config, SimpleNamespace(type="cuda"), 8, 256) == 8


def test_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    assert thread_count(0) == 3 and thread_count(2) == 2
    monkeypatch.delenv("OMP_NUM_THREADS")
    monkeypatch.setattr(os, "cpu_count", lambda: 8)
    assert thread_count(0) == 4


def test_work_in_pieces_gets_smaller_when_memory_is_short() -> None:
    class Torch:
        class cuda:  # noqa: N801
            @staticmethod
            def is_available() -> bool:
                return False

    seen: list[list[int]] = []

    def work(some: list[int]) -> None:
        if len(some) > 2:
            raise MemoryError
        seen.append(list(some))

    assert in_pieces(Torch, list(range(5)), 4, work) == 2
    assert seen == [[0, 1], [2, 3], [4]]
    with pytest.raises(ZeroDivisionError):
        in_pieces(Torch, [1], 1, lambda some: 1 / 0)  # type: ignore[arg-type,return-value]


def test_a_sealed_folder_notices_every_change(tmp_path: Path) -> None:
    (tmp_path / "part").mkdir()
    (tmp_path / "part" / "a.bin").write_bytes(b"12345")
    card = seal(tmp_path, {"kind": "bert", "settings": {}})
    assert card["bytes"] == 5 and check_sealed(tmp_path) == card == read_card(tmp_path)
    (tmp_path / "part" / "a.bin").write_bytes(b"12346")
    with pytest.raises(ModelDamaged, match="differs"):
        check_sealed(tmp_path)
    (tmp_path / "part" / "a.bin").unlink()
    with pytest.raises(ModelDamaged, match="missing"):
        check_sealed(tmp_path)
    for bad in ("{", "[]", "{}", json.dumps({"settings": {}, "files": {"../x": "0"}})):
        (tmp_path / "card.json").write_text(bad)
        with pytest.raises(ModelDamaged):
            check_sealed(tmp_path)


def test_kinds_of_taggers(tmp_path: Path) -> None:
    assert new_tagger("bert", LargeSettings(encoder="x")).card == {}
    with pytest.raises(LearningError, match="there are: bert, crf, flair"):
        new_tagger("gpt")
    (tmp_path / "card.json").write_text('{"kind": "gpt", "settings": {}}')
    with pytest.raises(ModelDamaged, match="names no kind"):
        open_tagger(tmp_path)


def test_weights_that_are_not_there_are_named(tmp_path: Path) -> None:
    with pytest.raises(WeightsMissing, match="No large model was chosen"):
        find_encoder("")
    with pytest.raises(WeightsMissing, match=f"There are no weights in {tmp_path}"):
        find_encoder(str(tmp_path))
    with pytest.raises(WeightsMissing, match="There is no folder"):
        find_encoder(str(tmp_path / "none"))
    (tmp_path / "config.json").write_text("{}")
    (tmp_path / "model.safetensors").write_bytes(b"")
    assert find_encoder(str(tmp_path)) == str(tmp_path)
    assert encoder_card(str(tmp_path)) == {"name": tmp_path.name}
    (tmp_path / "card.json").write_text('{"name": "e5 (4-bit)", "weights": "4-bit", "x": 1}')
    assert encoder_card(str(tmp_path)) == {"name": "e5 (4-bit)", "weights": "4-bit"}


def test_without_the_packages_the_error_says_what_to_run(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ExtraMissing, match="make setup EXTRAS=bert"):
        finetuning.load_torch(LargeSettings())
