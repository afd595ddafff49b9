"""Lets several workers score one large pool: a Celery group is called, files carry the work.

Messages hold the id of the run and nothing else. Nobody waits for a message: whoever comes takes
parts out of the folder, and the round's own worker does what is left (`learning.choice.shards`).
"""

import logging
import shutil
from pathlib import Path

import numpy as np
from celery import current_app, group
from django.conf import settings

from annotation.models import TrainingRun
from annotation.services.jobs.workers import count_workers
from learning.choice import shards
from learning.choice.uncertainty import Signals, score_pool
from learning.crf.marginals import Scorer
from learning.crf.modelfile import Weights
from learning.features.encoding import Encoding
from learning.types import Ints, Progress

log = logging.getLogger("antifaz.shards")
TASK = "annotation.help_scoring"
SECONDS = 60  # after which a message that nobody took is worth nothing


class SharedScoring:
    """Scores a pool as `score_pool` does, with other workers where there are some and it pays."""

    def __init__(self, run: TrainingRun) -> None:
        self.run = run
        self.folder = _shelf(run.project_id) / f"shards-{run.pk}-{run.claim[:8]}"

    def __call__(
        self,
        encoding: Encoding,
        weights: Weights,
        *,
        rows: Ints | None = None,
        paths: bool = False,
        progress: Progress | None = None,
    ) -> Signals:
        chosen = np.arange(len(encoding)) if rows is None else rows
        work = int(encoding.lengths[chosen].sum()) * len(weights.tags)
        helpers = count_workers() - 1
        if paths or helpers < 1 or work < settings.SHARE_FROM:
            return score_pool(encoding, weights, rows=rows, paths=paths, progress=progress)
        forget(self.run)  # what an attempt left whose worker was killed
        try:
            scorer, parts = Scorer(encoding, weights), shards.PARTS * (helpers + 1)
            return shards.share(
                self.folder, scorer, chosen, parts, lambda: self._call(helpers), progress
            )
        except OSError as error:  # a full disk: alone it goes too
            log.warning("run %s is not shared: %s", self.run.pk, type(error).__name__)
            return score_pool(encoding, weights, rows=rows, progress=progress)
        finally:
            forget(self.run)

    def _call(self, helpers: int) -> None:
        """Ask the other workers. A broker that is down leaves the work to this one."""
        task = current_app.signature(TASK, args=[self.run.pk], immutable=True)
        try:
            group([task.clone() for _ in range(helpers)]).apply_async(
                expires=SECONDS, ignore_result=True, add_to_parent=False
            )
        except Exception as error:  # any broker error
            log.warning("nobody was asked to help: %s", type(error).__name__)


def help_scoring(run: TrainingRun, report: Progress | None = None) -> int:
    """Do parts of this run's scoring that nobody has taken; how many were done. The work of a
    process of its own (`lanes`), which has nothing to report."""
    return sum(shards.help_with(folder) for folder in _folders(run))


def forget(run: TrainingRun) -> None:
    for folder in _folders(run):
        shutil.rmtree(folder, ignore_errors=True)


def _folders(run: TrainingRun) -> list[Path]:
    return sorted(_shelf(run.project_id).glob(f"shards-{run.pk}-*"))


def _shelf(project: int) -> Path:
    shelf: Path = settings.ANTIFAZ_DATA / "cache" / f"project-{project}"
    return shelf
