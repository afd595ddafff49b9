"""JSON that Presidio, OpenMed, scrubadub and Philter write, or that is made of their results.

A text has a list of findings under one of LISTS, beside its id or itself; a file is one text, a
list of them, one a line, or an object with a list for each id. Shapes and sources: docs/formats.md.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from annotation.formats.errors import Fault, FormatError, Phrase
from annotation.formats.files.encoding import check_text
from annotation.formats.files.names import dialogue_name
from annotation.formats.files.strictjson import Place, parse
from annotation.formats.findings import faults
from annotation.formats.findings.documents import Finding, Found

PRESIDIO, OPENMED, TRANSFORMERS, SCRUBADUB, PHILTER = (
    *("Presidio", "OpenMed", "transformers", "scrubadub", "Philter"),
)
LISTS = (
    *("results", "entities", "items", "recognizer_results", "analyzer_results", "pii_entities"),
    *("filth", "phi"),
)
_IDS = ("id", "doc_id", "document_id", "document_name", "dialogue", "name", "filename", "key")
_TEXTS = ("original_text", "text", "value")
_TYPES = ("entity_type", "entity_group", "entity", "phi_type", "label", "type", "detector_name")
_TAG = re.compile(r"[BIESLU]-(?=.)")


@dataclass(frozen=True, slots=True)
class _Where:
    """Where a value stands: its file, its line (0: not known) and the texts so far."""

    file: str
    line: int
    number: int

    def error(self, fault: Fault, index: int | None = None) -> FormatError:
        return faults.at(fault, self.file, self.line, self.number, index)

    def check(self, name: str, place: Phrase | str) -> None:
        """Raises FormatError for a name with control or half characters, as no database has it."""
        where = faults.document(self.number), place
        check_text(name, file=self.file, line=self.line or None, where=where)


def stem_of(file: str) -> str:
    """The dialogue that a file is named after: NAME.json, NAME.txt, NAME.txt.xml."""
    name = file.replace("\\", "/").rsplit("/", 1)[-1].removesuffix(".gz")
    return dialogue_name(re.sub(r"(\.txt)?\.\w{1,5}$", "", name))


def read_json(text: str, file: str) -> Iterator[Found]:
    """The texts of a file, one without findings of the program of the rest; raises FormatError."""
    texts = list(_read(text, file))
    program = next((each.program for each in texts if each.findings), "")
    for each in texts:
        yield each if each.findings or not program else replace(each, program=program)


def _read(text: str, file: str) -> Iterator[Found]:
    rows = [(at, row) for at, row in enumerate(text.split("\n"), 1) if row.strip()]
    number = 0
    if len(rows) > 1 and _is_whole(rows[0][1]):
        for line, row in rows:
            value = parse(row, file=file, line=line)
            for found in _texts(value, _Where(file, line, number), many=True):
                number += 1
                yield found
        return
    yield from _texts(parse(text, file=file, line=None, whole_file=True), _Where(file, 0, 0))


def _is_whole(row: str) -> bool:
    try:
        json.loads(row)
    except (ValueError, RecursionError):
        return False
    return True


def _texts(value: object, where: _Where, *, many: bool = False) -> Iterator[Found]:
    """The texts in a JSON value. many: it is one of several, so the file names none of them."""
    number = where.number
    for name, row in _rows(value, where, stem_of(where.file), many=many):
        number += 1
        yield _text(name, row, replace(where, number=number))


def _rows(
    value: object, where: _Where, stem: str, *, many: bool
) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Records with a list of findings, each with the id that stands beside it."""
    here = replace(where, number=where.number + 1)
    if isinstance(value, dict):
        if any(isinstance(value.get(key), list) for key in LISTS):
            yield ("" if many or _name(value) else stem), value
        elif value and all(isinstance(each, list) for each in value.values()):
            yield from ((name, {"results": each}) for name, each in value.items())
        elif value and all(isinstance(each, dict) and "phi" in each for each in value.values()):
            yield from ((stem_of(name), each) for name, each in value.items())
        else:
            raise here.error(faults.NO_OUTPUT)
    elif isinstance(value, list) and all(_is_finding(each) for each in value):
        named: dict[str, list[object]] = {}
        for each in value:
            named.setdefault(_name(each), []).append(each)
        if many or (len(named) > 1 and "" in named):
            raise here.error(faults.NO_NAME)
        for name, own in sorted(named.items()) or [("", [])]:
            yield name or stem, {"results": own}
    elif isinstance(value, list) and not any(map(_is_finding, value)):
        if any(isinstance(each, list) for each in value):
            raise here.error(faults.NO_NAME)
        for each in value:
            yield from _rows(each, where, stem, many=True)
    else:
        raise here.error(faults.NO_OUTPUT)


