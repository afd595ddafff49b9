"""What a list of dialogues can be filtered by, each choice with how many dialogues it leaves."""

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.services.figures import grouped, percent
from annotation.services.glance.listing import (
    ALL,
    ALONE,
    ANY,
    LITTLE,
    LONG,
    LOW,
    MIDDLE,
    NOT_ALL,
    NOTED,
    READY,
    SHORT,
    State,
)
from annotation.services.glance.page import Seen
from webapp.templatetags.glance import columns

register = template.Library()
FILTERS = {"issues", "reader", "assigned", "agreement", "length"}


@register.simple_tag
def filters_in_use(seen: Seen) -> int:
    """How many of the choices beside the search leave out dialogues."""
    # beside the map its states are no filters
    narrowed = seen.default and seen.asked.state not in {seen.default, ANY}
    return sum(name in FILTERS for name in seen.asked.given) + bool(narrowed)


@register.simple_tag
def chips(seen: Seen) -> list[dict[str, object]]:
    """What the list is narrowed to most, with how many dialogues each leaves: those with a block,
    those that wait for an approval, all."""
    every = ANY if seen.default else ""
    states, queue = seen.states, seen.default and seen.ready[READY] < seen.total
    to_revise = ngettext("%(n)s to revise", "%(n)s to revise", seen.ready[READY])
    approved = states[State.APPROVED] if seen.default else 0  # beside the map its states are links
    found = (
        ("block", every, "block", seen.issues["block"], _("%(n)s with a block")),
        (State.HELD, State.HELD, "", states[State.HELD], _("%(n)s to approve again")),
        (State.READ, State.READ, "", states[State.READ], _("%(n)s to approve")),
        (READY, READY, "", seen.ready[READY] if queue else 0, to_revise),
        (State.APPROVED, State.APPROVED, "", approved, _("%(n)s approved")),
        ("all", every, "", seen.total, _("all %(n)s")),
    )
    asked = seen.asked
    narrower = (asked.reader, asked.assigned, asked.agreement, asked.length)
    state = "" if asked.state == ANY or (asked.state == READY and not queue) else asked.state
    here = None if any(narrower) else (state, asked.issues)
    return [
        {
            "name": name,
            "state": wanted,
            "issues": issues,
            "words": words % {"n": grouped(count)},
            "current": here == ("" if wanted == ANY else wanted, issues),
        }
        for name, wanted, issues, count, words in found
        if count or name == "all"
    ]


@register.filter
def any_current(found: list[dict[str, object]]) -> bool:
    """Whether the list is what one of the chips asks for."""
    return any(chip["current"] for chip in found)


@register.simple_tag
def sort_choices(seen: Seen) -> list[tuple[str, str]]:
    """What the list can be sorted by, for a phone, where no column has a head."""
    first = _("Most blocks first") if seen.unsigned is None else _("What is to be signed first")
    heads = [(str(head["name"]), str(head["words"])) for head in columns(seen)]
    return [
        ("", first),
        *(head for head in heads if head[0] != "opening"),
    ]


@register.simple_tag
def issue_choices(seen: Seen) -> list[tuple[str, str]]:
    """What the list can be filtered by, each with how many dialogues it leaves: what is chosen has
    its number over the list."""
    names = {
        "block": _("With blocks"),
        "warn": _("With warnings"),
        "info": _("With notes"),
        "none": _("No open issue"),
        "unknown": _("Not checked yet"),
    }
    counts = dict(seen.issues)
    if seen.noted or seen.asked.issues == NOTED:
        names[NOTED] = _("With a note of a reader")
        counts[NOTED] = len(seen.noted)
    return [
        (wish, name if wish == seen.asked.issues else f"{name}: {grouped(counts[wish])}")
        for wish, name in names.items()
    ]


@register.simple_tag
def agreement_choices(seen: Seen) -> list[tuple[str, str]]:
    """How far readers agree, each with how many dialogues it leaves; what fits none is left out."""
    names = {
        LITTLE: _("Agreement below %(n)s") % {"n": percent(LOW)},
        NOT_ALL: _("Not on all turns"),
        ALL: _("Agree on all turns"),
        ALONE: _("Read by one at most"),
    }
    return [
        (choice, f"{name}: {grouped(seen.agreements[choice])}")
        for choice, name in names.items()
        if seen.agreements[choice] or choice == seen.asked.agreement
    ]


@register.simple_tag
def length_choices(seen: Seen) -> list[tuple[str, str]]:
    """Thirds of the corpus by words, each with how many dialogues it leaves."""
    bands = seen.bands
    middle, long = grouped(bands.middle), grouped(bands.long)
    names = {
        SHORT: _("Short, below %(n)s words") % {"n": middle},
        MIDDLE: _("Of middle length"),
        LONG: _("Long, from %(n)s words") % {"n": long},
    }
    return [(band, f"{name}: {grouped(bands.counts[band])}") for band, name in names.items()]
