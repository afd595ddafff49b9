"""The training loop of the large taggers: devices, threads, warm-up, and memory that runs short.

Used by `bert` and `flair_tagger`. torch is imported when something is trained, never before: the
rest of the project runs without it.
"""

import contextlib
import math
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from learning.errors import ExtraMissing, LearningError, MemoryShort, WeightsMissing
from learning.large.memory import (
    available_memory,
    has_memory,
    require_memory,
    text_bytes,
    training_bytes,
)
from learning.types import Card, Doubles, Progress

Item = TypeVar("Item")
SMALL = 512  # hidden size up to which an encoder bears, and needs, larger steps
STUCK = 0.5  # of the loss of a guess by the shares of the tags alone: not learnt where above


@dataclass(frozen=True)
class LargeSettings:
    """How a large tagger is trained."""

    encoder: str = ""  # folder or hub name of the pretrained weights
    epochs: int = 4
    least_steps: int = 300  # more epochs where these would be fewer
    batch: int = 8  # windows per step
    learning_rate: float = 0.0  # 0 chooses by the size of the encoder
    restarts: int = 1  # times that it begins anew, more slowly, where the loss does not fall
    # What does not learn. "embeddings" saves most of the memory: most weights of a multilingual
    # encoder are its vocabulary.
    frozen: Literal["embeddings", "encoder", "nothing"] = "embeddings"
    window: int = 256  # sub-words read together
    overlap: int = 64  # of neighbouring windows
    held_out: float = 0.1  # share of the utterances that only calibrates
    device: str = "auto"  # takes the GPU where there is one
    threads: int = 0  # 0 is what OMP_NUM_THREADS says, else half of the cores
    seed: int = 0
    online: bool = False  # weights may be fetched from the hub


def load_torch(settings: LargeSettings) -> Any:
    """The torch module, with its threads and its seed set. Raises: ExtraMissing."""
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
    try:
        import torch
    except ImportError as error:
        raise extra_missing() from error
    torch.set_num_threads(thread_count(settings.threads))
    torch.manual_seed(settings.seed)
    return torch


def load_transformers() -> Any:
    """The transformers module. Raises: ExtraMissing."""
    try:
        import transformers
    except ImportError as error:
        raise extra_missing() from error
    # It warns of the new output layer, and of a tokenizer's pattern that is right as it is.
    transformers.logging.set_verbosity_error()
    return transformers


def extra_missing() -> ExtraMissing:
    """The error for an installation without the packages of the large taggers."""
    return ExtraMissing(
        "The large taggers need torch, transformers and flair, which are not installed: "
        "run `make setup EXTRAS=bert`, or pip install 'antifaz[bert]'."
    )


