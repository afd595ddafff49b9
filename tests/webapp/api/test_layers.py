"""The API for many turns: every layer with who said what, labels and proposals at once."""

import json
import uuid
from typing import Any

from annotation.models import Project, Reading, Span, Step, Turn
from annotation.services.revision.coverage import with_reader
from tests.webapp.api_client import API, bearer, post, problem


def read_by(turn: Turn, reader: Any, *spans: tuple[int, int], gold: bool = False) -> Reading:
    reading = Reading.objects.create(turn=turn, reader=reader, status="done", is_gold=gold)
    label = turn.dialogue.project.labels.get(key="N")
    Span.objects.bulk_create(
        Span(turn=turn, reading=reading, start=s, end=e, label=label) for s, e in spans
    )
    return reading


def test_every_layer_is_told(
    turn: Turn, annotator: Any, second_annotator: Any, curator: Any
) -> None:
    read_by(turn, annotator, (4, 22), gold=True)
    read_by(turn, second_annotator, (4, 13))
    client = bearer(curator, "read")
    got = client.get(f"{API}/layers").json()["dialogues"][0]["turns"][turn.position]
    assert (got["id"], got["blind"]) == (turn.pk, False)
    assert [(one["reader"], one["is_gold"], one["spans"][0]["end"]) for one in got["layers"]] == [
        ("1", True, 22),
        ("2", False, 13),
    ]
    named = client.get(f"{API}/layers?names=true&dialogue={turn.dialogue_id}").json()["dialogues"]
    [dialogue] = named
    names = [one["reader"] for one in dialogue["turns"][turn.position]["layers"]]
    assert names == ["annotator", second_annotator.username]
    assert turn.text not in json.dumps(named)


def test_layers_come_in_parts_and_blind_turns_tell_nothing(
    turn: Turn, annotator: Any, curator: Any
) -> None:
    client = bearer(curator, "read")
    first = client.get(f"{API}/layers?size=1").json()
    second = client.get(f"{API}/layers?size=1&cursor={first['next']}").json()
    names = [part["dialogues"][0]["name"] for part in (first, second)]
    assert names == ["call-1", "call-2"]
    read_by(turn, annotator, (4, 22))
    type(turn.query_item).objects.filter(turn=turn).update(second=1, status="open")
    got = client.get(f"{API}/layers").json()["dialogues"][0]["turns"][turn.position]
    assert (got["blind"], got["layers"]) == (True, [])


def test_layers_are_for_who_decides(turn: Turn, annotator: Any, reader: Any) -> None:
    for person in (annotator, reader):
        problem(bearer(person, "read").get(f"{API}/layers"), 403, "forbidden")
        problem(bearer(person, "read").get(f"{API}/proposals"), 403, "forbidden")


def many(*turns: dict[str, Any]) -> dict[str, Any]:
    return {"op_id": str(uuid.uuid4()), "turns": list(turns)}


def on(turn: Turn, *spans: tuple[int, int, str], version: int = 0) -> dict[str, Any]:
    marks = [{"start": s, "end": e, "label": label} for s, e, label in spans]
    return {"turn": turn.pk, "version": version, "spans": marks}


def test_many_labels_are_one_step(turn: Turn, project: Project, curator: Any) -> None:
    client, name = bearer(curator, "label"), project.labels.get(key="N").name
    other = Turn.objects.filter(dialogue__external_id="call-2").first()
    near = Turn.objects.get(dialogue=turn.dialogue, position=0)
    assert other is not None
    body = many(on(turn, (4, 13, name), (14, 22, name)), on(other, (0, 3, name)),
                on(near, (0, 3, name)))  # fmt: skip
    done = post(client, "/spans", body)
    assert (done.status_code, done.json()) == (200, {"dialogues": 2, "turns": 3, "spans": 4})
    assert post(client, "/spans", body).json() == done.json()
    assert Step.objects.count() == 2
    assert Span.objects.filter(reading__reader=curator, status="accepted").count() == 4
    assert Reading.objects.get(turn=turn).version == 1


def test_all_labels_go_in_or_none(turn: Turn, project: Project, curator: Any) -> None:
    client, name = bearer(curator, "label"), project.labels.get(key="N").name
    other = Turn.objects.filter(dialogue__external_id="call-2").first()
    assert other is not None
    good = on(turn, (4, 13, name))
    for bad, status, code in (
        (on(other, (0, 900, name)), 422, "span_range"),
        (on(other, (0, 2, "no such")), 422, "unknown_label"),
        (on(other, (0, 3, name), (2, 4, name)), 422, "overlap"),
        (on(other, (0, 3, name), version=3), 409, "stale"),
        (good, 422, "twice"),
        (good | {"turn": 10**6}, 404, "not_found"),
    ):
        problem(post(client, "/spans", many(good, bad)), status, code)
    assert not Span.objects.exists() and not Step.objects.exists()


