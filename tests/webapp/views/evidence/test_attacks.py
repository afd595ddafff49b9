"""Attacks on the evidence page: state, figure beside chance, what was not run."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone, translation

from annotation.evidence.attacks.registry import SURVIVORS, VALUES
from annotation.models import JobStatus, Measurement, Project
from annotation.services.evidence.attacks.shown import TITLES
from annotation.services.evidence.measurements import stamp_of
from webapp.templatetags.intervals import at_least, at_most, draw_interval, per_cent

SHARE = {"value": 0.026, "low": 0.011, "high": 0.051, "n": 312}


def finding(name: str, group: str, state: str, **more: Any) -> dict[str, Any]:
    empty = {"sentence": "", "values": {}, "success": None, "chance": None, "tried": 0, "why": "",
             "rows": []}  # fmt: skip
    return {"name": name, "group": group, "state": state, **empty, **more}


FIGURES = {
    "dialogues": 40,
    "known": 12,
    "not_run": 1,
    "findings": [
        finding(
            "parrot", "survivors", "held", success=SHARE, chance=0.013, tried=312,
            sentence="A tagger trained on half of the file made %(tried)s claims about the other "
            "half; it pointed at %(found)s of %(left)s words that were missed.",
            values={"tried": 312, "found": 8, "left": 90},
        ),
        finding("two-files", "survivors", "not run",
                why="No other file of these dialogues is known; the attack needs two."),
        finding("initials", "values", "told", success=SHARE, chance=0.013, tried=2000,
                sentence="Of %(tried)s names %(right)s keep their first letter; by chance "
                "%(expected)s would.", values={"tried": 2000, "right": 50, "expected": 26}),
    ],
}  # fmt: skip


@pytest.fixture
def measured(project: Project) -> Measurement:
    return Measurement.objects.create(
        project=project, kind="attack", status=JobStatus.DONE, figures=FIGURES,
        stamp=stamp_of(project), finished_at=timezone.now(),
    )  # fmt: skip


def page(client: Client, project: Project, manager: Any) -> str:
    client.force_login(manager)
    answer = client.get(f"/p/{project.slug}/evidence")
    assert answer.status_code == 200
    return answer.content.decode()


def test_attacks_stand_by_group_beside_chance(
    client: Client, project: Project, manager: Any, measured: Measurement
) -> None:
    html = page(client, project, manager)
    assert "1 was not run and is not passed." in html
    assert html.index("What was missed") < html.index("What surrogates say")
    assert "Who it is" not in html  # a group without a finding has no heading
    assert "it pointed at 8 of 90 words that were missed." in html
    assert html.count('<svg class="ivl"') == 2
    assert "Parrot, spans not marked: 2.6\xa0%, between 1.1\xa0% and 5.1\xa0%; by chance" in html
    assert "changed since" not in html


def test_before_the_first_measurement_it_says_so(
    client: Client, project: Project, manager: Any
) -> None:
    assert "Not measured yet" in page(client, project, manager)


def test_in_spanish_every_sentence_is(
    client: Client, project: Project, manager: Any, measured: Measurement
) -> None:
    client.cookies["django_language"] = "es"
    html = page(client, project, manager)
    for english in ("A tagger trained", "No other file", "first letter", "beside chance"):
        assert english not in html
    assert "1 no se hizo y no se da por superado." in html


def test_places_are_those_of_the_line_from_nought_to_one() -> None:
    # A line from 4 to 296: 0 stands at 4, a half at 150, 1 at 296.
    drawn = draw_interval("Initials", {"value": 0.5, "low": 0.0, "high": 1.0, "n": 9}, 0.25)
    assert (drawn["at"], drawn["low"], drawn["high"], drawn["chance"]) == (
        "150.0",
        "4.0",
        "296.0",
        "77.0",
    )


@pytest.mark.parametrize(
    ("share", "lang", "said"),
    [
        (0.0261, "en", "2.6\xa0%"),
        (0.0261, "es", "2,6\xa0%"),
        (0.25, "en", "25.0\xa0%"),
        (0.0, "en", "0.0\xa0%"),
    ],
)
def test_shares_in_per_cent(share: float, lang: str, said: str) -> None:
    with translation.override(lang):
        assert per_cent(share) == said


def test_ends_of_an_interval_are_rounded_outwards() -> None:
    translation.activate("en")
    assert (at_least(0.0249), at_most(0.0251)) == ("2.4\xa0%", "2.6\xa0%")
    assert (at_least(0.257), at_most(0.251)) == ("25.7\xa0%", "25.1\xa0%")
    assert (at_least(0.011), at_most(0.011)) == ("1.1\xa0%", "1.1\xa0%")


def test_every_attack_of_these_groups_has_a_title() -> None:
    assert {*SURVIVORS, *VALUES} <= set(TITLES)
