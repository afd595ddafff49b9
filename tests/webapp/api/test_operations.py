"""The REST API: what each operation does, and that its steps on a turn are safe."""

from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotation.models import AccessEvent, Dialogue, Export, JobStatus, Reading, Span, Turn
from tests.webapp.api_client import API, post, problem, span, step


@pytest.fixture
def proposal(turn: Turn) -> Span:
    label = turn.dialogue.project.labels.get(key="P")
    return Span.objects.create(turn=turn, start=27, end=33, label=label, confidence=0.75)


def test_projects_are_those_of_the_person(client: Client, project: Any) -> None:
    assert client.get("/api/projects").json() == [
        {
            "slug": "support",
            "name": "Support calls",
            "lang": "es",
            "role": "annotator",
            "dialogues": 2,
            "turns": 7,
            "labelled": 0,
            "waiting": 0,
        }
    ]


def test_outsiders_have_no_projects(project: Any, outsider: Any, client_of: Any) -> None:
    assert client_of(outsider).get("/api/projects").json() == []


def test_a_project_says_how_far_it_is(batch: Any, reader: Any, client_of: Any) -> None:
    state = client_of(reader).get(API).json()
    assert state["counts"] == {
        "dialogues": 2,
        "turns": 7,
        "test_turns": 0,
        "labelled": 0,
        "flagged": 0,
    }
    assert state["batch"] == {"number": 1, "total": 3, "done": 0}
    assert (state["role"], state["run"], state["may_start"]) == ("reader", None, False)
    assert {"name", "key", "count"} == set(state["labels"][0])


def test_a_project_without_a_batch(project: Any, reader: Any, client_of: Any) -> None:
    assert client_of(reader).get(API).json()["batch"] is None


def test_dialogues_come_in_pages(curator: Any, client_of: Any, project: Any) -> None:
    client = client_of(curator)
    Dialogue.objects.filter(external_id="call-2").update(split="test", meta={"who": "Marta"})
    first = client.get(f"{API}/dialogues?size=1").json()
    second = client.get(f"{API}/dialogues?page=2&size=1").json()
    assert (first["total"], len(first["dialogues"])) == (2, 1)
    assert first["dialogues"][0] | {"id": 0} == {
        "id": 0,
        "name": "call-1",
        "turns": 4,
        "split": "pool",
        "approved": False,
    }
    assert [second["dialogues"][0][key] for key in ("name", "turns", "split")] == [
        "call-2",
        3,
        "test",
    ]
    assert client.get(f"{API}/dialogues?page=3&size=1").json()["dialogues"] == []
    assert client.get(f"{API}/dialogues?page=2147483647&size=200").json()["dialogues"] == []


def test_a_dialogue_shows_own_labels_and_proposals_and_is_logged(
    client: Client, turn: Turn, proposal: Span, second_annotator: Any, annotator: Any
) -> None:
    label = proposal.label
    theirs = Reading.objects.create(turn=turn, reader=second_annotator)
    Span.objects.create(turn=turn, start=0, end=3, label=label, reading=theirs)
    post(client, f"/turns/{turn.pk}/spans", span(turn))
    seen = client.get(f"{API}/dialogues/{turn.dialogue_id}").json()
    assert [t["speaker"] for t in seen["turns"]] == ["agent", "caller", "agent", "caller"]
    assert seen["turns"][1]["text"] == turn.text
    state = seen["turns"][1]["state"]
    assert [(s["start"], s["end"]) for s in state["spans"]] == [(4, 22)]
    assert state["proposals"] == [
        {"id": proposal.pk, "start": 27, "end": 33, "label": label.name, "confidence": 0.75}
    ]
    assert (state["id"], state["version"]) == (turn.pk, 1)
    [event] = AccessEvent.objects.all()
    assert (event.user, event.dialogue, event.purpose) == (annotator, turn.dialogue, "api")
    assert event.address == "127.0.0.1"


