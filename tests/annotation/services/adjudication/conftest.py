"""A turn that waits for a curator, before anybody has read it and after."""

from typing import Any

import pytest

from annotation.models import Project, Turn
from tests.annotation.services.adjudication.curating import BOTH, NAME, PLACE, SURNAME, reads


@pytest.fixture
def turn(project: Project) -> Turn:
    return Turn.objects.select_related("dialogue__project").get(text__startswith="Soy Francisco")


@pytest.fixture
def two(turn: Turn, annotator: Any, second_annotator: Any) -> Turn:
    """Two readers differ on the name and agree on the place."""
    reads(turn, annotator, [NAME, SURNAME, PLACE])
    reads(turn, second_annotator, [BOTH, PLACE])
    return turn
