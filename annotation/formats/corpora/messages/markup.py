"""The text of an HTML mail: its words, a line for each block, quotes marked as in plain text."""

from html.parser import HTMLParser

_BLOCKS = frozenset(
    [
        *("address", "article", "blockquote", "br", "div", "dd", "dl", "dt", "fieldset", "figure"),
        *("footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main"),
        *("nav", "ol", "p", "pre", "section", "table", "tr", "ul"),
    ]
)
_APART = frozenset({"p", "blockquote", "table", "ul", "ol", "h1", "h2", "h3"})  # an empty line
_UNSEEN = frozenset({"script", "style", "head", "title", "template"})


def text_of_html(source: str) -> str:
    """What a reader of the mail sees; blanks as HTML has them."""
    parser = _Text()
    parser.feed(source)
    parser.close()
    return parser.whole()


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._lines: list[str] = []
        self._line = ""
        self._unseen = self._quotes = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._unseen += tag in _UNSEEN
        self._end(tag)
        self._quotes += tag == "blockquote"

    def handle_endtag(self, tag: str) -> None:
        self._unseen = max(0, self._unseen - (tag in _UNSEEN))
        self._end(tag)
        self._quotes = max(0, self._quotes - (tag == "blockquote"))

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self._line += data

    def _end(self, tag: str) -> None:
        if tag not in _BLOCKS:
            return
        words = " ".join(self._line.split())
        if words:
            self._lines.append("> " * self._quotes + words)
        if tag in _APART and self._lines and self._lines[-1]:
            self._lines.append("")
        self._line = ""

    def whole(self) -> str:
        self._end("br")
        return "\n".join(self._lines)
