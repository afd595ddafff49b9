"""Formats of other tools, told by their signatures, so that `auto` never takes one for plain text.

Called by `detection`. A file is named by what its first 64 KiB look like; where we read the format,
its row says by which name.
"""

import csv
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from annotation.formats.files.chats import STAMP
from annotation.formats.files.signs import TEXTGRID
from annotation.translatable import N_

TRANSCRIPT = N_("its text as plain text (Speaker: what was said), without times")
TABLE = N_("a header that names the column of the texts, as text or message")
MAIL = N_("JSONL with a dialogue for each thread, or the text of a message as plain text")
EXPORTED = N_("brat or JSONL made of it, with its labels as character offsets")
FOUND = N_("its texts in a format that we read, or “Found by a program in dialogues that are here”")

_TAG = re.compile(r"O|[BIESLU]-[^\W\d_]\S*")
_COLUMNS = frozenset(
    [
        "id",
        "text",
        "speaker",
        "turn",
        "label",
        "start",
        "end",
        "utterance",
        "message",
        "sender",
        "date",
        "time",
        "texto",
        "hablante",
        "turno",
        "etiqueta",
        "mensaje",
        "fecha",
        "hora",
        "sprecher",
        "nachricht",
    ]
)
_HEADING = re.compile(r"[\w .#-]{1,40}")
_MAIL_FIELD = re.compile(
    r"(From|To|Cc|Date|Subject|Received|Return-Path|Delivered-To|Message-I[dD]|MIME-Version): "
)
_MAIL_SURE = ("Subject", "Received", "Message-I", "MIME-Version", "Return-Path")


@dataclass(frozen=True, slots=True)
class Foreign:
    """A format of another tool: its name for people, and how its texts can be brought in."""

    name: str
    hint: str
    looks: Callable[[str, str], bool]  # (beginning of the file, name of the file)
    reader: str = ""  # the name of the format where we read it


def name_foreign(head: str, filename: str) -> Foreign | None:
    """The format of another tool that a text file seems to be in, or None.

    `head` is the beginning of the file without a byte order mark.
    """
    return next((each for each in FORMATS if each.looks(head, filename)), None)


def _begins(*signs: str) -> Callable[[str, str], bool]:
    return lambda head, _name: head.lstrip().startswith(signs)


def _root(*names: str) -> Callable[[str, str], bool]:
    """XML whose first element has one of these names."""
    pattern = re.compile(
        rf"\s*(<\?xml[^>]*\?>\s*|<!--.*?-->\s*|<!DOCTYPE[^>\[]*(\[[^\]]*\])?>\s*)*<({'|'.join(names)})\b",
        re.DOTALL | re.IGNORECASE,
    )
    return lambda head, _name: pattern.match(head) is not None


def _keys(*wanted: str, lacks: Sequence[str] = ("turns",)) -> Callable[[str, str], bool]:
    """JSON that has all these keys in its first records; alternatives stand as "a|b"."""
    has = [re.compile(rf'"({names})"\s*:') for names in wanted]
    no = [re.compile(rf'"{name}"\s*:') for name in lacks]

    def looks(head: str, _name: str) -> bool:
        if not head.lstrip().startswith(("{", "[")) or any(key.search(head) for key in no):
            return False
        return all(key.search(head) for key in has)

    return looks


def _lines(*wanted: str) -> Callable[[str, str], bool]:
    """The same for an object a line."""
    has = _keys(*wanted)
    return lambda head, name: head.lstrip().startswith("{") and has(head, name)


def _rows(head: str, most: int = 50) -> list[str]:
    """The first whole lines that are not blank."""
    return [row.rstrip("\r") for row in head.split("\n")[:200] if row.strip()][:most]


def _is_conll(head: str, _name: str) -> bool:
    """A token a line, its BIO tag in the last of at least two columns."""
    marks = ("# id = ", "-DOCSTART-")
    is_marked = head.startswith(marks)  # then it may hold no label
    rows = [row.split() for row in _rows(head) if not row.startswith(("# ", *marks))]
    tagged = [cells[-1] for cells in rows if len(cells) > 1 and _TAG.fullmatch(cells[-1])]
    has_label = is_marked or any(tag != "O" for tag in tagged)
    return bool(tagged) and len(tagged) >= 0.9 * len(rows) and has_label


def _is_mail(head: str, _name: str) -> bool:
    fields = [match[1] for row in _rows(head, 12) if (match := _MAIL_FIELD.match(row))]
    return len(set(fields)) > 1 and any(field.startswith(_MAIL_SURE) for field in fields)


def _is_mailbox(head: str, _name: str) -> bool:
    return re.match(r"From \S+ .*\d{4}\r?\n", head) is not None


def _is_chat_export(head: str, _name: str) -> bool:
    """A message, whose first line says when and who, or two such lines: messages may be long."""
    rows = _rows(head)
    first = STAMP.match(rows[0]) if rows else None
    if first is None:
        return False
    return ": " in rows[0][first.end() :] or any(map(STAMP.match, rows[1:]))


_SEGMENTS = _keys("segments", "start", "end", lacks=("turns", "answer", "spans", "tier"))
_CPP = _keys("transcription", "timestamps|offsets")
_LONG_TEXT = re.compile(r'\s*\{\s*"text"\s*:\s*"(?:[^"\\]++|\\.)*+\Z', re.DOTALL)


