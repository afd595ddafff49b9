"""The learning page, its downloads and its action: who sees what, going back, bad input, cost."""

import csv
import io
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.models import AccessEvent, Project, SourceModel, TrainingRun, Turn
from tests.annotation.services.learning.test_page import AUDIT
from tests.rounds import drawn, make_round
from tests.webapp.api_client import API
from tests.webapp.html import roots, squeezed

PAGE = "/p/support/learning"


@pytest.fixture
def learnt(project: Project, batch: Any, data_dir: Path) -> list[TrainingRun]:
    """Three rounds with their models, turns drawn by chance beside the last."""
    runs = [
        make_round(project, 1, 1),
        make_round(project, 2, 2),
        make_round(project, 3, 3, details={"random": drawn(15, 0.25)}),
    ]
    for run in runs:
        (data_dir / run.folder).mkdir(parents=True)
    return runs


def page(client: Any, query: str = "?show=all", status: int = 200) -> str:
    response = client.get(PAGE + query)
    assert response.status_code == status
    return str(response.content.decode())


def test_everything_is_told(learnt: list[TrainingRun], curator: Any, client_of: Any) -> None:
    html = squeezed(page(client_of(curator)))
    for told in (
        "F1 .92 (.87 to .97) · with the right label .72 (.62 to .82)",
        "<h1>Model 3 finds about ",
        " get the right label; about ",
        "Model 3, after 30 read turns.",
        "learnt only from the 15 turns drawn by chance has F1 .25",
        "Measured on 20 finished turns",
        "What Model 3 takes for what",
        "2 tokens of surname called place",
        "Weakest labels",
        "the card of Model 3",
        "Hardest unread turns",
        "Model 3 is better: F1 .923 against .727",
        "Personal or not",
        "With the right label",
    ):
        assert told in html, told
    assert html.count("data-series=") >= 4  # three rounds, chance
    assert 'data-found="0.25"' in html and 'data-seconds="270"' in html


def test_model_and_source_are_one_card_and_the_title_comes_anew(
    learnt: list[TrainingRun], curator: Any, client_of: Any
) -> None:
    client = client_of(curator)
    html = squeezed(page(client, ""))
    model = html[html.index('id="model"') :]
    assert "No worker is running" in model[: model.index("</section>")]
    assert html.count("<h1") == 1 and "<h2>Transfer</h2>" not in html
    part = client.get(
        PAGE, headers={"HX-Request": "true", "HX-Target": f"learning-{learnt[0].project_id}"}
    )
    assert "<h1>" in squeezed(part.content.decode())  # a finished round changes what it says


def test_the_tab_stands_on_every_page(
    learnt: list[TrainingRun], reader: Any, client_of: Any
) -> None:
    html = client_of(reader).get("/p/support/").content.decode()
    assert f'href="{PAGE}"' in html


def test_turns_are_shown_to_who_may_label_and_that_is_logged(
    learnt: list[TrainingRun], annotator: Any, curator: Any, client_of: Any
) -> None:
    html = page(client_of(annotator))
    assert "router" in html and "Gracias" not in html  # she is asked about the first call alone
    seen = AccessEvent.objects.order_by("pk")
    names = seen.values_list("user__username", "purpose", "dialogue__external_id")
    assert list(names) == [("annotator", "learning", "call-1")]
    assert "Gracias" in page(client_of(curator))
    assert ("curator", "learning", "call-2") in names.all()
    assert "Go back to it" not in html and "Back to the newest" not in html


def test_texts_are_shown_and_logged_only_where_they_are_asked_for(
    learnt: list[TrainingRun], curator: Any, reader: Any, client_of: Any
) -> None:
    for part in ("", "?show=good", "?show=models", "?show=confused"):
        assert "Gracias" not in page(client_of(curator), part)
    assert not AccessEvent.objects.exists()
    assert "Gracias" in page(client_of(curator), "?show=turns")
    assert AccessEvent.objects.filter(purpose="learning").exists()
    page(client_of(reader), "?show=turns", 404)
    page(client_of(curator), "?show=what", 404)


