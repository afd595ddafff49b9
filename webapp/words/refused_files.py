"""What people read of a refused file: a sentence for its code, and the detail of the reader.

The details stand in `annotation.formats.faults` and are translated here.
"""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from annotation.formats.errors import FormatError

SENTENCES: dict[str, str | Promise] = {
    "archive_damaged": _("The archive is damaged."),
    "archive_encrypted": _("The archive is locked by a password."),
    "archive_path": _("The archive holds names that are not safe."),
    "archive_ratio": _("The archive is too large when it is unpacked."),
    "bad_unicode": _("A character is broken."),
    "content_type": _("This is not a text file that we can read."),
    "brat_line": _("A line of the .ann file is not one that we can read."),
    "control_char": _("There is a control character in a text."),
    "duplicate_text": _("The text of a dialogue is there already."),
    "duplicate_id": _("A dialogue of this name is there already."),
    "empty_file": _("There is no dialogue in the file."),
    "encoding": _("The file is not in UTF-8."),
    "file_too_large": _("The file is too large."),
    "json": _("The file is not valid JSON."),
    "json_depth": _("The JSON is nested too deeply."),
    "json_duplicate_key": _("A key stands twice in one object."),
    "json_number": _("A number is not one that we can read."),
    "label_count": _("The file has too few labels, or too many."),
    "label_family": _("A colour family is not one of ours."),
    "label_key": _("A key cannot be used."),
    "label_map": _("The list of labels cannot be read."),
    "label_name": _("A name or description cannot be shown."),
    "label_parent": _("A group is missing, or holds itself."),
    "label_twice": _("A label stands twice in the file."),
    "line_too_long": _("A line is too long."),
    "missing_key": _("Something that every dialogue needs is missing."),
    "missing_pair": _("A .txt or an .ann lacks the other one."),
    "name_too_long": _("A name is too long."),
    "offset_unit": _("The offsets count something other than characters."),
    "replaced_missing": _("A dialogue stands on one side only."),
    "replaced_other_text": _("The replaced text is not a version of the original."),
    "replaced_turns": _("The replaced dialogue has other turns."),
    "scheme_name": _("The short name of the scheme cannot be used."),
    "span_overlap": _("Two labels overlap."),
    "span_range": _("A label does not fit its text."),
    "surface_mismatch": _("A label points at other words than it says."),
    "too_many_turns": _("A dialogue has too many turns."),
    "too_many_words": _("A dialogue has too many words."),
    "turn_too_long": _("A turn is too long."),
    "unreadable": _("The file cannot be read."),
    "unknown_format": _("We do not recognise the format."),
    "unknown_key": _("There is a key that we do not know."),
    "unknown_label": _("A label is not in the scheme of this project."),
    "unnamed_replacement": _("Nothing says what a replaced item is."),
    "xml": _("The file is not XML that we can read."),
    "wrong_type": _("A value is not of the kind that belongs there."),
}


def explain(code: str) -> str | Promise:
    """The sentence for a code; a general one for a code that has none."""
    return SENTENCES.get(code, _("The file cannot be read."))


@dataclass(frozen=True, slots=True)
class Problem:
    """A row of the import report, in the language of the page."""

    code: str
    file: str
    line: int | None
    sentence: str | Promise
    message: str
    expected: str


def problem_of(error: FormatError) -> Problem:
    return Problem(
        error.code,
        error.file,
        error.line,
        explain(error.code),
        error.message_in(gettext),
        error.expected_in(gettext),
    )
