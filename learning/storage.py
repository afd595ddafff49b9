"""Writes folders all at once and reads them back with their checksums; models and pools use it.

The card of a large model holds a checksum of each file (`seal`). Its weights are safetensors, which
hold numbers and nothing that runs, so that a damaged or altered file can only raise an error; no
child process has to try it first.
"""

import contextlib
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from learning.errors import ModelDamaged
from learning.types import Card

CARD = "card.json"
_BLOCK = 1 << 20


def sha256(data: bytes) -> str:
    """Hex digest of `data`."""
    return hashlib.sha256(data).hexdigest()


def write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Put `files` into `folder`, replacing it whole, or leave the old one. Raises: OSError."""
    with staged_folder(folder) as stage:
        for name, data in files.items():
            write_synced(stage / name, data)


def write_synced(path: Path, data: bytes) -> None:
    """Write and flush to the disk itself; a file that cannot be written whole is not left."""
    try:
        with path.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        path.unlink(missing_ok=True)
        raise


@contextlib.contextmanager
def staged_folder(folder: Path) -> Iterator[Path]:
    """A temporary folder beside `folder` that takes its place when the block ends well."""
    folder = Path(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    stage = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        yield stage
        _replace(stage, folder)
    finally:
        shutil.rmtree(stage, ignore_errors=True)


def _replace(stage: Path, folder: Path) -> None:
    old = None
    if folder.exists():
        # A folder cannot be replaced in one call: the old one steps aside and comes back if
        # the second call fails.
        old = Path(tempfile.mkdtemp(prefix=f".{folder.name}-old-", dir=folder.parent))
        os.replace(folder, old / "was")
    try:
        os.replace(stage, folder)
    except OSError:
        if old is not None and not folder.exists():
            os.replace(old / "was", folder)
        raise
    finally:
        if old is not None:
            shutil.rmtree(old, ignore_errors=True)
    with contextlib.suppress(OSError):
        handle = os.open(folder.parent, os.O_RDONLY)
        os.fsync(handle)
        os.close(handle)


def read_model(folder: Path, name: str) -> tuple[Card, bytes]:
    """The card and the bytes of a saved model.

    Raises: ModelDamaged when a file is missing, unreadable, or differs from its sha256.
    """
    card = read_card(folder)
    try:
        data = (folder / name).read_bytes()
    except OSError as error:
        raise ModelDamaged("The model cannot be read: a file is missing or unreadable.") from error
    if card.get("sha256") != sha256(data):
        raise ModelDamaged("The model file differs from its checksum.")
    return card, data


def settings_of(card: Card) -> dict[str, Any]:
    """The settings on a card as keyword arguments. What a file calls settings may be anything: the
    class that takes them raises TypeError for what it does not know."""
    settings = card["settings"]
    return dict(settings) if isinstance(settings, dict) else {}


def read_threshold(card: Card) -> float | None:
    """The threshold on a card, None without one. Raises: ModelDamaged for no number in 0..1."""
    value = card.get("threshold")
    if value is None:
        return None
    if not isinstance(value, int | float) or not 0 <= value <= 1:
        raise ModelDamaged("The model's card is damaged.")
    return float(value)


def read_checked(path: Path, digest: str) -> bytes:
    """The bytes of a file beside a model. Raises: ModelDamaged unless their sha256 is `digest`."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ModelDamaged("The model cannot be read: a file is missing.") from error
    if sha256(data) != digest:
        raise ModelDamaged(f"{path.name} of the model differs from its checksum.")
    return data


def file_sha256(path: Path) -> str:
    """Hex digest of a file of any size."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def seal(stage: Path, card: Card) -> Card:
    """Flush all files under `stage` to the disk and write the card with their checksums."""
    files = sorted(path for path in stage.rglob("*") if path.is_file() and path.name != CARD)
    for path in files:
        with path.open("rb") as file:
            os.fsync(file.fileno())
    sums = {path.relative_to(stage).as_posix(): file_sha256(path) for path in files}
    sealed = dict(card, files=sums, bytes=sum(path.stat().st_size for path in files))
    write_synced(stage / CARD, json.dumps(sealed, ensure_ascii=False, indent=1).encode())
    return sealed


def read_card(folder: Path) -> Card:
    """The card of a saved model. Raises: ModelDamaged."""
    try:
        card = json.loads((folder / CARD).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ModelDamaged("The model cannot be read: a file is missing or unreadable.") from error
    if not isinstance(card, dict) or not isinstance(card.get("settings"), dict):
        raise ModelDamaged("The model's card is damaged.")
    return card


def check_sealed(folder: Path) -> Card:
    """The card of a large model whose files are as they were written. Raises: ModelDamaged."""
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
