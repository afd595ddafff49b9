"""`manage.py attack` with `--prompts` and `--answers`, and what stands beside the text of files."""

import json
from pathlib import Path

import pytest

from annotation.evidence.attacks.registry import ATTACKS
from tests.annotation.commands.running import run

NAMES = [("Ana", "Marta"), ("Luis", "Jorge"), ("Carmen", "Laura"), ("Pedro", "Pablo")]


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """Originals and a release in their order, with the turn numbers of the source."""
    made = []
    for which, name in enumerate(("original", "released")):
        rows = []
        for number, names in enumerate(NAMES):
            text = f"soy {names[which]} y llamo por la línea"
            spans = [{"start": 4, "end": 4 + len(names[which]), "label": "PER"}]
            turn = {"speaker": "client", "text": text, "spans": spans, "turn": 3 * number}
            row = {"id": f"call-{number}", "lang": "es", "turns": [turn]}
            rows.append(json.dumps(row, ensure_ascii=False))
        path = tmp_path / f"{name}.jsonl"
        path.write_text("\n".join(rows) + "\n", encoding="utf-8")
        made.append(str(path))
    return made


def test_questions_go_to_a_file_and_answers_are_scored(files: list[str], tmp_path: Path) -> None:
    out, back = tmp_path / "out.jsonl", tmp_path / "in.jsonl"
    status, said, _errors = run("attack", *files, "--prompts", str(out))
    assert (status, said.strip()) == (0, f"12 questions in {out}")
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert "Ana" not in out.read_text(encoding="utf-8")
    answers = [
        {"id": row["id"], "hash": row["hash"], "answer": "f" if row["id"][0] in "13" else "m"}
        for row in rows
        if row["property"] == "gender"
    ]
    back.write_text("\n".join(map(json.dumps, answers)), encoding="utf-8")
    status, said, _errors = run("attack", *files, "--answers", str(back), "--json")
    (found,) = json.loads(said)["findings"]
    assert (status, found["values"]["right"], found["tried"]) == (0, 4, 4)


def test_answers_for_other_prompts_are_refused_in_one_sentence(
    files: list[str], tmp_path: Path
) -> None:
    back = tmp_path / "in.jsonl"
    back.write_text('{"id": "1-gender", "hash": "0", "answer": "f"}\n', encoding="utf-8")
    status, said, errors = run("attack", *files, "--answers", str(back))
    assert (status, said) == (1, "")
    assert errors.strip() == (
        f"{back}: Line 1 answers a question about another release; expected answers to the "
        "questions that were written for this one."
    )


def test_a_line_without_end_is_no_answer(files: list[str], tmp_path: Path) -> None:
    back = tmp_path / "in.jsonl"
    back.write_text("[" * 100_000, encoding="utf-8")
    status, said, errors = run("attack", *files, "--answers", str(back))
    assert (status, said) == (1, "")
    assert errors.strip() == f"{back}: Line 1 is no answer; expected JSON with id, hash and answer."


def test_what_stands_beside_the_text_of_a_file_is_attacked(files: list[str]) -> None:
    names = ["ids", "order", "keys", "archive", "evidence"]
    _status, said, _errors = run("attack", *files, "--only", ",".join(names), "--json")
    states = {each["name"]: each["state"] for each in json.loads(said)["findings"]}
    # Four dialogues are too few to tell an order; all ids and turn numbers are those of the source.
    assert states == dict(zip(names, ["told", "held", "told", "held", "held"], strict=True))


def test_every_group_has_its_rows() -> None:
    assert {"said-once", "variants", "linkage", "style", "fragment", "attributes", "ids", "order",
            "lengths", "keys", "archive", "report", "evidence"} <= ATTACKS.keys()  # fmt: skip
