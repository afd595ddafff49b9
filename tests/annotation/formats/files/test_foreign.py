"""Other tools' formats are named, with a way in; what people say is never taken for one of them."""

import io
import zipfile
import zlib

import pytest

from annotation.formats import FormatError, detect_source, read_corpus

CONLL = "Soy O\nAna B-PER\nde O\nIrun B-LOC\n\nSí O\n"
SRT = "1\n00:00:01,000 --> 00:00:02,500\nSoy Ana\n\n2\n00:00:03,000 --> 00:00:04,000\nHola\n"
WEBANNO = "#FORMAT=WebAnno TSV 3.3\n#T_SP=custom.Span|value\n\n#Text=Soy Ana\n1-1\t0-3\tSoy\t_\n"
MAIL = "From: Ana <ana@example.org>\nTo: b@example.org\nSubject: cita\n\nSoy Ana\n"
TEXTGRID = 'File type = "ooTextFile"\nObject class = "TextGrid"\n\nxmin = 0\n'
TEI = '<TEI xmlns="http://www.tei-c.org/ns/1.0"><text><u who="#a">Soy Ana</u></text></TEI>'
XMI = '<?xml version="1.0"?><xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmi:version="2.0">'
ELAN = '<?xml version="1.0" encoding="UTF-8"?>\n<ANNOTATION_DOCUMENT AUTHOR="">'
I2B2 = "<?xml version='1.0' encoding='UTF-8'?>\n<MEDDOCAN>\n  <TEXT><![CDATA[Soy Ana]]></TEXT>"
CAS = '{"%TYPES": {}, "%FEATURE_STRUCTURES": []}'
LABEL_STUDIO = '[{"id": 1, "data": {"text": "Soy Ana"}, "annotations": [{"result": []}]}]'
OLD_LABEL_STUDIO = '[{"id": 1, "data": {"text": "Soy Ana"}, "completions": [{"result": []}]}]'
DOCCANO = '{"id": 1, "text": "Soy Ana", "label": [[4, 7, "per"]]}\n'
PRODIGY = '{"text": "Soy Ana", "_input_hash": 1, "_task_hash": 2, "spans": []}\n'
TAB = '[{"annotations": {"a1": {"entity_mentions": []}}, "doc_id": "001-1", "text": "Soy Ana"}]'
CHATS = "12/03/2024, 18:05 - Ana: hola\n12/03/2024, 18:06 - Eva: qué tal\n"
PHONE = "\u200e[12/3/24 18:05:11] Ana: hola\n[12/3/24 18:06:02] Eva: qué tal\n"
CHA = "@UTF8\n@Begin\n*CHI:\thola .\n@End\n"
MBOX = "From ana@example.org Mon Jan  1 10:00:00 2024\nSubject: cita\n\nSoy Ana\n"

OTHERS = [
    (CHA, "CHAT"),
    (OLD_LABEL_STUDIO, "Label Studio before 1.0"),
]


@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["plain", "bom"])
@pytest.mark.parametrize(("text", "name"), OTHERS, ids=[name for _text, name in OTHERS])
def test_auto_names_the_format_and_a_way_in(text: str, name: str, mark: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_corpus("auto", (mark + text).encode(), filename="corpus.txt")
    error = caught.value
    assert (error.code, error.status) == ("content_type", 415)
    assert name in error.message
    assert error.expected
    assert "Ana" not in str(error)  # never the text


READ = [
    (CONLL, "conll"),
    ("Ana B-PER\n", "conll"),
    ("-DOCSTART- -X- O O\n\nAna NNP B-NP B-PER\nva VB O O\n", "conll"),
    ("-DOCSTART- O\n\nAna O\nva O\n", "conll"),
    (LABEL_STUDIO, "label-studio"),
    (DOCCANO, "doccano"),
    (DOCCANO.replace("label", "entities"), "doccano"),
    (PRODIGY, "prodigy"),
    ("id,label\n1,Soy Ana\n2,Hola\n", "csv"),
    (MAIL, "eml"),
    (TEXTGRID, "textgrid"),
    (TEI, "tei"),
    (ELAN, "eaf"),
    (WEBANNO, "webanno"),
    (XMI, "xmi"),
    (CAS, "cas-json"),
    (I2B2, "i2b2"),
    (TAB, "tab"),
    (MBOX, "mbox"),
    (CHATS, "whatsapp"),
    (PHONE, "whatsapp"),
    ('{"text": "Soy Ana", "spans": [], "answer": "reject"}\n', "prodigy"),
]


@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["plain", "bom"])
@pytest.mark.parametrize(("text", "format"), READ)
def test_auto_reads_what_we_can_read(text: str, format: str, mark: str) -> None:
    assert detect_source((mark + text).encode(), "corpus.txt") == format


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('{"segments": ["Ana"], "language": "es"}', ("Whisper", "JSON")),
        ('{"text": "Ana", "tokens": []}', ("Prodigy", "or JSONL")),
        ('[{"results": [{"alternatives": ["Ana"]}]}]', ("Amazon Transcribe", "JSON")),
        ("<?xml version='1.0'?><body><u>Ana</u></body>", ("TEI", "Transcriber")),
        ('<?xml version="1.0"?><book><TIER>Ana</TIER></book>', ("ELAN", "Transcriber")),
    ],
)
def test_what_is_surely_nothing_is_told_the_two_nearest(text: str, names: tuple[str, str]) -> None:
    with pytest.raises(FormatError, match="surely neither") as caught:
        detect_source(text.encode(), "f.txt")
    assert all(name in caught.value.message for name in names)
    assert caught.value.status == 415 and "Ana" not in str(caught.value)


