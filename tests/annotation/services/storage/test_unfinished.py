"""What a killed process left half written is erased; what somebody writes now is not."""

import contextlib
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from annotation.evidence.memory.measure import folder_words
from annotation.formats import registry
from annotation.models import Export, JobStatus, Project, TrainingRun
from annotation.services.evidence.use.exposure import models_folder
from annotation.services.storage import unfinished
from learning.crf.tagger import CrfTagger
from learning.storage import staged_folder

LIVE, DEAD = "a1b2c3d4", "0f0f0f0f"


@pytest.fixture
def halves(project: Project, data_dir: Path) -> Iterator[dict[str, set[Path]]]:
    """By the claim of a job that works, and of one that was killed: a file, an archive, a model."""
    Export.objects.create(project=project, status=JobStatus.RUNNING, claim=f"{LIVE}-and-more")
    TrainingRun.objects.create(project=project, status=JobStatus.RUNNING, claim=f"{LIVE}-and-more")
    Export.objects.create(project=project, status=JobStatus.QUEUED, claim=f"{DEAD}-and-more")
    exports = data_dir / "exports" / f"project-{project.pk}"
    models = data_dir / "models" / f"project-{project.pk}"
    exports.mkdir(parents=True)
    found: dict[str, set[Path]] = {}
    with contextlib.suppress(OSError), contextlib.ExitStack() as begun:
        for claim in (LIVE, DEAD):
            for name in (f"export-7-{claim}.jsonl", f"export-8-{claim}.zip"):
                stream = begun.enter_context(registry._whole_file(exports / name))
                stream.write(b"Soy Jaume")
            stage = begun.enter_context(staged_folder(models / f"round-3-{claim}"))
            (stage / "model").write_text("word=Jaume")
            there = {*exports.iterdir(), *models.iterdir()}
            found[claim] = {path for path in there if claim in path.name}
        (exports / f"export-9-{DEAD}.jsonl").write_text("{}")  # whole
        yield found


def grow_old(halves: dict[str, set[Path]]) -> None:
    before = time.time() - unfinished.YOUNG_SECONDS - 1
    for path in set().union(*halves.values()):
        os.utime(path, (before, before))


def test_what_nobody_writes_any_more_is_erased(
    halves: dict[str, set[Path]], data_dir: Path
) -> None:
    assert [len(each) for each in halves.values()] == [3, 3]
    assert unfinished.erase_parts() == 0  # of this minute: the row may not say yet whose they are
    grow_old(halves)
    assert unfinished.erase_parts() == 3
    assert all(path.exists() for path in halves[LIVE])
    assert not any(path.exists() for path in halves[DEAD])
    assert len(list((data_dir / "exports").rglob("export-9-*"))) == 1
    Export.objects.update(status=JobStatus.DONE)
    TrainingRun.objects.update(status=JobStatus.FAILED)
    assert unfinished.erase_parts() == 3
    assert b"Jaume" not in b"".join(p.read_bytes() for p in data_dir.rglob("*") if p.is_file())


@pytest.mark.parametrize("has_project", [True, False])
def test_a_model_that_was_read_for_its_words_is_erased(
    project: Project, data_dir: Path, has_project: bool
) -> None:
    """It lies where the sweep looks for it, not in the system's temporary folder."""
    seen: list[Path] = []

    class Killed(CrfTagger):
        """Is saved; what killed its process is told by the copy that stays."""

        def save(self, folder: Path) -> None:
            seen.append(folder.parent)
            shutil.copytree(folder.parent, folder.parent.with_name(f"{folder.parent.name}-left"))
            folder.mkdir()

    beside = models_folder(project if has_project else None)
    assert folder_words(Killed(), beside) == set()
    assert not seen[0].exists()
    (left,) = data_dir.rglob(".words-*")
    assert left.parent == beside == seen[0].parent
    (left / "model").write_text("word=Jaume")
    assert unfinished.erase_parts() == 0  # somebody may be reading it
    before = time.time() - unfinished.READ_SECONDS - 1
    os.utime(left, (before, before))
    assert unfinished.erase_parts() == 1 and not left.exists()


def test_a_file_that_was_whole_when_it_was_cancelled_is_erased(
    halves: dict[str, set[Path]], project: Project, data_dir: Path
) -> None:
    folder = data_dir / "exports" / f"project-{project.pk}"
    whole = folder / f"export-9-{DEAD}.jsonl"
    given = folder / "export-4-abcdabcd.jsonl"
    given.write_text("{}")
    rows = Export.objects.filter(claim=f"{DEAD}-and-more")
    values = {"project": project, "status": JobStatus.DONE, "claim": "abcdabcd-and-more"}
    Export.objects.create(**values, path=str(given.relative_to(data_dir)))
    halves["whole"] = {whole, given}
    rows.update(status=JobStatus.CANCELLED)
    assert unfinished.erase_parts() == 0  # of this minute
    grow_old(halves)
    assert unfinished.erase_parts() == 4
    assert not whole.exists() and given.exists()
