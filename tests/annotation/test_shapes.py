"""A schema is made of a type: what may stand where, what has to, and what must not."""

from dataclasses import dataclass
from typing import Annotated, NotRequired, TypedDict

import pytest

from annotation.shapes import Document, keys_of, says


@dataclass
class Place:
    start: int
    listed: bool = True


class Item(TypedDict):
    """Something that is counted.

    Not for readers of schemas.
    """

    name: Annotated[str, says("What it is called.", maxLength=3)]
    places: list[Place]
    counts: NotRequired[dict[str, int | None]]
    inside: NotRequired["Item"]


def test_a_schema_of_shapes() -> None:
    made = Document("item", "An item", "Counted.", Item, keeping=(Place,)).schema()
    assert made["$id"] == "urn:antifaz:schema:item"
    assert made["$ref"] == "#/$defs/Item"
    assert made["$defs"]["Item"] == {
        "type": "object",
        "description": "Something that is counted.",
        "properties": {
            "name": {"type": "string", "description": "What it is called.", "maxLength": 3},
            "places": {"type": "array", "items": {"$ref": "#/$defs/Place"}},
            "counts": {"type": "object", "additionalProperties": {"type": ["integer", "null"]}},
            "inside": {"$ref": "#/$defs/Item"},
        },
        "required": ["name", "places"],
        "additionalProperties": False,
    }
    assert made["$defs"]["Place"] == {
        "type": "object",
        "properties": {"start": {"type": "integer"}, "listed": {"type": "boolean"}},
        "required": ["start"],
        "additionalProperties": True,
    }
    assert keys_of(Item) == {"name", "places", "counts", "inside"}


def test_what_is_no_json_has_no_schema() -> None:
    with pytest.raises(KeyError):
        Document("bytes", "Bytes", "None.", bytes).schema()