def test_a_reader_sees_figures_and_no_text(
    learnt: list[TrainingRun], reader: Any, client_of: Any
) -> None:
    html = page(client_of(reader))
    assert "What Model 3 takes for what" in html
    for closed in ("Gracias", "call-2", "Hardest unread", "Go back"):
        assert closed not in html
    assert not AccessEvent.objects.exists()


def test_another_model_is_looked_at(learnt: list[TrainingRun], reader: Any, client_of: Any) -> None:
    assert "the card of Model 1" in page(client_of(reader), f"?show=confused&model={learnt[0].pk}")


def test_two_models_are_chosen_to_compare(
    learnt: list[TrainingRun], reader: Any, client_of: Any
) -> None:
    one, two = learnt[0].pk, learnt[1].pk
    html = page(client_of(reader), f"?show=models&left={two}&right={one}")
    assert "Model 2 is better: F1 .727 against .444" in html
    TrainingRun.objects.filter(pk=one).update(
        metrics={**learnt[0].metrics, "on": "cross-validation"}
    )
    assert "cannot be compared" in page(client_of(reader), f"?show=models&left={two}&right={one}")


def test_the_price_is_told_and_drawn(
    learnt: list[TrainingRun], reader: Any, client_of: Any
) -> None:
    """A bar a round with a price: 80 items by 100 turns, then 20, which is a quarter as high."""
    for run, items in zip(learnt[1:], (48.0, 12.0), strict=True):
        run.advice = {
            "verdict": "nearly",
            "why": "close",
            "loss": 0.015,
            "next": {"turns": 60, "items": items, "of": 4000.0, "seconds": 1500.0},
        }
        run.save()
    html = squeezed(page(client_of(reader), "?show=good"))
    assert "The next 60 turns, about 25 min, would find about 12 of 4,000 items. Stop?" in html
    figure = html.partition('<figure class="price">')[2].partition("</figure>")[0]
    assert figure.count("<rect") == 2
    assert 'class="track" x="0.0" y="0.0" width="118.0" height="48.0"' in figure
    assert 'class="bar" x="120.0" y="36.0" width="118.0" height="12.0"' in figure
    assert "first 80, now 20" in figure


def test_one_price_is_told_and_not_drawn(
    learnt: list[TrainingRun], reader: Any, client_of: Any
) -> None:
    assert 'id="price"' not in page(client_of(reader), "?show=good")
    learnt[-1].advice = {
        "verdict": "stop",
        "loss": 0.005,
        "next": {"turns": 60, "items": 3.0, "of": 40.0, "seconds": 90.0},
    }
    learnt[-1].save()
    html = page(client_of(reader), "?show=good")
    assert 'id="price"' in html and "Stop?" in html and 'class="price"' not in html


@pytest.mark.parametrize("query", ["?model=x", "?model=0", "?left=-1", f"?right={2**70}"])
def test_bad_questions_find_nothing(
    learnt: list[TrainingRun], reader: Any, client_of: Any, query: str
) -> None:
    page(client_of(reader), query, 404)


@pytest.mark.parametrize("name", ["model", "left", "right"])
def test_models_of_others_are_not_found(
    learnt: list[TrainingRun], reader: Any, client_of: Any, name: str
) -> None:
    other = make_round(Project.objects.create(slug="other", name="Other"), 1)
    page(client_of(reader), f"?{name}={other.pk}", 404)


def test_a_curator_goes_back_and_on(
    learnt: list[TrainingRun], project: Project, curator: Any, client_of: Any
) -> None:
    client = client_of(curator)
    answer = client.post(f"{PAGE}/model", {"run": learnt[0].pk})
    assert answer.headers["Location"] == PAGE
    html = page(client)
    assert "Model 1 takes over from the next batch on" in html
    assert "curator went back to Model 1" in html
    assert "until the newest may propose again" in html
    assert "the card of Model 1" in html  # what proposes is looked at
    project.refresh_from_db()
    assert project.model == learnt[0]
    client.post(f"{PAGE}/model", {"run": ""})
    assert "The newest model takes over again" in page(client)
    project.refresh_from_db()
    assert project.model is None


