"""What the large taggers share: learn, hold out, calibrate, predict, save and open.

`bert` and `flair_tagger` say how the encoder is opened, trained and asked; the rest is here, and no
library of theirs is imported.
"""

import shutil
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import ClassVar, Self

import numpy as np

from learning import storage
from learning.crf.threshold import label_confidences, tags_at_threshold
from learning.errors import ModelDamaged, NotTrained, WeightsMissing
from learning.large import finetuning
from learning.large.calibration import Calibration, calibrate, gold_columns, soften
from learning.large.dataset import Lesson, blind_loss, hold_out, lessons
from learning.large.encoders import encoder_card, find_encoder
from learning.large.finetuning import LargeSettings
from learning.tokens import OUTSIDE, tags_to_spans, tokenise, words
from learning.types import Card, Floats, Labels, Progress, Span, Utterance

SLOWER = 0.3  # of a learning rate at which the loss did not fall


@dataclass
class Keeper:
    """Where an unfinished training is kept, how often, and what of it was done before it began."""

    folder: Path
    seconds: float
    origin: str
    done: float
    last: float = field(default_factory=time.monotonic)


class LargeTagger:
    """A pretrained encoder fine-tuned to our tags; probabilities are calibrated on a held-out part.

    Subclasses open, train, ask and write the network; `fit`, `predict`, `marginals`, `save` and
    `load` are those of `tagger.Tagger`.
    """

    kind: ClassVar[str]

    def __init__(self, settings: LargeSettings | None = None) -> None:
        self.settings = settings or LargeSettings()
        self.card: Card = {}
        self.threshold: float | None = None
        self.temperature = 1.0
        self._tags: tuple[str, ...] = ()
        self._keeper: Keeper | None = None
        self._blind = 0.0

    @property
    def tags(self) -> tuple[str, ...]:
        """The columns of every marginal; "O" first."""
        if not self._tags:
            raise NotTrained("This tagger has not been trained yet.")
        return self._tags

    @property
    def labels(self) -> tuple[str, ...]:
        """What its spans can be called."""
        return tuple(sorted({tag[2:] for tag in self.tags if tag != OUTSIDE}))

    def fit(
        self,
        utterances: Sequence[Utterance],
        *,
        labels: Labels = "all",
        progress: Progress | None = None,
    ) -> Self:
        """Fine-tune on utterances with their gold spans, then calibrate on those held out. Where
        the loss does not fall, begin anew with a lower rate; the card says so.

        Raises: EmptyPool, OneClassOnly; ExtraMissing, WeightsMissing, MemoryShort; what `progress`
        raises.
        """
        started = time.perf_counter()
        taught = lessons(utterances, labels)
        tags = self._tags_of(taught)
        encoder = find_encoder(self.settings.encoder, online=self.settings.online)
        self._open(encoder, tags)
        self._tags = tags
        train, held = hold_out(len(taught), self.settings.held_out, self.settings.seed)
        facts = self._learn(encoder, [taught[place] for place in train], progress)
        calibration = self._calibrate([taught[place] for place in held], progress)
        self.card = {
            "kind": self.kind,
            "labels": labels,
            "tags": list(tags),
            "settings": asdict(self.settings),
            "encoder": encoder_card(encoder),
            "temperature": self.temperature,
            "calibration": asdict(calibration) if calibration else None,
            "utterances": len(taught),
            "tokens": sum(len(lesson.words) for lesson in taught),
            "items": sum(len(utterance.spans) for utterance in utterances),
            **facts,
            "seconds": round(time.perf_counter() - started, 3),
        }
        return self

    def predict(
        self,
        utterances: Sequence[Utterance],
        progress: Progress | None = None,
        threshold: float | None = None,
    ) -> list[tuple[Span, ...]]:
        """The spans of each utterance, each with a confidence in 0..1 (its least sure token).

        threshold: here and now, in place of the tagger's; without any, the likeliest tags.
        """
        border = self.threshold if threshold is None else threshold
        spans: list[tuple[Span, ...]] = []
        for utterance, values in zip(utterances, self._score(utterances, progress), strict=True):
            if border is None:
                chosen = [self.tags[place] for place in values.argmax(axis=1)]
            else:
                chosen = tags_at_threshold(values, self.tags, border)
            scores = label_confidences(values, self.tags, chosen) if chosen else []
            spans.append(tags_to_spans(tokenise(utterance.text), chosen, scores))
        return spans

    def marginals(self, utterances: Sequence[Utterance]) -> list[Floats]:
        """Calibrated tag probabilities: tokens x tags, columns as `tags`, rows sum to 1."""
        return self._score(utterances, None)

    def save(self, folder: Path) -> Card:
        """Write weights, tokenizer and card so that `folder` holds all of them, or what it held.

        Returns the card as written. Raises: NotTrained; OSError.
        """
        _ = self.tags
        card = dict(self.card, threshold=self.threshold)
        with storage.staged_folder(Path(folder)) as stage:
            self._write(stage)
            card = storage.seal(stage, card)
        self.card = card
        return card

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Open a saved tagger. Raises: ModelDamaged, ExtraMissing, MemoryShort."""
        card = storage.check_sealed(Path(folder))
        try:
            tagger = cls(LargeSettings(**storage.settings_of(card)))
            names, temperature = card["tags"], card["temperature"]
            if not isinstance(names, list) or not isinstance(temperature, int | float):
                raise TypeError
            tags = tuple(str(name) for name in names)
            tagger.temperature = float(temperature)
            tagger.threshold = storage.read_threshold(card)
        except (KeyError, TypeError, ValueError) as error:
            raise ModelDamaged("The model's card is damaged.") from error
        try:
            tagger._read(Path(folder), tags)
        except WeightsMissing as error:
            raise ModelDamaged("The model's weights cannot be read.") from error
        tagger._tags, tagger.card = tags, card
        return tagger

    def calibrate_on(self, held: Sequence[Utterance]) -> None:
        """Calibrate on turns with gold spans that the tagger did not learn from."""
        spoken = [utterance for utterance in held if words(utterance.text)]
        if not any(utterance.spans for utterance in spoken):
            return
        labels: Labels = "binary" if self.card["labels"] == "binary" else "all"
        fitted = self._calibrate(lessons(spoken, labels), None)
        calibration = asdict(fitted) if fitted else None
        self.card = dict(self.card, temperature=self.temperature, calibration=calibration)

    def keep_in(self, folder: Path, seconds: float, *, origin: str, done: float = 0.0) -> None:
        """Write the network into `folder` after each epoch, once `seconds` of work would be lost.

        The folder can be the encoder of a later training; its card says how much was done.
        """
        self._keeper = Keeper(Path(folder), seconds, origin, done)

    def forget(self) -> None:
        """Drop what `keep_in` kept: the training came to its end."""
        if self._keeper is not None:
            shutil.rmtree(self._keeper.folder, ignore_errors=True)

    def _learn(self, encoder: str, taught: Sequence[Lesson], progress: Progress | None) -> Card:
        """Train, and where the loss does not fall once more from the encoder's own weights."""
        self._blind = blind_loss(taught)
        rate = self._rate()
        facts = self._train(taught, rate, progress)
        for _ in range(self.settings.restarts):
            if not finetuning.is_stuck(float(facts["loss"]), self._blind):  # type: ignore[arg-type]
                break
            before: Card = {"learning_rate": rate, "loss": facts["loss"]}
            self._open(encoder, self._tags)
            rate *= SLOWER
            facts = {**self._train(taught, rate, progress), "restarted": before}
        stuck = finetuning.is_stuck(float(facts["loss"]), self._blind)  # type: ignore[arg-type]
        return {
            **facts,
            "learning_rate": rate,
            "blind_loss": round(self._blind, 5),
            "stuck": stuck,
        }

    def _after_epoch(self, share: float, loss: float) -> None:
        keeper = self._keeper
        if keeper is None or time.monotonic() - keeper.last < keeper.seconds or share >= 1:
            return
        if finetuning.is_stuck(loss, self._blind):  # nothing to go on from
            return
        done = keeper.done + (1 - keeper.done) * share
        card: Card = {"kind": "unfinished", "origin": keeper.origin, "done": done, "settings": {}}
        with storage.staged_folder(keeper.folder) as stage:
            self._write(stage)
            storage.seal(stage, {**encoder_card(self.settings.encoder), **card})
        keeper.last = time.monotonic()

    def _calibrate(self, held: Sequence[Lesson], progress: Progress | None) -> Calibration | None:
        self.temperature = 1.0
        if not held:
            return None
        values = np.concatenate(
            self._probabilities([utterance.words for utterance in held], progress)
        )
        calibration = calibrate(
            values, gold_columns([utterance.tags for utterance in held], self._tags)
        )
        if calibration is not None:
            self.temperature = calibration.temperature
        return calibration

    def _score(self, utterances: Sequence[Utterance], progress: Progress | None) -> list[Floats]:
        _ = self.tags  # raises NotTrained
        tables = self._probabilities([words(utterance.text) for utterance in utterances], progress)
        return [soften(table, self.temperature) for table in tables]

    def _tags_of(self, taught: Sequence[Lesson]) -> tuple[str, ...]:
        return (OUTSIDE, *sorted({tag for lesson in taught for tag in lesson.tags} - {OUTSIDE}))

    def _open(self, encoder: str, tags: Sequence[str]) -> None:
        """Open the encoder with one new output for each tag. Raises: WeightsMissing, MemoryShort,
        ExtraMissing."""
        raise NotImplementedError

    def _read(self, folder: Path, tags: Sequence[str]) -> None:
        """Open what `_write` wrote; raises as `_open`."""
        raise NotImplementedError

    def _write(self, stage: Path) -> None:
        """Put the network into an empty folder, as safetensors."""
        raise NotImplementedError

    def _rate(self) -> float:
        """The learning rate: as set, or by the size of the encoder that is open."""
        raise NotImplementedError

    def _train(self, taught: Sequence[Lesson], rate: float, progress: Progress | None) -> Card:
        """Learn; returns what the card is to say of it, "loss" among it."""
        raise NotImplementedError

    def _probabilities(
        self, texts: Sequence[Sequence[str]], progress: Progress | None
    ) -> list[Floats]:
        """Tag probabilities of texts given as tokens: tokens x tags, not calibrated."""
        raise NotImplementedError
