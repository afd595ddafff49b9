"""Fixtures of the tests of releasing."""

from pathlib import Path
from typing import Any

import pytest

from annotation.models import Dialogue, Turn


@pytest.fixture
def labelled(labelled: Any, data_dir: Path) -> Any:
    """Both calls read; a canary beside the text: in the name, metadata, keys and a speaker."""
    Dialogue.objects.filter(project=labelled, external_id="call-1").update(
        external_id="Olabarri-2024",
        meta={"customer": "Francisco Olabarri", "intent": "support"},
        extra={"note": "llama Olabarri"},
    )
    Turn.objects.filter(dialogue__external_id="Olabarri-2024", speaker="caller").update(
        speaker="Francisco Olabarri", extra={"comment": "Bilbao"}
    )
    return labelled
