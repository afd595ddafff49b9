"""Make the demo accounts, source model and project; does nothing where they are there."""

from argparse import ArgumentParser

from django.conf import settings

from annotation.management.reporting import ReportingCommand, Summary
from annotation.services.demo.projects import PEOPLE, demo_password, has_projects, make_demo


class Command(ReportingCommand):
    help = "Make the demo project of invented support calls, with a source model and four accounts."

    def add_options(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--if-empty", action="store_true", help="only where there is no project"
        )

    def work(self, *, if_empty: bool = False, **_: object) -> Summary:
        # In production nobody gets accounts that she did not ask for.
        is_made = not (if_empty and (settings.PRODUCTION or has_projects()))
        if is_made:
            make_demo(say=self._say)
        summary: Summary = {"made": is_made}
        if not settings.PRODUCTION and (settings.ANTIFAZ_DATA / "demo_password").exists():
            summary |= {"accounts": list(PEOPLE), "password": demo_password()}
        return summary

    def _say(self, line: str) -> None:
        self.stderr.write(line)

    def describe(self, summary: Summary) -> str:
        if "password" not in summary:
            return ""
        return f"Demo accounts: {', '.join(summary['accounts'])}   Password: {summary['password']}"
