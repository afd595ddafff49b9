"""The benchmark of coherence: its checker tells right from wrong; our engine keeps its share."""

import json
from pathlib import Path

import pytest

from benchmarks.coherence.__main__ import main, measure
from benchmarks.coherence.cases import BadCase, Case, read_cases, read_file
from benchmarks.coherence.engines import antifaz
from benchmarks.coherence.rules import RULES, faults
from tests.effort import tries

CASES = read_cases()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_right_answers_pass_and_wrong_ones_fail(case: Case) -> None:
    assert [faults(case, answer) for answer in case.good] == [[]] * len(case.good)
    for answer in (*case.bad, case.originals):
        assert faults(case, answer), answer


def test_every_rule_is_asked_and_every_case_named_once() -> None:
    assert {name for case in CASES for name, _ in case.rules} == set(RULES)
    assert len({case.id for case in CASES}) == len(CASES)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("# a b\nA: [Ana:PER]\ngood Eva\nbad Iris\n", "expected at least one line 'rule'"),
        (
            "# a b\nA: [Ana:PER]\nrule new 0\ngood Eva | Iris\nbad Iris\n",
            "2 surrogates; expected 1",
        ),
        ("# a b\nA: [Ana:PER]\nsame 0 1\n", "x.txt:3: 'same'; expected SPEAKER:"),
    ],
)
def test_a_bad_file_is_said(text: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "x.txt"
    file.write_text(text, "utf-8")
    with pytest.raises((BadCase, ValueError), match=said):
        list(read_file(file))


def test_the_dialogues_as_lines(tmp_path: Path) -> None:
    file = tmp_path / "cases.jsonl"
    main(["--jsonl", str(file)])
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert [line["id"] for line in lines] == [case.id for case in CASES]
    turn = lines[0]["turns"][0]
    assert [turn["text"][s["start"] : s["end"]] for s in turn["spans"]] == [
        item.text for item in CASES[0].items if item.turn == 0
    ]


def test_our_engine_keeps_its_share() -> None:
    scores = measure(CASES, antifaz, range(tries(1, 8)))
    assert sum(scores["all"]) / len(CASES) >= 0.9
