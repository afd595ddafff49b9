"""Projects and people, without a page."""

from typing import Any

import pytest

from annotation.errors import Refused
from annotation.models import Batch, Member, Project, QueryItem, Turn, User
from annotation.services.projects import (
    create_project,
    free_slug,
    list_projects,
    may_create,
    new_password,
    place_member,
    remove_member,
)


def test_short_names_are_free_and_fit_addresses(db: None) -> None:
    assert free_slug("Soporte técnico 2026") == "soporte-tecnico-2026"
    assert free_slug("日本") == "project"
    Project.objects.create(slug="a", name="A")
    Project.objects.create(slug="a-2", name="A")
    assert free_slug("A") == "a-3"


def test_a_taken_name_or_an_unknown_scheme_is_refused(manager: Any) -> None:
    create_project(manager, name="A", lang="es", slug="a")
    with pytest.raises(Refused, match="already"):
        create_project(manager, name="A", lang="es", slug="a")
    with pytest.raises(Refused, match="es-port"):
        create_project(manager, name="B", lang="es", scheme="nope")
    assert Project.objects.count() == 1


def test_every_label_has_a_key(manager: Any) -> None:
    project = create_project(manager, name="A", lang="es", scheme="meddocan")
    keys = list(project.labels.values_list("key", flat=True))
    assert len(keys) == len(set(keys)) == 22


def test_passwords_are_long_and_differ() -> None:
    passwords = {new_password() for _ in range(50)}
    assert len(passwords) == 50
    assert all(len(password) == 19 for password in passwords)


def test_cards_count_what_is_waiting(project: Project, batch: Batch, annotator: Any) -> None:
    QueryItem.objects.filter(batch=batch, rank=0).update(status="done")
    (card,) = list_projects(annotator)
    assert (card.dialogues, card.turns, card.labelled, card.batch_left) == (2, 7, 0, 2)
    newer = Batch.objects.create(project=project, number=2)
    turn = Turn.objects.filter(query_item=None).first()
    QueryItem.objects.create(batch=newer, turn=turn, rank=0)
    assert list_projects(annotator)[0].batch_left == 1


def test_who_may_make_projects(project: Project, manager: Any, annotator: Any) -> None:
    assert may_create(manager)
    assert not may_create(annotator)


def test_removing_frees_the_turns_in_hand(project: Project, batch: Batch, annotator: Any) -> None:
    QueryItem.objects.filter(batch=batch).update(reader=annotator)
    remove_member(project, Member.objects.get(project=project, user=annotator))
    assert not QueryItem.objects.filter(reader=annotator).exists()


def test_switched_off_accounts_are_not_added(project: Project, outsider: Any) -> None:
    User.objects.filter(pk=outsider.pk).update(is_active=False)
    with pytest.raises(Refused, match="no account"):
        place_member(project, username="outsider", role="reader")
