"""The part "Epsilon, or why not" of the evidence page: reasons, figure, nothing claimed."""

import re
from typing import Any

from annotation.models import Export, Measurement
from annotation.services.evidence.epsilon.known_figures import curve_in, f1_of
from annotation.services.evidence.measurements import stamp_of
from tests.annotation.services.evidence.bundles import room
from tests.labelled import shown


def page(client_of: Any, manager: Any) -> str:
    answer = client_of(manager).get("/p/support/evidence")
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def part(text: str) -> str:
    return text[text.index('id="epsilon"') :]


def test_without_labels(project: Any, manager: Any, client_of: Any) -> None:
    text = part(page(client_of, manager))
    assert "Nothing is labelled yet" in text and "No figure of this kind covers" in text


def test_reasons_and_figure(labelled: Any, manager: Any, client_of: Any) -> None:
    lows = {"surname": 0.8, "place": 0.9, "male name": 0.9, "female name": 0.9, "month": 0.9,
            "number": 0.9}  # fmt: skip
    rows = [
        {"name": name, "low": low, "value": low, "high": 1.0, "n": 50, "missed": 1, "few": False}
        for name, low in lows.items()
    ]
    figures = {
        "model": {"why": "no_gold", "all": {"low": 0.9, "n": 50}, "labels": rows},
        "readers": {"why": "one_reader"},
        "file": room.RECALL["file"]
        | {"rows": [row | {"kinds": ["model"]} for row in room.RECALL["file"]["rows"]]},
    }
    Measurement.objects.create(
        project=labelled, kind="recall", status="done", figures=figures, stamp=stamp_of(labelled)
    )
    text = part(page(client_of, manager))
    assert "No label has a finite epsilon" in text
    assert text.count("one draw stands for a whole person or thing") == 1  # above the table
    assert "as above" in text
    assert ".800" in text and ".200" in text  # p and 1 - p of surnames
    assert "<svg" in text and "p now: .800" in text
    assert "F1 stands beside it once utility is measured." in text
    assert not re.search("anonym|guarant|complian", text, re.IGNORECASE)
    assert not shown(text)
    score = {"mean": 0.87, "deviation": None}
    word = {"strategy": "word", "original": score, "replaced": score, "left": None}
    row = Measurement(project=labelled, kind="utility", status="done", figures={"rows": [word]})
    assert f1_of(row.figures) == {"word": 0.87}
    assert curve_in(row.figures) == []
    row.figures["rows"].append(word | {"strategy": "word@.5", "original": {"mean": 0.9}})
    assert f1_of(row.figures) == {"word": 0.87}
    assert curve_in(row.figures) == [(0.5, 0.9), (1.0, 0.87)]


def test_marked_spans_show_none(labelled: Any, manager: Any, client_of: Any) -> None:
    Export.objects.create(
        project=labelled, format="jsonl", strategy="entity", spans="marked", status="done"
    )
    assert "spans are marked, so any name outside them is real" in page(client_of, manager)
