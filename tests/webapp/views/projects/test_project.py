"""The list, a new project and its front page."""

import re
from typing import Any

import pytest

from annotation.models import (
    Member,
    Project,
    Reading,
    SourceModel,
    Span,
    TrainingRun,
    Turn,
)
from tests.webapp.addresses import url
from tests.webapp.html import squeezed

# --- list and new ---------------------------------------------------------------------------


def test_the_list_shows_own_projects_with_progress(
    project: Project, annotator: Any, client_of: Any
) -> None:
    other = Project.objects.create(slug="other", name="Other corpus")
    turn = Turn.objects.filter(dialogue__project=project).first()
    Reading.objects.create(turn=turn, reader=annotator, is_gold=True, status="done")
    html = client_of(annotator).get("/").content.decode()
    assert "Support calls" in html
    assert other.name not in html
    assert "of 7 turns read" in html
    assert "Annotator" in html


def test_the_list_costs_the_same_for_many_projects(
    project: Project, manager: Any, client_of: Any, django_assert_max_num_queries: Any
) -> None:
    for number in range(20):
        extra = Project.objects.create(slug=f"p{number}", name=f"P {number}")
        Member.objects.create(project=extra, user=manager, role="manager")
    client = client_of(manager)
    with django_assert_max_num_queries(5):
        client.get("/")


def test_who_has_no_project_is_told_what_to_do(outsider: Any, client_of: Any) -> None:
    html = client_of(outsider).get("/").content.decode()
    assert "A manager can add you" in html
    assert "New project" not in html


def test_an_administrator_begins(outsider: Any, client_of: Any) -> None:
    outsider.is_superuser = True
    outsider.save()
    assert "New project" in client_of(outsider).get("/").content.decode()


def test_a_manager_makes_a_project(project: Project, manager: Any, client_of: Any) -> None:
    answer = client_of(manager).post(
        "/projects/new", {"name": "Soporte 2026", "lang": "es", "scheme": "es-port"}
    )
    made = Project.objects.get(slug="soporte-2026")
    assert answer.headers["Location"] == "/p/soporte-2026/import"
    assert made.labels.count() == 11
    assert made.memberships.get().role == "manager"
    client_of(manager).post("/projects/new", {"name": "Soporte 2026", "lang": "es", "scheme": ""})
    assert Project.objects.get(slug="soporte-2026-2").labels.count() == 0


def test_what_a_new_project_is_said_to_keep_for_good_is_what_no_setting_changes(
    project: Project, manager: Any, client_of: Any
) -> None:
    client = client_of(manager)
    asked = client.get("/projects/new").content.decode()
    assert "Everything but the language can be changed later" in asked
    chosen = set(re.findall(r'<(?:input|select|textarea)[^>]* name="(\w+)"', asked))
    settings = client.get(f"/p/{project.slug}/settings").content.decode()
    changed = set(re.findall(r'<(?:input|select|textarea)[^>]* name="(\w+)"', settings))
    assert chosen - changed - {"csrfmiddlewaretoken", "next"} == {"lang", "scheme"}
    # A scheme is where labels begin.
    assert "labels/add" in client.get(f"/p/{project.slug}/labels").content.decode()


@pytest.mark.parametrize("name", ["annotator", "reader", "outsider"])
def test_others_make_no_project(name: str, project: Project, request: Any, client_of: Any) -> None:
    client = client_of(request.getfixturevalue(name))
    assert client.get("/projects/new").status_code == 403
    assert client.post("/projects/new", {"name": "X", "lang": "es"}).status_code == 403


def test_a_new_project_needs_a_name_and_a_known_scheme(
    project: Project, manager: Any, client_of: Any
) -> None:
    client = client_of(manager)
    for bad in (
        {"name": "", "lang": "es"},
        {"name": "X", "lang": "xx"},
        {"name": "X", "lang": "es", "scheme": "no"},
    ):
        answer = client.post("/projects/new", bad)
        assert answer.status_code == 422
        assert 'role="alert"' in answer.content.decode()
    assert Project.objects.count() == 1


