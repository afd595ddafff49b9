"""UIMA CAS as XMI, as INCEpTION exports it: the first text with the annotations on it.

A line of the text is a turn. Annotations that cut the text (tokens, sentences) are no labels; of
those that overlap the longer is one, the others are counted ("cas_ignored"). No type system is
needed: a feature that is called value, label or the like is the label, else the name of the type.
What is not used comes back with the file it was read from (`cas_source`).
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from xml.sax.saxutils import quoteattr

from annotation.formats import faults
from annotation.formats.corpora.documents import cas_source
from annotation.formats.corpora.documents import faults as wrong
from annotation.formats.corpora.documents.annotations import (
    LABEL_KEYS,
    STRUCTURE,
    Annotation,
    read_annotated,
)
from annotation.formats.corpora.tools.layout import is_language
from annotation.formats.corpora.tools.texts import Units, write_text
from annotation.formats.corpora.xml_nodes import Node, clean, each_file, parse_xml
from annotation.formats.errors import FormatError
from annotation.formats.files.names import dialogue_name
from annotation.formats.types import DialogueValue, Files, ReadOptions

IGNORED = "cas_ignored"
_DIGITS = re.compile(r"\d{1,9}")
_ELEMENT = re.compile(r"<(?P<name>[\w:.-]+)(?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*>")
_ID = re.compile(r"\bxmi:id\s*=\s*[\"'](?P<id>\w+)[\"']")
_MEMBERS = re.compile(r"(\smembers\s*=\s*)(\"[^\"]*\"|'[^']*')")
_NAMED = "http:///de/tudarmstadt/ukp/dkpro/core/api/ner/type.ecore"
# Of a file that was read before: whatever was allowed then.
LARGE = ReadOptions(max_turn=10**9, max_turns=10**9, max_words=10**9)
_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:cas="http:///uima/cas.ecore" '
    'xmlns:tcas="http:///uima/tcas.ecore" '
    f'xmlns:type="{_NAMED}" '
    'xmlns:cut="http:///de/tudarmstadt/ukp/dkpro/core/api/segmentation/type.ecore" '
    'xmi:version="2.0">\n<cas:NULL xmi:id="0"/>\n'
)


def read_xmi(files: Files, options: ReadOptions) -> Iterator[DialogueValue]:
    """The dialogue of each file; raises FormatError."""

    def kept_with(root: Node, file: str, options: ReadOptions) -> DialogueValue:
        dialogue = _dialogue(root, file, options)
        try:
            source = files[file].decode("utf-8")
        except UnicodeDecodeError:  # it declares another encoding: written anew
            return dialogue
        return replace(dialogue, extra={**dialogue.extra, **cas_source.kept("xmi", source)})

    return each_file(files, options, kept_with)


def _sofa(root: Node, file: str) -> Node:
    """The text that is read. Raises FormatError where there is none."""
    sofas = [each for each in root.all("Sofa") if each.value("sofaString")]
    if root.name not in ("XMI", "CAS") or not sofas:
        raise FormatError(wrong.NO_CAS, file=file, line=root.line)
    return next((each for each in sofas if each.value("sofaID") == "_InitialView"), sofas[0])


def _annotations(root: Node, sofa: Node, file: str) -> list[Annotation]:
    return [
        _annotation(node, file)
        for node in root.children
        if node.name not in STRUCTURE
        and node.value("sofa") in ("", sofa.value("id"))
        and node.value("begin")
    ]


def _dialogue(root: Node, file: str, options: ReadOptions) -> DialogueValue:
    sofa, lang = _sofa(root, file), options.lang
    for node in root.all("DocumentMetaData", "DocumentAnnotation"):
        said = node.value("language")
        lang = said if is_language(said) else lang
    found = _annotations(root, sofa, file)
    text = sofa.value("sofaString")
    turns, extra, ignored = read_annotated(text, found, file, options, line=sofa.line)
    if not turns:
        raise FormatError(faults.EMPTY, file=file)
    stem = re.sub(r"\.\w{1,5}$", "", file.replace("\\", "/").rsplit("/", 1)[-1]) or "document"
    extra |= {IGNORED: ignored} if ignored else {}
    return DialogueValue(dialogue_name(stem), lang, turns, extra=extra, line=1)


def _annotation(node: Node, file: str) -> Annotation:
    begin, end = node.value("begin"), node.value("end")
    if not _DIGITS.fullmatch(begin) or not _DIGITS.fullmatch(end):
        raise FormatError(wrong.CAS_OFFSETS, file=file, line=node.line)
    key = next((key for key in LABEL_KEYS if node.values.get(key, "").strip()), "")
    label = node.values[key].strip() if key else node.name
    return Annotation(int(begin), int(end), label, node.line, node.value("id"), key)


def render_xmi(dialogue: DialogueValue) -> list[tuple[str, bytes]]:
    """The .xmi of a dialogue: the file that it was read from with its labels, or a new one with its
    text, a sentence a turn, a named entity a label."""
    if (source := cas_source.source_of("xmi", dialogue)) is not None:
        with suppress(FormatError):  # what was kept may have come from anywhere
            again = _changed(source, dialogue)
            if again is not None:
                return [(".xmi", again.encode("utf-8"))]
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


def _changed(source: str, dialogue: DialogueValue) -> str | None:
    """The source with the labels of the dialogue; None where that is not possible."""
    root = parse_xml(source.encode("utf-8"), dialogue.id)
    sofa = _sofa(root, dialogue.id)
    found = _annotations(root, sofa, dialogue.id)
    text = sofa.value("sofaString")
    before = _dialogue(root, dialogue.id, LARGE)
    wanted = cas_source.changes(dialogue, before, text, found)
    if wanted is None:
        return None
    return _edited(source, root, sofa, wanted) if wanted else source


def _edited(source: str, root: Node, sofa: Node, wanted: cas_source.Changes) -> str | None:
    """Elements are changed where they stand, so that all others keep their bytes."""
    labels = {one.id: (one.key, label) for one, label in wanted.named}
    gone = {one.id for one in wanted.gone}
    numbers = (each.value("id") for each in root.children)
    last = max((int(each) for each in numbers if _DIGITS.fullmatch(each)), default=0)
    added = [(str(last + n), *each) for n, each in enumerate(wanted.new, 1)]
    done = 0

    def changed(match: re.Match[str]) -> str:
        nonlocal done
        element = match[0]
        number = _ID.search(element)
        if number and number["id"] in gone and element.endswith("/>"):
            done += 1
            return ""
        if number and number["id"] in labels:
            key, label = labels[number["id"]]
            done += 1
            pattern = rf"(\s{re.escape(key)}\s*=\s*)(\"[^\"]*\"|'[^']*')"
            return re.sub(pattern, lambda old: old[1] + _quoted(label), element, count=1)
        if number and number["id"] == sofa.value("id") and match["name"].endswith("Sofa"):
            return "".join(_entity(*each, sofa.value("id")) for each in added) + element
        if match["name"].endswith("View") and f'sofa="{sofa.value("id")}"' in element:
            done += 1
            return _MEMBERS.sub(lambda old: f"{old[1]}{_members(old[2], gone, added)}", element)
        return element

    new = _ELEMENT.sub(changed, source)
    return new if done == len(labels) + len(gone) + 1 else None


def _entity(number: str, begin: int, end: int, label: str, sofa: str) -> str:
    return (
        f'<antifaz:NamedEntity xmlns:antifaz="{_NAMED}" xmi:id="{number}" sofa="{sofa}" '
        f'begin="{begin}" end="{end}" value={_quoted(label)}/>'
    )


def _members(old: str, gone: set[str], added: list[tuple[str, int, int, str]]) -> str:
    numbers = [each for each in old[1:-1].split() if each not in gone]
    return f'"{" ".join([*numbers, *(each[0] for each in added)])}"'


def _lines(text: str) -> Iterator[tuple[int, int]]:
    for match in re.finditer(r"[^\r\n]+", text):
        yield match.span()


def _placed(number: int, units: Units, start: int, end: int) -> str:
    begin, stop = units.to_utf16(start), units.to_utf16(end)
    return f'xmi:id="{number}" sofa="1" begin="{begin}" end="{stop}"'


def _quoted(text: str) -> str:
    return quoteattr(clean(text), {'"': "&quot;"})
