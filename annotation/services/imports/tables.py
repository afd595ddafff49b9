"""Tables whose columns somebody names on the page or through the API: what was said of a header,
and what the next table with that header finds said.

Called by `page_jobs`, `previews`, the page and the API. What is remembered are places of columns
under keyed digests of headers: no name of a column, which may be a text in a file without a header.
"""

import hmac
from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from annotation.formats.files.columns import NONE, ROLES
from annotation.models import Import, Project
from annotation.refusals import Refused
from annotation.services.imports.options import ColumnsFor
from annotation.services.imports.survey import Survey, Tables

REQUIRED = "text"


def columns_said(job: Import) -> ColumnsFor:
    """What answers for a table of this import by its header: as somebody said of it here, or of
    one with the same header before."""
    here = job.options.get("tables", {})
    before = {key: said for key, said in job.project.label_map.items() if isinstance(said, dict)}
    known = {**before, **here}

    def columns_for(_file: str, rows: Sequence[Sequence[str]]) -> Mapping[str, str | int]:
        return known.get(header_key(job.project, rows[0]), {}) if known else {}

    return columns_for


def columns_to_remember(job: Import, survey: Survey) -> dict[str, dict[str, int]]:
    """What was said of tables, by the digests of their headers."""
    said = job.options.get("tables", {})
    keys = [header_key(job.project, each.header) for each in survey.tables]
    return {key: said[key] for key in keys if key in said}


def header_key(project: Project, header: Sequence[str]) -> str:
    """A name of a header that nobody reads, and that is the same whenever it comes."""
    names = "columns\x00" + "\x00".join(header)
    return hmac.new(bytes(project.surrogate_key), names.encode(), "sha256").hexdigest()[:32]


def read_columns(job: Import, survey: Survey, given: Mapping[str, str]) -> None:
    """Take over what a form says: `column-0-text` and so on, by header and role, the place of a
    column or nothing. Raises Refused as `say_columns`."""
    for number, table in enumerate(survey.tables):
        if f"column-{number}-{REQUIRED}" in given:
            width = len(table.header)
            said = {role: given.get(f"column-{number}-{role}", "") for role in ROLES}
            say_columns(job, table, {role: _place(text, width) for role, text in said.items()})


def say_columns(job: Import, table: Tables, places: Mapping[str, int]) -> None:
    """Which column of the tables of this header is what; NONE, or a role that is left out: none.

    Raises Refused without a column of texts, or where one is chosen twice.
    """
    chosen = {role: places.get(role, NONE) for role in ROLES}
    used = [place for place in chosen.values() if place != NONE]
    if chosen[REQUIRED] == NONE:
        raise Refused(_("Choose the column that holds the texts."), code="no_text_column")
    if len(set(used)) < len(used) or not all(0 <= place < len(table.header) for place in used):
        raise Refused(_("A column can be one thing only: choose another one."), code="column_twice")
    job.options.setdefault("tables", {})[header_key(job.project, table.header)] = chosen


def _place(text: str, width: int) -> int:
    return int(text) if text.isascii() and text.isdecimal() and int(text) < width else NONE
