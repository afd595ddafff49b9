"""Letters of a labelled word that are said again without a label: "[Featherstone]. F-E-A-T-H-E-R
and S-T-O-N-E", "mit tzsch", its initials, or all of it backwards.

Called by `issues`, after `residual_fragments`, which looks for those of codes, on the finished
dialogue.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

from surrogates import notices
from surrogates.checks.letters_outside import Letters, letters_in, may_spell, rows, spelled_in
from surrogates.checks.residual_numbers import raise_again
from surrogates.folding import AND, PARTICLES, digraphs, fold, letters_only, words
from surrogates.labels import NAMES, Kind
from surrogates.languages.common_parts import common_parts
from surrogates.languages.letters import WORD
from surrogates.languages.lexicon import Lexicon
from surrogates.rewrite import Item, outside
from surrogates.scene import Scene

_LEAST = 3  # letters of a piece
_INSIDE = 5  # letters of a word that is all in a longer row
_WHOLE = 4  # letters of the shortest word that is told by all of them
_SURE = 6  # letters of a piece from which on it is told
_NEAR = 4  # turns between a word and a few letters of it
_MOST = 4  # words of a name whose initials are looked for
_CUE = 3  # words before a group of letters
_THINGS = (Kind.PLACE, Kind.ORG, Kind.STREET, Kind.PRODUCT, *NAMES)
_ADDRESSES = (Kind.EMAIL, Kind.USER)
_VOWELS = frozenset("aeiouy")
_CAPITAL = r"[^\W\d_a-zß-öø-ÿ]"
_ONES = "una?|eine?|an?|une"
_BESIDE = rf"(?:\.?(?:\s?[-–,/]\s?|,?\s(?:{'|'.join(sorted(AND))})\s(?:(?:{_ONES})\s)?|\s)|\.)"
_INITIALS = re.compile(
    rf"(?<![\w.'’]){_CAPITAL}(?:{_BESIDE}{_CAPITAL}){{1,3}}(?![\w'’])|\b{_CAPITAL}{{3,4}}\b"
)
_GROUP = re.compile(
    r"(?<![^\W_])[b-df-hj-np-tv-xzßñç]{3}|[\-–…«»\"“„”'‘’][^\W\d_]{3}|[^\W\d_a-zß-öø-ÿ]{3}"
)
# "S. A.": what two letters mean in whatever text.
_ABBREVIATIONS_TEXT = (
    "ac ad am bc bp cd cp cv df dj ds dv ee hr ia id it nb ok pc pd pm ps pv rr sa sl su tv uk us"
    " vo vs"
)
_ABBREVIATIONS = frozenset(_ABBREVIATIONS_TEXT.split())


_Initials = tuple[Item, str, str]  # whose, what they were, what they are


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of a labelled mention, or all of it, and what the mention is now."""

    item: Item
    letters: str
    now: str

    def has(self, letters: str) -> bool:
        return letters in self.letters

    def is_near(self, turn: int, size: int) -> bool:
        return size >= _WHOLE or abs(self.item.turn - turn) <= _NEAR


@dataclass
class _Turn:
    """What is told in a turn: letters, of which word, and where."""

    found: list[tuple[_Word, str, int, int]] = field(default_factory=list)


def inspect(scene: Scene) -> None:
    """Raises LETTERS_AGAIN for unlabelled letters that are those of a labelled word."""
    known = list(_words(scene))
    if not known:
        return
    initials = list(_initials(scene))
    every = "\0".join({word.letters for word in known})
    turned = scene.says(scene.lexicon.signs("backwards"))
    turns: dict[int, _Turn] = {}
    for turn, start, text in outside(scene.dialogue, scene.items):
        some = turns.setdefault(turn, _Turn())
        spells = may_spell(text, scene.lexicon)
        letters = letters_in(text, scene.lexicon) if spells else []
        for row in rows(text, letters, scene.lexicon):
            some.found += _spelled(known, every, turn, start, text, row)
            _say_initials(scene, initials, turn, start, row)
        some.found += _groups(scene, known, every, turn, start, text)
        if turned and _is_turned(scene, turn):
            some.found += _reversed(known, start, text)
        _written_initials(scene, initials, turn, start, text)
    for number, some in turns.items():
        for word, letters_said, start, end in some.found:
            severity = "block" if _shows(word, letters_said, some) else "warn"
            notice = notices.LETTERS_AGAIN._replace(severity=severity)
            raise_again(scene, notice, word.item, number, start, end)


