"""The memory of models on a file or a project, and taggers that learn from surrogates alone. Called
by `manage.py exposure` and `manage.py train`."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from annotation.convert import utterances_of_file
from annotation.evidence.memory.measure import Plan, measure_exposure
from annotation.evidence.types import Report, quietly
from annotation.models import Project
from annotation.refusals import Refused
from annotation.services.evidence.use import exposure
from annotation.services.storage.files import read_jsonl


def is_file(corpus: str) -> bool:
    """Whether a name on the command line is a file's, not a project's."""
    return corpus == "-" or corpus.endswith((".jsonl", ".jsonl.gz")) or Path(corpus).is_file()


def project_of(slug: str) -> Project:
    """Raises Refused for an unknown project."""
    project = Project.objects.filter(slug=slug).first()
    if project is None:
        raise Refused(
            f"{slug}: no project of this name; expected a project or a file ending in .jsonl",
            code="unknown_project",
        )
    return project


def exposure_of(corpus: str, wishes: Mapping[str, Any], report: Report = quietly) -> dict[str, Any]:
    """The figures of a project's gold or of a file.

    Raises: EvidenceError, FormatError, LearningError, OSError, Refused.
    """
    if not is_file(corpus):
        return exposure.measure_exposure(project_of(corpus), wishes, report)
    plan = Plan(**{**wishes, "repetitions": tuple(wishes["repetitions"])})
    return measure_exposure(utterances_of_file(read_jsonl(corpus)), plan, report)
