"""The record's pages: a manager's project, an administrator's projects, filters, unusual days."""

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotation.models import AccessEvent, Dialogue, Project
from tests.webapp.html import squeezed

PAGE = "/p/support/record"


@pytest.fixture
def read(project: Project, annotator: Any, curator: Any) -> Project:
    """The annotator opened thirty dialogues today and did nothing; the curator looked at one."""
    dialogues = Dialogue.objects.bulk_create(
        Dialogue(project=project, external_id=f"more-{n}", position=10 + n) for n in range(30)
    )
    AccessEvent.objects.bulk_create(
        AccessEvent(
            user=annotator, project=project, dialogue=each, purpose="label", address="2001:db8::1"
        )
        for each in dialogues
    )
    first = project.dialogues.first()
    AccessEvent.objects.create(
        user=curator, project=project, dialogue=first, purpose="revise", address="10.0.0.7"
    )
    AccessEvent.objects.create(user=None, project=project, purpose="import")
    return project


def page(client: Client, query: str = "", status: int = 200) -> str:
    response = client.get(PAGE + query)
    assert response.status_code == status
    return response.content.decode()


def test_a_manager_reads_who_saw_what(read: Project, manager: Any, client_of: Any) -> None:
    html = page(client_of(manager))
    assert "10.0.0.7" in html and "2001:db8::1" in html and "more-29" in html
    assert "32 showings" in html
    assert html.count("on a day, on") == 2 and html.count('class="strip"') == 2
    assert "opened 30 dialogues and did nothing in them." in html
    shown = [int(n) for n in re.findall(r'data-col="Times shown, 7 days">(\d+)', html)]
    assert sum(shown) == 32  # what each was shown adds up to the record
    assert re.search(r"<summary>\s*30 dialogues\s*</summary>", html)  # one glance, one row
    assert html.count("unusual</span>") == 1
    found = re.search(r'href="[^"?]*(\?person=\d+&amp;day=[\d-]+)#rows-title"', html)
    assert found and "30 showings" in page(client_of(manager), unescape(found[1]))
    assert "At most 30 dialogues on a day" in html
    assert AccessEvent.objects.count() == 32  # no text is shown: reading it is no view


def test_what_happened_to_the_project_alike_is_one_row(
    project: Project, manager: Any, client_of: Any
) -> None:
    for _time in range(3):
        AccessEvent.objects.create(user=manager, project=project, purpose="import")
    html = squeezed(page(client_of(manager)))
    assert re.search(r"<summary> ?the project · 3 times ?</summary>", html)
    assert "0 dialogues in 7 days, shown 3 times" in html
    assert "0 opened today · most in a day: 0" in html


def test_days_are_drawn_where_there_are_several(
    read: Project, annotator: Any, manager: Any, client_of: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = {"user": annotator, "purpose": "label", "dialogue": read.dialogues.first()}
    before = timezone.now() - timedelta(days=3)
    with monkeypatch.context() as then:
        then.setattr(timezone, "now", lambda: before)
        AccessEvent.objects.create(project=read, **seen)
    html = page(client_of(manager))
    assert html.count('<svg class="strip"') == 2 and 'class="marked"' in html
    assert html.count("on a day, on") == 2


def test_the_rows_are_filtered(read: Project, manager: Any, curator: Any, client_of: Any) -> None:
    client, today = client_of(manager), timezone.localdate()
    assert "1 showing<" in squeezed(page(client, f"?person={curator.pk}"))
    assert "1 showing<" in squeezed(page(client, "?dialogue=more-3&purpose=label"))
    assert "32 showings" in page(client, f"?day={today}")
    assert "No row is like this." in page(client, f"?day={today - timedelta(days=1)}")
    for bad in ("?person=x", "?purpose=burn", "?day=soon", "?person=999999"):
        page(client, bad, 404)
    assert "?page=99" not in page(client, "?page=99")


def test_an_administrator_reads_every_project(
    read: Project, outsider: Any, manager: Any, client_of: Any
) -> None:
    client = client_of(outsider)
    assert client.get("/record").status_code == 404
    page(client, status=404)
    type(outsider).objects.filter(pk=outsider.pk).update(is_superuser=True)
    everything = client.get("/record").content.decode()
    assert PAGE in everything and "opened 30 dialogues" in everything
    html = page(client)
    assert "10.0.0.7" in html
    for closed in ("/p/support/settings", "/p/support/label", "/p/support/team"):
        assert closed not in html  # she is no member
        assert client.get(closed).status_code == 404
    assert client_of(manager).get("/record").status_code == 404


def test_more_projects_and_people_cost_no_more_queries(
    read: Project, manager: Any, client_of: Any
) -> None:
    type(manager).objects.filter(pk=manager.pk).update(is_superuser=True)
    client = client_of(manager)

    def queries(address: str) -> int:
        with CaptureQueriesContext(connection) as seen:
            assert client.get(address).status_code == 200
        return len(seen)

    before = [queries(address) for address in ("/record", PAGE)]
    for n in range(3):
        other = Project.objects.create(slug=f"other-{n}", name="Other")
        dialogue = Dialogue.objects.create(project=other, external_id="x")
        for user in type(manager).objects.all():
            for project in (read, other):
                seen = {"user": user, "project": project, "purpose": "label"}
                AccessEvent.objects.create(dialogue=dialogue, **seen)
    assert [queries(address) for address in ("/record", PAGE)] == before


@pytest.mark.parametrize("role", ["curator", "annotator", "reader"])
def test_others_do_not_read_it(read: Project, role: str, client_of: Any, request: Any) -> None:
    page(client_of(request.getfixturevalue(role)), status=403)


def test_an_empty_record(project: Project, manager: Any, client_of: Any) -> None:
    html = page(client_of(manager))
    assert "Nobody was shown a text yet." in html and "strip" not in html
