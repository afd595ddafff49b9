"""The stage of tests that ask every address: people, a project and its objects, made once."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction

from annotation.models import User
from tests.conftest import make_project
from tests.webapp.every_route.rules import arguments

Values = dict[str, dict[str, Any]]


@pytest.fixture(scope="module")
def stage(django_db_setup: None, django_db_blocker: Any) -> Iterator[Values]:
    """The people, the project and its objects, made once for the tests here. What a request
    changes is taken back after it, inside the transaction that holds them all."""
    with django_db_blocker.unblock(), transaction.atomic():
        roles = ("manager", "curator", "annotator", "second", "reader")
        project = make_project(*(User.objects.create(username=name) for name in roles))
        User.objects.create(username="outsider")
        yield arguments(project)
        transaction.set_rollback(True)


@pytest.fixture
def values(stage: Values, db: None, settings: Any) -> Values:
    """The arguments of every address."""
    settings.HOOK_ADDRESSES = ["https://hooks.example"]
    return stage
