"""The part "Tables" of the evidence page: measured by the worker, shown, and taken as a file."""

from typing import Any

import pytest

from annotation.models import Measurement, Reading
from annotation.services.evidence.measurements import work_on_measurement
from tests.labelled import label, read, shown


@pytest.fixture
def measured(labelled: Any) -> Any:
    """The tables of the two calls, as the worker makes them."""
    row = Measurement.objects.create(
        project=labelled, kind="tables", status="running", claim="a claim"
    )
    work_on_measurement(row, lambda share, phase: None)
    row.refresh_from_db()
    assert row.status == "done"
    return labelled


def test_before(labelled: Any, manager: Any, client_of: Any) -> None:
    client = client_of(manager)
    text = client.get("/p/support/evidence").content.decode()
    assert 'id="tables"' in text and "/evidence/tables.md" not in text
    assert client.get("/p/support/evidence/tables.md").status_code == 404


def test_shown_and_downloaded(measured: Any, manager: Any, client_of: Any) -> None:
    client = client_of(manager)
    text = client.get("/p/support/evidence").content.decode()
    assert "Items by label" in text and "/evidence/tables.csv" in text
    assert not shown(text[text.index('id="tables"') :])
    answer = client.get("/p/support/evidence/tables.md")
    assert answer["Content-Disposition"] == 'attachment; filename="antifaz-tables.md"'
    # Nine items in all: of none of the labels more than that is told.
    assert "| male name | < 10 | – |" in answer.content.decode()
    assert client.get("/p/support/evidence/tables.csv").content.startswith(b"table,row,column")
    assert client.get("/p/support/evidence/tables.xls").status_code == 404


def test_what_could_not_be_made_leaves_the_rest(
    measured: Any, manager: Any, client_of: Any
) -> None:
    figures = measured.measurements.get().figures
    assert [table["name"] for table in figures["tables"]] == ["corpus", "labels"]
    assert figures["notes"] == ["one_reader", "few_dialogues"]
    text = client_of(manager).get("/p/support/evidence").content.decode()
    assert "No agreement: no turn was read by two people." in text
    assert "No figures of a model: fewer labelled dialogues than folds." in text


def test_gold_by_vote_and_a_domain_are_chosen(
    measured: Any, manager: Any, client_of: Any, second_annotator: Any
) -> None:
    """Ten calls of two shops, each with an item that two people gave."""
    for number in range(10):
        call = measured.dialogues.create(
            external_id=f"s{number}", position=100 + number, meta={"shop": "ab"[number % 2]}
        )
        turn = call.turns.create(position=0, speaker="a", text="Soy Ana")
        read(turn, manager, [("Ana", "female name")])
        label(turn, second_annotator, [("Ana", "female name")])
    Reading.objects.filter(reader=second_annotator).update(status="done")
    row = Measurement.objects.create(
        project=measured, kind="tables", status="running", claim="a claim",
        options={"gold": "vote", "domain": "shop"},
    )  # fmt: skip
    work_on_measurement(row, lambda share, phase: None)
    row.refresh_from_db()
    tables = {table["name"]: table for table in row.figures["tables"]}
    assert {"readers", "pairs", "domains"} <= tables.keys()
    assert "vote of the majority" in tables["readers"]["note"]
    assert [line[0] for line in tables["domains"]["rows"]] == ["a", "b"]
    client = client_of(manager)
    text = " ".join(client.get("/p/support/evidence").content.decode().split())
    assert '<option value="shop" selected>' in text and '<option value="vote" selected>' in text
    client.post("/p/support/evidence/measure/tables", {"gold": "vote", "domain": "shop"})
    assert measured.measurements.get(status="queued").options == {"gold": "vote", "domain": "shop"}
