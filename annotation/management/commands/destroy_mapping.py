"""Destroy what leads back from a released file: the key and the originals of a project."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from annotation.management.erasing import finish
from annotation.management.reporting import Failed, ReportingCommand, Summary, project_named
from annotation.services.erasing.mapping import destroy_mapping


class Command(ReportingCommand):
    help = "Erase key and originals of a project for good; signed bundles stay."

    def add_options(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("project", help="short name of the project")
        add("--confirm", required=True, metavar="SLUG", help="the short name once more")
        add("--certificate", metavar="FILE", help="a copy of the certificate goes there")

    def work(self, **options: Any) -> Summary:
        project = project_named(options["project"])
        copy = Path(options["certificate"]) if options["certificate"] else None
        if copy is not None and (copy.is_dir() or not copy.parent.is_dir()):  # before all goes
            raise Failed(f"{copy}: no place for a file; expected one in a folder that is there")
        job, text = destroy_mapping(project, confirmed=options["confirm"])
        if copy is not None:
            copy.write_text(text, encoding="utf-8")
        return {"project": project.slug, "certificate": text} | finish([job])

    def describe(self, summary: Summary) -> str:
        return str(summary["certificate"])
