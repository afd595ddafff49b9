"""The pages that erase, the administration site's, and what they show before anything goes."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry

from annotation.models import (
    AccessEvent,
    Dialogue,
    Export,
    Member,
    Project,
    TrainingRun,
    Turn,
    User,
)
from tests.labelled import read_all
from tests.webapp.html import squeezed

pytestmark = pytest.mark.usefixtures("data_dir")
PAGE = "/p/support/erase"


@pytest.fixture
def site(project: Project, manager: Any, client_of: Any) -> Any:
    return client_of(manager)


def call(project: Project) -> Dialogue:
    return project.dialogues.get(external_id="call-1")


def test_a_person_is_found_and_the_dialogues_can_be_chosen(site: Any, project: Project) -> None:
    found = site.post(f"{PAGE}/person", {"terms": "Olabarri"})
    said = found.content.decode()
    assert found.status_code == 200 and "1 dialogue names the person" in said
    assert f'name="pk" value="{call(project).pk}"' in squeezed(said)
    listed = said.split('id="found"')[1].split("</section>")[0]
    assert "call-2" not in listed and "Olabarri (1)" in listed and "Bilbao" not in listed
    assert AccessEvent.objects.count() == 0  # no text is shown
    none = site.post(f"{PAGE}/person", {"terms": "Zaratustrio"}).content.decode()
    assert "0 dialogues name the person" in none


@pytest.mark.parametrize("terms", ["", "ab", " "])
def test_too_short_a_name_is_refused(site: Any, terms: str) -> None:
    answer = site.post(f"{PAGE}/person", {"terms": terms})
    assert answer.status_code == 422 and b'role="alert"' in answer.content


def test_the_list_comes_first_and_nothing_goes(site: Any, project: Project) -> None:
    pk = call(project).pk
    for answer in (
        site.get(f"{PAGE}/dialogues?pk={pk}"),
        site.post(f"{PAGE}/dialogues", {"pk": pk}),
        site.post(f"{PAGE}/dialogues", {"pk": pk, "choice": "retrain"}),
        site.post(f"{PAGE}/dialogues", {"pk": pk, "choice": "burn", "confirmed": "on"}),
    ):
        said = answer.content.decode()
        assert "Erase this dialogue?" in said and "4 turns with their texts" in said
        assert "Olabarri" not in said  # names of dialogues, no text
    assert project.dialogues.count() == 2


def test_confirmed_it_goes(site: Any, project: Project, manager: Any, no_broker: Any,
    django_capture_on_commit_callbacks: Any) -> None:  # fmt: skip
    chosen = {"pk": call(project).pk, "choice": "withdraw", "confirmed": "on"}
    with django_capture_on_commit_callbacks(execute=True):
        answer = site.post(f"{PAGE}/dialogues", chosen, follow=True)
    assert answer.redirect_chain == [(PAGE, 302)]
    assert "Erased." in answer.content.decode()
    assert [each.external_id for each in project.dialogues.all()] == ["call-2"]
    event = AccessEvent.objects.get(purpose="erase")
    assert (event.user, event.address) == (manager, "127.0.0.1")
    assert [name for name, _args in no_broker] == ["annotation.run_erasure"]
    overview = site.get("/p/support/").content.decode()
    assert "manager erased 1 dialogue" in overview


@pytest.mark.parametrize("pk", ["", "x", "99999999", "9" * 40, "-1"])
def test_no_dialogue_is_a_sentence(site: Any, pk: str) -> None:
    assert site.get(f"{PAGE}/dialogues?pk={pk}").status_code == 422
    assert site.post(f"{PAGE}/dialogues", {"pk": pk, "confirmed": "on"}).status_code == 422


def test_another_projects_dialogue_stays(site: Any, project: Project) -> None:
    other = Project.objects.create(slug="other", name="Other")
    theirs = Dialogue.objects.create(project=other, external_id="theirs")
    chosen = {"pk": theirs.pk, "choice": "withdraw", "confirmed": "on"}
    assert site.post(f"{PAGE}/dialogues", chosen).status_code == 422
    assert Dialogue.objects.filter(pk=theirs.pk).exists()


def test_models_are_asked_about_where_there_are_some(site: Any, project: Project) -> None:
    address = f"{PAGE}/dialogues?pk={call(project).pk}"
    assert "only withdraw them" not in site.get(address).content.decode()
    TrainingRun.objects.create(project=project, status="done", folder="models/x")
    said = site.get(address).content.decode()
    assert "only withdraw them" in said and "1 file of a model that learnt from these texts" in said


def test_a_project_goes_when_its_name_is_typed(site: Any, project: Project) -> None:
    shown = site.get(PAGE).content.decode()
    figures = re.findall(r"<dt>([^<]*)</dt>\s*<dd>\s*(\S+)", shown)
    assert {("dialogues", "2"), ("turns with their texts", "7")} <= set(figures)
    for slug in ("", "Support", "other"):
        answer = site.post(f"{PAGE}/project", {"slug": slug, "choice": "withdraw"})
        assert answer.status_code == 422
    assert Project.objects.exists()
    answer = site.post(f"{PAGE}/project", {"slug": "support", "choice": "withdraw"}, follow=True)
    assert (
        answer.redirect_chain == [("/", 302)]
        and "The project is erased." in answer.content.decode()
    )
    assert not Project.objects.exists() and not Turn.objects.exists()


def test_a_withdrawn_export_says_why_and_cannot_be_had(site: Any, project: Project) -> None:
    export = Export.objects.create(
        project=project, format="jsonl", strategy="typed", status="done", sha256="abc",
        summary={"dialogues": 2, "replaced": 3, "withdrawn": True},
    )  # fmt: skip
    said = site.get("/p/support/release").content.decode()
    assert "Withdrawn" in said and "The file is deleted" in said and "abc" in said
    assert f"release/{export.pk}/download" not in said
    assert site.get(f"/p/support/release/{export.pk}/download").status_code == 404


def test_pages_bear_a_project_whose_dialogues_are_gone(
    site: Any, project: Project, batch: Any, annotator: Any
) -> None:
    read_all(project, annotator)
    model = TrainingRun.objects.create(
        project=project, status="done", number=1, metrics={"f1": 0.5}, details={"removed": "erased"}
    )
    chosen = {"pk": list(project.dialogues.values_list("pk", flat=True)), "choice": "retrain"}
    site.post(f"{PAGE}/dialogues", {**chosen, "confirmed": "on"})
    assert not project.dialogues.exists()
    for address in ("", "label", "revise", "release", "team", "learning", "adjudicate", "questions",
                    "erase", "team/marked", f"learning?model={model.pk}"):  # fmt: skip
        answer = site.get(f"/p/support/{address}", follow=True)
        assert answer.status_code == 200, address
    said = site.get("/p/support/learning?show=models").content.decode()
    assert "withdrawn" in said and "Go back to it" not in said


# --- the administration site ------------------------------------------------------------------


@pytest.fixture
def office(project: Project, admin_user: Any, client_of: Any) -> Any:
    return client_of(admin_user)


def test_an_administrator_erases_a_dialogue_with_turns(office: Any, project: Project) -> None:
    address = f"/admin/annotation/dialogue/{call(project).pk}/delete/"
    said = office.get(address).content.decode()
    assert "4 turns with their texts" in said and "Olabarri" not in said
    office.post(address, {"post": "yes", "choice": "withdraw"})
    assert [each.external_id for each in project.dialogues.all()] == ["call-2"]
    assert "call-1" not in str(list(LogEntry.objects.values()))


def test_an_administrator_erases_several_at_once(office: Any, project: Project) -> None:
    chosen = list(project.dialogues.values_list("pk", flat=True))
    office.post(
        "/admin/annotation/dialogue/",
        {"action": "delete_selected", "_selected_action": chosen, "post": "yes"},
    )
    assert not project.dialogues.exists()


def test_an_administrator_erases_a_project(office: Any, project: Project, data_dir: Path) -> None:
    address = f"/admin/annotation/project/{project.pk}/delete/"
    assert "7 turns with their texts" in office.get(address).content.decode()
    office.post(address, {"post": "yes"})
    assert not Project.objects.exists()
    assert "Support calls" not in str(list(LogEntry.objects.values()))
    assert len((data_dir / "erasures.jsonl").read_text().splitlines()) == 1


def test_an_administrator_erases_accounts(office: Any, project: Project, annotator: Any) -> None:
    read_all(project, annotator)
    second = User.objects.get(username="second")
    for user in (annotator, second):
        office.post(f"/admin/annotation/user/{user.pk}/delete/", {"post": "yes"})
    annotator.refresh_from_db()
    assert annotator.username == f"former-{annotator.pk}" and not annotator.is_active
    assert not User.objects.filter(pk=second.pk).exists()
    assert "second" not in str(list(LogEntry.objects.values("object_repr")))


def test_accounts_that_must_stay_are_named(office: Any, manager: Any, admin_user: Any) -> None:
    for user, why in ((manager, "last manager"), (admin_user, "signed in")):
        address = f"/admin/annotation/user/{user.pk}/delete/"
        assert why in office.get(address).content.decode()
        assert office.post(address, {"post": "yes"}).status_code in {200, 403}
        assert User.objects.filter(pk=user.pk, is_active=True).exists()


def test_of_two_managers_chosen_together_one_stays(
    office: Any, project: Project, manager: Any, outsider: Any
) -> None:
    Member.objects.create(project=project, user=outsider, role="manager")
    office.post(
        "/admin/annotation/user/",
        {"action": "delete_selected", "_selected_action": [manager.pk, outsider.pk], "post": "yes"},
    )
    assert project.memberships.filter(role="manager").count() == 1
