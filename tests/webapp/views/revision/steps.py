"""A step of revision as a script posts it; used by the tests of its pages."""

from typing import Any

from django.urls import reverse

from annotation.models import Dialogue
from annotation.services.revision import issue_decisions

SCRIPT = {"HX-Request": "true"}


def url(name: str, dialogue: Dialogue) -> str:
    return reverse(name, args=[dialogue.project.slug, dialogue.pk])


def step(client: Any, name: str, dialogue: Dialogue, state: str = "", **data: Any) -> Any:
    """A step as a script posts it, on the state that there is, or an old one."""
    data |= {"state": state or issue_decisions.plan(dialogue).state}
    return client.post(url(name, dialogue), data, headers=SCRIPT)
