"""Codes of letters and figures that are read out, in one span or several and whatever their labels:
"[HX7P2]. [H] de [hotel], [X], [siete], [P, dos]", "[SN3 1LQ]. [S-N-3], then [1 L Q]"; and names
that are spelled in a span of their own label: "[B-R-O-U-S-S-A-R-D:PER]".

Every piece says signs of the code at its place. `engine` asks before there is a scene, so that a
figure among letters is no count and no number of its own.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from surrogates.folding import cased_like, fold, letters_only, plain_letters, signs_only, words
from surrogates.labels import NAMES, WORDED, Kind, kind_of
from surrogates.languages.cardinals import parse, say
from surrogates.languages.letters import Token, tokens_of
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.numerals import LONGEST, number_keys
from surrogates.languages.titles import BEFORE_GIVEN, plain_titles
from surrogates.people.context.titled import TITLE
from surrogates.rewrite import READ_OUT, Item
from surrogates.scene import Scene
from surrogates.spelling.run import follows_joiner, letter_tokens
from surrogates.types import Dialogue

CODES = (Kind.ID, Kind.ZIP, Kind.CARD)
FIGURE = "figure"  # the style of a token that says figures
NEAR = 3  # turns between a code and its pieces
_ENDS = frozenset(".!?;")  # of a sentence
_JOINING = 3  # words at most between a letter and the word that tells it: ", K as in"
_INITIALS = 4  # letters with points that are somebody's initials at most
LEAST = 3  # signs that are no other code's by chance, unless they are a block of it
_FIGURES = re.compile(r"\d|[^\W\d_]+")
_JOINED = re.compile(r"[\s\-‐‑]+")
_BLOCK = re.compile(r"[^\W_]+")
_NAMED = WORDED | {Kind.EMAIL, Kind.USER}
# Letters one by one; those of an acronym have points alone between them ("B.B.V.A.").
_APART = re.compile(r"[^\W\d_](?:\s?[-‐‑–,/]\s?[^\W\d_]| [^\W\d_]){3,}\.?")


@dataclass(frozen=True, slots=True)
class Piece:
    """A mention that says signs of a code."""

    item: Item
    code: Item
    places: tuple[int, ...]  # none: a key word, of the letter before it
    by_words: bool = False  # "Kilo seven one Whiskey"


def tell_read_out(dialogue: Dialogue, items: Sequence[Item], lexicon: Lexicon) -> list[Item]:
    """The items; names that are spelled and the pieces of codes that are read out as letters,
    whatever their labels."""
    items = _without_initials(dialogue, _with_spelled(items, lexicon), lexicon)
    if not any(map(_is_mixed, items)):
        return items
    scene = Scene(dialogue, lexicon, b"", items)
    told = {piece.item.index for piece in read_out(scene)}
    return [
        replace(item, kind=Kind.LETTER, cue=READ_OUT) if item.index in told else item
        for item in items
    ]


def _with_spelled(items: Sequence[Item], lexicon: Lexicon) -> list[Item]:
    """The items; those as letters that say a name letter by letter under the name's own label."""
    written = (i.text.split("@")[0] for i in items if i.kind in _NAMED and not _is_apart(i.text))
    known = {letters_only(text) for name in written for text in (name, *words(name))} - {""}
    return [
        replace(item, kind=Kind.LETTER, cue=READ_OUT)
        if item.kind in _NAMED and _is_spelled(item, lexicon, known)
        else item
        for item in items
    ]


def _without_initials(dialogue: Dialogue, items: Sequence[Item], lexicon: Lexicon) -> list[Item]:
    """The items; a letter behind a title is the initial of a surname: "call me Dr. [A]"."""
    titles = plain_titles(lexicon) - BEFORE_GIVEN
    told = set()
    letters = [item for item in items if item.kind is Kind.LETTER]
    rows = {one.index for one, two in pairwise(letters) if one.turn == two.turn}  # spelled
    for item in letters:
        alone = len(item.text.strip(". ")) == 1 and item.text[0].isupper()
        if alone and item.index not in rows:
            title = TITLE.search(dialogue.turns[item.turn].text[: item.start])
            told |= {item.index} if title is not None and fold(title[1]) in titles else set()
    return [replace(i, kind=Kind.SURNAME) if i.index in told else i for i in items]


