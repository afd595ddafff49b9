"""E-mails and mailboxes in: a message is a dialogue, each field that people read a turn of its own,
then its text, a paragraph a turn; quoted paragraphs have ">" for a speaker.

Attachments are counted and left out, as are fields that programs write. An attached message is
read behind the one that brings it. Where there is no plain text, that of the HTML is taken.
"""

import re
from collections.abc import Iterator
from email import message_from_bytes
from email.errors import HeaderParseError, MessageError
from email.header import decode_header
from email.message import Message
from email.utils import parseaddr
from typing import Any

from annotation.formats.checks import MAX_SPEAKER, check_turn
from annotation.formats.corpora.messages import faults as wrong
from annotation.formats.corpora.messages.markup import text_of_html
from annotation.formats.errors import FormatError
from annotation.formats.files.archive import MEBI, open_file
from annotation.formats.files.encoding import CONTROL, decode
from annotation.formats.files.names import dialogue_name
from annotation.formats.types import DialogueValue, Files, ReadOptions, TurnValue

# Fields that people write and read, each a turn; all others are counted.
FIELDS = ("From", "Sender", "Reply-To", "To", "Cc", "Bcc", "Date", "Subject")
DEEPEST = 20  # parts in parts
LONGEST = 32 * MEBI
_SEPARATOR = re.compile(rb"From \S+ .*\d{4}\s*\n?\Z")
_ESCAPED = re.compile(rb">+From ")
_FIELD = re.compile(rb"[!-9;-~]+:")
_QUOTED = re.compile(r"(?:> ?)+")


def read_eml(files: Files, options: ReadOptions) -> Iterator[DialogueValue]:
    """The dialogue of each message; raises FormatError."""
    for name in files:
        try:
            dialogue = _dialogue(files[name], _stem(name), 1, name, files, options)
        except FormatError as fault:
            options.leave_out(fault)
            continue
        yield dialogue


def read_mbox(files: Files, options: ReadOptions) -> Iterator[DialogueValue]:
    """The dialogue of each message of each mailbox, one at a time in memory."""
    for name in files:
        for number, (line, data) in enumerate(_messages(files, name, options), 1):
            try:
                given = f"{_stem(name)}-{number:03d}"
                dialogue = _dialogue(data, given, line, name, files, options)
            except FormatError as fault:
                options.leave_out(fault)
                continue
            yield dialogue


def _stem(name: str) -> str:
    stem = re.sub(r"\.\w{1,5}$", "", name.replace("\\", "/").rsplit("/", 1)[-1]) or "message"
    return dialogue_name(stem)


def _messages(files: Files, name: str, options: ReadOptions) -> Iterator[tuple[int, bytes]]:
    """(line of its first field, bytes) of each message; ">From " stands for "From " in its text."""
    kept: list[bytes] = []
    line = size = first = 0
    blank = True
    with open_file(files, name) as stream:
        while raw := stream.readline(LONGEST + 1):
            line += 1
            raw = raw.removeprefix(b"\xef\xbb\xbf") if line == 1 else raw
            if blank and _SEPARATOR.match(raw):
                if kept:
                    yield first, b"".join(kept)
                kept, size, first, blank = [], 0, line + 1, False
                continue
            blank = not raw.strip()
            if not first:
                if blank:
                    continue
                raise FormatError(wrong.NO_MAILBOX, file=name, line=line)
            size += len(raw)
            if size > LONGEST:
                if kept:
                    most = LONGEST // MEBI
                    fault = FormatError(wrong.MAIL_TOO_LONG, file=name, line=first, most=most)
                    options.leave_out(fault)
                kept = []
                continue
            kept.append(raw[1:] if _ESCAPED.match(raw) else raw)
    if kept:
        yield first, b"".join(kept)


def _dialogue(
    data: bytes, id: str, line: int, file: str, files: Files, options: ReadOptions
) -> DialogueValue:
    data = data.removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n")
    if not _FIELD.match(data):
        raise FormatError(wrong.NO_MAIL, file=file, line=line)
    reader = _Reader(file, line, options, recoded=getattr(files, "encoding", "utf-8") != "utf-8")
    try:
        reader.message(message_from_bytes(data), 1)
    except RecursionError:
        raise FormatError(wrong.MAIL_DEPTH, file=file, line=line, most=DEEPEST) from None
    except (MessageError, LookupError, AttributeError, TypeError):
        raise FormatError(wrong.NO_MAIL, file=file, line=line) from None
    kept = {"attachments": reader.attachments, "fields": reader.fields}
    extra = {key: count for key, count in kept.items() if count}
    return DialogueValue(id, options.lang, tuple(reader.turns), extra=extra, line=line)