def test_queries_do_not_grow_with_the_dialogue(client: Client, turn: Turn) -> None:
    def queries(path: str) -> int:
        with CaptureQueriesContext(
            connection,
        ) as seen:
            assert client.get(API + path).status_code == 200
        return len(seen)

    paths = (f"/dialogues/{turn.dialogue_id}", "/dialogues", "")
    queries(paths[0])  # what one was shown before is found sooner
    before = [queries(path) for path in paths]
    Turn.objects.bulk_create(
        Turn(dialogue=turn.dialogue, position=n, text="hola") for n in range(10, 60)
    )
    for n in range(20):
        Dialogue.objects.create(project=turn.dialogue.project, external_id=f"more-{n}")
    assert [queries(path) for path in paths] == before


def test_labels_are_added_and_cleared_on_a_turn_nobody_was_asked(
    client: Client, turn: Turn
) -> None:
    turn.query_item.delete()
    added = post(client, f"/turns/{turn.pk}/spans", span(turn))
    assert added.status_code == 200
    assert added.json()["version"] == 1
    cleared = post(client, f"/turns/{turn.pk}/clear", step(version=1, start=4, end=5))
    assert cleared.json() == {"id": turn.pk, "version": 2, "spans": [], "proposals": []}


def test_proposals_are_accepted_and_rejected(client: Client, turn: Turn, proposal: Span) -> None:
    path = f"/turns/{turn.pk}/proposals/{proposal.pk}"
    accepted = post(client, f"{path}/accept", step()).json()
    assert accepted["spans"] == [{"start": 27, "end": 33, "label": proposal.label.name}]
    assert accepted["proposals"] == []
    problem(post(client, f"{path}/reject", step(version=1)), 422, "nothing_to_do")
    post(client, f"/turns/{turn.pk}/clear", step(version=1, start=27, end=33))
    rejected = post(client, f"{path}/reject", step(version=2)).json()
    assert (rejected["spans"], rejected["proposals"]) == ([], [])
    origins = Span.objects.filter(origin=proposal).values_list("status", flat=True)
    assert list(origins) == ["rejected"]


def test_an_export_is_queued_and_followed(
    project: Any, manager: Any, client_of: Any, data_dir: Path
) -> None:
    client = client_of(manager)
    asked = {"format": "jsonl", "strategy": "typed"}
    queued = post(client, "/exports", asked)
    assert queued.status_code == 202
    pk = queued.json()["id"]
    assert (queued.json()["status"], queued.json()["download"]) == ("queued", None)
    assert queued.json()["spans"] == "none"
    assert post(client, "/exports", asked).json()["id"] == pk
    marked = post(client, "/exports", asked | {"spans": "marked"}).json()
    assert (marked["id"] == pk, marked["spans"]) == (False, "marked")
    problem(post(client, "/exports", asked | {"spans": "some"}), 422, "invalid")
    assert AccessEvent.objects.filter(purpose="export", detail__export=pk).exists()
    Export.objects.filter(pk=pk).update(
        status=JobStatus.DONE,
        path="exports/x.jsonl",
        finished_at=timezone.now(),
        summary={
            "dialogues": 1,
            "replaced": 4,
            "held_back": {"7": ["unread"]},
            "lost": {"scores": 2},
        },
    )
    assert client.get(f"{API}/exports/{pk}/croissant").status_code == 404  # no file is there
    (data_dir / "exports").mkdir()
    (data_dir / "exports" / "x.jsonl").write_bytes(b"{}\n")
    entry = client.get(f"{API}/exports/{pk}/croissant").json()
    assert entry["description"].startswith("< 10 dialogues. < 10 personal items")
    assert entry["distribution"][0]["contentSize"] == "3 B"
    done = client.get(f"{API}/exports/{pk}").json()
    assert (done["dialogues"], done["replaced"]) == (1, 4)
    assert (done["held_back"], done["lost"]) == ({"7": ["unread"]}, {"scores": 2})
    assert done["download"] == f"/p/support/release/{pk}/download"


