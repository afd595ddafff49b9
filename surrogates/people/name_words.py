"""The words of a person mention: their stems, what of them is a title, an article, a particle.

Called by `entities`, which makes units of them.
"""

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from surrogates.folding import AND, PARTICLES, SAINTS, fold
from surrogates.labels import Kind
from surrogates.languages.abbreviations import NAME_WORD, full_of
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.stems import Stems
from surrogates.rewrite import Item

PLURAL_ARTICLES = frozenset({"los", "las", "els", "les"})
JOINERS = AND | {"o", "or", "oder", "ou", "edo"}
# Where spouses keep their names, and a child's first surname is the father's.
TWO_SURNAMES = frozenset({"es", "ca", "eu", "gl", "ast"})
_OF_JESUS = frozenset({"de jesus", "de dios", "de la cruz", "de san jose"})
_SAINTS = SAINTS | {"st", "sankt"}
_SHORT_PARTICLES = frozenset({"v", "d", "z"})  # "von", "van"; "der", "dem"; "zu"
_IRISH = frozenset(
    {"Ó", "Ní", "Nic", "Uí", "Mhic", "Mc"}
)  # before the surname that they are a part of


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a person mention: its folded stem, and the ending that was cut off it."""

    start: int
    end: int
    key: str
    ending: str = ""
    stem: str = ""


def words_of(item: Item, lexicon: Lexicon) -> list[Word]:
    """The words of a mention, or the letters of initials that stand in one."""
    return _letters_alone(item, lexicon) or [_word(item, m) for m in NAME_WORD.finditer(item.text)]


def _word(item: Item, match: re.Match[str]) -> Word:
    """A word of a mention; an abbreviation by its name, with the full stop that belongs to it."""
    full, end = full_of(match.group()), match.end()
    end += bool(full) and item.text[end : end + 1] == "."
    return Word(match.start(), end, full or fold(match.group()))


def _letters_alone(item: Item, lexicon: Lexicon) -> list[Word]:
    """The letters of initials in one word ("JB", "TJ"); empty where it is a name or may be one."""
    text = item.text
    pronounced = len(text) > 2 and any(letter in "AEIOUY" for letter in text)
    if item.kind is Kind.SURNAME or not 2 <= len(text) <= 3 or pronounced:
        return []
    if not (text.isalpha() and text.isascii() and text.isupper()):
        return []
    key = fold(text)
    if is_given(key, lexicon) or key in lexicon.surname_keys or full_of(text):
        return []
    return [Word(at, at + 1, letter) for at, letter in enumerate(key)]


def without_article(
    item: Item, words: list[Word], lexicon: Lexicon, titles: frozenset[str], stems: Stems
) -> list[Word]:
    """The words without an everyday article: "la Pili", "el señor López", "los García"."""
    words = _from_title(item, words, lexicon, titles)
    if len(words) < 2:
        return words
    head, name = words[0], words[1].key
    if is_plural_article(item.text[: head.end], lexicon):
        return words[1:]
    named = item.kind is not Kind.SURNAME and is_given(name, lexicon)
    # "La Torre" keeps it: only titles and given names have one before them.
    if head.key not in lexicon.cues("article") or not (named or name in titles):
        return words
    whole, bare = (item.text[w.start : words[1].end] for w in words[:2])
    # Where the article changes with the name ("en Jaume", "l'Anna"), it goes with it as an ending.
    return words if stems.clitic(whole, bare, item.kind) else words[1:]


def _from_title(
    item: Item, words: list[Word], lexicon: Lexicon, titles: frozenset[str]
) -> list[Word]:
    """The words without those of the sentence before a title: "der Herr Wübben"."""
    if item.text.islower():
        return words
    small = lexicon.cues("determiner").keys() | lexicon.cues("article").keys()
    for at, word in enumerate(words):
        if word.key in titles:
            return words[at:]
        # "Ha llamado. La señora Gil": it begins a sentence.
        if word.key not in small or not item.text[word.start + 1 : word.end].islower():
            break
    return words


def is_plural_article(written: str, lexicon: Lexicon) -> bool:
    """Whether a word as it is written stands before families: "los Urrutia", "the Smiths"."""
    return written in PLURAL_ARTICLES or written in lexicon.signs("families")


def without_titles(item: Item, words: list[Word], titles: frozenset[str]) -> list[Word]:
    """The words that name: no title, and no particle that joins one to a name ("viuda de"); "Uncle
    Des" is called Des."""
    if len(words) == 1:
        return words
    kept: list[Word] = []
    dropped = False
    for word, after in zip(words, [*words[1:], None], strict=True):
        title = word.key in titles and (len(word.key) > 1 or not kept)
        joint = word.key in JOINERS and after is not None and after.key in titles
        written = item.text[word.start : word.end]
        joins = word.key in PARTICLES and (written.islower() or item.text.isupper())
        if title or (dropped and (joins or joint)):
            dropped = True
            continue
        dropped = False
        kept.append(word)
    return kept


