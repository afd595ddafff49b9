"""The catalogue entry of a file by itself: other people's reader takes it, and the file by it."""

import gzip
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from annotation.evidence.bundle.croissant import Card, croissant_of_card
from annotation.evidence.bundle.records import MEDIA, file_at
from annotation.formats import FORMATS, WRITTEN, is_installed, write_corpus
from tests.annotation.evidence.bundle import croissant_reader
from tests.annotation.formats.samples import calls, written

OPAQUE = {"xlsx", "docbin"}  # formats that no reader of Croissant opens


def card(path: Path, format: str, **more: Any) -> Card:
    told: dict[str, Any] = {
        "title": "Calls", "made": "2026-11-27", "languages": ["es"], "strategy": "entity",
        "dialogues": 12, "items": 240, "left": 0, "marked": False, "use": "Research.",
        "if_found": "Stop.",
    }  # fmt: skip
    return Card(file=file_at(path, format), **told | more)


def wrote(folder: Path, format: str, name: str = "") -> Path:
    ending = ".zip" if FORMATS[format].has_members else FORMATS[format].extensions[0]
    data = written(format, [replace(c, id=f"d000{n}") for n, c in enumerate(calls(2), 1)])
    path = folder / (name or f"{format}{ending}")
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


def read_by_others(folder: Path) -> dict[str, Any]:
    command = [sys.executable, croissant_reader.__file__, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def test_a_file_of_every_format_is_read_by_its_entry(tmp_path: Path) -> None:
    formats = [name for name in WRITTEN if is_installed(name)]
    entries = {name: croissant_of_card(card(wrote(tmp_path, name), name)) for name in formats}
    packed = wrote(tmp_path, "jsonl", "packed.jsonl.gz")
    entries["packed"] = croissant_of_card(card(packed, "jsonl"))
    (folder := tmp_path / "calls").mkdir()
    write_corpus("brat", calls(2), folder)
    damaged = json.loads(json.dumps(entries["jsonl"]))
    del damaged["distribution"][0]["contentUrl"]
    for name, entry in [*entries.items(), ("damaged", damaged)]:
        (tmp_path / f"{name}.croissant").write_text(json.dumps(entry))
    (folder / "folder.croissant").write_text(json.dumps(croissant_of_card(card(folder, "brat"))))
    parts = replace(file_at(wrote(tmp_path, "jsonl", "part-1.txt"), "jsonl"), name="part-1.txt")
    whole = replace(parts, name="", sha256="", members=(parts,))
    entry = croissant_of_card(replace(card(folder, "brat"), file=whole))
    (tmp_path / "parts.croissant").write_text(json.dumps(entry))
    told = read_by_others(tmp_path)
    assert told.pop("damaged")["wrong"]
    assert {name: each["wrong"] for name, each in told.items() if each["wrong"]} == {}
    assert {name for name, each in told.items() if not each["records"]} == OPAQUE & set(formats)
    fields = ["dialogues/id", "dialogues/lang"]
    assert told["jsonl"]["records"] == told["packed"]["records"] == {"dialogues": [fields] * 2}
    row = ["turns/id", "turns/language", "turns/speaker", "turns/text"]
    assert told["csv"]["records"] == {"turns": [row] * 16}
    assert told["folder"]["records"] == {"files": [["files/content", "files/filename"]] * 6}
    assert told["parts"]["records"] == {"files": [["files/content", "files/filename"]]}
    assert told["esport"]["records"] == {"files": [["files/content", "files/filename"]] * 2}


def test_every_format_that_is_written_has_a_type() -> None:
    assert set(MEDIA) == set(WRITTEN)


def test_few_are_not_counted(tmp_path: Path) -> None:
    path = wrote(tmp_path, "jsonl")
    few = croissant_of_card(card(path, "jsonl", dialogues=7, items=8, left=6, marked=True))
    assert few["description"].startswith("< 10 dialogues. < 10 personal items were labelled")
    [told] = few["rai:personalSensitiveInformation"]
    assert "< 10 items were left as they were, on purpose." in told
    assert "every name that is not marked is real" in told
    many = croissant_of_card(card(path, "jsonl"))
    assert many["description"].startswith("12 dialogues. 240 personal items")
