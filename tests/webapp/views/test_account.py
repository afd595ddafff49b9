"""The account page: the name in the header leads to it, and it leads to the password."""

from typing import Any

from annotation.models import Project
from tests.webapp.html import squeezed


def test_the_name_leads_to_the_account(project: Project, annotator: Any, client_of: Any) -> None:
    client = client_of(annotator)
    html = client.get("/").content.decode()
    assert 'href="/account"' in html and 'href="/password"' not in html
    page = squeezed(client.get("/account").content.decode())
    assert "<title>Your account · Antifaz</title>" in page and "<h1>Your account</h1>" in page
    assert 'href="/password"' in page and "Support calls" not in page
    menu, main = page.split("<main", 1)  # the menu of each page has both, and so has this page
    for part in (menu, main):
        assert 'action="/language"' in part and 'action="/sign-out"' in part
    assert main.index('action="/sign-out"') > main.index("data-sets-theme")  # the last of the page
    assert client.post("/account").status_code == 405
