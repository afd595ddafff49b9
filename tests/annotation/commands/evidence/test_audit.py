"""`manage.py audit` as scripts call it: plan, draw, report, and what it refuses."""

import json
from typing import Any

import pytest
from django.core.management import CommandError

from annotation.models import AuditDraw, AuditTurn, Project, QueryItem
from tests.annotation.commands.running import run
from tests.annotation.services.evidence.second_readings.room import read_again, read_calls


@pytest.fixture
def corpus(labelled: Project, annotator: Any) -> Project:
    """127 turns that one person has read, with 70 items."""
    read_calls(labelled, annotator, 60)
    return labelled


def test_a_plan_in_items_turns_and_minutes(corpus: Project) -> None:
    """.55 items a turn, and 70 in the 65 turns that hold any, so that 1.08 count as one: 431 x 1.08
    = 464 items are in 843 turns of full weight, more than there are."""
    status, out, err = run("audit", "support", "--json")
    plan = json.loads(out)
    assert (status, err) == (0, "")
    assert plan["fixed"] == {"0": 299, "1": 473, "2": 628, "5": 1049}
    assert plan["sequential"]["least"] == 431
    assert plan["sequential"]["expected"] == pytest.approx(785, abs=5)
    assert plan["sequential"]["truth"] == pytest.approx(0.9967, abs=0.0001)
    assert (plan["turns"], plan["available"]) == (127, 127)
    assert plan["items_a_turn"] == pytest.approx(70 / 127, abs=1e-4)
    assert plan["items_together"] == pytest.approx(70 / 65, abs=1e-4)
    assert plan["least"]["turns"] == 843 and plan["least"]["minutes"] is None
    assert sum(row["share"] for row in plan["strata"]) == pytest.approx(1, abs=0.001)
    assert not AuditDraw.objects.exists()
    status, out, _err = run("audit", "support", "--plan")
    assert "fixed beforehand: 299 with 0 missed, 473 with 1 missed, 628 with 2 missed" in out
    assert "sequentially: from 431 items on with none missed, about 786" in out
    assert "1.08 items count as one" in out
    assert "only 127 turns can be drawn: all of them read twice end it as well" in out


def test_draw_read_and_report(corpus: Project, second_annotator: Any) -> None:
    goal = ("--recall", "0.9", "--confidence", "0.9")
    status, out, _err = run("audit", "support", "--draw", *goal, "--seed", "7", "--json")
    summary = json.loads(out)
    drawn = AuditTurn.objects.count()
    assert (status, summary["drawn"], summary["seed"]) == (0, drawn, "7")
    assert (summary["recall"], summary["turns"]["waiting"]) == (0.9, drawn)
    assert QueryItem.objects.filter(second__isnull=False, status="open").count() == drawn
    read_again(corpus, second_annotator)
    # The goal is that of the draw, unless another is named; the readings were timed by now.
    status, out, _err = run("audit", "support", "--report", "--json")
    report = json.loads(out)
    assert (report["recall"], report["missed"], report["turns"]["read"]) == (0.9, 0, drawn)
    assert report["neither"]["neither"] == 0
    status, out, _err = run("audit", "support", "--report")
    assert "A second reader has met" in out and "too low where both overlook the same" in out
    plan = json.loads(run("audit", "support", "--json")[1])
    assert plan["seconds_a_turn"] == 10.0 and plan["least"]["minutes"] >= 1
    for told in (out, json.dumps(report)):
        assert "Marta" not in told and "call-1" not in told and "c12" not in told


def test_a_report_before_any_draw(corpus: Project) -> None:
    status, out, _err = run("audit", "support", "--report")
    assert status == 0 and out.startswith(
        "second reading: not asked\nAt least 464 more items, in 843"
    )


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (("nowhere",), "nowhere: no such project; expected the short name of one"),
        (("support", "--draw", "--turns", "128"), "128 turns were asked for; expected 1 to 127"),
        (("support", "--recall", "0.999999999"), "needs over 10,000,000 items"),
    ],
)
def test_refusals_are_one_sentence_and_write_nothing(
    corpus: Project, asked: tuple[str, ...], says: str
) -> None:
    status, out, err = run("audit", *asked)
    assert (status, out) == (1, "") and says in err and len(err.splitlines()) == 1
    assert not AuditDraw.objects.exists()
    assert not QueryItem.objects.filter(second__isnull=False).exists()


@pytest.mark.parametrize("option", ["--recall", "--confidence"])
@pytest.mark.parametrize("value", ["0", "1", "-2", "1.5", "nan", "much"])
def test_shares_outside_0_and_1(option: str, value: str) -> None:
    with pytest.raises(CommandError, match="is no number between 0 and 1"):
        run("audit", "support", f"{option}={value}")


def test_options_of_a_draw_need_one(corpus: Project) -> None:
    status, _out, err = run("audit", "support", "--turns", "5")
    assert (status, err.strip()) == (
        2, "--turns and --seed say how turns are drawn; expected --draw",
    )  # fmt: skip
    with pytest.raises(CommandError):
        run("audit", "support", "--draw", "--report")


def test_an_empty_project_and_one_without_readings(project: Project) -> None:
    status, _out, err = run("audit", "support")
    assert status == 1 and err.startswith("No turn rests on one reader's word")
    project.dialogues.all().delete()
    status, _out, err = run("audit", "support", "--draw")
    assert (status, err.strip()) == (1, "This project has no text; import dialogues first.")