def test_fields_that_the_form_does_not_have_do_not_count(
    project: Project, manager: Any, client_of: Any
) -> None:
    client_of(manager).post(
        "/projects/new",
        {"name": "X", "lang": "es", "scheme": "", "is_invented": "1", "slug": "admin"},
    )
    made = Project.objects.get(name="X")
    assert (made.slug, made.is_invented) == ("x", False)


# --- front page -----------------------------------------------------------------------------


def round_of(project: Project, number: int, turns: int, f1: float, **values: Any) -> TrainingRun:
    return TrainingRun.objects.create(
        project=project,
        kind="round",
        number=number,
        status="done",
        labelled_turns=turns,
        metrics={
            "f1": f1,
            "precision": f1,
            "recall": f1 - 0.02,
            "on": "test",
            "n": 40,
            "f1_labels": f1 - 0.11,
        },
        left={"expected": 119.6, "low": 80.2, "high": 190.0, "basis": "test", "unread": 900},
        **values,
    )


def test_an_empty_project_asks_for_an_import(manager: Any, client_of: Any) -> None:
    empty = Project.objects.create(slug="empty", name="Empty")
    Member.objects.create(project=empty, user=manager, role="manager")
    html = client_of(manager).get("/p/empty/").content.decode()
    assert "No dialogues yet" in html
    assert "/p/empty/import" in html
    assert "/p/empty/import" in client_of(manager).get("/").content.decode()
    assert "Nothing to release yet" in client_of(manager).get("/p/empty/release").content.decode()
    pages = ("", "revise", "release", "team", "adjudicate", "learning", "corpus", "label")
    drawn = []
    for page in pages:
        html = client_of(manager).get(f"/p/empty/{page}").content.decode()
        drawn.append(html.partition('class="drawing"')[2].partition("</svg>")[0])
    assert all(drawn) and drawn[0] == drawn[6]
    assert len(set(drawn)) == 7  # each says what will stand there


def test_the_sentence_comes_first(project: Project, reader: Any, client_of: Any) -> None:
    round_of(project, 1, 20, 0.61)
    round_of(project, 2, 40, 0.73)
    html = client_of(reader).get(url("show-overview")).content.decode()
    assert "After 40 read turns: F1 .73 · with the right label .62" in html
    advice = html.index("about 120 items would stay unseen.")
    assert advice < html.index("After 40 read turns")
    assert "over 2 rounds: 59 with 20 read turns, 71 with 40 read turns." in html
    assert html.count("<circle") == 5  # two points, wide and on a phone, and the theme button
    assert '<td class="num">0.730</td>' in html  # the same as a table


def test_the_source_model_weighs_less_and_less(
    project: Project, reader: Any, client_of: Any
) -> None:
    project.source_model = SourceModel.objects.create(name="Hotels", lang="en", folder="x")
    project.save()
    round_of(project, 1, 20, 0.5, source_weight=1.0)
    round_of(project, 2, 40, 0.6, source_weight=0.25)
    html = client_of(reader).get(url("show-overview")).content.decode()
    weights = "25 % now, 100 % at the start".replace(" %", "\N{NO-BREAK SPACE}%")
    assert f"Weight of the source model: {weights}" in html


def test_coordinates_have_points_in_spanish_too(
    project: Project, reader: Any, client_of: Any
) -> None:
    round_of(project, 1, 20, 0.6151)
    client = client_of(reader)
    client.cookies["django_language"] = "es"
    html = client.get(url("show-overview")).content.decode()
    assert re.search(r'<circle class="point" cx="[\d.]+" cy="[\d.]+"', html)
    assert not re.search(r' [xy]="\d+,\d', html)