def _shows(word: _Word, letters: str, turn: _Turn) -> bool:
    """Whether letters tell a word: all of it, many of them, or all of it in pieces."""
    if len(letters) >= _SURE or (
        letters in (word.letters, word.letters[::-1]) and len(letters) >= _WHOLE
    ):
        return True
    pieces = [said for other, said, _, _ in turn.found if other.letters == word.letters]
    return any(one + two == word.letters for one, two in pairwise(pieces))


def _words(scene: Scene) -> Iterator[_Word]:
    """The words whose letters are looked for, each as it may be spelled."""
    seen: set[tuple[str, str]] = set()
    for item in scene.items:
        if item.index in scene.kept:
            continue
        text, now = item.text, scene.surrogates[item.index]
        if item.kind in _ADDRESSES:
            text = text.partition("@")[0]
            parts = [*words(text.replace("_", " "))]
        elif item.kind in _THINGS:
            plain = common_parts(text, item.kind, scene.lexicon)
            parts = [w for w in words(text) if w not in PARTICLES and w not in plain]
            parts += [w for w in words(digraphs(text)) if digraphs(text) != text]
        elif item.kind is Kind.ID and text.isalpha() and text.isupper():
            parts = [text]
        else:
            continue
        wide = f"{letters_only(now)} {letters_only(digraphs(now))}"
        whole = letters_only(text) if len(parts) > 1 else ""
        for part in (*parts, whole):
            letters = letters_only(fold(part))
            if len(letters) >= _LEAST and (letters, wide) not in seen:
                seen.add((letters, wide))
                yield _Word(item, letters, wide)


def _owner(known: Sequence[_Word], every: str, turn: int, letters: str) -> _Word | None:
    """The word that letters are a piece of, or all of; none where a surrogate has them too."""
    if letters not in every:
        return None
    owners = [w for w in known if w.has(letters) and w.is_near(turn, len(letters))]
    if any(letters in w.now for w in owners):
        return None
    return min(owners, key=lambda w: (w.letters != letters, abs(w.item.turn - turn)), default=None)


def _spelled(
    known: Sequence[_Word], every: str, turn: int, start: int, text: str, row: list[Letters]
) -> Iterator[tuple[_Word, str, int, int]]:
    """What a row of letters spells: a piece of a word, forwards, or all of it backwards."""
    if sum(len(each.letters) for each in row) < _LEAST:
        return
    for part in spelled_in(text, row):
        letters = "".join(each.letters for each in part)
        if len(letters) < _LEAST:
            continue
        place = start + part[0].start, start + part[-1].end
        word = _owner(known, every, turn, letters)
        if word is None and len(letters) >= _WHOLE:
            back = letters[::-1]
            word = next((w for w in known if w.letters == back and back not in w.now), None)
        if word is None:  # more letters than its own: "M-I-L-L-E-R-S"
            inside = (w for w in known if len(w.letters) >= _INSIDE and w.letters in letters)
            word = next((w for w in inside if w.letters not in w.now), None)
            letters = word.letters if word is not None else letters
        if word is not None:
            yield word, letters, *place
            return


def _groups(
    scene: Scene, known: Sequence[_Word], every: str, turn: int, start: int, text: str
) -> Iterator[tuple[_Word, str, int, int]]:
    """Groups of letters that are no word, said of one: "mit tzsch", "acaba en -oitz"."""
    if not _GROUP.search(text):
        return
    low = not _is_shouted(scene.dialogue.turns[turn].text)
    matches = list(WORD.finditer(text))
    for at, match in enumerate(matches):
        word = match[0]
        letters = letters_only(fold(word))
        if len(letters) < _LEAST or letters not in every:
            continue
        before, after = text[: match.start()], text[match.end() :]
        if before[-1:] in ("@", ".") or after[:1] in ("@", "_", "’", "'"):
            continue
        bare = _VOWELS.isdisjoint(letters)
        led = before[-1:] in ("-", "–", "…") and before[-2:-1] in ("", " ", "«", '"', "“", "'")
        quoted = before[-1:] in tuple("«\"“”„'‘") and after[:1] in tuple("»\"”“'’")
        capital = low and word.isupper()
        if bare and len(letters) >= _WHOLE:
            pass
        elif not ((bare or led or quoted or capital) and _is_cued(scene.lexicon, matches[:at])):
            continue
        owner = _owner(known, every, turn, letters)
        if owner is not None and abs(owner.item.turn - turn) <= _NEAR and owner.letters != letters:
            yield owner, letters, start + match.start(), start + match.end()


