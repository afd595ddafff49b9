"""Recall on the release page and on the evidence page: what is said, and in both languages."""

from typing import Any

import pytest
from django.urls import reverse

from tests.recall_figures import figures
from tests.webapp.html import squeezed
from tests.webapp.views.projects.test_settings import CHOICES

pytestmark = pytest.mark.usefixtures("data_dir")


@pytest.fixture
def measured(labelled: Any) -> Any:
    labelled.measurements.create(
        kind="recall", status="done", finished_at="2026-03-09T14:05Z", figures=figures()
    )
    return labelled


def test_the_release_page_opens_with_one_sentence_and_one_picture(
    measured: Any, manager: Any, client_of: Any
) -> None:
    html = squeezed(
        client_of(manager).get(reverse("show-release", args=["support"])).content.decode()
    )
    lead = (
        "40 of 160 dialogues leave. One person has read 31 of them. In the 9 of which only the "
        "model has read a turn or more, about<b>3</b>items are expected to be left, at most 7.</p>"
    )
    assert lead in html
    assert html.index("40 of 160") < html.index("What you can do") < html.index('class="waffle"')
    assert html.count('class="replaced" x=') == 92 and html.count('class="unknown" x=') == 5
    assert "These figures are stale" in html  # its stamp is none of now
    assert "not known" in html and "Only the model, in part or whole" in html
    assert "up to 28.9" in html  # 1 - .7111, rounded up


def test_before_it_is_measured_the_page_says_so_and_offers_it(
    labelled: Any, manager: Any, reader: Any, client_of: Any, no_broker: Any
) -> None:
    client = client_of(manager)
    html = squeezed(client.get(reverse("show-release", args=["support"])).content.decode())
    assert "2 of 2 dialogues may leave. How many items are left in them was not measured." in html
    start = reverse("start-measurement", args=["support", "recall"])
    assert f'action="{start}"' in html and "waffle" not in html
    assert client.post(start).status_code == 302
    html = client.get(reverse("show-release", args=["support"])).content.decode()
    assert "is being measured now" in html


def test_the_evidence_page_draws_labels_persons_and_strata(
    measured: Any, manager: Any, client_of: Any
) -> None:
    html = squeezed(
        client_of(manager).get(reverse("show-evidence", args=["support"])).content.decode()
    )
    assert 'aria-label="surname: 80.0 percent found, between 71.1 and 90.0"' in html
    assert "Too few to say" in html  # of 3 places
    assert "Never met where recall is measured" in html and "<bdi>month</bdi>" in html
    assert "Third parties" in html and "Never seen in training" in html
    spanish = client_of(manager).get(
        reverse("show-evidence", args=["support"]), headers={"accept-language": "es"}
    )
    text = spanish.content.decode()
    assert "Terceras personas" in text and "surname: se encuentra el 80,0 por ciento" in text
    # Numbers of pictures keep their point.
    assert "," not in text.split('class="whisk"')[1].split("/>")[0]


def test_the_limits_are_settings_with_one_sentence_each(
    project: Any, manager: Any, client_of: Any
) -> None:
    page = reverse("edit-settings", args=["support"])
    client = client_of(manager)
    html = client.get(page).content.decode()
    assert 'name="clean_dialogues"' in html and 'name="missed_most"' in html
    assert "only a named person lifts it, in writing" in html
    sent = CHOICES | {"missed_most": "2"}
    assert client.post(page, sent | {"clean_dialogues": ""}).status_code == 302
    project.refresh_from_db()
    assert (project.clean_dialogues, project.missed_most) == (0.95, 0.02)  # empty: the usual one
    assert client.post(page, sent | {"clean_dialogues": "195"}).status_code == 422