def test_a_round_without_anything_to_learn_is_no_point(
    project: Project, reader: Any, client_of: Any
) -> None:
    TrainingRun.objects.create(
        project=project, status="done", metrics={"on": "nothing"}, labelled_turns=3
    )
    html = client_of(reader).get(url("show-overview")).content.decode()
    assert "Nothing to learn from yet in 3 read turns" in html
    assert "<h2>Nothing to learn from yet</h2>" in html
    assert "The learning curve begins" in html
    assert 'class="plot wide"' not in html  # what has no figures takes no room of figures


def test_labels_are_counted_as_people_gave_them(
    project: Project, annotator: Any, reader: Any, client_of: Any
) -> None:
    turn = Turn.objects.get(dialogue__external_id="call-1", position=1)
    place = project.labels.get(name="place")
    reading = Reading.objects.create(turn=turn, reader=annotator, is_gold=True, status="done")
    Span.objects.create(turn=turn, start=27, end=33, label=place, reading=reading)
    Span.objects.create(turn=turn, start=4, end=13, label=place, status="proposed")
    html = client_of(reader).get(url("show-overview")).content.decode()
    assert re.search(r"<span>Place</span>.*?<span class=\"num\">1</span>", squeezed(html))


def test_readers_see_no_buttons_they_may_not_use(
    project: Project, reader: Any, client_of: Any
) -> None:
    html = client_of(reader).get(url("show-overview")).content.decode()
    assert "Import" not in html
    assert "labelling" not in html
    assert "Settings" not in html


def test_a_project_cannot_put_markup_into_the_page(
    project: Project, reader: Any, client_of: Any
) -> None:
    project.name = project.description = "<script>x</script>{{7*7}}"
    project.save()
    client = client_of(reader)
    for page in ("/", url("show-overview")):
        html = client.get(page).content.decode()
        assert "<script>x" not in html
        assert "{{7*7}}" in html


def test_what_waits_is_what_the_role_may_do(
    project: Project, batch: Any, manager: Any, curator: Any, reader: Any, client_of: Any
) -> None:
    turns = Turn.objects.filter(dialogue__external_id="call-2")
    for turn in turns:
        Reading.objects.create(turn=turn, reader=curator, is_gold=True, status="done")
    project.exports.create(status="done", summary={"dialogues": 1, "held_back": {"1": ["leak"]}})
    for person, told in (
        (manager, ["3 turns in this batch", "1 dialogue to approve", "1 dialogue held back"]),
        (curator, ["3 turns in this batch", "1 dialogue to approve"]),
        (reader, []),
    ):
        html = client_of(person).get(url("show-overview")).content.decode()
        waits = html.partition('id="waits-title"')[2].partition("</section>")[0]
        assert bool(waits) == bool(told)
        waits = " ".join(re.sub(r"<[^>]*>", " ", waits).split())
        assert all(each in waits for each in told)
        assert ("held back" in waits) == (person is manager)


def test_the_sum_of_turns_closes(project: Project, reader: Any, client_of: Any) -> None:
    project.dialogues.filter(external_id="call-2").update(split="test")
    html = re.sub(r"\s+", " ", client_of(reader).get(url("show-overview")).content.decode())
    kept = Turn.objects.filter(dialogue__external_id="call-2").count()
    assert f"7 turns = {7 - kept} to label + {kept} kept to measure" in html
    assert "2 dialogues, 7 turns." in re.sub(r" ?, ?", ", ", html)


def test_a_reader_sees_first_what_waits_for_her(
    project: Project, batch: Any, annotator: Any, curator: Any, client_of: Any
) -> None:
    html = client_of(annotator).get(url("show-overview")).content.decode()
    first = html.index("Batch 1: 3 turns left")
    assert first < html.index("What you did") < html.index("How the model does")
    assert "Activity" not in html and "Your questions" in html
    assert "How the model does" not in client_of(curator).get(url("show-overview")).content.decode()