def _is_apart(text: str) -> bool:
    return all(len(word) == 1 for word in words(text))


def _is_spelled(item: Item, lexicon: Lexicon, known: Collection[str]) -> bool:
    """Whether a mention is nothing but letters, and many, or those of a name of the dialogue."""
    if _APART.fullmatch(item.text.strip()):
        return True
    figures = any(map(str.isdecimal, item.text)) and item.kind in WORDED  # "27, 2.º B"
    if figures or len(words(item.text)) < LEAST:
        return False
    if item.kind in NAMES and "." in item.text and len(words(item.text)) <= _INITIALS:
        return False  # initials: "J. M. S."
    tokens = tokens_of(item, lexicon)
    letters = letters_only("".join(token.letters for token in tokens))
    return letters in known and all(token.style != "word" for token in tokens)


def read_out(scene: Scene) -> Iterator[Piece]:
    """The pieces of each code that is read out."""
    codes = [item for item in scene.items if _is_mixed(item)]
    for row in _rows(scene) if codes else ():
        yield from _pieces(scene, row, [c for c in codes if abs(c.turn - row[0][0].turn) <= NEAR])


Row = list[tuple[Item, str]]  # a mention and the signs that it says; "" for a key word


def _rows(scene: Scene) -> Iterator[Row]:
    """Mentions beside each other in a turn that may say signs."""
    read = ((item, _said(scene, item)) for item in scene.items)
    some = ((item, said) for item, said in read if said is not None)
    numbered = enumerate(some)
    for _, row in groupby(numbered, key=lambda pair: (pair[1][0].turn, pair[1][0].index - pair[0])):
        yield [pair for _, pair in row]


def _said(scene: Scene, item: Item) -> str | None:
    """The signs that a mention says; None where it says something else."""
    apart = item.kind in CODES and not _is_whole(item)
    if item.kind not in (Kind.LETTER, Kind.NUMBER) and not apart:
        return None
    tokens = sign_tokens(scene, item)
    if [t.style for t in tokens] == ["word"] and follows_joiner(scene, tokens[0]):
        return None if _counts(scene, item) else ""
    if _by_words(tokens):
        return fold("".join(token.letters[:1] if token.style == "word" else token.letters
                            for token in tokens))  # fmt: skip
    last = ""
    for token in tokens:
        if token.mark or token.repeat or (token.style == "word" and last != token.letters[:1]):
            return None
        last = plain_letters(token.letters) if token.style not in ("word", FIGURE) else ""
    letters = (t.letters for t in tokens if t.style != "word")
    return fold("".join(letters)) or None


def _counts(scene: Scene, item: Item) -> bool:
    """Whether a number stands behind a word that joins it to no letter: "for [two] children"."""
    before = [i for i in scene.items_by_turn[item.turn] if i.end <= item.start]
    gap = scene.between(before[-1], item) if before else scene.before(item)
    apart = len(words(gap)) > _JOINING or not _ENDS.isdisjoint(gap)
    return item.kind is Kind.NUMBER and apart


def _by_words(tokens: Sequence[Token]) -> bool:
    """Whether key words, and figures, say a code, and no letter beside them: "Kilo seven one"."""
    styles = {token.style for token in tokens}
    plain = not any(token.mark or token.repeat for token in tokens)
    return plain and "word" in styles <= {"word", FIGURE} and len(tokens) >= LEAST


