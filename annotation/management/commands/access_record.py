"""Print a project's access record: who was shown which dialogue, when, from where and why."""

from argparse import ArgumentParser
from collections.abc import Mapping
from datetime import timedelta

from django.utils import timezone

from annotation.management.reporting import ReportingCommand, Summary, number, project_named
from annotation.models import Project
from annotation.services.access import usage

_days = number(lambda value: 1 <= value <= 36_500 and value % 1 == 0, "number of days, 1 to 36500")


def whole_days(text: str) -> int:
    """An argument type: days, no more than a hundred years, so that there is such a date."""
    return int(_days(text))


class Command(ReportingCommand):
    help = "Who was shown what in a project: its access record, and where one reads unusually much."

    def add_options(self, parser: ArgumentParser) -> None:
        parser.add_argument("project", help="short name of the project")
        parser.add_argument("--days", type=whole_days, default=7, help="how far back (default: 7)")

    def work(self, *, project: str, days: int, **_: object) -> Summary:
        row = project_named(project)
        people = usage.read_usage(Project.objects.filter(pk=row.pk)).get(row.pk, [])
        since = timezone.now() - timedelta(days=days)
        events = usage.list_events(row).filter(created_at__gte=since)
        return {
            "project": project,
            "since": since.isoformat(),
            "people": usage.summarise(people),
            "events": [usage.plain_event(event) for event in events.iterator(2000)],
        }

    def describe(self, summary: Summary) -> str:
        marks = [
            f"unusual: {each['name']}, {mark['day']}: {mark['why']} {mark['dialogues']} dialogues"
            for each in summary["people"]
            for mark in each["unusual"]
        ]
        rows = [
            f"{e['at'][:19]}  {e['person'] or '-'}  {e['dialogue'] or '-'}  {e['purpose']}  "
            f"{e['address'] or '-'}{_agent(e)}"
            for e in summary["events"]
        ]
        return "\n".join([*rows, *marks, f"{len(rows)} rows"])


def _agent(event: Mapping[str, object]) -> str:
    return f"  {event['agent']}: {event['tool']}" if "agent" in event else ""
