"""Labels of other tools: doccano's label list and Label Studio's configuration; for scheme files.

Colours are left out: here the family has the colour, and it is guessed from the name.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn
from xml.parsers import expat

from annotation.formats import faults
from annotation.formats.errors import Fault, Field, FormatError
from annotation.formats.files.strictjson import Place

# Tags of Label Studio that hold labels for text; in an export a label's alias stands for its value.
_HOLDERS = frozenset({"Labels", "ParagraphLabels", "HyperTextLabels"})


@dataclass(frozen=True, slots=True)
class Named:
    """A label of another tool: its name, its key or "", its line."""

    name: str
    key: str
    line: int


def read_doccano(rows: Sequence[object], lines: Sequence[int], *, file: str) -> list[Named]:
    """doccano's list of label types; a key with a modifier before it (Ctrl) is no key of ours."""
    labels = []
    for row, line in zip(rows, lines, strict=True):
        place = Place(file, line)
        values = place.mapping(row, faults.SOME_LABEL)
        name = place.text(values.get("text"), faults.SOME_LABEL, '"text"')
        keys = ("suffixKey", "suffix_key"), ("prefixKey", "prefix_key")
        suffix, prefix = (next((values[k] for k in pair if values.get(k)), "") for pair in keys)
        key = "" if prefix else place.text(suffix, faults.SOME_LABEL, '"suffixKey"')
        labels.append(Named(name, key, line))
    return labels


def read_label_studio(text: str, *, file: str) -> list[Named]:
    """The labels for text of a configuration in XML. One with a DOCTYPE is refused unread."""
    labels: list[Named] = []
    within: list[str] = []
    reader = expat.ParserCreate("utf-8")

    def fail(fault: Fault, **fields: Field) -> NoReturn:
        raise Place(file, reader.CurrentLineNumber).error(fault, **fields)

    def doctype(*_args: object) -> None:
        fail(faults.DOCTYPE)

    def start(tag: str, attributes: dict[str, str]) -> None:
        if tag == "Label" and within and within[-1] in _HOLDERS:
            name = attributes.get("alias") or attributes.get("value", "")
            if not name or name.startswith("$"):
                fail(faults.NO_OWN_VALUE, name='"value"')
            labels.append(Named(name, attributes.get("hotkey", ""), reader.CurrentLineNumber))
        within.append(tag)

    reader.StartDoctypeDeclHandler = doctype
    reader.StartElementHandler = start
    reader.EndElementHandler = lambda _tag: within.pop()
    try:
        reader.Parse(text.encode(), True)
    except expat.ExpatError as error:
        why = expat.ErrorString(error.code)
        raise FormatError(
            faults.BROKEN_XML, file=file, line=error.lineno, n=error.offset + 1, why=why
        ) from None
    return labels
