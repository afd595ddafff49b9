"""Fixtures of the tests of releasing."""

from pathlib import Path
from typing import Any

import pytest

from annotation.models import Dialogue, Turn
from tests.labelled import read_all


@pytest.fixture
def labelled(project: Any, annotator: Any, data_dir: Path) -> Any:
    """Both calls read; a canary beside the text: in the name, metadata, keys and a speaker."""
    read_all(project, annotator)
    Dialogue.objects.filter(project=project, external_id="call-1").update(
        external_id="Olabarri-2024",
        meta={"customer": "Francisco Olabarri", "intent": "support"},
        extra={"note": "llama Olabarri"},
    )
    Turn.objects.filter(dialogue__external_id="Olabarri-2024", speaker="caller").update(
        speaker="Francisco Olabarri", extra={"comment": "Bilbao"}
    )
    return project