class _Reader:
    """The turns of one message while its parts come in."""

    def __init__(self, file: str, line: int, options: ReadOptions, *, recoded: bool) -> None:
        self.file, self.line, self.options, self.recoded = file, line, options, recoded
        self.turns: list[TurnValue] = []
        self.attachments = self.fields = 0

    def message(self, message: "Message[str, str]", depth: int) -> None:
        """The fields of a message, then its parts."""
        sender = ""
        for name, raw in message.raw_items():
            known = next((each for each in FIELDS if each.lower() == name.lower()), None)
            if known is None:
                self.fields += 1
                continue
            text = self._field(str(raw))
            if known == "From":
                shown, address = parseaddr(text)
                # Only what can be a speaker: the words themselves stand in the turn.
                sender = " ".join(CONTROL.sub(" ", shown or address).split())[:MAX_SPEAKER]
            self._turn(known, text, {})
        self._part(message, sender, depth)

    def _part(self, part: "Message[str, str]", sender: str, depth: int) -> None:
        if depth > DEEPEST:
            most = DEEPEST
            raise FormatError(wrong.MAIL_DEPTH, file=self.file, line=self.line, most=most)
        inside = part.get_payload()
        kind = part.get_content_type()
        if isinstance(inside, list):
            parts: list[Any] = inside
            if kind == "message/rfc822":
                for each in parts:
                    self.message(each, depth + 1)
                return
            for each in _best(parts) if kind == "multipart/alternative" else parts:
                self._part(each, sender, depth + 1)
        elif part.get_content_disposition() == "attachment" or part.get_content_maintype() != (
            "text"
        ):
            self.attachments += 1
            self.options.pass_over("attachment")
        else:
            text = self._text(part)
            self._body(text_of_html(text) if kind == "text/html" else text, sender)

    def _text(self, part: "Message[str, str]") -> str:
        data = part.get_payload(decode=True)
        assert isinstance(data, bytes)
        packed = str(part.get("Content-Transfer-Encoding", "")).strip().lower()
        named = part.get_content_charset()
        if named is None or (self.recoded and packed not in ("base64", "quoted-printable")):
            return decode(data, file=self.file, line=self.line)
        try:
            return data.decode("utf-8" if named in ("us-ascii", "ascii") else named)
        except (LookupError, UnicodeError, ValueError):
            pass
        try:  # a charset that nobody knows is often UTF-8 under another name
            return data.decode("utf-8")
        except UnicodeError:
            raise FormatError(wrong.MAIL_CHARSET, file=self.file, line=self.line) from None

    def _field(self, raw: str) -> str:
        flat = re.sub(r"\r?\n[ \t]*", " ", raw).strip()
        try:
            pieces = decode_header(flat)
        except (HeaderParseError, ValueError):
            pieces = [(flat, None)]
        text = ""
        for piece, charset in pieces:
            data = piece if isinstance(piece, bytes) else piece.encode("utf-8", "surrogateescape")
            try:
                text += data.decode(charset or "utf-8")
            except (LookupError, UnicodeError):
                text += decode(data, file=self.file, line=self.line)
        return text

    def _body(self, text: str, sender: str) -> None:
        """A turn for each paragraph; one ends where the depth of quoting changes, too."""
        kept: list[str] = []
        marks = ""
        for row in [*text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), ""]:
            quoted = _QUOTED.match(row)
            depth = quoted[0].replace(" ", "") if quoted else ""
            bare = not row[quoted.end() if quoted else 0 :].strip()
            if kept and (bare or depth != marks):
                self._turn(marks or sender, "\n".join(kept), {"quote": len(marks)} if marks else {})
                kept = []
            if not bare:
                kept.append(row)
                marks = depth

    def _turn(self, speaker: str, text: str, extra: dict[str, object]) -> None:
        turn = TurnValue(speaker, text, extra=extra)
        number, cap = len(self.turns) + 1, self.options.max_turn
        check_turn(turn, number=number, file=self.file, line=self.line, cap=cap)
        self.turns.append(turn)


def _best(parts: list[Any]) -> list[Any]:
    """Of ways to say the same, plain text; else the last, which is the richest."""
    plain = [each for each in parts if each.get_content_type() == "text/plain"]
    return plain[:1] or parts[-1:]
