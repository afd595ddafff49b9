"""The memory of models trained on a project's gold: a measurement, and the words that the folder
of its model shows. Called by `measurements` (the job) and by `manage.py exposure`.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from annotation.convert import utterances_of_file
from annotation.evidence.errors import EvidenceError
from annotation.evidence.memory.clear import (
    clear_figures,
    every_word,
    labelled_words,
    words_in_folder,
)
from annotation.evidence.memory.measure import Plan
from annotation.evidence.memory.measure import measure_exposure as measure
from annotation.models import Dialogue, Project
from annotation.refusals import Refused
from annotation.services.evidence.use.material import gold_dialogues
from annotation.services.runs.current import current_model
from learning.errors import ModelDamaged

LEAST = 10  # dialogues
# What of a plan may be asked for.
PLANNED = ("canaries", "repetitions", "rivals", "turns", "seed", "tagger", "large")


def measure_exposure(
    project: Project, options: Mapping[str, Any], report: Callable[[float, str], None]
) -> dict[str, Any]:
    """The figures of `evidence.memory.measure`, and under "model" those of the folder of the model
    that proposes now. `options`: fields of `Plan`. Raises: Refused, LearningError."""
    known = {name: options[name] for name in PLANNED if name in options}
    if "repetitions" in known:
        known["repetitions"] = tuple(known["repetitions"])
    gold = gold_dialogues(project, [Dialogue.Split.POOL])
    if len(gold) < LEAST:  # what is kept to measure is labelled, too
        gold = gold_dialogues(project)
    if not any(turn.spans for each in gold for turn in each.turns):
        raise Refused(
            _("No settled turn has a label yet: there is nothing to learn."), code="no_gold"
        )
    try:
        figures = measure(
            utterances_of_file(gold), Plan(**known), report, beside=models_folder(project)
        )
    except EvidenceError as error:
        raise Refused(str(error), code="no_exposure") from error
    return figures | {"model": clear_in_model(project)}


def models_folder(project: Project | None = None) -> Path:
    """Where a model that holds words of originals lies for a moment: among those of the project,
    where a worker's sweep finds it after a kill (`storage.unfinished`); without one, one above."""
    folder: Path = settings.ANTIFAZ_DATA / "models"
    return folder / f"project-{project.pk}" if project else folder


def clear_in_model(project: Project) -> dict[str, Any] | None:
    """The share of the project's labelled words that stand in clear in the folder of its model,
    beside words of the dialogues that are kept to measure; None without a model to be read."""
    run = current_model(project)
    if run is None:
        return None
    try:
        shown = words_in_folder(settings.ANTIFAZ_DATA / run.folder)
    except (OSError, ModelDamaged):
        return None
    sides = ([Dialogue.Split.POOL], [Dialogue.Split.TEST])
    learnt, held = (
        labelled_words(utterances_of_file(gold_dialogues(project, side))) for side in sides
    )
    return clear_figures(shown, learnt, every_word(held) - every_word(learnt))
