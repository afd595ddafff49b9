"""The output of other de-identifiers and labelling platforms as texts with findings.

A file is told by its content: JSON of findings (`json_outputs`), a text in which something was
replaced, or any format that we read, whose labels are then the findings. Called by the import.
"""

import html
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from annotation.formats.catalogue import FORMATS
from annotation.formats.corpora.tools.layout import CAS, kept_layout
from annotation.formats.corpora.tools.texts import write_text
from annotation.formats.files.archive import Members, open_file
from annotation.formats.files.detection import no_dialogues
from annotation.formats.files.encoding import decode
from annotation.formats.files.foreign import is_findings
from annotation.formats.files.names import dialogue_name
from annotation.formats.files.streams import HEAD, Folder, SingleFile, Texts, detect_source, opened
from annotation.formats.findings.documents import Finding, Found
from annotation.formats.findings.json_outputs import PHILTER, SCRUBADUB, read_json, stem_of
from annotation.formats.registry import iter_corpus
from annotation.formats.types import DialogueValue, ReadOptions

FINDINGS, MASKED = "findings", "masked"  # what a file is, where it is no format of FORMATS
INCEPTION = "INCEpTION"
# In the export of a project: annotation/DOCUMENT/PERSON.xmi, and the curated ones.
_OF_PROJECT = re.compile(r"(?:^|/)(?:annotation|curation)/(?P<document>[^/]+)/(?P<who>[^/]+)\.\w+$")
TYPE_SYSTEM = "typesystem.xml"
_BRACKET = re.compile(r"[<>{}]")  # the end of an element, or of an object of JSON
_NOBODY = ("INITIAL_CAS",)
_NOTED = {
    name: re.compile(rf'\b{name}"?\s*[=:]\s*"([^"]*)"')
    for name in ("username", "sourceDocumentName", "projectName")
}


def iter_found(
    source: Path | bytes, options: ReadOptions, *, filename: str, encoding: str = "utf-8"
) -> Iterator[Found]:
    """The texts of a file or a zip, one at a time; raises FormatError."""
    with opened(source, filename=filename) as files:
        assert not isinstance(files, Folder)  # it comes file by file
        if not isinstance(files, Members):
            yield from _in_file(source, files, filename, options, encoding)
            return
        names = list(files)
        if any(name.endswith(".ann") for name in names):
            yield from _of_corpus("brat", source, filename, options, encoding)
            return
        met = False
        for name, data in _members(files):
            met = True
            shown = f"{filename}/{name}"
            single = SingleFile(data, filename=shown)
            yield from _in_file(data, single, shown, options, encoding)
        if not met:
            raise no_dialogues(filename)


def kind_of_output(source: Path | bytes, filename: str) -> str:
    """What a file is: FINDINGS, MASKED, or a name of FORMATS; of a zip, its first file that counts.

    Raises FormatError.
    """
    with opened(source, filename=filename) as files:
        assert not isinstance(files, Folder)
        if not isinstance(files, Members):
            return _kind(source, files, filename)
        if any(name.endswith(".ann") for name in files):
            return "brat"
        for name, data in _members(files):
            shown = f"{filename}/{name}"
            return _kind(data, SingleFile(data, filename=shown), shown)
    raise no_dialogues(filename)


def _members(files: Members) -> Iterator[tuple[str, bytes]]:
    """The files of a zip that hold findings. INCEpTION packs each XMI with its type system: of such
    a zip the text, under the name of the zip."""
    for name in _wanted(list(files)):
        if not name.endswith(".zip"):
            yield name, files[name]
            continue
        inner = files.nested(name)
        for own in inner:
            if own.lower() != TYPE_SYSTEM:
                yield name.removesuffix("zip") + own.rpartition(".")[2], inner[own]


def _wanted(names: list[str]) -> list[str]:
    """The files of a zip that hold findings: of a project of INCEpTION, those of its people."""
    people = [name for name in names if _OF_PROJECT.search(name)]
    wanted = [n for n in people if not n.rsplit("/", 1)[-1].startswith(_NOBODY)]
    return [n for n in wanted if not n.endswith(".ser")] if people else names


def _kind(source: Path | bytes, files: SingleFile, name: str) -> str:
    with open_file(files, name) as stream:
        head = stream.read(HEAD).decode("utf-8", "replace").removeprefix("\ufeff")
    if is_findings(head):
        return FINDINGS
    kind = detect_source(source, name)
    return MASKED if kind == "plain" else kind


def _in_file(
    source: Path | bytes, files: SingleFile, name: str, options: ReadOptions, encoding: str
) -> Iterator[Found]:
    kind = _kind(source, files, name)
    if kind in FORMATS:
        yield from _of_corpus(kind, source, name, options, encoding)
        return
    text = decode(Texts(files, [name], encoding)[name], file=name).removeprefix("\ufeff")
    if kind == FINDINGS:
        yield from read_json(text, name)
    else:
        program = SCRUBADUB if "{{" in text else PHILTER
        yield Found(program, name, 0, 1, (), id=stem_of(name), replaced=text)


def _of_corpus(
    format: str, source: Path | bytes, name: str, options: ReadOptions, encoding: str
) -> Iterator[Found]:
    dialogues = iter_corpus(format, source, options, filename=name, encoding=encoding)
    return of_dialogues(dialogues, format, name)


def of_dialogues(dialogues: Iterable[DialogueValue], format: str, name: str) -> Iterator[Found]:
    """Dialogues of a format that we read, with their labels as findings."""
    for number, dialogue in enumerate(dialogues, 1):
        text, spans = write_text(dialogue)
        findings = [Finding(s.start, s.end, s.label, s.confidence) for s in spans]
        found = Found(
            PHILTER if format == "philter" else FORMATS[format].label,
            name,
            dialogue.line,
            number,
            tuple(findings),
            id=dialogue.id,
            text=text,
        )
        yield _of_campaign(found, dialogue) if format in ("xmi", "cas-json", "webanno") else found


def _of_campaign(found: Found, dialogue: DialogueValue) -> Found:
    """The same with its document and its annotator, as the export or the CAS itself names them."""
    source = kept_layout(dialogue, CAS).get("source")
    noted = _noted(source if isinstance(source, str) else "")
    match = _OF_PROJECT.search(found.file)
    document = match["document"] if match else noted["sourceDocumentName"]
    who = match["who"] if match else noted["username"]
    project = noted["projectName"]
    stem = re.sub(r"\.\w{1,5}$", "", document)
    return replace(
        found,
        program=f"{INCEPTION} {project}".strip(),
        annotator="curation" if who == "CURATION_USER" else who,
        id=dialogue_name(stem) if document else found.id,
    )


def _noted(text: str) -> dict[str, str]:
    """What the metadata of a CAS say of it, once through the text; "" where they say nothing."""
    noted = dict.fromkeys(_NOTED, "")
    for part in text.split("CASMetadata")[1:]:
        for name, sign in _NOTED.items():
            match = None if noted[name] else sign.search(part)
            if match and not _BRACKET.search(part, 0, match.start()):
                noted[name] = html.unescape(match[1])
    return noted
