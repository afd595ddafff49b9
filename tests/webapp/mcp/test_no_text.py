"""No tool gives a text: words planted wherever texts may hide are in no answer, error or log."""

import json
import logging
import uuid
from typing import Any

import pytest

from annotation.models import (
    AccessEvent,
    Guideline,
    Import,
    Label,
    Member,
    Note,
    Project,
    Question,
    Span,
    Turn,
)
from annotation.models.programs import Scope
from annotation.services.jobs.lifecycle import run_job
from annotation.services.release import exports
from annotation.services.revision import known
from annotation.services.training import simulating
from tests.labelled import call, label, read_all
from tests.webapp.mcp.speaking import BEGIN, answers, request, token_of
from webapp.mcp.tools import TOOLS

# Where each stands says its name; a number, too, and what stays of a name in another form.
CANARIES = [
    "Zvantemi", "Zunlabelled", "Zspeaker", "Zdialogue", "Zmeta", "Zextra", "Zguide", "Zfile",
    "Zquestion", "Zanswer", "Znote", "Zdescription", "Zproject", "Zexport", "Zmember",
    "698745123",
]  # fmt: skip
KINDS = ("", "block", "warn", "info")


@pytest.fixture
def planted(project: Project, annotator: Any, second_annotator: Any, manager: Any,
            data_dir: Any) -> Project:  # fmt: skip
    """Two calls, read by one and in part by another, with canaries in every field of letters."""
    read_all(project, annotator)
    first, second = call(project, "call-1"), call(project, "call-2")
    turn = first.turns.get(position=1)
    label(turn, second_annotator, [("Francisco", "surname")])
    turn.readings.filter(reader=second_annotator).update(status="done")
    turn.spans.all().delete()
    text = "Soy Zvantemi Olabarri, tel. 698745123, Zunlabelled"
    Turn.objects.filter(pk=turn.pk).update(text=text, speaker="Zspeaker", extra={"k": "Zextra"})
    # Of a label whose own name says what it labels; and said again without a label.
    own = Label.objects.create(
        project=project, name="Zvantemi", key="9", description="Zdescription", position=90
    )
    for reading in turn.readings.all():
        for low, name in ((4, own), (28, project.labels.get(name="number"))):
            end = low + (8 if low == 4 else 9)
            Span.objects.create(turn=turn, reading=reading, start=low, end=end, label=name,
                                status="accepted", extra={"k": "Zextra"})  # fmt: skip
    last = second.turns.get(position=2)
    Turn.objects.filter(pk=last.pk).update(text="Gracias, Zvantemi, 698745123 Zunlabelled")
    project.dialogues.filter(pk=first.pk).update(
        external_id="Zdialogue", meta={"k": "Zmeta"}, extra={"k": "Zextra"}
    )
    Guideline.objects.create(project=project, version=1, text="Zguide Zvantemi", note="Zguide")
    Question.objects.create(turn=turn, op_id=uuid.uuid4(), text="Zquestion", answer="Zanswer",
                            asked_by=annotator)  # fmt: skip
    Note.objects.create(dialogue=first, author=annotator, thread=uuid.uuid4(), op_id=uuid.uuid4(),
                        text="Znote")  # fmt: skip
    Import.objects.create(project=project, files=[{"name": "Zfile.jsonl", "path": "x"}],
                          report=[{"name": "Zfile.jsonl", "faults": ["Zfile"]}])  # fmt: skip
    type(project).objects.filter(pk=project.pk).update(name="Zproject")
    type(annotator).objects.filter(pk=annotator.pk).update(username="Zmember")
    known.KEPT.forget()
    export = exports.start_export(project, manager, format="jsonl", strategy="entity")
    assert run_job(type(export), export.pk, exports.write_export)
    return project


def few_calls(project: Project) -> list[tuple[str, dict[str, Any]]]:
    """Every tool as it is meant, without a simulation, which takes seconds."""
    ours = {"project": "support"}
    spans = [{"start": 4, "end": 12, "label": "place"}]
    return [
        ("list_projects", {}),
        ("count_project", ours),
        ("agreement", ours),
        ("open_issues", ours),
        ("export_checks", ours | {"format": "jsonl", "strategy": "entity"}),
        ("simulate", ours | {"queries": ["none"]}),
        ("put_proposals", ours | {"dialogue": "call-2", "turns": [{"turn": 2, "spans": spans}]}),
    ]


