"""A run of spelled letters: its places, what they spell, and the ways to read its tokens."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from surrogates.folding import AND, fold, name_letters, plain_letters, words
from surrogates.labels import Kind
from surrogates.languages.inflection.sounds import ELIDED_OR_NOT, ELIDING, VOWELS
from surrogates.languages.letters import AFTER_AN, Token, key_words, reader, said, tokens_of
from surrogates.people.letter_needs import SpellNeed
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.spelling.names import Named, SpelledNames, Target
from surrogates.spelling.sayings import APOSTROPHES

ALPHABET = frozenset("abcdefghijklmnopqrstuvwxyz")
NOWHERE = -1  # the place of a letter that was said of a code by mistake
MIN_NAME = 3  # letters of a word that is taken for a name said whole
# Letters that a speaker names because the ear does not tell them.
CONFUSABLE = frozenset("bvgjhczskqyxmn")
PAIRS = frozenset(c * 2 for c in "bcdfglmnprst")
_ENDS = re.compile(r"[.;:?!]")
CONSONANTS = ALPHABET - VOWELS - frozenset("h")
LAST = -1  # the place of the last letter of a name, however long that is
# Words between letters and the name that has them: "dos [enes] en [Jennifer]".
_IN_TEXT = {"es": "en", "ca": "en a", "de": "in bei", "en": "in", "fr": "dans à"}
_IN = {lang: frozenset(text.split()) for lang, text in _IN_TEXT.items()}
CLUSTER = 3  # letters that may be written as one word: "TX", "LE"


@dataclass(frozen=True, slots=True)
class Said:
    """A code and which of its letters and figures are said of it."""

    item: Item
    places: tuple[int, ...]
    by_words: bool = False  # with no letter beside them: "Kilo, lima, mama"


@dataclass
class Spot:
    """One place of a spelling: a letter (or pair) with the tokens that say it."""

    tokens: list[Token]
    letters: str

    @property
    def key(self) -> str:
        return fold(self.letters).replace("·", "")


@dataclass
class Run:
    """Letters that one speaker says in a row; `target` is the name that they spell."""

    spots: list[Spot]
    target: Target | None = None
    echo_of: "Run | None" = None
    code: "Said | None" = None  # where in a labelled code the letters stand
    # "holds", "lacks", "first", "last", "inside": one letter said of the name; "name": it is said.
    fact: str = ""
    placed: bool = False  # words tell where in the name it stands
    heard: Target | None = None  # the name that was heard instead, a letter away from the target
    twice: bool = False  # the word before the letter says that it stands there twice
    rival: str = ""  # letters said beside these, of which one is written for the other
    options: frozenset[str] = ALPHABET  # letters that may begin what is said ("a K", "an M")
    named: str = ""  # the letter that is named outside the span, before a key word
    offset: int = 0
    length: int = 0  # letters of the name that is spelled
    slip: int = 0  # 1: a letter too many was said, -1: one was left out
    slip_at: int = 0
    misspelled: bool = False  # a letter was said for another one, at that place
    expanded: bool = False  # German umlauts are spelled as ae, oe, ue
    need: SpellNeed = field(default_factory=SpellNeed)
    others: dict[Target, SpellNeed] = field(default_factory=dict)  # what it asks of other names

    @property
    def letters(self) -> str:
        return "".join(spot.key for spot in self.spots)

    @property
    def place(self) -> str:
        """Where in the name its letters are: "first", "last", "inside", or ""."""
        return self.fact if self.fact in ("first", "last", "inside") else ""

    @property
    def tokens(self) -> list[Token]:
        return [token for spot in self.spots for token in spot.tokens]

    @property
    def items(self) -> list[Item]:
        return list({t.item.index: t.item for t in self.tokens}.values())


def letter_tokens(scene: Scene, item: Item) -> list[Token]:
    """Letters and key words of an item; a short word that is none of them is its letters: "TX"."""
    tokens = tokens_of(item, scene.lexicon)
    if len(tokens) != 1 or tokens[0].style != "word":
        return tokens
    (token,) = tokens
    written = token.text[1:].isupper() == token.text[0].isupper() or VOWELS.isdisjoint(
        fold(token.text)
    )  # "TX", "Mc": no word
    if not 1 < len(token.text) <= CLUSTER or not written:
        return tokens
    if said(token.text) in reader(scene.lexicon).key_words or follows_joiner(scene, token):
        return tokens
    letters = enumerate(token.text.lower(), token.start)
    return [Token(item, at, at + 1, letter, "char") for at, letter in letters]


def doubled_outside(scene: Scene, tokens: list[Token]) -> list[Token]:
    """The tokens; a letter that the word before its span doubles as two: "Doppel-[L], [A]"."""
    return [
        replace(token, letters=2 * token.letters, repeat=words(scene.before(token.item))[-1])
        if _is_doubled(scene, token)
        else token
        for token in tokens
    ]


def beside_doubled(scene: Scene, one: Token, two: Token) -> bool:
    """Whether nothing but what doubles one of them stands between two letters: "two [L]s, [Y]"."""
    if one.item.turn != two.item.turn or _ENDS.search(scene.between(one.item, two.item)):
        return False
    gap = words(scene.between(one.item, two.item))
    if gap[:1] == ("s",) and _is_doubled(scene, one):
        return len(gap) == 1 or (len(gap) == 2 and _is_doubled(scene, two))
    return len(gap) == 1 and _is_doubled(scene, two)


def _is_doubled(scene: Scene, token: Token) -> bool:
    """Whether the word before a letter's span doubles it."""
    text = scene.before(token.item)
    letter = not token.start and token.style != "word" and len(token.letters) == 1
    before = words(text)[-1:] if letter and text[-1:] in ("-", " ") else ()
    return bool(before) and scene.lexicon.signs("repeat").get(before[0]) == "2"


