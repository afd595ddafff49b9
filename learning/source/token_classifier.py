"""A token classifier from a folder of weights, by `transformers` (the BERT extra).

The folder is never asked for code and its weights must be safetensors, which hold numbers only.
Such a model stops at so many pieces: what it has not read, it has not told.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from learning.errors import ExtraMissing, SourceRefused
from learning.source.tagged import check_labels
from learning.tokens import OUTSIDE, words
from learning.told import Told
from learning.types import Card, Flags, Floats, Progress, Utterance

BATCH = 16
LONGEST = 512  # pieces, where neither the model nor its tokenizer says
_ENDLESS = 100_000  # tokenizers that know no limit give a huge one


@dataclass(frozen=True)
class TokenClassifier:
    """A network with its tokenizer; `tags` are the columns of its answer, "O" among them."""

    network: Any
    tokenizer: Any
    tags: tuple[str, ...]
    labels: tuple[str, ...]  # that count
    longest: int  # pieces that it reads of a turn
    version: str
    name: str = "token classifier"

    @property
    def card(self) -> Card:
        return {"kind": "transformers", "name": self.name}

    def tell(self, utterances: Sequence[Utterance], progress: Progress | None = None) -> Told:
        turns = [words(utterance.text) for utterance in utterances]
        shares: list[Floats] = []
        read: list[Flags] = []
        for begin in range(0, len(turns), BATCH):
            for table, flags in self._ask(turns[begin : begin + BATCH]):
                shares.append(table)
                read.append(flags)
            if progress:
                progress(len(shares) / len(turns), "source")
        sensitive = [table.sum(axis=1).clip(0, 1) for table in shares]
        return Told(sensitive, read, self.labels, shares)

    def _ask(self, turns: Sequence[Sequence[str]]) -> list[tuple[Floats, Flags]]:
        import torch

        spoken = [list(turn) or ["."] for turn in turns]
        pieces = self.tokenizer(
            spoken,
            is_split_into_words=True,
            truncation=True,
            max_length=self.longest,
            padding=True,
            return_tensors="pt",
        )
        with torch.inference_mode():
            logits = self.network(**pieces).logits
            values = torch.softmax(logits.float(), dim=-1).cpu().numpy()
        return [
            self._by_word(values[place], pieces.word_ids(place), len(turn))
            for place, turn in enumerate(turns)
        ]

    def _by_word(
        self, values: Floats, owners: Sequence[int | None], size: int
    ) -> tuple[Floats, Flags]:
        """A word is what its most sensitive piece is; one whose last piece was cut off is read."""
        columns = [
            [place for place, tag in enumerate(self.tags) if bare(tag) == label]
            for label in self.labels
        ]
        by_label = np.stack([values[:, each].sum(axis=1) for each in columns], axis=1)
        table, read = np.zeros((size, len(self.labels)), np.float32), np.zeros(size, np.bool_)
        for piece, owner in enumerate(owners):
            if owner is None or owner >= size:
                continue
            if not read[owner] or by_label[piece].sum() > table[owner].sum():
                table[owner] = by_label[piece]
            read[owner] = True
        return table.clip(0, 1), read


def bare(tag: str) -> str:
    """The label of a tag in any of the usual schemes; "" outside."""
    if tag == OUTSIDE:
        return ""
    head, dash, rest = tag.partition("-")
    return rest if dash and head in {"B", "I", "E", "S", "L", "U"} else tag


def open_token_classifier(
    folder: Path, version: str, labels: Sequence[str] = ()
) -> TokenClassifier:
    """Raises: SourceRefused for another architecture, weights that are no safetensors and labels
    that it has not; ExtraMissing without the packages."""
    check_classifier(folder)
    try:
        import transformers
    except ImportError:
        raise ExtraMissing(
            "A token classifier needs the packages of the BERT extra: make setup EXTRAS=bert, or "
            "pip install 'antifaz[bert]'."
        ) from None
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(
            str(folder), local_files_only=True, trust_remote_code=False
        )
        network = transformers.AutoModelForTokenClassification.from_pretrained(
            str(folder), local_files_only=True, trust_remote_code=False, use_safetensors=True
        ).eval()
    except (OSError, ValueError, KeyError, RuntimeError, ImportError):
        raise SourceRefused("The weights of the source cannot be opened.") from None
    if not tokenizer.is_fast:
        raise SourceRefused("The source's tokenizer does not say which piece is of which word.")
    tags = tuple(str(network.config.id2label[place]) for place in range(network.config.num_labels))
    known = tuple(dict.fromkeys(bare(tag) for tag in tags if tag != OUTSIDE))
    check_labels(labels, known)
    limits = (tokenizer.model_max_length, network.config.to_dict().get("max_position_embeddings"))
    given = [int(limit) for limit in limits if limit and limit < _ENDLESS]
    # Some families keep two places for padding, which their tokenizer's limit leaves out.
    return TokenClassifier(
        network, tokenizer, tags, tuple(labels) or known, min([*given, LONGEST]), version
    )


def check_classifier(folder: Path) -> None:
    """What can be seen without opening it. Raises: SourceRefused."""
    kinds = _read_config(folder).get("architectures") or [""]
    if not str(kinds[0]).endswith("ForTokenClassification"):
        raise SourceRefused("These weights are of another architecture, no token classifier.")
    if not list(folder.glob("*.safetensors")):
        raise SourceRefused("The folder holds no weights as safetensors: nothing else is opened.")


def _read_config(folder: Path) -> dict[str, Any]:
    if (folder / "gliner_config.json").is_file():
        raise SourceRefused("These are weights of GLiNER: give them as that kind.")
    try:
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise SourceRefused("The folder holds no model: config.json is not in it.") from None
    if not isinstance(config, dict):
        raise SourceRefused("The folder holds no model: config.json is damaged.")
    return config
