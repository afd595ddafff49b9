"""The catalogue entry of a file that a program wrote: what it names, counts and never holds."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

import antifaz
from tests.annotation.evidence.bundle import croissant_reader
from tests.antifaz.calls import ALL, KEY


def test_an_entry_tells_of_what_left_and_can_be_read_by_it(tmp_path: Path) -> None:
    results = [antifaz.pseudonymise(each, key=KEY, strategy="typed") for each in ALL]
    out = tmp_path / "out.jsonl"
    antifaz.write([each.dialogue for each in results if not each.held], out)
    entry = antifaz.describe(out, results * 6, strategy="typed", title="Calls", licence="CC0")
    assert entry["description"].startswith("12 dialogues. 24 personal items")  # none of those held
    assert (entry["name"], entry["license"], entry["inLanguage"]) == ("Calls", "CC0", "es")
    [file] = entry["distribution"]
    assert (file["contentUrl"], file["sha256"]) == (
        "out.jsonl",
        hashlib.sha256(out.read_bytes()).hexdigest(),
    )
    assert "Olabarri" not in json.dumps(entry)
    (tmp_path / "calls.croissant").write_text(json.dumps(entry), encoding="utf-8")
    command = [sys.executable, croissant_reader.__file__, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True)
    told = json.loads(done.stdout)["calls"]
    assert told["wrong"] == [] and len(told["records"]["dialogues"]) == 2


def test_what_cannot_be_described_is_refused(tmp_path: Path) -> None:
    with pytest.raises(antifaz.FormatError, match="unknown format"):
        antifaz.describe(tmp_path, [], strategy="typed", format="pdf")
    with pytest.raises(FileNotFoundError):
        antifaz.describe(tmp_path / "none.jsonl", [], strategy="typed")