def test_an_export_that_leaves_originals_is_confirmed(
    project: Any, manager: Any, client_of: Any
) -> None:
    client = client_of(manager)
    type(project).objects.update(replacement_q=0.9)
    asked = {"format": "jsonl", "strategy": "typed"}
    problem(post(client, "/exports", asked), 422, "originals_stay")
    problem(post(client, "/exports", asked | {"leave_originals": "yes"}), 422, "invalid")
    assert not Export.objects.exists()
    queued = post(client, "/exports", asked | {"leave_originals": True})
    assert (queued.status_code, queued.json()["q"]) == (202, 0.9)


def test_training_is_queued_once(project: Any, curator: Any, client_of: Any) -> None:
    client = client_of(curator)
    first = post(client, "/training")
    assert first.status_code == 202
    assert (first.json()["status"], first.json()["kind"]) == ("queued", "seed")
    assert post(client, "/training").json()["id"] == first.json()["id"]
    assert client.get(API).json()["run"]["id"] == first.json()["id"]


def test_a_step_that_is_sent_twice_is_applied_once(client: Client, turn: Turn) -> None:
    body = span(turn)
    once = post(client, f"/turns/{turn.pk}/spans", body)
    twice = post(client, f"/turns/{turn.pk}/spans", body)
    assert (twice.status_code, twice.json()) == (200, once.json())
    assert Reading.objects.get(turn=turn).events.count() == 1
    reused = post(client, f"/turns/{turn.pk}/spans", body | {"end": 10})
    problem(reused, 422, "key_reuse")


def test_a_stale_step_gets_the_turn_as_it_is(client: Client, turn: Turn) -> None:
    now = post(client, f"/turns/{turn.pk}/spans", span(turn)).json()
    late = post(client, f"/turns/{turn.pk}/clear", step(start=4, end=5))
    assert problem(late, 409, "stale")["turn"] == now
    assert "Francisco" not in late.content.decode()


@pytest.mark.parametrize("status", ["open", "done"])
def test_site_and_api_have_one_rule_for_a_turn_that_another_person_has(
    client: Client, turn: Turn, second_annotator: Any, client_of: Any, status: str
) -> None:
    """Her labels are kept as hers, and the turn stays the other person's."""
    assert post(client, f"/turns/{turn.pk}/spans", span(turn)).status_code == 200
    type(turn.query_item).objects.filter(turn=turn).update(status=status)
    other = client_of(second_annotator)
    by_program = post(other, f"/turns/{turn.pk}/spans", span(turn))
    assert (by_program.status_code, by_program.json()["version"]) == (200, 1)
    surname = turn.dialogue.project.labels.get(key="S").pk
    fields = span(turn, start=14, version=1) | {"label": surname, "reader": second_annotator.pk}
    on_site = other.post(f"/p/support/turns/{turn.pk}/spans", fields)
    assert on_site.status_code == 200
    assert Reading.objects.get(turn=turn, reader=second_annotator).version == 2
    assert turn.query_item.assignments.get().reader.username == "annotator"


def test_turns_that_measure_the_model_are_not_labelled(
    client: Client, turn: Turn, curator: Any, client_of: Any
) -> None:
    Dialogue.objects.filter(pk=turn.dialogue_id).update(split="test")
    step = span(turn)
    problem(post(client_of(curator), f"/turns/{turn.pk}/spans", step), 422, "not_in_pool")
    problem(post(client, f"/turns/{turn.pk}/spans", step), 404, "not_found")


def test_what_the_services_refuse_keeps_its_code(
    client: Client, turn: Turn, manager: Any, client_of: Any
) -> None:
    path = f"/turns/{turn.pk}/spans"
    problem(post(client, path, span(turn, end=900)), 422, "span_range")
    problem(post(client, path, span(turn, label="Francisco")), 422, "unknown_label")
    asked = {"format": "pdf", "strategy": "typed"}
    problem(post(client_of(manager), "/exports", asked), 422, "unknown_choice")


def test_a_proposal_of_another_turn_is_not_here(client: Client, turn: Turn, proposal: Span) -> None:
    other = Turn.objects.exclude(pk=turn.pk).first()
    assert other is not None
    problem(
        post(client, f"/turns/{other.pk}/proposals/{proposal.pk}/accept", step()), 404, "not_found"
    )
