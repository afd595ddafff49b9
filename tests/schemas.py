"""Holds a value beside a schema of docs/schemas, by somebody else's library."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "schemas"


@cache
def validator(name: str) -> Any:
    schema = json.loads((FOLDER / f"{name}.schema.json").read_text(encoding="utf-8"))
    return jsonschema.Draft202012Validator(
        schema, format_checker=jsonschema.Draft202012Validator.FORMAT_CHECKER
    )


def fits(name: str, value: object) -> bool:
    return bool(validator(name).is_valid(value))


def check(name: str, value: object) -> None:
    """Fails with what the library says of the value."""
    validator(name).validate(value)
