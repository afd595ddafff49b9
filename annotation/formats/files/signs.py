"""Tables, subtitles and Transcriber files, told by their beginning; called by `detection`."""

import codecs
import re
from collections.abc import Callable

from annotation.formats.files.columns import looks_like_table

_WIDE = ((codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_WEBVTT = re.compile(r"WEBVTT(?:[ \t\r\n]|\Z)")
_CUE = r"(?:\d{1,4}:)?\d{1,2}:\d\d[.,]\d{1,3}[ \t]*-->[ \t]*(?:\d{1,4}:)?\d{1,2}:\d\d[.,]\d"
_SRT = re.compile(rf"\s*(?:\d+[ \t]*\r?\n)?[ \t]*{_CUE}")
# The first element of a Transcriber file, behind what XML allows before it.
_TRANS = re.compile(
    r"\s*(?:<\?xml[^>]*\?>\s*|<!--.*?-->\s*|<!DOCTYPE[^>\[]*(?:\[[^\]]*\]\s*)?>\s*)*<Trans\b",
    re.DOTALL,
)

TEXTGRID = re.compile(r'\s*File type = "ooTextFile( short)?"\s+(Object class = )?"TextGrid"')

# Format -> whether a beginning looks like it: (text, name of the file).
_SIGNS: dict[str, Callable[[str, str], bool]] = {
    "trs": lambda head, _name: _TRANS.match(head) is not None,
    "vtt": lambda head, _name: _WEBVTT.match(head) is not None,
    "srt": lambda head, _name: _SRT.match(head) is not None,
    "textgrid": lambda head, _name: TEXTGRID.match(head) is not None,  # Praat writes UTF-16, too
    "csv": looks_like_table,
}


def told_format(head: bytes, filename: str) -> str | None:
    """The format of `_SIGNS` that a file begins as, or None."""
    wide = next((name for mark, name in _WIDE if head.startswith(mark)), None)
    text = head.decode(wide or "utf-8", "replace").removeprefix("\ufeff")
    return next((name for name, looks in _SIGNS.items() if looks(text, filename)), None)
