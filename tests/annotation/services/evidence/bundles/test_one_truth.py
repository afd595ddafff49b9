"""The sheet says one truth: figures that were hidden agree wherever they are printed."""

import html
import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from annotation.evidence.bundle.methods import to_markdown
from annotation.evidence.bundle.schema import evidence_schema, faults
from annotation.models import Bundle, Measurement
from annotation.services.evidence.bundles import facts as facts_module
from annotation.services.evidence.bundles.facts import facts_of
from annotation.services.evidence.bundles.gate import gate_of
from annotation.services.evidence.bundles.leaving import figures_that_leave
from annotation.services.evidence.bundles.reading import Group
from annotation.services.evidence.bundles.terms import save_terms
from annotation.services.evidence.bundles.writing import draw_sheet
from annotation.services.figures import NO_BREAK
from tests.annotation.services.evidence.bundles import room

pytestmark = pytest.mark.django_db
TERMS = {
    "organisation": "Laguntza",
    "contact": "data@laguntza.example",
    "licence": "For research alone.",
    "originals": "Two people",
    "key_holder": "The data protection officer",
}


@pytest.fixture
def bundle(labelled: Any, manager: Any, data_dir: Path) -> Bundle:
    save_terms(labelled, TERMS)
    room.measure(labelled)
    return room.signed(room.write(labelled), manager)


def test_what_the_model_leaves_is_said_where_readers_were_not_measured(
    bundle: Bundle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The model's turns are known by themselves: sentence, picture, table and methods say the
    same, and nobody is told that nothing is known."""
    figures = json.loads(json.dumps(room.RECALL))
    figures["file"]["rows"] = [
        {"who": "model", "dialogues": 2, "items": 10, "kinds": ["model", "one"],
         "unknown": ["one"], "left": [12.0, 10.0, 24.0], "holding": [1.0, 1.0, 2.0]},
    ]  # fmt: skip
    figures["model"]["never"] = []
    figures["file"]["hundred"] = {"replaced": 40, "left": 30, "unknown": 30}
    Measurement.objects.filter(kind="recall").update(figures=figures)
    of_model = [Group("model", 2, 10, 10)]
    monkeypatch.setattr("annotation.services.evidence.bundles.facts.groups_of", lambda *_: of_model)
    facts = facts_of(gate_of(bundle.export), [])
    assert facts["left"] is None and facts["reading"][0]["left"]["expected"] == 12
    assert facts["picture"] == {"replaced": 40, "left": 30, "unknown": 30}
    said = "In the turns that the model alone has read, about 12 items are expected to be left"
    assert said in facts["sentence"]
    sheet = html.unescape(draw_sheet(bundle.project, facts, {}))
    assert "Of 100 items in the turns that the model alone has read" in sheet
    assert "12 and more" in sheet and "nobody knows" not in sheet
    assert "left in the turns that a model alone has read" in to_markdown(facts)
    assert list(faults(facts, evidence_schema())) == []


def test_labels_stand_by_what_is_printed_of_them() -> None:
    """4 of 45 and 1 of 72 missed are "> 77.7 %" and "> 86.1 %": 16 of 92 stands between them."""
    rows = [
        {"name": name, "value": 1 - missed / n, "low": 0.7, "high": 1.0, "n": n, "few": n < 30,
         "missed": missed}
        for name, missed, n in (("letter", 66, 66), ("male", 16, 92), ("place", 4, 45),
                                ("female", 1, 72), ("month", 11, 11))
    ]  # fmt: skip
    left = figures_that_leave("recall", {"model": {"labels": rows}})["model"]["labels"]
    assert [row["name"] for row in left] == ["letter", "place", "male", "female", "month"]


def test_no_difference_gives_a_hidden_count_back() -> None:
    """Of 426 missed 425 were never seen in training: 1 was, and so that stratum stays at home. Of
    two labels one is hidden: the sum would tell it."""
    strata = [{"name": "unseen", "missed": 425, "n": 702}, {"name": "seen", "missed": 1, "n": 35},
              {"name": "long", "missed": 132, "n": 223}]  # fmt: skip
    labels = [{"name": "number", "missed": 422, "n": 690}, {"name": "place", "missed": 4, "n": 47}]
    model = {"missed": 426, "items": 737, "strata": strata, "labels": labels, "all": {"n": 737}}
    left = figures_that_leave("recall", {"model": model})["model"]
    assert [row["name"] for row in left["strata"]] == ["seen", "long"]
    assert "missed" not in left and "all" not in left
    labels.append({"name": "month", "missed": 3, "n": 30})
    assert figures_that_leave("recall", {"model": model})["model"]["missed"] == 426


def test_p_gives_no_hidden_count_back(bundle: Bundle) -> None:
    """Of 45 items 4 were missed. The lower end of recall would say so: .788 is that of 4 of 45
    alone; the end for any count below 10 is .654."""
    share = {"name": "place", "value": 1 - 4 / 45, "low": 0.7877, "high": 0.9753, "n": 45}
    labels = [share, {**share, "name": "month", "value": 0.5}]
    recall = {"model": {"all": share, "labels": labels}}
    assert facts_module._coarse_p(bundle.export, recall) == {"place": (".654", ".346")}


def test_counts_of_labels_and_attacks_are_not_hidden(bundle: Bundle) -> None:
    gate = {line["check"]: line for line in facts_of(gate_of(bundle.export), [])["gate"]}
    assert gate["attacks-not-run"]["title"] == "1 attack could not be run, and is not passed"
    assert gate["attacks-not-run"]["figure"] == "1"


def test_the_foot_of_a_printed_page_names_the_release(bundle: Bundle) -> None:
    """A title is text of a person, and the foot is CSS: nothing of it may end the string."""
    bundle.project.name = 'Calls "2026"; } </style><p>'
    sheet = draw_sheet(bundle.project, facts_of(gate_of(bundle.export), []), {})
    foot = re.search(r'@bottom-left { content: "([^"]*)"', sheet)
    assert foot and not set(foot[1]) & set("<>{};") and foot[1].startswith("Calls \\22 2026")
    assert sheet.count("</style>") == 1


def test_who_gave_nothing_away_about_the_terms_is_told_in_one_line(bundle: Bundle) -> None:
    save_terms(bundle.project, {"contact": "", "key_holder": ""})
    sheet = draw_sheet(bundle.project, facts_of(gate_of(bundle.export), []), {})
    assert "The giver has not said: whom to ask, who holds key and map." in " ".join(sheet.split())
    assert "Not stated" not in sheet


def test_a_sheet_draws_the_limit_and_the_letters_of_its_project(bundle: Bundle) -> None:
    """19 of 20 are to be found of each label: .95 stands at 4 + 292 x .95."""
    sheet = draw_sheet(bundle.project, facts_of(gate_of(bundle.export), []), {})
    assert '<path class="goal" d="M281.4 2V18"' in sheet
    assert f"limit, 95{NO_BREAK}%" in sheet
    assert re.search(r'<i class="key f-place">P</i>', sheet)


def test_a_spanish_sheet_has_a_point_in_no_number(bundle: Bundle) -> None:
    with translation.override("es"):
        sheet = draw_sheet(bundle.project, facts_of(gate_of(bundle.export), []), {})
    assert f"90,0{NO_BREAK}%" in sheet and "90.0" not in sheet
    assert 'd="M281.4 2V18"' in sheet  # places of a drawing keep it
