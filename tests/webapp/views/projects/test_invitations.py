"""Invitations: a link with a secret that is kept nowhere, counted seats, and an end."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from annotation.models import Invitation, Member, Project, User
from annotation.refusals import Refused
from annotation.services.projects import invitations
from tests.webapp.addresses import url
from webapp.sign_in import limits

FORM = {"role": "annotator", "seats": "2", "days": "7", "note": "the new ones"}
OWN = {"username": "nerea", "password": "four unrelated words here"}


@pytest.fixture
def token(project: Project, manager: Any) -> str:
    """Of a link for two annotators."""
    return invitations.invite(project, manager, role="annotator", seats=2, days=7)[1]


def opened(token: str, client: Client | None = None) -> Client:
    """A browser in which the link was opened."""
    client = client or Client()
    assert client.post("/invitation", {"token": token}).headers["Location"] == "/invitation/accept"
    return client


def test_a_manager_makes_a_link_whose_secret_is_shown_once(
    project: Project, manager: Any, client_of: Any, caplog: Any
) -> None:
    client = client_of(manager)
    html = client.post(url("invite-members"), FORM).content.decode()
    link = re.search(r"http://testserver/invitation#([\w-]{43})<", html)
    assert link
    made = Invitation.objects.get()
    assert (made.role, made.seats, made.created_by) == ("annotator", 2, manager)
    assert made.token_hash != link[1] and len(made.token_hash) == 64
    again = client.get(url("edit-members")).content.decode()
    assert "the new ones" in again and link[1] not in again
    assert invitations.find_invitation(link[1]) == made
    opened(link[1])
    assert link[1] not in caplog.text


@pytest.mark.parametrize(
    "wrong", [{"role": "manager"}, {"role": "king"}, {"seats": "0"}, {"seats": "101"},
              {"days": "31"}, {"days": "0"}, {"note": "a" * 81}],
)  # fmt: skip
def test_what_is_too_much_makes_no_link(
    wrong: dict[str, str], project: Project, manager: Any, client_of: Any
) -> None:
    assert client_of(manager).post(url("invite-members"), FORM | wrong).status_code == 422
    assert not Invitation.objects.exists()
    with pytest.raises(Refused):
        invitations.invite(project, manager, role="manager", seats=1, days=1)


def test_a_new_person_chooses_her_name_and_is_in(token: str) -> None:
    client = opened(token)
    html = client.get("/invitation/accept").content.decode()
    assert "Support" in html and "manager invites you as: Annotator." in html and token not in html
    answer = client.post("/invitation/accept", OWN)
    assert answer.headers["Location"] == url("show-overview")
    assert client.get(url("label-next")).status_code == 200
    member = Member.objects.get(user__username="nerea")
    assert (member.role, member.invitation) == ("annotator", Invitation.objects.get())
    assert User.objects.get(username="nerea").check_password(OWN["password"])
    assert Invitation.objects.get().used == 1
    assert client.get("/invitation/accept").headers["Location"] == "/invitation"


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"username": "annotator"}, "taken"),
        ({"password": "short"}, "at least 12"),
        ({"username": ""}, ""),
    ],
)
def test_a_bad_name_or_password_takes_no_seat(
    form: dict[str, str], sentence: str, token: str
) -> None:
    client, people = opened(token), User.objects.count()
    answer = client.post("/invitation/accept", OWN | form)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert OWN["password"] not in answer.content.decode()
    assert (Invitation.objects.get().used, User.objects.count()) == (0, people)


def test_somebody_with_an_account_signs_in_and_joins(
    token: str, outsider: Any, project: Project
) -> None:
    outsider.set_password(OWN["password"])
    outsider.save()
    client = opened(token)
    assert "?next=/invitation/accept" in client.get("/invitation/accept").content.decode()
    form = {"username": "outsider", "password": OWN["password"], "next": "/invitation/accept"}
    assert client.post("/sign-in", form).headers["Location"] == "/invitation/accept"
    assert "Join as outsider" in client.get("/invitation/accept").content.decode()
    client.post("/invitation/accept")
    assert Member.objects.get(user=outsider, project=project).role == "annotator"


def test_a_member_stays_as_she_is_and_takes_no_seat(
    token: str, curator: Any, client_of: Any
) -> None:
    client = opened(token, client_of(curator))
    assert client.post("/invitation/accept").status_code == 302
    assert Member.objects.get(user=curator).role == "curator"
    assert Invitation.objects.get().used == 0


def test_a_link_opens_nothing_to_who_was_disabled(
    token: str, annotator: Any, client_of: Any
) -> None:
    Member.objects.filter(user=annotator).update(disabled_at=timezone.now())
    answer = opened(token, client_of(annotator)).post("/invitation/accept")
    assert answer.status_code == 422
    assert not Member.objects.filter(user=annotator).exists()


def test_the_last_seat_is_taken_once(token: str) -> None:
    third = opened(token)
    for name in ("ana", "ane"):
        assert opened(token).post("/invitation/accept", OWN | {"username": name}).status_code == 302
    assert third.post("/invitation/accept", OWN).headers["Location"] == "/invitation"
    late = Invitation.objects.get()
    with pytest.raises(Refused, match="ended"):  # both saw the form while there was one left
        invitations.accept_as_stranger(late, username="late", password=OWN["password"])
    assert not User.objects.filter(username__in=["nerea", "late"]).exists()


@pytest.mark.parametrize("how", ["revoked", "expired", "manager left", "manager demoted"])
def test_a_link_that_has_ended_lets_nobody_in(
    how: str, token: str, project: Project, manager: Any, outsider: Any, client_of: Any
) -> None:
    client, invitation = opened(token), Invitation.objects.get()
    if how == "revoked":
        page = client_of(manager).post(url("revoke-invitation", pk=invitation.pk))
        assert page.status_code == 302
    elif how == "expired":
        Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    elif how == "manager left":
        Member.objects.filter(user=manager).update(disabled_at=timezone.now())
    else:
        Member.objects.filter(user=manager).update(role="curator")
    assert client.post("/invitation/accept", OWN).headers["Location"] == "/invitation"
    for wrong in (token, token[:-1], "", "\x00", "a" * 5000):
        assert Client().post("/invitation", {"token": wrong}).status_code in {400, 410}
    assert not User.objects.filter(username="nerea").exists()


def test_a_secret_cannot_be_guessed_at_length(token: str, settings: Any, data_dir: Path) -> None:
    settings.SIGN_IN_LIMITS = True
    answers = [Client().post("/invitation", {"token": f"guess-{n}"}).status_code for n in range(12)]
    assert answers == [410] * 5 + [429] * 7
    limits._open.clear()


def test_the_secret_is_in_no_address(token: str) -> None:
    """Only the body of the form counts: what stands in an address would be logged."""
    client = Client()
    client.get("/invitation", {"token": token})
    assert client.get("/invitation/accept").headers["Location"] == "/invitation"
