"""Cells that a spreadsheet would run as a formula: an apostrophe stands before them.

Only in tables of our own layout, where the reader takes it off again.
"""

import re

STANDARD = ("id", "speaker", "text", "language")
# What spreadsheets take for the beginning of a formula; a text that begins with an apostrophe
# before such a sign gets another, so that taking one off always gives the text.
_FORMULA = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")


def escaped(cell: str) -> str:
    return "'" + cell if _FORMULA.match(cell) else cell


def unescaped(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell
