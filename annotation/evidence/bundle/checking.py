"""What a bundle lets anybody check: sums, schema, and every figure that its corpus allows.

Called by `manage.py verify` and the tests. Needs no project and no database.
"""

import hashlib
import html
import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from annotation.evidence.bundle import layout
from annotation.evidence.bundle.few import FEW, LEAST, small
from annotation.evidence.bundle.schema import evidence_schema, faults
from annotation.evidence.errors import EvidenceError
from annotation.formats import FormatError, ReadOptions, iter_corpus
from annotation.formats.corpora.losses import carries_labels

# What runs or is fetched when somebody opens a page; a plain address in a text is neither.
FETCHES = re.compile(r"@import|url\(", re.IGNORECASE)
TAGS = frozenset({"script", "link", "iframe", "object", "embed", "img", "base"})
MOST = 4_000_000_000  # bytes of a bundle that are read
CHUNK = 1 << 20  # bytes that are compared at once


class _Tags(HTMLParser):
    """Whether a tag runs or fetches something; what people wrote stands in no tag."""

    fetches = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.fetches |= tag in TAGS or any(
            name in ("src", "srcset")
            or name.startswith("on")
            or (name == "href" and not (value or "").startswith("#"))
            for name, value in attrs
        )


def fetches_something(sheet: str) -> bool:
    """Whether a page of HTML holds a script, or something that would be fetched."""
    tags = _Tags()
    tags.feed(sheet)
    tags.close()
    return tags.fetches or bool(FETCHES.search(sheet))


@dataclass(slots=True)
class Checked:
    """What was looked at, what is not as it should be, and what nobody can check from here."""

    checked: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    evidence: dict[str, Any] = field(default_factory=dict)


def check_bundle(path: Path) -> Checked:
    """Check a bundle. Raises EvidenceError where the file is none, OSError."""
    if path.stat().st_size > MOST:
        raise EvidenceError(f"{path.name}: holds too much to be read; expected at most 4 GB")
    if not zipfile.is_zipfile(path):  # a large file that is none is not read
        raise EvidenceError(f"{path.name}: this is no bundle; expected a zip with {layout.SUMS}")
    data = path.read_bytes()
    parts, broken = _parts(data, path.name)
    found = Checked()
    found.wrong += [f"{_named(name)}: it cannot be read; a byte of it changed" for name in broken]
    found.wrong += _sums(parts, broken, found)
    if not found.wrong:
        found.wrong += _whole(parts, data)
        found.checked.append("every byte of the zip")
    if layout.EVIDENCE in parts and not broken:
        found.wrong += _evidence(parts, found)
    return found


def _parts(data: bytes, name: str) -> tuple[dict[str, bytes], list[str]]:
    """The parts of a bundle, and names of those that cannot be read."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError):
        raise EvidenceError(
            f"{name}: this is no bundle; expected a zip with {layout.SUMS}"
        ) from None
    parts, broken = {}, []
    with archive:
        entries = archive.infolist()
        # Parts are stored as they are: what is packed, or lies over another, may be of any size.
        packed = any(entry.compress_type != zipfile.ZIP_STORED for entry in entries)
        if packed or sum(entry.file_size for entry in entries) > len(data):
            raise EvidenceError(f"{name}: its parts are packed; expected them stored as they are")
        for entry in entries:
            try:
                parts[entry.filename] = archive.read(entry)
            except Exception:  # a damaged zip may fail in any way
                broken.append(entry.filename)
    if layout.SUMS not in parts and not broken:
        raise EvidenceError(f"{name}: this is no bundle; expected {layout.SUMS} in it")
    return parts, broken


def _named(name: str) -> str:
    return name if name.isprintable() and len(name) < 100 else "a part with an odd name"


def _sums(parts: Mapping[str, bytes], broken: Sequence[str], found: Checked) -> Iterator[str]:
    listed: dict[str, str] = {}
    for line in parts.get(layout.SUMS, b"").decode("utf-8", "replace").splitlines():
        digest, _space, name = line.partition("  ")
        listed[name] = digest
    for name, data in sorted(parts.items()):
        if name == layout.SUMS:
            continue
        if not layout.PARTS.fullmatch(name):
            yield f"{_named(name)}: is no part of a bundle"
        if name not in listed:
            yield f"{_named(name)}: is not listed in {layout.SUMS}"
        elif hashlib.sha256(data).hexdigest() != listed[name]:
            yield f"{_named(name)}: a byte of it changed; expected the sum in {layout.SUMS}"
        else:
            found.checked.append(f"sum of {_named(name)}")
    for name in sorted(listed.keys() - parts.keys() - set(broken)):
        yield f"{_named(name)}: is listed in {layout.SUMS} and is not there"
    for name in layout.NEEDED:
        if name not in parts and name not in listed:
            yield f"{name}: is missing; expected it in every bundle"


def _whole(parts: Mapping[str, bytes], data: bytes) -> Iterator[str]:
    """The zip's own bytes: they are those that the same parts give."""
    again = layout.pack({name: each for name, each in parts.items() if name != layout.SUMS})
    if again != data:
        at = _first_other(again, data)
        yield f"zip: byte {at} changed; expected the zip that these parts give"


