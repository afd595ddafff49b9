"""Files that are wrong in the way of their own format: refused by code and line, without a word of
them, and without a word to anybody else (tests/network.py has no socket for them)."""

import json

import pytest

from annotation.formats import FORMATS, FormatError, read_corpus
from tests.annotation.formats.samples import SECRET, sample
from tests.archives import zipped

WIDE = f"{SECRET} " * 20_000  # over the 131,072 characters of a cell that csv reads
HEAD = "id,speaker,text\n"
FIELDS = "From: a@x.org\nTo: b@x.org\nSubject: c\n"
DEEP = "".join(f"Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n" for n in range(100))
XMI = (
    '<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:cas="http:///uima/cas.ecore" '
    'xmlns:t="http:///t.ecore" xmi:version="2.0"><t:Name xmi:id="2" sofa="1" begin="0" end="{}" '
    'value="n"/>{}</xmi:XMI>'
)
SOFA = f'<cas:Sofa xmi:id="1" sofaID="_InitialView" sofaString="soy {SECRET}"/>'
BOMB = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">{}]><x>&j;</x>'.format(
    "".join(
        f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefghi", "bcdefghij", strict=True)
    )
)
OUTSIDE = '<!DOCTYPE x [<!ENTITY a SYSTEM "{}">]><x>' + SECRET + "&a;</x>"
MARKUP = tuple(name for name, format in FORMATS.items() if format.markup)

CASES: list[tuple[str, str | bytes, str]] = [
    ("csv", f'{HEAD}1,A,"{WIDE}"\n', "table_row"),
    ("csv", f"{HEAD}1,A,hola\n1,A,hola,{SECRET}\n", "table_row"),
    ("csv", f"id;speaker;text\n1;A;hola\n1;{SECRET}\n", "table_row"),
    ("csv", f'{HEAD}1,A,"hola {SECRET}\n', "table_row"),
    ("csv", f"id,text,text\n1,{SECRET},b\n", "table_column"),
    ("conll", f"{SECRET} I-PER\nde B-LOC\nan B-LOC\nIrun I-ORG\n", "conll_line"),
    ("conll", f"soy\tO\n{SECRET}\tX\tB-PER\n", "conll_line"),
    ("conll", f"soy O\n{SECRET}\n", "conll_line"),
    ("conll", f"soy O\n{SECRET} E-PER\nde S-LOC\n", "conll_line"),
    ("xmi", XMI.format(3, f"<t:Token note='{SECRET}'/>"), "cas"),
    ("xmi", XMI.format(99, SOFA), "span_range"),
    ("xmi", XMI.format("x", SOFA), "cas"),
    ("eml", f"soy {SECRET}, y esto no es correo\n", "mail"),
    ("eml", f"{FIELDS}Content-Type: text/plain; charset=x-none\n\n".encode() + b"\xf1 x", "mail"),
    ("eml", f"{FIELDS}{DEEP}{SECRET}\n", "mail"),
    ("mbox", f"soy {SECRET}\n", "mail"),
    ("vtt", f"WEBVTT\n\n00:00:01.000 --> 00:00:00.500\n{SECRET}\n", "subtitles"),
    ("srt", f"1\n00:00:01,000 -> x\n{SECRET}\n", "subtitles"),
    ("whatsapp", f"hola, soy {SECRET}\n", "chat"),
    ("webanno", f"#FORMAT=WebAnno TSV 3.3\n\n\n#Text={SECRET}\n1-1\t3-9\tsoy\t\n", "webanno"),
    ("textgrid", f'File type = "ooTextFile"\n"TextGrid"\n0 1 <exists> 9 "{SECRET}"', "textgrid"),
    ("label-studio", json.dumps([{"data": {"x": SECRET, "y": SECRET}}]), "missing_key"),
    ("doccano", json.dumps({"text": SECRET, "label": [[0, 99, "n"]]}), "span_range"),
    ("prodigy", json.dumps({"text": SECRET, "spans": [{"start": 0, "end": 2}]}), "missing_key"),
    ("tab", json.dumps([{"doc_id": SECRET, "text": 3}]), "wrong_type"),
    ("whisper", json.dumps({"segments": [{"text": SECRET, "start": -1}]}), "wrong_type"),
    *((name, BOMB, "") for name in MARKUP),
    *((name, OUTSIDE.format("file:///etc/passwd"), "") for name in MARKUP),
    *((name, OUTSIDE.format("http://127.0.0.1/x.dtd"), "") for name in MARKUP),
    ("auto", zipped(a_txt=f"A: {SECRET}\n", b_txt=sample("conll").decode()), "content_type"),
    ("auto", zipped(a_srt=sample("srt").decode(), b_srt=f"{SECRET}\n"), "subtitles"),
]


@pytest.mark.parametrize(
    ("format", "data", "code"), CASES, ids=[f"{n}-{case[0]}" for n, case in enumerate(CASES)]
)
def test_a_file_that_is_wrong(format: str, data: str | bytes, code: str) -> None:
    raw = data.encode() if isinstance(data, str) else data
    with pytest.raises(FormatError) as caught:
        read_corpus(format, raw, filename="f.x")
    error = caught.value
    assert error.code == (code or error.code)
    assert error.status < 500 and error.expected
    for told in (str(error), repr(error), error.expected, error.message):
        assert SECRET not in told and "root:" not in told
