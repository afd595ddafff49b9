"""ELAN's .eaf in and out: a tier is a speaker, an annotation with a text a turn, at its time.

The participant of a tier is its speaker, else its name. Tiers that depend on others (translations,
glosses) are counted ("tiers_ignored") and left out; media and authors are not kept.
"""

import re
from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from annotation.formats import faults
from annotation.formats.corpora.transcripts import faults as wrong
from annotation.formats.corpora.transcripts.tiers import NOBODY, Stretch, tiers_of, turns_of
from annotation.formats.corpora.xml_nodes import Node, clean, each_file
from annotation.formats.errors import FormatError
from annotation.formats.files.names import dialogue_name
from annotation.formats.types import DialogueValue, Files, ReadOptions

IGNORED = "tiers_ignored"
_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<ANNOTATION_DOCUMENT AUTHOR="" DATE="1980-01-01T00:00:00+00:00" FORMAT="3.0" VERSION="3.0" \
xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
xsi:noNamespaceSchemaLocation="http://www.mpi.nl/tools/elan/EAFv3.0.xsd">
<HEADER MEDIA_FILE="" TIME_UNITS="milliseconds"/>
<TIME_ORDER>
"""
_TAIL = """<LINGUISTIC_TYPE GRAPHIC_REFERENCES="false" LINGUISTIC_TYPE_ID="default-lt" \
TIME_ALIGNABLE="true"/>
</ANNOTATION_DOCUMENT>
"""


def read_elan(files: Files, options: ReadOptions) -> Iterator[DialogueValue]:
    """The dialogue of each file; raises FormatError."""
    return each_file(files, options, _dialogue)


def _dialogue(root: Node, file: str, options: ReadOptions) -> DialogueValue:
    if root.name != "ANNOTATION_DOCUMENT":
        raise FormatError(wrong.NO_ELAN, file=file, line=root.line)
    slots: dict[str, float] = {}
    for node in root.below("TIME_SLOT"):
        value = node.value("TIME_VALUE")
        if re.fullmatch(r"\d{1,12}", value):
            slots[node.value("TIME_SLOT_ID")] = int(value) / 1000
    stretches: list[Stretch] = []
    ignored = 0
    for tier in root.all("TIER"):
        if tier.value("PARENT_REF"):
            ignored += 1
            continue
        speaker = (tier.value("PARTICIPANT") or tier.value("TIER_ID")).strip()
        for each in tier.below("ALIGNABLE_ANNOTATION"):
            said = each.first("ANNOTATION_VALUE")
            start, end = (slots.get(each.value(f"TIME_SLOT_REF{n}")) for n in (1, 2))
            if start is not None and end is not None and end < start:
                raise FormatError(wrong.CUE_TIMES, file=file, line=each.line)
            stretches.append(Stretch(speaker, said.text if said else "", start, end, each.line))
    turns = turns_of(stretches, file, options.max_turn)
    if not turns:
        raise FormatError(faults.EMPTY, file=file)
    stem = re.sub(r"\.\w{1,5}$", "", file.replace("\\", "/").rsplit("/", 1)[-1]) or "dialogue"
    extra = {IGNORED: ignored} if ignored else {}
    return DialogueValue(dialogue_name(stem), options.lang, turns, extra=extra, line=1)


def render_elan(dialogue: DialogueValue) -> list[tuple[str, bytes]]:
    """The .eaf of a dialogue: a tier for each speaker."""
    slots: list[str] = []
    tiers: list[str] = []
    number = 0
    for speaker, tier in tiers_of(dialogue).items():
        name = quoteattr(clean(speaker or NOBODY), {'"': "&quot;"})
        rows = [f'<TIER LINGUISTIC_TYPE_REF="default-lt" PARTICIPANT={name} TIER_ID={name}>']
        for each in tier:
            number += 1
            first, second = 2 * number - 1, 2 * number
            slots += [_slot(first, each.start), _slot(second, each.end)]
            rows.append(
                f'<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="a{number}" '
                f'TIME_SLOT_REF1="ts{first}" TIME_SLOT_REF2="ts{second}"><ANNOTATION_VALUE>'
                f"{escape(clean(each.text), {chr(13): '&#13;'})}"
                "</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION>"
            )
        tiers += [*rows, "</TIER>"]
    whole = _HEAD + "\n".join([*slots, "</TIME_ORDER>", *tiers]) + "\n" + _TAIL
    return [(".eaf", whole.encode("utf-8"))]


def _slot(number: int, time: float | None) -> str:
    return f'<TIME_SLOT TIME_SLOT_ID="ts{number}" TIME_VALUE="{round(1000 * (time or 0))}"/>'
