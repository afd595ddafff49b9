"""Kind by kind: the same words on the page, in the data sheet, in evidence.json and by command."""

import json
from pathlib import Path
from typing import Any

import pytest

from annotation.management.findings import described
from annotation.services.evidence.attacks.kinds import kinds_of
from annotation.services.evidence.attacks.shown import read_attacks
from annotation.services.release.now import Now
from tests.annotation.services.evidence.bundles import room

FOUND: list[tuple[str, dict[str, Any], str]] = [
    ("real-or-surrogate", {"what": "org", "value": 0.91, "low": 0.87, "high": 0.95, "n": 300},
     "companies and institutions: 91.0 % (87.0–95.0)"),
    ("real-or-surrogate", {"what": "age", "state": "too few to say", "n": 7},
     "ages: too few to say"),
    ("guess", {"what": "initial", "bits": 0.2, "of_bits": 4.1, "chance_bits": 0.15, "chance": 0.1,
               "value": 0.12, "low": 0.1, "high": 0.2, "n": 400},
     "initial: 0.20 of 4.10 bits, by chance 0.15; 12.0 % (10.0–20.0), chance 10.0 %"),
    ("parrot", {"what": "missed words found", "value": 0.34, "low": 0.28, "high": 0.41, "n": 337},
     "missed words found: 34.0 % (28.0–41.0)"),
    ("variants", {"variant": "markov", "precision": 0.4, "tried": 50, "lift": 1.2, "alone": 0.1},
     "markov: lift 1.20; 40.0 % of the forms said once are real"),
    ("attributes", {"property": "gender", "text": "outside", "right": 0.6, "tried": 100,
                    "chance": 0.5, "value": 0.6, "low": 0.5, "high": 0.69, "n": 100},
     "gender, by what was not replaced: 60.0 % (50.0–69.0), chance 50.0 %"),
    ("linkage", {"kind": "given", "tried": 40, "equal": 3, "expected": 2.4},
     "given names: < 10 of 40, by chance 2.40"),
    ("frequency", {"what": "place", "value": -0.02, "low": -0.1, "high": 0.2, "n": 80},
     "place: −0.02 (−0.10–0.20)"),
    ("card-pieces", {"what": "standard errors above chance", "errors": 0.4},
     "standard errors above chance: 0.40"),
    ("parrot-spans", {"what": "claims right, if spans were marked"},
     "claims right, if spans were marked: –"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "row", "said"), FOUND)
def test_a_row_in_words(name: str, row: dict[str, Any], said: str) -> None:
    (kind,) = kinds_of({"name": name, "rows": [row]})
    assert f"{kind.name}: {kind.told}".replace("\N{NO-BREAK SPACE}", " ") == said


def test_the_page_the_command_and_the_bundle_show_kinds(
    labelled: Any, manager: Any, data_dir: Path
) -> None:
    usual = {"why": "", "values": {}, "sentence": "", "success": None, "chance": None}
    found = {**room.ATTACK, "findings": [usual | each for each in room.ATTACK["findings"]]}
    attacks = read_attacks(Now(labelled), found | {"not_run": 1})
    assert attacks is not None
    rows = {row.name: row for group in attacks.groups for row in group.rows}
    told = [kind.name for kind in rows["real-or-surrogate"].kinds]
    assert told == ["companies and institutions", "ages"]
    summary = {"dialogues": 2, "known": 2, "not_run": 1, **found}
    assert "- ages: too few to say" in described(summary)
    room.measure(labelled)
    bundle = room.signed(room.write(labelled), manager)
    parts = room.parts(data_dir, bundle)
    assert "companies and institutions" in parts["datasheet.html"].decode()
    evidence = json.loads(parts["evidence.json"])
    (left,) = [
        each
        for each in evidence["measured"]["attack"]["figures"]["findings"]
        if each["name"] == "real-or-surrogate"
    ]
    assert [row["n"] for row in left["rows"]] == [300, "< 10"]