def article_options(scene: Scene, token: Token) -> frozenset[str]:
    """Letters that the English article before a token goes with; all where there is none."""
    before = (scene.before(token.item) + token.item.text[: token.start]).lower().split()[-1:]
    if scene.lexicon.lang != "en" or before not in (["a"], ["an"]) or token.repeat:
        return ALPHABET
    return AFTER_AN if before == ["an"] else ALPHABET - AFTER_AN


def follows_joiner(scene: Scene, token: Token) -> bool:
    """Whether "de" or the like stands right before a token: "[K] de [kilo]"."""
    text = scene.before(token.item) + token.item.text[: token.start]
    if text.rstrip().endswith((",", ";", ".")):
        return False  # "M, Mikel bezala, [hiru]"
    before = words(text)
    joiners = reader(scene.lexicon).joiners
    return any(" ".join(before[-size:]) in joiners for size in (1, 2))


def spots_of(scene: Scene, tokens: list[Token], *, loose: bool) -> list[Spot]:
    """Tokens as places of a spelling; `loose`: key words alone belong to the letter before."""
    spots: list[Spot] = []
    for token in tokens:
        last = spots[-1] if spots else None
        if last is not None and token.style == "word":
            free = last.tokens[-1].style != "word"
            if free and (loose or token.letters[:1] == last.key[-1:]):
                last.tokens.append(token)
                continue
        if (
            last is not None
            and token.style != "word"
            and [t.style for t in last.tokens] == ["word"]
            and fold(token.letters) == last.key
            and joined(scene, last.tokens[0], token)
        ):
            last.tokens.append(token)
            last.letters = token.letters
            continue
        spots.append(Spot([token], token.letters))
    return spots


def joined(scene: Scene, one: Token, two: Token) -> bool:
    """Whether "wie" or the like stands between a key word and the letter after it."""
    if one.item.turn != two.item.turn:
        return False
    text = scene.dialogue.turns[one.item.turn].text
    gap = text[one.item.start + one.end : two.item.start + two.start]
    return " ".join(fold(gap).split()) in reader(scene.lexicon).joiners


def variants(scene: Scene, tokens: list[Token]) -> Iterator[list[Spot]]:
    """Readings of the tokens, the likeliest first."""
    sure = [t for t in tokens if not t.doubtful]
    yield spots_of(scene, tokens, loose=False)
    if any(t.style != "word" for t in tokens):
        yield spots_of(scene, tokens, loose=True)
    if sure and len(sure) < len(tokens):
        yield spots_of(scene, sure, loose=False)


