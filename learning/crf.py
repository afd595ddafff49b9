"""The CRF tagger: fits on utterances or on rows of a pool, tags, gives marginals, saves and loads.

CRFsuite trains; everything after that is numpy on the weights (`modelfile`, `marginals`), so that a
damaged file raises an error instead of ending the process.
"""

import json
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Literal

import numpy as np

from learning import storage
from learning.encoding import Encoding, encode, version_of
from learning.errors import EmptyPool, ModelDamaged, NotTrained, OneClassOnly
from learning.marginals import Chunk, Scorer, chunks, posterior, viterbi
from learning.modelfile import Weights, read_weights
from learning.tokens import OUTSIDE, compact_tags, spans_to_tags, tags_to_spans, tokenise
from learning.training import CrfSettings, train_crf
from learning.types import Floats, Ids, Ints, Progress, Span, Utterance

SENSITIVE = "SENSITIVE"  # the one label of a binary tagger
PROBE = Utterance("Nombre: Amaia Ruiz, calle Mayor 12, llame el 3 de mayo al 600 123 456.")
MODEL_FILE = "model.crfsuite"
Labels = Literal["all", "binary"]


class CrfTagger:
    """A linear-chain CRF over one feature family ("target", or language-neutral "source").

    `tags` orders the columns of every marginal: IOB1, so "O", "I-NAME", and "B-NAME" only where
    two names stood side by side in training. `card` tells what was trained, when and on how much.
    """

    def __init__(self, *, features: str = "target", settings: CrfSettings | None = None) -> None:
        self.features = features
        self.settings = settings or CrfSettings()
        self.card: dict[str, Any] = {}
        self._data = b""
        self._weights: Weights | None = None

    @property
    def weights(self) -> Weights:
        if self._weights is None:
            raise NotTrained("This tagger has not been trained yet.")
        return self._weights

    @property
    def tags(self) -> tuple[str, ...]:
        return self.weights.tags

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(sorted({tag[2:] for tag in self.tags if tag != OUTSIDE}))

    def fit(
        self,
        utterances: Sequence[Utterance],
        *,
        labels: Labels = "all",
        progress: Progress | None = None,
    ) -> "CrfTagger":
        """Train on utterances with their gold spans.

        Raises: EmptyPool without a token; OneClassOnly without a span; what `progress` raises.
        """
        encoding = encode(utterances, self.features)
        spans = [each.spans for each in utterances]
        texts = [each.text for each in utterances]
        return self.fit_rows(encoding, range(len(texts)), texts, spans, labels, progress)

    def fit_rows(
        self,
        encoding: Encoding,
        rows: Sequence[int],
        texts: Sequence[str],
        spans: Sequence[Sequence[Span]],
        labels: Labels = "all",
        progress: Progress | None = None,
    ) -> "CrfTagger":
        """Train on `rows` of an encoding; `texts` and `spans` belong to the rows, in order."""
        started = time.perf_counter()
        tags = [training_tags(text, each, labels) for text, each in zip(texts, spans, strict=True)]
        kept = [place for place, each in enumerate(tags) if each]
        if not kept:
            raise EmptyPool("There is no text to learn from.")
        if all(tag == OUTSIDE for each in tags for tag in each):
            raise OneClassOnly(
                "Nothing was labelled as sensitive yet: label at least one item, then train."
            )
        attributes = [encoding.attribute_lists(rows[place]) for place in kept]
        data = train_crf(attributes, [tags[place] for place in kept], self.settings, progress)
        self._adopt(data)
        self.card = {
            "kind": "crf",
            "features": version_of(self.features),
            "labels": labels,
            "tags": list(self.tags),
            "settings": asdict(self.settings),
            "utterances": len(kept),
            "tokens": sum(len(tags[place]) for place in kept),
            "items": sum(len(each) for each in spans),
            "seconds": round(time.perf_counter() - started, 3),
        }
        return self

    def _adopt(self, data: bytes) -> None:
        self._weights = read_weights(data)
        self._data = data

    def predict(self, utterances: Sequence[Utterance]) -> list[tuple[Span, ...]]:
        """The spans of each utterance, each with a score in 0..1 (smallest token marginal)."""
        encoding = encode(utterances, self.features)
        return self.predict_rows(encoding, range(len(utterances)), [u.text for u in utterances])

    def predict_rows(
        self,
        encoding: Encoding,
        rows: Sequence[int],
        texts: Sequence[str],
        progress: Progress | None = None,
    ) -> list[tuple[Span, ...]]:
        """As `predict`, for rows of an encoding made before."""
        scorer = Scorer(encoding, self.weights)
        labels = np.asarray([tag[2:] for tag in self.tags])
        same = (labels[:, None] == labels[None, :]).astype(np.float32)
        where = {int(row): place for place, row in enumerate(rows)}
        found: list[tuple[Span, ...]] = [()] * len(rows)
        done = 0
        for chunk in chunks(encoding, np.asarray(rows, np.int64)):
            state = scorer.state(chunk)
            best, _ = viterbi(state, scorer.transitions, chunk)
            marginal = posterior(state, scorer.transitions, chunk)
            # The probability of the label, whether it opens (B-) or goes on (I-).
            sure = (marginal * same[best]).sum(axis=1)
            for row, tokens in _by_utterance(chunk):
                tags = [self.tags[tag] for tag in best[tokens]]
                if any(tag != OUTSIDE for tag in tags):
                    place = where[row]
                    scores = [min(1.0, float(score)) for score in sure[tokens]]
                    found[place] = tags_to_spans(tokenise(texts[place]), tags, scores)
            done += len(chunk.rows)
            if progress:
                progress(done / len(rows), "scoring")
        return found

    def tag_rows(self, encoding: Encoding, rows: Sequence[int] | Ints) -> Ids:
        """The best tag (an index into `tags`) of every token; -1 outside `rows`."""
        scorer = Scorer(encoding, self.weights)
        found = np.full(encoding.tokens, -1, np.int32)
        for chunk in chunks(encoding, np.asarray(rows, np.int64)):
            found[chunk.places] = viterbi(scorer.state(chunk), scorer.transitions, chunk)[0]
        return found

    def marginals(self, utterances: Sequence[Utterance], dtype: str = "float32") -> list[Floats]:
        """Tag probabilities of each utterance: tokens x tags, columns as `tags`, rows sum to 1."""
        encoding = encode(utterances, self.features)
        scorer = Scorer(encoding, self.weights, np.dtype(dtype))
        found = [np.zeros((int(size), len(self.tags)), np.float32) for size in encoding.lengths]
        for chunk in chunks(encoding, np.arange(len(utterances))):
            values = posterior(scorer.state(chunk), scorer.transitions, chunk)
            for row, tokens in _by_utterance(chunk):
                found[row] = values[tokens]
        return found

    def save(self, folder: Path) -> dict[str, Any]:
        """Write model and card so that `folder` holds all of them or what it held before.

        Returns the card as written, with the model's sha256 and the answer to a probe sentence.
        """
        weights = self.weights  # raises NotTrained first
        card = dict(self.card, sha256=storage.sha256(self._data), bytes=len(self._data))
        card["probe"] = probe_answer(self)
        card["attributes"] = len(weights.attributes)
        text = json.dumps(card, ensure_ascii=False, indent=1).encode()
        storage.write_folder(folder, {MODEL_FILE: self._data, "card.json": text})
        self.card = card
        return card

    @classmethod
    def load(cls, folder: Path) -> "CrfTagger":
        """Open a saved tagger.

        Raises: ModelDamaged when a file is missing or altered, or made with other features.
        """
        card, data = storage.read_model(Path(folder), MODEL_FILE)
        family = str(card.get("features", "")).rpartition("-")[0]
        if family not in {"target", "source"} or card["features"] != version_of(family):
            raise ModelDamaged("The model was trained with other features: train it again.")
        tagger = cls(features=family, settings=CrfSettings(**card["settings"]))
        tagger._adopt(data)
        tagger.card = card
        return tagger


def training_tags(text: str, spans: Sequence[Span], labels: Labels) -> list[str]:
    """The tags that a tagger learns for one text: IOB1, or only in and out when binary."""
    tags = spans_to_tags(tokenise(text), spans)
    if labels == "binary":
        return [OUTSIDE if tag == OUTSIDE else f"I-{SENSITIVE}" for tag in tags]
    return compact_tags(tags)


def probe_answer(tagger: CrfTagger) -> list[float]:
    """Probability of "outside" of each token of a fixed, invented sentence."""
    column = tagger.tags.index(OUTSIDE) if OUTSIDE in tagger.tags else 0
    return [round(float(value), 4) for value in tagger.marginals([PROBE])[0][:, column]]


def _by_utterance(chunk: Chunk) -> list[tuple[int, Ints]]:
    """For each utterance of a chunk its row and the chunk places of its tokens in order."""
    sizes = chunk.sizes[chunk.step(0)].tolist()
    return [
        (int(row), chunk.bounds[:size] + place)
        for place, (row, size) in enumerate(zip(chunk.rows, sizes, strict=True))
    ]
