"""The evidence page as a whole: its order, and all measurements started at once."""

from typing import Any

import pytest
from django.urls import reverse

from annotation.services.evidence.measurements import WORK
from tests.recall_figures import figures
from tests.webapp.html import squeezed

pytestmark = pytest.mark.usefixtures("data_dir")
ORDER = (
    *("singling", "recall", "second_reading", "remains", "intruder"),
    *("linking", "attacks", "epsilon", "exposure"),
    *("use", "utility", "tables"),
)


def page_of(client: Any) -> str:
    return squeezed(client.get(reverse("show-evidence", args=["support"])).content.decode())


def test_parts_stand_in_the_order_in_which_regulators_ask(
    labelled: Any, manager: Any, client_of: Any
) -> None:
    html = page_of(client_of(manager))
    places = [html.index(f'id="{name}"') for name in ORDER]
    assert places == sorted(places)
    for name in ("singling", "linking", "use"):
        assert f'href="#{name}"' in html
    assert html.count("Not measured yet") == len(WORK)
    assert "<h1>Nothing has been measured yet</h1>" in html


def test_all_are_measured_at_once_and_each_only_once(
    labelled: Any, manager: Any, client_of: Any, no_broker: Any
) -> None:
    client = client_of(manager)
    everything = reverse("start-all-measurements", args=["support"])
    assert f'action="{everything}"' in page_of(client)
    client.post(reverse("start-measurement", args=["support", "recall"]))
    for _time in range(2):
        assert client.post(everything).status_code == 302
        assert sorted(row.kind for row in labelled.measurements.all()) == sorted(WORK)
    html = page_of(client)
    assert "disabled>Measure all" in html and "Measure again" not in html


def test_a_reader_is_offered_no_measurement(labelled: Any, reader: Any, client_of: Any) -> None:
    client = client_of(reader)
    assert client.post(reverse("start-all-measurements", args=["support"])).status_code in (
        403,
        404,
    )
    assert not labelled.measurements.exists()


def test_the_title_is_what_was_found(labelled: Any, manager: Any, client_of: Any) -> None:
    client = client_of(manager)
    made = {"status": "done", "finished_at": "2026-03-09T14:05Z"}
    labelled.measurements.create(kind="recall", figures=figures(), **made)
    assert "<h1>2 limits are not kept and 5 measurements are missing</h1>" in page_of(client)
    for kind in set(WORK) - {"recall", "attack"}:
        labelled.measurements.create(kind=kind, figures={}, **made)
    attack = {"group": "survivors", "why": "", "sentence": "", "values": {}, "success": None}
    attack |= {"chance": None, "tried": 0}
    states = ("told", "not run", "not run", "held")
    findings = [attack | {"name": f"a{n}", "state": state} for n, state in enumerate(states)]
    labelled.measurements.create(kind="attack", figures={"findings": findings}, **made)
    found = "2 limits are not kept, 1 attack succeeds and 2 were not run"
    assert f"<h1>{found}</h1>" in page_of(client)
