"""The text of a Transcriber turn: pieces between marks, and what the marks say of places in it.

Blanks with a line end beside a mark are the file's layout, not text: words on both sides are kept
apart by one space. All other blanks are text.
"""

import re
from dataclasses import dataclass, field

BLANKS = " \t\r\n"

# What Transcriber's conventions call noises and pronunciations. Anything else in an event is what
# somebody typed, which may be a word of the dialogue: it is kept as a raw mark.
TYPES = ("noise", "lexical", "pronounce", "language", "entities")
CODES = frozenset(
    [
        *("b", "bb", "bg", "shh", "r", "i", "e", "n", "pf", "tx", "sif", "rire", "toux", "conv"),
        *("rire en fond", "toux en fond", "conv en fond", "musique", "jingle", "top", "pap", "mic"),
        *("nontrans", "silence", "event", "pi", "pif", "ch", "*", "alpha", "sic", "lapsus"),
    ]
)
_LANGUAGE = re.compile(r"[a-z]{2}|ast|cat|eng|eus|baq|fra|fre|glg|spa|deu|ger|ita|por")


def event_name(type: str, desc: str) -> tuple[str, str] | None:
    """(kind, name) of an event that the conventions know, else None."""
    if type == "language":
        return ("language", desc) if _LANGUAGE.fullmatch(desc) else None
    return ("event", f"{type}-{desc}") if type in TYPES[:3] and desc in CODES else None


@dataclass(slots=True)
class Mark:
    """A stretch of the text; `start` is -1 until the text behind the mark begins."""

    what: str
    start: int = -1
    end: int = -1
    values: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Pieces:
    """A text while its pieces and marks come in."""

    text: str = ""
    _buffer: list[str] = field(default_factory=list)
    _gap: bool = False
    _waiting: list[Mark] = field(default_factory=list)

    def add(self, characters: str) -> None:
        self._buffer.append(characters)

    def flush(self) -> int:
        """Take what came since the last mark; the length of the text."""
        piece = "".join(self._buffer)
        self._buffer.clear()
        bare = piece.lstrip(BLANKS)
        bare = bare if "\n" in piece[: len(piece) - len(bare)] else piece
        inner = bare.rstrip(BLANKS)
        inner = inner if "\n" in bare[len(inner) :] else bare
        self._gap |= bare != piece
        if inner:
            if self._gap and self.text and not self.text[-1].isspace() and not inner[0].isspace():
                self.text += " "
            self._settle()
            self.text += inner
            self._gap = False
        self._gap |= inner != bare
        return len(self.text)

    def begin(self, mark: Mark) -> Mark:
        """A mark that stands where the next text begins."""
        self.flush()
        self._waiting.append(mark)
        return mark

    def end(self, mark: Mark) -> None:
        """The stretch of a mark ends with the text so far."""
        mark.end = self.flush()
        if mark.start < 0:
            mark.start = mark.end

    def finish(self) -> str:
        """The whole text; marks behind it stand at its end."""
        self.flush()
        self._settle()
        return self.text

    def _settle(self) -> None:
        for mark in self._waiting:
            if mark.start < 0:
                mark.start = len(self.text)
        self._waiting.clear()


def word_beside(text: str, at: int, *, before: bool) -> tuple[int, int]:
    """The word that ends at or before a place, or begins at or behind it; else the place."""
    words = list(re.finditer(r"\S+", text))
    if before:
        words = [word for word in words if word.start() < at]
        return (words[-1].start(), min(words[-1].end(), at)) if words else (at, at)
    following = next((word for word in words if word.end() > at), None)
    return (max(following.start(), at), following.end()) if following else (at, at)
