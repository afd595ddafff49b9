"""The last look at an answer: a label whose own name says what is labelled becomes a number.

Called by `session` for every answer. Names of the schemes that come with Antifaz say nothing of
anybody; others are the team's words, and are searched for the originals of the project.
"""

from collections.abc import Mapping
from typing import Any

from annotation.models import Project
from annotation.schemes import SCHEMES
from annotation.services.evidence.bundles.gate import quoting

OURS = frozenset(label.name for scheme in SCHEMES.values() for label in scheme.labels)


def hidden_labels(project: Project) -> dict[str, str]:
    """The labels of a project that are told by number: name -> what is said in its place."""
    names = dict(project.labels.values_list("name", "pk"))
    others = [name for name in names if name not in OURS]
    if not others:
        return {}
    quotes = quoting(project)
    return {name: f"label-{names[name]}" for name in others if quotes([name])}


def as_told(answer: dict[str, Any], hidden: Mapping[str, str]) -> dict[str, Any]:
    """The answer without those names, wherever they stand in it."""
    if not hidden:
        return answer
    longest_first = sorted(hidden.items(), key=lambda pair: -len(pair[0]))
    told: dict[str, Any] = _replaced(answer, longest_first)
    return told


def _replaced(value: Any, hidden: list[tuple[str, str]]) -> Any:
    if isinstance(value, dict):
        return {_replaced(name, hidden): _replaced(each, hidden) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_replaced(each, hidden) for each in value]
    if isinstance(value, str):
        for name, number in hidden:
            value = value.replace(name, number)
    return value
