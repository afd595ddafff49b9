"""The one table of formats: how each is shown, read and written.

To add one: write its module, add one `Format` to FORMATS, and a round trip to its tests.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec

from annotation.formats.corpora import brat, esport, jsonl, plain
from annotation.formats.corpora.documents import cas_json, cas_xmi, i2b2, philter, tab, webanno
from annotation.formats.corpora.messages import mail, whatsapp
from annotation.formats.corpora.recognisers import transcribe, whisper
from annotation.formats.corpora.tables.reading import read_tables
from annotation.formats.corpora.tables.sheet_writing import join_sheets, render_sheet
from annotation.formats.corpora.tables.sheets import read_workbooks
from annotation.formats.corpora.tables.writing import join_tables, render_table
from annotation.formats.corpora.tools import conll, doccano, label_studio, prodigy
from annotation.formats.corpora.training import docbin, parquet
from annotation.formats.corpora.transcripts import elan, tei, textgrid
from annotation.formats.corpora.transcripts.subtitle_writing import render_srt, render_vtt
from annotation.formats.corpora.transcripts.subtitles import read_srt, read_vtt
from annotation.formats.corpora.transcripts.transcriber import read_trs
from annotation.formats.corpora.transcripts.transcriber_writing import render_trs
from annotation.formats.types import DialogueValue, Files, ReadOptions
from annotation.translatable import N_

Reader = Callable[[Files, ReadOptions], Iterable[DialogueValue]]
# A dialogue as (ending, bytes) of its files; in a format of one file for all, as ("", its part).
Renderer = Callable[[DialogueValue], list[tuple[str, bytes]]]


@dataclass(frozen=True, slots=True)
class Format:
    """How one format is shown, read and written."""

    name: str
    label: str
    extensions: tuple[str, ...]
    read: Reader
    render: Renderer | None = None  # None: it is only read
    has_members: bool = False  # each dialogue in files of its own, in a zip or a folder
    markup: bool = False  # XML: no other format is read from such a file
    packed: bool = False  # no text: only this format is read from such a file
    package: str = ""  # that reads and writes it and may be missing here, and the extra that has it
    extra: str = ""
    # What makes one file of the parts of all, where that is more than one after the other.
    join: Callable[[Iterable[bytes]], Iterable[bytes]] | None = None


FORMATS: dict[str, Format] = {
    each.name: each
    for each in (
        Format(
            "jsonl",
            "JSONL",
            (".jsonl", ".ndjson", ".json"),
            read=jsonl.read_jsonl,
            render=jsonl.render_jsonl,
        ),
        Format(
            "esport",
            "ES-Port JSON",
            (".json",),
            read=esport.read_esport,
            render=esport.render_esport,
            has_members=True,
        ),
        Format(
            "brat",
            "brat",
            (".txt", ".ann", ".speakers"),
            read=brat.read_brat,
            render=brat.render_brat,
            has_members=True,
        ),
        Format(
            "plain",
            N_("Plain text (Speaker: text)"),
            (".txt",),
            read=plain.read_plain,
            render=plain.render_plain,
        ),
        Format(
            "csv",
            N_("Table (CSV or TSV)"),
            (".csv", ".tsv"),
            read=read_tables,
            render=render_table,
            join=join_tables,
        ),
        Format(
            "xlsx",
            N_("Workbook (XLSX)"),
            (".xlsx",),
            read=read_workbooks,
            render=render_sheet,
            join=join_sheets,
            packed=True,
        ),
        Format(
            "vtt",
            N_("WebVTT subtitles"),
            (".vtt",),
            read=read_vtt,
            render=render_vtt,
            has_members=True,
        ),
        Format(
            "srt",
            N_("SRT subtitles"),
            (".srt",),
            read=read_srt,
            render=render_srt,
            has_members=True,
        ),
        Format(
            "trs",
            "Transcriber",
            (".trs",),
            read=read_trs,
            render=render_trs,
            has_members=True,
            markup=True,
        ),
        Format(
            "textgrid",
            N_("TextGrid of Praat"),
            (".textgrid", ".TextGrid"),
            read=textgrid.read_textgrid,
            render=textgrid.render_textgrid,
            has_members=True,
        ),
        Format(
            "eaf",
            "ELAN",
            (".eaf",),
            read=elan.read_elan,
            render=elan.render_elan,
            has_members=True,
            markup=True,
        ),
        Format("tei", N_("TEI speech"), (".xml", ".tei"), read=tei.read_tei, markup=True),
        Format(
            "conll",
            "CoNLL",
            (".conll", ".bio", ".iob", ".txt", ".tsv"),
            read=conll.read_conll,
            render=conll.render_conll,
        ),
        Format(
            "docbin",
            "spaCy DocBin",
            (".spacy",),
            read=docbin.read_docbin,
            render=jsonl.render_jsonl,
            join=docbin.join_docs,
            packed=True,
            package="spacy",
            extra="docbin",
        ),
        Format(
            "parquet",
            "Parquet",
            (".parquet",),
            read=parquet.read_parquet,
            render=jsonl.render_jsonl,
            join=parquet.join_rows,
            packed=True,
            package="pyarrow",
            extra="parquet",
        ),
        Format(
            "label-studio",
            "Label Studio JSON",
            (".json",),
            read=label_studio.read_label_studio,
            render=label_studio.render_label_studio,
            join=label_studio.join_tasks,
        ),
        Format(
            "doccano",
            "doccano JSONL",
            (".jsonl", ".ndjson", ".json"),
            read=doccano.read_doccano,
            render=doccano.render_doccano,
        ),
        Format(
            "prodigy",
            "Prodigy JSONL",
            (".jsonl", ".ndjson", ".json"),
            read=prodigy.read_prodigy,
            render=prodigy.render_prodigy,
        ),
        Format(
            "tab",
            "TAB JSON",
            (".json",),
            read=tab.read_tab,
            render=tab.render_tab,
            join=tab.join_documents,
        ),
        Format(
            "i2b2",
            N_("i2b2 XML"),
            (".xml",),
            read=i2b2.read_i2b2,
            render=i2b2.render_i2b2,
            has_members=True,
            markup=True,
        ),
        Format("philter", N_("Philter XML"), (".xml",), read=philter.read_philter, markup=True),
        Format(
            "webanno",
            "WebAnno TSV",
            (".tsv",),
            read=webanno.read_webanno,
            render=webanno.render_webanno,
            has_members=True,
        ),
        Format(
            "xmi",
            "UIMA CAS (XMI)",
            (".xmi", ".xml"),
            read=cas_xmi.read_xmi,
            render=cas_xmi.render_xmi,
            has_members=True,
            markup=True,
        ),
        Format(
            "cas-json",
            "UIMA CAS (JSON)",
            (".json",),
            read=cas_json.read_cas_json,
            render=cas_json.render_cas_json,
            has_members=True,
        ),
        Format(
            "whisper",
            "Whisper JSON",
            (".json",),
            read=whisper.read_whisper,
            render=whisper.render_whisper,
            has_members=True,
        ),
        Format("transcribe", "Amazon Transcribe JSON", (".json",), read=transcribe.read_transcribe),
        Format("eml", N_("E-mail"), (".eml",), read=mail.read_eml),
        Format("mbox", N_("Mailbox (mbox)"), (".mbox", ".mbx"), read=mail.read_mbox),
        Format("whatsapp", N_("WhatsApp chat"), (".txt",), read=whatsapp.read_whatsapp),
    )
}


@cache
def is_installed(name: str) -> bool:
    """Whether all that a format of FORMATS needs is here."""
    package = FORMATS[name].package
    return not package or find_spec(package) is not None


READERS: dict[str, Reader] = {name: each.read for name, each in FORMATS.items()}
WRITTEN = tuple(name for name, each in FORMATS.items() if each.render)
