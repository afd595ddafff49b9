"""A small XML file as a tree whose elements know their line; entities and DTDs are refused.

Called by readers of formats whose files fit into memory. Nothing is fetched: a file with a DOCTYPE
is not opened at all.
"""

import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from xml.sax import SAXException, SAXParseException
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import InputSource

from defusedxml.common import DefusedXmlException
from defusedxml.sax import make_parser

from annotation.formats import faults
from annotation.formats.errors import FormatError
from annotation.formats.files import faults as wrong
from annotation.formats.files.archive import BOM
from annotation.formats.files.encoding import decode
from annotation.formats.types import DialogueValue, Files, ReadOptions

MAX_DEPTH = 200
_DECLARED = re.compile(rb"\s*<\?xml[^>]*?encoding\s*=\s*[\"']([\w.-]+)")
_WIDE = (b"\xff\xfe", b"\xfe\xff")
_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")  # what XML 1.0 cannot hold


@dataclass(slots=True)
class Node:
    """An element. `name` is without its prefix, `prefix` what stands before the colon."""

    name: str
    prefix: str
    values: dict[str, str]
    line: int
    children: list["Node"] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)  # before, between and behind the children

    @property
    def text(self) -> str:
        """Its own text, without that of its children."""
        return "".join(self.texts)

    def all(self, *names: str) -> Iterator["Node"]:
        """The children of these names."""
        return (each for each in self.children if each.name in names)

    def first(self, name: str) -> "Node | None":
        return next(self.all(name), None)

    def below(self, *names: str) -> Iterator["Node"]:
        """The elements of these names anywhere below, in the order of the file."""
        todo = list(reversed(self.children))
        while todo:
            node = todo.pop()
            if node.name in names:
                yield node
            todo += reversed(node.children)

    def value(self, name: str) -> str:
        """An attribute, "" where there is none; with or without a prefix."""
        if name in self.values:
            return self.values[name]
        ends = (text for key, text in self.values.items() if key.rpartition(":")[2] == name)
        return next(ends, "")


def clean(text: str) -> str:
    """The text with blanks for characters that XML cannot hold, one for one."""
    return _NO_XML.sub(" ", text)


def each_file(
    files: Files,
    options: ReadOptions,
    dialogue_of: Callable[[Node, str, ReadOptions], DialogueValue],
) -> Iterator[DialogueValue]:
    """What is made of the root of each file, without those with a fault where such may stay out."""

    def opened(name: str) -> DialogueValue:
        return dialogue_of(open_xml(files, name), name, options)

    for name in files:
        yield from options.made(partial(opened, name))


def open_xml(files: Files, name: str) -> Node:
    """The root of one of several files, in the encoding that it declares, or that somebody named.

    Raises FormatError xml, and encoding for UTF-8 that is none.
    """
    data = files[name]
    recoded = getattr(files, "encoding", "utf-8") != "utf-8"
    declared = _DECLARED.match(data.removeprefix(BOM)[:1000])
    is_utf8 = declared is None or declared[1].lower() in (b"utf-8", b"utf8")
    if recoded or (is_utf8 and not data.startswith(_WIDE)):
        decode(data, file=name)  # says which other encoding it looks like
    return parse_xml(data, name, encoding="utf-8" if recoded else None)


def parse_xml(data: bytes, file: str, *, encoding: str | None = None) -> Node:
    """The root of a file; `encoding` overrides the one that it declares. Raises FormatError xml."""
    source = InputSource()
    source.setByteStream(io.BytesIO(data))
    if encoding:
        source.setEncoding(encoding)
    parser = make_parser()
    parser.forbid_dtd = True
    builder = _Builder(file)
    parser.setContentHandler(builder)
    try:
        parser.parse(source)
    except SAXParseException as error:
        line, column = error.getLineNumber(), (error.getColumnNumber() or 0) + 1
        why = str(error.getMessage())
        raise FormatError(wrong.BROKEN_FILE, file=file, line=line, n=column, why=why) from None
    except DefusedXmlException:
        raise FormatError(faults.DOCTYPE, file=file, line=1) from None
    except FormatError:
        raise
    except (LookupError, ValueError, SAXException):
        raise FormatError(wrong.XML_CHARSET, file=file, line=1) from None
    return builder.root


class _Builder(ContentHandler):
    def __init__(self, file: str) -> None:
        super().__init__()
        self._file = file
        self._open: list[Node] = []
        self._locator: Any = None
        self.root = Node("", "", {}, 1)

    def setDocumentLocator(self, locator: Any) -> None:  # noqa: N802
        self._locator = locator

    def startElement(self, name: str, attrs: Any) -> None:  # noqa: N802
        line = self._locator.getLineNumber() if self._locator is not None else 0
        prefix, _colon, local = name.rpartition(":")
        node = Node(local, prefix, dict(attrs.items()), line, texts=[""])
        if len(self._open) >= MAX_DEPTH:
            raise FormatError(wrong.XML_DEPTH, file=self._file, line=line, most=MAX_DEPTH)
        if self._open:
            self._open[-1].children.append(node)
            self._open[-1].texts.append("")
        else:
            self.root = node
        self._open.append(node)

    def endElement(self, name: str) -> None:  # noqa: N802
        self._open.pop()

    def characters(self, content: str) -> None:
        self._open[-1].texts[-1] += content

    def skippedEntity(self, name: str) -> None:  # noqa: N802
        raise FormatError(faults.DOCTYPE, file=self._file, line=1)
