"""Draws the guided story's strip: the step in words, and where it is done."""

from typing import Any

from django import template
from django.utils.translation import gettext_lazy as _

from annotation.models import Project
from annotation.services.story import Story, tell_story

register = template.Library()

# Where a step is done: its page, and what the link there says.
PLACES = {
    "label": ("label-next", _("Go to Label")),
    "revise": ("revise-next", _("Go to Revise")),
    "release": ("show-release", _("Go to Release")),
}


@register.inclusion_tag("story/_strip.html", takes_context=True)
def story_strip(context: dict[str, Any], project: Project) -> dict[str, Any]:
    """The strip of a page, with nothing in it for who has left the story."""
    request = context["request"]
    told = tell_story(project, request.user, request.rights)
    return draw_story(context, project, told, context.get("tab", "")) | {
        "is_told": told is not None
    }


def draw_story(
    context: dict[str, Any], project: Project, told: Story | None, here: str
) -> dict[str, Any]:
    """What the templates need; `here`: the tab of the page on which the strip stands."""
    drawn: dict[str, Any] = {"project": project, "story": told, "here": here}
    if told is not None and told.page and told.page != here:
        drawn["there"], drawn["go"] = PLACES[told.page]
    if "csrf_token" in context:
        drawn["csrf_token"] = context["csrf_token"]
    return drawn
