"""The flair tagger: flair's SequenceTagger over TransformerWordEmbeddings, as flair's own users
fine-tune it: no recurrent layer, no CRF on top.

flair and torch are imported when a tagger trains or opens weights. flair's own file format is not
used: it runs what it holds when it is opened, and weights should not.
"""

import logging
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from learning.errors import WeightsMissing
from learning.large import finetuning
from learning.large.base import LargeTagger
from learning.large.dataset import Lesson
from learning.large.finetuning import LargeSettings
from learning.tokens import OUTSIDE
from learning.types import Card, Floats, Progress

AT_ONCE = 32
ENCODER, HEAD = "encoder", "head.safetensors"


class FlairTagger(LargeTagger):
    """A SequenceTagger; tags are BIO. flair cuts long texts into strides by itself."""

    kind = "flair"

    def __init__(self, settings: LargeSettings | None = None) -> None:
        super().__init__(settings)
        self._torch: Any = None
        self._flair: Any = None
        self._tagger: Any = None
        self._columns: list[int] = []  # our tags' places among flair's

    def _tags_of(self, taught: Sequence[Lesson]) -> tuple[str, ...]:
        names = sorted({tag[2:] for lesson in taught for tag in lesson.tags if tag != OUTSIDE})
        return (OUTSIDE, *(sign + name for name in names for sign in ("B-", "I-")))

    def _open(self, encoder: str, tags: Sequence[str]) -> None:
        settings = self.settings
        self._tagger = None  # an earlier one goes before another comes
        self._torch = finetuning.load_torch(settings)
        flair = self._flair = _load_flair(settings.online)
        flair.device = finetuning.device_of(self._torch, settings.device)
        try:
            embeddings = flair.embeddings.TransformerWordEmbeddings(
                encoder,
                layers="-1",
                subtoken_pooling="first",
                fine_tune=True,
                use_context=False,
                allow_long_sentences=True,
            )
        except Exception as error:  # each library below has its own for a file that it cannot read
            raise finetuning.unreadable(error) from error
        names = flair.data.Dictionary(add_unk=False)
        names.span_labels = True
        for tag in tags:
            if tag.startswith("B-"):
                names.add_item(tag[2:])
        self._tagger = flair.models.SequenceTagger(
            embeddings=embeddings,
            tag_dictionary=names,
            tag_type="ner",
            tag_format="BIO",
            use_rnn=False,
            use_crf=False,
            reproject_embeddings=False,
            dropout=0.1,
            word_dropout=0.0,
            locked_dropout=0.0,
        )
        self._tagger.to(flair.device).eval()
        known = self._tagger.label_dictionary
        self._columns = [known.get_idx_for_item(tag) for tag in tags]
        if settings.frozen != "nothing":
            for name, values in self._tagger.embeddings.model.named_parameters():
                values.requires_grad = not ("embeddings" in name or settings.frozen == "encoder")

    def _read(self, folder: Path, tags: Sequence[str]) -> None:
        self._open(str(folder / ENCODER), tags)
        from safetensors.torch import load_file

        try:
            self._tagger.linear.load_state_dict(load_file(str(folder / HEAD)))
        except (OSError, RuntimeError, KeyError) as error:
            raise WeightsMissing("The weights of the large model cannot be read.") from error

    def _write(self, stage: Path) -> None:
        from safetensors.torch import save_file

        embeddings = self._tagger.embeddings
        embeddings.model.save_pretrained(stage / ENCODER, safe_serialization=True)
        embeddings.tokenizer.save_pretrained(stage / ENCODER)
        state = {name: each.contiguous() for name, each in self._tagger.linear.state_dict().items()}
        save_file(state, str(stage / HEAD))

    def _rate(self) -> float:
        return finetuning.rate_of(self.settings, self._tagger.embeddings.model.config.hidden_size)

    def _train(self, taught: Sequence[Lesson], rate: float, progress: Progress | None) -> Card:
        tagger, settings = self._tagger, self.settings
        model = tagger.embeddings.model
        longest = 3 * max(len(lesson.words) for lesson in taught)  # sub-words, by a rule of thumb
        length, device = min(settings.window, longest), self._flair.device
        most = finetuning.room_for(tagger, model.config, device, settings.batch, length)
        groups = [
            {"params": [each for each in model.parameters() if each.requires_grad], "lr": rate},
            {"params": list(tagger.linear.parameters()), "lr": 5 * rate},
        ]
        groups = [group for group in groups if group["params"]]

        def plan(epoch: int) -> list[list[Lesson]]:
            rng = np.random.default_rng([settings.seed, epoch])
            order = rng.permutation(len(taught)).tolist()
            size = settings.batch
            return [
                [taught[place] for place in order[first : first + size]]
                for first in range(0, len(order), size)
            ]

        def loss_of(batch: Sequence[Lesson]) -> Any:
            # Sentences keep what was computed for them: new ones each time let it go.
            with finetuning.half_on_gpu(self._torch, self._flair.device):
                loss, count = tagger.forward_loss([self._sentence(example) for example in batch])
            return loss.float() / count

        tagger.train()
        try:
            course = finetuning.Course(groups, plan, loss_of, most)
            facts = finetuning.train(self._torch, course, settings, progress, self._after_epoch)
        finally:
            tagger.eval()
        return {**facts, "device": str(self._flair.device)}

    def _sentence(self, lesson: Lesson) -> Any:
        """A flair sentence of our tokens, with a span for each run of tags."""
        sentence = self._flair.data.Sentence(lesson.words)
        begin = 0
        for place in range(1, len(lesson.tags) + 1):
            before = lesson.tags[place - 1]
            goes_on = place < len(lesson.tags) and lesson.tags[place] == f"I-{before[2:]}"
            if before != OUTSIDE and goes_on:
                continue
            if before != OUTSIDE:
                sentence[begin:place].add_label("ner", before[2:])
            begin = place
        return sentence

    def _probabilities(
        self, texts: Sequence[Sequence[str]], progress: Progress | None
    ) -> list[Floats]:
        torch, tagger = self._torch, self._tagger
        tables = [np.zeros((len(text), len(self._tags)), np.float32) for text in texts]
        order = sorted((p for p, text in enumerate(texts) if text), key=lambda p: len(texts[p]))
        done = 0

        def work(places: Sequence[int]) -> None:
            nonlocal done
            sentences = [self._flair.data.Sentence(list(texts[place])) for place in places]
            half = finetuning.half_on_gpu(torch, self._flair.device)
            with torch.inference_mode(), half:
                tensor, lengths = tagger._prepare_tensors(sentences)
                scores = tagger.forward(tensor, lengths)
            values = finetuning.probabilities(torch, scores)[:, self._columns]
            row = 0
            for place in places:
                size = len(texts[place])
                tables[place][:] = values[row : row + size]
                row += size
            done += len(places)
            if progress:
                progress(done / len(order), "scoring")

        finetuning.in_pieces(torch, order, AT_ONCE, work)
        return tables


def _load_flair(online: bool) -> Any:
    """Raises: ExtraMissing."""
    if not online:  # flair hands no such wish on, so the library below is told
        os.environ.setdefault("HF_HUB_OFFLINE", "1")
    try:
        import flair
        import flair.data
        import flair.embeddings
        import flair.models
        import transformers
    except ImportError as error:
        raise finetuning.extra_missing() from error
    transformers.logging.set_verbosity_error()
    logging.getLogger("flair").setLevel(logging.ERROR)  # it logs the labels of every model
    return flair
