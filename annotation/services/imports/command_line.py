"""Import from the command line: paths, the project that is made for them, and who imports.

Called by `manage.py import_corpus`.
"""

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings

from annotation.models import Project, User
from annotation.refusals import Refused
from annotation.services.imports.dialogues import ImportOrder, Report, import_dialogues
from annotation.services.imports.files import DISK_FULL, erase_files, keep_file, path_of
from annotation.services.imports.options import Options
from annotation.services.imports.reports import Duplicate, FileReport
from annotation.services.imports.staging import sweep_staging
from annotation.services.imports.uploads import Source, list_paths
from annotation.services.jobs.database_outages import is_disk_full
from annotation.services.projects.creation import create_project
from annotation.services.projects.members import add_account, find_user
from annotation.services.storage.files import read_text

SWEEP_SECONDS = 5.0


@dataclass(slots=True)
class Intake:
    """What an import of paths came to. `password`: of an account that was made for it, once."""

    project: str
    user: str
    reports: list[FileReport]
    password: str = ""

    def summarise(self) -> dict[str, Any]:
        files: list[dict[str, Any]] = [
            {
                "file": report.name,
                "format": report.format,
                "dialogues": report.dialogues,
                "turns": report.turns,
                "spans": report.spans,
                "skipped": report.skipped,
                **({"passed": report.passed} if report.passed else {}),
                "duplicates": report.duplicate_count,
                "errors": [str(problem) for problem in report.problems],
            }
            for report in self.reports
        ]
        keys = ("dialogues", "turns", "spans", "skipped", "duplicates")
        totals = {key: sum(file[key] for file in files) for key in keys}
        return {"project": self.project, "user": self.user, "files": files, **totals}


@dataclass(frozen=True, slots=True, kw_only=True)
class PathsOrder(Options):
    """The options of the command line."""

    create: bool = False
    name: str = ""  # of a new project
    labels: str = ""  # scheme of a new project
    user: str = ""
    replaced: Sequence[str] = ()  # paths of the replaced versions
    labelmap: str = ""  # path of a file of lines "THEIRS = LABEL"


def import_paths(
    slug: str, files: Sequence[str], order: PathsOrder, report: Report | None = None
) -> Intake:
    """Import from the command line; what became of it.

    A project or account that was made for it goes again where nothing went in.
    Raises: Refused for a project, person or scheme that is not there; FormatError, OSError.
    """
    sweep_staging(SWEEP_SECONDS)
    project = Project.objects.filter(slug=slug).first()
    if project is None and not order.create:
        raise Refused(f"{slug}: no project of this name; expected a project, or --create")
    label_map = read_text(order.labelmap) if order.labelmap else ""
    person, password = importing_user(project, order.user)
    created: list[Project | User] = [person] if password else []
    reports: list[FileReport] = []
    try:
        if project is None:
            project = create_project(
                person,
                slug=slug,
                name=order.name or slug,
                lang=order.lang or "es",
                scheme=order.labels,
            )
            created.insert(0, project)
        with (
            _lasting(list_paths(files)) as originals,
            _lasting(list_paths(order.replaced)) as versions,
        ):
            whole = ImportOrder(
                user=person,
                format=order.format,
                lang=order.lang,
                spans=order.spans,
                split=order.split,
                encoding=order.encoding,
                columns=order.columns,
                tool=order.tool,
                replaced=versions,
                label_map=label_map,
                label_map_file=order.labelmap,
                duplicates=order.duplicates,
                limit=settings.UPLOAD_LIMIT * 100,
            )
            reports = import_dialogues(project, originals, whole, report=report)
    except Exception as error:
        if is_disk_full(error):
            raise Refused(DISK_FULL) from error
        raise
    finally:
        if not any(report.ok for report in reports):
            for row in created:
                row.delete()
    return Intake(project.slug, person.username, reports, password)


@contextlib.contextmanager
def _lasting(files: Iterable[tuple[str, Source]]) -> Iterator[list[tuple[str, Source]]]:
    """The files as ones that can be read twice: what comes by the standard input is kept on the
    disk as long as it is needed."""
    listed: list[tuple[str, Source]] = []
    kept: list[str] = []
    try:
        for name, source in files:
            if not isinstance(source, bytes | Path):
                kept.append(keep_file(source))
                source = path_of(kept[-1])
            listed.append((name, source))
        yield listed
    finally:
        erase_files(kept)


def name_duplicates(reports: Iterable[FileReport], choice: str) -> Iterator[str]:
    """A line for each dialogue whose text was there, and what became of it."""
    done = "left out" if choice == "skip" else "imported all the same"
    for report in reports:
        for each in report.duplicates:
            where = report.name if each.line is None else f"{report.name}:{each.line}"
            yield f"{where}: {_there(each)}; {done}"
        if (more := report.duplicate_count - len(report.duplicates)) > 0:
            yield f"{report.name}: {more} more of that kind; {done}"


KEPT = {"pool": "to be labelled", "test": "kept to measure", "aside": "only to be replaced"}


def _there(each: Duplicate) -> str:
    if each.split:
        kept = KEPT[each.split]
        warning = ", on the other side: figures would be false" if each.across else ""
        return f"its text is in the project as {each.other_id}, {kept}{warning}"
    line = "" if each.other_line is None else f":{each.other_line}"
    return f"its text is in {each.other_file}{line} as {each.other_id}"


def importing_user(project: Project | None, name: str = "") -> tuple[User, str]:
    """Whose labels imported ones are, and who can open a project that is made for them.

    Where nobody has an account one is made: its password comes with it, once. Raises Refused.
    """
    user = find_user(project, name)
    return (user, "") if user is not None else add_account("manager")
