"""Answers that every page gets."""

from typing import Any

from django.urls import reverse


def test_a_poll_after_sign_out_leads_to_signing_in(project: Any, client: Any) -> None:
    url = reverse("show-status", args=[project.slug])
    page = reverse("show-overview", args=[project.slug])
    response = client.get(
        url, headers={"HX-Request": "true", "HX-Current-URL": f"http://testserver{page}"}
    )
    assert response.status_code == 401
    assert response.headers["HX-Redirect"] == "/sign-in?next=%2Fp%2Fsupport%2F"
    assert response.content == b""


def test_pages_are_kept_by_no_cache(project: Any, manager: Any, client_of: Any) -> None:
    response = client_of(manager).get(reverse("show-overview", args=[project.slug]))
    assert response.headers["Cache-Control"] == "no-store, private"
