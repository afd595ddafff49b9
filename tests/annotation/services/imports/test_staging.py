"""The place where an import is written before anybody sees it: one that went silent is erased."""

from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.utils import timezone

from annotation.models import Dialogue, Project, Turn
from annotation.refusals import Refused
from annotation.services.imports.dialogues import ImportOrder, import_dialogues
from annotation.services.imports.staging import open_staging, sweep_staging
from annotation.services.imports.writing import publish
from tests.annotation.services.imports.calls import SECRET, data, line

pytestmark = pytest.mark.usefixtures("data_dir")
CALLS = data(*(line(f"d{n}", f"{SECRET} vive en el número {n}") for n in range(3)))


def test_a_place_of_the_command_line_is_swept_when_it_is_silent(project: Project) -> None:
    staging = open_staging()
    Dialogue.objects.create(project=staging, external_id="d0")
    assert sweep_staging() == 0
    old = timezone.now() - timedelta(seconds=61)
    Project.everything.filter(pk=staging.pk).update(staged_at=old)
    assert sweep_staging() > 0
    assert not Project.everything.filter(pk=staging.pk).exists()


def kill_command(project: Project) -> Project:
    staging = open_staging()
    Dialogue.objects.create(project=staging, external_id="d0")
    old = timezone.now() - timedelta(days=1)
    Project.everything.filter(pk=staging.pk).update(staged_at=old)
    return staging


def test_the_next_import_erases_what_a_dead_one_left(project: Project, manager: Any) -> None:
    dead, living = kill_command(project), open_staging()
    import_dialogues(project, [("calls.jsonl", CALLS)], ImportOrder(user=manager))
    assert project.dialogues.count() == 5
    assert not Dialogue.objects.filter(project=dead).exists()
    assert list(Project.everything.exclude(staged_at=None)) == [living]


def test_a_drawn_name_of_digits_alone_is_no_number_of_a_job(project: Project) -> None:
    with patch("annotation.services.imports.staging.secrets.token_hex", return_value="36543216"):
        living = open_staging()
    assert sweep_staging() == 0
    assert Project.everything.filter(pk=living.pk).exists()


def test_an_import_that_slept_too_long_gives_up_and_loses_nothing_visible(
    project: Project, manager: Any
) -> None:
    def sleep(writer: Any, settle: Any) -> None:
        old = timezone.now() - timedelta(days=1)
        Project.everything.filter(pk=writer.staging.pk).update(staged_at=old)
        with patch("annotation.services.imports.staging.PIECE", 1):
            sweep_staging(0)  # it has begun
        publish(writer, settle)

    with (
        patch("annotation.services.imports.dialogues.publish", sleep),
        pytest.raises(Refused, match="stood still"),
    ):
        import_dialogues(project, [("calls.jsonl", CALLS)], ImportOrder(user=manager))
    assert project.dialogues.count() == 2
    assert not Turn.objects.filter(text__startswith=SECRET).exists()


def test_a_long_import_gives_signs_of_life(project: Project, manager: Any) -> None:
    seen = []

    def look(writer: Any, settle: Any) -> None:
        seen.append(Project.everything.get(pk=writer.staging.pk).staged_at > old)
        publish(writer, settle)

    old = timezone.now() + timedelta(seconds=1)
    with (
        patch("annotation.services.imports.staging._ALIVE", -1.0),
        patch(
            "annotation.services.imports.staging.Now", lambda: timezone.now() + timedelta(seconds=9)
        ),
        patch("annotation.services.imports.dialogues.publish", look),
    ):
        import_dialogues(project, [("calls.jsonl", CALLS)], ImportOrder(user=manager))
    assert seen == [True]


def test_a_sweep_ends_in_time_and_goes_on_later(project: Project, manager: Any) -> None:
    staging = open_staging()
    for n in range(5):
        Dialogue.objects.create(project=staging, external_id=f"d{n}")
    Project.everything.filter(pk=staging.pk).update(staged_at=timezone.now() - timedelta(days=1))
    with patch("annotation.services.imports.staging.PIECE", 1):
        assert sweep_staging(0) == 1
        assert Dialogue.objects.filter(project=staging).count() == 4
        assert sweep_staging(9) > 1
    assert not Project.everything.filter(pk=staging.pk).exists()
