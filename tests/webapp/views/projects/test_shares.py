"""Dialogues are assigned on the people page by shares, and from the corpus list by hand."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from annotation.models import Allotment, Batch, Dialogue, Member, Project
from annotation.services.glance.ranges import packed, unpacked
from annotation.services.projects.shares import assign_dialogues, set_shares
from tests.labelled import add_calls
from tests.webapp.addresses import url
from tests.webapp.html import squeezed


@pytest.fixture
def calls(project: Project, annotator: Any) -> Project:
    """Six dialogues that nobody has read."""
    add_calls(project, 4, annotator, read=0)
    return project


@pytest.fixture
def client(calls: Project, manager: Any, client_of: Callable[[Any], Client]) -> Client:
    return client_of(manager)


def member(user: Any) -> int:
    return Member.everything.get(user=user).pk


def whose() -> dict[str, str]:
    rows = Allotment.objects.order_by("dialogue__position")
    return dict(rows.values_list("dialogue__external_id", "member__user__username"))


def pks(*names: str) -> list[int]:
    return [Dialogue.objects.get(external_id=name).pk for name in names]


def assign(client: Client, query: str = "", **values: Any) -> Any:
    return client.post(url("assign-dialogues") + query, values, follow=True)


def test_shares_are_dealt_and_told(client: Client, annotator: Any, second_annotator: Any) -> None:
    ana, ben = member(annotator), member(second_annotator)
    sent = {f"share-{ana}": "50", f"share-{ben}": "33", "how": "shares"}
    html = client.post(url("set-shares"), sent, follow=True).content.decode()
    assert list(whose().values()).count("annotator") == 3
    text = squeezed(html)
    assert "5 dialogues with turns to read are dealt out." in text
    assert "1 dialogue is open to all." in text
    assert f'?assigned={ana}"' in html
    client.post(url("set-shares"), {"how": "equal"})
    assert sorted(whose().values()) == ["annotator"] * 3 + ["second"] * 3
    html = client.post(url("set-shares"), {"how": "none"}, follow=True).content.decode()
    assert whose() == {} and "6 dialogues are open to all." in squeezed(html)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (("60", "41"), "The shares come to 101 %; 100 % is all there is."),
        (("101", ""), "less than or equal to 100"),
        (("-1", ""), "greater than or equal to 0"),
        (("many", ""), "Enter a whole number."),
    ],
)
def test_shares_that_cannot_be_are_refused(
    values: tuple[str, str], said: str, client: Client, annotator: Any, second_annotator: Any
) -> None:
    names = (f"share-{member(annotator)}", f"share-{member(second_annotator)}")
    answer = client.post(url("set-shares"), dict(zip(names, values, strict=True)))
    assert answer.status_code == 422
    assert said in squeezed(answer.content.decode())
    assert whose() == {} and not Member.everything.filter(share__gt=0).exists()


def test_a_share_of_who_cannot_label_counts_nowhere(client: Client, reader: Any) -> None:
    client.post(url("set-shares"), {f"share-{member(reader)}": "50", "how": "shares"})
    assert whose() == {}


@pytest.mark.parametrize("route", ["disable-member", "remove-member"])
def test_what_is_released_is_said(
    route: str, client: Client, calls: Project, annotator: Any
) -> None:
    set_shares(calls, {member(annotator): 50})
    answer = client.post(url(route, pk=member(annotator)), follow=True)
    said = "3 dialogues that were assigned to annotator are open to all again."
    assert said in answer.content.decode()


def test_those_of_the_list_are_assigned(client: Client, annotator: Any) -> None:
    html = client.get(url("show-corpus")).content.decode()
    assert "Assign all 6 of this list" in squeezed(html)
    shown = packed(pks("call-1", "c0", "c1"))
    answer = assign(client, "?sort=name", to=member(annotator), what="shown", shown=shown)
    assert answer.redirect_chain[0][0].endswith("/corpus?sort=name")
    assert "3 dialogues are assigned to annotator." in answer.content.decode()
    assert whose() == dict.fromkeys(("call-1", "c0", "c1"), "annotator")
    answer = assign(client, to="nobody", what="ticked", dialogue=pks("c0"), shown=shown)
    assert "1 dialogue is open to all." in answer.content.decode()
    assert list(whose()) == ["call-1", "c1"]


def test_the_list_is_filtered_by_whose_they_are(
    client: Client, calls: Project, annotator: Any
) -> None:
    ana = member(annotator)
    assert 'id="assigned"' not in client.get(url("show-corpus")).content.decode()
    assign_dialogues(calls, pks("c2", "c3"), ana)
    html = squeezed(client.get(url("show-corpus") + f"?assigned={ana}").content.decode())
    assert "2 of 6 dialogues" in html and "annotator: 2" in html and "open to all: 4" in html
    assert html.count('data-col="Assigned to">annotator</td>') == 2
    html = squeezed(client.get(url("show-corpus") + "?assigned=nobody").content.decode())
    assert "4 of 6 dialogues" in html
    for odd in ("x", "-1", "0", "9" * 40):
        html = squeezed(client.get(url("show-corpus") + f"?assigned={odd}").content.decode())
        assert "6 dialogues" in html and "of 6 dialogues" not in html.replace("0 of 6", "")


def test_what_cannot_be_assigned_is_refused(
    client: Client, calls: Project, annotator: Any, reader: Any
) -> None:
    other = Project.objects.create(slug="other", name="Other")
    foreign = Dialogue.objects.create(project=other, external_id="x").pk
    ana, call = member(annotator), pks("c0")
    for wrong in (
        {"to": ana, "what": "ticked"},  # nothing is ticked
        {"to": ana, "what": "ticked", "dialogue": [foreign]},
        {"to": ana, "what": "shown", "shown": f"{foreign}-{10**17}"},
        {"to": ana, "what": "shown", "shown": "1-; DROP"},
        {"to": ana, "what": "shown", "shown": ""},
        {"to": ana, "what": "all", "shown": "1-99"},
        {"to": member(reader), "what": "ticked", "dialogue": call},
        {"to": 10**17, "what": "ticked", "dialogue": call},
        {"to": "", "what": "ticked", "dialogue": call},
        {"to": ana, "what": "ticked", "dialogue": ["x", "9" * 40]},
    ):
        answer = assign(client, **wrong)
        assert answer.status_code == 422, wrong
        assert 'role="alert"' in answer.content.decode()
    assert whose() == {}


def test_who_was_erased_meanwhile_is_told(client: Client, annotator: Any) -> None:
    ticked = pks("c0", "c1")
    Dialogue.objects.get(external_id="c1").delete()
    answer = assign(client, to=member(annotator), what="ticked", dialogue=ticked)
    assert "1 is in this project no more." in answer.content.decode()
    assert whose() == {"c0": "annotator"}


def test_only_who_may_assign_sees_how(
    calls: Project, curator: Any, annotator: Any, client_of: Callable[[Any], Client]
) -> None:
    assert "data-assign" in client_of(curator).get(url("show-corpus")).content.decode()
    Member.objects.filter(user=annotator).update(role="steward")
    html = client_of(annotator).get(url("show-corpus")).content.decode()
    assert "data-assign" not in html and 'name="dialogue"' not in html


def test_a_reader_sees_her_share_and_others_for_whom_turns_wait(
    batch: Batch, annotator: Any, second_annotator: Any, curator: Any, client_of: Any
) -> None:
    """Each item of the batch is in call-1, which has four turns."""
    ana = member(annotator)
    assign_dialogues(batch.project, pks("call-1", "call-2"), ana)
    hers = squeezed(client_of(annotator).get(url("label-next"), follow=True).content.decode())
    assert "2 dialogues are assigned to you: 7 of 7 turns are left." in hers
    others = squeezed(client_of(second_annotator).get(url("label-next")).content.decode())
    assert "3 of them are in dialogues that are assigned to somebody else" in others
    assert "annotator 3" not in others and "assigned to you" not in others
    told = client_of(curator).get(url("label-next")).content.decode()
    assert f'?assigned={ana}"' in told and "annotator</bdi>3" in squeezed(told)


def test_ids_are_packed_as_ranges() -> None:
    assert packed([7, 1, 3, 2]) == "1-3 7" and packed([]) == ""
    assert unpacked("1-3 7 9", [1, 3, 5, 7]) == {1, 3, 7, 9}
    assert unpacked(f"0-{10**18}", [2, 5]) == {2, 5}
    assert unpacked("5-2", [3]) == set()


def test_where_work_stands_it_is_told_whose_it_is(
    client: Client, batch: Batch, annotator: Any, client_of: Callable[[Any], Client]
) -> None:
    dialogue = Dialogue.objects.get(external_id="call-1")
    assign_dialogues(batch.project, [dialogue.pk], ana := member(annotator))
    for_manager = squeezed(client.get(url("show-overview")).content.decode())
    assert "Asked turns wait for:" in for_manager and f'?assigned={ana}"' in for_manager
    hers = squeezed(client_of(annotator).get(url("show-overview")).content.decode())
    assert "1 dialogue is assigned to you: 4 of 4 turns are left." in hers
    assert "Asked turns wait for" not in hers
    listed = squeezed(client.get(url("show-corpus") + "?sort=assigned").content.decode())
    assert 'data-col="Assigned to">annotator</td>' in listed
    assert 'aria-sort="ascending"><a id="sort-assigned"' in listed
    page = squeezed(client.get(url("revise-dialogue", pk=dialogue.pk)).content.decode())
    assert "Assigned to annotator." in page and f"?assigned={ana}" in page
    assign_dialogues(batch.project, [dialogue.pk], None)
    assert "sort-assigned" not in client.get(url("show-corpus")).content.decode()
