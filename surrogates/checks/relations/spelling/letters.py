"""What the text says of a name's letters and signs: whether its surrogate has them.

"Is that with one T or two?" speaks of Whittaker, and of no Griffiths.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import zip_longest
from unicodedata import normalize

from surrogates import notices
from surrogates.checks.relations.spans import Found, Span, Spans
from surrogates.checks.relations.spelling.heard import may_be_heard
from surrogates.folding import PARTICLES_OF, digraphs, fold, letters_only
from surrogates.labels import NAMES, Kind
from surrogates.languages.letters import (
    COMBINING,
    LETTERS_AND_WORDS,
    WORD,
    Reader,
    reader,
    said,
    tokens_of,
)
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.numerals import Numerals

NAME = 2  # letters of what a letter is called, or fewer, that may be another word
NEAR = 2  # turns between a name and what is said of its letters
_ABBREVIATED = re.compile(r"\.\s+")  # up to a mention
_Lost = tuple[list[Span], list[Span]]  # names that had a sign, and those of them without it now
_CARON = "\u030c"  # of a hook above a letter one says what one says of one below


def letters_said(spans: Spans) -> Iterator[Found]:
    """A letter named beside a name that has it is in its surrogate; doubled where it was asked."""
    turns = {
        span.turn + later
        for span in spans.all
        if span.kind in NAMES or _is_spelled(span)
        for later in range(NEAR + 1)
    }
    read = reader(spans.lexicon)
    told: set[int] = set()
    for turn in sorted(turns):
        said_near = list(spans.in_turns(turn - NEAR, turn))
        for start, stretch in spans.stretches(turn):
            # What follows the letter may be its key word: "T comme [Thérèse]".
            near = [
                s
                for s in said_near
                if (s.kind in NAMES or _is_spelled(s)) and (s.turn, s.item.end) <= (turn, start)
            ]
            if not near:
                continue
            for letter, twice in _letters(read, stretch, spans.spoken):
                found = _missing(near, letter, twice)
                if found is not None and found.span.item.index not in told:
                    told.add(found.span.item.index)
                    yield found
            said_here = f" {' '.join(map(fold, WORD.findall(stretch)))} "
            for asked, lost in (
                *_signs(spans.lexicon, near, said_here),
                *_marks(spans.lexicon, near, said_here),
            ):
                if lost and lost == asked and told.isdisjoint(s.item.index for s in lost):
                    told |= {s.item.index for s in lost}
                    yield Found(notices.SIGN_LOST, lost[-1], tuple(lost[:-1]))


def contrasts(spans: Spans) -> Iterator[Found]:
    """Of letters that told a name from what was heard instead, one tells the new ones apart:
    "Rubira?" "No, Rovira, amb [o] i amb [ve baixa]"."""
    names = [s for s in spans.of(*NAMES) if len(s.old_key) == len(s.new_key) == 1]
    by_turn: dict[int, list[Span]] = {}
    for name in names:
        by_turn.setdefault(name.turn, []).append(name)
    for right in names:
        near = range(right.turn - NEAR + 1, right.turn + 1)
        heard = [s for turn in near for s in by_turn.get(turn, ()) if s is not right]
        heard = [s for s in heard if may_be_heard(spans.lexicon, s.old_key[0], right.old_key[0])]
        wrong = heard[0] if heard else None
        if wrong is None:
            continue
        row = [
            s
            for s in spans.of(Kind.LETTER)
            if s.turn == right.turn and s.item.start > right.item.end
        ]
        said_of = [
            (letters_of(spans.lexicon, s, s.old), letters_of(spans.lexicon, s, s.new)) for s in row
        ]
        if any(_is_ending_lost(right, wrong, s) for s in row):
            yield Found(notices.LETTER_LOST, right, (wrong, *row))
            continue
        if (wrong.turn, wrong.item.start) > (right.turn, right.item.start):
            continue
        old, new = _apart(right.old, wrong.old), _apart(right.new, wrong.new)
        told = [now for was, now in said_of if len(was) == 1 and was in old]
        if told and new and new.isdisjoint(told):
            yield Found(notices.LETTER_LOST, right, (wrong, *row))


def _is_ending_lost(right: Span, wrong: Span, letters: Span) -> bool:
    """Whether an ending told names apart and does not now: "acabado en [is], no Sánchez"."""
    was, now = letters_only(letters.old), letters_only(letters.new)
    old, other, new, other_now = map(letters_only, (right.old, wrong.old, right.new, wrong.new))
    told = old.endswith(was) and not other.endswith(was)
    return 1 < len(was) < len(old) and told and new.endswith(now) == other_now.endswith(now)


def _apart(name: str, other: str) -> frozenset[str]:
    """Letters of a name that another one has not in their places, counted from either end."""
    one, two = letters_only(name), letters_only(other)
    ahead = {a for a, b in zip_longest(one, two) if a != b}
    back = {a for a, b in zip_longest(one[::-1], two[::-1]) if a != b}
    return frozenset(a for a in ahead & back if a is not None)


def letters_of(lexicon: Lexicon, span: Span, text: str, *, wide: bool = False) -> str:
    """The letters that a mention says, or those of a name; `wide`: umlauts written out."""
    written = digraphs if wide else str
    if span.kind is not Kind.LETTER:
        return letters_only(written(text))
    tokens = tokens_of(replace(span.item, text=text, start=0, end=len(text)), lexicon)
    return "".join(letters_only(written(t.letters)) for t in tokens if t.style != "word")


def _is_spelled(span: Span) -> bool:
    return span.kind is Kind.LETTER and len(letters_only(span.old)) > NEAR


def _missing(near: list[Span], letter: str, twice: bool) -> Found | None:
    """The mention said last that had a letter, where no surrogate of those that had it has."""
    asked = [s for s in near if letter * 2 in letters_only(s.old)] if twice else []
    asked = asked or [s for s in near if letter in letters_only(s.old)]
    doubled = twice and all(letter * 2 in letters_only(s.old) for s in asked)
    sign = letter * 2 if doubled else letter
    if not asked or any(sign in letters_only(s.new) for s in asked):
        return None
    return Found(notices.LETTER_LOST, asked[-1], tuple(asked[:-1]))


def _letters(read: Reader, text: str, spoken: tuple[Numerals, ...]) -> Iterator[tuple[str, bool]]:
    """Letters that a text names after a word such as "with", or before their key word, folded, and
    whether one or two of them is the question."""
    if not text.strip():
        return
    places = list(WORD.finditer(text))
    written = [place[0] for place in places]
    negative = _negative(read)
    keys = [said(word) for word in written]
    for i, key in enumerate(keys):
        if not read.begins(key):
            continue
        named = read.match(keys, i)
        if named is None:
            continue
        style, letters, size, repeat = named
        plain = fold(letters)
        if not plain.isalpha() or len(set(plain)) > 1:
            continue
        if style == "char" and (not written[i].isupper() and not repeat):
            continue  # "a", "y": words
        if style == "char" and _ABBREVIATED.fullmatch(text, places[i].end()):
            continue  # "avec M. [Pagès]"
        if size == 1 and key in LETTERS_AND_WORDS.get(read.lexicon.lang, ()) and style != "char":
            continue
        before, after = keys[max(i - 3, 0) : i], keys[i + size : i + size + 3]
        counted = bool(repeat) or _counts(spoken, before[-1:]) or _counts(spoken, after[-1:])
        if not negative.isdisjoint(keys[i + size : i + size + 3]):
            continue  # "with an L or not?"
        joined = bool(after[:1]) and after[0] in _joiners(read)
        if joined and key in PARTICLES_OF.get(read.lexicon.lang, ()):
            joined = not _begins(text, places[i].start())  # "I com es troba?", "¿Y cómo va?"
        called = bool(repeat) and style == "spoken" and len(keys[i + 1]) > NAME  # "dues eles"
        cued = joined or called or _is_cued(read, before, spoken)
        if cued:
            yield plain[0], counted and _says_two(spoken, [*before, *after], repeat)


def _begins(text: str, start: int) -> bool:
    """Whether a sentence begins there, so that a capital tells no letter."""
    return text[:start].rstrip()[-1:] in ("", *".?!…¿¡")


@lru_cache(maxsize=16)
def _negative(read: Reader) -> frozenset[str]:
    """Words such as "not", "without"."""
    first = {cue.split()[0] for cue in read.lexicon.signs("without")}
    return frozenset(first - {cue.split()[0] for cue in read.lexicon.signs("with")})


@lru_cache(maxsize=16)
def _joiners(read: Reader) -> frozenset[str]:
    return frozenset({"comme", "como", "com", "wie", "bezala"}) & read.join_heads


def _is_cued(read: Reader, before: list[str], spoken: tuple[Numerals, ...]) -> bool:
    cues = read.lexicon.signs("with")
    for skipped in (0, 1):
        rest = before[: len(before) - skipped] if skipped else before
        if skipped and not _counts(spoken, before[-1:]):
            continue
        if any(" ".join(rest[-size:]) in cues for size in (1, 2, 3) if len(rest) >= size):
            return True
    return False


def _counts(spoken: tuple[Numerals, ...], keys: list[str]) -> bool:
    return bool(keys) and any(n.parse(keys[0]) in (1, 2) for n in spoken)


def _says_two(spoken: tuple[Numerals, ...], keys: list[str], repeat: str) -> bool:
    return bool(repeat) or any(n.parse(key) == 2 for n in spoken for key in keys)


def _signs(lexicon: Lexicon, near: list[Span], said_here: str) -> Iterator[_Lost]:
    """An apostrophe or a hyphen that is spoken of beside a name that has one."""
    if all(s.old.isalpha() for s in near if s.kind in NAMES):
        return
    for sign in {s for form, s in lexicon.signs("name_sign").items() if f" {form} " in said_here}:
        asked = [s for s in near if s.kind in NAMES and sign in s.old.replace("’", "'")]
        asked = [s for s in asked if not s.old.endswith(sign)]
        yield asked, [s for s in asked if sign not in s.new.replace("’", "'")]


def _marks(lexicon: Lexicon, near: list[Span], said_here: str) -> Iterator[_Lost]:
    """A mark that is spoken of beside a name that has it: "mit Häkchen", of a Çelik."""
    if all(s.old.isascii() for s in near if s.kind in NAMES):
        return
    if any(f" {form} " in said_here for form in lexicon.signs("without")):
        return
    for kind in {k for form, k in lexicon.signs("mark").items() if f" {form} " in said_here}:
        signs = {COMBINING.get(kind, ""), _CARON if kind == "cedilla" else ""} - {""}
        asked = [s for s in near if s.kind in NAMES and _carries(s.old, signs)]
        yield asked, [s for s in asked if not _carries(s.new, signs)]


def _carries(name: str, signs: Collection[str]) -> bool:
    return any(sign in normalize("NFD", name) for sign in signs)
