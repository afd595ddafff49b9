"""The CRF tagger: fits on utterances or on rows of a pool, tags, gives marginals, saves and loads.

All of it is numpy on the weights (`warm`, `marginals`, `modelfile`), so that a damaged file raises
an error instead of ending the process. What is saved is CRFsuite's file: any CRFsuite opens it.
"""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeVar

import numpy as np

from learning import storage
from learning.crf import warm
from learning.crf.finding import Decoder, needs_finder
from learning.crf.marginals import CHUNK, Scorer, by_utterance, chunks, posterior
from learning.crf.modelfile import Weights, read_weights
from learning.crf.modelwriter import write_weights
from learning.crf.settings import CrfSettings
from learning.crf.threshold import outside
from learning.errors import EmptyPool, ModelDamaged, NotTrained, OneClassOnly
from learning.features.encoding import Encoding, encode, version_of
from learning.features.second_stage import SECOND_STAGE_FILE, SecondStage
from learning.features.wordclasses import CLASSES_FILE, WordClasses
from learning.tokens import OUTSIDE, compact_tags, spans_to_tags, tags_to_spans, tokenise
from learning.told import Told
from learning.types import Card, Floats, Ids, Ints, Labels, Progress, Reals, Span, Utterance

SENSITIVE = "SENSITIVE"  # the one label of a binary tagger
PROBE = Utterance("Nombre: Amaia Ruiz, calle Mayor 12, llame el 3 de mayo al 600 123 456.")
MODEL_FILE = "model.crfsuite"
SOURCE_FILE = "source.crfsuite"
PRIOR_FILE = "prior.crfsuite"
FINDER_FILE = "finder.crfsuite"
Side = TypeVar("Side")  # what is saved beside a model


@dataclass(frozen=True)
class LabelledRows:
    """Rows of an encoding with the texts and the gold spans that belong to them, in order."""

    encoding: Encoding
    rows: Sequence[int]
    texts: Sequence[str]
    spans: Sequence[Sequence[Span]]


