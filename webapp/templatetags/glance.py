"""Draws the corpus: its map as plain strings, states as squares, and links that keep what is asked
for.

Whatever comes from a file or a person is escaped in the expression where it enters.
"""

from collections.abc import Iterator
from dataclasses import replace
from html import escape
from typing import Any
from urllib.parse import urlencode

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from annotation.services.figures import grouped, percent
from annotation.services.glance.listing import ANY, LOW, PARTS, Asked, Row, State, by_need
from annotation.services.glance.page import Block, Seen
from annotation.services.glance.ranges import packed
from annotation.services.glance.words import Hit

register = template.Library()
A_ROW, A_HUNDRED = 10, 100
# The order of the legend, and of the keys 1 to 6: what waits for people first.
LEGEND = {
    State.DIFFER: gettext_lazy("two readers, two answers"),
    State.HELD: gettext_lazy("no longer approved"),
    State.READ: gettext_lazy("waits for approval"),
    State.MODEL: gettext_lazy("all, or what people left"),
    State.UNREAD: gettext_lazy("turns that nobody read"),
    State.APPROVED: gettext_lazy("as it stands now"),
}
PARTLY = pgettext_lazy("of a dialogue", "partly read")
UNKNOWN = gettext_lazy("not counted yet")
RISING = ("name", "state", "agreement", "assigned")  # columns that begin with their least


@register.filter
def state_name(state: str | None) -> str:
    return str(State(state).label if state else UNKNOWN)


@register.filter
def standing(row: Row) -> str:
    """The name of a dialogue's state; one that the model read is told from one it read in part."""
    return str(PARTLY) if row.is_partly else state_name(row.state)


@register.filter
def read_turns(row: Row, seen: Seen) -> int:
    """Of a dialogue that is partly read, the turns that people read."""
    return seen.read_by_people.get(row.pk, 0)


@register.filter
def people(row: Row, names: dict[int, str]) -> str:
    """Who has read in it, by name."""
    return ", ".join(names[pk] for pk in row.people if pk in names)


@register.filter
def as_ranges(pks: list[int]) -> str:
    return packed(pks)


@register.filter
def open_turns(row: Row) -> int:
    """Turns that nobody read, or that people read and did not settle; 0 where it is all of them,
    for the column of turns says how many those are."""
    count = (row.unread or 0) + (row.unsettled or 0)
    return 0 if count == row.turns and row.state == State.UNREAD else count


@register.filter
def share(number: float | None) -> str:
    return "–" if number is None else percent(number)


@register.filter
def is_low(number: float | None) -> bool:
    return number is not None and number < LOW


@register.simple_tag
def square(state: str | None) -> SafeString:
    """The sign of a state; its name stands beside it."""
    return format_html('<i class="sq {}" aria-hidden="true"></i>', state or "uncounted")


@register.simple_tag
def square_of(row: Row) -> SafeString:
    """The sign of a dialogue's state."""
    return square(_kind(row))


def _kind(row: Row) -> str:
    return "model partly" if row.is_partly else row.state or "uncounted"


@register.simple_tag
def legend(seen: Seen) -> list[tuple[str, str, str, int]]:
    """Each state: what filters by it, its name, what it means, how many dialogues."""
    return [
        (state.value, state_name(state), str(words), seen.states[state])
        for state, words in LEGEND.items()
    ]


@register.simple_tag
def partly_read(seen: Seen) -> int:
    """Of the dialogues that the model read, those of which people read a part; no count where the
    map shows a part of the corpus."""
    return 0 if seen.blocks else sum(row.is_partly for row in seen.drawn)


@register.simple_tag
def to_revise(seen: Seen) -> Row | None:
    """The dialogue that the list begins with where readers differ on none: one with a block, one
    to approve again, or one that people have read and that waits for approval."""
    waiting = (row for row in seen.drawn if row.blocks or row.state in (State.HELD, State.READ))
    return min(waiting, key=by_need, default=None)


@register.simple_tag
def in_words(seen: Seen) -> str:
    """How many dialogues stand where, for who does not see the map."""
    names = {state.value: state_name(state) for state in LEGEND} | {"": str(UNKNOWN)}
    counts = (f"{grouped(seen.states[s])} {name}" for s, name in names.items() if seen.states[s])
    return ", ".join(counts)


