"""Text as it is searched for: small letters without accents, and no sign that is not seen.

Called by what looks for a person's terms and by the search of the corpus. Surrogates fold names by
rules of their own (`surrogates.folding`): letters of other alphabets that look like Latin ones too.
"""

import re
import unicodedata
from functools import lru_cache

GAP = re.compile(r"[\W_]+")
_BARE = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ŧ": "t"})
_BARE |= str.maketrans({"æ": "ae", "œ": "oe", "þ": "th"})


@lru_cache(maxsize=1)
def _unseen() -> dict[int, None]:
    """Accents that stand alone, soft hyphens and other characters that are not seen."""
    unseen = ("Mn", "Me", "Cf")
    planes = (*range(0x20000), *range(0xE0000, 0xE1000))  # all others hold Chinese signs or none
    return dict.fromkeys(n for n in planes if unicodedata.category(chr(n)) in unseen)


def plain(text: str) -> str:
    """In small letters without accents or characters that are not seen."""
    if text.isascii():
        return text.lower()
    # "№" and styled letters are capitals only once they are taken apart; "İ" is to be so after.
    small = unicodedata.normalize("NFKD", text).casefold()
    return unicodedata.normalize("NFKD", small).translate(_unseen()).translate(_BARE)


def squeezed(text: str) -> str:
    """Letters and digits of a plain text alone."""
    return GAP.sub("", text)
