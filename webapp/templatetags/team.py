"""Times, shares and what readers made of a stretch, as the team page writes them."""

from collections.abc import Iterable

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from annotation.services.figures import short_share
from annotation.services.team.words import Excerpt
from webapp.templatetags.spans import label_name, part_of_turn

register = template.Library()


@register.filter
def share(value: float) -> str:
    """0.924 -> ".92"; what rounds to one is "1.00" only when it is as good as one."""
    if value >= 0.9995:
        return short_share(1.0)
    hundredths = round(min(value, 0.994), 2)
    return f"−{short_share(-hundredths)}" if hundredths < 0 else short_share(abs(hundredths))


@register.filter
def as_time(seconds: float) -> str:
    """4000 -> "1 h 7 min", 90 -> "2 min", 20 -> "20 s"; nothing: a dash."""
    if not seconds:
        return "–"
    if seconds < 60:
        return _("%(n)s s") % {"n": round(seconds)}
    hours, minutes = divmod(round(seconds / 60), 60)
    if not hours:
        return _("%(n)s min") % {"n": minutes}
    return _("%(hours)s h %(minutes)s min") % {"hours": hours, "minutes": minutes}


@register.simple_tag
def draw_side(excerpts: Iterable[Excerpt]) -> SafeString:
    """A stretch of text with the labels of one reader; no space stands between its pieces."""
    return format_html_join("", "{}", ((_excerpt(each),) for each in excerpts))


def _excerpt(excerpt: Excerpt) -> SafeString:
    text = mark_safe("".join(map(part_of_turn, excerpt.pieces)))
    if excerpt.is_asked:
        return format_html('<mark class="differs">{}</mark>', text)
    if not excerpt.label:
        return text
    return format_html(
        '<mark class="span f-{}" data-k="{}">{}<span class="sr">, {}</span></mark>',
        excerpt.family,
        excerpt.key,
        text,
        label_name(excerpt.label),
    )
