"""What the tests of the API share: an annotator, and a turn that she is asked about."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from annotation.models import Batch, Turn


@pytest.fixture
def client(client_of: Callable[[Any], Client], annotator: Any) -> Client:
    return client_of(annotator)


@pytest.fixture
def turn(batch: Batch) -> Turn:
    return Turn.objects.get(text__startswith="Soy Francisco")
