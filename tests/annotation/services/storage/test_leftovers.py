"""Only models that the Learning page can go back to stay on the disk, and no stale features."""

from pathlib import Path
from typing import Any

import pytest

from annotation.models import Export, Project, SourceModel, TrainingRun
from annotation.services.learning.page import read_learning
from annotation.services.runs.chosen_model import choose_model
from annotation.services.storage import leftovers, old_models
from annotation.services.training.advice import _watch
from tests.annotation.services.training.test_loop import corpus, work  # noqa: F401 (fixtures)
from tests.annotation.services.training.test_rounds_kept import read_batch


def folder_at(data: Path, name: str) -> str:
    (data / name).mkdir(parents=True)
    (data / name / "model.bin").write_bytes(b"words")
    return name


def rounds(project: Project, data: Path, n: int) -> list[TrainingRun]:
    return [
        TrainingRun.objects.create(
            project=project,
            number=number,
            status="done",
            folder=folder_at(data, f"models/project-{project.pk}/round-{number}"),
            metrics={"f1": 0.5},
            advice={"signs": {"labelled": number, "base": 1}},
        )
        for number in range(1, n + 1)
    ]


def test_the_newest_five_and_the_chosen_model_stay(
    project: Project, data_dir: Path, curator: Any, django_capture_on_commit_callbacks: Any
) -> None:
    runs = rounds(project, data_dir, 8)
    Project.objects.filter(pk=project.pk).update(model=runs[1])
    large = TrainingRun.objects.create(
        project=project, kind="large", status="done", folder=folder_at(data_dir, "models/large")
    )
    with django_capture_on_commit_callbacks(execute=True):
        assert old_models.forget_old_models(project) == 2
    kept = [run.number for run in runs if (data_dir / run.folder).exists()]
    assert kept == [2, 4, 5, 6, 7, 8]
    assert (data_dir / large.folder).exists()
    learning = read_learning(project)
    assert [model.removed for model in learning.models if not model.is_large][:3] == [
        "old",
        "",
        "old",
    ]
    assert {model.number for model in learning.measured} >= set(range(1, 9))  # scores stay


def test_how_many_stay_is_a_setting(
    project: Project, data_dir: Path, settings: Any, django_capture_on_commit_callbacks: Any
) -> None:
    settings.MODELS_KEPT = 2
    runs = rounds(project, data_dir, 4)
    with django_capture_on_commit_callbacks(execute=True):
        old_models.forget_old_models(project)
    assert [run.number for run in runs if (data_dir / run.folder).exists()] == [3, 4]


def test_the_advice_remembers_rounds_whose_files_are_gone(project: Project, data_dir: Path) -> None:
    rounds(project, data_dir, 7)
    old_models.forget_old_models(project)
    assert len(_watch(project).signs) == 7


def test_a_real_round_leaves_few_models_and_one_pool(
    work: Any,  # noqa: F811
    corpus: Project,  # noqa: F811
    annotator: Any,
    curator: Any,
    data_dir: Path,
    settings: Any,
    django_capture_on_commit_callbacks: Any,
) -> None:
    settings.MODELS_KEPT = 1
    stale = folder_at(data_dir, f"cache/project-{corpus.pk}/target-of-an-old-pool")
    with django_capture_on_commit_callbacks(execute=True):
        work()
        read_batch(corpus, annotator)
        first = work("round")
        assert (data_dir / first.folder).is_dir()
        read_batch(corpus, annotator)
        second = work("round")
    assert not (data_dir / first.folder).exists() and (data_dir / second.folder).is_dir()
    assert not (data_dir / stale).exists()
    assert len(list((data_dir / "cache" / f"project-{corpus.pk}").iterdir())) == 1
    first.refresh_from_db()
    assert (first.folder, first.details["removed"]) == ("", "old")
    with pytest.raises(Exception, match="no finished model"):
        choose_model(corpus, first.pk, curator)


def test_strays_go_and_what_rows_know_stays(project: Project, data_dir: Path) -> None:
    (run,) = rounds(project, data_dir, 1)
    killed = folder_at(data_dir, f"models/project-{project.pk}/round-9-dead")
    exports = data_dir / f"exports/project-{project.pk}"
    exports.mkdir(parents=True)
    (exports / "kept.jsonl").write_text("x")
    (exports / ".half.part").write_text("x")
    Export.objects.create(
        project=project, status="done", path=f"exports/project-{project.pk}/kept.jsonl"
    )
    assert leftovers.sweep_strays(project) == 2
    assert (data_dir / run.folder).exists() and not (data_dir / killed).exists()
    assert [path.name for path in exports.iterdir()] == ["kept.jsonl"]


def test_a_job_that_works_is_left_alone(project: Project, data_dir: Path) -> None:
    written = folder_at(data_dir, f"models/project-{project.pk}/round-1-now")
    TrainingRun.objects.create(project=project, status="running")
    assert leftovers.sweep_strays(project) == 0
    assert (data_dir / written).exists()


def test_what_belongs_to_nobody_goes(project: Project, data_dir: Path) -> None:
    kept = folder_at(data_dir, "models/source-kept-1")
    SourceModel.objects.create(name="kept", lang="es", folder=kept)
    own = folder_at(data_dir, f"cache/project-{project.pk}")
    gone = [folder_at(data_dir, name) for name in ("models/source-old-2", "models/project-99999")]
    assert leftovers.sweep_homeless() == 2
    assert (data_dir / kept).exists() and (data_dir / own).exists()
    assert not any((data_dir / name).exists() for name in gone)


@pytest.mark.parametrize("name", ["", ".", "..", "models/../..", "/etc"])
def test_nothing_outside_the_data_folder_is_removed(name: str, data_dir: Path) -> None:
    (data_dir / "antifaz.sqlite3").write_text("x")
    leftovers.remove_path(name)
    assert (data_dir / "antifaz.sqlite3").exists()
