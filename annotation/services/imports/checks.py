"""What a project says to dialogues before they go in: taken ids, unknown labels.

Called by `reading` and `writing`.
"""

from collections.abc import Container, Sequence

from annotation.formats import faults
from annotation.formats.checks import check_labels
from annotation.formats.errors import FormatError
from annotation.formats.types import DialogueValue
from annotation.models import Dialogue, Project, Span
from annotation.services.projects.creation import FROM_IMPORT

SHOWN = 5  # problems of one file that are named


def own_labels(project: Project) -> list[str]:
    """The labels that a file must use; none where they are to come with it."""
    if is_provisional(project):
        return []
    return list(project.labels.exclude(key="").values_list("name", flat=True))


def find_taken(
    project: Project, dialogues: Sequence[DialogueValue], others: Container[str], file: str
) -> list[FormatError]:
    """Dialogues whose id the project holds already, or one of the files before (`others`)."""
    lines = {each.id: each.line for each in dialogues}
    taken = set(
        Dialogue.objects.filter(project=project, external_id__in=list(lines)).values_list(
            "external_id", flat=True
        )
    ) | {name for name in lines if name in others}
    return [duplicate(file, line or None) for line in sorted(lines[name] for name in taken)]


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