def test_what_has_our_own_keys_is_ours() -> None:
    for text in ('{"id": "a", "text": "Ana"}', '{"turns": 3}', "{}", '{"x": 1}'):
        assert detect_source(text.encode(), "f.txt") == "jsonl"


def test_json_whose_lists_name_columns_is_no_table() -> None:
    line = b'{"id": "a", "kept": ["id", "text", "lang", "speaker"], "turns": [{"text": "hola"}]}\n'
    assert detect_source(2 * line, "tagged.jsonl") == "jsonl"
    assert detect_source(2 * line, "tagged.csv") == "jsonl"


def test_labels_come_before_a_table() -> None:
    """CoNLL may be called .tsv, and its first word be the name of a column."""
    data = b"texto\tO\nde\tO\nAna\tB-PER\n"
    assert detect_source(data, "corpus.tsv") == "conll"
    assert detect_source(b"texto\tspeaker\nde Ana\tB\n", "corpus.tsv") == "csv"


@pytest.mark.parametrize(
    ("data", "format", "name"),
    [
        (b"PAR1\x15\x04\x15\x00" + bytes(40), "parquet", "Parquet"),
        (zlib.compress(b"\x87\xa7version"), "docbin", "DocBin"),
    ],
)
def test_packed_data_is_no_other_encoding(data: bytes, format: str, name: str) -> None:
    assert detect_source(data, "corpus.bin") == format
    with pytest.raises(FormatError, match=name):  # broken, or the package is missing
        read_corpus("auto", data, filename="corpus.bin")
    with pytest.raises(FormatError, match=name) as caught:
        read_corpus("jsonl", data, filename="corpus.bin")
    assert caught.value.code == "content_type"


def test_a_zip_is_looked_into_as_a_whole() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("a.txt", "A: hola\n")
        archive.writestr("b.txt", CONLL)
    with pytest.raises(FormatError, match="CoNLL") as caught:
        detect_source(out.getvalue(), "calls.zip")
    assert caught.value.file.endswith("b.txt")


@pytest.mark.parametrize(
    "text",
    [
        "A: hola, soy Ana\nB: sí, claro\n",
        "hola, soy Ana\nsí, claro\n",
        "A:\thola\nB:\tsí\n",
        "From: hola\nTo: sí\n",
        "A: el 12/03/2024, 18:05 - vino Ana\n",
        "A: 00:01 es la hora\n",
        "1\nhola\n",
        "sí O no\nA O B\n",
        "O\nB-12\n",
        "A: <TEI> dijo\n",
        "Text: hola, id\n",
        "Begin\n@Ana hola\n",
        "A: vitamina B-12\nB: la B-12\n",
        "# id = O\nsí, no\n",
        'A: {"text": "x", "label": []}\n',
        "A: -DOCSTART- O\nB: Ana B-PER\nA: no\n",
    ],
)
def test_what_people_say_is_plain_text(text: str) -> None:
    assert detect_source(text.encode(), "call.txt") == "plain"


@pytest.mark.parametrize("text", [CONLL, SRT, CHATS, MAIL, "id,text\n1,Soy Ana\n"])
def test_who_says_that_it_is_plain_text_is_believed(text: str) -> None:
    assert read_corpus("plain", text.encode(), filename="corpus.txt")
