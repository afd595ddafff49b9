"""The ledger of what was erased, and a backup that is run against it."""

import errno
import json
import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core import serializers
from django.utils import timezone

from annotation.models import Dialogue, Project, Turn, User
from annotation.refusals import Refused
from annotation.services.erasing import accounts, erasure
from annotation.services.erasing.backup_replay import replay_ledger
from annotation.services.erasing.ledger import (
    Entry,
    Row,
    ledger_path,
    read_entries,
    read_own,
    void_entry,
    write_entry,
)

pytestmark = pytest.mark.usefixtures("data_dir")


def backup(*querysets: Any) -> list[str]:
    """Rows as a backup keeps them."""
    return [serializers.serialize("json", rows) for rows in querysets]


def restore(kept: list[str]) -> None:
    for text in kept:
        for each in serializers.deserialize("json", text):
            each.save()


def test_what_came_back_is_erased_again(project: Project, manager: Any) -> None:
    dialogue = project.dialogues.get(external_id="call-1")
    kept = backup(Dialogue.objects.all(), Turn.objects.all())
    erasure.erase_dialogues(project, [dialogue], user=manager)
    assert replay_ledger([]).erasures == []  # nothing came back
    restore(kept)
    assert project.dialogues.count() == 2
    done = replay_ledger([])
    assert (done.entries, len(done.erasures)) == (1, 1)
    assert [each.external_id for each in project.dialogues.all()] == ["call-2"]
    assert len(read_own()) == 1  # it is not written down twice


def test_a_project_and_an_account_come_back_and_go(project: Project, outsider: Any) -> None:
    kept = backup(Project.objects.all(), User.objects.filter(pk=outsider.pk))
    erasure.erase_project(project, user=None)
    accounts.erase_account(outsider, by=None)
    restore(kept)
    assert len(replay_ledger([]).erasures) == 2
    assert not Project.objects.exists()
    assert not User.objects.filter(pk=outsider.pk).exists()


def test_a_new_row_of_the_same_number_is_not_erased(project: Project) -> None:
    dialogue = project.dialogues.get(external_id="call-1")
    erasure.erase_dialogues(project, [dialogue], user=None)
    Dialogue.objects.create(pk=dialogue.pk, project=project, external_id="new")
    assert replay_ledger([]).erasures == []
    assert Dialogue.objects.filter(external_id="new").exists()


def test_a_ledger_from_elsewhere_is_added(project: Project) -> None:
    dialogue = project.dialogues.get(external_id="call-1")
    row = Row.of(dialogue.pk, dialogue.imported_at)
    owner = Row.of(project.pk, project.created_at)
    entry = Entry("dialogues", (row,), owner)
    assert len(replay_ledger([entry]).erasures) == 1
    assert [each.id for each in read_own()] == [entry.id]


def test_files_that_a_backup_brought_back_go(project: Project, data_dir: Path) -> None:
    """Of an older backup of the data folder: models of before, features, a project that is gone."""
    names = [
        f"models/project-{project.pk}/round-1-x",
        f"cache/project-{project.pk}/k",
        "models/project-999",
    ]
    for name in names:
        (data_dir / name).mkdir(parents=True)
    assert replay_ledger([]).strays == 2  # features are only made anew
    assert not any((data_dir / name).exists() for name in names)


def test_a_void_line_takes_an_entry_back() -> None:
    entry = Entry("account", (Row(7, "x"),))
    write_entry(entry)
    void_entry(entry)
    assert read_own() == []


def test_a_line_that_a_crash_cut_off_is_dropped(project: Project) -> None:
    write_entry(Entry("account", (Row(7, "x"),)))
    with ledger_path().open("a") as ledger:
        ledger.write('{"kind": "acc')
    assert len(read_own()) == 1
    write_entry(Entry("account", (Row(8, "x"),)))
    assert [each.rows[0].pk for each in read_own()] == [7, 8]


def test_nothing_is_erased_where_the_disk_took_half_of_the_line(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, room = os.write, [40]

    def half(handle: int, line: bytes) -> int:
        taken, room[0] = line[: room[0]], max(0, room[0] - len(line))
        if not taken:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(handle, taken)

    monkeypatch.setattr(os, "write", half)
    with pytest.raises(OSError, match="No space left"):
        erasure.erase_dialogues(project, list(project.dialogues.all()), user=None)
    assert ledger_path().stat().st_size == 0
    assert project.dialogues.count() == 2


@pytest.mark.parametrize("line", ["{", "[]", '{"kind": "all", "rows": []}', '{"kind": "account"}'])
def test_a_line_that_is_no_entry_is_named(line: str) -> None:
    with pytest.raises(Refused, match=r"saved\.jsonl:2: this is no entry"):
        list(read_entries(['{"void": "x"}\n', f"{line}\n"], "saved.jsonl"))


def test_a_moment_is_compared_to_the_millisecond() -> None:
    now = timezone.now().replace(microsecond=123456)
    row = Row.of(1, now)
    assert row.is_row(1, now.replace(microsecond=123000))  # as a dump in JSON keeps it
    assert not row.is_row(1, now + timedelta(milliseconds=1))
    assert not row.is_row(2, now)
    assert json.loads(json.dumps(row.made)) == row.made
