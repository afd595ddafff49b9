"""Number plates: which letters and figures the plates of a country may have where.

`checksums` keeps a surrogate inside them; `cued_kinds` knows a plate by them after "la matrícula".
"""

import re

ORDER = "BCDFGHJKLMNPRSTVWXYZ"  # of the letters of Spain
_FRANCE = "ABCDEFGHJKLMNPQRSTVWXYZ"
_BRITAIN = "ABCDEFGHJKLMNPRSTUVWXY"
_SPAIN_SO_FAR, _FRANCE_SO_FAR = "BCDFGHJKLM", "ABCDEFG"  # given out in order since 2000 and 2009
_CANTONS = "AG|AI|AR|BE|BL|BS|FR|GE|GL|GR|JU|LU|NE|NW|OW|SG|SH|SO|SZ|TG|TI|UR|VD|VS|ZG|ZH"
_PROVINCIAL = r"[A-Z]{1,2}\d{4}[A-Z]{1,2}"  # Spain before 2000
# Pattern, and the characters that a new plate may have at some of its places.
_PLATES: tuple[tuple[str, dict[int, str]], ...] = (
    (rf"\d{{4}}[{ORDER}]{{3}}", dict.fromkeys((5, 6), ORDER) | {4: _SPAIN_SO_FAR}),
    (_PROVINCIAL, {}),
    (
        rf"[{_FRANCE}]{{2}}\d{{3}}[{_FRANCE}]{{2}}",
        dict.fromkeys((1, 5, 6), _FRANCE) | {0: _FRANCE_SO_FAR},
    ),
    # Its figures are a year: 02 to 26, or 51 to 76 for the second half of one.
    (
        r"[A-Z]{2}\d{2}[A-Z]{3}",
        dict.fromkeys((0, 1, 4, 5, 6), _BRITAIN) | {2: "0156", 3: "23456789"},
    ),
    (r"[A-ZÄÖÜ]{2,5}[1-9]\d{0,3}[EH]?", {}),  # Germany
    (r"[A-Z]{1,2}[1-9]\d{2,4}[A-Z]{1,3}", {}),  # Austria
    # Ireland: the half year, 13 to 25 with a 1 or 2 behind it, and the county.
    (r"1[3-9][12][A-Z]\d{1,6}", {0: "1", 1: "3456789", 2: "12", 3: "CDGLTW"}),
    (r"2[0-5][12][A-Z]\d{1,6}", {0: "2", 1: "012345", 2: "12", 3: "CDGLTW"}),
    (r"1[3-9][12][A-Z]{2}\d{1,6}", {0: "1", 1: "3456789", 2: "12", 3: "L", 4: "DHMS"}),
    (r"2[0-5][12][A-Z]{2}\d{1,6}", {0: "2", 1: "012345", 2: "12", 3: "K", 4: "EKY"}),
    (rf"(?:{_CANTONS})[1-9]\d{{0,5}}", {}),  # Switzerland
)


def signs_of(text: str) -> str:
    """The letters and figures of a text, as on a plate: in capitals, everything else dropped."""
    return "".join(char for char in text.upper() if char.isalnum())


def is_plate(text: str) -> bool:
    """Whether letters and figures are those of a plate."""
    return any(re.fullmatch(pattern, text) for pattern, _ in _PLATES)


def is_provincial(text: str) -> bool:
    """Whether letters and figures are those of an old Spanish plate, which begins with the letters
    of a province: some have had others ("PM", now "IB")."""
    return re.fullmatch(_PROVINCIAL, text) is not None


def plate_start(text: str) -> str:
    """The letters that a plate in parts begins with ("ER" of "ER-KL 482"), or ""."""
    start = re.match(r"([A-ZÄÖÜ]{1,3})[ -]", text)
    plate = start and is_plate("".join(c for c in text if c.isalnum()))
    return start[1] if start is not None and plate else ""


def plate_letters(text: str) -> dict[int, frozenset[str]]:
    """What a new plate may have at some places; empty: anything."""
    for pattern, places in _PLATES:
        if re.fullmatch(pattern, text):
            first = re.search(r"[1-9]", text) if text[0].isalpha() else None
            figure = {first.start(): frozenset("123456789")} if first is not None else {}
            return figure | {at: frozenset(chars) for at, chars in places.items()}
    return {}
