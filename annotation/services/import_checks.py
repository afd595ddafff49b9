"""What a project says to dialogues before they go in: taken ids, unknown labels, a scheme to take.

Called by `importing`.
"""

from collections.abc import Sequence

from annotation.formats.checks import check_labels
from annotation.formats.errors import FormatError
from annotation.formats.types import DialogueValue
from annotation.models import Dialogue, Project, Span
from annotation.schemes import Scheme, guess_scheme
from annotation.services.projects import FROM_IMPORT

SHOWN = 5  # problems of one file that are named


def own_labels(project: Project) -> list[str]:
    """The labels that a file must use; none where they are to come with it."""
    if is_provisional(project):
        return []
    return list(project.labels.exclude(key="").values_list("name", flat=True))


def find_duplicates(
    project: Project, dialogues: Sequence[DialogueValue], file: str
) -> list[FormatError]:
    """Dialogues whose id the project holds already, named by line."""
    lines = {each.id: each.line for each in dialogues}
    names, found = list(lines), []
    for first in range(0, len(names), 500):
        taken = Dialogue.objects.filter(
            project=project, external_id__in=names[first : first + 500]
        ).values_list("external_id", flat=True)
        found += sorted(lines[name] for name in taken)
        if len(found) >= SHOWN:
            break
    return [duplicate(file, line or None) for line in found[:SHOWN]]


def duplicate(file: str, line: int | None) -> FormatError:
    return FormatError(
        "duplicate_id",
        "a dialogue with this id is in the project already",
        file=file,
        line=line,
        expected="ids that the project does not have",
        status=409,
    )


def scheme_for(project: Project, dialogues: Sequence[DialogueValue]) -> Scheme | None:
    """The scheme to give to a project whose labels nobody chose or used yet, from the file."""
    if project.labels.exists() and not is_provisional(project):
        return None
    return guess_scheme(
        {span.label for each in dialogues for turn in each.turns for span in turn.spans}
    )


def is_provisional(project: Project) -> bool:
    """Labels were to come with a file, and stand in until one brings its own."""
    used = Span.objects.filter(turn__dialogue__project=project)
    return project.scheme == FROM_IMPORT and not used.exists()


def find_unknown(
    project: Project, scheme: Scheme | None, dialogues: Sequence[DialogueValue], file: str
) -> list[FormatError]:
    """Labels that the project lacks, at most one a dialogue, each with the list of known ones."""
    known = (
        [label.name for label in scheme.labels]
        if scheme
        else list(project.labels.values_list("name", flat=True))
    )
    problems: list[FormatError] = []
    for dialogue in dialogues:
        try:
            check_labels([dialogue], known, file=file)
        except FormatError as error:
            problems.append(error)
            if len(problems) == SHOWN:
                break
    return problems
