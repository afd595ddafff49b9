"""Draws what a dialogue has hundreds of in revision, turns and entities, as plain strings.

Whatever comes from a text, a label or a person is escaped in the expression where it enters.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from urllib.parse import urlencode

from django import template
from django.template import Context
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from annotation.services.figures import grouped
from annotation.services.labelling.pieces import Piece as Part
from annotation.services.labelling.pieces import drawn_pieces
from annotation.services.revision.coverage import MACHINE, NOBODY, UNSETTLED
from annotation.services.revision.page import Card
from annotation.services.revision.shown.turns import Pair, Piece
from webapp.templatetags.spans import label_name, part_of_turn

register = template.Library()
_OOB = ' hx-swap-oob="true"'
IN_A_ROW = 4  # turns of an entity that its row has room for; all of more stand under it


@dataclass(frozen=True, slots=True)
class _Words:
    """What every row says, escaped once."""

    titles: dict[str, str]  # of labels
    lang: str
    original: str
    replaced: str
    unread: str
    unsettled: str
    now: str
    becomes: str


@register.simple_tag(takes_context=True)
def here(context: Context, *, hide: bool | None = None, **values: str) -> str:
    """The query of an address of revision beside this one: in the list that the person came from,
    and with originals hidden as they are, unless `hide` says it."""
    page = context.get("page")
    hidden = bool(page and page.hides) and "originals" in context["request"].rights
    if hide if hide is not None else hidden:
        values["hide"] = "1"
    if query := context.get("listed"):
        values["list"] = query
    return f"?{urlencode(values)}"


@register.simple_tag
def draw_pairs(pairs: Sequence[Pair], lang: str, *, apart: bool = False) -> SafeString:
    """The turns as rows, before and after; `apart`: each is to take the place of its old row."""
    words = _words(pairs, lang)
    return mark_safe("".join(_row(pair, words, apart) for pair in pairs))


@register.simple_tag
def draw_here(pair: Pair, lang: str, mentions: str, lead: Pair | None = None) -> SafeString:
    """The turn of an issue inside it, after the one that leads to it, for a screen that has no room
    beside it; the mentions that are meant are marked, and none can be gone to: that is what the
    rows are for."""
    meant = set(mentions.split())
    sides = [[_apart(piece, meant) for piece in side] for side in (pair.before, pair.after)]
    shown = replace(pair, before=sides[0], after=sides[1])
    words = _words([pair], lang)
    before = _lead(lead, words) if lead else ""
    return mark_safe(f'<div class="here">{before}{_sides(shown, words)}</div>')


def _lead(pair: Pair, words: _Words) -> str:
    text = "".join(piece.text for piece in pair.before or pair.after)
    return (
        f'<p class="lead" lang="{words.lang}" dir="auto"'
        f' data-col="{escape(pair.speaker)}, {pair.number}">{escape(text)}</p>'
    )


def _apart(piece: Piece, meant: set[str]) -> Piece:
    return replace(piece, mention="", is_meant=piece.mention in meant)


def _words(pairs: Sequence[Pair], lang: str) -> _Words:
    labels = {piece.label for pair in pairs for piece in (*pair.before, *pair.after)}
    said = (
        _("Original"),
        _("As it leaves"),
        _("not read"),
        _("not settled"),
        _("now"),
        _("becomes"),
    )
    return _Words({name: _title(name) for name in labels if name}, *map(escape, (lang, *said)))


def _title(label: str) -> str:
    name = label_name(label)
    return escape(name[:1].upper() + name[1:])


def _row(pair: Pair, words: _Words, apart: bool) -> str:
    kinds = "" if pair.changed else " same"
    kinds += " caller" if pair.is_second else ""
    kinds += " leaks" if pair.leaks else ""
    kinds += " heals" if any(piece.was for piece in pair.after) else ""
    read_by = pair.read_by
    remark = words.unread if read_by == NOBODY else words.unsettled if read_by in UNSETTLED else ""
    note = f' <span class="pill warn">{remark}</span>' if remark else ""
    return (
        f'<div class="pair two{kinds}" id="turn-{pair.number}" data-turn="{pair.number - 1}"'
        f"{_OOB if apart else ''}>"
        f'<span class="n">{pair.number}</span> '
        f'<span class="who">{escape(pair.speaker)}{note}</span> '
        f"{_sides(pair, words)}</div>\n"
    )


def _sides(pair: Pair, words: _Words) -> str:
    before = ""
    if pair.before:
        before = (
            f'<p class="before" lang="{words.lang}" dir="auto" data-col="{words.original}">'
            f"{_text(pair.before, pair.beside[0], words, pair.read_by)}</p>"
        )
    return (
        f'{before}<p class="after" lang="{words.lang}" dir="auto" data-col="{words.replaced}">'
        f"{_text(pair.after, pair.beside[1], words, pair.read_by)}</p>"
    )


@register.simple_tag
def draw_cards(
    cards: Iterable[Card], lang: str, url: str, *, hide: bool = False, apart: bool = False
) -> SafeString:
    """The entities as blocks; `url` is where one is changed, `hide`: its page has no originals."""
    words = {
        "change": _("Change"), "named": _("Change %(name)s"), "turns": _("Turns"),
        "gender": _("Gender"), "language": _("Language"), "links": _("Links"),
        "drawn": _("Drawn from"),
    }  # fmt: skip
    words = {name: escape(said) for name, said in words.items()}
    lang, url = escape(lang), escape(url)
    return mark_safe("".join(_card(card, lang, url, words, hide, apart) for card in cards))


def _card(card: Card, lang: str, url: str, words: dict[str, str], hide: bool, apart: bool) -> str:
    query = escape(urlencode({"mention": card.first, "kind": card.entity.kind}))
    turns = ", ".join(map(str, card.turns))
    facts = {
        "turns": turns if len(card.turns) > IN_A_ROW else "", "gender": card.gender,
        "language": card.language, "links": card.links,
        "drawn": grouped(card.entity.candidates) if card.entity.candidates else "",
    }  # fmt: skip
    told = "".join(
        f"<dt>{words[name]}</dt><dd>{escape(said)}</dd>" for name, said in facts.items() if said
    )
    original = ""
    if card.original:
        original = (
            f'<span class="before">{escape(card.original)}</span> <span class="faint">→</span> '
        )
    return (
        f'<div class="entity" id="entity-{escape(card.key)}" data-entity'
        f' data-mentions="{escape(card.mentions)}"{_OOB if apart else ""}><h3 class="row">'
        f'<span class="key f-{escape(card.family)}">{escape(card.letter)}</span>'
        f'<span lang="{lang}" dir="auto">{original}{escape(card.surrogate)}</span>'
        f'<span class="small faint"><span class="sr">{words["turns"]} </span>{turns}</span>'
        f'<a class="btn plain change" data-pick data-act="change" aria-expanded="false"'
        f' href="?{query}{"&amp;hide=1" if hide else ""}#change"'
        f' aria-label="{words["named"] % {"name": escape(card.surrogate)}}">'
        f'{words["change"]}</a></h3><dl class="facts">{told}</dl>'
        f'<div data-change hx-get="{url}?{query}" hx-trigger="desk" hx-target="this"'
        f' hx-swap="innerHTML settle:0"></div></div>\n'
    )


def _text(
    pieces: Sequence[Piece], beside: Mapping[str, object], words: _Words, read_by: str
) -> str:
    """The pieces with a transcriber's marks drawn, each speaker of an overlap on a line."""
    machine = read_by == MACHINE
    drawn = iter(drawn_pieces([piece.text for piece in pieces], beside))
    html = "".join(_piece(piece, next(drawn), words, machine) for piece in pieces)
    return html + "".join(map(part_of_turn, next(drawn)))


def _piece(piece: Piece, parts: Sequence[Part], words: _Words, machine: bool) -> str:
    if not piece.letter:
        text = "".join(map(part_of_turn, parts))
        return f'<mark class="{piece.mark}">{text}</mark>' if piece.mark else text
    # Who speaks from here on, and what is heard before it, stand before the label.
    ahead = "".join(part_of_turn(part) for part in parts if part.start == part.end)
    text = "".join(part_of_turn(part) for part in parts if part.start < part.end)
    mark = (
        f'<mark class="span f-{escape(piece.family)}{" machine" if machine else ""}'
        f'{" meant" if piece.is_meant else ""}"'
        f' data-k="{escape(piece.letter)}" data-p="{escape(piece.score)}"'
        f' data-mention="{escape(piece.mention)}" title="{words.titles[piece.label]}">'
        f'{text}<span class="sr">, {words.titles[piece.label]}</span></mark>'
    )
    if not piece.was:
        return ahead + mark
    return (
        f'{ahead}<del><span class="sr">{words.now} </span>{escape(piece.was)}</del> '
        f'<ins><span class="sr">{words.becomes} </span>{mark}</ins>'
    )
