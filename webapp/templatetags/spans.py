"""Draws a turn's stretches: tokens with their offsets, spans with their letters, marks kept calm.

Everything goes through `format_html`, so texts and label names are escaped.
"""

from collections.abc import Iterable

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from annotation.models import Span
from annotation.schemes import SCHEMES
from annotation.services.figures import short_share
from annotation.services.pieces import Part, Piece, Stretch

register = template.Library()
BUILT_IN = [label for scheme in SCHEMES.values() for label in scheme.labels]
NAMES = {label.name for label in BUILT_IN}
DESCRIPTIONS = {label.description for label in BUILT_IN}


@register.simple_tag
def draw(stretches: Iterable[Stretch], *, tokens: bool = False) -> SafeString:
    """The turn's text as elements; with `tokens` each piece knows its place in code points."""
    return format_html_join("", "{}", ((_stretch(stretch, tokens),) for stretch in stretches))


@register.filter
def confidence(value: float | None) -> str:
    """0.924 -> ".92", as it stands beside a proposal."""
    return "" if value is None else "1" if value >= 0.995 else short_share(value)


@register.filter
def label_name(name: str) -> str:
    """A label's name for people: those of the built-in schemes in their language.

    What is stored, exported and read by scripts stays as the scheme has it.
    """
    return pgettext("label", name) if name in NAMES else name


@register.filter
def label_description(text: str) -> str:
    """The same for what a label means."""
    return _(text) if text in DESCRIPTIONS else text


def _stretch(stretch: Stretch, tokens: bool) -> SafeString:
    inside = format_html_join("", "{}", ((_piece(piece, tokens),) for piece in stretch.pieces))
    span = stretch.span
    if span is None:
        return inside
    kind = " machine" if stretch.is_proposal else ""
    return format_html(
        '<mark class="span f-{}{}" data-span="{}" data-label="{}" data-k="{}" data-p="{}">'
        '{}<span class="sr">, {}</span></mark>',
        span.label.family,
        kind,
        span.pk,
        span.label_id,
        span.label.key,
        confidence(span.confidence) if kind else "",
        inside,
        _spoken(span, stretch.is_proposal),
    )


def _spoken(span: Span, is_proposal: bool) -> str:
    if not is_proposal:
        return label_name(span.label.name)
    percent = round(100 * (span.confidence or 0))
    return _("%(label)s, proposed, %(percent)s percent") % {
        "label": label_name(span.label.name),
        "percent": percent,
    }


def _piece(piece: Piece, tokens: bool) -> SafeString:
    if piece.name:
        kind = "by" if piece.kind == "by" else "event"
        inside = format_html('<span class="{}">{}</span>', kind, piece.name)
    else:
        inside = format_html_join("", "{}", ((_part(part),) for part in piece.parts))
    if piece.lang:
        inside = format_html('<span class="lang" title="{}">{}</span>', piece.lang, inside)
    if not tokens:
        return inside
    short = "t" if piece.kind == "token" else "g"
    return format_html(
        '<span class="{}" data-start="{}" data-end="{}">{}</span>',
        short,
        piece.start,
        piece.end,
        inside,
    )


def _part(part: Part) -> SafeString | str:
    return format_html('<i class="w-{}">{}</i>', part.kind, part.text) if part.kind else part.text