def uninflected(item: Item, words: list[Word], stems: Stems, lexicon: Lexicon) -> list[Word]:
    """The words by their stems: a clitic before the first, an ending after the last."""
    words = [replace(w, key=stems.key_of(w.key)) for w in words]
    first = words[0]
    # "La Tour" is a surname with its article, "Le Goff" under a label for whole names, too.
    family = item.kind is Kind.SURNAME or not all(is_given(w.key, lexicon) for w in words[1:2])
    for name in words[: 1 if family and item.text[first.start].isupper() else 2]:
        # "d'Hélène" is one word with its clitic, "en Jaume" are two.
        split = re.search(r"['’](?=[^'’]*$)", item.text[name.start : name.end])
        start = name.start + split.end() if split and name is first else name.start
        text, stem = item.text[first.start : name.end], item.text[start : name.end]
        ending = stems.clitic(text, stem, item.kind) if len(stem) < len(text) else ""
        if ending:
            clitic = Word(first.start, name.end, stems.key_of(stem), ending, stem)
            return [clitic, *words[words.index(name) + 1 :]]
    last = words[-1]
    start, end = last.start, last.end
    if item.text[end:] in ("'", "’"):
        end += 1
    starts = [start]
    if len(words) > 1 and item.text[words[-2].end : start] == "-":
        starts.insert(0, words[-2].start)
    for begin in starts:
        kind = item.kind if len(words) == 1 else Kind.PERSON
        stem, ending = stems.name(item.text[begin:end], kind)
        if ending:
            if item.kind is Kind.SURNAME and begin < start < begin + len(stem):
                # Of "Nowak-Lehmanns" the second surname has the ending: they stay two.
                begin, stem = start, stem[start - begin :]
            kept = [w for w in words if w.end <= begin]
            return [*kept, Word(begin, end, stems.key_of(stem), ending, stem)]
    return words


def is_particle(item: Item, word: Word) -> bool:
    """Whether a word only joins names; "E." and a capital alone are initials, the "v. d." of
    "v. d. Heide" are none."""
    if word.key in _SHORT_PARTICLES and item.text[word.start : word.end].islower():
        mixed = not item.text.islower()  # "v. meier" is an initial
        return mixed and item.text[word.end :].startswith((".", ". "))
    if word.key not in PARTICLES or len(word.key) > 1:
        return word.key in PARTICLES
    letter = item.text[word.start : word.end]
    pointed = item.text[word.end : word.end + 1] == "."
    return not pointed and (letter != letter.upper() or letter == "Y" or item.text.isupper())


def leads(item: Item, word: Word) -> bool:
    """Whether a word is the first part of a surname of two: "St John", "Ó Briain"."""
    return is_saint(word) or item.text[word.start : word.end] in _IRISH


def is_saint(word: Word) -> bool:
    return word.key in _SAINTS


def devotion_length(keys: list[str], lexicon: Lexicon) -> int:
    """How many words of a whole name are a given name with a devotion ("María de la Cabeza Gil",
    "José de Jesús Rey"), or 0: "María de la Torre" has a surname."""
    if len(keys) < 4 or not is_given(keys[0], lexicon) or keys[1] not in PARTICLES:
        return 0
    for size in (4, 3):
        devotion, left = " ".join(keys[1:size]), len(keys) - size
        if left < 1 or devotion not in _devotions(lexicon):
            continue
        if left > 1 or keys[size - 1] not in lexicon.surname_keys:
            return size
    return 0


@lru_cache(maxsize=16)
def _devotions(lexicon: Lexicon) -> frozenset[str]:
    forms = (fold(form) for form in lexicon.organisation_parts("devotion"))
    return _OF_JESUS.union(forms)


def is_given(key: str, lexicon: Lexicon) -> bool:
    return (
        key in lexicon.name_by_key or key in lexicon.fulls_of or ("name", key) in lexicon.concept_of
    )
