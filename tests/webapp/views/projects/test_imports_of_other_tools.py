"""Files of other tools through the import page: the preview names their format, and they go in."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from annotation.models import Project
from tests.imports import do_imports
from tests.webapp.html import squeezed
from tests.webapp.views.projects.sending import FORM, URL, send

CONLL = "# speaker = ana\nSoy\tO\nOlabe\tB-surname\n\nHola\tO\n"
TASK = {
    "id": 7,
    "data": {"text": "Soy Olabe"},
    "annotations": [
        {
            "id": 1,
            "result": [
                {
                    "id": "a1",
                    "type": "labels",
                    "from_name": "label",
                    "to_name": "text",
                    "value": {"start": 4, "end": 9, "text": "Olabe", "labels": ["surname"]},
                }
            ],
        }
    ],
}
TRS = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE Trans SYSTEM "trans-14.dtd">
<Trans version="1"><Speakers><Speaker id="spk1" name="agente"/></Speakers><Episode>
<Section type="report" startTime="0" endTime="3"><Turn speaker="spk1" startTime="0" endTime="3">
<Sync time="0"/>Buenos días</Turn></Section></Episode></Trans>
"""
ELAN = """<?xml version="1.0"?><ANNOTATION_DOCUMENT><TIER TIER_ID="A"><ANNOTATION>
<ALIGNABLE_ANNOTATION><ANNOTATION_VALUE>Hola</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION>
</ANNOTATION></TIER></ANNOTATION_DOCUMENT>"""
FILES = {
    "calls.conll": ("CoNLL", CONLL),
    "tasks.json": ("Label Studio JSON", json.dumps([TASK])),
    "doccano.jsonl": (
        "doccano JSONL",
        '{"id": 1, "text": "Soy Olabe", "label": [[4, 9, "surname"]]}',
    ),
    "calls.csv": ("Table (CSV or TSV)", "call_id,speaker,text\n1,ana,Hola\n1,luis,Adiós\n"),
    "call.vtt": ("WebVTT subtitles", "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ana>Hola\n"),
    "call.srt": ("SRT subtitles", "1\n00:00:01,000 --> 00:00:02,000\nAna: Hola\n"),
    "call.trs": ("Transcriber", TRS),
    "mail.eml": ("E-mail", "From: Ana <a@x.org>\nTo: b@x.org\nSubject: cita\n\nHola\n"),
    "box.mbox": (
        "Mailbox (mbox)",
        "From a@x.org Mon Jan  1 10:00:00 2024\nFrom: a@x.org\n\nHola\n",
    ),
    "chat.txt": ("WhatsApp chat", "12/03/2024, 18:05 - Ana: hola\n"),
    "whisper.json": ("Whisper JSON", '{"segments": [{"start": 0, "end": 1, "text": " Hola"}]}'),
    "tab.json": ("TAB JSON", '[{"annotations": {}, "text": "Hola", "doc_id": "001"}]'),
    "note.xml": ("i2b2 XML", "<?xml version='1.0'?><deIdi2b2><TEXT>Hola</TEXT></deIdi2b2>"),
    "notes.tsv": ("WebAnno TSV", "#FORMAT=WebAnno TSV 3.3\n\n\n#Text=Hola\n1-1\t0-4\tHola\n"),
    "cas.xmi": ("UIMA CAS (XMI)", "<?xml version='1.0'?><XMI><Sofa sofaString='Hola'/></XMI>"),
    "elan.eaf": ("ELAN", ELAN),
    "speech.xml": (
        "TEI speech",
        "<?xml version='1.0'?><TEI><text><u who='a'>Hola</u></text></TEI>",
    ),
}


@pytest.mark.parametrize("name", FILES)
def test_they_are_previewed_by_name_and_go_in(
    name: str, project: Project, manager: Any, client_of: Any
) -> None:
    title, text = FILES[name]
    client, before = client_of(manager), project.dialogues.count()
    upload = SimpleUploadedFile(name, text.encode())
    page = client.post(URL, FORM | {"files": [upload]}).headers["Location"]
    do_imports()
    html = squeezed(client.get(page).content.decode())
    assert title in html and "Import 1 dialogue" in html
    assert project.dialogues.count() == before
    assert "1 dialogue went in." in send(client, (name, text.encode())).content.decode()
