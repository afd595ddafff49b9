"""A token classifier from a folder of weights: a tiny BERT made here."""

import json
from pathlib import Path

import numpy as np
import pytest

from learning.errors import ExtraMissing, SourceRefused
from learning.source.kinds import new_source, open_source, write_source
from learning.source.token_classifier import TokenClassifier, bare, open_token_classifier
from learning.types import Utterance

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "soy", "ana", "de", "bil", "##bao", ","]
TAGS = ["O", "B-PER", "I-PER", "B-LOC"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Weights that call "ana" a person and "##bao" a place, whatever stands beside them."""
    torch = pytest.importorskip("torch", reason="needs the BERT extra")
    transformers = pytest.importorskip("transformers", reason="needs the BERT extra")
    path = tmp_path_factory.mktemp("weights")
    (path / "vocab.txt").write_text("\n".join(WORDS), encoding="utf-8")
    tokenizer = transformers.BertTokenizerFast(str(path / "vocab.txt"), model_max_length=12)
    config = transformers.BertConfig(
        vocab_size=len(WORDS), hidden_size=len(WORDS), num_hidden_layers=0, num_attention_heads=1,
        intermediate_size=8, max_position_embeddings=16, id2label=dict(enumerate(TAGS)),
        label2id={tag: place for place, tag in enumerate(TAGS)},
    )  # fmt: skip
    network = transformers.BertForTokenClassification(config)
    with torch.no_grad():
        for value in network.parameters():
            value.zero_()
        layers = network.bert.embeddings
        layers.word_embeddings.weight.copy_(torch.eye(len(WORDS)))
        layers.LayerNorm.weight.fill_(1.0)
        network.classifier.bias.copy_(torch.tensor([2.0, 0.0, 0.0, 0.0]))
        network.classifier.weight[1, WORDS.index("ana")] = 3.0
        network.classifier.weight[3, WORDS.index("##bao")] = 3.0
    network.save_pretrained(path, safe_serialization=True)
    tokenizer.save_pretrained(path)
    return path


@pytest.mark.bert
@pytest.mark.filterwarnings("ignore")
def test_it_is_loaded_for_real_and_tells(folder: Path) -> None:
    source = open_token_classifier(folder, "1")
    assert source.labels == ("PER", "LOC")
    told = source.tell([Utterance("soy ana de bilbao ,"), Utterance(""), Utterance("soy")])
    assert [len(turn) for turn in told.sensitive] == [5, 0, 1]
    assert (told.sensitive[0] > 0.5).tolist() == [False, True, False, True, False]
    assert told.shares[0][1].argmax() == 0 and told.shares[0][3].argmax() == 1
    assert all(flags.all() for flags in told.read)


@pytest.mark.bert
@pytest.mark.filterwarnings("ignore")
def test_what_it_cuts_off_it_has_not_read(folder: Path) -> None:
    told = open_token_classifier(folder, "1").tell([Utterance("soy " * 30 + "ana")])
    assert told.read[0].sum() == 10  # twelve pieces, two of them its own marks
    assert not told.read[0][-1] and told.sensitive[0][-1] == 0


@pytest.mark.bert
@pytest.mark.filterwarnings("ignore")
def test_only_the_labels_that_count(folder: Path) -> None:
    told = open_token_classifier(folder, "1", ["LOC"]).tell([Utterance("ana de bilbao")])
    assert (told.sensitive[0] > 0.5).tolist() == [False, False, True]
    with pytest.raises(SourceRefused, match="no label CITY; it has PER, LOC"):
        open_token_classifier(folder, "1", ["CITY"])


@pytest.mark.bert
@pytest.mark.filterwarnings("ignore")
def test_weights_that_were_changed_since_are_refused(folder: Path, tmp_path: Path) -> None:
    card = new_source("transformers", {"folder": str(folder)})
    write_source(tmp_path / "source", card)
    assert isinstance(open_source(tmp_path / "source"), TokenClassifier)
    config = folder / "config.json"
    before = config.read_text()
    config.write_text(before + " ")
    with pytest.raises(SourceRefused, match="not those that were added"):
        open_source(tmp_path / "source")
    config.write_text(before)


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({}, "config.json is not in it"),
        ({"config.json": "{"}, "config.json is not in it"),
        ({"config.json": "[]"}, "damaged"),
        ({"gliner_config.json": "{}"}, "GLiNER"),
        (
            {"config.json": json.dumps({"architectures": ["GPT2LMHeadModel"]})},
            "another architecture",
        ),
        ({"config.json": json.dumps({"architectures": None})}, "another architecture"),
        (
            {
                "config.json": json.dumps({"architectures": ["BertForTokenClassification"]}),
                "pytorch_model.bin": "x",
            },
            "safetensors",
        ),
    ],
)
def test_folders_that_hold_something_else(
    files: dict[str, str], words: str, tmp_path: Path
) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    with pytest.raises(SourceRefused, match=words):
        open_token_classifier(tmp_path, "1")


def test_without_the_packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = {"architectures": ["BertForTokenClassification"]}
    (tmp_path / "config.json").write_text(json.dumps(config))
    (tmp_path / "model.safetensors").write_bytes(b"")
    monkeypatch.setitem(__import__("sys").modules, "transformers", None)
    with pytest.raises(ExtraMissing, match="EXTRAS=bert"):
        open_token_classifier(tmp_path, "1")


def test_labels_of_tags() -> None:
    assert [bare(tag) for tag in ("O", "B-PER", "I-first-name", "PER", "date-time")] == [
        "", "PER", "first-name", "PER", "date-time",
    ]  # fmt: skip


def test_a_word_is_its_most_sensitive_piece_and_one_without_a_piece_is_unread() -> None:
    source = TokenClassifier(None, None, ("O", "B-X"), ("X",), 9, "1")
    values = np.asarray([[1, 0], [0.8, 0.2], [0.1, 0.9], [1, 0]], np.float32)
    table, read = source._by_word(values, [None, 0, 0, None], 2)
    assert table[:, 0].tolist() == pytest.approx([0.9, 0]) and read.tolist() == [True, False]
