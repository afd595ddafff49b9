"""The open alarms of a project, for the pages that show them to managers."""

from collections.abc import Iterable

from django import template

from annotation.models import Alarm, Project
from annotation.services.corpus.integrity import open_alarms

register = template.Library()


@register.simple_tag
def alarms_of(project: Project) -> Iterable[Alarm]:
    return open_alarms(project)
