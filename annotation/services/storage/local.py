"""This machine's own copies of models, and its features of pools, where `LOCAL_CACHE` names a
folder: workers on several machines need not read each model over the network for every job.

A copy is named by the hash of the model's card, which holds those of its files; it is fetched once
and has its name only when it is whole. What is of use, the database says: with each sign of life a
worker removes what is not (`forget_unused`), so that nothing erased stays on any machine.
"""

import errno
import logging
import os
import shutil
import time
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db.models import Max

from annotation.models import Erasure, Project, SourceModel, TrainingRun
from learning import storage
from learning.crf.tagger import MODEL_FILE
from learning.types import Card

log = logging.getLogger("antifaz.storage")
SLOW_SECONDS = 10.0  # a model that takes longer to fetch is told in the log
CLOCKS = timedelta(minutes=2)  # by which clocks of machines may differ


def model_folder(name: str) -> Path:
    """Where a model is read from; `name` is its folder below ANTIFAZ_DATA.

    Raises: ModelDamaged for a copy that differs from its checksums; OSError where the shared folder
    cannot be read and there is no copy.
    """
    shared: Path = settings.ANTIFAZ_DATA / name
    if settings.LOCAL_CACHE is None:
        return shared
    copies = settings.LOCAL_CACHE / "models" / name.replace("/", "--")
    try:
        digest = storage.sha256((shared / storage.CARD).read_bytes())[:32]
    except OSError as error:
        if _is_missing(error, shared):
            return shared  # whoever opens it says what is wrong
        known = sorted(copies.iterdir(), key=os.path.getmtime) if copies.is_dir() else []
        if not known:
            raise
        log.warning("the shared folder cannot be read (%s); a copy is used", error.strerror)
        return known[-1]
    place: Path = copies / digest
    if not place.is_dir():
        _fetch(shared, place)
    return place


def features_folder(project: int) -> Path:
    """Where the features of a project's pool lie: on this machine, if it has a folder for it."""
    base: Path = settings.LOCAL_CACHE or settings.ANTIFAZ_DATA
    return base / "cache" / f"project-{project}"


def forget_unused() -> int:
    """Remove copies of models that no row knows, and features of what was erased; count them.

    Raises: OSError, DatabaseError.
    """
    local: Path | None = settings.LOCAL_CACHE
    if local is None or not local.is_dir():
        return 0
    copies, features = contents(local / "models"), contents(local / "cache")
    known: set[str] = set()
    if copies:
        known |= set(TrainingRun.objects.exclude(folder="").values_list("folder", flat=True))
        known |= set(SourceModel.objects.values_list("folder", flat=True))
    named = {name.replace("/", "--") for name in known}
    gone = [path for path in copies if path.name not in named]
    gone += _outdated(features) if features else []
    for path in gone:
        shutil.rmtree(path, ignore_errors=True)
    return len(gone)


def _is_missing(error: OSError, shared: Path) -> bool:
    """Whether the model alone is gone, and not the folder that all of them lie in."""
    there = settings.ANTIFAZ_DATA.is_dir() and any(settings.ANTIFAZ_DATA.iterdir())
    return error.errno in (errno.ENOENT, errno.ENOTDIR) and there and not shared.exists()


def _fetch(shared: Path, place: Path) -> None:
    began = time.monotonic()
    with storage.staged_folder(place) as stage:
        shutil.copytree(shared, stage, dirs_exist_ok=True)
        _check(stage)
    for old in contents(place.parent):
        if old != place and not old.name.startswith("."):
            shutil.rmtree(old, ignore_errors=True)
    if (seconds := time.monotonic() - began) > SLOW_SECONDS:
        log.warning("the shared folder is slow: a model took %.0f seconds", seconds)


def _check(folder: Path) -> Card:
    """Raises: ModelDamaged."""
    card = storage.read_card(folder)
    if "files" in card:
        return storage.check_sealed(folder)
    if "sha256" in card:
        return storage.read_model(folder, MODEL_FILE)[0]
    return card  # of a source that is asked somewhere else


def _outdated(features: list[Path]) -> list[Path]:
    """Those of projects that are gone, or of which something was erased since they were made."""
    there = set(Project.objects.values_list("pk", flat=True))
    erased: dict[int | None, datetime] = dict(
        Erasure.objects.values_list("project").annotate(Max("queued_at")).order_by()
    )
    gone = []
    for path in features:
        number = path.name.removeprefix("project-")
        if not number.isdecimal() or int(number) not in there:
            gone.append(path)
        elif last := erased.get(int(number)):
            limit = (last + CLOCKS).timestamp()
            gone += [each for each in contents(path) if each.stat().st_mtime < limit]
    return gone


def contents(folder: Path) -> list[Path]:
    """What lies in a folder, by name; nothing where there is none."""
    return sorted(folder.iterdir()) if folder.is_dir() else []
