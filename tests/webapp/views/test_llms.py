"""`/llms.txt` is for everybody, and its links lead to where the guides can be read."""

from typing import Any

from django.conf import settings
from django.test import Client


def test_it_is_the_kept_file_and_asks_nobody_to_sign_in() -> None:
    answer = Client().get("/llms.txt")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    kept = (settings.BASE_DIR / "llms.txt").read_text(encoding="utf-8")
    assert answer.content.decode() == kept
    assert Client().post("/llms.txt").status_code == 405


def test_links_lead_to_the_guides(settings: Any) -> None:
    settings.GUIDES_URL = "https://guides.example/antifaz/"
    text = Client().get("/llms.txt").content.decode()
    assert "](https://guides.example/antifaz/docs/api.md): " in text
    assert "](docs/" not in text and "](/api/openapi.json): " in text
