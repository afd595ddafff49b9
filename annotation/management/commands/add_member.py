"""Open a project to a person, change her role, or close it to her, without the browser."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from annotation.management.reporting import ReportingCommand, Summary
from annotation.models import Member
from annotation.services.projects.members import change_member


class Command(ReportingCommand):
    help = "Make a person a member of a project, change her role, or take it back."

    def add_options(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("project", help="short name of the project")
        add("username", help="name of the account")
        add("--role", choices=Member.Role.values, default="manager", help="default: manager")
        add("--remove", action="store_true", help="close the project to her; her work stays")
        add("--create", action="store_true", help="make the account if there is none")
        add(
            "--password-stdin", action="store_true",
            help="with --create: its password is the first line of the input, else one is drawn"
            " and shown once",
        )  # fmt: skip

    def work(self, *, project: str, username: str, role: str, **options: Any) -> Summary:
        remove, create = options["remove"], options["create"]
        if (remove and create) or (options["password_stdin"] and not create):
            raise CommandError(
                "--password-stdin needs --create, which needs no --remove", returncode=2
            )
        password = sys.stdin.readline().rstrip("\r\n") if options["password_stdin"] else ""
        drawn = change_member(
            project, username, role="" if remove else role, create=create, password=password
        )
        summary: Summary = {"project": project, "user": username, "role": None if remove else role}
        return summary | ({"password": drawn} if drawn and not password else {})

    def describe(self, summary: Summary) -> str:
        if summary["role"] is None:
            return f"{summary['project']} is closed to {summary['user']}"
        sentence = f"{summary['user']} is {summary['role']} of {summary['project']}"
        drawn = summary.get("password")
        return sentence + (f"; password, shown once: {drawn}" if drawn else "")
