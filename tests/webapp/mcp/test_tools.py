"""The tools: the figures of the services, for whom they are open, and what is written down."""

import json
from typing import Any

import pytest
from django.urls import reverse

from annotation.models import AccessEvent, Label, Member, Project, Reading, Span, Turn
from annotation.models.programs import Scope
from annotation.services.access import usage
from annotation.services.evidence.bundles import taking
from annotation.services.release.exports import start_export
from annotation.services.revision.plans import plan
from annotation.services.team import agreement as team_agreement
from annotation.services.training import simulating
from tests.annotation.commands.running import run
from tests.labelled import ITEMS, label
from tests.labelled import call as call_of
from tests.webapp.mcp.speaking import BEGIN, answers, refused, request, token_of, told
from webapp.mcp.tools import TOOLS

ASKED: dict[str, dict[str, Any]] = {
    "list_projects": {},
    "count_project": {"project": "support"},
    "agreement": {"project": "support"},
    "open_issues": {"project": "support"},
    "export_checks": {"project": "support", "format": "jsonl", "strategy": "entity"},
    "simulate": {"project": "support", "turns": 20, "rounds": 1, "batch": 5},
    "put_proposals": {
        "project": "support",
        "dialogue": "call-1",
        "turns": [{"turn": 1, "spans": [{"start": 27, "end": 33, "label": "place"}]}],
    },
}
SCOPES = dict.fromkeys(ASKED, "figures") | {"simulate": "train", "put_proposals": "label"}
ROLES = {  # of those that are in the project; what each role opens
    "reader": {"list_projects", "count_project"},
    "annotator": {"list_projects", "count_project"},
    "curator": set(ASKED) - {"export_checks"},
    "manager": set(ASKED),
    "outsider": {"list_projects"},
}


@pytest.fixture(autouse=True)
def few_turns_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulating, "FEWEST", 1)


def test_every_tool_is_asked_here() -> None:
    assert set(ASKED) == set(TOOLS)


@pytest.mark.parametrize("role", ROLES)
def test_a_role_opens_what_it_opens_on_the_site(
    role: str, labelled: Project, request: pytest.FixtureRequest
) -> None:
    token = token_of(request.getfixturevalue(role), *Scope.values)
    missing = "not_found" if role == "outsider" else "forbidden"
    for name, given in ASKED.items():
        if name in ROLES[role]:
            told(token, name, **given)
        else:
            assert refused(token, name, **given)[1] == missing, name


@pytest.mark.parametrize("name", ASKED)
def test_a_scope_opens_its_tools_alone(name: str, labelled: Project, manager: Any) -> None:
    told(token_of(manager, SCOPES[name]), name, **ASKED[name])
    for scope in set(Scope.values) - {SCOPES[name]}:
        if not (scope == "read" and SCOPES[name] == "figures"):
            assert refused(token_of(manager, scope), name, **ASKED[name])[1] == "scope", scope


def test_a_token_of_one_project_opens_no_other(labelled: Project, manager: Any) -> None:
    other = Project.objects.create(slug="other", name="Other")
    Member.objects.create(project=other, user=manager, role="manager")
    token = token_of(manager, *Scope.values, project=other)
    for name, given in ASKED.items():
        if name != "list_projects":
            assert refused(token, name, **given)[1] == "token_project", name
    (only,) = told(token, "list_projects")["projects"]
    assert only["project"] == "other"
    assert refused(token_of(manager, "figures"), "count_project", project="none")[1] == "not_found"


def test_every_call_is_written_down(labelled: Project, manager: Any) -> None:
    token = token_of(manager, *Scope.values)
    for name, given in ASKED.items():
        before = AccessEvent.objects.count()
        for _twice in range(2):
            told(token, name, **given)
        rows = AccessEvent.objects.order_by("pk")[before:]
        assert len([row for row in rows if row.dialogue_id is None]) == 2, name
        for row in rows:
            assert (row.user, row.project, row.purpose) == (manager, labelled, "program")
            assert row.detail["agent"] == "test-agent" and row.detail["tool"] == name
            assert len(row.detail["token"]) == 12
        about = {row.dialogue_id for row in rows} - {None}
        assert bool(about) == (name in ("open_issues", "put_proposals")), name
    plain = usage.plain_event(AccessEvent.objects.latest("pk"))
    assert (plain["agent"], plain["tool"]) == ("test-agent", "put_proposals")
    assert "  test-agent: count_project\n" in run("access_record", "support")[1]


def test_the_record_names_the_agent(labelled: Project, manager: Any, client_of: Any) -> None:
    told(token_of(manager, "figures"), "count_project", project="support")
    page = client_of(manager).get(reverse("show-record", args=["support"])).content.decode()
    assert "for the agent test-agent" in page