def _first_other(one: bytes, two: bytes) -> int:
    """The place of the first byte in which they differ."""
    start = 0
    while one[start : start + CHUNK] == two[start : start + CHUNK]:
        start += CHUNK
    pairs = zip(one[start : start + CHUNK], two[start : start + CHUNK], strict=False)
    for at, (left, right) in enumerate(pairs, start):
        if left != right:
            return at
    return min(len(one), len(two))


def _evidence(parts: Mapping[str, bytes], found: Checked) -> Iterator[str]:
    try:
        evidence = json.loads(parts[layout.EVIDENCE])
    except (ValueError, RecursionError):
        yield f"{layout.EVIDENCE}: is no JSON"
        return
    wrong = list(faults(evidence, evidence_schema()))
    yield from (f"{layout.EVIDENCE}: {each}" for each in wrong)
    if wrong:
        return
    found.evidence = evidence
    found.checked.append("schema of evidence.json")
    yield from _file(evidence, parts, found)
    yield from _within(evidence, found)
    yield from _beside(evidence, parts, found)


def _file(evidence: Mapping[str, Any], parts: Mapping[str, bytes], found: Checked) -> Iterator[str]:
    """The figures that the corpus itself allows: its sum, size, dialogues, turns, marked items."""
    file, counts = evidence["file"], evidence["counts"]
    data = parts.get(file["name"])
    if data is None:
        yield f"{layout.EVIDENCE}: names a corpus that is not in the bundle"
        return
    if hashlib.sha256(data).hexdigest() != file["sha256"]:
        yield f"{file['name']}: its sum is another than in {layout.EVIDENCE}"
    if len(data) != file["bytes"]:
        yield f"{file['name']}: has {len(data)} bytes; {layout.EVIDENCE} says {file['bytes']}"
    try:
        dialogues, turns, spans = count_corpus(data, file["format"], file["name"])
    except FormatError:
        yield f"{file['name']}: cannot be read as {file['format']}"
        return
    if not file["spans_marked"] and spans:
        yield f"{file['name']}: marks items; {layout.EVIDENCE} says that it does not"
    # ES-Port writes an item of several words as several: its spans are no count of items.
    counts_items = carries_labels(file["format"]) and file["format"] != "esport"
    if file["spans_marked"] and file["q"] == 1 and counts_items:
        yield from _marked(counts["items"], spans, found)
    for name, number in (("dialogues", dialogues), ("turns", turns)):
        if counts[name] != small(number):
            yield f"{layout.EVIDENCE}: counts.{name} is not what the corpus has: {small(number)}"
        else:
            found.checked.append(f"number of {name}")


def _marked(items: int | str, spans: int, found: Checked) -> Iterator[str]:
    """An item that stays as it was said is marked and was not replaced: marks may be more."""
    if spans < (items if isinstance(items, int) else 1):
        yield f"{layout.EVIDENCE}: counts.items is more than the corpus marks: {small(spans)}"
    else:
        found.checked.append("number of items")


def count_corpus(data: bytes, format: str, name: str) -> tuple[int, int, int]:
    """Dialogues, turns and spans of a corpus. Raises FormatError."""
    dialogues = turns = spans = 0
    for dialogue in iter_corpus(format, data, ReadOptions(), filename=name):
        dialogues += 1
        turns += len(dialogue.turns)
        spans += sum(len(turn.spans) for turn in dialogue.turns)
    return dialogues, turns, spans


