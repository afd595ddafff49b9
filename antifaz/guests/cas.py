"""A UIMA CAS of INCEpTION, as XMI or JSON: what of a layer is on its text, and suggestions on it.

Called by `inception`. What comes back is what came, with the suggestions added. Offsets outside are
UTF-16 units, as UIMA counts; here they are code points.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol
from xml.sax.saxutils import escape, quoteattr

from annotation.formats.corpora.documents.annotations import SENTENCE
from annotation.formats.corpora.tools.layout import is_language
from annotation.formats.corpora.tools.texts import Units
from annotation.formats.corpora.xml_nodes import Node, parse_xml
from annotation.formats.files.strictjson import parse
from antifaz.values import Refused, Span

TOKEN = SENTENCE.replace("Sentence", "Token")
PREDICTED = "inception_internal_predicted"
VIEW = "_InitialView"
FILE = "CAS"  # of what is no file, in messages


@dataclass(frozen=True, slots=True)
class Layer:
    """name: of the type; feature: which of its features is the label; declared: the features that
    its type system knows, None where none was sent."""

    name: str
    feature: str
    declared: frozenset[str] | None = None

    def values(self, span: Span) -> dict[str, Any]:
        """What INCEpTION reads of a suggestion."""
        score = round(span.confidence or 0.0, 4)
        said = {self.feature: span.label, f"{self.feature}_score": score, PREDICTED: True}
        known = self.declared
        return {key: value for key, value in said.items() if known is None or key in known}


class Row(Protocol):
    """An annotation as a reader of either form gives it."""

    @property
    def type(self) -> str: ...

    @property
    def values(self) -> Mapping[str, Any]: ...


@dataclass(frozen=True, slots=True)
class Found:
    type: str
    values: Mapping[str, Any]


@dataclass(slots=True)
class Cas:
    """The text of a CAS and what is on it; `rows` are its annotations in units of UTF-16."""

    text: str
    lang: str
    rows: Sequence[Row]
    units: Units = field(init=False)

    def __post_init__(self) -> None:
        self.units = Units(self.text)

    def bounds(self, kind: str) -> list[tuple[int, int]]:
        """Where annotations of a type stand, in order. Raises Refused for places outside."""
        return sorted({self._place(row) for row in self.rows if row.type == kind})

    def spans(self, layer: Layer) -> list[Span]:
        """The labels of a layer, without suggestions and what has no label."""
        labels = []
        for row in self.rows:
            value = row.values.get(layer.feature)
            suggested = str(row.values.get(PREDICTED, "")).lower() == "true"
            if row.type == layer.name and isinstance(value, str) and value and not suggested:
                start, end = self._place(row)
                if start < end:
                    labels.append(Span(start, end, value))
        return sorted(labels, key=lambda each: (each.start, each.end))

    def _place(self, row: Row) -> tuple[int, int]:
        places = [_integer(row.values.get(name)) for name in ("begin", "end")]
        start, end = (None if each is None else self.units.from_utf16(each) for each in places)
        if start is None or end is None or not 0 <= start <= end <= len(self.text):
            raise Refused("an annotation stands outside the text", code="span_range")
        return start, end


def _integer(value: object) -> int | None:
    if type(value) is int:
        return value
    is_number = isinstance(value, str) and value.isascii() and value.isdecimal()
    return int(str(value)) if is_number and len(str(value)) < 10 else None


class Xmi:
    """A CAS as XMI. Raises FormatError, Refused."""

    def __init__(self, data: str) -> None:
        self._root = parse_xml(data.encode(), FILE, encoding="utf-8")
        sofas = list(self._root.all("Sofa"))
        if self._root.name != "XMI" or not sofas:
            raise Refused("no text is in the CAS", code="cas")
        self._sofa = next((s for s in sofas if s.value("sofaID") == VIEW), sofas[0])
        self._spaces = {
            name.partition(":")[2]: uri
            for name, uri in self._root.values.items()
            if name.startswith("xmlns:")
        }
        self._number = self._sofa.value("id")
        on_text = [n for n in self._root.children if n.values.get("sofa") == self._number]
        rows = [Found(self._type(node), _features(node)) for node in on_text]
        language = next((n.value("language") for n in on_text if n.value("language")), "")
        lang = language if is_language(language) else ""
        self.cas = Cas(self._sofa.value("sofaString"), lang, rows)

    def _type(self, node: Node) -> str:
        uri = node.values.get(f"xmlns:{node.prefix}") or self._spaces.get(node.prefix, "")
        package = uri.removeprefix("http:///").removesuffix(".ecore").replace("/", ".")
        return node.name if package in ("", "uima.noNamespace") else f"{package}.{node.name}"

    def answer(self, layer: Layer, spans: Sequence[Span]) -> str:
        """The XMI with the suggestions."""
        prefix = next((n.partition(":")[0] for n in self._sofa.values if n.endswith(":id")), "xmi")
        package, _dot, name = layer.name.rpartition(".")
        uri = f"http:///{(package or 'uima.noNamespace').replace('.', '/')}.ecore"
        known = next((key for key, value in self._spaces.items() if value == uri), "")
        own = {} if known else {"xmlns:antifaz": uri}
        ids = [_integer(each.value("id")) or 0 for each in self._root.children]
        new = []
        for number, span in enumerate(spans, max(ids, default=0) + 1):
            begin, end = self.cas.units.to_utf16(span.start), self.cas.units.to_utf16(span.end)
            values = {**own, f"{prefix}:id": number, "sofa": self._number, "begin": begin}
            values |= {"end": end, **layer.values(span)}
            said = {key: str(v).lower() if v is True else str(v) for key, v in values.items()}
            new.append(Node(name, known or "antifaz", said, 0, texts=[""]))
        view = next((v for v in self._root.all("View") if v.value("sofa") == self._number), None)
        if view is None:
            raise Refused("the text of the CAS has no view", code="cas")
        members = [view.value("members"), *(node.value("id") for node in new)]
        view.values["members"] = " ".join(filter(None, members))
        at = next(i for i, each in enumerate(self._root.children) if each.name == "Sofa")
        self._root.children[at:at] = new
        self._root.texts[at:at] = [""] * len(new)
        return '<?xml version="1.0" encoding="UTF-8"?>' + "".join(_written(self._root))


def _features(node: Node) -> dict[str, Any]:
    """Attributes, and features that stand as elements: the first value of each."""
    return {each.name: each.text for each in reversed(node.children)} | node.values


def _written(node: Node) -> Iterator[str]:
    """An element as XML; the depth of what was read is bounded."""
    name = f"{node.prefix}:{node.name}" if node.prefix else node.name
    yield f"<{name}"
    for key, value in node.values.items():
        yield f" {key}={quoteattr(value)}"
    yield ">"
    for text, child in zip(node.texts, [*node.children, None], strict=True):
        yield escape(text, {"\r": "&#13;"})
        if child is not None:
            yield from _written(child)
    yield f"</{name}>"


class Json:
    """A CAS as JSON 0.4. Raises FormatError, Refused."""

    def __init__(self, data: str | Mapping[str, Any]) -> None:
        if isinstance(data, str):
            data = _object(parse(data, file=FILE, line=None, whole_file=True))
        self._whole = dict(data)
        listed = self._whole.get("%FEATURE_STRUCTURES")
        if not isinstance(listed, list):
            raise Refused("the CAS has no list of feature structures", code="cas")
        self._rows = [_object(row) for row in listed]
        sofas = [r for r in self._rows if str(r.get("%TYPE", "")).endswith(".Sofa")]
        sofas = [row for row in sofas if isinstance(row.get("sofaString"), str)]
        if not sofas:
            raise Refused("no text is in the CAS", code="cas")
        self._sofa = next((row for row in sofas if row.get("sofaID") == VIEW), sofas[0])
        on_text = [r for r in self._rows if r.get("@sofa") == self._sofa.get("%ID")]
        found = [Found(str(row.get("%TYPE")), row) for row in on_text]
        said = [row["language"] for row in on_text if isinstance(row.get("language"), str)]
        lang = next((each for each in said if is_language(each)), "")
        self.cas = Cas(self._sofa["sofaString"], lang, found)

    def answer(self, layer: Layer, spans: Sequence[Span]) -> str:
        """The JSON with the suggestions."""
        views = _object(self._whole.get("%VIEWS"))
        name = next(
            (n for n, v in views.items() if _object(v).get("%SOFA") == self._sofa["%ID"]), None
        )
        if name is None:
            raise Refused("the text of the CAS has no view", code="cas")
        types = self._whole.get("%TYPES")
        declared = types.get(layer.name) if isinstance(types, dict) else None
        ids = [row["%ID"] for row in self._rows if type(row.get("%ID")) is int]
        new: list[dict[str, Any]] = []
        for number, span in enumerate(spans, max(ids, default=0) + 1):
            values = layer.values(span)
            if isinstance(declared, dict):
                values = {key: value for key, value in values.items() if key in declared}
            begin, end = self.cas.units.to_utf16(span.start), self.cas.units.to_utf16(span.end)
            row = {"%ID": number, "%TYPE": layer.name, "@sofa": self._sofa["%ID"]}
            new.append(row | {"begin": begin, "end": end} | values)
        view = _object(views[name])
        members = [*view.get("%MEMBERS", []), *(row["%ID"] for row in new)]
        whole = {
            **self._whole,
            "%FEATURE_STRUCTURES": [*self._rows, *new],
            "%VIEWS": {**views, name: {**view, "%MEMBERS": members}},
        }
        return json.dumps(whole, ensure_ascii=False)


def _object(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Refused("the CAS is not made as JSON 0.4 is", code="cas")
    return value


def declared_features(type_system: str, layer: str) -> frozenset[str]:
    """The features of a layer, with those that it inherits, by a type system in XML. Raises Refused
    where it does not know the layer, FormatError."""
    root = parse_xml(type_system.encode(), "typeSystem", encoding="utf-8")
    types: dict[str, tuple[str, list[str]]] = {}
    for node in root.below("typeDescription"):
        said = {each.name: each.text.strip() for each in node.children}
        features = [
            next((e.text.strip() for e in each.all("name")), "")
            for each in node.below("featureDescription")
        ]
        types[said.get("name", "")] = said.get("supertypeName", ""), features
    if layer not in types:
        raise Refused("the type system has no such layer", code="no_layer")
    names: list[str] = []
    while layer in types:
        layer, features = types.pop(layer)
        names += features
    return frozenset(names)