def test_counts(labelled: Project, manager: Any, annotator: Any) -> None:
    token = token_of(manager, "figures")
    Reading.objects.filter(turn__dialogue__external_id="call-2").delete()
    got = told(token, "count_project", project="support")
    # Of seven turns those of call-1 are read; in them stand six items.
    assert {name: got[name] for name in ("dialogues", "turns", "read", "left")} == {
        "dialogues": 2, "turns": 7, "read": 4, "left": 3,
    }  # fmt: skip
    given = {name: n for name, n in got["items"].items() if n}
    assert given == {"male name": 2, "female name": 1, "surname": 1, "place": 1, "month": 1}
    (row,) = told(token, "list_projects")["projects"]
    assert row["project"] == "support" and (row["turns"], row["read"]) == (7, 4)


def test_agreement_is_the_commands_without_names(
    labelled: Project, manager: Any, second_annotator: Any
) -> None:
    turn = call_of(labelled, "call-1").turns.get(position=1)
    label(turn, second_annotator, [("Francisco", "surname")])
    Reading.objects.filter(reader=second_annotator).update(status="done")
    figures = team_agreement.summarise(team_agreement.read_agreement(labelled))
    got = told(token_of(manager, "figures"), "agreement", project="support")
    assert got["alpha"] == pytest.approx(figures["alpha"]) and got["turns"] == 1
    assert got["readers"] == ["reader 1", "reader 2"]
    assert got["pairs"][0]["readers"] == ["reader 1", "reader 2"]
    assert got["dialogues"][0]["dialogue"] == turn.dialogue_id
    said = json.dumps(got)
    assert not [name for name in ("annotator", "second", "call-1") if name in said]
    token = token_of(manager, "figures")
    assert told(token, "agreement", project="support", level="any")["level"] == "any"
    assert refused(token, "agreement", project="support", level="7")[1] == "unknown_level"


def test_open_issues_are_those_of_the_plan_masked(labelled: Project, manager: Any) -> None:
    turn = call_of(labelled, "call-2").turns.get(position=2)
    Turn.objects.filter(pk=turn.pk).update(text="Gracias, Olabarri: 612")
    token = token_of(manager, "figures")
    got = told(token, "open_issues", project="support", dialogue=turn.dialogue_id)
    issues = plan(call_of(labelled, "call-2")).result.issues
    assert [(each["code"], each["turn"], each["start"]) for each in got["issues"]] == [
        (each.code, each.turn, each.start) for each in issues
    ]
    (known,) = [each for each in got["issues"] if each["code"] == "KNOWN_ELSEWHERE"]
    assert known["window"] == "Xx, «Xx» : 9" and known["severity"] == "block"
    assert (known["turn"], known["start"], known["end"]) == (2, 9, 17)
    grave = told(token, "open_issues", project="support", severity="block")
    assert {each["severity"] for each in grave["issues"]} == {"block"}
    first = told(token, "open_issues", project="support", size=1)
    then = told(token, "open_issues", project="support", size=1, after=first["next"])
    assert (len(first["dialogues"]), then["next"]) == (1, None)
    assert first["dialogues"] + then["dialogues"] == sorted(
        labelled.dialogues.values_list("pk", flat=True)
    )
    assert refused(token, "open_issues", project="support", dialogue=10**6)[1] == "not_found"


def test_checks_are_the_gates(labelled: Project, manager: Any) -> None:
    token = token_of(manager, "figures")
    got = told(token, "export_checks", project="support", format="jsonl", strategy="entity")
    lines = taking.lines_of(labelled, "entity")
    for state, name in (("block", "blocks"), ("warn", "warns"), ("ok", "passes")):
        assert [each["name"] for each in got[name]] == [
            each.name for each in lines if each.state == state
        ]
    assert got["warns"] and got["file"] is None
    export = start_export(labelled, manager, format="jsonl", strategy="entity")
    summary = {"dialogues": 1, "held_back": {"1": ["leak", "block"]}, "replaced": 3}
    type(export).objects.filter(pk=export.pk).update(status="done", path="x", summary=summary)
    got = told(token, "export_checks", project="support", format="jsonl", strategy="entity")
    assert got["file"]["held_back_by_reason"] == {"leak": 1, "block": 1}
    assert got["file"]["not_to_sign"] and got["file"]["waits"]
    bad = {"project": "support", "format": "none", "strategy": "entity"}
    assert refused(token, "export_checks", **bad)[1] == "unknown_choice"


PROGRAM = "test-agent (agent of manager)"


