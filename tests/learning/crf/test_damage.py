"""A damaged model never ends the caller: it is refused, by checksum, by reader or by the child."""

import json
import random
import resource
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from learning import storage
from learning.crf.modelfile import read_weights
from learning.crf.pool import save_array
from learning.crf.probe import probe_model
from learning.crf.tagger import MODEL_FILE, CrfTagger
from learning.errors import ModelDamaged


@pytest.fixture
def folder(tagger: CrfTagger, tmp_path: Path) -> Path:
    tagger.save(tmp_path / "model")
    return tmp_path / "model"


def rewrite(folder: Path, data: bytes) -> None:
    """Damage the model and give it a matching checksum, so that only deeper checks can tell."""
    (folder / MODEL_FILE).write_bytes(data)
    card = json.loads((folder / "card.json").read_text())
    (folder / "card.json").write_text(json.dumps(dict(card, sha256=storage.sha256(data))))


def test_a_whole_model_passes(folder: Path) -> None:
    probe_model(folder)


def test_every_cut_is_refused(folder: Path) -> None:
    data = (folder / MODEL_FILE).read_bytes()
    for size in [*range(60), *range(60, len(data), len(data) // 150)]:
        with pytest.raises(ModelDamaged):
            read_weights(data[:size])
        (folder / MODEL_FILE).write_bytes(data[:size])
        with pytest.raises(ModelDamaged):
            CrfTagger.load(folder)


def test_every_flipped_bit_is_refused(folder: Path) -> None:
    data = (folder / MODEL_FILE).read_bytes()
    rng = random.Random(0)
    for _ in range(500):
        damaged = bytearray(data)
        damaged[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        (folder / MODEL_FILE).write_bytes(bytes(damaged))
        with pytest.raises(ModelDamaged):
            CrfTagger.load(folder)


def test_the_reader_survives_any_bytes(folder: Path) -> None:
    data = (folder / MODEL_FILE).read_bytes()
    rng = random.Random(1)
    for _ in range(500):
        damaged = bytearray(data)
        for _flip in range(rng.randrange(1, 9)):
            # Half of the damage to the header, where every offset lies.
            damaged[rng.randrange(48 if rng.random() < 0.5 else len(data))] = rng.randrange(256)
        try:
            read_weights(bytes(damaged))
        except ModelDamaged:
            continue


@pytest.mark.parametrize("damage", ["half", "weights", "header", "garbage"])
def test_the_child_refuses_with_a_right_checksum(folder: Path, damage: str) -> None:
    data = bytearray((folder / MODEL_FILE).read_bytes())
    if damage == "half":
        data = data[: len(data) // 2]
    elif damage == "weights":
        data[48 + 12 : 48 + 12 + 20 * 200] = bytes(20 * 200)
    elif damage == "header":
        data[20:24] = b"\xff\xff\xff\x7f"
    else:
        data = bytearray(random.Random(2).randbytes(4096))
    rewrite(folder, bytes(data))
    with pytest.raises(ModelDamaged):
        probe_model(folder)


def test_a_child_that_dies_or_hangs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ModelDamaged, match="in time"):
        probe_model(folder, timeout=0.01)
    monkeypatch.setattr("learning.crf.probe.sys.executable", "/bin/false")
    with pytest.raises(ModelDamaged, match="ends the process"):
        probe_model(folder)


def test_a_child_that_works_without_end_is_ended_by_its_own_time() -> None:
    """Not by the clock: beside busy processes a sound model takes long, too."""
    code = """
import itertools, sys
from learning.crf import probe
probe.SECONDS = 1
probe.answer = lambda _folder: any(number < 0 for number in itertools.count())
sys.exit(probe.main())
"""
    child = subprocess.run([sys.executable, "-c", code, "folder"], timeout=300, check=False)
    assert child.returncode == -signal.SIGXCPU


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"settings": 3}', "\x00", '{"settings": {}}'])
def test_a_damaged_card(folder: Path, text: str) -> None:
    (folder / "card.json").write_text(text)
    with pytest.raises(ModelDamaged):
        CrfTagger.load(folder)


@pytest.mark.parametrize(
    "changes",
    [{"settings": {"c3": 1}}, {"threshold": "high"}, {"threshold": 1.5}, {"threshold": [0.5]}],
    ids=["unknown setting", "word", "above 1", "list"],
)
def test_an_odd_value_on_a_card(folder: Path, changes: dict[str, object]) -> None:
    card = json.loads((folder / "card.json").read_text())
    (folder / "card.json").write_text(json.dumps(card | changes))
    with pytest.raises(ModelDamaged, match="card is damaged"):
        CrfTagger.load(folder)


def test_a_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(ModelDamaged):
        CrfTagger.load(tmp_path / "none")
    with pytest.raises(ModelDamaged):
        probe_model(tmp_path / "none")


def test_a_failed_write_keeps_the_old_model(
    tagger: CrfTagger, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, data: bytes) -> None:
        path.write_bytes(data[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(storage, "write_synced", full)
    with pytest.raises(OSError, match="No space"):
        tagger.save(folder)
    CrfTagger.load(folder)
    assert [path.name for path in folder.parent.iterdir()] == ["model"]


def test_what_the_disk_has_no_room_for_leaves_no_part(tmp_path: Path) -> None:
    most, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, hard))
    try:
        with pytest.raises(OSError, match="too large"):
            storage.write_synced(tmp_path / "stop.npz", bytes(10_000))
        save_array(tmp_path / "told.npy", np.zeros(10_000, np.float32))  # only a cache
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
    assert list(tmp_path.iterdir()) == []
