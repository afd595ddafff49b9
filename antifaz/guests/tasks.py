"""Label Studio's configuration, tasks and results: to texts with labels, and suggestions back.

Called by `label_studio`. Served are labels on a `<Text>` (offsets in code points) and on
`<Paragraphs>`, each of which is a turn (offsets in UTF-16 units, as its editor counts there).
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotation.formats.corpora.tools.layout import is_language
from annotation.formats.corpora.tools.texts import Units
from annotation.formats.corpora.xml_nodes import Node, parse_xml
from antifaz.guests.finding import Text
from antifaz.values import Refused, Span

CONTROLS = {"Labels": "Text", "ParagraphLabels": "Paragraphs"}
NOT_SERVED = "no <Labels> on a <Text> and no <ParagraphLabels> on <Paragraphs> is in the project"


@dataclass(frozen=True, slots=True)
class Task:
    """A task as a text; `starts` of its paragraphs, None where it has none."""

    text: Text
    starts: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Config:
    """What of a project's configuration is labelled: names of the control and the object, where the
    text stands in the data, and the names of the labels by those of a model."""

    control: str
    target: str
    path: tuple[str, ...]
    labels: Mapping[str, str]
    keys: tuple[str, str] | None = None  # of paragraphs: who speaks, and what

    @property
    def type(self) -> str:
        return "labels" if self.keys is None else "paragraphlabels"

    def label(self, name: str) -> str | None:
        """The project's label for one of the model, None where it has none."""
        return self.labels.get(name) or self.labels.get(_folded(name))


def read_config(xml: str) -> Config:
    """What a configuration lets us label. Raises Refused, FormatError."""
    root = parse_xml(xml.encode("utf-8", "replace"), "label_config", encoding="utf-8")
    objects = {node.value("name"): node for node in root.below("Text", "Paragraphs")}
    for control in root.below(*CONTROLS):
        target = objects.get(control.value("toName"))
        if target is None or target.name != CONTROLS[control.name]:
            continue
        if target.value("valueType").lower() == "url":
            raise Refused("texts that stand at an address are not fetched", code="not_served")
        keys = (target.value("nameKey") or "author", target.value("textKey") or "text")
        return Config(
            control=control.value("name"),
            target=target.value("name"),
            path=tuple(target.value("value").removeprefix("$").split(".")),
            labels=_labels(control),
            keys=keys if target.name == "Paragraphs" else None,
        )
    raise Refused(NOT_SERVED, code="not_served")


def _labels(control: Node) -> dict[str, str]:
    """Names of labels by how a model may call them; what is said outright comes first."""
    found: dict[str, str] = {}
    nodes = [(n, n.value("alias") or n.value("value")) for n in control.below("Label")]
    for node, name in nodes:
        for said in node.value("predicted_values").split(","):
            found.setdefault(said.strip(), name)
    for _node, name in nodes:
        found.setdefault(name, name)
    for _node, name in nodes:
        found.setdefault(_folded(name), name)
    found.pop("", None)
    return found


def _folded(name: str) -> str:
    return re.sub(r"[\W_]+", "_", name.casefold())


def read_task(task: Mapping[str, Any], config: Config, lang: str) -> Task | None:
    """The text of a task; None where there is none."""
    data = task.get("data")
    value: object = data
    for key in config.path:
        value = value.get(key) if isinstance(value, dict) else None
    said = data.get("lang") if isinstance(data, dict) else None
    lang = said if is_language(said) else lang
    if config.keys is None:
        return Task(Text(value, lang=lang)) if isinstance(value, str) else None
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        return None
    texts = [str(each.get(config.keys[1]) or "") for each in value]
    names = [str(each.get(config.keys[0]) or "") for each in value]
    starts = [0]
    for text in texts:
        starts.append(starts[-1] + len(text) + 1)
    bounds = [(start, start + len(text)) for start, text in zip(starts, texts, strict=False)]
    spoken = tuple(name for name, text in zip(names, texts, strict=True) if text.strip())
    whole = Text("\n".join(texts), lang=lang, bounds=bounds, speakers=spoken)
    return Task(whole, tuple(starts[:-1]))


def labels_of(task: Mapping[str, Any], read: Task, config: Config) -> tuple[Span, ...] | None:
    """The labels of a task's annotation: the ground truth, else the one changed last; None where
    nobody has annotated it. Raises Refused for labels outside the text."""
    annotations = task.get("annotations")
    alive = [
        (each.get("ground_truth") is True, str(each.get("updated_at", "")), number, each)
        for number, each in enumerate(annotations if isinstance(annotations, list) else ())
        if isinstance(each, dict) and each.get("was_cancelled") is not True
    ]
    if not alive:
        return None
    results = max(alive, key=lambda each: each[:3])[3].get("result")
    return tuple(_spans(results if isinstance(results, list) else [], read, config))


def _spans(results: Sequence[object], read: Task, config: Config) -> Iterator[Span]:
    for result in results:
        if not isinstance(result, dict) or result.get("from_name") != config.control:
            continue
        value = result.get("value")
        names = value.get(config.type) if isinstance(value, dict) else None
        if not isinstance(value, dict) or not isinstance(names, list) or len(names) != 1:
            continue
        if read.starts is None:
            start, end = value.get("start"), value.get("end")
        else:
            start = _at(read, read.starts, value.get("start"), value.get("startOffset"))
            end = _at(read, read.starts, value.get("end"), value.get("endOffset"))
        if type(start) is not int or type(end) is not int:
            raise Refused("a label has no place", code="span_range")
        if not 0 <= start < end <= len(read.text.text):
            raise Refused("a label stands outside the text", code="span_range")
        yield Span(start, end, str(names[0]))


def _at(read: Task, starts: Sequence[int], paragraph: object, unit: object) -> int | None:
    """The code point of a paragraph's UTF-16 unit on the whole text."""
    if not str(paragraph).isdecimal() or type(unit) is not int:
        return None
    number = int(str(paragraph)[:9])
    if number >= len(starts):
        return None
    place = Units(_paragraph(read, starts, number)).from_utf16(unit)
    return None if place is None else starts[number] + place


def _paragraph(read: Task, starts: Sequence[int], number: int) -> str:
    end = starts[number + 1] - 1 if number + 1 < len(starts) else len(read.text.text)
    return read.text.text[starts[number] : end]


def prediction(
    read: Task, spans: Sequence[Span], config: Config, version: str
) -> tuple[dict[str, Any], int]:
    """A prediction as Label Studio takes it, and how many labels the project does not have."""
    results: list[dict[str, Any]] = []
    for number, span in enumerate(spans):
        name = config.label(span.label)
        if name is None:
            continue
        value = _value(read, span) | {config.type: [name]}
        results.append(
            {
                "id": f"antifaz{number}",
                "from_name": config.control,
                "to_name": config.target,
                "type": config.type,
                "value": value,
                "score": span.confidence,
            }
        )
    surest = min((each["score"] or 0.0 for each in results), default=0.0)
    whole = {"result": results, "score": surest, "model_version": version}
    return whole, len(spans) - len(results)


def _value(read: Task, span: Span) -> dict[str, Any]:
    surface = read.text.text[span.start : span.end]
    if read.starts is None:
        return {"start": span.start, "end": span.end, "text": surface}
    number = bisect_right(read.starts, span.start) - 1
    units = Units(_paragraph(read, read.starts, number))
    start, end = (units.to_utf16(each - read.starts[number]) for each in (span.start, span.end))
    place = {"start": str(number), "end": str(number)}
    return place | {"startOffset": start, "endOffset": end, "text": surface}
