"""UIMA CAS as XMI, as INCEpTION exports it: the first text with the annotations on it.

A line of the text is a turn. Annotations that cut the text (tokens, sentences) are no labels; of
those that overlap the longer is one, the others are counted ("cas_ignored"). No type system is
needed: a feature that is called value, label or the like is the label, else the name of the type.
"""

import re
from collections.abc import Iterator
from xml.sax.saxutils import quoteattr

from annotation.formats import faults
from annotation.formats.corpora.documents import faults as wrong
from annotation.formats.corpora.documents.annotations import (
    LABEL_KEYS,
    STRUCTURE,
    Annotation,
    read_annotated,
)
from annotation.formats.corpora.tools.layout import is_language
from annotation.formats.corpora.tools.texts import Units, write_text
from annotation.formats.corpora.xml_nodes import Node, clean, each_file
from annotation.formats.errors import FormatError
from annotation.formats.files.names import dialogue_name
from annotation.formats.types import DialogueValue, Files, ReadOptions

IGNORED = "cas_ignored"
_DIGITS = re.compile(r"\d{1,9}")
_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:cas="http:///uima/cas.ecore" '
    'xmlns:tcas="http:///uima/tcas.ecore" '
    'xmlns:type="http:///de/tudarmstadt/ukp/dkpro/core/api/ner/type.ecore" '
    'xmlns:cut="http:///de/tudarmstadt/ukp/dkpro/core/api/segmentation/type.ecore" '
    'xmi:version="2.0">\n<cas:NULL xmi:id="0"/>\n'
)


def read_xmi(files: Files, options: ReadOptions) -> Iterator[DialogueValue]:
    """The dialogue of each file; raises FormatError."""
    return each_file(files, options, _dialogue)


def _dialogue(root: Node, file: str, options: ReadOptions) -> DialogueValue:
    sofas = [each for each in root.all("Sofa") if each.value("sofaString")]
    if root.name not in ("XMI", "CAS") or not sofas:
        raise FormatError(wrong.NO_CAS, file=file, line=root.line)
    sofa = next((each for each in sofas if each.value("sofaID") == "_InitialView"), sofas[0])
    found, lang = [], options.lang
    for node in root.children:
        said = node.value("language")
        if node.name in ("DocumentMetaData", "DocumentAnnotation") and is_language(said):
            lang = said
        on_text = node.value("sofa") in ("", sofa.value("id"))
        if node.name not in STRUCTURE and on_text and node.value("begin"):
            found.append(_annotation(node, file))
    text = sofa.value("sofaString")
    turns, ignored = read_annotated(text, found, file, options, line=sofa.line)
    if not turns:
        raise FormatError(faults.EMPTY, file=file)
    stem = re.sub(r"\.\w{1,5}$", "", file.replace("\\", "/").rsplit("/", 1)[-1]) or "document"
    extra = {IGNORED: ignored} if ignored else {}
    return DialogueValue(dialogue_name(stem), lang, turns, extra=extra, line=1)


def _annotation(node: Node, file: str) -> Annotation:
    begin, end = node.value("begin"), node.value("end")
    if not _DIGITS.fullmatch(begin) or not _DIGITS.fullmatch(end):
        raise FormatError(wrong.CAS_OFFSETS, file=file, line=node.line)
    label = next((text for key in LABEL_KEYS if (text := node.values.get(key, ""))), node.name)
    return Annotation(int(begin), int(end), label.strip() or node.name, node.line)


def render_xmi(dialogue: DialogueValue) -> list[tuple[str, bytes]]:
    """The .xmi of a dialogue: its text, a sentence a turn, a named entity a label."""
    text, spans = write_text(dialogue)
    units = Units(text)
    rows, members, number = [], [], 2
    for start, end in _lines(text):
        rows.append(f"<cut:Sentence {_placed(number, units, start, end)}/>")
        members.append(str(number))
        number += 1
    for span in spans:
        place = _placed(number, units, span.start, span.end)
        rows.append(f"<type:NamedEntity {place} value={_quoted(span.label)}/>")
        members.append(str(number))
        number += 1
    lang = _quoted(dialogue.lang)
    end = units.to_utf16(len(text))
    rows.append(
        f'<tcas:DocumentAnnotation xmi:id="{number}" sofa="1" begin="0" end="{end}" '
        f"language={lang}/>"
    )
    members.append(str(number))
    rows.append(
        '<cas:Sofa xmi:id="1" sofaNum="1" sofaID="_InitialView" mimeType="text" '
        f"sofaString={_quoted(text)}/>"
    )
    rows.append(f'<cas:View sofa="1" members="{" ".join(members)}"/>')
    return [(".xmi", (_HEAD + "\n".join(rows) + "\n</xmi:XMI>\n").encode("utf-8"))]


def _lines(text: str) -> Iterator[tuple[int, int]]:
    for match in re.finditer(r"[^\r\n]+", text):
        yield match.span()


def _placed(number: int, units: Units, start: int, end: int) -> str:
    begin, stop = units.to_utf16(start), units.to_utf16(end)
    return f'xmi:id="{number}" sofa="1" begin="{begin}" end="{stop}"'


def _quoted(text: str) -> str:
    return quoteattr(clean(text), {'"': "&quot;"})