def _is_shouted(text: str) -> bool:
    """Whether capitals tell no letters, as all is written in them."""
    return text.isupper() and any(len(word) > _MOST for word in words(text))


def _is_cued(lexicon: Lexicon, before: Sequence[re.Match[str]]) -> bool:
    said = [fold(match[0]) for match in before[-_CUE:]]
    cues = _cues(lexicon)
    return any(" ".join(said[-size:]) in cues for size in range(1, len(said) + 1))


@lru_cache(maxsize=16)
def _cues(lexicon: Lexicon) -> frozenset[str]:
    """Words that say that a name has letters: "with", "endet auf"."""
    return frozenset(cue for kind in ("with", "start", "end") for cue in lexicon.signs(kind))


def _is_turned(scene: Scene, turn: int) -> bool:
    said = words(scene.dialogue.turns[turn].text)
    return _backwards(scene.lexicon).search(" ".join(said)) is not None


@lru_cache(maxsize=16)
def _backwards(lexicon: Lexicon) -> re.Pattern[str]:
    forms = sorted(lexicon.signs("backwards"), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, forms))})\b" if forms else r"(?!)")


def _reversed(
    known: Sequence[_Word], start: int, text: str
) -> Iterator[tuple[_Word, str, int, int]]:
    """Words that are one of the labelled ones said backwards: "al revés, Anele"."""
    for match in WORD.finditer(text):
        back = letters_only(fold(match[0]))[::-1]
        if len(back) < _LEAST or back == back[::-1]:
            continue
        word = next((w for w in known if w.letters == back and back not in w.now), None)
        if word is not None:
            yield word, back[::-1], start + match.start(), start + match.end()


def _initials(scene: Scene) -> Iterator[_Initials]:
    """The initials of each person's whole name, and of organisations, before and after."""
    row: list[Item] = []
    for item in (*scene.items, None):
        if item is not None and item.kind in NAMES:
            beside = row and row[-1].turn == item.turn and not scene.between(row[-1], item).strip()
            row = [*row, item] if beside else [item]
        else:
            row = [item] if item is not None and item.kind is Kind.ORG else []
        if row:
            old = _first(" ".join(each.text for each in row))
            new = _first(" ".join(scene.surrogates[each.index] for each in row))
            if 1 < len(old) <= _MOST and old != new:
                yield row[-1], old, new


def _first(name: str) -> str:
    return "".join(word[0] for word in words(name) if word not in PARTICLES)


def _written_initials(
    scene: Scene, initials: Sequence[_Initials], turn: int, start: int, text: str
) -> None:
    """Capitals with points, blanks or "and" between them: "P. I.", "G und V"."""
    low = not _is_shouted(scene.dialogue.turns[turn].text)
    for match in _INITIALS.finditer(text) if initials and low else ():
        capitals = "".join(fold(c) for c in match[0] if c.isupper())
        end = match.end() + (text[match.end() : match.end() + 1] == "." and "." in match[0])
        _raise_initials(scene, initials, turn, capitals, start + match.start(), start + end)


def _say_initials(
    scene: Scene,
    initials: Sequence[_Initials],
    turn: int,
    start: int,
    row: list[Letters],
) -> None:
    """Initials that are said by their names, or counted: "pe, erre", "ge y uve", "deux B"."""
    named = [each for each in row if each.style != "char" or each.sure]  # without "y"
    spoken = len(named) > 1 and all(each.style == "spoken" and each.sure for each in named)
    if spoken or (len(row) == 1 and row[0].counted):
        letters = "".join(each.letters for each in named)
        place = start + named[0].start, start + named[-1].end
        _raise_initials(scene, initials, turn, letters, *place)


def _raise_initials(
    scene: Scene,
    initials: Sequence[_Initials],
    turn: int,
    letters: str,
    start: int,
    end: int,
) -> None:
    if letters in _ABBREVIATIONS or all(ord(b) - ord(a) == 1 for a, b in pairwise(letters)):
        return  # "S. A.", "A und B"
    owners = [(item, new) for item, old, new in initials if old == letters]
    if owners and all(new != letters for _, new in owners):
        item = min((item for item, _ in owners), key=lambda item: abs(item.turn - turn))
        if abs(item.turn - turn) <= _NEAR:
            raise_again(scene, notices.LETTERS_AGAIN, item, turn, start, end)
