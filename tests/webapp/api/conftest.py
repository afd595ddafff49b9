"""What the tests of the API share: an annotator, and a turn that she is asked about."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from annotation.models import Batch, Turn
from learning.crf.tagger import CrfTagger
from learning.types import Span, Utterance

NAMES = ("Ane", "Iker", "Miren", "Jon", "Nerea", "Unai")
BEFORE = ("Soy {}, de Bilbao", "Me llamo {}", "Le habla {}", "Soy {}")


@pytest.fixture
def client(client_of: Callable[[Any], Client], annotator: Any) -> Client:
    return client_of(annotator)


@pytest.fixture
def turn(batch: Batch) -> Turn:
    return Turn.objects.get(text__startswith="Soy Francisco")


@pytest.fixture(scope="module")
def names_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model that knows a few first names."""
    turns = [Utterance("no funciona el router"), Utterance("¿me oye?"), Utterance("hola, dígame")]
    for name in NAMES:
        for frame in BEFORE:
            at = frame.index("{}")
            mark = Span(at, at + len(name), "first name")
            turns.append(Utterance(frame.format(name), (mark,)))
    path = tmp_path_factory.mktemp("models") / "names"
    CrfTagger().fit(turns * 3).save(path)
    return path
