"""Cuts the words and figures of one number into slots: what each of them says, digit by digit.

A slot is the longest stretch of words that a speaker would say as one cardinal, one figure, one
letter or one ordinal. "noventa y uno cinco" is 91 and 5; the same words may be cut otherwise when
another rendering of the number asks for it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import islice

from surrogates.errors import UnknownLanguage
from surrogates.folding import PARTICLES, fold
from surrogates.labels import Kind
from surrogates.languages import load_lexicon
from surrogates.languages.entries import NumberWord
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.numerals import LONGEST, Numerals, Parse, spoken_in
from surrogates.languages.numerals.roman import read_roman
from surrogates.numbers.alphabets import alphabet_beside, letters_of
from surrogates.numbers.tokens import Token, case_apart, is_ending, is_written, may_be_roman
from surrogates.rewrite import Item
from surrogates.scene import SPELLING_JOINERS

LETTERED = (Kind.ID, Kind.CARD, Kind.ZIP, Kind.LETTER)
COUNTED = (Kind.NUMBER, Kind.AGE)
LONGEST_WORD = 20
CUTS = 24  # ways to cut one number's words that are looked at
_TOKEN = re.compile(r"\d|[^\W\d_]-[A-Za-z][a-z]{2,}|[^\W\d_]+")  # "X-ray" is one word
_JOINED = re.compile(r"[\s\-‐‑]+")
_LOOSE = re.compile(r"[\s,\-‐‑…]+")
_DASHED = ["-", "", "", ""]  # before the figures of "D-10115", not the letters of "C-F-2-4"
_WORDED = ("word", "ordinal", "spoken", "alphabet")


@dataclass
class Slot:
    """What one stretch of tokens says."""

    style: str  # figure, word, letter, spoken, alphabet ("Bravo"), keyword, ordinal or roman
    tokens: tuple[Token, ...]
    was: str  # its digits or letters
    reading: Parse | None = None
    word: NumberWord | None = None
    times: int = 1  # "double seven": one digit, said once, that counts twice
    scale: int = 1  # ten for the tens of "trigésima segunda", said before the unit
    values: list[int] = field(default_factory=list)  # its variables on the board, in reading order

    @property
    def inside(self) -> tuple[Token, ...]:
        """The tokens that stand in items."""
        return tuple(t for t in self.tokens if t.item >= 0)

    @property
    def whole(self) -> bool:
        """Whether the slot is one stretch of one item, so that it may change its word count."""
        same = all(t.item == self.tokens[0].item for t in self.tokens)
        return same and all(_JOINED.fullmatch(t.lead) for t in self.tokens[1:])


@dataclass
class Cut:
    """One way to cut a group's tokens."""

    numerals: Numerals
    lexicon: Lexicon
    tokens: list[Token]
    slots: list[Slot]
    odd: list[Token]  # number words that are part of no number

    @cached_property
    def said(self) -> str:
        """Digits and letters, in reading order."""
        return "".join(s.was for s in self.slots)

    @property
    def covered(self) -> int:
        """Words of the items that it explains."""
        return sum(len(s.inside) for s in self.slots if s.style in _WORDED)


@lru_cache(maxsize=64)
def lexicon_beside(lexicon: Lexicon, lang: str) -> Lexicon:
    """The lexicon of another language of the dialogue, or the dialogue's own where it has none."""
    if lexicon.lang == lang:
        return lexicon
    try:
        return load_lexicon(lang)
    except UnknownLanguage:
        return lexicon


def cuts(
    texts: Sequence[str],
    items: Sequence[Item],
    kind: Kind,
    spoken: Sequence[Numerals],
    lexicon: Lexicon,
) -> list[Cut]:
    """Ways to cut the items of one number, the best first; `texts` are those of the turns."""
    best: list[Cut] = []
    for numerals in spoken:
        reader = _Reader(texts, items, kind, numerals, lexicon)
        first, _ = reader.cut({})
        # The language that explains most words, the first among equals.
        if not best or first.covered > best[0].covered:
            # Amounts are cut in one way only, longest cardinals first.
            ways = kind not in COUNTED and len(first.slots) > 1
            best = list(islice(reader.cuts(), CUTS)) if ways else [first]
    return best


def said_digits(item: Item, lang: str, lexicon: Lexicon) -> str:
    """The digits that one item says, in figures or words."""
    moved = replace(item, turn=0, start=0, end=len(item.text))
    first = cuts([item.text], [moved], item.kind, spoken_in(lang, lexicon), lexicon)[0]
    return "".join(c for c in first.said if c.isdecimal())