@register.simple_tag
def draw_map(seen: Seen) -> SafeString:
    """A square a dialogue, ten a row, a hundred a block."""
    names: dict[str | None, str] = {state.value: escape(state_name(state)) for state in State}
    names[None] = escape(str(UNKNOWN))
    return mark_safe("".join(_hundreds(seen, names)))


def _hundreds(seen: Seen, names: dict[str | None, str]) -> Iterator[str]:
    partly = escape(str(PARTLY))
    rows, between = seen.drawn, escape(_("%(first)s to %(last)s"))
    for at in range(0, len(rows), A_HUNDRED):
        some = rows[at : at + A_HUNDRED]
        first, last = grouped(seen.first + at), grouped(seen.first + at + len(some) - 1)
        yield (
            f'<div role="rowgroup" aria-label="{between % {"first": first, "last": last}}">'
            f'<span class="small faint" aria-hidden="true">{first}</span><div class="ten">'
        )
        for start in range(0, len(some), A_ROW):
            yield '<div role="row">'
            for row in some[start : start + A_ROW]:
                fades = " off" if row.pk in seen.faded else ""
                name = partly if row.is_partly else names[row.state]
                yield (
                    f'<i class="sq {_kind(row)}{fades}" role="gridcell"'
                    f' id="d{row.pk}" aria-label="{escape(row.name)} {name}"></i>'
                )
            yield "</div>"
        yield "</div></div>"


@register.simple_tag
def draw_block(block: Block) -> SafeString:
    """How the dialogues of a block stand, as one bar."""
    total, x, bars = block.last - block.first + 1, 0.0, []
    for state in (*reversed(LEGEND), ""):
        width = 100 * block.counts[state] / total
        if width:
            name = state or "uncounted"
            bars.append(f'<rect class="{name}" x="{x:.2f}" width="{width:.2f}" height="8"/>')
            x += width
    return mark_safe(
        '<svg class="plot" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">'
        f"{''.join(bars)}</svg>"
    )


@register.simple_tag(takes_context=True)
def asking(context: Context, **changes: Any) -> SafeString:
    """The attributes of a link to the list as it is asked for now, but for `changes`.

    While somebody searches, a script sends the words along in the body of its request; the address
    never holds one.
    """
    return _link(context, "href", _query(context, changes))


@register.simple_tag(takes_context=True)
def asking_only(context: Context, state: str, issues: str) -> SafeString:
    """The same, narrowed by nothing else than these two."""
    nothing = {"reader": "", "assigned": "", "agreement": "", "length": ""}
    return _link(context, "href", _query(context, {"state": state, "issues": issues} | nothing))


@register.simple_tag(takes_context=True)
def sorting(context: Context, name: str) -> SafeString:
    """The same, to sort by a column; the other way round where it is sorted so already."""
    asked = context["seen"].asked
    turned = asked.sort == name and not asked.turned
    return _link(context, "href", _query(context, {"sort": name, "turned": turned}))


@register.simple_tag(takes_context=True)
def searching(context: Context) -> SafeString:
    """The attributes of the form that searches."""
    query = _query(context, {})
    return format_html(
        'method="post" action="{0}" hx-post="{0}" hx-target="#glance-{1}"'
        ' hx-swap="outerHTML show:#list:top"', # what was found, under the map
        _search(context, query), context["project"].pk,
    )  # fmt: skip


@register.simple_tag(takes_context=True)
def filtering(context: Context) -> SafeString:
    """The attributes of the form that filters."""
    return format_html('method="get" {}', _link(context, "action", {}, trigger="change"))


@register.simple_tag(takes_context=True)
def kept(context: Context, *but: str) -> list[tuple[str, str]]:
    """What a form has to send along so that it is still asked for."""
    return [(name, value) for name, value in _query(context, {}).items() if name not in but]


def _query(context: Context, changes: dict[str, Any]) -> dict[str, str]:
    seen: Seen = context["seen"]
    now: dict[str, Any] = dict(context["home"][1])
    for name in PARTS:
        now[name] = getattr(seen.asked, name)
    if seen.blocks:
        now["block"] = 1 + seen.first // (seen.blocks[0].last or 1)
    now |= changes
    if now["state"] == seen.default:
        now["state"] = ""
    query = {name: value for name, value in now.items() if value}
    return {name: "1" if value is True else str(value) for name, value in query.items()}


def _search(context: Context, query: dict[str, str]) -> str:
    return f"{reverse('search-corpus', args=[context['project'].slug])}?{urlencode(query)}"


