"""Turns that a person should read first are asked of readers. Called by the evidence page."""

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.models import Measurement, Project, QueryItem, Turn
from annotation.refusals import Refused
from annotation.services.evidence.measurements import newest
from annotation.services.labelling.apart import FIRST, ask_apart
from annotation.services.revision.coverage import PERSON, with_reader


def turns_to_ask(project: Project) -> list[int]:
    """Those of the newest list that no person has read and nobody is asked to read, in its order.
    Two queries."""
    row = newest(project, Measurement.Kind.REMAINS)
    listed = [each["turn"] for each in row.figures["first"]] if row is not None else []
    turns = Turn.objects.filter(dialogue__project=project, pk__in=listed, query_item=None)
    unread = with_reader(turns, project).exclude(read_by=PERSON).values_list("pk", flat=True)
    free = set(unread)
    return [turn for turn in listed if turn in free]


def ask_for_reading(project: Project) -> int:
    """Queue them, ahead of every batch; how many. Raises Refused where there is none."""
    with transaction.atomic():
        Project.objects.select_for_update(no_key=True).get(pk=project.pk)
        turns = turns_to_ask(project)
        if not turns:
            raise Refused(
                _("Every turn of the list is read, or somebody is asked to read it."),
                code="nothing_left",
            )
        fields = {"proposals": QueryItem.Proposals.SHOWN}
        ask_apart(project, dict.fromkeys(turns, fields), FIRST)
    return len(turns)
