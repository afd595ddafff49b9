"""What a project says to dialogues before they go in: taken ids, unknown labels.

Called by `reading` and `writing`.
"""

from collections.abc import Sequence

from annotation.formats import faults
from annotation.formats.checks import check_labels
from annotation.formats.errors import FormatError
from annotation.formats.types import DialogueValue
from annotation.models import Dialogue, Project, Span
from annotation.refusals import Refused
from annotation.services.projects.creation import FROM_IMPORT

SHOWN = 5  # problems of one file that are named


class Outdated(Refused):
    """What was promised when the files were looked at is true no more: look again."""


def own_labels(project: Project) -> list[str]:
    """The labels that a file must use; none where they are to come with it."""
    if is_provisional(project):
        return []
    return list(project.labels.exclude(key="").values_list("name", flat=True))


def find_taken(project: Project, dialogues: Sequence[DialogueValue]) -> set[str]:
    """The ids among these that the project holds already."""
    rows = Dialogue.objects.filter(project=project, external_id__in=[each.id for each in dialogues])
    return set(rows.values_list("external_id", flat=True))


def taken_id(file: str, line: int, *, same: bool) -> FormatError:
    """The fault of a dialogue whose id is there, with the same text or who knows which."""
    fault = faults.DIALOGUE_TAKEN if same else faults.ID_TAKEN
    return FormatError(fault, file=file, line=line or None)


def duplicate(file: str, line: int | None) -> FormatError:
    return FormatError(faults.ID_TAKEN, file=file, line=line)


def needs_scheme(project: Project) -> bool:
    """Whether the project's labels are nobody's choice and in nobody's use yet."""
    return not project.labels.exists() or is_provisional(project)


def is_provisional(project: Project) -> bool:
    """Labels were to come with a file, and stand in until one brings its own."""
    used = Span.objects.filter(label__project=project)
    return project.scheme == FROM_IMPORT and not used.exists()


def find_unknown(
    dialogues: Sequence[DialogueValue], known: Sequence[str], file: str
) -> list[FormatError]:
    """Labels that the project lacks, at most one per dialogue, each with the list of known ones."""
    problems: list[FormatError] = []
    for dialogue in dialogues:
        try:
            check_labels([dialogue], known, file=file)
        except FormatError as error:
            problems.append(error)
            if len(problems) == SHOWN:
                break
    return problems
