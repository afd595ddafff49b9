"""The utility laboratory on files, without a database. Called by `manage.py utility`."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from annotation.evidence.types import Report, quietly
from annotation.evidence.utility.laboratory import measure_utility
from annotation.evidence.utility.overlap import refuse_overlap
from annotation.evidence.utility.types import Material, Plan
from annotation.formats.types import DialogueValue
from annotation.refusals import Refused
from annotation.services.evidence.use.laboratory import (
    STRATEGIES,
    check_examples,
    example_of,
    ways_of,
)
from annotation.services.storage.files import read_dialogues
from learning.simulation.corpora import labels_for, read_labelmap


@dataclass(frozen=True, slots=True)
class Files:
    """Paths as `storage.files` knows them."""

    train: str
    test: str
    labelmap: str = ""  # keep the labels that it lists for a file, and no others
    tested: int | None = None  # the first dialogues of the test file


def utility_of_files(
    files: Files,
    plan: Plan,
    strategies: Sequence[str] = STRATEGIES,
    *,
    jobs: int = 1,
    report: Report = quietly,
) -> dict[str, Any]:
    """The laboratory's figures (`evidence.utility.figures`).

    Raises: EvidenceError, FormatError, LearningError, OSError, Refused.
    """
    train, test = (_read(path, files.labelmap) for path in (files.train, files.test))
    learnt, asked = (tuple(example_of(e, plan.task) for e in side) for side in (train, test))
    check_examples(learnt, plan.task, files.train)
    check_examples(asked, plan.task, files.test)
    refuse_overlap(learnt, asked, files.test)
    material = Material(learnt, asked[: files.tested], ways_of(strategies, train))
    return measure_utility(material, plan, jobs=jobs, report=report)


def _read(path: str, labelmap: str) -> list[DialogueValue]:
    """The dialogues of a file with the labels that a map lists for it.

    Raises: FormatError, OSError, Refused, learning's BadCorpus.
    """
    dialogues = list(read_dialogues(path))
    if not labelmap:
        return dialogues
    names = labels_for(Path(path).name, read_labelmap(Path(labelmap)))
    if names is None:
        raise Refused(f"{labelmap}: nothing for {Path(path).name}; expected its labels")
    return [_with_labels(each, names) for each in dialogues]


def _with_labels(dialogue: DialogueValue, kept: Collection[str]) -> DialogueValue:
    turns = tuple(
        replace(turn, spans=tuple(span for span in turn.spans if span.label in kept))
        for turn in dialogue.turns
    )
    return replace(dialogue, turns=turns)
