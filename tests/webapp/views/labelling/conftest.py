"""What the tests of the labelling pages share: an annotator, and an item of
hers."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from annotation.models import Batch, QueryItem


@pytest.fixture
def client(client_of: Callable[[Any], Client], annotator: Any) -> Client:
    return client_of(annotator)


@pytest.fixture
def item(batch: Batch) -> QueryItem:
    return batch.items.select_related("turn").get(turn__text__startswith="Soy Francisco")
