"""The BERT tagger: token classification on a pretrained encoder, by plain transformers.

Our tokens are cut into sub-words; the first sub-word of each answers for it. torch and transformers
are imported when a tagger trains or opens weights.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from learning.large import finetuning
from learning.large.base import LargeTagger
from learning.large.dataset import Lesson
from learning.large.finetuning import LargeSettings
from learning.large.subwords import BORDERS, LONGEST_WORD, Cutter, Example, shuffled
from learning.types import Card, Floats, Progress

AT_ONCE = 32  # windows scored together


class BertTagger(LargeTagger):
    """A pretrained encoder with one layer on top; tags are IOB1, as for the CRF.

    Frozen embeddings are kept with 2 bytes a number, from before the training on.
    """

    kind = "bert"

    def __init__(self, settings: LargeSettings | None = None) -> None:
        super().__init__(settings)
        self._torch: Any = None
        self._model: Any = None
        self._cutter: Cutter

    def _open(self, encoder: str, tags: Sequence[str]) -> None:
        self._model = None  # an earlier one goes before another comes
        self._torch = finetuning.load_torch(self.settings)
        transformers = finetuning.load_transformers()
        offline = {"local_files_only": not self.settings.online}
        try:
            tokenizer = transformers.AutoTokenizer.from_pretrained(
                encoder, add_prefix_space=True, **offline
            )
            self._model = transformers.AutoModelForTokenClassification.from_pretrained(
                encoder,
                id2label=dict(enumerate(tags)),
                label2id={tag: place for place, tag in enumerate(tags)},
                num_labels=len(tags),
                ignore_mismatched_sizes=True,
                torch_dtype=self._torch.float32,
                **offline,
            )
        except Exception as error:  # each library below has its own for a file that it cannot read
            raise finetuning.unreadable(error) from error
        self._cutter = Cutter(tokenizer, _room(self._model.config, self.settings.window))
        self._model.to(finetuning.device_of(self._torch, self.settings.device)).eval()
        if self.settings.frozen != "nothing":
            for name, values in self._model.named_parameters():
                inside = "embeddings" in name or self.settings.frozen == "encoder"
                values.requires_grad = not inside or name.startswith("classifier")
            for name in _frozen_tables(self._model):
                table = self._model.get_parameter(name)
                table.data = table.data.half().float()

    def _read(self, folder: Path, tags: Sequence[str]) -> None:
        self._open(str(folder), tags)

    def _write(self, stage: Path) -> None:
        state = self._model.state_dict()
        for name in _frozen_tables(self._model):
            state[name] = state[name].half()
        self._model.save_pretrained(stage, state_dict=state, safe_serialization=True)
        self._cutter.tokenizer.save_pretrained(stage)

    def _rate(self) -> float:
        return finetuning.rate_of(self.settings, self._model.config.hidden_size)

    def _train(self, taught: Sequence[Lesson], rate: float, progress: Progress | None) -> Card:
        torch, model, settings = self._torch, self._model, self.settings
        columns = {tag: place for place, tag in enumerate(self._tags)}
        texts = [lesson.words for lesson in taught]
        gold = [[columns[tag] for tag in lesson.tags] for lesson in taught]
        examples = list(self._cutter.examples(texts, settings.overlap, gold))
        longest = max(len(example.ids) for example in examples)
        most = finetuning.room_for(model, model.config, model.device, settings.batch, longest)
        parameters = [(n.startswith("classifier"), p) for n, p in model.named_parameters()]
        groups = [
            {
                "params": [p for top, p in parameters if p.requires_grad and top == is_top],
                "lr": speed,
            }
            for is_top, speed in ((False, rate), (True, 5 * rate))
        ]
        groups = [group for group in groups if group["params"]]

        def plan(epoch: int) -> list[list[Example]]:
            rng = np.random.default_rng([settings.seed, epoch])
            return shuffled(examples, settings.batch, rng)

        def loss_of(batch: Sequence[Example]) -> Any:
            logits = self._logits(batch)
            right = torch.tensor(
                [tag for example in batch for tag in example.gold], device=model.device
            )
            return torch.nn.functional.cross_entropy(logits.float(), right)

        model.train()
        try:
            course = finetuning.Course(groups, plan, loss_of, most)
            facts = finetuning.train(torch, course, settings, progress, self._after_epoch)
        finally:
            model.eval()
        return {**facts, "device": str(model.device)}

    def _probabilities(
        self, texts: Sequence[Sequence[str]], progress: Progress | None
    ) -> list[Floats]:
        torch, width = self._torch, len(self._tags)
        tables = [np.zeros((len(text), width), np.float32) for text in texts]
        # Alike lengths together: less padding.
        cut = self._cutter.examples(texts, self.settings.overlap)
        examples = sorted(cut, key=lambda each: len(each.ids))
        done = 0

        def work(batch: Sequence[Example]) -> None:
            nonlocal done
            with torch.inference_mode():
                values = finetuning.probabilities(torch, self._logits(batch))
            place = 0
            for example in batch:
                rows = values[place : place + len(example.places)]
                tables[example.owner][example.first : example.first + len(rows)] = rows
                place += len(rows)
            done += len(batch)
            if progress:
                progress(done / len(examples), "scoring")

        finetuning.in_pieces(torch, examples, AT_ONCE, work)
        return tables

    def _logits(self, batch: Sequence[Example]) -> Any:
        """Scores of the tokens that a batch answers for: tokens x tags."""
        torch, device = self._torch, self._model.device
        width = max(len(example.ids) for example in batch)
        ids = torch.full((len(batch), width), self._cutter.padding, dtype=torch.long)
        mask = torch.zeros((len(batch), width), dtype=torch.long)
        for row, example in enumerate(batch):
            ids[row, : len(example.ids)] = torch.tensor(example.ids)
            mask[row, : len(example.ids)] = 1
        rows = [row for row, example in enumerate(batch) for _ in example.places]
        places = [place for example in batch for place in example.places]
        with finetuning.half_on_gpu(torch, device):
            output = self._model(input_ids=ids.to(device), attention_mask=mask.to(device))
        return output.logits[rows, places]


def _frozen_tables(model: Any) -> list[str]:
    """Names of large lookup tables that do not learn."""
    return [
        name
        for name, values in model.named_parameters()
        if not values.requires_grad and name.endswith("word_embeddings.weight")
    ]


def _room(config: Any, window: int) -> int:
    """Sub-words that a window holds beside its border signs: as set, within what the encoder can
    read."""
    most = int(getattr(config, "max_position_embeddings", 512))
    if int(getattr(config, "pad_token_id", 0) or 0) > 0:
        most -= 2  # encoders of RoBERTa's kind count their positions from behind the padding
    return max(LONGEST_WORD, min(window, most) - BORDERS)