def _pieces(scene: Scene, row: Row, codes: Sequence[Item]) -> Iterator[Piece]:
    """The longest stretch of a row that some code says, and what is left on both sides of it."""
    best: tuple[int, int, int, Item, int] | None = None
    for code in codes:
        whole = signs_only(code.text)
        for start in range(len(row)):
            said = ""
            for end in range(start, len(row)):
                said += row[end][1]
                at = whole.find(said) if row[start][1] else -1
                if at < 0:
                    break
                size = len(said)
                if _tells(said, code) and (best is None or (size, end - start) > best[:2]):
                    best = (size, end - start, start, code, at)
    if best is None:
        return
    _, more, start, code, at = best
    for item, said in row[start : start + more + 1]:
        if item is not code:
            by_words = said != "" and _by_words(sign_tokens(scene, item))
            yield Piece(item, code, tuple(range(at, at + len(said))), by_words)
        at += len(said)
    yield from _pieces(scene, row[:start], codes)
    yield from _pieces(scene, row[start + more + 1 :], codes)


def _tells(said: str, code: Item) -> bool:
    """Whether signs are no other code's by chance: letters and figures of it."""
    both = any(map(str.isdecimal, said)) and any(map(str.isalpha, said))
    return both and (len(said) >= LEAST or said in map(fold, _BLOCK.findall(code.text)))


def _is_mixed(item: Item) -> bool:
    """Whether a mention is a code of letters and figures, written as one."""
    text = signs_only(item.text)
    mixed = any(map(str.isdecimal, text)) and any(map(str.isalpha, text))
    return item.kind in CODES and kind_of(item.label) in CODES and mixed and _is_whole(item)


def _is_whole(item: Item) -> bool:
    """Whether a code is not read out itself, sign by sign: "S-N-3"."""
    return any(len(block) > 1 for block in _BLOCK.findall(item.text) if block.isupper()) or (
        _BLOCK.fullmatch(item.text) is not None
    )


def sign_tokens(scene: Scene, item: Item) -> list[Token]:
    """Letters, figures and key words of a mention, in order."""
    figures = list(_figures(scene, item))
    text = item.text
    for token in figures:
        text = text[: token.start] + " " * (token.end - token.start) + text[token.end :]
    letters = letter_tokens(scene, replace(item, text=text)) if text.strip() else []
    tokens = [*figures, *(replace(token, item=item) for token in letters)]
    return sorted(tokens, key=lambda token: token.start)


def _figures(scene: Scene, item: Item) -> Iterator[Token]:
    """Figures one by one, and number words as the figures that they say."""
    places = [match.span() for match in _FIGURES.finditer(item.text)]
    keys = number_keys(scene.lexicon)
    i = 0
    while i < len(places):
        start, end = places[i]
        word, i = item.text[start:end], i + 1
        if word.isdecimal():
            yield Token(item, start, end, word, FIGURE)
        elif fold(word) in keys and len(word) > 1:
            size = _longest(scene.lexicon, item.text, places[i - 1 :])
            token = Token(item, start, places[i + size - 2][1] if size else end, "", FIGURE)
            if size and not follows_joiner(scene, token):
                token.letters = str(parse(scene.lexicon, token.text))
                yield token
                i += size - 1


def _longest(lexicon: Lexicon, text: str, places: Sequence[tuple[int, int]]) -> int:
    """How many words from the first one on are one number."""
    size = 1
    for (_, end), (start, _) in pairwise(places):
        if size == LONGEST or not _JOINED.fullmatch(text[end:start]):
            break
        size += 1
    ends = (n for n in range(size, 0, -1))
    return next((n for n in ends if parse(lexicon, text[places[0][0] : places[n - 1][1]])
                 is not None), 0)  # fmt: skip


def say_figures(lexicon: Lexicon, token: Token, figures: str) -> str:
    """Figures as a token says its own: a nought that begins them by itself."""
    if token.text.isdecimal():
        return figures
    rest = figures.lstrip("0")
    said = [*(say(lexicon, 0) for _ in range(len(figures) - len(rest)))]
    said += [say(lexicon, int(rest))] if rest else []
    return cased_like(" ".join(said), token.text)