class CrfTagger:
    """A linear-chain CRF over one feature family ("target", or language-neutral "source").

    `tags` orders the columns of every marginal: IOB1, so "O", "I-NAME", and "B-NAME" only where
    two names stood side by side in training. `card` tells what was trained, when and on how much.
    Taught several labels it holds two CRFs, of all labels (`weights`) and of sensitive or not
    (`finder`); `finding` joins them.
    """

    def __init__(self, *, features: str = "target", settings: CrfSettings | None = None) -> None:
        self.features = features
        self.settings = settings or CrfSettings()
        self.card: Card = {}
        self.threshold: float | None = None  # see `threshold`; None takes the likeliest tags
        self.classes: WordClasses | None = None  # of the corpus that it was trained on
        self.second_stage: SecondStage | None = None  # of that corpus, by a first stage
        self.source: CrfTagger | None = None  # the one that its source features come from
        self.finder: Weights | None = None  # None: one CRF finds and names
        self.prior: Weights | None = None  # of a source: where weights of target taggers may begin
        self._weights: Weights | None = None

    @property
    def weights(self) -> Weights:
        if self._weights is None:
            raise NotTrained("This tagger has not been trained yet.")
        return self._weights

    @property
    def finder_weights(self) -> Weights:
        """Of the CRF that is asked where sensitive or not is all that matters."""
        return self.weights if self.finder is None else self.finder

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
        encoding = encode(utterances, self.features, learn=True)
        spans = [utterance.spans for utterance in utterances]
        texts = [utterance.text for utterance in utterances]
        return self.fit_rows(
            LabelledRows(encoding, range(len(texts)), texts, spans), labels, progress
        )

    def fit_rows(
        self,
        labelled: LabelledRows,
        labels: Labels = "all",
        progress: Progress | None = None,
        start: Weights | None = None,  # of an earlier model of the same task, to go on from
        prior: Weights | None = None,  # of a source corpus, to begin at (`prior`)
        finder_start: Weights | None = None,  # as `start`, of the finder
    ) -> "CrfTagger":
        """Train on rows of an encoding. Raises: as `fit`."""
        started = time.perf_counter()
        encoding, rows = labelled.encoding, labelled.rows
        pairs = zip(labelled.texts, labelled.spans, strict=True)
        tags = [training_tags(text, spans, labels) for text, spans in pairs]
        kept = [place for place, row_tags in enumerate(tags) if row_tags]
        if not kept:
            raise EmptyPool("There is no text to learn from.")
        if all(tag == OUTSIDE for row_tags in tags for tag in row_tags):
            raise OneClassOnly(
                "Nothing was labelled as sensitive yet: label at least one item, then train."
            )
        places, gold = [rows[place] for place in kept], [tags[place] for place in kept]
        self._weights = warm.train(encoding, places, gold, self.settings, start, progress, prior)
        self.finder = None
        if needs_finder(self.tags):
            either = [in_or_out(row_tags) for row_tags in gold]
            rest = progress and (lambda _done, phase: progress(1.0, phase))
            self.finder = warm.train(
                encoding, places, either, self.settings, finder_start, rest, prior
            )
        self._keep_features_of(encoding)
        self.card = {
            "kind": "crf",
            "features": version_of(self.features),
            "labels": labels,
            "tags": list(self.tags),
            "settings": asdict(self.settings),
            "utterances": len(kept),
            "tokens": sum(len(tags[place]) for place in kept),
            "items": sum(len(spans) for spans in labelled.spans),
            "warm": start is not None,
            "leans": prior is not None,
            "seconds": round(time.perf_counter() - started, 3),
        }
        return self

    @classmethod
    def of(cls, weights: Weights, encoding: Encoding, finder: Weights | None = None) -> "CrfTagger":
        """A tagger over weights learnt on `encoding`; without a card it cannot be saved."""
        tagger = cls()
        tagger._weights, tagger.finder = weights, finder
        tagger._keep_features_of(encoding)
        return tagger

    def _keep_features_of(self, encoding: Encoding) -> None:
        """Keep what new texts need, to be encoded as those it learnt from."""
        self.classes, self.second_stage = encoding.classes, encoding.second_stage
        source = encoding.source_tagger
        assert source is None or isinstance(source, CrfTagger)
        self.source = source

    def encode(self, utterances: Sequence[Utterance]) -> Encoding:
        """The features of new utterances as this tagger knows them."""
        return self.with_second_stage(self.encode_first_stage(utterances))

    def encode_first_stage(self, utterances: Sequence[Utterance]) -> Encoding:
        """The same without second-stage features, which alone differ between a pool's rounds."""
        encoding = encode(utterances, self.features, classes=self.classes)
        if self.source is not None:
            theirs = encode(utterances, self.source.features)
            chances = sensitivity(theirs, self.source.finder_weights)
            encoding = encoding.with_source_features(chances, self.source)
        return encoding

    def with_second_stage(self, encoding: Encoding) -> Encoding:
        """What `encode_first_stage` made, with this tagger's second-stage features."""
        return (
            encoding if self.second_stage is None else encoding.with_second_stage(self.second_stage)
        )

    def check(self, encoding: Encoding) -> None:
        """Raises: ValueError for features with other word classes, source features or second-stage
        features, on which this tagger would score nonsense."""
        classes = self.classes.key if self.classes else ""
        other_classes = encoding.classes.key if encoding.classes else ""
        same_source = (self.source is None) == (encoding.source_tagger is None)
        if (
            classes != other_classes
            or not same_source
            or self.second_stage != encoding.second_stage
        ):
            raise ValueError("These features were made for another model.")

    def predict(
        self, utterances: Sequence[Utterance], threshold: float | None = None
    ) -> list[tuple[Span, ...]]:
        """The spans of each utterance, each with a confidence in 0..1 (smallest token marginal).

        threshold: here and now, in place of the tagger's.
        """
        encoding = self.encode(utterances)
        texts = [utterance.text for utterance in utterances]
        return self.predict_rows(encoding, range(len(texts)), texts, threshold=threshold)

    def predict_rows(
        self,
        encoding: Encoding,
        rows: Sequence[int],
        texts: Sequence[str],
        progress: Progress | None = None,
        threshold: float | None = None,
    ) -> list[tuple[Span, ...]]:
        """As `predict`, for rows of an encoding made before."""
        self.check(encoding)
        border = self.threshold if threshold is None else threshold
        chosen = np.asarray(rows, np.int64)
        decoder = Decoder(encoding, self.weights, self.finder, rows=chosen)
        labels = np.asarray([tag[2:] for tag in self.tags])
        same = (labels[:, None] == labels[None, :]).astype(np.float32)
        where = {int(row): place for place, row in enumerate(rows)}
        spans: list[tuple[Span, ...]] = [()] * len(rows)
        done = 0
        for chunk in chunks(encoding, chosen):
            best, marginal = decoder.decode(chunk, border)
            # The probability of the label, whether it opens (B-) or goes on (I-), and of any.
            sure = np.minimum(1.0, (marginal * same[best]).sum(axis=1))
            found = 1.0 - outside(marginal, self.tags)
            for row, tokens in by_utterance(chunk):
                tags = [self.tags[tag] for tag in best[tokens]]
                if any(tag != OUTSIDE for tag in tags):
                    place = where[row]
                    scores, finds = sure[tokens].tolist(), found[tokens].tolist()
                    spans[place] = tags_to_spans(tokenise(texts[place]), tags, scores, finds)
            done += len(chunk.rows)
            if progress:
                progress(done / len(rows), "scoring")
        return spans

    def tag_rows(self, encoding: Encoding, rows: Sequence[int] | Ints) -> Ids:
        """The best tag (an index into `tags`) of every token; -1 outside `rows`."""
        self.check(encoding)
        decoder = Decoder(encoding, self.weights, self.finder)
        best = np.full(encoding.tokens, -1, np.int32)
        for chunk in chunks(encoding, np.asarray(rows, np.int64)):
            best[chunk.places] = decoder.decode(chunk)[0]
        return best

    def marginals(self, utterances: Sequence[Utterance], dtype: str = "float32") -> list[Reals]:
        """Tag probabilities of each utterance: tokens x tags, columns as `tags`, rows sum to 1."""
        encoding = self.encode(utterances)
        decoder = Decoder(encoding, self.weights, self.finder, dtype=np.dtype(dtype))
        width = len(self.tags)
        tables: list[Reals] = [np.zeros((size, width), np.float32) for size in encoding.lengths]
        for chunk in chunks(encoding, np.arange(len(utterances))):
            values = decoder.marginals(chunk)
            for row, tokens in by_utterance(chunk):
                tables[row] = values[tokens]
        return tables

    @property
    def version(self) -> str:
        """As `told.Source`: the checksum of what finds, once it was saved; "" before."""
        return str(self.card.get("finder") or self.card.get("sha256", ""))

    def tell(self, utterances: Sequence[Utterance], progress: Progress | None = None) -> Told:
        """As `told.Source`: sensitive or not, of every token."""
        encoding = self.encode(utterances)
        turns = np.split(sensitivity(encoding, self.finder_weights), encoding.starts[1:-1])
        turns = turns if len(utterances) else []
        return Told(turns, [np.ones(len(turn), np.bool_) for turn in turns])

    def save(self, folder: Path) -> Card:
        """Write model and card so that `folder` holds all of them or what it held before.

        Returns the card as written, with the model's sha256 and the answer to a probe sentence.
        """
        model = write_weights(self.weights)  # raises NotTrained first
        card = dict(self.card, sha256=storage.sha256(model))
        if self.threshold is not None:
            card["threshold"] = self.threshold
        card["probe"] = probe_answer(self)
        card["attributes"] = len(self.weights.attributes)
        files = {MODEL_FILE: model}
        for name, file, data in self._sides():
            files[file] = data
            card[name] = storage.sha256(data)
        card["bytes"] = len(model) + len(files.get(FINDER_FILE, b""))
        text = json.dumps(card, ensure_ascii=False, indent=1).encode()
        storage.write_folder(folder, files | {"card.json": text})
        self.card = card
        return card

    def _sides(self) -> Iterator[tuple[str, str, bytes]]:
        """What is saved beside the model: its name on the card, its file, its bytes."""
        if self.classes is not None:
            yield "classes", CLASSES_FILE, self.classes.to_lines()
        if self.second_stage is not None:
            yield "beliefs", SECOND_STAGE_FILE, self.second_stage.to_lines()
        if self.source is not None:
            yield "source", SOURCE_FILE, write_weights(self.source.finder_weights)
        if self.finder is not None:
            yield "finder", FINDER_FILE, write_weights(self.finder)
        if self.prior is not None:
            yield "prior", PRIOR_FILE, write_weights(self.prior)

    @classmethod
    def load(cls, folder: Path) -> "CrfTagger":
        """Open a saved tagger. Raises: ModelDamaged (files missing or altered, other features)."""
        card, data = storage.read_model(Path(folder), MODEL_FILE)
        family = str(card.get("features", "")).rpartition("-")[0]
        if family not in {"target", "source"} or card["features"] != version_of(family):
            raise ModelDamaged("The model was trained with other features: train it again.")
        try:
            settings = storage.settings_of(card)
            settings.pop("min_freq", None)  # a setting of an earlier trainer
            tagger = cls(features=family, settings=CrfSettings(**settings))
        except TypeError as error:
            raise ModelDamaged("The model's card is damaged: it has other settings.") from error
        tagger._weights = read_weights(data)
        tagger.card = card
        tagger.threshold = storage.read_threshold(card)
        tagger._open_sides(Path(folder))
        return tagger

    def _open_sides(self, folder: Path) -> None:
        """The word classes, second-stage features, source model and prior saved with the model."""

        def read(name: str, file: str, make: Callable[[bytes], Side], what: str) -> Side | None:
            if name not in self.card:
                return None
            data = storage.read_checked(folder / file, str(self.card[name]))
            try:
                return make(data)
            except ValueError as error:
                raise ModelDamaged(f"The {what} of the model are damaged.") from error

        self.classes = read("classes", CLASSES_FILE, WordClasses.from_lines, "word classes")
        self.second_stage = read(
            "beliefs", SECOND_STAGE_FILE, SecondStage.from_lines, "second-stage features"
        )
        if "finder" in self.card:
            found = storage.read_checked(folder / FINDER_FILE, str(self.card["finder"]))
            self.finder = read_weights(found)
            if not needs_finder(self.tags) or OUTSIDE not in self.finder_weights.tags:
                raise ModelDamaged("The finder of the model is damaged.")
        if "source" in self.card:
            self.source = CrfTagger(features="source")
            data = storage.read_checked(folder / SOURCE_FILE, str(self.card["source"]))
            self.source._weights = read_weights(data)
        if "prior" in self.card:
            data = storage.read_checked(folder / PRIOR_FILE, str(self.card["prior"]))
            self.prior = read_weights(data)


