"""`manage.py pseudonymise`: what one dialogue labels leaves in no other dialogue of the file."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.annotation.commands.test_pseudonymise import CALL, call_with, run


def two(unlabelled: str, **more: Any) -> str:
    said = [{"speaker": "caller", "text": unlabelled, "spans": []}]
    return "\n".join(json.dumps(each) for each in (CALL, call_with(id="b", turns=said, **more)))


def test_a_name_of_another_dialogue_is_held_back(tmp_path: Path) -> None:
    """In pieces of a file that nobody labelled, and whichever comes first."""
    path, out, report = tmp_path / "in.jsonl", tmp_path / "out.jsonl", tmp_path / "r.json"
    for text in (two("Le paso con Olabarri."), "\n".join(two("Con Olabarri.").split("\n")[::-1])):
        path.write_text(text)
        chosen = ("--strategy", "redact", "--seed", "1", "--report", str(report), "--json")
        status, said, err = run(*chosen, str(path), str(out))
        assert status == 3
        assert json.loads(said)["dialogues"] == 1
        assert json.loads(said)["issues"]["KNOWN_ELSEWHERE"] == 1
        assert "Olabarri" not in out.read_text() + report.read_text() + said + err
        (held,) = (d for d in json.loads(report.read_text())["dialogues"] if d["held_back"])
        (issue,) = held["issues"]
        assert (issue["severity"], issue["turn"]) == ("block", 0)
        assert issue["fix"]["constraints"][0]["value"].endswith(":surname")


def test_words_that_name_nobody_are_allowed(tmp_path: Path) -> None:
    path, out, allowed = tmp_path / "in.jsonl", tmp_path / "out.jsonl", tmp_path / "words"
    path.write_text(two("Le paso con Olabarri."))
    allowed.write_text("olabarri\n")
    chosen = ("--strategy", "redact", "--seed", "1", str(path), str(out))
    assert run(*chosen)[0] == 3
    assert run(*chosen, "--allow", str(allowed))[0] == 0
    assert run(*chosen, "--allow", str(tmp_path / "no"))[0] == 1


@pytest.mark.parametrize("where", ["speaker", "meta", "key", "id"])
def test_names_of_another_dialogue_beside_the_turns(tmp_path: Path, where: str) -> None:
    path, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    more: dict[str, Any] = {
        "speaker": {"turns": [{"speaker": "Bilbao", "text": "Sí", "spans": []}]},
        "meta": {"meta": {"domain": "olabarri"}},
        "key": {"olabarri": 3},
        "id": {"id": "b-olabarri"},
    }[where]
    path.write_text("\n".join(json.dumps(each) for each in (CALL, call_with(id="b") | more)))
    lines = path.read_text().replace("Olabarri, de Bilbao", "Olabarri, de Bilbao")
    path.write_text(lines)
    if where != "speaker":
        record = json.loads(lines.splitlines()[1])
        record["turns"] = [{"speaker": "caller", "text": "Sí", "spans": []}]
        path.write_text(json.dumps(CALL) + "\n" + json.dumps(record))
    status, said, err = run("--strategy", "typed", "--seed", "1", "--keep-ids", str(path), str(out))
    told = (out.read_text() + said + err).lower()
    assert "olabarri" not in told
    assert "bilbao" not in told
    assert status == (3 if where in ("meta", "key") else 0)
