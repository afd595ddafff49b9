"""What killed processes left on the disk: files that were never finished, or finished for nobody.
They may hold texts.

Called by the sweep of every worker.
"""

import contextlib
import re
import shutil
import time
from pathlib import Path

from django.conf import settings

from annotation.models import Export, Job, JobStatus, TrainingRun

YOUNG_SECONDS = 60  # a file of this minute may be on its way
# Hidden until they are whole; the claim of who writes them is in their names.
EXPORT = re.compile(r"\.export-\d+-([0-9a-f]{8})\.")
WHOLE = re.compile(r"export-\d+-([0-9a-f]{8})\.")
MODEL = re.compile(r"\.(?:round|large)-\d+-([0-9a-f]{8})-")
WORDS = ".words-*"  # models that are saved, read for the words in them, and erased at once
READ_SECONDS = 300  # nobody reads in one for longer; a command makes them, too, and has no claim


def erase_parts() -> int:
    """Erase the unfinished files of exports and models that no job writes any more, those of
    exports that were cancelled when all was written, and models that nobody reads; count them."""
    exports = _files("exports", ".*", EXPORT)
    models = _files("models", ".*", MODEL)
    strays = [*_without_job(exports, Export), *_without_job(models, TrainingRun)]
    strays += _cancelled(_files("exports", "[!.]*", WHOLE))
    strays += _read_no_more()
    for path in strays:
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
    return len(strays)


def _files(folder: str, kind: str, name: re.Pattern[str]) -> dict[Path, str]:
    """The files of a kind in projects' folders that are not of this minute, and whose they are."""
    young = time.time() - YOUNG_SECONDS
    parts: dict[Path, str] = {}
    for path in (settings.ANTIFAZ_DATA / folder).glob(f"project-*/{kind}"):
        match = name.match(path.name)
        try:
            if match and path.stat().st_mtime < young:
                parts[path] = match[1]
        except FileNotFoundError:
            continue
    return parts


def _cancelled(files: dict[Path, str]) -> list[Path]:
    if not files:
        return []
    over = Export.objects.filter(status=JobStatus.CANCELLED, path="").exclude(claim="")
    claims = {claim[:8] for claim in over.values_list("claim", flat=True)}
    return [path for path, claim in files.items() if claim in claims]


def _read_no_more() -> list[Path]:
    """Models that somebody was killed over who measured what models remember."""
    old, models = time.time() - READ_SECONDS, settings.ANTIFAZ_DATA / "models"
    strays: list[Path] = []
    for path in [*models.glob(WORDS), *models.glob(f"project-*/{WORDS}")]:
        with contextlib.suppress(FileNotFoundError):
            if path.stat().st_mtime < old:
                strays.append(path)
    return strays


def _without_job(parts: dict[Path, str], model: type[Job]) -> list[Path]:
    if not parts:
        return []
    running = model._default_manager.filter(status=JobStatus.RUNNING)
    claims = {claim[:8] for claim in running.values_list("claim", flat=True)}
    return [path for path, claim in parts.items() if claim not in claims]
