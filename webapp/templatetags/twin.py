"""Draws a turn as it would leave: what is replaced, what stays readable, the rest quiet."""

from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from annotation.services.labelling.twin import Mark, TwinTurn
from webapp.templatetags.spans import draw_pieces, said

register = template.Library()


@register.simple_tag
def draw_twin(twin: TwinTurn) -> SafeString:
    """The text of a twin's turn. A surrogate knows the place of what it stands for."""
    drawn = []
    before: Mark | None = None  # that stays, too: one word below says it of both
    nexts = [*(mark for _pieces, mark in twin.parts[1:]), None]
    for (pieces, mark), after in zip(twin.parts, nexts, strict=True):
        if mark is None:
            said_here = any(part.text.strip() for piece in pieces for part in piece.parts)
            before = None if said_here else before
            space = draw_pieces(pieces)
            goes_on = before and after and not after.label and before.is_weak == after.is_weak
            drawn.append(f'<span class="between">{space}</span>' if goes_on else space)
        elif mark.label is None:
            is_told = mark.is_weak or (before is not None and not before.is_weak)
            stays = "" if is_told else escape(_("stays"))
            kind = "stays weak" if mark.is_weak else "stays"
            before = mark
            spoken = escape(_("would leave as it is"))
            drawn.append(
                f'<mark class="{kind}" data-at="{mark.start}" data-stays="{stays}">'
                f'{draw_pieces(pieces)}<span class="sr">, {spoken}</span></mark>'
            )
        else:
            before = None
            drawn.append(
                f'<span class="out f-{escape(mark.label.family)}" data-at="{mark.start}">'
                f"{said(mark.surrogate)}</span>"
            )
    return mark_safe("".join(drawn))