def said_of_next(scene: Scene, item: Item, names: SpelledNames) -> list[Named]:
    """The name that letters are said to stand in: "[e] before [i] in [Reid]"."""
    inside = _IN.get(scene.lexicon.lang, frozenset())
    for one in (o for o in scene.items_by_turn.get(item.turn, ()) if o.start >= item.end):
        before = words(scene.before(one))
        if one.kind is not Kind.LETTER:
            told = bool(before) and before[-1] in inside
            return [n for n in names.named if n.item.index == one.index] if told else []
        if any(c in scene.before(one)[item.end :] for c in ",.;:?!"):
            return []
    return []


def spelled_before(scene: Scene, item: Item, names: SpelledNames) -> list[Named]:
    """The name that the letters before an item spell: "P, A, U, L, P comme [Pierre]"; or those of
    the turn before: "E, T, X, A, R, T, E." "Ongi, [T] eta [X] letrekin"."""
    row = [o for o in scene.items_by_turn.get(item.turn, ()) if o.end <= item.start]
    beside = _spelled(scene, row[-1:], item, names)
    return beside or _spelled(scene, scene.items_by_turn.get(item.turn - 1, ()), item, names)


def spelled_after(scene: Scene, item: Item, names: SpelledNames) -> list[Named]:
    """The name that the letters of a turn spell behind one: "no amb [ics]: [X], [I], ..."."""
    row = [o for o in scene.items_by_turn.get(item.turn, ()) if o.start >= item.end]
    return _spelled(scene, [o for o in row if o.kind is Kind.LETTER], item, names)


def _spelled(scene: Scene, row: Sequence[Item], item: Item, names: SpelledNames) -> list[Named]:
    """The name that items spell together."""
    tokens = [t for o in row if o.kind is Kind.LETTER for t in letter_tokens(scene, o)]
    letters = "".join(token.letters for token in tokens if token.style != "word")
    return list(names.whole(plain_letters(letters), item)) if len(letters) > 1 else []


def are_listed(scene: Scene, one: Item, two: Item) -> bool:
    """Whether two letters are said one after the other, with "and" and an article at most between
    them: "an [E] and a [Y]"."""
    if one.turn != two.turn:
        return False
    gap = scene.between(one, two)
    listed = not (between := words(gap)) or between[0] in AND
    articles = scene.lexicon.cues("indefinite").keys()
    return listed and articles >= set(between[1:]) and not any(c in gap for c in ".;:?!")


def pairs_of(spots: list[Spot]) -> frozenset[int]:
    """Where letters stand that one word doubles: 2 in "C, O, deux T, I"."""
    pairs: set[int] = set()
    at = 0
    for spot in spots:
        size = len(name_letters(spot.letters))
        if size > 1 and any(token.repeat for token in spot.tokens):
            pairs.add(at)
        at += size
    return frozenset(pairs)


def barred_of(scene: Scene, spots: list[Spot], offset: int) -> frozenset[tuple[int, str]]:
    """(place, letter) where the original's key word is the only one of the letter, or where the
    "d'" or "de" before it, which stays, does not go with one that has the letter."""
    barred: set[tuple[int, str]] = set()
    for spot in spots:
        for token in spot.tokens:
            if token.style != "word":
                continue
            if len(key_words(scene.lexicon, token, spot.key[:1])) < 2:
                barred.add((offset, spot.key[:1]))
            barred |= {(offset, letter) for letter in _without_onset(scene, token)}
        offset += len(name_letters(spot.letters))
    return frozenset(barred)


def _without_onset(scene: Scene, token: Token) -> frozenset[str]:
    """Letters whose key words do not go with the "d'" or "de" outside the span of this one's."""
    joiner = ELIDED_OR_NOT.search(scene.before(token.item)) if not token.start else None
    if joiner is None or scene.lexicon.lang not in ELIDING:
        return frozenset()
    return CONSONANTS if joiner[0][-1] in APOSTROPHES else VOWELS


def are_signed(scene: Scene, one: Item, two: Item) -> bool:
    """Whether a sign of an address or a name stands between letters: "underscore", "guion"."""
    gap = " ".join(words(scene.between(one, two))) if one.turn == two.turn else ""
    return any(gap in scene.lexicon.signs(kind) for kind in ("underscore", "dot", "hyphen"))