def said_starts(item: Item, size: int, lang: str, lexicon: Lexicon) -> frozenset[str]:
    """What the first digits may become where one number word says them; empty: anything."""
    moved = replace(item, turn=0, start=0, end=len(item.text))
    first = cuts([item.text], [moved], item.kind, spoken_in(lang, lexicon), lexicon)[0]
    slot = first.slots[0] if first.slots else None
    if slot is None or slot.reading is None or len(slot.was) not in (size, size + 3):
        return frozenset()
    # "diecisiete cero cero uno" begins with 10 to 29, whatever the province.
    like = first.numerals.shapes[first.numerals.shape(int(slot.was[:size]))]
    return frozenset(str(n) for n in like if len(str(n)) == size)


Step = tuple[list[Slot], int, list[Token]]


class _Reader:
    """Cuts the tokens of some items in one language."""

    def __init__(
        self,
        texts: Sequence[str],
        items: Sequence[Item],
        kind: Kind,
        numerals: Numerals,
        lexicon: Lexicon,
    ) -> None:
        self.kind = kind
        self.numerals = numerals
        self.lexicon = lexicon_beside(lexicon, numerals.lang)
        # Turns that are not in capitals throughout.
        self.mixed = {item.turn for item in items if any(c.islower() for c in texts[item.turn])}
        self.texts = texts
        self.tokens = self._tokens(texts, items)

    def _tokens(self, texts: Sequence[str], items: Sequence[Item]) -> list[Token]:
        """Tokens of the items, and of the text between two items of one turn."""
        tokens: list[Token] = []
        for place, item in enumerate(items):
            text = texts[item.turn]
            if place and items[place - 1].turn == item.turn:
                tokens += _scan(text, items[place - 1].end, item.start, item.turn, -1)
            else:
                tokens += self._repeat_before(text, item)
            labelled = _scan(text, item.start, item.end, item.turn, place)
            if labelled and self.kind in COUNTED:
                labelled = case_apart(labelled, self.numerals.case_of(labelled[-1].text))
            tokens += self._join_letters(text, labelled) if self.kind in LETTERED else labelled
        for i in range(1, len(tokens)):
            if tokens[i].turn == tokens[i - 1].turn:
                lead = texts[tokens[i].turn][tokens[i - 1].end : tokens[i].start]
                tokens[i] = replace(tokens[i], lead=lead)
        return tokens

    def _repeat_before(self, text: str, item: Item) -> list[Token]:
        """A word before the first item that repeats its first digit: double [seven]."""
        if self.kind in COUNTED:
            return []
        last = _scan(text, max(0, item.start - LONGEST_WORD), item.start, item.turn, -1)[-1:]
        return [t for t in last if t.key in self.numerals.repeats]

    def _join_letters(self, text: str, tokens: list[Token]) -> list[Token]:
        """ "i griega" and other spoken letters of two words become one token."""
        joined: list[Token] = []
        for token in tokens:
            pair = text[joined[-1].start : token.end] if joined else ""
            if pair and fold(pair) in self.lexicon.spoken_letters:
                last = joined.pop()
                token = replace(token, start=last.start, text=pair, key=fold(pair))
            joined.append(token)
        return joined

    def cuts(self) -> Iterator[Cut]:
        """All cuts, those with the fewest stretches shortened first."""
        queue: list[dict[int, int]] = [{}]
        for choices in queue:  # grows while it is read
            cut, open_at = self.cut(choices)
            yield cut
            last = max(choices, default=-1)
            queue += [{**choices, i: rank} for i, n in open_at if i > last for rank in range(1, n)]

    def cut(self, choices: Mapping[int, int]) -> tuple[Cut, list[tuple[int, int]]]:
        """The cut that takes the choices[i]-th stretch (the longest where none is named) at token
        i; and where there was a choice, with the number of stretches."""
        slots: list[Slot] = []
        odd: list[Token] = []
        open_at: list[tuple[int, int]] = []
        i = 0
        while i < len(self.tokens):
            steps = self._steps(i)
            if len(steps) > 1:
                open_at.append((i, len(steps)))
            more, i, strange = steps[choices.get(i, 0)]
            slots += more
            odd += strange
        return Cut(self.numerals, self.lexicon, self.tokens, slots, odd), open_at

    def _steps(self, i: int) -> list[Step]:
        token = self.tokens[i]
        if token.item < 0:
            doubled = self._repeated(i) if self.kind not in COUNTED else None
            return [([doubled[0]], doubled[1], [])] if doubled is not None else [([], i + 1, [])]
        if token.text.isdecimal():
            return [([Slot("figure", (token,), token.text)], i + 1, [])]
        skip = self._phrase(i) or self._scales(i)
        if skip:
            return [([], i + skip, [])]
        repeated = self._repeated(i)
        if repeated is not None:
            return [([repeated[0]], repeated[1], [])]
        tens = self._tens_before_ordinal(i)
        if tens is not None:
            return [([tens], i + 1, [])]
        numbers: list[Step] = [([slot], after, []) for slot, after in self._numbers(i)]
        return numbers or [self._other(i)]

    def _phrase(self, i: int) -> int:
        """Words of a fixed phrase with a number word in it ("por ciento") that starts here."""
        for size in (2, 1):
            key = " ".join(t.key for t in self.tokens[i : i + size])
            if key in self.numerals.forms("phrase"):
                return size
        return 0

    def _scales(self, i: int) -> int:
        """A word that multiplies the figures before it, in one item: "350 mil"."""
        token, before = self.tokens[i], self.tokens[max(i - 1, 0)]
        beside = before.text.isdecimal() and before.item == token.item and token.lead.isspace()
        return int(beside and token.key in self.numerals.thousands)

    def _repeated(self, i: int) -> tuple[Slot, int] | None:
        """ "double seven", "triple 0", "dos veces tres": the slot, and the token after it."""
        for at in (i + 1, i + 2):
            times = self.numerals.repeats.get(" ".join(t.key for t in self.tokens[i:at]), 0)
            if times and at < len(self.tokens):
                break
        else:
            return None
        digit = self.tokens[at]
        if digit.item < 0 or not _JOINED.fullmatch(digit.lead):
            return None
        if digit.text.isdecimal():
            return Slot("figure", (digit,), digit.text * times, times=times), at + 1
        reading = self.numerals.read(digit.key)
        if reading is None or reading.value > 9:
            return None
        return Slot("word", (digit,), str(reading.value) * times, reading, times=times), at + 1

    def _tens_before_ordinal(self, i: int) -> Slot | None:
        """ "trigésima" before "segunda", "twenty" before "first": the first digit of one number."""
        if self.kind not in COUNTED or i + 1 >= len(self.tokens):
            return None
        token, after = self.tokens[i], self.tokens[i + 1]
        if after.key in self.numerals.joiners and i + 2 < len(self.tokens):
            after = self.tokens[i + 2]  # "vingt et unième"
        unit = self.numerals.ordinals.get(after.key)
        word = self.numerals.ordinals.get(token.key)
        reading = self.numerals.read(token.key) if word is None else None
        value = word.value if word is not None else reading.value if reading is not None else 0
        if unit is None or unit.value > 9 or unit.klass != "ordinal" or value % 10:
            return None
        if not 10 <= value < 100 or not _JOINED.fullmatch(after.lead):
            return None
        return Slot("ordinal", (token,), str(value // 10), word=word, scale=10)

    def _numbers(self, i: int) -> Iterator[tuple[Slot, int]]:
        """Cardinals that start at token i, the longest first."""
        run, ends = [self.tokens[i]], [i + 1]
        skipped = False
        for j in range(i + 1, min(i + LONGEST, len(self.tokens))):
            token = self.tokens[j]
            skips = self._skipped(j)
            gap = _LOOSE if skips or skipped else _JOINED
            if token.text.isdecimal() or not gap.fullmatch(token.lead):
                break
            skipped = skips
            if not skips:
                run.append(token)
                ends.append(j + 1)
        for size in range(len(run), 0, -1):
            if run[size - 1].item < 0:
                continue
            reading = self.numerals.read(" ".join(t.key for t in run[:size]))
            if reading is not None:
                slot = Slot("word", tuple(run[:size]), str(reading.value), reading)
                yield slot, ends[size - 1]

    def _skipped(self, j: int) -> bool:
        """A filler beside a joiner does not break a number: "treinta y, eh, dos"."""
        key = self.tokens[j].key
        if key not in self.lexicon.fillers or key in self.numerals.single_words:
            return False
        around = [self.tokens[k].key for k in (j - 1, j + 1) if 0 <= k < len(self.tokens)]
        return any(key in self.numerals.joiners for key in around)

    def _other(self, i: int) -> Step:
        """A token that starts no cardinal: ordinal, Roman figure, letters, or a plain word."""
        token, numerals = self.tokens[i], self.numerals
        ordinal = numerals.ordinals.get(token.key) if self.kind in COUNTED else None
        if ordinal is not None:
            return [Slot("ordinal", (token,), str(ordinal.value), word=ordinal)], i + 1, []
        beside = numerals.forms("roman")
        known = self.kind is Kind.NUMBER and may_be_roman(self.tokens, i, self.texts, beside)
        roman = read_roman(token.text) if known else None
        if roman is not None:
            return [Slot("roman", (token,), str(roman))], i + 1, []
        if self.kind in LETTERED:
            letters = self._letters(i)
            if letters:
                return letters, i + 1, []
        beside = numerals.joiners | numerals.forms("scale") | numerals.forms("repeat")
        odd = token.key in numerals.single_words and token.key not in beside
        return [], i + 1, [token] if odd else []

    def _letters(self, i: int) -> list[Slot]:
        token, after = self.tokens[i], self.tokens[i + 1 : i + 5]
        if is_ending(self.tokens, i, self.numerals.endings):
            return []
        glued = token.lead == "" or any(t.lead == "" for t in after[:1])
        joins = token.key in SPELLING_JOINERS and i and self._names(i - 1) and after
        if joins and after[0].key.startswith(self._names(i - 1)):
            return []  # "zeta de Zamora"
        joined = i > 1 and self.tokens[i - 1].key in SPELLING_JOINERS
        if joined and len(token.key) > 1 and token.key.startswith(self._names(i - 2) or "?"):
            return [Slot("keyword", (token,), "")]
        if self.kind is Kind.ID and (stands_for := self._in_alphabet(token)):
            return [Slot("alphabet", (token,), stands_for.upper())]
        letter = self.lexicon.spoken_letters.get(token.key, "")
        named = len(token.key) > 1 or (letter and self._is_aloud(i))
        plain = self.lexicon.fillers | SPELLING_JOINERS | self.numerals.forms("label")
        plain |= self.lexicon.spoken_letters.keys() | self.numerals.single_words
        named = named and not is_written(self.tokens, token, plain, token.turn in self.mixed)
        if len(letter) == 1 and named and not glued:
            return [Slot("spoken", (token,), letter.upper())]
        beside = len(token.text) > 3 and not token.text.isupper()
        if not glued and (beside or self._is_cue(i)):
            return []  # a word beside the identifier, not a part of it
        dashed = len(token.text) > 1 or [t.lead for t in after] == _DASHED
        if self.kind is Kind.ZIP and not glued and dashed:
            return []  # "CP 28013", "D-10115"
        return [
            Slot("letter", (replace(token, start=at, end=at + 1, text=char),), char.upper())
            for at, char in enumerate(token.text, token.start)
            if char.isalpha() and len(char.upper()) == 1
        ]

    def _in_alphabet(self, token: Token) -> str:
        """The letter that a word stands for, where its item says nothing but numbers and words of
        one alphabet: "Bravo Delta one nine"; else ""."""
        name = alphabet_beside(self.tokens, token, self.numerals, self.lexicon)
        return letters_of(self.lexicon, name).get(token.key, "")

    def _is_cue(self, i: int) -> bool:
        """Whether a word says in front of an identifier what it is: "NIF 12345678Z"."""
        token, after = self.tokens[i], self.tokens[i + 1 : i + 2]
        again = i > 0 and self.tokens[i - 1].item == token.item and self._is_cue(i - 1)
        first = again or i == 0 or self.tokens[i - 1].item != token.item
        known = token.key in self.lexicon.cues("number") or (again and token.key in PARTICLES)
        # "RE-2025" is a code, "Kd.-Nr. 44" is none.
        return first and known and any(t.item == token.item and t.lead != "-" for t in after)

    def _is_aloud(self, i: int) -> bool:
        """Whether a letter that is its own name ("a") stands among spoken letters and numbers."""
        token = self.tokens[i]
        spoken = self.lexicon.spoken_letters.keys() | self.numerals.single_words
        names = (t.key for t in self.tokens if t.item == token.item and len(t.key) > 1)
        return self.lexicon.letters.get(token.key) == token.text and not spoken.isdisjoint(names)

    def _names(self, i: int) -> str:
        """The letter that a token is or names, or ""."""
        key = self.tokens[i].key
        letter = self.lexicon.spoken_letters.get(key, key)
        return letter if len(letter) == 1 and letter.isalpha() else ""


def _scan(text: str, start: int, end: int, turn: int, place: int) -> list[Token]:
    return [
        Token(turn, m.start(), m.end(), m.group(), fold(m.group()), place)
        for m in _TOKEN.finditer(text, start, end)
    ]
