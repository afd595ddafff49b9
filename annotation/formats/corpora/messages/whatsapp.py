"""Text exports of WhatsApp chats in: a message is a turn, what the program says an event.

Lines of the program (somebody joined, the chat is encrypted) hold names: they become an event
"system" at the turn before, without their words. A picture or voice message that was left out is an
event "media". When a message was sent is kept as "sent", in local time as the file has it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from annotation.formats import faults
from annotation.formats.checks import check_turn
from annotation.formats.corpora.lines import rows
from annotation.formats.corpora.messages import faults as wrong
from annotation.formats.corpora.standoff import Event, with_standoff
from annotation.formats.errors import FormatError
from annotation.formats.files.chats import STAMP
from annotation.formats.files.names import dialogue_name
from annotation.formats.types import DialogueValue, Files, ReadOptions, TurnValue

# A name has no quotes: '12/03/2024, 18:05 - Ana named the group "Calls: Monday"' has no speaker.
_SPOKEN = re.compile(r'(?P<speaker>[^:"“”«»„]{1,80}):(?: (?P<text>.*)|)')
_MARK = "\u200e\u202f \u200f"
_MEDIA = re.compile(
    r"<(?:media omitted|multimedia omitido|archivo omitido|medien ausgeschlossen|médias? omis|"
    r"mídia oculta|arquivo de mídia oculto|media omessi|media weggelaten)>|"
    r"(?:image|video|audio|sticker|gif|document|contact card|video note) omitted|"
    r"(?:imagen|video|vídeo|audio|sticker|gif|documento|tarjeta de contacto) omitid[oa]|"
    r"(?:bild|video|audio|sticker|gif|dokument|kontaktkarte) weggelassen|"
    r"(?:image|vidéo|audio|sticker|gif|document) (?:absente?|omise?)|"
    r"(?:imagem|vídeo|áudio|figurinha|gif|documento) ocult[oa]|"
    r"(?:immagine|video|audio|sticker|gif|documento) omess[oa]|"
    r"<(?:attached|adjunto|anhang|pièce jointe|anexado|allegato): [^<>]+>|"
    r"\S+\.\w{2,4} \((?:file attached|archivo adjunto|datei angehängt|fichier joint|"
    r"arquivo anexado|file allegato)\)",
    re.IGNORECASE,
)
_DELETED = re.compile(
    r"(?:this message was deleted|you deleted this message|se eliminó este mensaje|"
    r"eliminaste este mensaje|diese nachricht wurde gelöscht|ce message a été supprimé|"
    r"mensagem apagada|questo messaggio è stato eliminato)\.?",
    re.IGNORECASE,
)
# What the program says in somebody's name, on an iPhone: behind a mark of direction.
_SYSTEM = re.compile(
    r"\u200e.*(?:end-to-end|extremo a extremo|ende-zu-ende|bout en bout|ponta a ponta|"
    r"created (?:this )?group|creó (?:este|el) grupo|hat (?:die|diese) gruppe)",
    re.IGNORECASE | re.DOTALL,
)


@dataclass(slots=True)
class _Message:
    line: int
    sent: str
    speaker: str | None  # None: the program
    rows: list[str] = field(default_factory=list)


def read_whatsapp(files: Files, options: ReadOptions) -> Iterator[DialogueValue]:
    """The dialogue of each file; one of more turns than a dialogue may have comes in several."""
    for name in files:
        order = _order(files, name)
        stem = re.sub(r"\.\w{1,5}$", "", name.replace("\\", "/").rsplit("/", 1)[-1]) or "chat"
        stem = dialogue_name(stem)
        turns: list[TurnValue] = []
        first, number = 1, 0
        for line, turn in _turns(_messages(files, name, order), name, options):
            if len(turns) == options.max_turns:
                number += 1
                yield DialogueValue(f"{stem}-{number:03d}", options.lang, tuple(turns), line=first)
                turns = []
            first = first if turns else line
            turns.append(turn)
        if not turns:
            raise FormatError(faults.EMPTY, file=name)
        id = f"{stem}-{number + 1:03d}" if number else stem
        yield DialogueValue(id, options.lang, tuple(turns), line=first)


def _order(files: Files, name: str) -> str:
    """Whether days stand before months: "dmy", "mdy" or "ymd", told by the whole file."""
    most = [0, 0]
    wide = clock = False
    back = {"dmy": 0, "mdy": 0}
    before = {"dmy": (0, 0, 0), "mdy": (0, 0, 0)}
    for row in rows(files, name):
        match = STAMP.match(row)
        if match is None:
            continue
        first, second, third = (int(match[part]) for part in ("a", "b", "c"))
        if len(match["a"]) == 4:
            return "ymd"
        most = [max(most[0], first), max(most[1], second)]
        wide |= match["sign"] != "/"
        clock |= bool(match["half"]) and match["half"][:2].isupper()
        for order, date in (("dmy", (third, second, first)), ("mdy", (third, first, second))):
            back[order] += date < before[order]
            before[order] = date
    if most[0] > 12 or most[1] > 12:
        return "dmy" if most[0] > 12 else "mdy"
    if back["dmy"] != back["mdy"]:
        return min(back, key=lambda order: back[order])
    return "mdy" if clock and not wide else "dmy"


def _messages(files: Files, name: str, order: str) -> Iterator[_Message]:
    now: _Message | None = None
    for line, row in enumerate(rows(files, name), 1):
        match = STAMP.match(row)
        if match is None:
            if now is not None:
                now.rows.append(row)
            elif row.strip():
                raise FormatError(wrong.NO_CHAT, file=name, line=line)
            continue
        if now is not None:
            yield now
        sent = _sent(match, order)
        if sent is None:
            raise FormatError(wrong.CHAT_DATE, file=name, line=line)
        rest = row[match.end() :]
        spoken = _SPOKEN.fullmatch(rest)
        speaker = spoken["speaker"].strip(_MARK) if spoken else None
        now = _Message(line, sent, speaker, [(spoken["text"] or "") if spoken else rest])
    if now is not None:
        yield now


def _sent(match: re.Match[str], order: str) -> str | None:
    """The time of a message as ISO 8601 without a zone; None where it is no time."""
    parts = dict(zip(order, (int(match[each]) for each in ("a", "b", "c")), strict=True))
    hour, minute = int(match["h"]), int(match["m"])
    year = parts["y"] + (2000 if parts["y"] < 100 else 0)
    half = (match["half"] or "")[:1].lower()
    if half and hour <= 12:
        hour = hour % 12 + (12 if half == "p" else 0)
    try:
        time = datetime(year, parts["m"], parts["d"], hour, minute, int(match["s"] or 0))
    except ValueError:
        return None
    return time.isoformat(timespec="seconds" if match["s"] else "minutes")


def _turns(
    messages: Iterator[_Message], file: str, options: ReadOptions
) -> Iterator[tuple[int, TurnValue]]:
    """Each turn with its line; lines of the program become events of the turn before, or of the
    first."""
    held: tuple[int, TurnValue, list[Event]] | None = None
    early = number = 0
    for message in messages:
        text = "\n".join(message.rows)
        if message.speaker is None or _SYSTEM.match(text):
            if held is None:
                early += 1
            else:
                end = len(held[1].text)
                held[2].append(Event("event", "system", "", end, end))
            continue
        if held is not None:
            yield held[0], _with(held)
        text, kind = _own_text(text)
        events = [Event("event", "system", "", 0, 0)] * early
        early = 0
        if kind:
            events.append(Event("event", kind, message.speaker, 0, 0))
        turn = TurnValue(message.speaker, text, extra={"sent": message.sent})
        number += 1
        check_turn(turn, number=number, file=file, line=message.line, cap=options.max_turn)
        held = message.line, turn, events
    if held is not None:
        yield held[0], _with(held)


def _with(held: tuple[int, TurnValue, list[Event]]) -> TurnValue:
    _line, turn, events = held
    return TurnValue(turn.speaker, turn.text, extra=with_standoff(turn.extra, [], events))


def _own_text(text: str) -> tuple[str, str]:
    """What somebody wrote, and what the program says in its place: "media", "deleted" or ""."""
    first, end, rest = text.partition("\n")
    bare = first.strip(_MARK)
    if _MEDIA.fullmatch(bare):
        return rest, "media"
    if not end and _DELETED.fullmatch(bare):
        return "", "deleted"
    return text, ""
