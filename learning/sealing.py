"""Folders of large models: each file's checksum stands on the card, and is compared before use.

Weights are safetensors, which hold numbers and nothing that runs, so that a damaged or altered file
can only raise an error; no child process has to try it first.
"""

import hashlib
import json
import os
from pathlib import Path
from typing import Any

from learning.errors import ModelDamaged
from learning.storage import write_synced

CARD = "card.json"
_BLOCK = 1 << 20


def file_sha256(path: Path) -> str:
    """Hex digest of a file of any size."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def seal(stage: Path, card: dict[str, Any]) -> dict[str, Any]:
    """Flush all files under `stage` to the disk and write the card with their checksums."""
    files = sorted(path for path in stage.rglob("*") if path.is_file() and path.name != CARD)
    for path in files:
        with path.open("rb") as file:
            os.fsync(file.fileno())
    sums = {path.relative_to(stage).as_posix(): file_sha256(path) for path in files}
    sealed = dict(card, files=sums, bytes=sum(path.stat().st_size for path in files))
    write_synced(stage / CARD, json.dumps(sealed, ensure_ascii=False, indent=1).encode())
    return sealed


def read_card(folder: Path) -> dict[str, Any]:
    """The card of a saved model. Raises: ModelDamaged."""
    try:
        card = json.loads((folder / CARD).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ModelDamaged("The model cannot be read: a file is missing or unreadable.") from error
    if not isinstance(card, dict) or not isinstance(card.get("settings"), dict):
        raise ModelDamaged("The model's card is damaged.")
    return card


def check_sealed(folder: Path) -> dict[str, Any]:
    """The card of a large model, once every file was found to be as it was written.

    Raises: ModelDamaged.
    """
    card = read_card(folder)
    files = card.get("files")
    if not isinstance(files, dict) or not files:
        raise ModelDamaged("The model's card is damaged.")
    for name, digest in files.items():
        path = folder / name
        if ".." in Path(name).parts or not path.is_file():
            raise ModelDamaged("The model cannot be read: a file is missing or unreadable.")
        if file_sha256(path) != digest:
            raise ModelDamaged("The model file differs from its checksum.")
    return card
