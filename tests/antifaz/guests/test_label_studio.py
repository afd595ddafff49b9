"""Label Studio's ML backend: what it asks at each address, by the requests that it sends."""

import logging
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from antifaz.guests.door import Door, Lock
from antifaz.guests.label_studio import Backend, application
from antifaz.guests.models import Models
from antifaz.guests.tasks import Config, labels_of, prediction, read_config, read_task
from antifaz.values import Span
from tests.antifaz.guests.asking import ask

CONFIG = """<View><Labels name="label" toName="text"><Label value="Person" predicted_values="NAME"/>
</Labels><Text name="text" value="$text"/></View>"""
PARAGRAPHS = """<View><ParagraphLabels name="who" toName="talk"><Label value="NAME"/>
</ParagraphLabels><Paragraphs name="talk" value="$talk" layout="dialogue" nameKey="by"
textKey="said"/></View>"""
PROJECT = "7.1700000000"
SAID = "😀 I am Harriet and I want a room\nCertainly, for how long?"
HALF = {"data": {"text": "\ud83d Harriet"}}  # half a character
TASK = {"id": 3, "data": {"text": SAID}}


def annotated(number: int, name: str, **more: object) -> dict[str, Any]:
    said = f"I am {name} and I want a room"
    value = {"start": 5, "end": 5 + len(name), "text": name, "labels": ["Person"]}
    result = {"from_name": "label", "to_name": "text", "type": "labels", "value": value}
    return {"id": number, "data": {"text": said}, "annotations": [{"result": [result], **more}]}


TASKS = [annotated(n, name) for n, name in enumerate(("Harriet", "Desmond", "Ottoline") * 3)]


@pytest.fixture
def door(models: Models) -> Door:
    return application(Backend(models, lang="en", fetch=lambda _project: TASKS), Lock())


def predicted(door: Door, *tasks: object, config: str = CONFIG) -> list[dict[str, Any]]:
    asked = {
        "tasks": list(tasks),
        "model_version": None,
        "project": PROJECT,
        "label_config": config,
        "params": {"login": None, "password": None, "context": None},
    }
    status, said = ask(door, "POST", "/predict", asked)
    assert status == 200
    return said["results"]


def test_it_is_there_and_says_which_model_answers(door: Door) -> None:
    assert ask(door, "GET", "/health") == (200, {"status": "UP", "model_class": "Antifaz"})
    setup = {"project": PROJECT, "schema": CONFIG, "hostname": "http://evil.example",
             "access_token": "x", "extra_params": None}  # fmt: skip
    status, said = ask(door, "POST", "/setup", setup)
    assert status == 200 and said["model_version"].startswith("antifaz-")


def test_labels_of_the_project_are_suggested_in_code_points(door: Door) -> None:
    (one,) = predicted(door, TASK)
    (result,) = one["result"]
    value = {"start": 7, "end": 14, "text": "Harriet", "labels": ["Person"]}
    assert (result["value"], result["type"]) == (value, "labels")
    assert (result["from_name"], result["to_name"]) == ("label", "text")
    assert 0 < one["score"] <= 1 and one["model_version"].startswith("antifaz-")


def test_paragraphs_are_turns_and_count_as_their_editor_does(door: Door) -> None:
    talk = [{"by": "desk", "said": ""}, {"by": "guest", "said": SAID.partition("\n")[0]}]
    (one,) = predicted(door, {"data": {"talk": talk}}, config=PARAGRAPHS)
    (result,) = one["result"]
    assert result["value"] == {
        "start": "1", "end": "1", "startOffset": 8, "endOffset": 15, "text": "Harriet",
        "paragraphlabels": ["NAME"],
    }  # fmt: skip
    config = read_config(PARAGRAPHS)
    task = {"data": {"talk": talk}, "annotations": [{"result": one["result"]}]}
    read = read_task(task, config, "en")
    assert read is not None and labels_of(task, read, config) == (Span(8, 15, "NAME"),)
    assert read.text.dialogue("x").turns[0].speaker == "guest"


def test_a_task_without_a_text_and_a_label_unknown_to_the_project(
    door: Door, caplog: pytest.LogCaptureFixture
) -> None:
    other = CONFIG.replace("Person", "Place").replace("NAME", "LOC")
    with caplog.at_level(logging.WARNING, "antifaz.guests"):
        first, second = predicted(door, {"data": {}}, TASK, config=other)
    assert first["result"] == second["result"] == []
    assert "1 tasks without a text, 1 labels unknown" in caplog.text
    assert "Harriet" not in caplog.text


