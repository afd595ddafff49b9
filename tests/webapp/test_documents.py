"""The schemas in docs/schemas are those of the code; what we write fits, what is damaged does not.

What commands, hooks and the API write is held beside them in the tests of each.
"""

import copy
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from django.core.management import call_command

from annotation.formats import FormatError, iter_corpus
from annotation.formats.schemes.files import SchemeFile, write_scheme
from annotation.formats.types import DialogueValue, ReadOptions, SpanValue, TurnValue
from annotation.schemes import SCHEMES
from tests.annotation.formats.samples import calls, written
from tests.schemas import FOLDER, check, fits
from webapp.management import documents

DATA = Path(__file__).resolve().parents[1] / "data"
FILES = dict(documents.schemas())
SCHEMAS = {name: each for name, each in FILES.items() if name.endswith(".schema.json")}


def test_the_files_are_what_the_command_writes(tmp_path: Path) -> None:
    """Where this fails: .venv/bin/python manage.py schemas docs/schemas"""
    call_command("schemas", str(tmp_path))
    made = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    assert {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()} == made


def test_the_description_is_the_sites_own(client_of: Any, db: None, manager: Any) -> None:
    live = client_of(manager).get("/api/openapi.json").json()
    assert json.loads((FOLDER / "openapi.json").read_text(encoding="utf-8")) == live


def test_each_says_what_it_is() -> None:
    ids = [schema["$id"] for schema in SCHEMAS.values()]
    assert len(set(ids)) == len(ids) == len(documents.DOCUMENTS) + 1
    for schema in SCHEMAS.values():
        jsonschema.Draft202012Validator.check_schema(schema)
        assert schema["$schema"].endswith("2020-12/schema")
        assert schema["title"] and schema["description"].endswith(".")


def test_dialogues_that_are_written_fit() -> None:
    some = calls(2)
    some.append(
        DialogueValue(
            "x 7", "pt-BR",
            (TurnValue("a", "soy Ana", (SpanValue(4, 7, "male name", 0.5, {"text": "Ana"}),),
                {"utterances": [{"speaker": "a", "start": 0, "end": 3}],
                 "events": [{"kind": "event", "name": "noise", "speaker": "a", "start": 3,
                             "end": 3}], "note": 3}),),
            meta={"domain": "home"}, extra={"split": "test"},
        )
    )  # fmt: skip
    for line in written("jsonl", some).decode().splitlines():
        check("jsonl", json.loads(line))
    with zipfile.ZipFile(io.BytesIO(written("esport", some))) as archive:
        for name in archive.namelist():
            check("esport", json.loads(archive.read(name)))


def test_dialogues_of_others_fit() -> None:
    for line in (DATA / "native.jsonl").read_text(encoding="utf-8").splitlines():
        check("jsonl", json.loads(line))
    call = json.loads((DATA / "esport-call.json").read_text(encoding="utf-8"))
    check("esport", call)
    check("esport", [call, call])


def test_schemes_that_are_written_fit() -> None:
    for scheme in SCHEMES.values():
        check("scheme", json.loads(write_scheme(SchemeFile(scheme, "# Names"))))


LINE: dict[str, Any] = {
    "id": "a",
    "lang": "es",
    "turns": [{"speaker": "b", "text": "Ana", "spans": [{"start": 0, "end": 3, "label": "x"}]}],
}


def without(*place: Any) -> Callable[[Any], None]:
    return lambda value: inside(value, place[:-1]).pop(place[-1])


def put(new: object, *place: Any) -> Callable[[Any], None]:
    return lambda value: inside(value, place[:-1]).__setitem__(place[-1], new)


def inside(value: Any, place: tuple[Any, ...]) -> Any:
    for name in place:
        value = value[name]
    return value


SPAN = ("turns", 0, "spans", 0)


@pytest.mark.parametrize(
    "damage",
    [
        without("id"), put("", "id"), put("x" * 201, "id"), put(7, "id"), put("español", "lang"),
        put("a call", "meta"), without("turns"), put({}, "turns"), without("turns", 0, "text"),
        put(None, "turns", 0, "text"), put(1, "turns", 0, "speaker"), put("4-7", *SPAN),
        put("0", *SPAN, "start"), put(-1, *SPAN, "start"), put(0, *SPAN, "end"),
        without(*SPAN, "label"), put(" x", *SPAN, "label"), put("x" * 81, *SPAN, "label"),
        put("sure", *SPAN, "score"),
    ],
)  # fmt: skip
def test_a_damaged_line_neither_fits_nor_is_read(damage: Callable[[Any], None]) -> None:
    damaged = copy.deepcopy(LINE)
    check("jsonl", damaged)
    damage(damaged)
    assert not fits("jsonl", damaged)
    with pytest.raises(FormatError):
        list(iter_corpus("jsonl", json.dumps(damaged).encode(), ReadOptions(), filename="a.jsonl"))


CONSTRAINT = {"kind": "link", "mentions": ["0:4-7"], "value": ""}
ISSUE = {
    "code": "KIN", "severity": "warn", "turn": 0, "start": 0, "end": 3, "message": "Two surnames.",
    "fix": {"constraints": [CONSTRAINT], "before": "Ane", "after": "Iker"},
}  # fmt: skip
ENTRY = {"id": "d0001", "line": 1, "issues": [ISSUE], "replaced": 2, "held_back": False}
GOOD: dict[str, Any] = {
    "esport": {"file-id": "a", "turns": [{"turn": 1, "filtered-text": "Ana", "labels": []}]},
    "scheme": {
        "name": "two-labels", "title": "Two", "labels": [
            {"name": "name", "key": "N", "family": "person", "description": "", "parent": ""}]},
    "pseudonymise-report": {"dialogues": [ENTRY]},
    "pseudonymise-summary": {
        "out": "-", "dialogues": 1, "replaced": 2, "held_back": [], "issues": {"KIN": 1}},
    "hook": {"event": "export.done", "id": 3, "project": "calls",
             "at": "2026-11-27T10:00:00+00:00"},
    "progress": {"command": "tag", "phase": "tagging", "done": 3, "total": None,
                 "unit": "dialogues", "seconds": 1.5},
    "batch-line": {"texts": ["Soy Ana"]},
    "batch-answer": {"error": "held_back"},
    "labelmap": {"calls": {"male name": "name"}},
    "pi": [0.5, 0.5],
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "damage"),
    [
        ("esport", without("file-id")),
        ("esport", put("Ana", "turns", 0, "labels")),
        ("scheme", put("Two Labels", "name")),
        ("scheme", put([], "labels")),
        ("scheme", put("colour", "labels", 0, "family")),
        ("scheme", put("#fff", "labels", 0, "colour")),
        ("pseudonymise-report", put("Ana", "dialogues", 0, "text")),
        ("pseudonymise-report", put("ODD", "dialogues", 0, "issues", 0, "code")),
        ("pseudonymise-report", without("dialogues", 0, "held_back")),
        ("pseudonymise-summary", put(3, "held_back")),
        ("hook", put("done", "event")),
        ("hook", put("Ana", "text")),
        ("progress", without("total")),
        ("batch-line", without("texts")),
        ("batch-answer", without("error")),
        ("labelmap", put(["name"], "calls")),
        ("pi", put("0.5", 0)),
    ],
)
def test_what_is_damaged_does_not_fit(name: str, damage: Callable[[Any], None]) -> None:
    value = copy.deepcopy(GOOD[name])
    check(name, value)
    damage(value)
    assert not fits(name, value)