def propose(client: Any, *turns: dict[str, Any], program: str = "ner 1.0") -> Any:
    for each in turns:
        each.pop("version", None)
    return post(client, "/proposals", {"program": program, "turns": list(turns)})


def test_a_program_proposes_and_is_named(turn: Turn, project: Project, curator: Any) -> None:
    client, name = bearer(curator, "label", "read"), project.labels.get(key="N").name
    one = on(turn, (4, 13, name))
    one["spans"][0]["confidence"] = 0.75
    assert propose(client, one).json() == {"proposed": 1, "taken_back": 0}
    [told] = client.get(f"{API}/proposals?source=program").json()["proposals"]
    assert (told["program"], told["run"], told["confidence"]) == ("ner 1.0", None, 0.75)
    assert client.get(f"{API}/proposals?source=model").json()["proposals"] == []
    seen = client.get(f"{API}/dialogues/{turn.dialogue_id}").json()["turns"][turn.position]
    assert [(p["start"], p["end"]) for p in seen["state"]["proposals"]] == [(4, 13)]
    again = propose(client, on(turn, (14, 22, name)))
    assert again.json() == {"proposed": 1, "taken_back": 1}
    assert propose(client, on(turn, (4, 9, name)), program="other").json()["taken_back"] == 0
    assert Span.objects.filter(reading=None).count() == 2


def test_what_somebody_decided_on_stays(turn: Turn, project: Project, curator: Any) -> None:
    client, name = bearer(curator, "label"), project.labels.get(key="N").name
    propose(client, on(turn, (4, 13, name)))
    proposal = Span.objects.get(reading=None)
    body = {"op_id": str(uuid.uuid4()), "version": 0}
    accepted = post(client, f"/turns/{turn.pk}/proposals/{proposal.pk}/accept", body)
    assert accepted.status_code == 200
    assert propose(client, on(turn)).json() == {"proposed": 0, "taken_back": 0}
    assert propose(client, on(turn, (4, 13, name))).json() == {"proposed": 0, "taken_back": 0}
    assert Span.objects.filter(reading=None).get() == proposal


def test_a_program_has_not_read_the_turns_beside(
    turn: Turn, project: Project, curator: Any
) -> None:
    """Else a dialogue could leave of which it looked at one turn."""
    client, name = bearer(curator, "label"), project.labels.get(key="N").name
    propose(client, on(turn, (4, 13, name)))
    turns = with_reader(Turn.objects.filter(dialogue=turn.dialogue), project)
    assert {each.read_by for each in turns if each.pk != turn.pk} == {"nobody"}


def test_proposals_are_a_curators(turn: Turn, annotator: Any, reader: Any) -> None:
    for person in (annotator, reader):
        problem(propose(bearer(person, "label"), on(turn)), 403, "forbidden")


def test_surrogates_come_with_issues(turn: Turn, curator: Any, annotator: Any) -> None:
    read_by(turn, curator, (4, 22), gold=True)
    path = f"{API}/dialogues/{turn.dialogue_id}/surrogates"
    got = bearer(curator, "read").get(path).json()
    place = turn.position
    text, [surrogate] = got["turns"][place]["text"], got["turns"][place]["surrogates"]
    assert turn.text[4:22] not in text
    assert (surrogate["old_start"], surrogate["old_end"]) == (4, 22)
    assert text[: surrogate["start"]] == turn.text[:4]
    assert all({"code", "severity", "turn", "message"} <= set(issue) for issue in got["issues"])
    assert turn.text[4:22] not in json.dumps(got["issues"])
    problem(bearer(annotator, "read").get(path), 403, "forbidden")
    problem(bearer(curator, "label").get(path), 403, "scope")


def test_models_are_listed(project: Project, reader: Any) -> None:
    run = project.runs.create(status="done", folder="models/x", number=2)
    project.runs.create(status="done", number=1)
    [model] = bearer(reader, "transform").get(f"{API}/models").json()
    assert (model["id"], model["current"]) == (run.pk, True)
    assert model["transform"] == f"support/{run.pk}"


def test_two_operations_at_one_address_have_scopes_of_their_own(
    project: Project, manager: Any
) -> None:
    client = bearer(manager, "read")
    assert client.get("/api/projects").status_code == 200
    made = client.post("/api/projects", "{}", content_type="application/json")
    problem(made, 403, "scope")
