"""Fixtures of the pages of revising and releasing."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from annotation.models import Dialogue, Turn
from tests.flows import desk
from tests.flows.hands import keyboard, tongue
from tests.labelled import call, read, read_all

__all__ = ["keyboard", "tongue"]


@pytest.fixture
def errors(page: Page) -> list[str]:
    """What the console complains about; the strict policy speaks here too."""
    found: list[str] = []
    page.on("console", lambda line: found.append(line.text) if line.type == "error" else None)
    page.on("pageerror", lambda error: found.append(str(error)))
    return found


@pytest.fixture
def sign_in(page: Page, live_server: Any, client_of: Any) -> Callable[[Any], None]:
    def enter(user: Any) -> None:
        desk.sign_in(page.context, client_of, user, live_server.url)

    return enter


@pytest.fixture
def labelled(project: Any, annotator: Any) -> Any:
    """Bilbao is labelled where the caller says it and not where the agent repeats it."""
    read_all(project, annotator)
    dialogue = call(project)
    turn = Turn.objects.create(
        dialogue=dialogue, position=4, speaker="agent", text="¿En Bilbao mismo?"
    )
    read(turn, annotator)
    return project


def address(live_server: Any, dialogue: Dialogue) -> str:
    return live_server.url + reverse("revise-dialogue", args=[dialogue.project.slug, dialogue.pk])
