"""A thing's name written short ("N. Halsted St.") or by a pet name ("Tommy's"), and its surrogate
written so.
"""

import re
from itertools import takewhile

from surrogates.folding import PARTICLES, WORD, fold, words
from surrogates.languages.common_parts import kinds_of_thing
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.places.streets import unelided

_TOKEN = re.compile(r"([^\W\d_]+)(\.?)")
_TITLE = 3  # the same where it ends like the word: "Gal" of Général
_SHORT = 2  # letters of a word that may be an abbreviation without its point


def shortens(short: str, whole: str, *, strict: bool = True) -> bool:
    """Whether the words of one are the other's in order, one of them shortened ("v. d. Heide",
    "von der Heide") and one not; `strict`: by a point, or to a letter or two."""
    full, at, cut, same = [unelided(w) or w for w in words(whole)], 0, False, False
    for match in _TOKEN.finditer(short):
        word, point = fold(match[1]), bool(match[2])
        may = point or len(word) <= _SHORT or not strict
        hit = next((k for k in range(at, len(full)) if _stands_for(word, full[k], may)), None)
        if hit is None:
            return False
        cut, same = cut or full[hit] != word, same or (full[hit] == word and len(word) > _SHORT)
        at = hit + 1
    return cut and same


def _stands_for(word: str, full: str, shortened: bool) -> bool:
    if word == full:
        return True
    rest = iter(full)
    if not (word[0] == full[0] and all(letter in rest for letter in word)):
        return False
    return shortened or (len(word) <= _TITLE and word[-1] == full[-1])


def shortened_like(short: str, whole: str, new: str) -> str:
    """The words of a new name, each cut to a letter where it was ("N. Halsted"); "" where they are
    not as many."""
    said, full, now = short.split(), whole.split(), new.split()
    if len(said) < _SHORT or not shortens(short, whole) or not len(said) == len(full) == len(now):
        return ""
    # fmt: off
    return " ".join(
        two if fold(word) == fold(one) else word if one == two  # "Sta." of Santa
        else two[:1] + "." * word.endswith(".")
        for word, one, two in zip(said, full, now, strict=True)
    )
    # fmt: on


_OWNER = re.compile(r"['’]s?$")


def pet_name(text: str, name: str, lexicon: Lexicon) -> str:
    """The folded word of a name for which another is short: "Tommy's" of "St Thomas' Hospital";
    or "". Words for kinds may stand beside it."""
    kinds = kinds_of_thing(lexicon).keys() | PARTICLES
    said = [w for w in words(text) if w not in kinds and ("article", w) not in lexicon.agreement]
    if len(said) != 1 or words(text) == words(name):
        return ""
    fulls = {fold(form.full) for form in lexicon.fulls_of.get(_OWNER.sub("", said[0]), ())}
    return next((w for w in words(name) if _OWNER.sub("", w) in fulls and w not in said), "")


def pet_like(text: str, name: str, new: str, lexicon: Lexicon) -> str:
    """A mention with the short form of what stands for that word now, or the word itself; "" where
    the names have not as many words."""
    word, old, now = pet_name(text, name, lexicon), words(name), new.split()
    if not word or len(old) != len(now):
        return ""
    full = _OWNER.sub("", now[old.index(word)])
    forms = sorted(form.short for each in lexicon.fulls_of.values() for form in each
                   if fold(form.full) == fold(full) and form.kind != "rare")  # fmt: skip
    pet = max(forms or [full], key=lambda form: _shared(fold(form), fold(full)))
    said = next(m for m in WORD.finditer(text) if fold(m[0]) not in kinds_of_thing(lexicon))
    owner = _OWNER.search(said[0])
    return text[: said.start()] + pet + (owner[0] if owner else "") + text[said.end() :]


def _shared(one: str, other: str) -> int:
    """How many letters two words begin with together."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
