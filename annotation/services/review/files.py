"""The review of another tool's work as files. Called by `manage.py review_report`."""

from pathlib import Path

from annotation.models import Project
from annotation.refusals import Refused
from annotation.services.review.counts import review_project
from annotation.services.review.words import to_markdown
from annotation.services.storage.files import write_json, written

NAME = "review"


def write_review(slug: str, folder: Path) -> dict[str, object]:
    """Write review.json and review.md, each whole or not at all; returns the report.

    Raises: Refused for an unknown project or one without another tool's work; OSError.
    """
    project = Project.objects.filter(slug=slug).first()
    if project is None:
        raise Refused(f"{slug}: no project of this name; expected the short name of a project")
    report = review_project(project)
    if not report["tools"]:
        raise Refused(
            f"{slug}: no work of another tool; expected dialogues that were imported with "
            "--as machine, replaced or masked"
        )
    write_json(report, str(folder / f"{NAME}.json"))
    with written(str(folder / f"{NAME}.md")) as stream:
        stream.write(to_markdown(report).encode())
    return report
