"""JSON schemas (2020-12) of what the code writes and reads, made of its own types.

A shape is a TypedDict or a dataclass; `Annotated[..., says(...)]` says what a value means and how
far it goes. Called by `manage.py schemas`; the types themselves stand where the JSON is written.
"""

import types
from collections.abc import Collection, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from typing import (
    Annotated,
    Any,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_PLAIN: dict[object, dict[str, Any]] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    type(None): {"type": "null"},
    object: {},
}
Schema = dict[str, Any]


@dataclass(frozen=True)
class Says:
    """What a value means, in a sentence, and keywords of JSON Schema beside its type."""

    words: str = ""
    keywords: Mapping[str, Any] = field(default_factory=dict)


def says(words: str = "", **keywords: Any) -> Says:
    return Says(words, keywords)


@dataclass(frozen=True, slots=True)
class Document:
    """A kind of file, of line or of body that we write or read."""

    name: str
    title: str
    description: str
    shape: Any
    # Shapes in which keys that we do not know may stand, too; in all others they are wrong.
    keeping: Collection[Any] = ()

    def schema(self) -> Schema:
        """Raises KeyError for a type that has no place in JSON."""
        parts: dict[str, Schema] = {}
        root = _Maker(self.keeping, parts).of(self.shape)
        whole = {
            "$schema": DIALECT,
            "$id": f"urn:antifaz:schema:{self.name}",
            "title": self.title,
            "description": self.description,
            **root,
        }
        return {**whole, "$defs": dict(sorted(parts.items()))} if parts else whole


@dataclass(frozen=True, slots=True)
class _Maker:
    """Makes a schema of a type; shapes inside it become parts, by their names."""

    keeping: Collection[Any]
    parts: dict[str, Schema]

    def of(self, kind: Any) -> Schema:
        origin, inner = get_origin(kind), get_args(kind)
        if origin is Annotated:
            made = self.of(inner[0])
            for said in inner[1:]:
                made |= {"description": said.words} if said.words else {}
                made |= said.keywords
            return made
        if origin is NotRequired:
            return self.of(inner[0])
        if origin in (Union, types.UnionType):
            return self._either(inner)
        if origin is list:
            return {"type": "array", "items": self.of(inner[0])}
        if origin is dict:
            return {"type": "object", "additionalProperties": self.of(inner[1])}
        if is_typeddict(kind) or is_dataclass(kind):
            return self._part(kind)
        return dict(_PLAIN[kind])

    def _either(self, kinds: Sequence[Any]) -> Schema:
        made = [self.of(each) for each in kinds]
        plain = [each["type"] for each in made if each.keys() == {"type"}]
        return {"type": plain} if len(plain) == len(made) else {"anyOf": made}

    def _part(self, kind: Any) -> Schema:
        name = kind.__name__
        if name not in self.parts:
            self.parts[name] = {}  # a shape may hold itself
            self.parts[name] = self._object(kind)
        return {"$ref": f"#/$defs/{name}"}

    def _object(self, kind: Any) -> Schema:
        hints = get_type_hints(kind, include_extras=True)
        made: Schema = {"type": "object"}
        if words := _words_of(kind):
            made["description"] = words
        made["properties"] = {key: self.of(inner) for key, inner in hints.items()}
        made["required"] = sorted(_required(kind))
        made["additionalProperties"] = kind in self.keeping
        return made


def keys_of(shape: Any) -> frozenset[str]:
    """The keys that a shape knows."""
    return frozenset(get_type_hints(shape))


def _required(kind: Any) -> Collection[str]:
    if is_typeddict(kind):
        required: Collection[str] = kind.__required_keys__
        return required
    return [
        each.name
        for each in fields(kind)
        if each.default is MISSING and each.default_factory is MISSING
    ]


def _words_of(kind: type) -> str:
    """The first paragraph of its docstring, where somebody wrote one."""
    words = kind.__doc__ or ""
    is_made = words.startswith(f"{kind.__name__}(")  # by dataclass
    return "" if is_made else " ".join(words.split("\n\n")[0].split())
