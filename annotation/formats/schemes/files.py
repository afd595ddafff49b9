"""Label schemes in files: our own JSON in and out, doccano's and Label Studio's labels in.

Called by the labels page and by `export_scheme` and `import_scheme`. docs/schemes.md has the rules.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, NotRequired, TypedDict

from annotation.formats import faults
from annotation.formats.checks import MAX_LABEL, check_label, check_size
from annotation.formats.errors import Fault, FormatError, Phrase
from annotation.formats.files.archive import BOM
from annotation.formats.files.encoding import decode
from annotation.formats.files.strictjson import Place, parse
from annotation.formats.schemes.foreign import Named, read_doccano, read_label_studio
from annotation.schemes import (
    FAMILIES,
    IDENTIFIERS,
    LabelValue,
    Scheme,
    ancestors,
    is_free,
    is_key,
    make_scheme,
)
from annotation.shapes import says

MAX_BYTES = 2_000_000
MAX_LABELS = 500
MAX_DESCRIPTION = 300
MAX_TITLE = 120
MAX_GUIDELINES = 100_000
IDENTIFIER = "identifier"  # of a label, where somebody chose it

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')


class SchemeLabel(TypedDict):
    """A label, or a group of labels where it has no key."""

    name: Annotated[str, says(minLength=1, maxLength=MAX_LABEL)]
    key: Annotated[str, says("Pressed on the label page; empty of a group.")]
    family: Annotated[str, says("Gives the colour.", enum=list(FAMILIES))]
    description: Annotated[str, says("When it is given.", maxLength=MAX_DESCRIPTION)]
    parent: Annotated[str, says("Name of the group that it stands in, or empty.", maxLength=80)]
    identifier: NotRequired[
        Annotated[str, says("What it tells of a person.", enum=["", *IDENTIFIERS])]
    ]


class SchemeRecord(TypedDict):
    name: Annotated[str, says("Short name.", pattern=f"^{_NAME.pattern}$")]
    title: Annotated[str, says(maxLength=MAX_TITLE)]
    labels: Annotated[list[SchemeLabel], says(minItems=1, maxItems=MAX_LABELS)]
    guidelines: NotRequired[Annotated[str, says("In Markdown.", maxLength=MAX_GUIDELINES)]]


KEYS = tuple(SchemeRecord.__annotations__)
LABEL_KEYS = tuple(key for key in SchemeLabel.__annotations__ if key != IDENTIFIER)


@dataclass(frozen=True, slots=True)
class SchemeFile:
    """What a file holds: a scheme, and guidelines in Markdown where it has them."""

    scheme: Scheme
    guidelines: str | None = None


def write_scheme(content: SchemeFile) -> bytes:
    """Our JSON: keys in one order, two spaces, characters as they are, one line end at the end."""
    scheme = content.scheme
    whole: dict[str, object] = {
        "name": scheme.name,
        "title": scheme.title,
        "labels": [_row(label) for label in scheme.labels],
    }
    if content.guidelines is not None:
        whole["guidelines"] = content.guidelines
    return (json.dumps(whole, ensure_ascii=False, indent=2) + "\n").encode()


def _row(label: LabelValue) -> dict[str, str]:
    row = {key: getattr(label, key) for key in LABEL_KEYS}
    return row | {IDENTIFIER: label.identifier} if label.identifier else row


def read_scheme(data: bytes, *, filename: str) -> SchemeFile:
    """Our JSON, doccano's label list or Label Studio's configuration, told apart by content.

    A foreign file has neither families nor groups: families are guessed from the names, and keys
    are kept where they are free. Raises FormatError, which names the line.
    """
    if len(data) > MAX_BYTES:
        raise FormatError(faults.FILE_TOO_LARGE, file=filename, most=MAX_BYTES // 1_000_000)
    text = decode(data.removeprefix(BOM), file=filename)
    if text.lstrip().startswith("<"):
        return _foreign(read_label_studio(text, file=filename), filename)
    whole = parse(text, file=filename, line=None, whole_file=True)
    if isinstance(whole, list):
        lines = _lines_of_items(text, 1)
        return _foreign(read_doccano(whole, lines, file=filename), filename)
    return _own(Place(filename, 1).mapping(whole, faults.SCHEME), text, filename)


def check_labels(labels: Sequence[LabelValue], places: Sequence[Place]) -> None:
    """Refuse labels that cannot stand together; `places` are where each stands. FormatError."""
    _check_once([label.name for label in labels], places, faults.SAME_NAME)
    for number, (label, place) in enumerate(zip(labels, places, strict=True), 1):
        for other, before in enumerate(labels[: number - 1], 1):
            if label.key and not is_free(label.key, [before.key]):
                raise place.error(faults.SAME_KEY, first=number, second=other)
    parents = {label.name: label.parent for label in labels}
    ways = ancestors(labels)
    for number, (label, place) in enumerate(zip(labels, places, strict=True), 1):
        if label.parent and label.parent not in parents:
            raise place.error(faults.NO_PARENT, faults.label(number))
        if parents[ways[label.name][0]] in parents:
            raise place.error(faults.PARENT_CIRCLE, faults.label(number))


def _check_once(values: Sequence[str], places: Sequence[Place], fault: Fault) -> None:
    seen: dict[str, int] = {}
    for number, (value, place) in enumerate(zip(values, places, strict=True), 1):
        if value and value in seen:
            raise place.error(fault, first=number, second=seen[value])
        seen[value] = number


def _own(whole: Mapping[str, object], text: str, filename: str) -> SchemeFile:
    top = Place(filename, 1)
    _known_keys(whole, KEYS, faults.SCHEME, top)
    name = top.text(whole.get("name"), '"name"')
    if not _NAME.fullmatch(name):
        raise top.error(faults.SCHEME_NAME, '"name"')
    title = top.text(whole.get("title"), '"title"')
    check_size(title, where=('"title"',), cap=MAX_TITLE, file=filename, line=1)
    _shows(title, top, '"title"')
    rows = top.list(whole.get("labels"), '"labels"')
    _count(len(rows), filename)
    guidelines = _guidelines(whole, top)
    places = [Place(filename, line) for line in _lines_of_items(text, 2)]
    labels = tuple(
        _label(row, number, place)
        for number, (row, place) in enumerate(zip(rows, places, strict=True), 1)
    )
    check_labels(labels, places)
    _some_usable(labels, filename)
    return SchemeFile(Scheme(name, title, labels), guidelines)


def _label(row: object, number: int, place: Place) -> LabelValue:
    what = faults.label(number)
    values = place.mapping(row, what)
    _known_keys(values, (*LABEL_KEYS, IDENTIFIER), what, place)
    texts = {key: place.text(values.get(key), what, f'"{key}"') for key in LABEL_KEYS}
    texts[IDENTIFIER] = place.text(values.get(IDENTIFIER, ""), what, f'"{IDENTIFIER}"')
    for key, cap in (("name", MAX_LABEL), ("description", MAX_DESCRIPTION), ("parent", 80)):
        where = (what, f'"{key}"')
        check_size(texts[key], where=where, cap=cap, file=place.file, line=place.line)
        _shows(texts[key], place, *where)
    check_label(texts["name"], where=(what,), file=place.file, line=place.line)
    if texts["family"] not in FAMILIES:
        raise place.error(faults.UNKNOWN_FAMILY, what, '"family"', names=", ".join(FAMILIES))
    if texts[IDENTIFIER] not in ("", *IDENTIFIERS):
        names = ", ".join(IDENTIFIERS)
        raise place.error(faults.UNKNOWN_FAMILY, what, f'"{IDENTIFIER}"', names=names)
    if texts["key"] and not is_key(texts["key"]):
        raise place.error(faults.BAD_KEY, what, '"key"')
    return LabelValue(**texts)


def _shows(text: str, place: Place, *where: Phrase | str) -> None:
    if not text.isprintable():
        raise place.error(faults.HIDDEN_CHARACTER, *where)


def _known_keys(
    values: Mapping[str, object], known: Sequence[str], what: Phrase, place: Place
) -> None:
    if set(values) - set(known):
        raise place.error(faults.UNKNOWN_KEY, what, names=", ".join(known))


def _guidelines(whole: Mapping[str, object], place: Place) -> str | None:
    if "guidelines" not in whole:
        return None
    where = ('"guidelines"',)
    text = place.text(whole["guidelines"], *where)
    check_size(text, where=where, cap=MAX_GUIDELINES, file=place.file, line=place.line)
    return text


def _foreign(named: Sequence[Named], filename: str) -> SchemeFile:
    _count(len(named), filename)
    wanted: dict[str, str] = {}
    for label in named:
        place = Place(filename, label.line)
        check_label(label.name, where=(faults.SOME_LABEL,), file=filename, line=label.line)
        _shows(label.name, place, faults.SOME_LABEL)
        if label.name in wanted:
            raise place.error(faults.LABEL_TWICE)
        wanted[label.name] = label.key.upper()
    return SchemeFile(make_scheme("custom", list(wanted), wanted=wanted))


def _count(labels: int, filename: str) -> None:
    if not 0 < labels <= MAX_LABELS:
        raise FormatError(faults.LABEL_COUNT, file=filename, n=labels, first=1, second=MAX_LABELS)


def _some_usable(labels: Sequence[LabelValue], filename: str) -> None:
    if not any(label.key for label in labels):
        raise FormatError(faults.ALL_GROUPS, file=filename)


def _lines_of_items(text: str, depth: int) -> list[int]:
    """The line on which each item of a list begins, of the lists that are `depth` brackets deep.

    `text` is JSON that was parsed already, so its brackets match.
    """
    lines, line, seen, within, fresh = [], 1, 0, "", False
    for token in _TOKEN.finditer(text):
        line += text.count("\n", seen, token.start())
        seen = token.start()
        sign = token[0]
        if fresh and len(within) == depth and sign not in ",]":
            lines.append(line)
        if sign in "[{":
            within += sign
        elif sign in "]}":
            within = within[:-1]
        fresh = sign in "[," and within.endswith("[")
    return lines
