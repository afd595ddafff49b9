"""What pages repeat: the attributes of a form for htmx, and the sentences that scripts say."""

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Protocol

from django import template
from django.core.serializers.json import DjangoJSONEncoder
from django.template.defaultfilters import date
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime

from webapp.page_words import words_for
from webapp.requests import BESIDE, POLL

register = template.Library()


class Signed(Protocol):
    """A bar of a strip."""

    @property
    def sign(self) -> str: ...


@register.filter
def has_sign(bars: Iterable[Signed], sign: str) -> bool:
    """Whether a sign stands on a strip, so that its key names it."""
    return any(sign in bar.sign for bar in bars)


@register.simple_tag
def post_to(name: str, *args: object, part: str = "", pk: int = 0) -> SafeString:
    """A form's attributes: its view, for browsers and for htmx, and which part the answer replaces.

    Without `part` the answer goes where an element around the form says.
    """
    attributes = format_html('method="post" action="{0}" hx-post="{0}"', reverse(name, args=args))
    if not part:
        return attributes
    return attributes + format_html(' hx-target="#{}-{}" hx-swap="outerHTML"', part, pk)


def as_data(value: object, name: str) -> SafeString:
    """What scripts read, in an attribute: a page has no script of its own, not even one of data."""
    data = json.dumps(value, cls=DjangoJSONEncoder)
    return format_html('<div hidden id="{}" data-json="{}"></div>', name, data)


@register.simple_tag
def asks_again(name: str, *args: object, every: int = 1, beside: bool = False) -> SafeString:
    """The attributes of a part that is fetched anew every so many seconds, while it has them.

    every: 0 for once, a moment after the page came, so that no page waits for it.
    beside: the page is about something else, and never to be left for the part.
    """
    return format_html(
        'hx-get="{}" hx-trigger="{}" hx-headers="{}" hx-target="this" hx-swap="outerHTML"',
        reverse(name, args=args),
        f"every {every}s" if every else "load delay:200ms",
        json.dumps({POLL: BESIDE if beside else "1"}),
    )


@register.simple_tag
def moment(at: datetime, form: str) -> SafeString:
    """A time for people, in one of Django's formats, and for programs."""
    local = localtime(at)
    return format_html('<time datetime="{}">{}</time>', date(local, "c"), date(local, form))


@register.simple_tag
def page_words(page: str) -> SafeString:
    return as_data(words_for(page), "words")
