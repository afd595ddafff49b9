"""Features and files that nobody needs any more: they hold words of the texts, so they go.

Called at the end of a round, and by whatever erases. A project's caches, exports and models lie in
folders named by its id below ANTIFAZ_DATA; rows say which of them are still of use.
"""

import logging
import shutil
from pathlib import Path

from django.conf import settings

from annotation.models import Bundle, Export, JobStatus, Project, SourceModel
from annotation.services.storage.local import contents, features_folder

log = logging.getLogger("antifaz.erasing")
ACTIVE = (JobStatus.QUEUED, JobStatus.RUNNING)
SHELVES = ("models", "cache", "exports")  # with a folder `project-<id>` in each
TOLD = "told.sqlite3"  # in a project's cache: what its source told of turns


def remove_path(name: str) -> None:
    """Delete a file or folder below ANTIFAZ_DATA; never that folder, nor what lies outside."""
    path = (settings.ANTIFAZ_DATA / name).resolve()
    if not name or settings.ANTIFAZ_DATA.resolve() not in path.parents:
        log.error("a name that is no file of ours was not removed")
        return
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def forget_old_features(project: Project, key: str) -> None:
    """Delete the features of pools that are no more; `key` is that of the pool there is."""
    own = contents(features_folder(project.pk))
    for folder in {*_inside("cache", project.pk), *own}:
        if folder.name.startswith(TOLD):
            continue  # by the content of turns, whatever the pool
        if not folder.name.endswith(f"-{key}") and not folder.name.startswith("shards-"):
            shutil.rmtree(folder, ignore_errors=True)


def sweep_strays(project: Project) -> int:
    """Delete models and exports of the project that no row knows, such as those of a worker that
    was killed, or of an older backup; count them."""
    gone = 0
    # A job that works may be writing: nothing goes then.
    if not project.runs.filter(status__in=ACTIVE).exists():
        known = set(project.runs.exclude(folder="").values_list("folder", flat=True))
        known.add(f"models/project-{project.pk}/large-unfinished")
        gone += _remove_unknown("models", project.pk, known)
    if not project.exports.filter(status__in=ACTIVE).exists():
        known = set(project.exports.exclude(path="").values_list("path", flat=True))
        known |= set(project.bundles.exclude(path="").values_list("path", flat=True))
        gone += _remove_unknown("exports", project.pk, known)
    return gone


def sweep_homeless() -> int:
    """Delete what belongs to projects and source models that are no more; count the folders."""
    there = {f"project-{pk}" for pk in Project.objects.values_list("pk", flat=True)}
    sources = {Path(name).name for name in SourceModel.objects.values_list("folder", flat=True)}
    gone = 0
    for shelf in SHELVES:
        for path in contents(settings.ANTIFAZ_DATA / shelf):
            stray = path.name.startswith("project-") and path.name not in there
            if shelf == "models" and path.name.startswith("source-"):
                stray = path.name not in sources
            if stray:
                remove_path(f"{shelf}/{path.name}")
                gone += 1
    return gone


def project_paths(pk: int) -> list[str]:
    """All that lies in the data folder of a project, by name."""
    return [f"{shelf}/project-{pk}" for shelf in SHELVES]


def forget_withdrawn(exports: list[Export]) -> list[str]:
    """Mark exports as withdrawn, their digests kept, and the bundles that hold them; returns the
    files that are to go."""
    names = [export.path for export in exports if export.path]
    bundles = Bundle.objects.filter(export__in=exports).exclude(path="")
    names += bundles.values_list("path", flat=True)
    bundles.update(path="")
    for export in exports:
        export.path, export.summary = "", {**export.summary, "withdrawn": True}
        export.save(update_fields=["path", "summary"])
    return names


def _remove_unknown(shelf: str, pk: int, known: set[str]) -> int:
    strays = [f"{shelf}/project-{pk}/{path.name}" for path in _inside(shelf, pk)]
    strays = [name for name in strays if name not in known]
    for name in strays:
        remove_path(name)
    return len(strays)


def _inside(shelf: str, pk: int) -> list[Path]:
    return contents(settings.ANTIFAZ_DATA / shelf / f"project-{pk}")
