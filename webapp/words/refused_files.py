"""What people read of a refused file. The sentences stand in `annotation.formats.faults` and are
translated here."""

from dataclasses import dataclass

from django.utils.translation import gettext

from annotation.formats.errors import FormatError


@dataclass(frozen=True, slots=True)
class Problem:
    """A row of the import report, in the language of the page."""

    code: str
    file: str
    line: int | None
    message: str
    expected: str


def problem_of(error: FormatError) -> Problem:
    return Problem(
        error.code,
        error.file,
        error.line,
        error.message_in(gettext),
        error.expected_in(gettext),
    )
