"""A project is set up in a browser, by keyboard and in both languages: a choice, a role, shares,
and an invitation, whose secret reaches the server in the body of a form alone."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Page, Request, expect

from annotation.models import Batch, Member, Project
from tests.flows.desk import press, sign_in
from tests.flows.hands import Tongue, enter, reach

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_manager_sets_up_a_project_and_somebody_is_invited_and_labels(
    tongue: Tongue,
    keyboard: Page,
    live_server: Any,
    client_of: Callable[[Any], Any],
    manager: Any,
    stage: Batch,
) -> None:
    page = keyboard
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request))
    sign_in(page.context, client_of, manager, live_server.url)
    page.goto(f"{live_server.url}/p/support/settings")
    before = Project.objects.get().replacement
    unsaved = page.locator(".saving").get_by_role("status")  # there before it says a thing
    expect(unsaved).to_have_text(tongue("Nothing changed", "Nada ha cambiado"))
    reach(page.locator("[name=replacement]:checked"))
    press(page, "ArrowDown")
    expect(unsaved).to_have_text(tongue("1 change not saved", "1 cambio sin guardar"))
    expect(unsaved).to_be_in_viewport()
    chosen = page.locator("[name=replacement]:checked").get_attribute("value")
    enter(page.get_by_role("button", name=tongue("Save", "Guardar"), exact=True))
    saved = tongue("Saved. The choices apply", "Guardado. Las opciones se aplican")
    expect(page.get_by_role("status").filter(has_text=saved)).to_be_visible()
    assert Project.objects.get().replacement == chosen != before

    enter(page.locator(".subnav").get_by_role("link", name=tongue("Members", "Miembros")))
    role = page.get_by_label(tongue("Role of reader", "Rol de reader"), exact=True)
    reach(role)
    page.keyboard.type("Cur")
    change = tongue("Change the role of reader", "Cambiar el rol de reader")
    with page.expect_navigation():
        enter(page.get_by_role("button", name=change))
    expect(role).to_have_value("curator")
    expect(role).to_be_focused()
    is_now = tongue("reader is now: Curator.", "El rol de reader es ahora: Curador.")
    expect(role).to_have_accessible_description(re.compile(re.escape(is_now)))
    expect(page.get_by_role("status").filter(has_text=is_now)).to_be_in_viewport()
    assert Member.objects.get(user__username="reader").role == "curator"

    enter(page.locator("#shares summary"))
    for name, share in (("annotator", "50"), ("second", "50")):
        reach(page.locator("#shares").get_by_label(name, exact=True))
        page.keyboard.type(share)
    press(page, "Enter")
    dealt = tongue(
        "2 dialogues with turns to read are dealt out.",
        "2 diálogos con turnos por leer están repartidos.",
    )
    expect(page.get_by_role("status").filter(has_text=dealt)).to_be_visible()
    expect(page.locator("#shares td a")).to_have_text(["1 annotator", "1 second"])

    enter(page.get_by_role("button", name=tongue("Create a link", "Crear un enlace")))
    link = page.locator("#link").inner_text()
    token = link.partition("#")[2]
    page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    page.goto(link)
    invited = tongue("You are invited to “Support calls”", "Le invitan a «Support calls»")
    expect(page.get_by_role("heading")).to_have_text(invited)
    assert page.evaluate("location.href") == f"{live_server.url}/invitation/accept"
    reach(page.get_by_label(tongue("Choose a user name", "Elija un nombre de usuario")))
    page.keyboard.type("nerea")
    reach(page.get_by_label(tongue("Choose a password", "Elija una contraseña")))
    page.keyboard.type("four unrelated words here")
    page.keyboard.press("Enter")
    to_label = page.get_by_role("link", name=tongue("Label", "Etiquetar"), exact=True)
    expect(to_label).to_be_visible()
    assert Member.objects.get(user__username="nerea").role == "annotator"
    assert len(token) == 43
    for request in asked:
        told = [request.url.partition("#")[0], *request.all_headers().values()]
        assert not any(token in text for text in told), request.url