def sensitivity(encoding: Encoding, weights: Weights, rows: Ints | None = None) -> Floats:
    """The probability of each token of an encoding that it is sensitive; 0 outside `rows`."""
    rows = np.arange(len(encoding)) if rows is None else rows
    scorer = Scorer(encoding, weights)
    out = scorer.tags.index(OUTSIDE) if OUTSIDE in scorer.tags else -1
    chances = np.zeros(encoding.tokens, np.float32)
    for chunk in chunks(encoding, rows, 4 * CHUNK):  # two tags, as a rule: less to hold
        values = posterior(scorer.state(chunk), scorer.transitions, chunk)
        chances[chunk.places] = 1.0 - values[:, out] if out >= 0 else 1.0
    return chances


def training_tags(text: str, spans: Sequence[Span], labels: Labels) -> list[str]:
    """The tags that a tagger learns for one text: IOB1, or only in and out when binary."""
    tags = spans_to_tags(tokenise(text), spans)
    return in_or_out(tags) if labels == "binary" else compact_tags(tags)


def in_or_out(tags: Sequence[str]) -> list[str]:
    """The tags of a binary tagger."""
    return [OUTSIDE if tag == OUTSIDE else f"I-{SENSITIVE}" for tag in tags]


def probe_answer(tagger: CrfTagger) -> list[float]:
    """Probability of "outside" of each token of a fixed, invented sentence."""
    column = tagger.tags.index(OUTSIDE) if OUTSIDE in tagger.tags else 0
    return [round(float(value), 4) for value in tagger.marginals([PROBE])[0][:, column]]
