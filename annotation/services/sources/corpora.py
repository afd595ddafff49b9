"""Corpora that wait on disk for the training of a source model, and their end.

Their texts are secret and stay no longer than needed: a refused file is never written, and the copy
that waits for the worker is erased when the work ends, is cancelled, or was never begun.
"""

import gzip
import os
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import BinaryIO, cast

from django.conf import settings
from django.utils import timezone

from annotation.formats import DialogueValue, iter_jsonl
from annotation.formats.corpora.jsonl import write_jsonl
from annotation.models import JobStatus, SourceTraining

FOLDER = "sources"  # below ANTIFAZ_DATA
KEPT = timedelta(hours=24)  # a file whose labels nobody says anything about
WAITING = (SourceTraining.DRAFT, JobStatus.QUEUED, JobStatus.RUNNING)


def keep_corpus(dialogues: Sequence[DialogueValue]) -> str:
    """Write what training needs of a corpus, readable by the owner alone; its name."""
    name = f"{FOLDER}/{secrets.token_hex(16)}.jsonl.gz"
    path = settings.ANTIFAZ_DATA / name
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as raw, gzip.GzipFile(fileobj=raw, mode="wb") as packed:
            write_jsonl((_bare(each) for each in dialogues), cast(BinaryIO, packed))
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return name


def _bare(dialogue: DialogueValue) -> DialogueValue:
    """The dialogue without what a model does not learn from."""
    turns = tuple(
        replace(turn, extra={}, spans=tuple(replace(span, extra={}) for span in turn.spans))
        for turn in dialogue.turns
    )
    return replace(dialogue, meta={}, extra={}, turns=turns)


def read_corpus(training: SourceTraining) -> Iterator[DialogueValue]:
    """The dialogues that were kept; raises FileNotFoundError once they are erased."""
    with gzip.open(settings.ANTIFAZ_DATA / training.file) as stream:
        yield from iter_jsonl(cast(BinaryIO, stream), filename=training.corpus)


def erase_corpus(training: SourceTraining) -> None:
    """Erase the file, if there is one and it is still there."""
    if training.file:
        (settings.ANTIFAZ_DATA / training.file).unlink(missing_ok=True)


def erase_leftovers() -> int:
    """Erase files that nothing waits for, and drafts that nobody came back to; count the files.

    Called by the sweep of every worker.
    """
    folder = settings.ANTIFAZ_DATA / FOLDER
    files = list(folder.iterdir()) if folder.is_dir() else []
    if not files:
        return 0
    old = timezone.now() - KEPT
    SourceTraining.objects.filter(status=SourceTraining.DRAFT, queued_at__lt=old).update(
        status=JobStatus.CANCELLED, finished_at=timezone.now()
    )
    waiting = SourceTraining.objects.filter(status__in=WAITING).exclude(file="")
    kept = {Path(name).name for name in waiting.values_list("file", flat=True)}
    # A file is written before its row: one of this minute may be on its way.
    young = timezone.now().timestamp() - 60
    leftovers = [each for each in files if each.name not in kept and each.stat().st_mtime < young]
    for each in leftovers:
        each.unlink(missing_ok=True)
    return len(leftovers)
