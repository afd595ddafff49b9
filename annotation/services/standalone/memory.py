"""The memory of models on a file or a project. Called by `manage.py exposure`."""

from collections.abc import Mapping
from typing import Any

from annotation.bridges.to_learning import utterances_of_file
from annotation.evidence.memory.measure import Plan, measure_exposure
from annotation.evidence.types import Report, quietly
from annotation.services.evidence.use import exposure
from annotation.services.sources.registry import project_of
from annotation.services.storage.files import is_file, read_dialogues


def exposure_of(corpus: str, wishes: Mapping[str, Any], report: Report = quietly) -> dict[str, Any]:
    """The figures of a project's gold or of a file.

    Raises: EvidenceError, FormatError, LearningError, OSError, Refused.
    """
    if not is_file(corpus):
        return exposure.measure_exposure(project_of(corpus), wishes, report)
    plan = Plan(**{**wishes, "repetitions": tuple(wishes["repetitions"])})
    dialogues = utterances_of_file(read_dialogues(corpus))
    return measure_exposure(dialogues, plan, report, beside=exposure.models_folder())