def thread_count(wished: int) -> int:
    """Threads to compute with: what is wished, else OMP_NUM_THREADS, else half of the cores,
    because threads of torch spin and take the cores from the people who label."""
    limit = os.environ.get("OMP_NUM_THREADS", "")
    if wished > 0:
        return wished
    return int(limit) if limit.isdecimal() and int(limit) else max(1, (os.cpu_count() or 2) // 2)


def device_of(torch: Any, name: str) -> Any:
    """The torch device of a setting: "auto", "cpu", "cuda", "cuda:1", "mps"."""
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    return torch.device(name)


def rate_of(settings: LargeSettings, hidden: int) -> float:
    """The learning rate: as set, else by the encoder's hidden size."""
    return settings.learning_rate or (1e-4 if hidden <= SMALL else 5e-5)


def half_on_gpu(torch: Any, device: Any) -> contextlib.AbstractContextManager[Any]:
    """On CUDA, what is computed in it takes bfloat16 where that is safe; elsewhere nothing."""
    if device.type != "cuda":
        return contextlib.nullcontext()
    context: contextlib.AbstractContextManager[Any] = torch.autocast("cuda", torch.bfloat16)
    return context


def probabilities(torch: Any, logits: Any) -> Doubles:
    """Tokens x tags out of logits, in 8 bytes a number."""
    # On the CPU first: not every device has numbers of 8 bytes ("mps" has none).
    values: Doubles = torch.softmax(logits.detach().cpu().double(), dim=1).numpy()
    return values


def is_stuck(loss: float, blind: float) -> bool:
    """Whether the last mean loss of a training shows that hardly anything was learnt, beside the
    loss `blind` of knowing how frequent each tag is, and nothing of the texts."""
    return not loss < STUCK * blind  # a loss that is no number, too


def is_memory(error: BaseException) -> bool:
    """Whether this is how torch says that memory ran out, on a GPU or on the CPU."""
    text = str(error).lower()
    return isinstance(error, MemoryError) or "out of memory" in text or "allocate memory" in text


def no_memory() -> MemoryShort:
    """The error for a model that does not fit even one text at a time."""
    return MemoryShort(
        "There is not enough memory for the large model, even one text at a time: "
        "choose a smaller one, or a shorter window."
    )


def unreadable(error: Exception) -> LearningError:
    """The error for weights that a library could not open, whatever its own was."""
    if is_memory(error):
        return no_memory()
    return WeightsMissing(
        f"The weights of the large model cannot be read ({type(error).__name__}): "
        "see docs/taggers.md for what its folder holds."
    )


def room_for(model: Any, config: Any, device: Any, batch: int, length: int) -> int:
    """How many texts of `length` sub-words fit into the CPU's memory at once: `batch`, or fewer.

    A GPU says by itself when it is full. Raises: MemoryShort when not even one fits.
    """
    free = available_memory()
    if device.type != "cpu" or free is None:
        return batch
    sizes = [(per_text.numel(), per_text.requires_grad) for per_text in model.parameters()]
    loaded = sum(size for size, _ in sizes)
    trained = sum(size for size, learns in sizes if learns)
    needed = training_bytes(loaded, trained) - 4 * loaded  # the weights are in memory already
    per_text = text_bytes(
        length, config.num_hidden_layers, config.hidden_size, config.num_attention_heads
    )
    require_memory(needed + per_text, free)
    while batch > 1 and not has_memory(needed + batch * per_text, free):
        batch //= 2
    return batch


def in_pieces(
    torch: Any, items: Sequence[Item], size: int, work: Callable[[Sequence[Item]], None]
) -> int:
    """Do `work` on pieces of at most `size` items; smaller ones where memory is short.

    Returns the size that went well. Raises: MemoryShort when one item is too much.
    """
    place = 0
    while place < len(items):
        try:
            work(items[place : place + size])
            place += size
        except (RuntimeError, MemoryError) as error:
            if not is_memory(error):
                raise
            if size == 1:
                raise no_memory() from error
            size = max(1, size // 2)
            if torch.cuda.is_available():
                torch.cuda.empty_cache()
    return size


@dataclass(frozen=True)
class Course(Generic[Item]):
    """What a network is taught, and how its loss is reckoned."""

    groups: list[dict[str, Any]]  # parameters with their rates ("lr")
    plan: Callable[[int], list[list[Item]]]  # the batches of an epoch
    loss_of: Callable[[Sequence[Item]], Any]  # the mean loss of some items
    most: int | None = None  # items that fit into memory at once, if that is known


def train(
    torch: Any,
    course: Course[Item],
    settings: LargeSettings,
    progress: Progress | None = None,
    after_epoch: Callable[[float, float], None] | None = None,
) -> Card:
    """AdamW with a linear warm-up over a tenth of the steps and a linear way down.

    after_epoch: called with the share of the steps that is done, and the epoch's mean loss. Returns
    epochs, steps, seconds and the mean loss of the last epoch.
    Raises: MemoryShort; what `progress` raises.
    """
    groups, plan = course.groups, course.plan
    started = time.perf_counter()
    each = max(1, len(plan(0)))
    epochs = max(settings.epochs, math.ceil(settings.least_steps / each))
    steps = epochs * each
    optimiser = torch.optim.AdamW(groups, weight_decay=0.01)
    warm = max(1, steps // 10)
    rates = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min((step + 1) / warm, (steps - step) / max(1, steps - warm))
    )
    step = _Step(torch, optimiser, [p for group in groups for p in group["params"]], course.loss_of)
    step.most = course.most
    done, loss = 0, 0.0
    for epoch in range(epochs):
        losses = []
        for batch in plan(epoch):
            losses.append(step.take(batch))
            rates.step()
            done += 1
            if progress:
                progress(min(1.0, done / steps), "training")
        loss = sum(losses) / max(1, len(losses))
        if after_epoch:
            after_epoch(done / steps, loss)
    return {
        "epochs": epochs,
        "steps": done,
        "loss": round(loss, 5),
        "train_s": round(time.perf_counter() - started, 1),
    }


class _Step:
    """One optimiser step per batch, in pieces where memory is short: the gradient is the same."""

    def __init__(
        self, torch: Any, optimiser: Any, parameters: list[Any], loss_of: Callable[..., Any]
    ) -> None:
        self.torch, self.optimiser, self.parameters = torch, optimiser, parameters
        self.loss_of = loss_of
        self.most: int | None = None  # items that fit at once, once that is known

    def take(self, batch: Sequence[Item]) -> float:
        while True:
            size = min(len(batch), self.most or len(batch))
            self.optimiser.zero_grad(set_to_none=True)
            try:
                total = 0.0
                for place in range(0, len(batch), size):
                    piece = batch[place : place + size]
                    loss = self.loss_of(piece) * (len(piece) / len(batch))
                    loss.backward()
                    total += float(loss.detach())
                self.torch.nn.utils.clip_grad_norm_(self.parameters, 1.0)
                self.optimiser.step()
                return total
            except (RuntimeError, MemoryError) as error:
                if not is_memory(error):
                    raise
                if size == 1:
                    raise no_memory() from error
                self.most = size // 2
            if self.torch.cuda.is_available():
                self.torch.cuda.empty_cache()