@register.simple_tag(takes_context=True)
def this_list(context: Context) -> str:
    """The address of the list as it is asked for, with no text of a dialogue."""
    query = urlencode(_query(context, {}))
    return str(context["home"][0]) + (f"?{query}" if query else "")


@register.simple_tag(takes_context=True)
def listed(context: Context) -> str:
    """The query of an address of a dialogue: the list that it is in, so that what comes next is
    the next of that list. The words of a search are not among it."""
    asked: Asked = context["seen"].asked
    asked = replace(asked, state=asked.state or ANY)
    return f"?{urlencode({'list': urlencode(asked.given)})}"


@register.simple_tag(takes_context=True)
def assigning(context: Context) -> str:
    """Where dialogues are assigned: the list is asked for again after it."""
    query = urlencode(_query(context, {}))
    url = reverse("assign-dialogues", args=[context["project"].slug])
    return f"{url}?{query}" if query else url


def _link(context: Context, to: str, query: dict[str, str], trigger: str = "") -> SafeString:
    pk = context["project"].pk
    url = context["home"][0] + (f"?{urlencode(query)}" if query else "")
    common = format_html(
        '{}="{}" hx-target="#glance-{}" hx-swap="outerHTML"{}',
        to, url, pk, format_html(' hx-trigger="{}"', trigger) if trigger else "",
    )  # fmt: skip
    if context["seen"].search.text or context["seen"].openings is not None:
        return common + format_html(
            ' hx-post="{0}" hx-include="#words-{1}, #opening-{1}"', _search(context, query), pk
        )
    return common + format_html(' hx-get="{}" hx-push-url="true"', url)


@register.simple_tag
def funnel(seen: Seen) -> list[dict[str, object]]:
    """From import to approval: how many came so far, and why the others have not."""
    states = seen.states
    agreed = seen.read - states[State.DIFFER]
    ever = states[State.APPROVED] + states[State.HELD]
    steps = [
        (_("Imported"), seen.total, ngettext("%(n)s turn", "%(n)s turns", seen.turns), seen.turns),
        (_("Read by people"), seen.read, _("%(n)s wait for a reader"), seen.total - seen.read),
        (_("Agreed"), agreed, _("%(n)s differ"), states[State.DIFFER]),
        (
            pgettext("dialogues", "Approved"),
            ever,
            _("%(n)s wait for approval"),
            states[State.READ],
        ),
        (
            pgettext("dialogues", "Still as approved"),
            states[State.APPROVED],
            _("%(n)s to approve again"),
            states[State.HELD],
        ),
    ]
    if not ever:  # nothing was approved that could have changed since
        steps = steps[:-1]
    return [
        {
            "name": name,
            "count": count,
            "width": f"{100 * count / max(1, seen.total):.1f}",
            "rest": rest % {"n": grouped(left)},
        }
        for name, count, rest, left in steps
    ]


@register.simple_tag
def columns(seen: Seen) -> list[dict[str, object]]:
    """The heads of the list: what each sorts by, and whether the list is sorted so."""
    may_be_empty = {"state", "issues", "readers", "agreement"}
    names = {
        "name": (_("Dialogue"), False),
        "opening": (_("Opening words"), False),
        "state": (_("State"), False),
        "issues": (_("Open issues"), False),
        "turns": (_("Turns"), True),
        "words": (_("Words"), True),
        "items": (_("Items"), True),
        "readers": (_("Readers"), False),
        "agreement": (_("Agreement"), True),
    }
    if seen.assigned:
        names["assigned"] = (_("Assigned to"), False)
    heads = []
    for name, (words, is_number) in names.items():
        if name in may_be_empty - seen.columns or (name == "opening" and seen.openings is None):
            continue
        order = ""
        if seen.asked.sort == name:
            up = (name in RISING) != seen.asked.turned
            order = "ascending" if up else "descending"
        heads.append(
            {
                "name": name,
                "words": words,
                "is_number": is_number,
                "order": order,
                "arrow": {"ascending": "↑", "descending": "↓"}.get(order, ""),
            }
        )
    return heads


@register.filter
def opening_of(row: Row, seen: Seen) -> str:
    return (seen.openings or {}).get(row.pk, "")


@register.simple_tag
def hit_of(seen: Seen, row: Row) -> Hit | None:
    return seen.search.hits.get(row.pk)
