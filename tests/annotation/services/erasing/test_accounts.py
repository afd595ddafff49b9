"""Erasing an account: deleted without work; closed and renamed with work, which stays."""

from typing import Any

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session

from annotation.models import Project, Reading, TrainingRun, User
from annotation.refusals import Refused
from annotation.services.erasing.accounts import check_account, erase_account, plan_account
from tests.annotation.services.erasing.test_erasure import rows
from tests.labelled import read_all

pytestmark = pytest.mark.usefixtures("data_dir")


@pytest.fixture
def ana(annotator: Any, project: Project) -> User:
    """The annotator by a name that tells who she is."""
    values = {"username": "ana.zaratustrio", "email": "zaratustrio@example.org"}
    User.objects.filter(pk=annotator.pk).update(**values, last_name="Zaratustrio")
    annotator.refresh_from_db()
    return annotator  # type: ignore[no-any-return]


@pytest.fixture
def traces(ana: User, project: Project, manager: Any, client_of: Any) -> Any:
    """Wherever her name can get beside her account; a client that she is signed in with."""
    LogEntry.objects.create(
        user=manager,
        content_type=ContentType.objects.get_for_model(User),
        object_id=str(ana.pk),
        object_repr=ana.username,
        action_flag=CHANGE,
    )
    TrainingRun.objects.create(project=project, details={"chosen": {"by": ana.username}})
    return client_of(ana)


def test_an_account_with_work_is_closed_and_renamed(
    ana: User, traces: Any, project: Project, manager: Any
) -> None:
    read_all(project, ana)
    readings = Reading.objects.filter(reader=ana).count()
    assert traces.get("/").status_code == 200
    plan = plan_account(ana)
    assert plan.is_closed and f"former-{ana.pk}" in " ".join(plan.lines())
    erase_account(ana, by=manager)
    ana.refresh_from_db()
    assert (ana.username, ana.email, ana.last_name) == (f"former-{ana.pk}", "", "")
    assert not ana.is_active and not ana.has_usable_password()
    assert Reading.objects.filter(reader=ana).count() == readings > 0
    assert not project.memberships.filter(user=ana).exists()
    assert "zaratustrio" not in rows().lower()
    assert traces.get("/").status_code == 302
    assert not Session.objects.filter(session_key=traces.session.session_key).exists()


def test_an_account_without_work_is_deleted(ana: User, traces: Any, manager: Any) -> None:
    plan, pk = plan_account(ana), ana.pk
    assert not plan.is_closed and "no work" in " ".join(plan.lines())
    erase_account(ana, by=manager)
    assert not User.objects.filter(pk=pk).exists()
    assert "zaratustrio" not in rows().lower()
    assert TrainingRun.objects.get().details["chosen"]["by"] == f"former-{pk}"


def test_what_a_person_did_anywhere_is_work(ana: User, project: Project) -> None:
    TrainingRun.objects.create(project=project, requested_by=ana)
    assert plan_account(ana).is_closed


def test_who_must_stay(project: Project, manager: Any, admin_user: Any) -> None:
    with pytest.raises(Refused, match="last manager"):
        erase_account(manager, by=admin_user)
    assert User.objects.filter(username="manager", is_active=True).exists()
    with pytest.raises(Refused, match="signed in"):
        check_account(admin_user, admin_user)
    with pytest.raises(Refused, match="last administrator"):
        check_account(admin_user, None)
