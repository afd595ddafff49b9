"""What the people of a project do now and then, by keyboard alone and in both languages: sign a
file, shut somebody out and let her in again, look at settings, figures and the record."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from annotation.models import AccessEvent, Export, Member, Project, Signature, User
from annotation.services.jobs.lifecycle import run_job
from annotation.services.release import exports
from tests.annotation.services.team.test_agreement import asked, say
from tests.flows.desk import sign_in
from tests.flows.hands import Tongue, enter, reach

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Visit = Callable[[User, str], Page]


@pytest.fixture
def visit(keyboard: Page, tongue: Tongue, live_server: Any, client_of: Any) -> Visit:
    """The page of the project at this address, as this person sees it."""

    def go(user: User, address: str) -> Page:
        sign_in(keyboard.context, client_of, user, live_server.url)
        keyboard.goto(f"{live_server.url}/p/support/{address}")
        return keyboard

    return go


def test_a_steward_signs_a_file(
    visit: Visit, tongue: Tongue, labelled: Project, manager: User, data_dir: Any
) -> None:
    steward = User.objects.create(username="steward")
    Member.objects.create(project=labelled, user=steward, role="steward")
    made = exports.start_export(labelled, manager, format="jsonl", strategy="entity")
    run_job(Export, made.pk, exports.write_export)
    page = visit(steward, "release")
    row = page.locator(f"#export-{made.pk}")
    words = row.get_by_label(tongue("Words beside the signature", "Palabras junto a la firma"))
    reach(words)
    page.keyboard.type("Read 3 calls.")
    enter(row.get_by_role("button", name=tongue("Sign this file", "Firmar este archivo")))
    signed = row.get_by_text(tongue("Signed by steward", "Firmado por steward"))
    expect(signed).to_be_visible()
    enter(signed)
    expect(row.get_by_text("Read 3 calls.")).to_be_visible()
    made.refresh_from_db()
    assert Signature.objects.get().sha256 == made.sha256 != ""


def test_a_member_is_disabled_and_let_in_again(
    visit: Visit, tongue: Tongue, project: Project, manager: User, annotator: User
) -> None:
    page = visit(manager, "members")
    row = page.locator("tr", has=page.get_by_text("annotator", exact=True))
    enter(row.locator("summary"))
    enter(row.get_by_role("button", name=tongue("Disable annotator", "Desactivar a annotator")))
    expect(row.locator(".pill")).to_have_text(tongue("disabled", "desactivado"))
    assert not project.memberships.filter(user=annotator).exists()
    again = tongue("Let annotator in again", "Volver a dejar entrar a annotator")
    enter(row.get_by_role("button", name=again))
    expect(row.locator(".pill")).to_have_count(0)
    assert project.memberships.get(user=annotator).role == "annotator"


def test_experiments_are_opened_in_the_settings_and_a_program_is_to_be_told(
    visit: Visit, tongue: Tongue, project: Project, manager: User, settings: Any
) -> None:
    settings.HOOK_ADDRESSES = ["https://hooks.example"]
    page = visit(manager, "settings")
    choice = page.locator(".experiments [name=batch_unit]")
    expect(choice).to_be_hidden()
    fold = page.locator(".experiments > summary")
    expect(fold).to_contain_text(tongue("For experiments", "Para experimentos"))
    enter(fold)
    expect(choice).to_be_visible()
    page.keyboard.press("Tab")
    expect(choice).to_be_focused()
    enter(page.get_by_role("link", name=tongue("Hooks", "Notificaciones a programas")))
    reach(page.get_by_label(tongue("Address", "Dirección"), exact=True))
    page.keyboard.type("https://hooks.example/told")
    page.keyboard.press("Enter")
    expect(page.locator("#secret")).to_have_text(re.compile("^afh_"))
    enter(page.get_by_role("button", name=tongue("Send a test to", "Enviar una prueba a")))
    expect(page.locator(".deliveries .pill")).to_have_text(tongue("waiting", "en espera"))
    expect(page.locator("#secret")).to_have_count(0)


def test_the_forecast_of_the_team(
    visit: Visit, tongue: Tongue, team: Project, curator: User
) -> None:
    page = visit(curator, "")
    enter(page.get_by_role("link", name=tongue("Team", "Equipo"), exact=True))
    expect(page.get_by_role("heading", level=1)).to_have_text(tongue("Team", "Equipo"))
    few = tongue("Not enough was read in the last four weeks", "En las últimas cuatro semanas")
    pace = tongue("At this pace, ", "A este ritmo, ")
    expect(page.locator("p", has_text=re.compile(f"{few}|{pace}"))).to_be_visible()


def test_the_record_is_filtered(
    visit: Visit, tongue: Tongue, project: Project, manager: User, annotator: User
) -> None:
    dialogue = project.dialogues.get(external_id="call-1")
    for user, purpose in ((annotator, "label"), (manager, "revise")):
        AccessEvent.objects.create(
            user=user, project=project, dialogue=dialogue, purpose=purpose, address="127.0.0.1"
        )
    page = visit(manager, "settings")
    enter(page.get_by_role("link", name=tongue("Who saw what", "Quién vio qué")))
    rows = page.locator("table.record").last.locator("tbody tr:not(.day)")
    expect(rows).to_have_count(2)
    reach(page.get_by_label(tongue("Person", "Persona"), exact=True))
    page.keyboard.type("annotator")
    page.keyboard.press("Enter")
    enter(page.locator(".filter button[type=submit]"))
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("call-1")
    enter(page.get_by_role("link", name=tongue("Show all", "Mostrar todo")))
    expect(rows).to_have_count(2)


def test_agreement_by_dialogue_and_for_chosen_readers(
    visit: Visit, tongue: Tongue, team: Project, curator: User, reader: User
) -> None:
    say(asked(team, "Dígame"), reader, [])  # a third, of whom one can do without
    page = visit(curator, "team")
    names = page.locator(".chosen-readers")
    expect(names.get_by_role("checkbox")).to_have_count(3)
    for name, is_compared in (("annotator", True), ("reader", True), ("second", False)):
        box = names.get_by_label(name)
        if box.is_checked() is not is_compared:
            reach(box)
            page.keyboard.press("Space")
    enter(names.get_by_role("button", name=tongue("Compare these", "Comparar estas")))
    page.wait_for_url(re.compile("reader="))
    table = page.get_by_role(
        "group", name=tongue("Agreement on each dialogue", "Acuerdo en cada diálogo")
    )
    reach(table)
    page.keyboard.press("Tab")
    expect(table.get_by_role("link", name="call-1")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("call-1")
