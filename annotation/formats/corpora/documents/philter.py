"""The XML of Philter (UCSF), which is like i2b2's and escapes nothing in its attributes.

A word with a quote or an ampersand makes it broken XML, so it is read by its layout. Offsets are
code points of the text as Python read it: each line end is one. Its types may overlap; of these the
longer finding is a label.
"""

import re
from collections.abc import Iterator
from functools import partial

from annotation.formats import faults
from annotation.formats.checks import check_surface, check_turn
from annotation.formats.corpora.documents import faults as wrong
from annotation.formats.corpora.documents.annotations import longest
from annotation.formats.corpora.tools.texts import read_text
from annotation.formats.errors import FormatError
from annotation.formats.files.encoding import decode
from annotation.formats.files.names import dialogue_name
from annotation.formats.files.strictjson import Place
from annotation.formats.types import DialogueValue, Files, ReadOptions, SpanValue

_WHOLE = re.compile(
    r"\ufeff?\s*(?:<\?xml[^>]*\?>\s*)?<Philter>\s*<TEXT><!\[CDATA\[(?P<text>.*)\]\]></TEXT>\s*"
    r"<TAGS>\n?(?P<tags>.*)</TAGS>\s*</Philter>\s*",
    re.DOTALL,
)
_TAG = re.compile(
    r'<[\w.-]+ id="P\d+" start="(?P<start>\d{1,9})" end="(?P<end>\d{1,9})" text="(?P<text>.*?)" '
    r'TYPE="(?P<type>[^"\n]*)" comment="[^"\n]*" />\s*',
    re.DOTALL,
)


def read_philter(files: Files, options: ReadOptions) -> Iterator[DialogueValue]:
    """The dialogue of each file; raises FormatError."""
    for name in files:
        text = decode(files[name], file=name).replace("\r\n", "\n")
        yield from options.made(partial(_dialogue, text, name, options))


def _dialogue(whole: str, file: str, options: ReadOptions) -> DialogueValue:
    match = _WHOLE.fullmatch(whole)
    if match is None:
        raise FormatError(wrong.NO_PHILTER, file=file)
    text, tags, at = match["text"], match["tags"], 0
    if not text.strip():
        raise FormatError(faults.EMPTY, file=file)
    spans: list[SpanValue] = []
    while tag := _TAG.match(tags, at):
        line = whole.count("\n", 0, match.start("tags") + at) + 1
        spans.append(_span(tag, text, Place(file, line), len(spans)))
        at = tag.end()
    if tags[at:].strip():
        line = whole.count("\n", 0, match.start("tags") + at) + 1
        raise FormatError(wrong.PHILTER_TAG, file=file, line=line)
    place = Place(file, whole.count("\n", 0, match.start("text")) + 1)
    turns, extra = read_text(text, longest(spans, len(text)), place=place, options=options)
    for number, turn in enumerate(turns, 1):
        check_turn(turn, number=number, file=file, line=place.line, cap=options.max_turn)
    stem = re.sub(r"(\.txt)?\.\w{1,5}$", "", file.replace("\\", "/").rsplit("/", 1)[-1])
    return DialogueValue(
        dialogue_name(stem or "document"), options.lang, turns, extra=extra, line=1
    )


def _span(tag: re.Match[str], text: str, place: Place, index: int) -> SpanValue:
    what = faults.span_of(faults.DIALOGUE, index)
    span = SpanValue(int(tag["start"]), int(tag["end"]), tag["type"].strip())
    if not 0 <= span.start < span.end <= len(text):
        raise place.error(faults.SPAN_RANGE, what, start=span.start, end=span.end, n=len(text))
    check_surface(text, span, tag["text"], place=what, file=place.file, line=place.line)
    return span
