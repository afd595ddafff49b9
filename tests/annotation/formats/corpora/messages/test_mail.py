"""E-mails and mailboxes: fields, paragraphs, quotes, charsets, and what is left out."""

from base64 import b64encode
from dataclasses import replace
from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.formats import (
    DialogueValue,
    FormatError,
    ReadOptions,
    detect_source,
    iter_corpus,
    read_corpus,
)
from annotation.formats.corpora.replacing import neutral_speakers
from tests.annotation.formats.test_round_trips import LINED, TRIES

FIELDS = b"From: Ana <ana@example.org>\nTo: b@example.org\nSubject: cita\n"
MIXED = (
    b"From: =?utf-8?q?Bego=C3=B1a_Ruiz?= <b@example.org>\r\nTo: Ana\r\n <ana@example.org>\r\n"
    b"Subject: =?iso-8859-1?q?se=F1al?=\r\nReceived: by x\r\nMIME-Version: 1.0\r\n"
    b"Content-Type: multipart/mixed; boundary=q\r\n\r\n--q\r\n"
    b"Content-Type: text/plain; charset=iso-8859-1\r\n"
    b"Content-Transfer-Encoding: quoted-printable\r\n\r\n"
    b"Hola Ana:\r\nsoy Bego=F1a\r\n\r\n> qu=E9 tal\r\n> > Eva\r\nfin\r\n"
    b"--q\r\nContent-Type: image/png\r\n\r\nx\r\n--q--\r\n"
)
START = b"From ana@example.org Mon Jan  1 10:00:00 2024\n"


def read(data: bytes, name: str = "calls/a.eml", encoding: str = "utf-8") -> DialogueValue:
    [dialogue] = read_corpus("auto", data, filename=name, encoding=encoding)
    return dialogue


def said(dialogue: DialogueValue) -> list[tuple[str, str]]:
    return [(turn.speaker, turn.text) for turn in dialogue.turns]


def refused(data: bytes, format: str = "auto") -> FormatError:
    with pytest.raises(FormatError) as caught:
        read_corpus(format, data, filename="f.eml")
    assert "Ana" not in str(caught.value)
    assert caught.value.expected
    return caught.value


def test_fields_paragraphs_and_quotes_are_turns() -> None:
    dialogue = read(MIXED)
    assert (dialogue.id, dialogue.extra) == ("a", {"attachments": 1, "fields": 3})
    assert said(dialogue) == [
        ("From", "Begoña Ruiz <b@example.org>"),
        ("To", "Ana <ana@example.org>"),
        ("Subject", "señal"),
        ("Begoña Ruiz", "Hola Ana:\nsoy Begoña"),
        (">", "> qué tal"),
        (">>", "> > Eva"),
        ("Begoña Ruiz", "fin"),
    ]
    assert [turn.extra for turn in dialogue.turns[4:6]] == [{"quote": 1}, {"quote": 2}]


def test_attachments_are_counted() -> None:
    passed: list[str] = []
    options = ReadOptions(on_passed=passed.append)
    list(iter_corpus("eml", MIXED, options, filename="a.eml"))
    assert passed == ["attachment"]


def test_names_of_fields_and_quotes_are_no_names_of_people() -> None:
    assert neutral_speakers(read(MIXED)) == {"Begoña Ruiz": "spk1"}


def test_mail_without_mime() -> None:
    dialogue = read(FIELDS + b"\nSoy Ana\n\n\n\nde Irun\n")
    assert said(dialogue)[3:] == [("Ana", "Soy Ana"), ("Ana", "de Irun")]
    assert dialogue.turns[0].extra == {}


def test_a_body_that_is_not_utf8_says_so_and_is_read_when_told() -> None:
    data = FIELDS + "\nSoy Begoña\n".encode("iso-8859-1")
    assert refused(data).code == "encoding"
    assert read(data, encoding="iso-8859-1").turns[-1].text == "Soy Begoña"


@pytest.mark.parametrize("charset", ["x-unknown", "utf-8", "us-ascii", "windows-1252x"])
def test_a_charset_that_nobody_knows_is_utf8_if_it_fits(charset: str) -> None:
    head = FIELDS + f"Content-Type: text/plain; charset={charset}\n\n".encode()
    assert read(head + "Begoña\n".encode()).turns[-1].text == "Begoña"
    error = refused(head + "Begoña\n".encode("iso-8859-1"))
    assert (error.code, error.line) == ("mail", 1)


