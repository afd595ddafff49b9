"""What stays and tells, drawn and said: bars of how many people fit, and words for kinds."""

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from annotation.services.evidence.remains import Seen
from annotation.services.figures import percent as percent_of
from webapp.charts.remains import FitBars, draw_fit

register = template.Library()
KINDS: dict[str, Promise] = {
    "ages": _("age"),
    "sexes": _("sex"),
    "provinces": _("province or region"),
    "trades": _("trade"),
    "families": _("family"),
    "others": _("something else that stays as it was"),
}
COARSER: dict[str, Promise] = {
    "nothing": _("Nothing"),
    "ages": _("Ages in bands of ten years"),
    "provinces": _("Provinces to regions"),
    "trades": _("Trades left out"),
    "sexes": _("Sexes not told"),
    "all": _("All of these"),
}


@register.simple_tag
def fit_bars(seen: Seen) -> FitBars:
    return draw_fit(seen.figures["bars"], seen.fewest)


@register.simple_tag
def told_rows(seen: Seen) -> list[tuple[Promise, int]]:
    """Kinds of detail, and how many dialogues tell each; the most told first."""
    rows = [(KINDS[name], n) for name, n in seen.figures["told"].items()]
    return sorted(rows, key=lambda row: -row[1])


@register.simple_tag
def buys_rows(seen: Seen) -> list[tuple[Promise, int]]:
    return [(COARSER[name], n) for name, n in seen.figures["buys"].items()]


@register.filter
def as_percent(share: float) -> str:
    return percent_of(share)
