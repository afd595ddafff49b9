"""Import from the command line: paths, the project that is made for them, and who imports.

Called by `manage.py import_corpus`.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.conf import settings

from annotation.errors import Refused
from annotation.formats.encoding import decode
from annotation.models import Member, Project, User
from annotation.services.importing import FileReport, import_dialogues
from annotation.services.projects import create_project
from annotation.services.uploads import list_paths


def import_paths(
    project: str,
    files: Sequence[str],
    *,
    create: bool = False,
    name: str = "",
    labels: str = "",
    user: str = "",
    spans: str = "gold",
    lang: str = "",
    replaced: Sequence[str] = (),
    labelmap: str = "",
    **options: str,
) -> tuple[str, list[FileReport]]:
    """Import from the command line; returns the project's short name and what became of each file.

    replaced: paths of the replaced versions; labelmap: of a file of lines "THEIRS = LABEL".
    Raises: Refused for a project, person or scheme that is not there; FormatError, OSError.
    """
    found = Project.objects.filter(slug=project).first()
    if found is None and not create:
        raise Refused(f"{project}: no project of this name; expected a project, or --create")
    person = importing_user(found, user)
    label_map = decode(Path(labelmap).read_bytes(), file=labelmap) if labelmap else ""
    if found is None:
        found = create_project(
            person, slug=project, name=name or project, lang=lang or "es", scheme=labels
        )
    meaning = "ignore" if spans == "text" else spans
    reports = import_dialogues(
        found,
        list_paths(files),
        lang=lang,
        spans=meaning,
        replaced=list_paths(replaced),
        label_map=label_map,
        label_map_file=labelmap,
        user=person,
        limit=settings.UPLOAD_LIMIT * 100,
        **options,
    )
    return found.slug, reports


def summarise(project: str, reports: Sequence[FileReport]) -> dict[str, Any]:
    """What became of an import, as values that fit into JSON."""
    files: list[dict[str, Any]] = [
        {
            "file": report.name,
            "format": report.format,
            "dialogues": report.dialogues,
            "turns": report.turns,
            "spans": report.spans,
            "errors": [str(problem) for problem in report.problems],
        }
        for report in reports
    ]
    keys = ("dialogues", "turns", "spans")
    totals = {key: sum(file[key] for file in files) for key in keys}
    return {"project": project, "files": files, **totals}


def importing_user(project: Project | None, name: str = "") -> User:
    """Whose labels imported ones are: the person named, else a manager, else an administrator.

    Where nobody has an account yet, one is made that cannot sign in. Raises Refused.
    """
    people = User.objects.filter(is_active=True).order_by("pk")
    if name:
        user = people.filter(username=name).first()
    else:
        managers = people.filter(memberships__role=Member.Role.MANAGER)
        own = managers.filter(memberships__project=project) if project else managers
        user = own.first() or people.filter(is_superuser=True).first() or _nobody()
    if user is None:
        raise Refused(f"{name}: no such person; expected the name of an account to import as")
    return user


def _nobody() -> User:
    user, created = User.objects.get_or_create(username="import", defaults={"is_active": False})
    if created:
        user.set_unusable_password()
        user.save(update_fields=["password"])
    return user
