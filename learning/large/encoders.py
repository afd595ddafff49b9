"""Pretrained encoders: finds their folder, and tells what they are.

Called by `bert`, `flair_tagger` and the service of the large model.
"""

import json
from pathlib import Path

from learning.errors import WeightsMissing
from learning.large.finetuning import extra_missing
from learning.types import Card

WEIGHTS = ("model.safetensors", "model.safetensors.index.json", "pytorch_model.bin")


def find_encoder(name: str, *, online: bool = False) -> str:
    """What transformers opens: a folder with weights, or a hub name.

    Raises: WeightsMissing with the folder, and what to do. A hub name is believed: its weights lie
    in the hub's own cache, or are fetched where `online` allows it.
    """
    if not name:
        raise WeightsMissing(
            "No large model was chosen: name a folder with weights (docs/taggers.md says where "
            "to get some)."
        )
    folder = Path(name).expanduser()
    if folder.is_dir():
        has_weights = any((folder / each).is_file() for each in WEIGHTS)
        if not has_weights or not (folder / "config.json").is_file():
            raise WeightsMissing(
                f"There are no weights in {folder}: expected config.json, model.safetensors and "
                "the tokenizer's files. See docs/taggers.md for where to get them."
            )
        return str(folder.resolve())
    if folder.is_absolute() or name.startswith((".", "~")) or name.count("/") > 1:
        raise WeightsMissing(
            f"There is no folder {folder}: put the weights there (`manage.py convert_encoder` "
            "makes some), or name another folder."
        )
    if not online and not _in_cache(name):
        raise WeightsMissing(
            f"{name} is no folder here, and its weights are not on this machine: fetch them once "
            "where there is a network (docs/taggers.md), or name a folder."
        )
    return name


def encoder_card(name: str) -> Card:
    """What is known of an encoder: its name, and "weights" ("4-bit") if they are not the original
    ones. Whoever prints figures of a tagger prints these beside them."""
    folder = Path(name).expanduser()
    try:
        card = json.loads((folder / "card.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        card = {}
    known = {key: card[key] for key in ("name", "weights", "licence") if key in card}
    return {"name": folder.name if folder.is_dir() else name, **known}


def _in_cache(name: str) -> bool:
    try:
        from huggingface_hub import try_to_load_from_cache
    except ImportError as error:
        raise extra_missing() from error
    try:
        return isinstance(try_to_load_from_cache(name, "config.json"), str)
    except ValueError:  # not a name that a hub could have
        return False
