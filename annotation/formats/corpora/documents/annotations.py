"""What the readers of UIMA's formats share: annotations in UTF-16 units on one text, to spans.

UIMA and what is built on it (WebAnno, INCEpTION) count as Java does; we count code points.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from annotation.formats import faults
from annotation.formats.corpora.tools.texts import Units, read_text
from annotation.formats.errors import FormatError
from annotation.formats.files.strictjson import Place
from annotation.formats.types import ReadOptions, SpanValue, TurnValue

NAMED_ENTITY = "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity"
SENTENCE = "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence"
LABEL_KEYS = ("value", "label", "kind", "entity", "category", "PosValue", "identifier")
# Types that say how a text is cut or where it comes from, by the last part of their names.
STRUCTURE = frozenset(
    [
        *("Sofa", "View", "NULL", "DocumentAnnotation", "DocumentMetaData", "TagsetDescription"),
        *("Token", "Sentence", "Paragraph", "Lemma", "Stem", "POS", "Dependency", "Heading", "Div"),
        *("MorphologicalFeatures", "SurfaceForm", "SourceDocumentInformation", "TokenForm"),
        *(
            "CASMetadata",
            "XmlDocument",
            "XmlElement",
            "XmlAttribute",
            "XmlTextNode",
            "LayoutElement",
        ),
    ]
)


@dataclass(frozen=True, slots=True)
class Annotation:
    """begin, end: UTF-16 units; line: where it stands, if known; id: its name in the file; key: the
    feature that the label was read from, "" where that is the name of the type."""

    begin: int
    end: int
    label: str
    line: int | None
    id: str = ""
    key: str = ""


def read_annotated(
    text: str, found: Sequence[Annotation], file: str, options: ReadOptions, *, line: int | None
) -> tuple[tuple[TurnValue, ...], dict[str, object], int]:
    """The turns of a text, a line each, what the dialogue keeps of its line ends, and how many
    annotations were left out: of two that overlap the shorter, and those without a character.
    Raises FormatError."""
    units = Units(text)
    spans: list[SpanValue] = []
    for index, each in enumerate(found):
        start, end = units.from_utf16(each.begin), units.from_utf16(each.end)
        if start is None or end is None or not 0 <= start <= end <= len(text):
            raise FormatError(
                faults.SPAN_RANGE,
                file=file,
                line=each.line,
                where=(faults.span_of(faults.DIALOGUE, index),),
                start=each.begin,
                end=each.end,
                n=units.to_utf16(len(text)),
            )
        if text[start:end].replace("\r\n", "").strip("\n"):
            spans.append(SpanValue(start, end, each.label))
    kept = longest(spans, len(text))
    turns, extra = read_text(text, kept, place=Place(file, line), options=options)
    return turns, extra, len(found) - len(kept)


def longest(spans: Iterable[SpanValue], size: int) -> list[SpanValue]:
    """The spans in order without those that overlap a longer one."""
    taken = bytearray(size)
    kept = []
    for span in sorted(spans, key=lambda each: (each.start - each.end, each.start)):
        if taken.find(1, span.start, span.end) < 0:
            taken[span.start : span.end] = b"\x01" * (span.end - span.start)
            kept.append(span)
    return sorted(kept, key=lambda each: each.start)
