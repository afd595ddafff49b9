"""What the key of a strip needs: which signs stand on it."""

from collections.abc import Iterable

from django import template

from webapp.charts.density import Bar

register = template.Library()


@register.filter
def has_sign(bars: Iterable[Bar], sign: str) -> bool:
    return any(sign in bar.sign for bar in bars)
