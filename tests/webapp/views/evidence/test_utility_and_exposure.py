"""The parts of the evidence page on utility and memory: figures, which label costs, the warning."""

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from annotation.models import Measurement, Project, SourceModel
from annotation.services.jobs.failures import MEMORY


def figure(mean: float, deviation: float | None = 0.01) -> dict[str, Any]:
    return {"mean": mean, "deviation": deviation, "repeats": 3}


def label(name: str, n: int, was: float, now: float) -> dict[str, Any]:
    return {"name": name, "n": n, "was": figure(was), "now": figure(now), "cost": 0.02}


def row(strategy: str, score: float, delta: float, costs: list[str]) -> dict[str, Any]:
    return {
        "strategy": strategy,
        "original": figure(score),
        "replaced": None if strategy == "none" else figure(0.9),
        "delta": figure(delta),
        "left": None if strategy == "none" else figure(90),
        "labels": [label("street", 40, 0.9, 0.4), label("sex", 4, 1.0, 0.0)],
        "answers": [],
        "costs": costs,
    }


UTILITY = {
    "measure": "span F1",
    "repeats": 3,
    "learnt_from": figure(88.0),
    "test": {"dialogues": 20, "turns": 200},
    "kept": False,
    "rows": [
        row("none", 0.93, 0.0, []),
        row("entity", 0.85, -0.08, ["street", "sex"]),
        row("word", 0.925, -0.005, []) | {"not_run": [{"repeat": 2, "why": MEMORY}]},
        {"strategy": "redact", "why": "its output holds no item to learn from"},
        {"strategy": "typed", "state": "not run", "why": "typed: a label crosses another"},
    ],
}
SHARE = {"value": 0.312, "low": 0.28, "high": 0.34, "n": 800}
EXPOSURE = {
    "canaries": 10,
    "rivals": 500,
    "repetitions": [0, 4],
    "turns": 1200,
    "most": 8.97,
    "by_chance": 1.44,
    "labels": [
        {
            "label": "place",
            "bits": {
                "0": {"mean": 1.5, "deviation": 0.2, "in_clear": 0, "n": 10},
                "4": {"mean": 6.0, "deviation": 0.2, "in_clear": 9, "n": 10},
            },
        }
    ],
    "too_few": ["month"],
    "clear": {"learnt": SHARE, "never": {**SHARE, "value": 0.018}, "labels": []},
    "model": None,
}


@pytest.fixture
def seen(project: Project, manager: Any, client_of: Any) -> str:
    now = timezone.now()
    for kind, figures in (("utility", UTILITY), ("exposure", EXPOSURE)):
        Measurement.objects.create(
            project=project, kind=kind, figures=figures, status="done", finished_at=now
        )
    return _words(client_of(manager).get(f"/p/{project.slug}/evidence").content.decode())


def _words(html: str) -> str:
    return " ".join(html.replace("\xa0", " ").split())


def test_each_strategy_has_its_row(seen: str) -> None:
    assert ".930 ± .010" in seen and ".850 ± .010" in seen
    assert "−8.0 ± 1.0" in seen
    assert "nothing in it to learn from" in seen
    assert "A fifth of all was drawn" in seen
    assert "not run: typed: a label crosses another" in seen
    assert f"Word, repeat 2, was not run: {MEMORY}" in seen


def test_it_is_said_which_label_costs_it(seen: str) -> None:
    assert "Entity loses more than a point; it costs most at: street, sex." in seen
    assert "Word loses more than a point" not in seen


def test_few_items_have_no_figure(seen: str) -> None:
    assert "&lt; 10" in seen


def test_the_dots_are_drawn(seen: str) -> None:
    # On a line from 4 to 296: .85 stands at 4 + 292 * .85, and .01 is 2.9 wide.
    assert 'd="M252.2 10h.01"' in seen and 'd="M249.3 10H255.1"' in seen


def test_exposure_beside_a_model_that_never_saw_them(seen: str) -> None:
    assert "said 0 times" in seen and "said 4 times" in seen
    assert "1.5" in seen and "90 % in clear" in seen
    assert "Too few items to say: month." in seen


def test_words_in_clear_and_the_warning(seen: str) -> None:
    assert "31.2 % of 800 labelled words stand in clear" in seen and "1.8 %" in seen
    assert "it stays where the originals are, unless it was trained on surrogates" in seen
    assert "“manage.py train support --on-surrogates entity --out FOLDER” makes a model" in seen


def test_nothing_measured_is_no_table(project: Project, manager: Any, client_of: Any) -> None:
    html = _words(client_of(manager).get(f"/p/{project.slug}/evidence").content.decode())
    assert "Use that is left" in html and "Learnt from" not in html


def test_a_source_model_that_projects_share_says_what_it_holds(
    project: Project, admin_client: Any
) -> None:
    source = SourceModel.objects.create(name="Hotels", lang="en", folder="models/none")
    said = "who can copy its folder can read words of that corpus"
    Project.objects.update(source_model=source)
    assert said not in _words(admin_client.get(reverse("list-sources")).content.decode())
    Project.objects.create(slug="other", name="Other", source_model=source)
    assert said in _words(admin_client.get(reverse("list-sources")).content.decode())
