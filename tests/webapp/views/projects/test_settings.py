"""A project's settings, how its labels are replaced, and its people."""

import re
from pathlib import Path
from typing import Any

import pytest

from annotation.models import (
    Label,
    Member,
    Project,
    User,
)
from tests.webapp.addresses import url
from tests.webapp.html import squeezed

# --- settings -------------------------------------------------------------------------------

CHOICES = {
    "name": "Support",
    "description": "",
    "batch_size": "5",
    "source_model": "",
    "batch_unit": "dialogue",
    "cost_unit": "seconds",
    "audit_percent": "15",
    "encoder": " intfloat/multilingual-e5-small ",
    "large_kind": "flair",
    "shared_percent": "20",
    "readers": "3",
    "proposal_threshold": "0.7",
    "accept_from": "0.9",
    "hidden_percent": "5",
    "seed_strategy": "kmeans",
    "query_strategy": "target-entropy",
    "replacement": "typed",
}


def test_choices_are_kept(project: Project, manager: Any, client_of: Any) -> None:
    client = client_of(manager)
    assert client.post(url("edit-settings"), CHOICES).status_code == 302
    project.refresh_from_db()
    assert (project.batch_size, project.seed_strategy, project.replacement) == (
        5,
        "kmeans",
        "typed",
    )
    assert "Saved." in client.get(url("edit-settings")).content.decode()


def test_choices_about_readers_and_proposals_are_kept(
    project: Project, manager: Any, client_of: Any
) -> None:
    client = client_of(manager)
    names = (
        "shared_percent",
        "readers",
        "single_is_gold",
        "proposal_threshold",
        "hidden_percent",
        "accept_from",
    )
    client.post(url("edit-settings"), CHOICES)
    project.refresh_from_db()
    assert [getattr(project, name) for name in names] == [20, 3, False, 0.7, 5, 0.9]
    client.post(url("edit-settings"), CHOICES | {"single_is_gold": "on"})
    project.refresh_from_db()
    assert project.single_is_gold
    page = client.get(url("edit-settings")).content.decode()
    assert 'name="single_is_gold" checked' in squeezed(page)


def test_choices_about_units_chance_and_the_large_model_are_kept(
    project: Project, manager: Any, client_of: Any, tmp_path: Path
) -> None:
    client = client_of(manager)
    names = ("batch_unit", "cost_unit", "audit_percent", "encoder", "large_kind")
    client.post(url("edit-settings"), CHOICES)
    project.refresh_from_db()
    kept = [getattr(project, name) for name in names]
    assert kept == ["dialogue", "seconds", 15, "intfloat/multilingual-e5-small", "flair"]
    page = squeezed(client.get(url("edit-settings")).content.decode())
    assert '<option value="flair" selected>' in page
    without = {name: value for name, value in CHOICES.items() if name != "large_kind"}
    client.post(url("edit-settings"), without)  # a script of before knows no such choice
    project.refresh_from_db()
    assert project.large_kind == "flair"
    for file in ("config.json", "model.safetensors"):
        (tmp_path / file).write_text("{}")
    for name in (str(tmp_path), ""):
        assert client.post(url("edit-settings"), CHOICES | {"encoder": name}).status_code == 302
        project.refresh_from_db()
        assert project.encoder == name


def test_what_is_enough_is_chosen_and_stays(project: Project, manager: Any, client_of: Any) -> None:
    assert (project.enough, project.enough_missed) == ("99", 1.0)
    client, chosen = client_of(manager), {"enough": "missed", "enough_missed": "2.5"}
    client.post(url("edit-settings"), CHOICES | chosen)
    project.refresh_from_db()
    assert (project.enough, project.enough_missed) == ("missed", 2.5)
    page = squeezed(client.get(url("edit-settings")).content.decode())
    assert '<option value="missed" selected>' in page and 'value="2.5"' in page
    client.post(url("edit-settings"), CHOICES)  # a script of before knows no such choice
    project.refresh_from_db()
    assert (project.enough, project.enough_missed) == ("missed", 2.5)


def test_a_folder_without_a_model_and_none_are_told_alike(
    project: Project, manager: Any, client_of: Any, tmp_path: Path
) -> None:
    told = []
    for name in (tmp_path, tmp_path / "none"):
        answer = client_of(manager).post(url("edit-settings"), CHOICES | {"encoder": str(name)})
        html = answer.content.decode()
        assert answer.status_code == 422 and "There is no model in this folder" in html
        told.append(html[html.index("There is no model") :][:200])
    assert told[0] == told[1]


