"""Marks of the ES-Port transcription, cut into pieces that a page draws calmly; offsets never move.

Other things between angle brackets (HTML, addresses, placeholders as `<NAME>`) stay as they are.

`<word->` unfinished, `<word>` false start, `<%word>` filler, `word=` lengthening, `+word`
shortening, `@[*LANGUAGE*: en(router)-spk2]`, `@[*EVENT*: noise-rire(|Null|)-spk2]`.
[Public README of the corpus; Transcriber 1.5 for the names of events.]
"""

import re
from collections.abc import Iterator, Set
from dataclasses import dataclass

from annotation.translatable import N_

TEXT = "text"
FILLER, FALSE_START, UNFINISHED = "filler", "false_start", "unfinished"
LENGTHENED, SHORTENED = "lengthened", "shortened"
LANGUAGE, EVENT = "language", "event"

LONG_SIGN = "ː"

_SAID = r"[^\W\d_]|[\u0300-\u036f =+'’.,?¿!¡-]"  # what stands in a piece of speech
_WORD = r"(?=[+¿¡]?[^\W\d_])"  # and how it begins
_MARK = re.compile(
    r"@\[\*LANGUAGE\*:[^()\[\]]*\((?P<foreign>[^\[\]()]*)\)-[^()\[\]]*\]"
    r"|@\[\*EVENT\*:(?P<name>[^()\[\]]*)\((?P<during>[^\[\]()]*)\)-[^()\[\]]*\]"
    r"|<%(?P<filler>[^<>\n]+)>"
    rf"|(?<!\w)<(?P<unfinished>(?:{_WORD}(?:{_SAID})*)?-)>"
    rf"|(?<!\w)<(?P<false_start>{_WORD}(?:{_SAID})+)>"
    r"|(?P<long>(?<![\w=])\w+(?:=+\w*)+)"
    r"|(?P<short>(?<![\w+])\+\w+)"
)


_SIGN = re.compile(r"[<@=+]")  # every mark has one of these

# Names of HTML that are hardly a word cut short; any other is HTML where it is closed.
_TAGS = frozenset(["br", "hr", "img", "div", "span", "script", "iframe", "html", "tbody"])
_CLOSED = re.compile(r"</(\w+)")


# What an event's code means; the page translates and shows it in brackets.
EVENT_NAMES = {
    "pi": N_("unintelligible words"),
    "pif": N_("too low to understand"),
    "ch": N_("whispered"),
    "*": N_("mispronounced"),
    "nontrans": N_("not transcribed"),
    "b": N_("noise"),
    "bb": N_("mouth noise"),
    "bg": N_("throat noise"),
    "shh": N_("electric noise"),
    "r": N_("breathing"),
    "i": N_("breathes in"),
    "e": N_("breathes out"),
    "pf": N_("blows"),
    "n": N_("sniffs"),
    "tx": N_("coughs"),
    "sif": N_("whistles"),
    "rire": N_("laughs"),
    "rire en fond": N_("laughter in the background"),
    "toux en fond": N_("coughing in the background"),
    "conv": N_("conversation in the background"),
    "musique": N_("music"),
    "silence": N_("silence"),
}


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of the text, [start, end) in code points, and what is shown in its place.

    `shown` is the piece itself, or a sign of the page's for a mark, or "" for a mark that is only
    a bracket; so any cut between tokens of the text is a cut between shown characters.
    """

    kind: str
    start: int
    end: int
    shown: str


def event_name(code: str) -> str:
    """An event's code in plain English; "noise-rire" and "rire" are the same; unknown as it is."""
    plain = code.strip()
    for prefix in ("noise-", "pronounce-"):
        plain = plain.removeprefix(prefix)
    return EVENT_NAMES.get(plain, plain)


def segments(text: str) -> list[Segment]:
    """Pieces that cover the whole text once, in order; a text without marks is one piece."""
    if not _SIGN.search(text):  # most turns
        return [Segment(TEXT, 0, len(text), text)] if text else []
    parts: list[Segment] = []
    at = 0
    tags = _TAGS.union(_CLOSED.findall(text.lower()))
    for match in _MARK.finditer(text):
        if _is_foreign(match["false_start"], tags):
            continue
        if at < match.start():
            parts.append(Segment(TEXT, at, match.start(), text[at : match.start()]))
        parts += _pieces(match)
        at = match.end()
    if at < len(text):
        parts.append(Segment(TEXT, at, len(text), text[at:]))
    return [piece for piece in parts if piece.start < piece.end]


def shown_text(text: str, start: int, end: int) -> str:
    """What is shown of [start, end) of a text: its words, without the signs of marks."""
    shown = []
    for piece in segments(text):
        first, last = max(piece.start, start), min(piece.end, end)
        if first < last:
            is_plain = piece.shown == text[piece.start : piece.end]
            shown.append(text[first:last] if is_plain else piece.shown)
    return "".join(shown)


def _is_foreign(inside: str | None, tags: Set[str]) -> bool:
    """Whether this between angle brackets is no false start: a tag, or a placeholder."""
    if inside is None:
        return False
    return inside.split()[0].lower() in tags or (inside.isupper() and len(inside) > 1)


def _pieces(match: re.Match[str]) -> Iterator[Segment]:
    group = match.lastgroup or ""
    start, end = match.span()
    if group in ("name", "during"):
        yield from _event(match)
    elif group == "foreign":
        yield from _wrapped(LANGUAGE, match, match.span("foreign"))
    elif group in (FILLER, FALSE_START, UNFINISHED):
        yield from _wrapped(group, match, match.span(group))
    elif group == "long":
        yield from _lengthened(LENGTHENED, match.string, start, end)
    else:
        yield Segment(SHORTENED, start, end, match[0])


def _event(match: re.Match[str]) -> Iterator[Segment]:
    """The event as a word in brackets, then the words that it goes with, if any."""
    start, end = match.span()
    low, high = match.span("during")
    label = f"[{event_name(match['name'])}]"
    if match["during"] in ("", "|Null|"):
        yield Segment(EVENT, start, end, label)
        return
    yield Segment(EVENT, start, low, label + " ")
    yield Segment(EVENT, low, high, match["during"])
    yield Segment(EVENT, high, end, "")


def _wrapped(kind: str, match: re.Match[str], inner: tuple[int, int]) -> Iterator[Segment]:
    """An opening bracket, what stands inside, a closing bracket; brackets are not shown."""
    yield Segment(kind, match.start(), inner[0], "")
    yield from _lengthened(kind, match.string, *inner)
    yield Segment(kind, inner[1], match.end(), "")


def _lengthened(kind: str, text: str, start: int, end: int) -> Iterator[Segment]:
    """The stretch with each `=` as the sign of length, a piece of its own."""
    for match in re.compile(r"=+|[^=]+").finditer(text, start, end):
        shown = LONG_SIGN if match[0].startswith("=") else match[0]
        yield Segment(kind, *match.span(), shown)