def test_proposals_carry_the_agents_name_and_are_nobodys_reading(
    project: Project, manager: Any, curator: Any
) -> None:
    token = token_of(manager, "label")
    readings = Reading.objects.count()
    got = told(token, "put_proposals", **ASKED["put_proposals"])
    assert got == {"program": PROGRAM, "proposed": 1, "taken_back": 0}
    span = Span.objects.get()
    assert (span.reading, span.run, span.status) == (None, None, "proposed")
    assert span.extra == {"program": PROGRAM} and span.turn.text[27:33] == "Bilbao"
    assert Reading.objects.count() == readings
    number = span.turn.dialogue_id
    again = told(token, "put_proposals", **ASKED["put_proposals"] | {"dialogue": number})
    assert (again["proposed"], again["taken_back"], Span.objects.count()) == (1, 1, 1)
    # Another person's agent of that name takes nothing of it back.
    others = told(token_of(curator, "label"), "put_proposals", **ASKED["put_proposals"])
    assert (others["program"], others["taken_back"]) == ("test-agent (agent of curator)", 0)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"dialogue": "none"}, "not_found"),
        ({"dialogue": 10**6}, "not_found"),
        ({"turns": [{"turn": 9, "spans": []}]}, "no_turn"),
        ({"turns": [{"turn": 1, "spans": []}] * 2}, "twice"),
        ({"turns": [{"turn": 1, "spans": [{"start": 0, "end": 999, "label": "place"}]}]},
            "span_range"),
        ({"turns": [{"turn": 1, "spans": [{"start": 0, "end": 3, "label": "none"}]}]},
            "unknown_label"),
    ],
)  # fmt: skip
def test_proposals_that_do_not_fit(
    change: dict[str, Any], code: str, project: Project, manager: Any
) -> None:
    token = token_of(manager, "label")
    assert refused(token, "put_proposals", **ASKED["put_proposals"] | change)[1] == code
    assert not Span.objects.exists()


def test_a_simulation_tells_its_progress_and_cost(labelled: Project, manager: Any) -> None:
    token = token_of(manager, "train")
    said = request("tools/call", 2, name="simulate", arguments=ASKED["simulate"],
                   _meta={"progressToken": "mark"})  # fmt: skip
    _begun, *notes, answer = answers(token, request("initialize", **BEGIN), said)
    assert [each["params"]["progress"] for each in notes] == [1, 2, 3]  # the pool, two strategies
    for each in notes:
        assert each["method"] == "notifications/progress" and "id" not in each
        assert (each["params"]["progressToken"], each["params"]["total"]) == ("mark", 3)
    got = answer["result"]["structuredContent"]
    assert {run["query_strategy"] for run in got["runs"]} == {"adaptive", "random"}
    assert got["measured_on"] == "drawn dialogues" and got["cost"]["models"] >= 3
    assert set(got["runs"][0]["curve"][0]) == set(simulating.CURVE)


def test_a_simulation_is_bounded(
    labelled: Project, manager: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = token_of(manager, "train")
    asked = ASKED["simulate"]
    for name, value in (("turns", 401), ("rounds", 9), ("batch", 51), ("repeats", 3)):
        assert refused(token, "simulate", **asked | {name: value})[1] == "invalid"
    many = {"queries": ["random"] * 4}
    assert refused(token, "simulate", **asked | many)[1] == "invalid"
    assert refused(token, "simulate", **asked | {"queries": ["none"]})[1] == "unknown"
    monkeypatch.setattr(simulating, "MOST_SECONDS", 0)
    assert refused(token, "simulate", **asked)[1] == "too_slow"
    monkeypatch.setattr(simulating, "LONGEST", 1)  # characters of a turn
    assert refused(token, "simulate", **asked)[1] == "too_few"
    monkeypatch.undo()
    assert refused(token, "simulate", **asked)[1] == "too_few"


def test_a_label_whose_name_says_an_original_is_told_by_number(
    labelled: Project, manager: Any
) -> None:
    own = Label.objects.create(project=labelled, name="of Olabarri", key="Q", position=99)
    Label.objects.create(project=labelled, name="pet", key="9", position=100)
    got = told(token_of(manager, "figures"), "count_project", project="support")
    assert f"label-{own.pk}" in got["items"] and "pet" in got["items"]
    assert "Olabarri" not in json.dumps(got)
    spans = [{"start": 27, "end": 33, "label": f"label-{own.pk}"}]
    given = ASKED["put_proposals"] | {"turns": [{"turn": 1, "spans": spans}]}
    told(token_of(manager, "label"), "put_proposals", **given)
    assert Span.objects.get(reading=None).label == own


def test_what_the_machine_labels_is_a_label_in_the_window(project: Project, manager: Any) -> None:
    turn = call_of(project, "call-1").turns.get(position=1)
    label(turn, None, ITEMS["call-1", 1])
    Turn.objects.filter(pk=turn.pk).update(text=f"{turn.text} Olabarri")
    got = told(token_of(manager, "figures"), "open_issues", project="support")
    windows = [each["window"] for each in got["issues"] if each["code"] == "RESIDUAL_MENTION"]
    assert windows == ["Xx [male name] [surname] , x [place] «Xx»", "Xx, «Xx»"]  # Olabarri, Fran
