"""Draws keys from the table of webapp/keys.py: the table itself, the sheet of a page, hints."""

from collections.abc import Collection, Iterable

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from annotation.models import Label
from webapp.keys import PAGES, Row, acts_of, key_of, parts_of
from webapp.templatetags.pages import as_data

register = template.Library()
MANY = 4  # keys of one row that the sheet lists; of more it lists two


@register.simple_tag
def key_table(page: str) -> SafeString:
    return as_data(acts_of(page), "keys")


@register.simple_tag
def kbd(act: str) -> SafeString:
    """The key of "label.accept" as a hint on its button."""
    key = key_of(act)
    sign = {"Shift": "⇧", "Ctrl": f"{parts_of('Ctrl')[0]}+"}.get(key.split("+")[0], "")
    return format_html("<kbd>{}{}</kbd>", sign, "↵" if key == "Enter" else parts_of(key)[-1])


@register.simple_tag
def shortcut(act: str) -> SafeString:
    """The same key for screen readers, as an attribute."""
    return format_html('aria-keyshortcuts="{}"', key_of(act))


@register.inclusion_tag("_key_sheet.html")
def key_sheet(page: str, labels: Iterable[Label] = ()) -> dict[str, object]:
    letters = [label.key for label in labels if label.key]
    taken = acts_of(page)
    sections = [
        (
            section.title,
            [
                (drawn, row.words)
                for row in section.rows
                if row.words and (drawn := _drawn(row, letters, taken))
            ],
        )
        for section in PAGES[page]
    ]
    return {"sections": sections}


def _drawn(row: Row, letters: list[str], taken: Collection[str]) -> SafeString:
    every = row.keys.split()
    own = [key for key in every if not key.startswith("Ctrl+")] or every
    held = "" if own else row.acts
    listed = own[:2] if len(own) > MANY else own or _labelled(held, letters, taken)
    if not listed:
        return SafeString()
    drawn = format_html_join(" ", "{}", ((_one(key),) for key in listed))
    if held:  # what is held with the labels' letters is said once
        return format_html("{} + {}", _one(held), drawn)
    return drawn if len(listed) >= len(own) else format_html("{} …", drawn)


def _labelled(held: str, keys: list[str], taken: Collection[str]) -> list[str]:
    """Keys of labels with which this is held; where it is none, all of them."""
    if not held:
        return keys
    single = [key for key in keys if len(key) == 1 and f"{held}+{key}" not in taken]
    return [key for key in single if key.isalpha() == (held == "Shift")]


def _one(key: str) -> SafeString:
    if not key[0].isalpha() and len(key) > 1:  # a label's, of several strokes
        return format_html_join(" ", "<kbd>{}</kbd>", ((stroke,) for stroke in key))
    # A label's own key may be the plus that joins others.
    parts = parts_of(key) if len(key) > 1 else [key]
    return format_html_join(" + ", "<kbd>{}</kbd>", ((part,) for part in parts))
