"""What stays and tells, and what an intruder found, in words and rows of figures."""

import math

from django import template
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from annotation.services.evidence.remains.intruder import IntruderState
from annotation.services.evidence.remains.measuring import Seen
from annotation.services.figures import grouped, per_cent

register = template.Library()
KINDS: dict[str, Promise] = {
    "ages": _("age"),
    "sexes": _("sex"),
    "provinces": _("province or region"),
    "trades": _("trade"),
    "families": _("family"),
    "others": _("something else that stays as it was"),
}
# What `annotation.evidence.remains.people` says of its tables.
SOURCES: dict[str, Promise] = {
    "register of inhabitants, 1 January, by province, sex and age": _(
        "register of inhabitants, 1 January, by province, sex and age"
    ),
    "labour force survey, first quarter, people in work by sex and sector": _(
        "labour force survey, first quarter, people in work by sex and sector"
    ),
    "fertility survey, women and men by age and number of children": _(
        "fertility survey, women and men by age and number of children"
    ),
}
COARSER: dict[str, Promise] = {
    "nothing": _("Nothing"),
    "ages": _("Ages in bands of ten years"),
    "provinces": _("Provinces to regions"),
    "trades": _("Trades left out"),
    "families": _("Relatives left out"),
    "sexes": _("Sexes not told"),
    "all": _("All of these"),
}


@register.simple_tag
def fit_sentence(seen: Seen) -> str:
    """How many people the dialogues fit, of what the bars show: 1, 3, 5, 10, 50 and 500 on."""
    bars = seen.figures["bars"]
    values = {"all": grouped(sum(bars)), "few": grouped(sum(bars[:3])), "n": grouped(bars[-1])}
    if bars[-1] == sum(bars):
        return gettext("Each of the %(all)s dialogues fits 500 people or more.") % values
    if not sum(bars[:3]):
        text = gettext("Each of the %(all)s dialogues fits 10 people or more, %(n)s of them 500.")
        return text % values
    return gettext("%(few)s of the %(all)s dialogues fit fewer than 10 people.") % values


@register.simple_tag
def told_rows(seen: Seen) -> list[tuple[Promise, int]]:
    """Kinds of detail, and how many dialogues tell each; the most told first."""
    rows = [(KINDS[name], n) for name, n in seen.figures["told"].items()]
    return sorted(rows, key=lambda row: -row[1])


@register.simple_tag
def buys_rows(seen: Seen) -> list[tuple[Promise, int]]:
    return [(COARSER[name], n) for name, n in seen.figures["buys"].items()]


@register.simple_tag
def sources_sentence(seen: Seen) -> str:
    """Where the figures of people come from, with the year of each."""
    said = []
    for source in seen.figures["sources"]:
        what = SOURCES.get(source["what"], source["what"])
        said.append(f"{source['name']}, {what}, {source['year']}.")
    return " ".join(said)


@register.simple_tag
def rare_sentence(seen: Seen) -> str:
    text = gettext(
        "Words outside every label that one dialogue alone says: %(n)s; %(names)s of them are in a "
        "list of names, %(common)s among its thousand most borne."
    )
    figures = {"n": "rare", "names": "rare_names", "common": "common_names"}
    return text % {name: grouped(seen.figures[key]) for name, key in figures.items()}


@register.simple_tag
def found_sentence(seen: Seen) -> str:
    found = seen.figures["found"]
    text = gettext(
        "Who heard one turn finds its dialogue in %(share)s of the cases (%(low)s–%(high)s); by "
        "chance in %(chance)s."
    )
    return text % {
        "share": per_cent(found["value"]),
        "low": per_cent(found["low"], math.floor).rstrip("\N{NO-BREAK SPACE}%"),
        "high": per_cent(found["high"], math.ceil),
        "chance": per_cent(seen.figures["chance"]),
    }


@register.simple_tag
def right_sentence(state: IntruderState) -> str:
    text = gettext("%(right)s (who: %(who)s, where: %(where)s, event: %(event)s); near: %(near)s")
    names = ("right", "who", "where", "event", "near")
    return text % {name: grouped(getattr(state, name)) for name in names}


@register.simple_tag
def minutes_sentence(state: IntruderState) -> str:
    text = gettext("%(all)s in all, %(each)s a dialogue")
    each = number_format(round(state.minutes_each, 1), 1)
    return text % {"all": grouped(round(state.minutes)), "each": each}
