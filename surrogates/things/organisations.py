"""How organisations are written: legal forms behind the name, initials in its place."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from surrogates.folding import (
    PARTICLES,
    WORD,
    case_pattern,
    digraphs,
    fold,
    letters_only,
    words,
)
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.places.streets import unelided

# Legal forms that may be said or left out, and that a domain leaves out too.
_FORMS_TEXT = (
    "sa sl slu sau sal scoop gmbh ag kg ug ohg eg gbr se ltd limited plc inc llc llp corp sarl sas "
    "sasu eurl sci scop snc sccl scp sll srl slne spa bv nv sprl asbl gmbhcokg kgaa ev cic pllc "
    "koop koope koopelk koopelkartea skoop koopelktxikia scoopltda scooplimitada sdadcoop soccoop"
)
FORMS = frozenset(_FORMS_TEXT.split())
_WORDS = re.compile(r"[\s,]+(?=[^\W\d_])")
_LONGEST_FORM = 5  # words: "S. Coop. Ltda.", "S. L. N. E."
_INSIDE = re.compile(r"(?<=[A-Z])d(?=[A-Z])")  # "UdL"
LONGEST_ACRONYM = 6
_SYLLABLES = 3  # letters of the shortest acronym that is made of more than initials
_PAIR = 2  # words


def cut_form(text: str) -> tuple[str, str]:
    """A name and the legal form behind it with what joins them: ("Telco", ", S.L."); or ""."""
    starts = [(m.start(), m.end()) for m in _WORDS.finditer(text)][-_LONGEST_FORM:]
    for start, end in starts:  # the longest first: "GmbH & Co. KG" is no "KG"
        if start and fold("".join(words(text[end:]))) in FORMS:
            return text[:start], text[start:]
    return text, ""


@lru_cache(maxsize=1024)
def forms_like(form: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The legal forms that a firm with a folded one may have: all of the pack, of one country's
    where it tells them apart ("Inc" is no British one)."""
    rows = [row for row in lexicon.rows("organisations") if row["part"] == "form"]
    if not rows:
        return lexicon.organisation_parts("head", "company")
    own = {row["sector"] for row in rows if fold(row["form"]) in words(form)}
    return tuple(row["form"] for row in rows if row["sector"] in own)


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
    letters = _INSIDE.sub("", text.replace("&", ""))
    return (
        case_pattern(letters) == "upper"
        and 2 <= len(letters) <= LONGEST_ACRONYM
        and letters.isalnum()
    )


def like_acronym(text: str, letters: str) -> str:
    """Letters written as an acronym: with an ampersand before the last where it has one, or a small
    letter within ("UdL")."""
    if _INSIDE.search(text):
        return f"{letters[:1]}d{letters[1:]}"
    return f"{letters[:-1]}&{letters[-1:]}" if "&" in text else letters


def initials_of(name: str) -> str:
    """The folded initials of a name of several words, without particles in small letters ("El
    Paso University" is EPU); or ""."""
    parts = _telling(name)
    return "".join(word[0] for word in parts) if len(parts) > 1 else ""


def _telling(name: str) -> list[str]:
    """Folded words of a name that give its initials."""
    said = WORD.findall(cut_form(name)[0])
    plain = (w for w in said if not (fold(w) in PARTICLES and w.islower()) and fold(w) != "the")
    return [unelided(fold(word)) or fold(word) for word in plain]


def abbreviates(acronym: str, name: str, lang: str) -> bool:
    """Whether capitals stand for a name: its initials, particles left out or not, the beginnings
    of its words ("USAL"), or in German letters within its compounds ("THW")."""
    letters = fold(acronym.replace("&", ""))
    every = [unelided(word) or word for word in words(cut_form(name)[0])]
    telling = [word for word in every if word not in PARTICLES]
    some = (_telling(name), telling, every)
    if len(telling) > 1 and any(letters == "".join(w[0] for w in ws) for ws in some):
        return True
    if len(letters) < _SYLLABLES or len(telling) < _PAIR:
        return False
    inside = _threads(letters, telling) if lang == "de" else None
    return begin(letters, tuple(telling)) or inside is not None


def begin(letters: str, key: tuple[str, ...]) -> bool:
    """Whether each of the words, but for some in the middle, begins with a stretch of letters."""
    if not key:
        return not letters
    head, *rest = key
    sizes = [n for n in range(1, len(letters) + 1) if head.startswith(letters[:n])]
    return any(
        begin(letters[n:], tuple(rest[skip:])) for n in sizes for skip in range(max(len(rest), 1))
    )


def _threads(letters: str, parts: Sequence[str]) -> list[str] | None:
    """The letters of each word, its first one among them, where they go through compounds."""
    if not parts or not letters:
        return None if parts or letters else []
    head, *rest = parts
    for size in range(1, min(_SYLLABLES, len(letters)) + 1):
        own, behind = letters[:size], _threads(letters[size:], rest)
        if own[0] == head[0] and _runs_through(own, head) and behind is not None:
            return [own, *behind]
    return None


def letters_like(acronym: str, name: str, new: str) -> str:
    """The capitals of a new name, or "": its initials; a word that stayed has the letters that it
    had ("ZKB" of the "Zürcher Kantonalbank")."""
    old, now = _telling(name), _telling(new)
    own = _threads(fold(acronym.replace("&", "")), old) if len(old) == len(now) > 1 else None
    if own is None:
        return initials_of(new).upper()
    pairs = zip(own, old, now, strict=True)
    return "".join(piece if one == two else two[0] for piece, one, two in pairs).upper()


def _runs_through(letters: str, word: str) -> bool:
    rest = iter(word)
    return all(letter in rest for letter in letters)
