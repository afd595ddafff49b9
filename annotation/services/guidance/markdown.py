"""Guidelines as text: Markdown to safe HTML, what differs between versions, an answer put in.

Pure functions, called by `guidelines`. Only http, https and mailto links come through;
HTML in the text is shown as it stands, pictures are not loaded.
"""

import difflib
import re
from collections.abc import Iterator, MutableMapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token

LINKS = frozenset({"http", "https", "mailto"})
TOP = 2  # heading levels that the page itself uses: the first title becomes h3
LONG = 240  # characters from which on a passage is cut to one sentence
SENTENCE = re.compile(r"[.!?]\s+")  # its end
AROUND = 2  # unchanged lines shown on each side of a change


class _Markdown(MarkdownIt):
    def validateLink(self, url: str) -> bool:  # noqa: N802 (the library's name)
        try:
            return urlsplit(url).scheme.lower() in LINKS
        except ValueError:
            return False


_markdown = (
    _Markdown("commonmark", {"html": False, "typographer": True})
    .enable(["table", "smartquotes"])
    .disable("image")
)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a comparison. `kind`: "same", "gone", "new", or "gap" for lines left out."""

    kind: str
    text: str


@lru_cache(maxsize=32)
def to_html(text: str) -> str:
    """Markdown as HTML that holds no markup of its author's own."""
    env: MutableMapping[str, object] = {}
    tokens = _markdown.parse(text, env)
    above: list[str] = []
    for token in _all(tokens):
        if token.type == "heading_open":  # no level is left out, whatever the author left out
            above = [*(tag for tag in above if tag < token.tag), token.tag]
        if token.type in {"heading_open", "heading_close"}:
            token.tag = f"h{min(6, len(above) + TOP)}"
        elif token.type == "link_open":
            token.attrSet("rel", "noopener noreferrer")
            token.attrSet("target", "_blank")  # the labels of a page stay in their window
    return str(_markdown.renderer.render(tokens, _markdown.options, env))


def passages(text: str) -> list[str]:
    """What stands by itself: paragraphs, items of lists and rows of tables, each as one line of
    Markdown; no titles."""
    found: list[str] = []
    row: list[str] | None = None
    in_title = False
    for token in _markdown.parse(text):
        if token.type in {"heading_open", "heading_close"}:
            in_title = token.type == "heading_open"
        elif token.type == "tr_open":
            row = []
        elif token.type == "tr_close" and row is not None:
            found.append(" · ".join(row))
            row = None
        elif token.type == "inline" and not in_title:
            (found if row is None else row).append(" ".join(token.content.split()))
    return found


def around_quote(passage: str, quoted: re.Pattern[str]) -> str:
    """A passage, or of a long one the sentence with the first quote."""
    match = quoted.search(passage)
    if match is None or len(passage) <= LONG:
        return passage
    begin = max((end.end() for end in SENTENCE.finditer(passage, 0, match.start())), default=0)
    end = SENTENCE.search(passage, match.end())
    return passage[begin : end.start() + 1 if end else None]


def compare(before: str, after: str) -> list[Line]:
    """What has to be done to `before` to get `after`, by line, with a few lines around it."""
    old, new = before.splitlines(), after.splitlines()
    lines: list[Line] = []
    at = 0
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for group in matcher.get_grouped_opcodes(AROUND):
        if group[0][1] > at:
            lines.append(Line("gap", ""))
        for kind, i, j, m, n in group:
            if kind == "equal":
                lines += [Line("same", text) for text in old[i:j]]
                continue
            lines += [Line("gone", text) for text in old[i:j]]
            lines += [Line("new", text) for text in new[m:n]]
        at = group[-1][2]
    if lines and at < len(old):
        lines.append(Line("gap", ""))
    return lines


def add_to_section(text: str, titles: Sequence[str], entry: str) -> str:
    """`entry` at the end of the section that has one of the titles; without one, in a new section.

    A new section stands at the end and has the first title.
    """
    known = {title.casefold() for title in titles}
    text = text.replace("\r\n", "\n").replace("\r", "\n").rstrip()
    lines = text.split("\n") if text else []  # the parser's lines: no other character ends one
    end = None
    level = 0
    for depth, line, title in _headings(text):
        if end is not None and depth <= level:
            end = line
            break
        if end is None and title.casefold() in known:
            level, end = depth, len(lines)
    if end is None:
        head = [*lines, ""] if lines else []
        return "\n".join([*head, f"## {titles[0]}", "", entry.strip(), ""])
    before, after = lines[:end], lines[end:]
    while before and not before[-1].strip():
        before.pop()
    return "\n".join([*before, "", entry.strip(), *(["", *after] if after else []), ""])


def _headings(text: str) -> Iterator[tuple[int, int, str]]:
    """Level, line (0 = first) and title of each heading of the text itself, not of its quotes."""
    tokens = _markdown.parse(text)
    for token, inline in pairwise(tokens):
        if token.type == "heading_open" and token.level == 0 and token.map:
            yield int(token.tag[1]), token.map[0], inline.content.strip()


def _all(tokens: Sequence[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from _all(token.children or ())
