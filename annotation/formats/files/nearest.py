"""What a JSON or XML file is nearest to when it is nothing that we know: two formats by name.

Called by `detection`, which refuses such a file rather than guess.
"""

import re
from collections.abc import Mapping

from annotation.translatable import N_

_KEY = re.compile(r'"([^"\\]{1,40})"\s*:')
_ELEMENT = re.compile(r"<(?:[\w.-]{1,40}:)?([A-Za-z_][\w.-]{0,40})")
_OURS = frozenset({"turns", "id", "file-id"})  # then the reader says what is missing

_KEYS: dict[str, tuple[str, ...]] = {
    "JSONL": ("turns", "speaker", "text", "spans", "lang"),
    "ES-Port JSON": ("file-id", "filtered-text", "speakers", "labels"),
    "Label Studio JSON": ("data", "annotations", "predictions", "result", "from_name"),
    "doccano JSONL": ("text", "label", "labels", "entities", "relations", "Comments"),
    "Prodigy JSONL": ("text", "spans", "tokens", "answer", "_input_hash"),
    "TAB JSON": ("doc_id", "annotations", "entity_mentions", "text", "dataset_type"),
    "UIMA CAS (JSON)": ("%TYPES", "%FEATURE_STRUCTURES", "%VIEWS", "sofaString"),
    "Whisper JSON": ("segments", "text", "language", "start", "end", "words"),
    "Amazon Transcribe JSON": ("results", "transcripts", "items", "alternatives", "jobName"),
}
_ELEMENTS: dict[str, tuple[str, ...]] = {
    "Transcriber": ("Trans", "Episode", "Section", "Turn", "Sync", "Speakers"),
    "ELAN": ("ANNOTATION_DOCUMENT", "TIER", "TIME_ORDER", "ANNOTATION", "ANNOTATION_VALUE"),
    N_("TEI speech"): ("TEI", "teiHeader", "text", "body", "u", "person"),
    N_("i2b2 XML"): ("deIdi2b2", "TEXT", "TAGS", "NAME", "DATE", "PHI"),
    "UIMA CAS (XMI)": ("XMI", "Sofa", "View", "NULL", "DocumentMetaData"),
}


def nearest_of_json(head: str) -> tuple[str, str] | None:
    """The two formats whose keys a beginning has most of; None where it has none of theirs, or has
    those of our own."""
    found = set(_KEY.findall(head))
    return None if found & _OURS else _two(found, _KEYS)


def nearest_of_xml(head: str) -> tuple[str, str] | None:
    """The same of elements."""
    return _two(set(_ELEMENT.findall(head)), _ELEMENTS)


def _two(found: set[str], signs: Mapping[str, tuple[str, ...]]) -> tuple[str, str] | None:
    shares = {name: len(found & set(theirs)) / len(theirs) for name, theirs in signs.items()}
    first, second, *_rest = sorted(shares, key=lambda name: -shares[name])
    return (first, second) if shares[first] else None
