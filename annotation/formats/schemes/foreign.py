"""Labels of other tools: doccano's label list and Label Studio's configuration; for scheme files.

Colours are left out: here the family has the colour, and it is guessed from the name.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn
from xml.parsers import expat

from annotation.formats.errors import FormatError
from annotation.formats.files.strictjson import Place

# Tags of Label Studio that hold labels for text; in an export a label's alias stands for its value.
_HOLDERS = frozenset({"Labels", "ParagraphLabels", "HyperTextLabels"})
_XML = "a Label Studio configuration"


@dataclass(frozen=True, slots=True)
class Named:
    """A label of another tool: its name, its key or "", its line."""

    name: str
    key: str
    line: int


def read_doccano(rows: Sequence[Any], lines: Sequence[int], *, file: str) -> list[Named]:
    """doccano's list of label types; a key with a modifier before it (Ctrl) is no key of ours."""
    found = []
    for row, line in zip(rows, lines, strict=True):
        place = Place(file, line)
        values = place.mapping(row, "a label")
        name = place.text(values.get("text"), 'a label: "text"')
        keys = ("suffixKey", "suffix_key"), ("prefixKey", "prefix_key")
        suffix, prefix = (next((values[k] for k in pair if values.get(k)), "") for pair in keys)
        key = "" if prefix else place.text(suffix, 'a label: "suffixKey"')
        found.append(Named(name, key, line))
    return found


def read_label_studio(text: str, *, file: str) -> list[Named]:
    """The labels for text of a configuration in XML. One with a DOCTYPE is refused unread."""
    found: list[Named] = []
    within: list[str] = []
    reader = expat.ParserCreate("utf-8")

    def fail(message: str, expected: str = _XML) -> NoReturn:
        line = reader.CurrentLineNumber
        raise FormatError("xml", message, file=file, line=line, expected=expected)

    def doctype(*_args: Any) -> None:
        fail("the XML has a DOCTYPE", "XML without a DOCTYPE")

    def start(tag: str, attributes: dict[str, str]) -> None:
        if tag == "Label" and within and within[-1] in _HOLDERS:
            name = attributes.get("alias") or attributes.get("value", "")
            if not name or name.startswith("$"):
                fail('a label has no "value" of its own', "labels that stand in the file")
            found.append(Named(name, attributes.get("hotkey", ""), reader.CurrentLineNumber))
        within.append(tag)

    reader.StartDoctypeDeclHandler = doctype
    reader.StartElementHandler = start
    reader.EndElementHandler = lambda _tag: within.pop()
    try:
        reader.Parse(text.encode(), True)
    except expat.ExpatError as error:
        why = expat.ErrorString(error.code)
        message = f"broken XML at column {error.offset + 1} ({why})"
        raise FormatError("xml", message, file=file, line=error.lineno, expected=_XML) from None
    return found
