"""Draws a measured share with its interval, beside what chance alone gives, on a line from 0 to 1.

Called by the templates of evidence.
"""

import math
from collections.abc import Iterable, Mapping
from typing import Any

from django import template
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from annotation.services import figures
from annotation.services.evidence.head import Told

register = template.Library()

LEFT, RIGHT = 4.0, 296.0  # of a view box of 300


@register.inclusion_tag("evidence/_interval.html")
def draw_interval(title: str, share: Mapping[str, float], chance: float | None) -> dict[str, str]:
    """Coordinates are text with a decimal point, whatever the language of the page."""
    values = {
        "title": title,
        "share": per_cent(share["value"]),
        "low": at_least(share["low"]),
        "high": at_most(share["high"]),
    }
    said = _("%(title)s: %(share)s, between %(low)s and %(high)s") % values
    if chance is not None:
        said = _("%(said)s; by chance %(chance)s") % {"said": said, "chance": per_cent(chance)}
    return {
        "said": said,
        "at": place_of(share["value"]),
        "low": place_of(share["low"]),
        "high": place_of(share["high"]),
        "chance": "" if chance is None else place_of(chance),
    }


@register.filter
def with_its_figure(told: Told) -> SafeString:
    """The sentence, its figure in bold."""
    values = {name: conditional_escape(value) for name, value in told.values.items()}
    values["n"] = format_html("<b>{}</b>", told.values["n"])
    return mark_safe(conditional_escape(told.text) % values)  # each part is escaped


@register.filter
def without_figure(lines: Iterable[Any]) -> list[Any]:
    """The rows of recall of which too little is known to be drawn."""
    return [line for line in lines if not line.figure]


@register.filter
def per_cent(share: float) -> str:
    """0.0261 -> "2.6 %"."""
    return figures.per_cent(share)


@register.filter
def at_least(share: float) -> str:
    """The lower end of an interval, rounded outwards."""
    return figures.per_cent(share, math.floor)


@register.filter
def at_most(share: float) -> str:
    """The upper end of an interval, rounded outwards."""
    return figures.per_cent(share, math.ceil)


def place_of(share: float) -> str:
    """x of a share in the drawing."""
    return f"{LEFT + (RIGHT - LEFT) * min(1.0, max(0.0, share)):.1f}"