@pytest.mark.parametrize("bad", ["x", "0", "-3", "999999", str(2**70)])
def test_what_is_no_model_is_refused(
    learnt: list[TrainingRun], project: Project, curator: Any, client_of: Any, bad: str
) -> None:
    answer = client_of(curator).post(f"{PAGE}/model", {"run": bad})
    assert answer.status_code == 422
    assert "There is no finished model" in answer.content.decode()
    project.refresh_from_db()
    assert project.model is None


def test_a_model_without_its_files_is_refused(
    learnt: list[TrainingRun], curator: Any, client_of: Any, data_dir: Path
) -> None:
    (data_dir / learnt[0].folder).rmdir()
    answer = client_of(curator).post(f"{PAGE}/model", {"run": learnt[0].pk})
    assert answer.status_code == 422
    assert "The files of model 1 are not there any more" in answer.content.decode()


def test_without_a_round_the_page_says_what_comes(
    project: Project, reader: Any, curator: Any, client_of: Any, data_dir: Path
) -> None:
    html = page(client_of(curator))
    assert "No model yet" in html and "Choose the first batch" in html
    html = page(client_of(reader))
    assert "Go to the overview" in html and "Go to labelling" not in html
    TrainingRun.objects.create(project=project, number=1)
    html = page(client_of(curator))
    assert "No model yet" not in html and "The model waits to learn" in html


def test_running_and_failed_rounds_are_told(
    learnt: list[TrainingRun], project: Project, curator: Any, client_of: Any
) -> None:
    run = TrainingRun.objects.create(project=project, number=4, status="running", phase="training")
    html = page(client_of(curator))
    assert 'hx-trigger="every 1s"' in html and "Model 4 is learning" in html
    assert f"/p/support/training/{run.pk}/cancel" in html
    TrainingRun.objects.filter(pk=run.pk).update(status="failed", error="No memory was left.")
    html = page(client_of(curator))
    assert "The training stopped." in html and "No memory was left." in html
    assert "Try again" in html


def test_a_round_that_learnt_nothing_and_one_of_before(
    project: Project, reader: Any, client_of: Any, data_dir: Path
) -> None:
    make_round(project, 1, model=False, metrics={"on": "nothing"}, details={})
    html = page(client_of(reader))
    assert "Nothing to learn from yet" in html
    # A round that an older version left: no details, no interval, no card.
    TrainingRun.objects.create(
        project=project, number=2, status="done", labelled_turns=9, folder="models/x",
        metrics={"f1": 0.5, "precision": 0.5, "recall": 0.5, "on": "cross-validation", "n": 9},
    )  # fmt: skip
    html = page(client_of(reader))
    assert "It was not measured, so nothing is known" in html
    assert "half by half" in html


def test_transfer_is_drawn(
    learnt: list[TrainingRun], project: Project, reader: Any, client_of: Any
) -> None:
    project.source_model = SourceModel.objects.create(name="<b>hotels</b>", lang="en", folder="x")
    project.save()
    transfer = {
        "trust": 0.41,
        "leans": True,
        "signals": {"lift": 0.281, "turns": 120, "odd_one": 1, "gain": "x"},
    }
    TrainingRun.objects.filter(pk=learnt[2].pk).update(transfer=transfer)
    html = page(client_of(reader))
    assert "&lt;b&gt;hotels&lt;/b&gt; is used: the model begins with what it knows." in html
    assert "begins from the source" in html and "0.281" in html and "120" in html
    assert "odd one" not in html and "saved by listening" not in html
    # In words; the unit stands where somebody asks how it is measured.
    assert "How much less a turn surprises the model" in html
    unit = "log loss of a turn"
    assert html.index("How this is measured") < html.index(unit) and html.count(unit) == 1


def test_labels_are_escaped(
    learnt: list[TrainingRun], project: Project, reader: Any, client_of: Any
) -> None:
    details = {"confusion": {"<script>": {"<script>": 3, "O": 1}}, "weakest": [], "hardest": []}
    TrainingRun.objects.filter(pk=learnt[2].pk).update(details=details)
    html = page(client_of(reader)).split("</head>")[1]
    assert "<script>" not in html and "&lt;script&gt;" in html