@pytest.mark.parametrize("depth", [30, 100, 3000])
def test_parts_in_parts_too_deep_are_refused(depth: int) -> None:
    heads = "".join(
        f"Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n" for n in range(depth)
    )
    error = refused(FIELDS + heads.encode() + b"\nSoy Ana\n")
    assert (error.code, error.expected) == ("mail", "at most 20 levels")


def test_a_mail_in_a_mail_is_read_behind_it() -> None:
    inner, outer = EmailMessage(), EmailMessage()
    inner["From"], inner["Subject"] = "Eva <e@example.org>", "dentro"
    inner.set_content("Soy Eva\n")
    outer["From"], outer["Subject"] = "Ana <a@example.org>", "fuera"
    outer.set_content("Mira\n")
    outer.add_attachment(inner)
    names = [speaker for speaker, _text in said(read(outer.as_bytes()))]
    assert names == ["From", "Subject", "Ana", "From", "Subject", "Eva"]


def test_html_is_read_where_there_is_no_plain_text() -> None:
    html = "<html><head><style>p {}</style></head><p>Soy&nbsp;<b>Ana</b>,<br>sí &amp; no"
    html += "<blockquote>qué tal</blockquote><script>x</script></html>"
    only = FIELDS + b"Content-Type: text/html; charset=utf-8\n\n" + html.encode()
    assert said(read(only))[3:] == [("Ana", "Soy Ana,\nsí & no"), (">", "> qué tal")]
    both = EmailMessage()
    both["From"], both["To"] = "Ana <a@example.org>", "b"
    both["Subject"] = "cita"
    both.set_content("llano\n")
    both.add_alternative(html, subtype="html")
    assert said(read(both.as_bytes()))[3:] == [("Ana", "llano")]


def test_a_mailbox_is_a_dialogue_a_message() -> None:
    data = START + FIELDS + b"\n>From here\n\n" + START + b"Subject: x\nFrom: e@x.org\n\nsi\n"
    first, second = read_corpus("auto", data, filename="in/box.mbox")
    assert [(each.id, each.line) for each in (first, second)] == [("box-001", 2), ("box-002", 9)]
    assert first.turns[-1].text == "From here"
    assert said(second)[-1] == ("e@x.org", "si")


def test_a_fault_in_a_mailbox_leaves_out_its_message_only() -> None:
    bad = b"Subject: x\nFrom: e@x.org\n\n\x01\n\n"
    faults: list[FormatError] = []
    data = START + bad + START + FIELDS + b"\nsi\n"
    options = ReadOptions(on_fault=faults.append)
    [kept] = iter_corpus("mbox", data, options, filename="box.mbox")
    assert kept.id == "box-002"
    assert [(each.code, each.line) for each in faults] == [("control_char", 2)]


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_auto_knows_mails(mark: bytes) -> None:
    assert detect_source(mark + FIELDS + b"\nx", "f.txt") == "eml"
    assert detect_source(mark + START + FIELDS + b"\nx", "f.txt") == "mbox"


@pytest.mark.parametrize(
    ("data", "format", "line"),
    [(b"Soy Ana\n", "eml", 1), (b"\nSoy Ana\n", "mbox", 2), (FIELDS, "mbox", 1)],
)
def test_what_is_no_mail_is_refused(data: bytes, format: str, line: int) -> None:
    error = refused(data, format)
    assert (error.code, error.line) == ("mail", line)


@TRIES
@given(LINED.filter(str.strip), st.sampled_from(["8bit", "base64"]))
def test_the_words_of_a_body_are_kept(text: str, packed: str) -> None:
    data = text.encode()
    head = "From: a@x.org\nTo: b\nSubject: c\nContent-Type: text/plain; charset=utf-8\n"
    head += f"Content-Transfer-Encoding: {packed}\n\n"
    body = b64encode(data) if packed == "base64" else data
    dialogue = replace(read(head.encode() + body))
    bodies = [turn.text for turn in dialogue.turns[3:]]
    assert "".join("\n".join(bodies).split()) == "".join(text.split())
