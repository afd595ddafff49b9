"""Whether what a manager typed can be a large model: a folder with weights, or a name on a hub.

Called by the settings form. Nothing is loaded or fetched here; that is the worker's business.
"""

import re
from pathlib import Path

from django.utils.translation import gettext as _

from annotation.refusals import Refused

# owner/name or name, as hubs have them: letters, digits and . _ - with no dots side by side.
HUB_NAME = re.compile(r"(?!.*\.\.)[A-Za-z0-9][\w.-]{0,95}(/[A-Za-z0-9][\w.-]{0,95})?", re.ASCII)
WEIGHTS = ("model.safetensors", "model.safetensors.index.json", "pytorch_model.bin")


def check_encoder(name: str) -> str:
    """The name as it is kept ("" for no large model).

    Raises: Refused where it is neither. Which folders there are on the server is nobody's to find
    out: a folder without a model is told of in the same words as none at all.
    """
    name = name.strip()
    if not name:
        return ""
    if name.startswith(("/", "~", ".")) or "\\" in name or name.count("/") > 1:
        if _has_model(name):
            return name
        raise Refused(
            _(
                "There is no model in this folder of the server: it needs config.json, the weights "
                "(model.safetensors) and the tokenizer's files."
            ),
            code="no_encoder",
        )
    if not HUB_NAME.fullmatch(name):
        raise Refused(
            _(
                "This is neither a folder nor a name on a hub: write a whole path (/srv/models/e5) "
                "or owner/name (intfloat/multilingual-e5-small)."
            ),
            code="bad_encoder",
        )
    return name


def _has_model(name: str) -> bool:
    try:
        folder = Path(name).expanduser()
        return (folder / "config.json").is_file() and any(
            (folder / each).is_file() for each in WEIGHTS
        )
    except (OSError, RuntimeError, ValueError):  # too long, no such home, a null in it
        return False
