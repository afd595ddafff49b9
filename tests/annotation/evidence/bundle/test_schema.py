"""Our small reader of the schema finds what a library would."""

import copy
from typing import Any

import jsonschema
import pytest

from annotation.evidence.bundle.schema import evidence_schema, faults
from annotation.formats import WRITTEN

SHARE: dict[str, Any] = {"expected": 12, "low": "< 10", "most": 23, "dialogues": None}
GOOD: dict[str, Any] = {
    "schema": "antifaz-evidence-1", "title": "Calls", "made": "2026-11-27", "sentence": "x",
    "file": {"name": "corpus.jsonl", "sha256": "a" * 64, "bytes": 1, "format": "jsonl",
             "strategy": "entity", "by_label": {"month": "typed"}, "q": 1.0, "spans_marked": False,
             "language": "es"},
    "counts": {"dialogues": 12, "of": 13, "turns": 20, "items": "< 10", "left_on_purpose": 0,
               "rounded": False},
    "labels": ["month"], "left": SHARE,
    "reading": [{"read_by": "model", "dialogues": 12, "items": 9, "about": False,
                 "left": SHARE}],
    "picture": {"replaced": 98, "left": 1, "unknown": 1},
    "held_back": {"dialogues": "< 10", "about": False, "why": []},
    "difference": None, "intruder": None,
    "gate": [{"check": "x", "state": "lifted", "title": "X", "line": "", "figure": "",
              "reasons": [{"by": "Ane", "words": "so"}]}],
    "measured": {"recall": {"day": "2026-11-26", "figures": {"a": 1}}, "attack": None,
                 "remains": None, "utility": None, "exposure": None},
    "epsilon": None,
    "domain": {"organisation": "", "contact": "", "originals": "", "key": "", "for_us": "",
               "for_recipient": "x", "if_found": "y"},
    "terms": {"licence": "", "guidelines": None, "again_by": "2027-11-27"},
    "signatures": [{"name": "Ane", "role": "manager", "day": "2026-11-27", "words": ""}],
    "versions": {"antifaz": "0.1.0", "model": None, "python": "3.11"},
}  # fmt: skip
BAD: list[tuple[tuple[str, ...], object, str]] = [
    (("schema",), "another", "evidence.schema: expected one of antifaz-evidence-1"),
    (("made",), "27.11.2026", "evidence.made: expected a day"),
    (("file", "sha256"), "short", "evidence.file.sha256: expected a SHA-256"),
    (("file", "bytes"), 0, "evidence.file.bytes: expected a number within its range"),
    (("file", "q"), True, "evidence.file.q: expected number"),
    (("counts", "turns"), "about 20", "evidence.counts.turns: is none of the 2 kinds"),
    (("title",), "", "evidence.title: expected a text that is not empty"),
    (("labels",), {}, "evidence.labels: expected array"),
    (("file", "by_label"), {"month": 1}, "evidence.file.by_label.*: expected string"),
    (("key",), "x", "evidence: holds a key that the schema does not know"),
]


def test_what_is_right_has_no_fault() -> None:
    assert list(faults(GOOD, evidence_schema())) == []


@pytest.mark.parametrize(("place", "value", "said"), BAD)
def test_each_fault_is_named_by_its_place(place: tuple[str, ...], value: object, said: str) -> None:
    evidence = copy.deepcopy(GOOD)
    inner = evidence
    for name in place[:-1]:
        inner = inner[name]
    inner[place[-1]] = value
    found = list(faults(evidence, evidence_schema()))
    assert len(found) == 1 and found[0].startswith(said)


def test_a_missing_key_is_named() -> None:
    evidence = {name: value for name, value in GOOD.items() if name != "counts"}
    assert list(faults(evidence, evidence_schema())) == ["evidence: expected the key counts"]


def test_a_library_finds_the_same() -> None:
    validator = jsonschema.Draft202012Validator(evidence_schema())
    assert validator.is_valid(GOOD)
    for place, value, _said in BAD:
        evidence = copy.deepcopy(GOOD)
        inner = evidence
        for name in place[:-1]:
            inner = inner[name]
        inner[place[-1]] = value
        assert not validator.is_valid(evidence), place


def test_every_format_that_is_written_may_be_signed() -> None:
    known = evidence_schema()["properties"]["file"]["properties"]["format"]["enum"]
    assert known == list(WRITTEN)
