"""What the adjudication page draws beside what `spans` has: texts cut at differences, the tab."""

from collections.abc import Iterable

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from annotation.models import Project
from annotation.services.adjudication.page import Group
from annotation.services.corpus.differences import count_waiting
from webapp.templatetags.spans import draw

register = template.Library()


@register.simple_tag
def waiting_turns(project: Project) -> int:
    return count_waiting(project)


@register.simple_tag
def draw_groups(groups: Iterable[Group], *, tokens: bool = False) -> SafeString:
    """The turn's text; a stretch that belongs to a difference carries its place in the turn."""
    return format_html_join("", "{}", ((_group(group, tokens),) for group in groups))


def _group(group: Group, tokens: bool) -> SafeString:
    inside = draw(group.stretches, tokens=tokens)
    if group.difference is None:
        return inside
    return format_html('<span class="differ" data-differ="{}">{}</span>', group.difference, inside)
