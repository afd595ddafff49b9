"""Projects and people, without a page."""

from typing import Any

import pytest
from django.utils import timezone

from annotation.models import (
    Assignment,
    Batch,
    Member,
    Project,
    QueryItem,
    Reading,
    Turn,
    User,
)
from annotation.refusals import Refused
from annotation.schemes import SCHEMES
from annotation.services.labelling.queue import finish_item
from annotation.services.projects.creation import (
    create_project,
    free_slug,
    list_projects,
    may_create,
)
from annotation.services.projects.members import new_password, place_member, remove_member


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


@pytest.mark.parametrize("scheme", list(SCHEMES))
def test_every_label_that_people_give_has_a_key(manager: Any, scheme: str) -> None:
    project = create_project(manager, name="A", lang="es", scheme=scheme)
    leaves = project.labels.filter(children=None)
    keys = list(leaves.values_list("key", flat=True))
    assert all(keys)
    assert len(keys) == len(set(keys))
    groups = project.labels.exclude(children=None)
    assert {row.name: row.parent.name for row in project.labels.exclude(parent=None)} == {
        value.name: value.parent for value in SCHEMES[scheme].labels if value.parent
    }
    assert not groups.exclude(key="").exists()


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


def test_what_is_read_and_still_differs_is_read(
    project: Project, batch: Batch, curator: Any
) -> None:
    assert list_projects(curator)[0].differ == 0
    batch.items.filter(rank__lt=2).update(status="done")
    Reading.objects.create(
        turn=batch.items.get(rank=0).turn, reader=curator, status="done", is_gold=True
    )
    (card,) = list_projects(curator)
    assert (card.labelled, card.differ, card.read) == (1, 1, 2)


def test_who_may_make_projects(project: Project, manager: Any, annotator: Any) -> None:
    assert may_create(manager)
    assert not may_create(annotator)


def test_removing_frees_the_turns_in_hand(project: Project, batch: Batch, annotator: Any) -> None:
    Assignment.objects.bulk_create(
        Assignment(item=item, reader=annotator, assigned_at=timezone.now())
        for item in batch.items.all()
    )
    remove_member(project, Member.objects.get(project=project, user=annotator))
    assert not Assignment.objects.filter(reader=annotator).exists()


def test_a_turn_does_not_wait_for_more_readers_than_are_left(
    project: Project, batch: Batch, annotator: Any, second_annotator: Any
) -> None:
    item = batch.items.first()
    QueryItem.objects.filter(pk=item.pk).update(readers=4)
    item.refresh_from_db()
    finish_item(item, annotator, version=0)
    for person in (annotator, second_annotator):
        remove_member(project, Member.objects.get(project=project, user=person))
    item.refresh_from_db()
    assert (item.readers, item.status) == (2, "open")  # the manager and the curator may label
    remove_member(project, Member.objects.get(project=project, role="curator"))
    item.refresh_from_db()
    assert (item.readers, item.status) == (1, "done")
    assert Reading.objects.get(turn=item.turn).is_gold


def test_switched_off_accounts_are_not_added(project: Project, outsider: Any) -> None:
    User.objects.filter(pk=outsider.pk).update(is_active=False)
    with pytest.raises(Refused, match="no account"):
        place_member(project, username="outsider", role="reader")