def _within(evidence: Mapping[str, Any], found: Checked) -> Iterator[str]:
    """Figures that have to agree with each other."""
    counts, held, picture = evidence["counts"], evidence["held_back"], evidence["picture"]
    exact = bool(evidence["reading"]) and not any(row["about"] for row in evidence["reading"])
    for name in ("dialogues", "items"):
        rows = [row[name] for row in evidence["reading"]]
        if exact and FEW not in [*rows, counts[name]] and sum(rows) != counts[name]:
            yield f"{layout.EVIDENCE}: reading.{name} do not add up to counts.{name}"
    for row in filter(None, [evidence["left"], *(each["left"] for each in evidence["reading"])]):
        ends = [row[name] for name in ("low", "expected", "most") if row[name] != FEW]
        if ends != sorted(ends):
            yield f"{layout.EVIDENCE}: what is expected to be left lies outside its interval"
    known = [counts["dialogues"], counts["of"], held["dialogues"]]
    if (
        not held["about"]
        and not counts["rounded"]
        and FEW not in known
        and known[0] + known[2] > known[1]
    ):
        yield f"{layout.EVIDENCE}: more dialogues leave and are held back than there are"
    if picture is not None and sum(picture.values()) != 100:
        yield f"{layout.EVIDENCE}: the picture does not show 100 items"
    for line in evidence["gate"]:
        if line["state"] == "block":
            yield f"{layout.EVIDENCE}: {line['title']}: holds the file back, and nobody lifted it"
        elif line["state"] in ("warn", "lifted") and not line["reasons"]:
            yield f"{layout.EVIDENCE}: {line['title']}: is signed without a reason"
    if not evidence["signatures"]:
        yield f"{layout.EVIDENCE}: nobody has signed"
    if evidence["terms"]["again_by"] <= evidence["made"]:
        yield f"{layout.EVIDENCE}: is to be looked at again before it was made"
    if few := list(_few(evidence)):
        yield f"{layout.EVIDENCE}: {few[0]}: a count below {LEAST} is printed"
    found.checked.append("figures of evidence.json beside each other")


def _few(evidence: Mapping[str, Any]) -> Iterator[str]:
    """Places of counts below 10 that are not hidden; a nought is none."""
    rows = {f"counts.{name}": value for name, value in evidence["counts"].items()}
    rows["held_back"] = evidence["held_back"]["dialogues"]
    for number, row in enumerate(evidence["reading"], 1):
        rows |= {f"reading[{number}].{name}": row[name] for name in ("dialogues", "items")}
    for name, value in rows.items():
        if isinstance(value, int) and not isinstance(value, bool) and 0 < value < LEAST:
            yield name


def _beside(
    evidence: Mapping[str, Any], parts: Mapping[str, bytes], found: Checked
) -> Iterator[str]:
    """The sheet, the methods and the catalogue entry say the same as the evidence."""
    sheet = html.unescape(parts.get(layout.SHEET, b"").decode("utf-8", "replace"))
    if evidence["sentence"] not in " ".join(sheet.split()):
        yield f"{layout.SHEET}: does not open with the sentence of {layout.EVIDENCE}"
    if fetches_something(parts.get(layout.SHEET, b"").decode("utf-8", "replace")):
        yield f"{layout.SHEET}: holds a script, or something that would be fetched"
    for name in (layout.METHODS_MD, layout.METHODS_TEX):
        written = parts.get(name, b"").decode("utf-8", "replace").replace("$<$", "<")
        for what, number in _told(evidence):
            if not re.search(rf"(?<![\d.]){number}(?!\d)", written):
                yield f"{name}: does not name the {what} of {layout.EVIDENCE}"
    try:
        entry = json.loads(parts.get(layout.CROISSANT, b"{}"))
        described = entry.get("description")
        sums = [each.get("sha256") for each in entry.get("distribution", [])]
    except (ValueError, AttributeError, TypeError, RecursionError):
        described, sums = None, []
    if described != evidence["sentence"]:
        yield f"{layout.CROISSANT}: does not say the sentence of {layout.EVIDENCE}"
    try:
        versions = json.loads(parts.get(layout.VERSIONS, b""))
    except (ValueError, RecursionError):
        versions = None
    if not isinstance(versions, dict):
        yield f"{layout.VERSIONS}: expected JSON with a version for each name"
    if evidence["file"]["sha256"] not in sums:
        yield f"{layout.CROISSANT}: does not name the corpus by its sum"
    found.checked.append("sheet, methods and catalogue entry beside evidence.json")


def _told(evidence: Mapping[str, Any]) -> Iterator[tuple[str, int | str]]:
    """The numbers that a section on methods names, and what they count."""
    for name in ("dialogues", "turns", "items"):
        yield name, evidence["counts"][name]
    for name in ("expected", "low", "most") if evidence["left"] else ():
        yield f"items left ({name})", evidence["left"][name]
