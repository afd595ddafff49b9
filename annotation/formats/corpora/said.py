"""What can be read in a file that we wrote, without what its format adds: for a search in it.

Called by the last check before a dialogue leaves. Offsets, times, dates and addresses of a format
would show numbers of which somebody may have said one; everything that comes from a dialogue is
given, in plain characters.
"""

import html
import re
from collections.abc import Callable, Iterator

from annotation.formats.corpora.tables.sheet_writing import said_in_sheet
from annotation.formats.corpora.transcripts.times import said_in

_ATTRIBUTE = re.compile(r'\b(?!start=|end=|id=)[A-Za-z]+="([^"]*)"')
_XMI = re.compile(r'\b(?:sofaString|value|language)="([^"]*)"')
_ELAN = re.compile(r'<ANNOTATION_VALUE>([^<]*)<|\b(?:PARTICIPANT|TIER_ID)="([^"]*)"')
_QUOTED = re.compile(r'"((?:[^"]|"")*)"')
_CDATA = re.compile(r"<!\[CDATA\[|\]\]>")


def _xmi(text: str) -> Iterator[str]:
    yield from map(html.unescape, _XMI.findall(text))


def _elan(text: str) -> Iterator[str]:
    yield from (html.unescape(value or name) for value, name in _ELAN.findall(text))


def _i2b2(text: str) -> Iterator[str]:
    _head, _tag, rest = text.partition("<TEXT>")
    body, _tag, tags = rest.rpartition("</TEXT>")
    yield html.unescape(_CDATA.sub("", body)) if "&#13;" in body else _CDATA.sub("", body)
    yield from map(html.unescape, _ATTRIBUTE.findall(tags))


def _textgrid(text: str) -> Iterator[str]:
    yield from (found.replace('""', '"') for found in _QUOTED.findall(text))


def _webanno(text: str) -> Iterator[str]:
    for row in text.split("\n"):
        if row.startswith("#Text="):
            yield re.sub(r"\\[nrtfb]", " ", row.removeprefix("#Text="))
        elif not row.startswith("#"):
            yield " ".join(row.split("\t")[2:])


def _standoff(text: str) -> Iterator[str]:
    yield from (line.rpartition("\t")[2] for line in text.split("\n"))


def _conll(text: str) -> Iterator[str]:
    """Remarks as they are, the words of a turn in a row."""
    words: list[str] = []
    for row in [*text.split("\n"), ""]:
        if row.startswith("#") or not row:
            yield from (" ".join(words), row)
            words = []
        else:
            words.append(row.partition("\t")[0].partition(" ")[0])


_BY_ENDING: dict[str, Callable[[str], Iterator[str]]] = {
    ".ann": _standoff,
    ".vtt": lambda text: iter((said_in(text),)),
    ".srt": lambda text: iter((said_in(text),)),
    ".trs": lambda text: iter((said_in(text),)),
    ".xmi": _xmi,
    ".eaf": _elan,
    ".xml": _i2b2,
    ".TextGrid": _textgrid,
    ".tsv": _webanno,
}


def texts_in(name: str, text: str) -> Iterator[str] | None:
    """The texts of a file of this name; "" is a part of the file of all. None for one that is JSON
    or plain characters."""
    if text.startswith("<row>"):
        return iter((said_in_sheet(text),))
    if not name and text.startswith(("# id = ", "-DOCSTART-")):
        return _conll(text)
    ending = next((each for each in _BY_ENDING if name.endswith(each)), None)
    return _BY_ENDING[ending](text) if ending else None
