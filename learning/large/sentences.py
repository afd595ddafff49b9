"""What a frozen encoder makes of whole texts: a vector each, from which a linear model may learn.

Called by the attack that infers who speaks. torch and transformers are imported when texts are
read, never before.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from learning.large import finetuning
from learning.large.encoders import find_encoder
from learning.large.finetuning import LargeSettings
from learning.types import Floats, Progress

MOST = 4_000  # characters of a text; what stands behind them is not read
BATCH = 16  # texts


def sentence_vectors(
    texts: Sequence[str], settings: LargeSettings, progress: Progress | None = None
) -> Floats:
    """Texts x width, each of length one: the mean of the last layer over all sub-words.

    Raises: ExtraMissing, WeightsMissing.
    """
    encoder = find_encoder(settings.encoder, online=settings.online)
    torch, transformers = finetuning.load_torch(settings), finetuning.load_transformers()
    offline = {"local_files_only": not settings.online}
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(encoder, **offline)
        model = transformers.AutoModel.from_pretrained(
            encoder, torch_dtype=torch.float32, **offline
        )
    except Exception as error:  # each library below has its own for a file that it cannot read
        raise finetuning.unreadable(error) from error
    device = finetuning.device_of(torch, settings.device)
    model.to(device).eval()
    rows: list[Floats] = []
    for start in range(0, len(texts), BATCH):
        some = [text[:MOST] or " " for text in texts[start : start + BATCH]]
        with torch.no_grad():
            rows.append(_means(torch, tokenizer, model, some, settings.window, device))
        if progress:
            progress((start + len(some)) / len(texts), "scoring")
    vectors = np.concatenate(rows) if rows else np.zeros((0, 1), np.float32)
    lengths: Floats = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.maximum(1e-9, lengths), np.float32)


def _means(
    torch: Any, tokenizer: Any, model: Any, texts: list[str], window: int, device: Any
) -> Floats:
    """Of texts that are read in pieces of a window each."""
    cut = tokenizer(
        texts,
        truncation=True,
        max_length=min(window, tokenizer.model_max_length),
        return_overflowing_tokens=True,
        padding=True,
        return_tensors="pt",
    )
    of_text = cut["overflow_to_sample_mapping"]
    mask = cut["attention_mask"].to(device)
    output = model(input_ids=cut["input_ids"].to(device), attention_mask=mask).last_hidden_state
    weights = mask.unsqueeze(-1).to(output.dtype)
    sums = torch.zeros(len(texts), output.shape[-1], device=device)
    counts = torch.zeros(len(texts), 1, device=device)
    sums.index_add_(0, of_text.to(device), (output * weights).sum(dim=1))
    counts.index_add_(0, of_text.to(device), weights.sum(dim=1))
    means: Floats = (sums / counts.clamp(min=1)).cpu().numpy().astype(np.float32)
    return means
