"""Questions in a file, whole or not at all, and the answers read back."""

import json
from pathlib import Path

import pytest

from annotation.evidence.attacks.types import Target
from annotation.refusals import Refused
from annotation.services.evidence.attacks.prompts import score_answers, write_prompts
from tests.annotation.evidence.attacks.bracketed import pair

TARGET = Target([pair("client: soy [Ana|PER|Marta]"), pair("client: soy [Luis|PER|Jorge]")])


def test_written_and_read_back(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    assert write_prompts(TARGET, str(out)) == {"out": str(out), "questions": 6}
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    answers = [
        json.dumps({"id": row["id"], "hash": row["hash"], "answer": "male"})
        for row in rows
        if row["property"] == "gender"
    ]
    back = tmp_path / "in.jsonl"
    back.write_text("\n".join(answers), encoding="utf-8")
    (found,) = score_answers(TARGET, str(back))["findings"]  # type: ignore[misc]
    assert (found["group"], found["values"]["right"], found["tried"]) == ("people", 1, 2)


def test_answers_to_other_prompts_are_refused(tmp_path: Path) -> None:
    back = tmp_path / "in.jsonl"
    back.write_text('{"id": "1-gender", "hash": "0", "answer": "f"}', encoding="utf-8")
    with pytest.raises(
        Refused, match=r"in\.jsonl: Line 1 answers a question about another release"
    ):
        score_answers(TARGET, str(back))
    back.write_bytes(b"\xff\xfe")
    with pytest.raises(Refused, match="UTF-8"):
        score_answers(TARGET, str(back))


def test_nothing_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from annotation.evidence.attacks import prompts

    def breaks(_released: object) -> object:
        yield {"id": "1-gender"}
        raise OSError("disk full")

    monkeypatch.setattr(prompts, "questions", breaks)
    with pytest.raises(OSError, match="disk full"):
        write_prompts(TARGET, str(tmp_path / "out.jsonl"))
    assert list(tmp_path.iterdir()) == []
