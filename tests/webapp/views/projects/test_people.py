"""The people page: roles in place, people who are disabled, and the work that stays."""

from typing import Any

import pytest

from annotation.models import Assignment, Batch, Member, Project, Reading, User
from annotation.services.labelling.queue import finish_item
from annotation.services.projects.creation import list_projects
from annotation.services.projects.members import count_labellers, find_user, place_member
from annotation.services.sources.trainings import managed_projects
from tests.webapp.addresses import url


def member_of(project: Project, user: Any) -> Member:
    return Member.everything.get(project=project, user=user)


def test_a_role_is_changed_in_its_row(
    project: Project, manager: Any, annotator: Any, client_of: Any
) -> None:
    client, pk = client_of(manager), member_of(project, annotator).pk
    answer = client.post(url("change-role", pk=pk), {"role": "curator"})
    assert answer.headers["Location"] == f"{url('edit-members')}#role-{pk}"  # the focus stays there
    assert member_of(project, annotator).role == "curator"
    html = client.get(url("edit-members")).content.decode()
    assert "The role of annotator is now: Curator." in html
    assert html.count(f'aria-describedby="said-{pk}"') == html.count(f'id="said-{pk}"') == 1
    assert "said-" not in client.get(url("edit-members")).content.decode()
    for wrong in ("king", ""):
        assert client.post(url("change-role", pk=pk), {"role": wrong}).status_code == 422
    assert member_of(project, annotator).role == "curator"


@pytest.mark.parametrize("route", ["change-role", "disable-member"])
def test_the_last_manager_keeps_the_role(
    route: str, project: Project, manager: Any, outsider: Any, client_of: Any
) -> None:
    pk = member_of(project, manager).pk
    client = client_of(manager)
    answer = client.post(url(route, pk=pk), {"role": "reader"})
    assert answer.status_code == 422
    assert "The last manager stays" in answer.content.decode()
    Member.objects.create(
        project=project, user=outsider, role="manager", disabled_at="2026-01-01 00:00Z"
    )
    assert client.post(url(route, pk=pk), {"role": "reader"}).status_code == 422
    Member.everything.filter(user=outsider).update(disabled_at=None)
    answer = client.post(url(route, pk=pk), {"role": "reader"})
    assert answer.headers["Location"] == "/"  # the page is not hers any more


def test_who_is_disabled_is_shut_out_and_keeps_her_work(
    project: Project, batch: Batch, manager: Any, annotator: Any, client_of: Any
) -> None:
    done, in_hand = batch.items.order_by("rank")[:2]
    finish_item(done, annotator, version=0)
    Assignment.objects.create(item=in_hand, reader=annotator, assigned_at="2026-01-01 00:00Z")
    hers, pk = client_of(annotator), member_of(project, annotator).pk
    assert hers.get(url("show-overview")).status_code == 200
    client_of(manager).post(url("disable-member", pk=pk))
    assert hers.get(url("show-overview")).status_code == 404
    assert hers.get("/api/projects/support").status_code == 404
    assert list_projects(annotator) == []
    assert Reading.objects.filter(reader=annotator, is_gold=True).count() == 1
    assert not Assignment.objects.filter(reader=annotator, status="open").exists()
    html = client_of(manager).get(url("edit-members")).content.decode()
    assert "Let annotator in again" in html and "Disable annotator" not in html
    client_of(manager).post(url("enable-member", pk=pk))
    assert hers.get(url("show-overview")).status_code == 200
    assert member_of(project, annotator).role == "annotator"


def test_a_disabled_member_counts_nowhere(
    project: Project, manager: Any, annotator: Any, second_annotator: Any
) -> None:
    assert count_labellers(project) == 4  # the reader looks on
    Member.objects.filter(user=second_annotator).update(disabled_at="2026-01-01 00:00Z")
    assert count_labellers(project) == 3
    Member.objects.filter(user=annotator).update(role="steward")
    assert count_labellers(project) == 2
    assert managed_projects(manager) == [project]
    other = User.objects.create(username="aaa")
    Member.objects.create(
        project=project, user=other, role="manager", disabled_at="2026-01-01 00:00Z"
    )
    assert managed_projects(other) == []
    assert find_user(project) == manager


def test_adding_a_disabled_member_lets_her_in_again(project: Project, annotator: Any) -> None:
    Member.objects.filter(user=annotator).update(disabled_at="2026-01-01 00:00Z")
    member, _password = place_member(project, username="annotator", role="reader")
    assert (member.role, member.disabled_at) == ("reader", None)
    assert Member.everything.filter(project=project, user=annotator).count() == 1


def test_who_no_longer_labels_lets_go_of_her_turns(
    project: Project, batch: Batch, manager: Any, annotator: Any, client_of: Any
) -> None:
    Assignment.objects.create(
        item=batch.items.first(), reader=annotator, assigned_at="2026-01-01 00:00Z"
    )
    pk = member_of(project, annotator).pk
    client_of(manager).post(url("change-role", pk=pk), {"role": "steward"})
    assert not Assignment.objects.filter(reader=annotator).exists()
