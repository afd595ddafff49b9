"""A file of every format that we read, each of a few turns that hold the same words."""

import json
from io import BytesIO

from annotation.formats import (
    FORMATS,
    WRITTEN,
    DialogueValue,
    SpanValue,
    TurnValue,
    render,
    write_corpus,
)

SECRET = "Zuriñe"
SAID = ("hola", "buenos días 😀", "de Irun", "sí, claro", "eh", "un momento", "גם וגם", "dos; tres")
TEI = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<TEI xmlns="http://www.tei-c.org/ns/1.0"><text><body>'
    "{}</body></text></TEI>\n"
)
MAIL = (
    "From: Ana <ana@example.org>\nTo: b@example.org\nSubject: cita\nMIME-Version: 1.0\n"
    "Content-Type: text/plain; charset=utf-8\n\n{}\n"
)
PHILTER = """<?xml version="1.0" ?>
<Philter>
<TEXT><![CDATA[{}
]]></TEXT>
<TAGS>
</TAGS>
</Philter>
"""


def calls(number: int = 1) -> list[DialogueValue]:
    """Dialogues with labels and times, told apart by their numbers."""
    return [
        DialogueValue(f"call-{n}", "es", tuple(_turn(n, place) for place in range(len(SAID))))
        for n in range(number)
    ]


def _turn(number: int, place: int) -> TurnValue:
    text = f"{SAID[place]} soy {SECRET} {number}"
    start = text.index(SECRET)
    span = SpanValue(start, start + len(SECRET), "name")
    times = {"start": 2.0 * place, "end": 2.0 * place + 1.5}
    return TurnValue("agente" if place % 2 else "cliente", text, (span,), times)


def written(format: str, some: list[DialogueValue]) -> bytes:
    """The file of these dialogues, or the zip of theirs."""
    out = BytesIO()
    write_corpus(format, some, out)
    return out.getvalue()


def sample(format: str, number: int = 1) -> bytes:
    """A file (in brat a zip of two) of a format, of the dialogue of this number."""
    [dialogue] = calls(number)[-1:]
    if format == "brat" or (format in WRITTEN and not FORMATS[format].has_members):
        return written(format, [dialogue])
    if format in WRITTEN:
        [(_ending, data)] = render(format, dialogue).files
        return data
    return _only_read(format, dialogue).encode()


def _only_read(format: str, dialogue: DialogueValue) -> str:
    said = [(turn.speaker, turn.text) for turn in dialogue.turns]
    if format == "tei":
        return TEI.format("".join(f'<u who="#{who}">{text}</u>\n' for who, text in said))
    if format == "eml":
        return MAIL.format("\n\n".join(text for _who, text in said))
    if format == "mbox":
        return "From ana@example.org Mon Jan  1 10:00:00 2024\n" + _only_read("eml", dialogue)
    if format == "whatsapp":
        return "".join(
            f"12/03/2024, 18:{n:02} - {who}: {text}\n" for n, (who, text) in enumerate(said)
        )
    if format == "philter":
        return PHILTER.format("\n".join(text for _who, text in said))
    assert format == "transcribe"
    segments = [
        {
            "id": n, "transcript": text, "start_time": f"{2.0 * n}", "end_time": f"{2 * n + 1.5}",
            "speaker_label": who, "items": [n],
        }
        for n, (who, text) in enumerate(said)
    ]  # fmt: skip
    results = {"transcripts": [], "items": [], "audio_segments": segments}
    return json.dumps({"jobName": dialogue.id, "results": results, "status": "COMPLETED"})
