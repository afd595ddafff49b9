"""Workbooks (XLSX) out: one sheet, a row a turn, with the columns that CSV has.

A dialogue is rendered as the rows of its sheet, which is what is searched before it leaves;
`join_sheets` makes one workbook of all. Every cell is a text, so no spreadsheet runs one as a
formula; those that look like one are marked as quoted, which also holds when somebody edits them.
"""

import html
import re
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Sequence

from annotation.formats.corpora.tables import faults as wrong
from annotation.formats.corpora.tables.escapes import escaped
from annotation.formats.corpora.tables.writing import table_of
from annotation.formats.errors import FormatError
from annotation.formats.types import DialogueValue

LONGEST = 32_767  # characters of a cell, as spreadsheets count: UTF-16 units
MOST_ROWS = 1_048_576
_IN_MEMORY = 4 * 1024 * 1024
_CHUNK = 256 * 1024
# What XML cannot hold, or would change; and what would be read as such an escape.
_ODD = re.compile("[\x00-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")
_BEGIN = (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>\n'
)
_END = "</sheetData></worksheet>\n"
_TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_NAMES = "http://schemas.openxmlformats.org"
_PARTS = {
    "[Content_Types].xml": f"""<Types xmlns="{_NAMES}/package/2006/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Default Extension="xml" ContentType="application/xml"/>\
<Override PartName="/xl/workbook.xml" ContentType="{_TYPES}.sheet.main+xml"/>\
<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_TYPES}.worksheet+xml"/>\
<Override PartName="/xl/styles.xml" ContentType="{_TYPES}.styles+xml"/></Types>""",
    "_rels/.rels": f"""<Relationships xmlns="{_NAMES}/package/2006/relationships">\
<Relationship Id="rId1" Type="{_NAMES}/officeDocument/2006/relationships/officeDocument" \
Target="xl/workbook.xml"/></Relationships>""",
    "xl/workbook.xml": f"""<workbook xmlns="{_NAMES}/spreadsheetml/2006/main" \
xmlns:r="{_NAMES}/officeDocument/2006/relationships"><sheets>\
<sheet name="dialogues" sheetId="1" r:id="rId1"/></sheets></workbook>""",
    "xl/_rels/workbook.xml.rels": f"""<Relationships xmlns="{_NAMES}/package/2006/relationships">\
<Relationship Id="rId1" Type="{_NAMES}/officeDocument/2006/relationships/worksheet" \
Target="worksheets/sheet1.xml"/><Relationship Id="rId2" \
Type="{_NAMES}/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>""",
    "xl/styles.xml": f"""<styleSheet xmlns="{_NAMES}/spreadsheetml/2006/main">\
<fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill>\
<fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders>\
<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/>\
<xf numFmtId="49" applyNumberFormat="1"/>\
<xf numFmtId="49" applyNumberFormat="1" quotePrefix="1"/></cellXfs>\
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>\
</styleSheet>""",
}


def render_sheet(dialogue: DialogueValue) -> list[tuple[str, bytes]]:
    """The header and the rows of a dialogue, a line each. Raises FormatError table_row for a text
    that no cell holds."""
    rows, _sign, _crlf = table_of(dialogue)
    return [("", "".join(map(_row, rows)).encode("utf-8"))]


def _row(cells: Sequence[str]) -> str:
    return f"<row>{''.join(map(_cell, cells))}</row>\n"


def _cell(text: str) -> str:
    if not text:
        return "<c/>"
    if len(text.encode("utf-16-le")) // 2 > LONGEST:
        raise FormatError(wrong.CELL_TOO_LONG, file="export", most=LONGEST)
    style = 2 if escaped(text) != text else 1
    return f'<c t="inlineStr" s="{style}"><is><t xml:space="preserve">{_escape(text)}</t></is></c>'


def _escape(text: str) -> str:
    whole = _ODD.sub(lambda match: f"_x{ord(match[0]):04X}_", text)
    whole = whole.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return whole.replace("\n", "&#10;")


def said_in_sheet(rows: str) -> str:
    """What can be read in rows as we write them: for a search in them."""
    bare = re.sub(r"<[^<>]*>|_x[0-9A-F]{4}_", " ", rows)
    return html.unescape(bare)


def join_sheets(parts: Iterable[bytes]) -> Iterator[bytes]:
    """One workbook of the rows of all dialogues: the header once.

    Raises FormatError mixed_tables, and table_row where there are more rows than a sheet has.
    """
    with tempfile.SpooledTemporaryFile(_IN_MEMORY) as kept:
        with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, text in _PARTS.items():
                archive.writestr(_entry(name), text)
            with archive.open(_entry("xl/worksheets/sheet1.xml"), "w", force_zip64=True) as sheet:
                sheet.write(_BEGIN.encode())
                for rows in _rows_of(parts):
                    sheet.write(rows)
                sheet.write(_END.encode())
        kept.seek(0)
        while data := kept.read(_CHUNK):
            yield data


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name)  # dated 1980: the same corpus gives the same bytes
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o600 << 16
    return entry


def _rows_of(parts: Iterable[bytes]) -> Iterator[bytes]:
    header: bytes | None = None
    count = 0
    for part in parts:
        own, _end, rest = part.partition(b"\n")
        if header is not None and own != header:
            raise FormatError(wrong.MIXED_TABLES, file="export")
        count += part.count(b"\n") - (header is not None)
        if count > MOST_ROWS:
            raise FormatError(wrong.MANY_ROWS, file="export", most=MOST_ROWS)
        yield part if header is None else rest
        header = own