def test_what_came_with_the_call_is_learnt_and_a_new_version_answers(
    door: Door, models: Models, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    before = models.version("label-studio-7")
    asked = {"annotations": TASKS, "project": PROJECT, "label_config": CONFIG, "params": {}}
    with caplog.at_level(logging.INFO, "antifaz.guests"):
        status, said = ask(door, "POST", "/train", asked)
        assert (status, said["job"]) == (201, "label-studio-7")
        models.wait("label-studio-7")
    assert ask(door, "POST", "/job_status", {"job": said["job"]})[1] == {"job_status": "finished"}
    assert models.version("label-studio-7") not in ("", before)
    assert [r["value"]["labels"] for r in predicted(door, TASK)[0]["result"]] == [["Person"]]
    assert "learning from 9 tasks, 0 left out" in caplog.text and "Harriet" not in caplog.text
    assert [each.name for each in (tmp_path / "models").iterdir()] == ["label-studio-7"]


def test_annotations_are_fetched_where_a_training_is_asked_for(door: Door, models: Models) -> None:
    project = {"id": 8, "label_config": CONFIG}
    asked = {"action": "START_TRAINING", "project": project}
    assert ask(door, "POST", "/webhook", asked)[0] == 201
    models.wait("label-studio-8")
    assert models.place("label-studio-8") != models.first
    assert ask(door, "POST", "/webhook", {"action": "PROJECT_UPDATED"}) == (
        200,
        {"status": "ignored"},
    )


def test_a_training_begins_after_so_many_annotations(models: Models) -> None:
    door = application(Backend(models, lang="en", fetch=lambda _: TASKS, every=2), Lock())
    asked = {"action": "ANNOTATION_CREATED", "project": {"id": 9, "label_config": CONFIG}}
    statuses = [ask(door, "POST", "/webhook", asked)[0] for _ in range(3)]
    models.wait("label-studio-9")
    assert statuses == [200, 201, 200] and models.place("label-studio-9") != models.first


def test_one_training_at_a_time_and_health_meanwhile(models: Models) -> None:
    may_end, ended = Event(), []

    def slow(dialogues: Any, out: Path) -> dict[str, Any]:
        may_end.wait()
        ended.append(len(dialogues))
        return {}

    models.train = slow
    door = application(Backend(models, lang="en"), Lock())
    asked = {"annotations": TASKS, "project": PROJECT, "label_config": CONFIG}
    assert ask(door, "POST", "/train", asked)[0] == 201
    assert ask(door, "POST", "/train", asked)[0] == 429
    assert ask(door, "GET", "/health")[0] == 200
    assert predicted(door, TASK)[0]["result"]
    job = {"job": "label-studio-7"}
    assert ask(door, "POST", "/job_status", job)[1] == {"job_status": "started"}
    may_end.set()
    models.wait("label-studio-7")
    assert ended == [9] and ask(door, "POST", "/train", asked)[0] == 201
    models.wait("label-studio-7")


def test_without_an_address_nothing_is_fetched(models: Models, tmp_path: Path) -> None:
    door = application(Backend(models, lang="en"), Lock())
    project = {"id": 8, "label_config": CONFIG}
    status, said = ask(door, "POST", "/webhook", {"action": "START_TRAINING", "project": project})
    assert status == 422 and "--label-studio" in said["error"]
    empty = application(Backend(Models(tmp_path)), Lock())
    asked = {"tasks": [TASK], "project": PROJECT, "label_config": CONFIG}
    status, said = ask(empty, "POST", "/predict", asked)
    assert status == 422 and said["code"] == "no_model"


@pytest.mark.parametrize(
    ("config", "code"),
    [
        ("<View/>", "not_served"),
        ("<View", "xml"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><View>&b;</View>', "xml"),
        (CONFIG.replace('value="$text"', 'value="$text" valueType="url"'), "not_served"),
        (CONFIG.replace("<Text", "<HyperText"), "not_served"),
    ],
)
def test_a_project_that_cannot_be_served_is_told_at_set_up(
    door: Door, config: str, code: str
) -> None:
    status, said = ask(door, "POST", "/setup", {"project": PROJECT, "schema": config})
    assert 400 <= status < 500 and said["code"] == code


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"project": "x", "tasks": [], "label_config": CONFIG},
        {"project": PROJECT, "tasks": {}, "label_config": CONFIG},
        {"project": PROJECT, "tasks": ["Harriet"], "label_config": CONFIG},
        {"project": PROJECT, "tasks": [TASK], "label_config": 3},
        {
            "project": PROJECT,
            "tasks": [{"data": {"text": "\ud83d Harriet"}}],
            "label_config": CONFIG,
        },
    ],
)
def test_a_request_that_is_none_is_refused_without_its_text(door: Door, body: object) -> None:
    status, said = ask(door, "POST", "/predict", body)
    assert status in (400, 422) and "Harriet" not in str(said)


def test_of_several_annotations_one_is_learnt_from() -> None:
    config = read_config(CONFIG)
    task = annotated(1, "Harriet", was_cancelled=True)
    read = read_task(task, config, "en")
    assert read is not None and labels_of(task, read, config) is None
    task["annotations"].append({"result": [], "updated_at": "2026-01-02"})
    assert labels_of(task, read, config) == ()
    task["annotations"].append({**annotated(1, "Harriet")["annotations"][0], "ground_truth": True})
    assert labels_of(task, read, config) == (Span(5, 12, "Person"),)


def test_names_of_labels_meet_whatever_their_case() -> None:
    config = read_config(CONFIG.replace('predicted_values="NAME"', ""))
    assert (config.label("PERSON"), config.label("Person"), config.label("x")) == (
        "Person", "Person", None,
    )  # fmt: skip
    read = read_task(TASK, config, "en")
    assert read is not None and isinstance(config, Config)
    whole, lost = prediction(read, [Span(0, 1, "person", 0.5), Span(2, 3, "x")], config, "v")
    assert (len(whole["result"]), lost, whole["score"]) == (1, 1, 0.5)
