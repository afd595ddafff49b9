"""Whether a value is as a JSON schema says: the part of the language that our own schema uses.

Called by `checking` and tests. Without a library, so that who gets a bundle needs none.
"""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

SCHEMA = Path(__file__).with_name("evidence.schema.json")
TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "null": type(None),
}


@cache
def evidence_schema() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(SCHEMA.read_text(encoding="utf-8"))
    return loaded


def faults(value: object, schema: Mapping[str, Any], place: str = "evidence") -> Iterator[str]:
    """One sentence for each place that is not as the schema says; no value is repeated."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        yield from faults(value, evidence_schema()["$defs"][name], place)
        return
    if "oneOf" in schema:
        if all(any(faults(value, each, place)) for each in schema["oneOf"]):
            yield f"{place}: is none of the {len(schema['oneOf'])} kinds of value expected there"
        return
    if (kinds := _kinds(schema)) and not any(_is(value, kind) for kind in kinds):
        yield f"{place}: expected {' or '.join(kinds)}"
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{place}: expected one of {', '.join(map(str, schema['enum']))}"
    if isinstance(value, str):
        yield from _of_string(value, schema, place)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield from _of_number(value, schema, place)
    elif isinstance(value, dict):
        yield from _of_object(value, schema, place)
    elif isinstance(value, list) and "items" in schema:
        for number, each in enumerate(value, 1):
            yield from faults(each, schema["items"], f"{place}[{number}]")


def _kinds(schema: Mapping[str, Any]) -> list[str]:
    kinds = schema.get("type", [])
    return [kinds] if isinstance(kinds, str) else list(kinds)


def _is(value: object, kind: str) -> bool:
    if kind in ("integer", "number"):
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return is_number and (kind == "number" or isinstance(value, int))
    return isinstance(value, TYPES[kind])


def _of_string(value: str, schema: Mapping[str, Any], place: str) -> Iterator[str]:
    if "pattern" in schema and not re.search(schema["pattern"], value):
        yield f"{place}: expected {schema.get('description', 'a text of another form')}"
    if len(value) < schema.get("minLength", 0):
        yield f"{place}: expected a text that is not empty"


def _of_number(value: float, schema: Mapping[str, Any], place: str) -> Iterator[str]:
    if value < schema.get("minimum", value) or value > schema.get("maximum", value):
        yield f"{place}: expected a number within its range"


def _of_object(value: Mapping[str, object], schema: Mapping[str, Any], place: str) -> Iterator[str]:
    known = schema.get("properties", {})
    for name in schema.get("required", ()):
        if name not in value:
            yield f"{place}: expected the key {name}"
    for name, inner in value.items():
        if name in known:
            yield from faults(inner, known[name], f"{place}.{name}")
        elif schema.get("additionalProperties") is False:
            yield f"{place}: holds a key that the schema does not know"
        elif isinstance(schema.get("additionalProperties"), dict):
            yield from faults(inner, schema["additionalProperties"], f"{place}.*")