def every_call(project: Project) -> list[tuple[str, dict[str, Any]]]:
    """Every tool with every argument that matters, right and wrong."""
    pks = [*project.dialogues.values_list("pk", flat=True), 10**6]
    ours = {"project": "support"}
    calls = few_calls(project)
    calls += [(name, given) for name in TOOLS for given in ({}, {"project": "Zproject"})]
    calls += [("agreement", ours | {"level": level}) for level in ("any", "0", "1", "9", "x")]
    calls += [
        ("open_issues", ours | {"dialogue": pk, "severity": kind}) for pk in pks for kind in KINDS
    ]
    calls += [("open_issues", ours | {"after": pk, "size": 1}) for pk in (0, *pks)]
    calls += [
        ("export_checks", ours | {"format": form, "strategy": strategy})
        for form in ("brat", "none")
        for strategy in ("entity", "typed", "none")
    ]
    trial = {"turns": 20, "rounds": 1, "batch": 5, "queries": ["random"]}
    calls += [("simulate", ours | trial)]
    calls += [
        ("put_proposals", ours | {"dialogue": name, "turns": [
            {"turn": place, "spans": [{"start": low, "end": high, "label": kind}]}]})
        for name in ("Zdialogue", pks[1])
        for place in (1, 2, 9)
        for low, high in [(5, 9), (28, 37), (0, 999), (9, 2), (3, 3)]
        for kind in ("place", "Zvantemi")
    ]  # fmt: skip
    calls += [("open_issues", ours)]  # once more, beside what was proposed
    return calls


def said_by(
    token: str, calls: list[tuple[str, dict[str, Any]]], settings: Any
) -> list[dict[str, Any]]:
    settings.API_CALLS_A_MINUTE = 0  # or the last of them would hear that they are too many
    requests = [
        request("tools/call", n, name=name, arguments=given, _meta={"progressToken": n})
        for n, (name, given) in enumerate(calls)
    ]
    return answers(token, request("initialize", **BEGIN), request("tools/list", "l"), *requests)


def test_no_text_is_in_any_answer_error_or_log(
    planted: Project,
    manager: Any,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(simulating, "FEWEST", 1)
    with caplog.at_level(logging.DEBUG, logger="antifaz"):
        token = token_of(manager, *Scope.values)
        messages = said_by(token, every_call(planted), settings)
    bodies = [each["result"]["structuredContent"] for each in messages
              if "structuredContent" in each.get("result", {})]  # fmt: skip
    # What is searched does hold something: issues at the canaries, figures, progress, errors.
    windows = [each["window"] for body in bodies for each in body.get("issues", ())]
    assert "Xx, «Xx» , 9 Xx" in windows and any("[label-" in each for each in windows)
    assert any("error" in each for each in messages) and any("method" in each for each in messages)
    assert {name for body in bodies for name in body} >= {"alpha", "blocks", "runs", "proposed"}
    out, err = capfd.readouterr()
    rows = [str(each.detail) for each in AccessEvent.objects.all()]
    said = "\n".join([json.dumps(messages, ensure_ascii=False), caplog.text, out, err, *rows])
    texts = " ".join(Turn.objects.values_list("text", flat=True))
    of_turns = {word for word in texts.split() if len(word) > 5} | {"Olabarri", "Bilbao"}
    names = ("annotator", "second", "curator")  # of people; roles are told, of the caller alone
    spoken = said.replace('"role": "manager"', "")
    assert [word for word in CANARIES if word.lower() in said.lower()] == []
    assert [word for word in of_turns if word in said] == []
    assert [name for name in names if f'"{name}"' in spoken] == []


def test_no_role_is_told_a_text(
    planted: Project, settings: Any, request: pytest.FixtureRequest
) -> None:
    for role in ("curator", "reader", "second_annotator", "outsider"):
        token = token_of(request.getfixturevalue(role), *Scope.values)
        said = json.dumps(said_by(token, few_calls(planted), settings), ensure_ascii=False)
        assert [word for word in CANARIES if word in said] == [], role


def test_figures_open_no_text_at_the_api(planted: Project, manager: Any) -> None:
    """A token for agents is no way around: what it opens of the API are projects and counts."""
    from django.test import Client

    client = Client(headers={"Authorization": f"Bearer {token_of(manager, 'figures')}"})
    assert Member.objects.get(user=manager).role == "manager"
    for path in ("dialogues", "layers", "proposals", "team", "runs"):
        assert client.get(f"/api/projects/support/{path}").status_code == 403
    assert client.get("/api/projects/support").status_code == 200
