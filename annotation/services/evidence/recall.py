"""Recall of a project: measured as a job, and kept as figures (`release.recall` judges them).

The job (kind "recall") asks the model again of the turns kept to measure, so no page waits for it.
Called by the worker through `measurements.WORK`.
"""

from collections.abc import Mapping
from typing import Any

from annotation.evidence.recall.figures import Figures, figures_of
from annotation.evidence.recall.file import left_in_file, rows_of
from annotation.models import Project, Turn
from annotation.services.evidence.found.checked import TEST, known_of, model_turns, reader_turns
from annotation.services.evidence.found.held import held_dialogues
from annotation.services.evidence.found.leaving import leaving_dialogues
from annotation.services.release.recall import read_alone
from annotation.services.revision.coverage import coverage_of
from annotation.services.storage.snapshots import one_snapshot
from learning.types import Progress

# Why nothing can be said, as a code: said in words by `release.recall_words`.
NO_GOLD, NO_MODEL, ONE_READER = "no_gold", "no_model", "one_reader"


def measure_recall(project: Project, _options: Mapping[str, object], report: Progress) -> Figures:
    """The figures of the model, of the readers, and of what leaves. Raises ModelDamaged, and what
    `report` raises to stop it."""

    def part(low: float, high: float) -> Progress:
        return lambda share, _phase: report(low + share * (high - low), "measuring")

    with one_snapshot():
        turns, basis = model_turns(project, part(0.0, 0.4))
        read = reader_turns(project)
        file = leaving_dialogues(project)
        alone = read_alone(coverage_of(project))
        names = list(project.labels.exclude(key="").values_list("name", flat=True))
        model = {"why": NO_GOLD} if basis else {"why": _no_model(project)}
        if any(turn.gold for turn in turns):
            whole = basis == TEST
            known = known_of(project, turns, _ids(project, turns), whole=whole)
            report(0.6, "measuring")
            model = {"why": "", "basis": basis, **figures_of(turns, known, names, whole=whole)}
        readers: dict[str, Any] = {"why": ONE_READER}
        if any(turn.gold for turn in read):
            known = known_of(project, read, _ids(project, read), whole=False)
            readers = {"why": "", "basis": "read twice"}
            readers |= figures_of(read, known, names, whole=False)
        if basis == TEST:
            held = held_dialogues(project, turns)
            like_file = [turn for turn in turns if turn.dialogue not in held]
        else:
            like_file = turns
    report(0.8, "measuring")
    left = left_in_file(
        file,
        None if model["why"] else rows_of(like_file),
        None if readers["why"] else rows_of(read),
        q=project.replacement_q,
    )
    left["of"] = project.dialogues.count()
    return {"model": model, "readers": readers, "file": left, "read_alone": alone}


def _no_model(project: Project) -> str:
    return NO_GOLD if project.runs.exclude(folder="").exists() else NO_MODEL


def _ids(project: Project, turns: Any) -> set[int]:
    """The ids of checked turns."""
    places = {(turn.dialogue, turn.turn) for turn in turns}
    rows = Turn.objects.filter(
        dialogue__project=project, dialogue__in={dialogue for dialogue, _turn in places}
    )
    return {
        pk
        for pk, dialogue, at in rows.values_list("pk", "dialogue_id", "position")
        if (dialogue, at) in places
    }
