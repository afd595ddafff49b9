"""Schemes from and to the command line. Called by `export_scheme` and `import_scheme`."""

import sys
from pathlib import Path

from annotation.formats.files.archive import open_stream
from annotation.formats.schemes.files import MAX_BYTES
from annotation.models import Project
from annotation.refusals import Refused
from annotation.services.guidance import labels
from annotation.services.projects.members import find_user
from annotation.services.storage.files import written


def export_to(slug: str, out: str) -> int:
    """Write a project's labels and guidelines to a path, or "-"; returns how many labels."""
    project = _project(slug)
    data = labels.export_scheme(project)
    with written(out) as stream:
        stream.write(data)
    return project.labels.count()


def import_from(slug: str, path: str, *, user: str = "") -> int:
    """Make a file's labels (or those on standard input) the project's; returns how many.

    Raises FormatError, Refused.
    """
    project = _project(slug)
    if path == "-":
        name, data = "stdin", sys.stdin.buffer.read(MAX_BYTES + 1)
    else:
        name = path
        with open_stream(Path(path), filename=path) as stream:
            data = stream.read(MAX_BYTES + 1)
    content = labels.import_scheme(project, name, data, find_user(project, user))
    return len(content.scheme.labels)


def _project(slug: str) -> Project:
    project = Project.objects.filter(slug=slug).first()
    if project is None:
        raise Refused(f"{slug}: no project of this name; expected the short name of one")
    return project
