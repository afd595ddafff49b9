"""The record of who saw what: for a manager of her project, for an administrator of every one."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET

from annotation.models import AccessEvent, Project
from annotation.services.access import usage
from webapp.access import record_of, records_of
from webapp.charts.record import draw_strips
from webapp.requests import PersonRequest

EVENTS_A_PAGE = 100


@dataclass(frozen=True, slots=True)
class Sight:
    """Rows that stand together: the same person, purpose and address within a minute; within a day
    where they are of the project as a whole."""

    events: list[AccessEvent]  # newest first

    @property
    def newest(self) -> AccessEvent:
        return self.events[0]

    @property
    def is_of_project(self) -> bool:
        return self.newest.dialogue_id is None

    @property
    def dialogues(self) -> int:
        """Different ones; an erased one counts by its number."""
        return len({event.dialogue_id for event in self.events})


def gather(events: Iterable[AccessEvent]) -> list[Sight]:
    """The rows of a page as sights. A page shows many dialogues at once: that is one thing that
    happened, and a row of its own for each hides the others. What belongs to the project as a whole
    (a file, an import) stands apart from dialogues."""

    def key(event: AccessEvent) -> tuple[object, ...]:
        of_project = event.dialogue_id is None
        minute = event.created_at.replace(second=0, microsecond=0)
        when = timezone.localdate(event.created_at) if of_project else minute
        told = event.detail.get("token"), event.detail.get("agent")
        return event.user_id, event.purpose, event.address, told, when, of_project

    return [Sight(list(some)) for _key, some in groupby(events, key)]


def with_addresses(sights: Iterable[Sight]) -> list[tuple[Sight, bool, str | None]]:
    """Each sight, whether it is the first of its day, and its address; None where that is the one
    above it."""
    rows: list[tuple[Sight, bool, str | None]] = []
    day, address = None, ""
    for sight in sights:
        newest = sight.newest
        when, where = timezone.localdate(newest.created_at), newest.address or ""
        opens_day = when != day
        rows.append((sight, opens_day, where if opens_day or where != address else None))
        day, address = when, where
    return rows


class RecordForm(forms.Form):
    person = forms.TypedChoiceField(label=_("Person"), required=False, coerce=int, empty_value=None)
    dialogue = forms.CharField(label=_("Dialogue"), required=False, max_length=200)
    purpose = forms.ChoiceField(label=_("Purpose"), required=False)
    day = forms.DateField(
        label=_("Day"), required=False, widget=forms.DateInput(attrs={"type": "date"})
    )

    def __init__(self, data: Any, *, people: list[tuple[int, str]]) -> None:
        super().__init__(data)
        self.fields["person"].choices = [("", _("Anybody")), *people]  # type: ignore[attr-defined]
        self.fields["purpose"].choices = [  # type: ignore[attr-defined]
            ("", _("Any purpose")),
            *AccessEvent.Purpose.choices,
        ]


@require_GET
def list_records(request: PersonRequest) -> HttpResponse:
    """Every project with who read in it, for administrators."""
    projects = records_of(request)
    people = usage.read_usage(projects)
    rows = [(project, draw_strips(people.get(project.pk, []), timezone.localdate()))
            for project in projects]  # fmt: skip
    return render(request, "record/list_records.html", {"rows": rows})


@require_GET
def show_record(request: PersonRequest, slug: str) -> HttpResponse:
    """Who saw what in a project, newest first, under how much each person read. Holds no text."""
    project = record_of(request, slug)
    people = usage.read_usage(Project.objects.filter(pk=project.pk)).get(project.pk, [])
    form = RecordForm(request.GET, people=usage.list_people(project))
    if not form.is_valid():
        raise Http404
    events = usage.list_events(project, **form.cleaned_data)
    query = request.GET.copy()
    query.pop("page", None)
    page = Paginator(events, EVENTS_A_PAGE).get_page(request.GET.get("page"))
    idle = project.memberships.exclude(user__in=[each.user for each in people if each.user])
    context = {
        "project": project,
        "tab": "settings",
        "part": "record",
        "idle": idle.count(),
        "form": form,
        "is_filtered": any(form.cleaned_data.values()),
        "strips": draw_strips(people, timezone.localdate()),
        "page": page,
        "sights": with_addresses(gather(page)),
        "query": query.urlencode(),
        "rule": usage,
    }
    return render(request, "record/show_record.html", context)
