"""A word that a person said, and where it still stands."""

from pathlib import Path

from django.apps import apps
from django.core import serializers

CANARY = "Zaratustrio"


def rows() -> str:
    """Every row of every table, as text."""
    every = [
        serializers.serialize("json", model._base_manager.all()) for model in apps.get_models()
    ]
    return "\n".join(every)


def canaries(data: Path) -> list[str]:
    """The files whose bytes or names hold the canary."""
    word = CANARY.encode()
    return [
        str(path.relative_to(data))
        for path in sorted(data.rglob("*"))
        if CANARY in path.name or (path.is_file() and word in path.read_bytes())
    ]


def file_at(data: Path, name: str) -> str:
    path = data / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"word={CANARY}")
    return name
