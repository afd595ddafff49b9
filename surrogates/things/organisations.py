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
    "cb slp slpu sat ute aie scoopand scoopv scoopg scoopmad scoopca "
    "koop koope koopelk koopelkartea skoop koopelktxikia scoopltda scooplimitada sdadcoop soccoop"
)
FORMS = frozenset(_FORMS_TEXT.split())
_WORDS = re.compile(r"[\s,]+(?=[^\W\d_])")
_LONGEST_FORM = 5  # words: "S. Coop. Ltda.", "S. L. N. E."
_INSIDE = re.compile(r"(?<=[A-Z])d(?=[A-Z])")  # "UdL"
LONGEST_ACRONYM = 6
_SYLLABLES = 3  # letters of the shortest acronym that is made of more than initials
_PAIR = 2  # words
_AND_CO = re.compile(r"\s?[&+]\s?Co\b\.?$")
_BLEND = 4  # letters of a word made of the beginnings of others
_PIECE = 2  # and of each of those


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
    letters = _INSIDE.sub("", _bare_letters(text))
    return (
        case_pattern(letters) == "upper"
        and 2 <= len(letters) <= LONGEST_ACRONYM
        and letters.isalnum()
    )


def _bare_letters(text: str) -> str:
    """Capitals without what joins them: "B&S", "BC & Co"."""
    return _AND_CO.sub("", text).replace("&", "")


def like_acronym(text: str, letters: str) -> str:
    """Letters written as an acronym: with an ampersand before the last where it has one, "& Co"
    behind, or a small letter within ("UdL")."""
    if tail := _AND_CO.search(text):
        return like_acronym(text[: tail.start()], letters) + tail[0]
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
    letters = fold(_bare_letters(acronym))
    every = [unelided(word) or word for word in words(cut_form(name)[0])]
    telling = [word for word in every if word not in PARTICLES]
    some = (_telling(name), telling, every)
    if len(telling) > 1 and any(letters == "".join(w[0] for w in ws) for ws in some):
        return True
    # "B&S" of Brackenridge & Shaw Engineering.
    joined = letters != fold(acronym) and len(letters) > 1 and "&" in name
    if joined and initials_of(name).startswith(letters):
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
    letters = fold(_bare_letters(acronym))
    own = _threads(letters, old) if len(old) == len(now) > 1 else None
    if own is None:
        fewer = initials_of(name).startswith(letters) and "&" in acronym
        return initials_of(new)[: len(letters) if fewer else None].upper()
    pairs = zip(own, old, now, strict=True)
    return "".join(piece if one == two else two[0] for piece, one, two in pairs).upper()


def blended(text: str, name: str) -> list[str]:
    """The beginnings of a name's first words of which a word is made ("Ha-spa" of the "Hamburger
    Sparkasse"); none where it is made otherwise."""
    letters, parts = fold(text), _telling(name)
    made = len(words(text)) == 1 and len(letters) >= _BLEND and not is_acronym(text)
    if not made or len(parts) < _PAIR or letters in parts:
        return []
    pieces = _pieces(letters, parts) or []
    glued = letters == "".join(parts[: len(pieces)])  # "garagelemoine" is the whole name
    return pieces if len(pieces) > 1 and not glued else []


def _pieces(letters: str, parts: Sequence[str]) -> list[str] | None:
    if not letters or not parts:
        return None if letters else []
    head, *rest = parts
    for size in range(min(len(letters), len(head)), _PIECE - 1, -1):
        behind = _pieces(letters[size:], rest) if head.startswith(letters[:size]) else None
        if behind is not None:
            return [letters[:size], *behind]
    return None


def blend_like(text: str, name: str, new: str) -> str:
    """A word made of a new name as another was made of the old one; "" where it cannot be."""
    pieces, now = blended(text, name), _telling(new)
    now = now[: len(pieces)]
    if not pieces or len(now) < len(pieces) or not all(map(str.isalpha, now)):
        return ""
    made = [word[: len(piece)] for piece, word in zip(pieces, now, strict=True)]
    humps = sum(map(str.isupper, text)) > 1  # "CommBank"
    start = made[0].capitalize() if text[:1].isupper() else made[0]
    return start + "".join(piece.capitalize() if humps else piece for piece in made[1:])


def _runs_through(letters: str, word: str) -> bool:
    rest = iter(word)
    return all(letter in rest for letter in letters)
