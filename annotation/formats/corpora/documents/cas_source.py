"""A CAS as it was read, kept with its dialogue: written again, all that we do not use is there.

Called by `cas_xmi` and `cas_json`. Where nothing changed the file has the same bytes; where labels
did, they alone are changed in it; on another text nothing of it is used.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from annotation.formats.corpora.documents.annotations import Annotation
from annotation.formats.corpora.tools.layout import CAS, kept_layout
from annotation.formats.corpora.tools.texts import Units, write_text
from annotation.formats.types import DialogueValue, SpanValue


@dataclass(frozen=True, slots=True)
class Changes:
    """What is to be changed in a source. `named`: annotations with their new labels; `gone`;
    `new`: begin and end in UTF-16 units, label."""

    named: list[tuple[Annotation, str]]
    gone: list[Annotation]
    new: list[tuple[int, int, str]]

    def __bool__(self) -> bool:
        return bool(self.named or self.gone or self.new)


def kept(form: str, source: str) -> dict[str, object]:
    """What a reader keeps of a file in the form "xmi" or "cas-json"."""
    return {CAS: {"keys": [], "form": form, "source": source}}


def source_of(form: str, dialogue: DialogueValue) -> str | None:
    """The file that a dialogue was read from, if it is in this form."""
    layout = kept_layout(dialogue, CAS)
    source = layout.get("source")
    return source if layout.get("form") == form and isinstance(source, str) else None


def changes(
    dialogue: DialogueValue, before: DialogueValue, text: str, found: Sequence[Annotation]
) -> Changes | None:
    """How a dialogue differs from the one that its source gives (`before`), whose text and whose
    annotations these are; None where more than labels differs."""
    now, spans = write_text(dialogue)
    then, old = write_text(before)
    if not now == then == text:
        return None
    units = Units(text)
    wanted, there = (Counter(_placed(each, units) for each in some) for some in (spans, old))
    added, removed = [*(wanted - there).elements()], [*(there - wanted).elements()]
    known = {(each.begin, each.end, each.label): each for each in found}
    named, gone = [], []
    for begin, end, label in removed:
        one = known.get((begin, end, label))
        if one is None:
            return None
        same = next((each for each in added if each[:2] == (begin, end)), None)
        if same is not None and one.key:
            added.remove(same)
            named.append((one, same[2]))
        else:
            gone.append(one)
    return Changes(named, gone, added)


def _placed(span: SpanValue, units: Units) -> tuple[int, int, str]:
    return units.to_utf16(span.start), units.to_utf16(span.end), span.label
