"""How a line of a WhatsApp export begins, in the dates of several countries and on any phone.

Called by `foreign`, which tells the format, and by its reader.
"""

import re

_BLANK = "[ \u00a0\u202f]"
# [12/03/24, 18:05:11] · 12/03/2024, 18:05 - · 3/12/24, 6:05 PM - · 12.03.24, 18:05 - · 2024-03-12
STAMP = re.compile(
    rf"[\u200e\u200f\ufeff]*(?P<open>\[)?"
    rf"(?P<a>\d{{4}}|\d{{1,2}})(?P<sign>[./-]){_BLANK}?(?P<b>\d{{1,2}})(?P=sign){_BLANK}?"
    rf"(?P<c>\d{{4}}|\d{{1,2}})\.?(?:,|{_BLANK}(?:à|um|a las|às|alle))?{_BLANK}+"
    rf"(?P<h>\d{{1,2}})[:.](?P<m>\d\d)(?:[:.](?P<s>\d\d))?"
    rf"(?:{_BLANK}?(?P<half>[ap]{_BLANK}?\.?{_BLANK}?m\b\.?))?(?(open)\]{_BLANK}|{_BLANK}[-–]{_BLANK})",
    re.IGNORECASE,
)