BAD_CHOICES = [
    {"batch_unit": "page"},
    {"cost_unit": ""},
    {"audit_percent": "101"},
    {"audit_percent": "-1"},
    {"large_kind": "crf"},
    {"enough": "97"},
    {"enough_missed": "0"},
    {"enough_missed": "nan"},
    {"encoder": "/no/such/folder"},
    {"encoder": "../models"},
    {"encoder": "two words"},
    {"encoder": "a/b/c"},
    {"encoder": "a..b"},
    {"encoder": "x" * 301},
    {"batch_size": "0"},
    {"batch_size": "many"},
    {"seed_strategy": "magic"},
    {"replacement": "none; DROP"},
    {"replacement": "none"},
    {"replacement_q": "0"},
    {"replacement_q": "1.01"},
    {"replacement_q": "-0.5"},
    {"replacement_q": "nan"},
    {"replacement_q": "half"},
    {"name": ""},
    {"readers": "1"},
    {"shared_percent": "101"},
    {"hidden_percent": "-1"},
    {"proposal_threshold": "nan"},
    {"proposal_threshold": "1.5"},
    {"accept_from": "0"},
    {"source_model": "99"},
    {"query_strategy": "source-entropy"},
    {"query_strategy": "source-entropy-max"},
    {"seed_strategy": "kmeans+source"},
    {"query_strategy": "margin"},
]


def test_bad_choices_change_nothing(project: Project, manager: Any, client_of: Any) -> None:
    client, wrong = client_of(manager), []
    for bad in BAD_CHOICES:
        answer = client.post(url("edit-settings"), CHOICES | bad)
        is_told = "Nothing was saved" in answer.content.decode()
        project.refresh_from_db()
        kept = (project.batch_size, project.name)
        if answer.status_code != 422 or not is_told or kept != (3, "Support calls"):
            wrong.append((bad, answer.status_code, kept))
    assert wrong == []


def test_a_strategy_that_is_offered_no_more_stays_until_another_is_chosen(
    project: Project, manager: Any, client_of: Any
) -> None:
    Project.objects.filter(pk=project.pk).update(
        seed_strategy="source-entropy", query_strategy="margin"
    )
    client = client_of(manager)
    page = client.get(url("edit-settings")).content.decode()
    for name in ("source-entropy", "margin"):
        assert f'value="{name}" checked' in squeezed(page)
    own = {"seed_strategy": "source-entropy", "query_strategy": "margin"}
    assert client.post(url("edit-settings"), CHOICES | own).status_code == 302
    project.refresh_from_db()
    assert (project.seed_strategy, project.query_strategy) == ("source-entropy", "margin")
    assert client.post(url("edit-settings"), CHOICES).status_code == 302
    page = client.get(url("edit-settings")).content.decode()
    assert "source-entropy" not in page and "margin" not in page
    assert client.post(url("edit-settings"), CHOICES | own).status_code == 422


def test_a_strategy_that_asks_the_source_needs_one(
    project: Project, manager: Any, client_of: Any
) -> None:
    Project.objects.filter(pk=project.pk).update(query_strategy="source-entropy")
    wish = CHOICES | {"query_strategy": "source-entropy"}
    answer = client_of(manager).post(url("edit-settings"), wish)
    assert answer.status_code == 422
    assert "This strategy needs a source model" in answer.content.decode()


def test_each_choice_has_a_sentence(project: Project, manager: Any, client_of: Any) -> None:
    html = squeezed(client_of(manager).get(url("edit-settings")).content.decode())
    for value in ("auto", "adaptive", "entity"):
        assert re.search(
            rf'value="{re.escape(value)}"[^>]*checked[^>]*>?.*?<span class="helper">\W?\w', html
        )


# --- replacement ----------------------------------------------------------------------------

WARNING = "Real names, places and numbers stay in the text."


def label_field(project: Project, name: str) -> str:
    return f"label-{project.labels.get(name=name).pk}"


def test_a_label_gets_a_strategy_of_its_own(project: Project, manager: Any, client_of: Any) -> None:
    client = client_of(manager)
    place, month = label_field(project, "place"), label_field(project, "month")
    chosen = {place: "generalise", month: "dissociation"}
    assert client.post(url("edit-settings"), CHOICES | chosen).status_code == 302
    own = dict(project.labels.exclude(replacement="").values_list("name", "replacement"))
    assert own == {"place": "generalise", "month": "dissociation"}
    html = squeezed(client.get(url("edit-settings")).content.decode())
    assert "A different way for some labels (2)</summary>" in html
    assert re.search(rf'name="{place}".*?value="generalise" selected', html)
    client.post(url("edit-settings"), CHOICES)  # what was not sent stays
    assert project.labels.exclude(replacement="").count() == 2
    client.post(url("edit-settings"), CHOICES | {place: "", month: ""})
    assert not project.labels.exclude(replacement="").exists()


def test_labels_are_asked_in_a_disclosure_and_groups_are_not(
    project: Project, manager: Any, client_of: Any
) -> None:
    Label.objects.create(project=project, name="PERSON-GROUP", family="person")
    html = client_of(manager).get(url("edit-settings")).content.decode()
    start = html.rindex("<details", 0, html.index("A different way for some labels"))
    inside = html[start : html.index("</details>", start)]
    assert html.count('name="label-') == inside.count('name="label-') == 11
    assert "PERSON-GROUP" not in html


def test_q_below_1_is_kept_with_a_warning(project: Project, manager: Any, client_of: Any) -> None:
    client = client_of(manager)
    html = client.get(url("edit-settings")).content.decode()
    assert WARNING not in html
    assert "Below 1 real names stay in the text on purpose" in html  # said before it is chosen
    assert client.post(url("edit-settings"), CHOICES | {"replacement_q": "0.9"}).status_code == 302
    project.refresh_from_db()
    assert project.replacement_q == 0.9
    html = client.get(url("edit-settings")).content.decode()
    assert f'<p class="note block" role="alert"><b>{WARNING}</b>' in squeezed(html)
    assert 'value="0.9"' in html
    client.post(url("edit-settings"), CHOICES)  # nothing said: the safe one
    project.refresh_from_db()
    assert project.replacement_q == 1


def test_a_q_that_is_refused_is_warned_of_too(
    project: Project, manager: Any, client_of: Any
) -> None:
    answer = client_of(manager).post(
        url("edit-settings"), CHOICES | {"replacement_q": "0.5", "batch_size": "0"}
    )
    assert answer.status_code == 422
    assert WARNING in answer.content.decode()


def test_bad_strategies_of_labels_change_nothing(
    project: Project, manager: Any, client_of: Any
) -> None:
    place = label_field(project, "place")
    for bad in ("none", "magic"):
        answer = client_of(manager).post(url("edit-settings"), CHOICES | {place: bad})
        assert answer.status_code == 422
        assert "<details open>" in answer.content.decode()
    assert not project.labels.exclude(replacement="").exists()


# --- people ---------------------------------------------------------------------------------


def test_a_manager_adds_a_person(
    project: Project, manager: Any, outsider: Any, client_of: Any
) -> None:
    client_of(manager).post(url("edit-members"), {"username": "outsider", "role": "curator"})
    assert Member.objects.get(project=project, user=outsider).role == "curator"


def test_adding_again_changes_the_role(
    project: Project, manager: Any, annotator: Any, client_of: Any
) -> None:
    client_of(manager).post(url("edit-members"), {"username": "annotator", "role": "curator"})
    assert Member.objects.get(project=project, user=annotator).role == "curator"


def test_an_account_comes_with_a_password_shown_once(
    project: Project, manager: Any, client_of: Any
) -> None:
    client = client_of(manager)
    form = {"username": "nerea", "role": "annotator", "create": "on"}
    html = client.post(url("edit-members"), form).content.decode()
    found = re.search(r"<code>([a-z0-9-]+)</code>", html)
    assert found
    assert User.objects.get(username="nerea").check_password(found[1])
    assert found[1] not in client.get(url("edit-members")).content.decode()


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"username": "nobody", "role": "reader"}, "There is no account with this name"),
        ({"username": "", "role": "reader"}, "This field is required"),
        ({"username": "annotator", "role": "king"}, "Select a valid choice"),
        ({"username": "Annotator", "role": "reader", "create": "on"}, "taken"),
        ({"username": "a b<", "role": "reader", "create": "on"}, "valid username"),
        ({"username": "manager", "role": "reader"}, "The last manager stays"),
    ],
)
def test_what_cannot_be_done_is_said(
    form: dict[str, str], sentence: str, project: Project, manager: Any, client_of: Any
) -> None:
    before = sorted(Member.objects.values_list("user__username", "role"))
    answer = client_of(manager).post(url("edit-members"), form)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert sorted(Member.objects.values_list("user__username", "role")) == before


def test_a_person_is_removed_and_shut_out(
    project: Project, manager: Any, reader: Any, client_of: Any
) -> None:
    member = Member.objects.get(project=project, user=reader)
    client_of(manager).post(url("remove-member", pk=member.pk))
    assert client_of(reader).get(url("show-overview")).status_code == 404


def test_the_last_manager_stays(
    project: Project, manager: Any, outsider: Any, client_of: Any
) -> None:
    member = Member.objects.get(project=project, user=manager)
    answer = client_of(manager).post(url("remove-member", pk=member.pk))
    assert answer.status_code == 422
    assert "The last manager stays" in answer.content.decode()
    Member.objects.create(project=project, user=outsider, role="manager")
    answer = client_of(manager).post(url("remove-member", pk=member.pk))
    assert answer.headers["Location"] == "/"


def test_members_of_other_projects_are_out_of_reach(
    project: Project, manager: Any, outsider: Any, client_of: Any
) -> None:
    other = Project.objects.create(slug="other", name="Other")
    member = Member.objects.create(project=other, user=outsider, role="reader")
    assert client_of(manager).post(url("remove-member", pk=member.pk)).status_code == 404
    assert client_of(manager).post(url("remove-member", pk=2**63)).status_code == 404
