"""Questions for a language model: bound to the release, without originals, scored on return."""

import json
from dataclasses import replace

import pytest

from annotation.evidence.attacks.prompts import digest_of, questions, score
from annotation.evidence.errors import EvidenceError
from tests.annotation.evidence.attacks.bracketed import pair

PAIRS = [
    pair(
        "client: soy [Ana Gil|PERSON|Marta Ruiz], [41 años|AGE|45 años], de [Lugo|LOC|Vigo]",
        name="src-77",
    ),
    pair("client: soy [Luis Mora|PERSON|Jorge Sanz] y tengo [70|AGE|62]", name="src-78"),
]
RELEASED = [each.released for each in PAIRS]
ASKED = list(questions(RELEASED))


def answered(**answers: str) -> list[str]:
    """Answers by question id, with its hash."""
    return [
        json.dumps({"id": row["id"], "hash": row["hash"], "answer": answers[row["id"]]})
        for row in ASKED
        if row["id"] in answers
    ]


def test_each_dialogue_is_asked_three_questions_on_the_released_text() -> None:
    assert [row["id"] for row in ASKED[:3]] == ["1-gender", "1-age", "1-region"]
    assert len(ASKED) == 6
    assert ASKED[0]["text"] == "client: soy Marta Ruiz, 45 años, de Vigo"
    said = " ".join(row["text"] + row["question"] + row["task"] for row in ASKED)
    for original in ("Ana", "Gil", "41", "Lugo", "Mora", "src-77", "d0001"):
        assert original not in said


def test_answers_are_scored_beside_the_most_frequent_value() -> None:
    found = score(
        PAIRS, answered(**{"1-gender": "female", "2-gender": "female", "1-age": "About 38 years."})
    )
    assert found.rows == (
        {"property": "gender", "right": 1, "tried": 2, "expected": 1},
        {"property": "age", "right": 1, "tried": 1, "expected": 1},
    )
    assert (found.tried, found.chance, found.values["right"]) == (3, 2 / 3, 2)
    assert found.state == "held"


def test_a_model_that_knows_is_told() -> None:
    many = [replace(each) for each in PAIRS * 20]
    rows = questions([each.released for each in many])
    lines = [
        json.dumps({"id": row["id"], "hash": row["hash"],
                    "answer": "male" if "Jorge" in row["text"] else "female"})
        for row in rows if row["property"] == "gender"
    ]  # fmt: skip
    found = score(many, lines)
    assert (found.state, found.values["right"], found.chance) == ("told", 40, 0.5)


@pytest.mark.parametrize(
    ("key", "answer", "right"),
    [
        ("1-region", "Lugo, in Galicia", 1),
        ("1-region", "Vigo", 0),
        ("1-gender", "female or male", 0),
        ("1-gender", "Una mujer", 1),
        ("1-age", "no idea", 0),
        ("2-age", "70", 1),
    ],
)
def test_answers_are_read_as_people_write_them(key: str, answer: str, right: int) -> None:
    assert score(PAIRS, answered(**{key: answer})).values["right"] == right


def test_answers_to_other_prompts_are_refused_in_one_sentence() -> None:
    other = [pair("client: soy [Ana|PER|Nuria]").released]
    lines = [
        json.dumps({"id": r["id"], "hash": r["hash"], "answer": "f"}) for r in questions(other)
    ]
    with pytest.raises(EvidenceError) as caught:
        score(PAIRS, lines)
    assert str(caught.value) == (
        "Line 1 answers a question about another release; expected answers to the questions that "
        "were written for this one."
    )


@pytest.mark.parametrize("line", ["{", "[]", '{"id": "1-gender"}', "7"])
def test_a_line_that_is_no_answer_is_named(line: str) -> None:
    with pytest.raises(EvidenceError, match=r"^Line 2 is no answer; expected JSON"):
        score(PAIRS, ["", line])


def test_an_empty_file_is_refused() -> None:
    with pytest.raises(EvidenceError, match="empty"):
        score(PAIRS, [])


def test_a_question_whose_truth_nobody_knows_is_left_out() -> None:
    assert score(PAIRS, answered(**{"2-region": "Lugo"})).state == "not run"


def test_the_digest_is_of_words_and_order() -> None:
    assert digest_of(RELEASED) == digest_of(RELEASED)
    assert digest_of(RELEASED) != digest_of(RELEASED[::-1])
