"""How organisations are written: legal forms behind the name, initials in its place."""

import re
from collections.abc import Iterable

from surrogates.folding import PARTICLES, case_pattern, digraphs, fold, letters_only, words

# Legal forms that may be said or left out, and that a domain leaves out too.
_FORMS_TEXT = (
    "sa sl slu sau sal scoop gmbh ag kg ug ohg eg gbr se ltd limited plc inc llc llp corp sarl sas "
    "sasu eurl sci scop snc"
)
FORMS = frozenset(_FORMS_TEXT.split())
_TAIL = re.compile(r"[\s,]+((?:[^\W\d_]\.\s?){2,4}|[^\W\d_]+\.?)$")
LONGEST_ACRONYM = 6


def cut_form(text: str) -> tuple[str, str]:
    """A name and the legal form behind it with what joins them: ("Telco", ", S.L."); or ""."""
    tail = _TAIL.search(text)
    if tail is None or fold("".join(words(tail.group(1)))) not in FORMS:
        return text, ""
    return text[: tail.start()], tail.group()


def is_glued(text: str, others: Iterable[str]) -> bool:
    """Whether a name is another one's words in one, as a domain has them: "nortegas"."""
    plain = letters_only(text)
    alike = (o for o in others if len(words(o)) > 1 and not is_acronym(text))
    return len(words(text)) == 1 and any(
        plain in (letters_only(each), letters_only(digraphs(each))) for each in alike
    )


def is_acronym(text: str) -> bool:
    """Whether a name is a few capitals ("CAF", "H&M"), which stand for words that may be said
    elsewhere."""
    letters = text.replace("&", "")
    return (
        case_pattern(text) == "upper" and 2 <= len(letters) <= LONGEST_ACRONYM and letters.isalnum()
    )


def like_acronym(text: str, letters: str) -> str:
    """Letters written as an acronym: with an ampersand before the last where it has one."""
    return f"{letters[:-1]}&{letters[-1:]}" if "&" in text else letters


def initials_of(name: str) -> str:
    """The folded initials of a name of several words, without its particles; or ""."""
    parts = [word for word in words(cut_form(name)[0]) if word not in PARTICLES]
    return "".join(word[0] for word in parts) if len(parts) > 1 else ""
