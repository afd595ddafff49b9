"""What a page asks several times of a project as it is now, looked up once.

Made by whoever draws a page of a release or its evidence, and handed on. Who signs, writes or hands
out a file rests on a lookup of all turns; who only shows it, on what is kept of each dialogue.
"""

from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from annotation.models import Export, Project
from annotation.services.glance.following import counted_sums
from annotation.services.glance.sums import Live, Sums
from annotation.services.release.changes import (
    RESTS_ON,
    digest_of,
    named_changes,
    parts_of_file,
    stamp_parts,
)
from annotation.services.revision.coverage import Coverage, coverage_of, has_tool_alone


@dataclass
class Now:
    """A project at the moment at which each is first asked; good for one page."""

    project: Project
    counted: bool = False  # for a page: from what is kept of each dialogue, where all is counted

    @cached_property
    def sums(self) -> Sums:
        return (counted_sums(self.project) if self.counted else None) or Live(self.project)

    @cached_property
    def coverage(self) -> Coverage:
        return coverage_of(self.project, self.sums.readers)

    @cached_property
    def has_tool_alone(self) -> bool:
        return has_tool_alone(self.project)

    @cached_property
    def parts(self) -> dict[str, object]:
        return stamp_parts(self.project, self.sums)

    @cached_property
    def stamp(self) -> str:
        """As a measurement keeps it."""
        return digest_of(self.parts)

    @cached_property
    def of_file(self) -> dict[str, str]:
        """As the summary of a file keeps it."""
        return parts_of_file(self.parts)


def changed_since(now: Now, export: Export) -> list[str]:
    """What changed since a file was written, in words. A file of an older version, which does not
    say what it rests on, has changed in everything."""
    return named_changes(export.summary.get(RESTS_ON, {}), now.of_file)


def why_stale(now: Now, export: Export) -> str:
    """The same as a sentence, with what to do; "" where nothing changed."""
    if not (changed := changed_since(now, export)):
        return ""
    if RESTS_ON not in export.summary:
        return _("The file is of an older version: write it again.")
    text = _("Changed since this file was written: %(what)s. Write it again.")
    return text % {"what": ", ".join(changed)}
