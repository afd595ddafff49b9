"""A person's own password."""

from typing import Any

from annotation.models import User


def test_people_change_their_own_password(annotator: User, client_of: Any, settings: Any) -> None:
    annotator.set_password("a-long-password-1")
    annotator.save()
    client = client_of(annotator)
    words = {
        "old_password": "a-long-password-1",
        "new_password1": "short",
        "new_password2": "short",
    }
    assert b"12 characters" in client.post("/password", words).content
    words |= dict.fromkeys(("new_password1", "new_password2"), "four unrelated words here")
    assert client.post("/password", words).status_code == 302
    annotator.refresh_from_db()
    assert annotator.check_password("four unrelated words here")