def _is_whisper(head: str, name: str) -> bool:
    """Segments with times. Of an hour the text alone is longer than the beginning that is seen."""
    if _SEGMENTS(head, name) or _CPP(head, name):
        return True
    return len(head) > 10_000 and _LONG_TEXT.match(head) is not None


# Keys of formats that we read and whose labels have scores, too.
_OF_TASKS = ("turns", "spans", "annotations", "predictions", "segments", "transcripts")
_FINDINGS = tuple(
    _keys(*keys, lacks=_OF_TASKS)
    for keys in (
        ("beg", "end"),
        ("phi", "non-phi|stop"),
        ("start", "end", "entity_type|entity_group|entity|label", "score|confidence|operator"),
    )
)
_NO_TASKS = _keys(lacks=_OF_TASKS)
_NOTHING_FOUND = re.compile(
    r'"(?:results|entities|items|recognizer_results|analyzer_results|pii_entities|filth)"'
    r"\s*:\s*\[\s*\]"
)


def is_findings(head: str) -> bool:
    """Whether a beginning is what a de-identifier found: offsets with types and scores, or the list
    of a text in which it found nothing."""
    if any(looks(head, "") for looks in _FINDINGS):
        return True
    return _NO_TASKS(head, "") and _NOTHING_FOUND.search(head) is not None


def _is_findings(head: str, _name: str) -> bool:
    return any(looks(head, "") for looks in _FINDINGS)


def _is_textgrid(head: str, _name: str) -> bool:
    """Praat writes other objects in the same form."""
    return TEXTGRID.match(head) is not None


def _is_table(head: str, name: str) -> bool:
    """Rows of as many cells as their heading, which has the name of a column that corpora have."""
    rows = _rows(head)
    for delimiter in ("\t", ";", ","):
        try:
            cells = list(csv.reader(rows, delimiter=delimiter))
        except csv.Error:
            continue
        if len(cells) < 2 or not all(_HEADING.fullmatch(cell) for cell in cells[0]):
            continue
        heading = {cell.strip().lower() for cell in cells[0]}
        called = name.lower().endswith((".csv", ".tsv"))
        fitting = [len(row) == len(cells[0]) for row in cells]
        fits = 2 * sum(fitting) > len(fitting) if called else all(fitting[:5])
        if len(heading) > 1 and (called or heading & _COLUMNS) and fits:
            return True
    return False


FORMATS: tuple[Foreign, ...] = (
    Foreign(N_("an ELAN file (.eaf)"), TRANSCRIPT, _root("ANNOTATION_DOCUMENT"), "eaf"),
    Foreign(N_("a TEI document"), TRANSCRIPT, _root("TEI", "teiCorpus"), "tei"),
    Foreign(N_("a CAS of UIMA or INCEpTION (XMI)"), EXPORTED, _root(r"(?:\w+:)?XMI", "CAS"), "xmi"),
    Foreign(N_("an i2b2 document (XML)"), EXPORTED, _root("MEDDOCAN", "deIdi2b2"), "i2b2"),
    Foreign(N_("XML of Philter"), EXPORTED, _root("Philter"), "philter"),
    Foreign("WebAnno TSV", EXPORTED, _begins("#FORMAT=WebAnno"), "webanno"),
    Foreign(N_("a TextGrid of Praat"), TRANSCRIPT, _is_textgrid, "textgrid"),
    Foreign(N_("a CHAT transcript (.cha)"), TRANSCRIPT, _begins("@UTF8", "@Begin")),
    Foreign(N_("a mailbox (mbox)"), MAIL, _is_mailbox, "mbox"),
    Foreign(N_("an e-mail (.eml)"), MAIL, _is_mail, "eml"),
    Foreign(N_("a chat export of WhatsApp"), TRANSCRIPT, _is_chat_export, "whatsapp"),
    Foreign(N_("CoNLL, a word a line"), EXPORTED, _is_conll, "conll"),
    Foreign(
        N_("a CAS of UIMA or INCEpTION (JSON)"),
        EXPORTED,
        _keys("%TYPES|%FEATURE_STRUCTURES"),
        "cas-json",
    ),
    Foreign(
        "Label Studio JSON",
        EXPORTED,
        _keys("data", "annotations|predictions", lacks=("turns", "completions")),
        "label-studio",
    ),
    Foreign(N_("JSON of a Label Studio before 1.0"), EXPORTED, _keys("data", "completions")),
    Foreign(
        "TAB JSON", EXPORTED, _keys("doc_id|dataset_type", "annotations|entity_mentions"), "tab"
    ),
    Foreign(
        "Prodigy JSONL",
        EXPORTED,
        _keys("text", "_input_hash|_task_hash|answer", "spans|tokens|_input_hash|_task_hash"),
        "prodigy",
    ),
    Foreign("doccano JSONL", EXPORTED, _lines("text|data", "labels?|entities"), "doccano"),
    Foreign(
        N_("JSON of Amazon Transcribe"),
        TRANSCRIPT,
        _keys("jobName|JobName|accountId|AccountId", "results|Transcript"),
        "transcribe",
    ),
    Foreign(N_("JSON of Whisper"), TRANSCRIPT, _is_whisper, "whisper"),
    Foreign(N_("what a de-identifier found, without the dialogues"), FOUND, _is_findings),
    Foreign(N_("a table (CSV or TSV)"), TABLE, _is_table, "csv"),
)
READ = {each.reader: each for each in FORMATS if each.reader}
