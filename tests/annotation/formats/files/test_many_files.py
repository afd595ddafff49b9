"""What `auto` says of some hundred files of every format: never another format, and never plain
text where something says what it is."""

import csv
import email.policy
import io
import mailbox
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import openpyxl
import srt
import webvtt

from annotation.formats import FORMATS, FormatError, detect_source, is_installed
from tests.annotation.formats.samples import SAID, calls, sample, written

NAMES = ("f", "call.txt", "Llamada 7.dat")  # no name tells
HEADS = (
    ("id", "speaker", "text"),
    ("call_id", "turn", "agent", "message"),
    ("diálogo", "hablante", "texto", "hora"),
    ("Conversation ID", "Role", "Transcript"),
)
STAMPS = (
    *("13/3/24, 18:{:02} - ", "3/13/24, 6:{:02} PM - ", "12.03.24, 18:{:02} - "),
    *("[12/3/24 18:{:02}:11] ", "\u200e[12/03/24, 18:{:02}:11] ", "2024-03-12, 18:{:02} - "),
    *("12/03/2024 à 18:{:02} - ", "12/3/2024, 6:{:02} p. m. - ", "[3/13/24, 6:{:02}:11\u202fPM] "),
)
PLAIN = (
    "{}: {}\n", "{}:  {}\n\n", "- {} {}\n", "Spk {}: {}\r\n", "{} dijo: {}\n", "{} {}\n",
    "# dialogue x\n{}: {}\n", "{}: el 12/03/2024 a las 18:05, {}\n", "{}: 1, 2, 3; {}\n",
)  # fmt: skip


def ours() -> Iterator[tuple[str, bytes]]:
    for format in filter(is_installed, FORMATS):
        for number in range(1, 7):
            yield format, sample(format, number)
            if not FORMATS[format].packed and format != "brat":
                yield format, b"\xef\xbb\xbf" + sample(format, number)
    for format in ("jsonl", "csv", "conll", "label-studio", "doccano", "prodigy", "tab"):
        yield format, written(format, calls(5))


def mails() -> Iterator[tuple[str, bytes]]:
    for policy in (email.policy.default, email.policy.SMTP, email.policy.SMTPUTF8):
        for number, said in enumerate(SAID):
            mail = EmailMessage(policy=policy)
            mail["From"], mail["To"], mail["Subject"] = (
                "Ana <ana@example.org>",
                "b@example.org",
                said,
            )
            mail.set_content(said)
            if number % 2:
                mail.add_alternative(f"<p>{said}</p>", subtype="html")
            if number % 3 == 0:
                mail.add_attachment(b"x", maintype="image", subtype="png", filename="x.png")
            yield "eml", mail.as_bytes()


def boxes(folder: Path) -> Iterator[tuple[str, bytes]]:
    for number in range(1, 4):
        box = mailbox.mbox(folder / f"{number}.mbox")
        for _kind, data in list(mails())[:number]:
            box.add(mailbox.mboxMessage(data))
        box.close()
        yield "mbox", (folder / f"{number}.mbox").read_bytes()


def tables() -> Iterator[tuple[str, bytes]]:
    for head in HEADS:
        rows = [head, *([f"{n}", *["ana"] * (len(head) - 2), said] for n, said in enumerate(SAID))]
        if "hora" in head:
            rows = [head, *([f"{n}", "ana", said, "18:05"] for n, said in enumerate(SAID))]
        for dialect in ("excel", "excel-tab", "unix"):
            out = io.StringIO()
            csv.writer(out, dialect=dialect).writerows(rows)
            yield "csv", out.getvalue().encode()
        out = io.StringIO()
        csv.writer(out, delimiter=";").writerows(rows)
        yield "csv", out.getvalue().encode()
        book, data = openpyxl.Workbook(), io.BytesIO()
        assert book.active is not None
        for row in rows:
            book.active.append(list(row))
        book.save(data)
        yield "xlsx", data.getvalue()


def titles() -> Iterator[tuple[str, bytes]]:
    for number in range(1, 5):
        cues = [
            srt.Subtitle(n, srt.timedelta(seconds=n), srt.timedelta(seconds=n + 1), said)
            for n, said in enumerate(SAID[:number], 1)
        ]
        yield "srt", srt.compose(cues).encode()
        captions = [
            webvtt.Caption(f"00:00:0{n}.000", f"00:00:0{n}.500", said)
            for n, said in enumerate(SAID[:number], 1)
        ]
        yield "vtt", webvtt.WebVTT(captions=captions).content.encode()


def texts() -> Iterator[tuple[str, bytes]]:
    for stamp in STAMPS:
        rows = [f"{stamp.format(n)}Ana: {said}\n" for n, said in enumerate(SAID, 1)]
        yield "whatsapp", "".join(rows).encode()
        yield "whatsapp", rows[0].encode()
    for form in PLAIN:
        yield "plain", "".join(form.format("Ana", said) for said in SAID).encode()
        yield "plain", form.format("agente", SAID[1]).encode()


def many(folder: Path) -> Iterator[tuple[str, bytes]]:
    for some in (ours(), mails(), boxes(folder), tables(), titles(), texts()):
        yield from some


def test_no_file_is_taken_for_another(tmp_path: Path) -> None:
    wrong, number = [], 0
    for number, (format, data) in enumerate(many(tmp_path), 1):
        name = NAMES[number % len(NAMES)]
        try:
            told = detect_source(data, "x.zip" if format == "brat" else name)
        except FormatError as error:
            told = error.code
        if told != format:
            wrong.append((number, format, told, data[:60]))
    assert not wrong
    assert number >= 300


def test_published_files(shared_data: Path) -> None:
    """Texts of the corpora as they are published, and as people would have them."""
    wrong, number = [], 0
    for path in sorted((shared_data / "raw" / "meddocan-brat").glob("*.txt")):
        number += 1
        said = detect_source(path.read_bytes(), path.name)
        notes = detect_source(path.with_suffix(".ann").read_bytes(), f"{path.stem}.ann")
        wrong += [path.name] * ((said, notes) != ("plain", "brat"))
    for path in sorted(shared_data.glob("*.jsonl.gz")):
        number += 1
        wrong += [path.name] * (detect_source(path, path.name) != "jsonl")
    assert not wrong
    assert number >= 50