def test_marks_are_drawn_in_hard_turns(
    learnt: list[TrainingRun], curator: Any, client_of: Any
) -> None:
    hard = Turn.objects.get(text__startswith="<%eh>")
    TrainingRun.objects.filter(pk=learnt[2].pk).update(details={"hardest": [hard.pk]})
    html = page(client_of(curator))
    assert '<i class="w-fill">eh</i>' in html[html.index('id="unsure"') :]
    assert "&lt;%eh" not in html


def test_a_fragment_is_one_root(
    learnt: list[TrainingRun], project: Project, reader: Any, client_of: Any
) -> None:
    from django.template.loader import render_to_string

    request = client_of(reader).get(PAGE).wsgi_request
    html = render_to_string("learning/_curve.html", {"project": project}, request)
    assert roots(html) == 1


# --- downloads and the operation ----------------------------------------------------------------


def test_rounds_are_downloaded_as_a_table(
    learnt: list[TrainingRun], reader: Any, client_of: Any
) -> None:
    answer = client_of(reader).get(f"{PAGE}/runs?format=csv")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="support-learning.csv"'
    rows = list(csv.DictReader(io.StringIO(answer.content.decode())))
    assert [row["turns"] for row in rows] == ["10", "20", "30"]
    assert (rows[2]["edits"], rows[2]["chance_turns"], rows[2]["chance_f1"]) == ("36", "15", "0.25")
    assert rows[0]["chance_f1"] == ""
    assert [row["proposes"] for row in rows] == ["False", "False", "True"]


def test_rounds_are_downloaded_as_json_and_by_programs(
    learnt: list[TrainingRun], reader: Any, client_of: Any
) -> None:
    client = client_of(reader)
    told = client.get(f"{PAGE}/runs").json()["runs"]
    assert told == client.get(f"{API}/runs").json()
    last = told[2]
    assert (last["number"], last["seconds"], last["measured_on"]) == (3, 270.0, "test")
    assert last["chance"]["f1_low"] == pytest.approx(0.2)
    assert last["labels"]["surname"]["support"] == 60


def test_the_test_drawn_by_chance_is_shown_and_downloaded(
    learnt: list[TrainingRun], reader: Any, client_of: Any
) -> None:
    client = client_of(reader)
    assert 'id="audited"' not in page(client)
    TrainingRun.objects.filter(pk=learnt[2].pk).update(advice={"audit": AUDIT})
    assert "the last 90 turns drawn by chance" in page(client)
    last = client.get(f"{API}/runs").json()[2]
    assert last["audit"] == AUDIT == client.get(f"{PAGE}/runs").json()["runs"][2]["audit"]
    table = client.get(f"{PAGE}/runs?format=csv").content.decode()
    rows = list(csv.DictReader(io.StringIO(table)))
    assert (rows[2]["audit_turns"], rows[2]["audit_f1"]) == ("90", "0.8471")
    assert (rows[2]["audit_f1_low"], rows[0]["audit_turns"]) == ("0.7604", "")
    assert "audit" not in rows[2]


def test_downloads_of_nothing_and_in_no_format(
    project: Project, reader: Any, client_of: Any
) -> None:
    client = client_of(reader)
    assert client.get(f"{PAGE}/runs").json() == {"project": "support", "runs": []}
    assert client.get(f"{PAGE}/runs?format=csv").content.startswith(b"id,number,kind")
    assert client.get(f"{PAGE}/runs?format=xlsx").status_code == 404


def test_queries_do_not_grow(
    learnt: list[TrainingRun],
    project: Project,
    curator: Any,
    client_of: Any,
    django_assert_num_queries: Any,
) -> None:
    client = client_of(curator)
    page(client)
    with CaptureQueriesContext(connection) as small:
        page(client)
    for number in range(4, 30):
        make_round(project, number, 2, details={"random": drawn(number, 0.3)})
    with django_assert_num_queries(len(small)):
        page(client)
    assert len(small) <= 24
