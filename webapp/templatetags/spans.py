"""Draws a turn's stretches: tokens with their offsets, spans with their letters, marks kept calm.

A dialogue has thousands of pieces, so they are put together as plain strings: whatever comes from
a text, a label or a person is escaped in the expression where it enters.
"""

from collections.abc import Iterable
from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from annotation.models import Span, Turn
from annotation.schemes import SCHEMES
from annotation.services.figures import short_share
from annotation.services.labelling.page import ContextTurn
from annotation.services.labelling.pieces import Part, Piece, Stretch, turn_stretches

register = template.Library()
BUILT_IN = [label for scheme in SCHEMES.values() for label in scheme.labels]
NAMES = {label.name for label in BUILT_IN}
DESCRIPTIONS = {label.description for label in BUILT_IN}


@register.simple_tag
def draw(stretches: Iterable[Stretch], *, tokens: bool = False) -> SafeString:
    """The turn's text as elements; with `tokens` each piece knows its place in code points."""
    return mark_safe("".join(_stretch(stretch, tokens) for stretch in stretches))


@register.filter
def drawn(turn: Turn) -> SafeString:
    """A turn that nobody labels here, its marks drawn and its speakers told apart."""
    return draw(turn_stretches(turn.text, (), extra=turn.extra, tokens=False))


@register.simple_tag
def draw_spans(turn: Turn, spans: Iterable[Span]) -> SafeString:
    """The same with these spans."""
    return draw(turn_stretches(turn.text, spans, extra=turn.extra, tokens=False))


@register.filter
def said(text: str) -> SafeString:
    """A part of a turn that nobody labels here, its marks drawn."""
    return draw(turn_stretches(text, (), tokens=False))


def draw_pieces(pieces: Iterable[Piece], *, tokens: bool = False) -> str:
    return "".join(part_of_turn(piece, tokens) for piece in pieces)


@register.simple_tag
def draw_chosen(
    before: Iterable[Stretch], chosen: Iterable[Stretch], after: Iterable[Stretch]
) -> SafeString:
    """The turn's text with one part of it chosen, for instance what a question is about."""
    words = draw(chosen)
    mark = mark_safe(f'<mark class="chosen">{words}</mark>') if words else words
    return draw(before) + mark + draw(after)


@register.simple_tag
def draw_context(turns: Iterable[ContextTurn], url: str) -> SafeString:
    """Turns around the asked one as rows of their list; `url` is where turns are labelled."""
    return mark_safe("".join(_context(context, escape(url)) for context in turns))


@register.filter
def places(stretches: Iterable[tuple[int, int]]) -> str:
    """ "4-13 27-33": stretches of a turn in code points, for the scripts."""
    return " ".join(f"{start}-{end}" for start, end in stretches)


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
def foldable(name: str) -> SafeString:
    """A name that may go on in a second line behind a stroke: "product/" "service"."""
    return mark_safe(escape(name).replace("/", "/<wbr>"))


@register.filter
def label_description(text: str) -> str:
    """The same for what a label means."""
    return _(text) if text in DESCRIPTIONS else text


def _context(context: ContextTurn, url: str) -> str:
    turn = context.turn
    second = " caller" if context.is_second else ""
    overlap = " overlap" if context.is_overlap else ""
    return (
        f'<li data-turn="{turn.pk}" data-url="{url}/{turn.pk}" class="turn{second}{overlap}"'
        f' id="turn-{turn.pk}"><span class="n">{turn.number}</span> '
        f'<bdi class="who">{escape(turn.speaker)}</bdi> '
        f'<p class="said" lang="{escape(turn.dialogue.lang)}" dir="auto">'
        f"{draw(context.stretches)}</p></li>"
    )


def _stretch(stretch: Stretch, tokens: bool) -> str:
    inside = draw_pieces(stretch.pieces, tokens=tokens)
    span = stretch.span
    if span is None:
        return inside
    machine = stretch.is_proposal
    return (
        f'<mark class="span f-{escape(span.label.family)}{" machine" if machine else ""}"'
        f' data-span="{span.pk}" data-label="{span.label_id}" data-k="{escape(span.label.key)}"'
        f' data-p="{confidence(span.confidence) if machine else ""}"'
        f' data-sure="{(span.confidence or 0) if machine else ""}"{_title(span, machine)}>'
        f'{inside}<span class="sr">, {escape(_spoken(span, machine))}</span></mark>'
    )


def _spoken(span: Span, is_proposal: bool) -> str:
    if not is_proposal:
        return label_name(span.label.name)
    said = _("%(label)s, proposed, %(percent)s percent") % {
        "label": label_name(span.label.name),
        "percent": round(100 * (span.confidence or 0)),
    }
    found = _found(span)
    if found is None:
        return said
    return _("%(said)s; personal, %(percent)s percent") % {
        "said": said,
        "percent": round(100 * found),
    }


def _title(span: Span, is_proposal: bool) -> str:
    """Both confidences of a proposal, where its model finds with one CRF and names with another."""
    found = _found(span) if is_proposal else None
    if found is None:
        return ""
    text = _("personal %(found)s, as %(label)s %(named)s") % {
        "found": confidence(found),
        "label": label_name(span.label.name),
        "named": confidence(span.confidence),
    }
    return f' title="{escape(text)}"'


def _found(span: Span) -> float | None:
    value = span.extra.get("found")
    return value if isinstance(value, int | float) else None


def part_of_turn(piece: Piece, tokens: bool = False) -> str:
    """A token, a gap, an event or who speaks from here on."""
    if piece.name:
        # A name is no part of the word behind it, neither in a copy nor for who listens.
        kind, behind = ("by", " ") if piece.kind == "by" else (_kind_of_event(piece), "")
        inside = f'<span class="{kind}">{escape(piece.name)}{behind}</span>'
    else:
        inside = "".join(map(_part, piece.parts))
    if piece.lang:
        inside = f'<span class="lang" title="{escape(piece.lang)}">{inside}</span>'
    if not tokens:
        return inside
    kind = "t" if piece.kind == "token" else "g"
    return f'<span class="{kind}" data-start="{piece.start}" data-end="{piece.end}">{inside}</span>'


def _kind_of_event(piece: Piece) -> str:
    """Where a sign stands in the text, spaces stand around it; what is heard at a moment of it has
    one on one side alone, and is given the other."""
    if piece.start < piece.end:
        return "event"
    return "event after" if piece.start else "event ahead"


def _part(part: Part) -> str:
    # A parser of HTML reads CR LF as one character; written as a reference it stays two.
    text = escape(part.text).replace("\r", "&#13;")
    return f'<i class="w-{part.kind}">{text}</i>' if part.kind else text