def _is_finding(value: object) -> bool:
    return isinstance(value, dict) and "end" in value and ("start" in value or "beg" in value)


def _name(row: Mapping[str, object]) -> str:
    """The id beside a list; of a file name without its ending."""
    for key in _IDS:
        value = row.get(key)
        if isinstance(value, str) and value.strip():
            return value.strip()
        if type(value) is int:
            return str(value)
    return ""


def _text(name: str, row: Mapping[str, object], where: _Where) -> Found:
    key = next(key for key in LISTS if isinstance(row.get(key), list))
    listed = Place(where.file, where.line or None).list(row[key], f'"{key}"')
    findings = _joined([_finding(each, at, where) for at, each in enumerate(listed)])
    text = next((row[key] for key in _TEXTS if isinstance(row.get(key), str)), None)
    turn, name = row.get("turn"), name or _name(row)
    where.check(name, '"id"')
    # Presidio's anonymiser gives places in the text that it wrote.
    replaced = key == "items" and (
        not listed or any(isinstance(each, dict) and "operator" in each for each in listed)
    )
    return Found(
        _program(row, key, listed),
        where.file,
        where.line,
        where.number,
        tuple(replace(each, word=None) for each in findings) if replaced else tuple(findings),
        id=name,
        turn=turn if type(turn) is int else None,
        text=None if replaced else text,  # type: ignore[arg-type]
        replaced=text if replaced else None,  # type: ignore[arg-type]
    )


def _program(row: Mapping[str, object], key: str, listed: Sequence[object]) -> str:
    first = listed[0] if listed and isinstance(listed[0], dict) else {}
    if "beg" in first or key == "filth":
        return SCRUBADUB
    if key == "phi":
        return PHILTER
    if "confidence" in first or key == "pii_entities" or "model_name" in row:
        return OPENMED
    return TRANSFORMERS if {"entity_group", "entity"} & first.keys() else PRESIDIO


def _finding(value: object, index: int, where: _Where) -> Finding:
    if not isinstance(value, dict):
        raise where.error(faults.NO_OUTPUT, index)
    start, end = value.get("start", value.get("beg")), value.get("end", value.get("stop"))
    if type(start) is not int or type(end) is not int:
        raise where.error(faults.NO_OFFSETS, index)
    types = ("type", "detector_name") if "beg" in value else _TYPES
    type_ = next((t for key in types if isinstance(t := value.get(key), str) and t.strip()), "")
    if not type_:
        raise where.error(faults.NO_TYPE, index)
    where.check(type_, faults.finding(index))
    score = value.get("score", value.get("confidence"))
    word = value.get("word", value.get("text"))
    return Finding(
        start,
        end,
        type_.strip(),
        float(score) if isinstance(score, int | float) and 0 <= score <= 1 else None,
        word if isinstance(word, str) and word.strip() else None,
        loose="word" in value and "phi_type" not in value,
    )


def _joined(findings: Sequence[Finding]) -> list[Finding]:
    """Findings of tokens, each with the tag of its own (B-PER, I-PER), as whole ones."""
    if not any(_TAG.match(each.type) for each in findings):
        return list(findings)
    whole: list[Finding] = []
    for each in sorted(findings, key=lambda each: each.start):
        tag, name = each.type[:1], _TAG.sub("", each.type, count=1)
        last = whole[-1] if whole else None
        if last and last.type == name and tag in "IEL" and each.start <= last.end + 1:
            scores = [s for s in (last.score, each.score) if s is not None]
            whole[-1] = replace(last, end=each.end, word=None, score=min(scores, default=None))
        else:
            whole.append(replace(each, type=name))
    return whole
