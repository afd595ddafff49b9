"""Letters and digits that a code was read out with, and the key words of letters."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from surrogates import notices
from surrogates.checks.relations.numbers.digits import signs_of
from surrogates.checks.relations.spans import Found, Span, Spans, in_reach
from surrogates.checks.relations.spelling.letters import letters_of
from surrogates.folding import digits_only, fold, letters_only, signs_only
from surrogates.labels import NAMES, Kind
from surrogates.languages.letters import WORD, Reader, reader, said

NEAR = 4  # turns between a code and its reading
_NAMES_NEAR = 2  # turns between a name and what is counted of it
_LEAST = 3  # signs of such a reading
_LONGEST = 40  # mentions of a turn among which one is looked for
_CODES = frozenset({Kind.ID, Kind.ZIP})


def codes(spans: Spans) -> Iterator[Found]:
    """Letters and numbers in a row that were those of a code are: "[Q as in queen], [seven]"."""
    written = [s for s in spans.of(*_CODES) if letters_only(s.old) and digits_only(s.old)]
    for turn in sorted({s.turn for s in spans.of(Kind.LETTER)}) if written else ():
        row = [s for s in spans.in_turns(turn, turn) if s.kind in (Kind.LETTER, Kind.NUMBER)]
        near = [c for c in written if abs(c.turn - turn) <= NEAR] if len(row) <= _LONGEST else []
        signs = [(_signs(spans, s, s.old), _signs(spans, s, s.new)) for s in row] if near else []
        runs = combinations(range(len(signs) + 1), 2)
        for start, end in sorted(runs, key=lambda run: run[0] - run[1]):
            old, new = ("".join(each) for each in zip(*signs[start:end], strict=True))
            letters = [s for s in row[start:end] if s.kind is Kind.LETTER and letters_only(s.old)]
            held = [c for c in near if letters and len(old) >= _LEAST and old in signs_only(c.old)]
            if held:
                if not any(new in signs_only(c.new) for c in held):
                    yield Found(notices.READING_LOST, letters[0], (held[0],))
                break


def _signs(spans: Spans, span: Span, text: str) -> str:
    """The letters or figures that a mention says, those that only tell a letter left out."""
    letter, word = told(reader(spans.lexicon), text) if span.kind is Kind.LETTER else ("", "")
    if word:
        return letter
    return (letters_of(spans.lexicon, span, text) if letter else "") or signs_of(spans, span, text)


def told(read: Reader, text: str) -> tuple[str, str]:
    """The letter that a text says, folded, and the word that tells it: "Q as in queen"."""
    keys = [said(word) for word in WORD.findall(text)]
    named = read.match(keys, 0) if keys else None
    if named is None:
        return "", ""
    rest = keys[named[2] :]
    size = read.joins(rest, 0)
    return fold(named[1]), rest[size] if size else ""


def key_words(spans: Spans) -> Iterator[Found]:
    """A word that told a letter begins with it: "K as in king", "[ka] de [kilo]"."""
    read = reader(spans.lexicon)
    for span, following in zip(spans.all, (*spans.all[1:], None), strict=False):
        if span.kind is not Kind.LETTER:
            continue
        (letter, word), (now, new_word) = told(read, span.old), told(read, span.new)
        others: tuple[Span, ...] = ()
        if letter and not word:
            word, new_word, others = _word_behind(read, span, following)
        fits = word and read.tells(word, letter)
        last = (
            letters_of(spans.lexicon, span, span.new)[-1:] if others else now
        )  # "E, M comme Marcel"
        if fits and now and not (new_word and read.tells(new_word, last)):
            yield Found(notices.KEY_WORD_LOST, span, others)


def _word_behind(
    read: Reader, span: Span, following: Span | None
) -> tuple[str, str, tuple[Span, ...]]:
    """The word after a letter and a joiner, before and after, and the mention that it is."""
    keys = [said(each) for each in WORD.findall(span.after)]
    size = read.joins([*keys, ""], 0)
    if size and len(keys) > size:
        return keys[size], keys[size], ()
    beside = following is not None and (following.turn, following.before) == (span.turn, span.after)
    if size and following is not None and beside and following.old_key and following.new_key:
        return following.old_key[0], following.new_key[0], (following,)
    return "", "", ()


def said_again(spans: Spans) -> Iterator[Found]:
    """A letter that words outside say once more, to tell it: "[N] da, Nafarroako N bezala"."""
    read = reader(spans.lexicon)
    for span in spans.of(Kind.LETTER, *_CODES):
        (old, _), (new, _) = told(read, span.old), told(read, span.new)
        if len(old) != 1 or old == new or digits_only(span.old):
            continue
        behind = WORD.findall(span.after)
        keys = [said(word) for word in behind]
        for at, word in enumerate(behind):
            again = len(word) == 1 and fold(word) == old and word.isupper()
            if again and (keys[at + 1 : at + 2] or [""])[0] in read.joiners | read.join_heads:
                yield Found(notices.KEY_WORD_LOST, span)
                break


def counted(spans: Spans) -> Iterator[Found]:
    """As many of a letter as a name was said to have it has: "mit [zwei] [L]"."""
    read = reader(spans.lexicon)
    for number, letter in in_reach(spans.all, lambda s: s.turn, 0):
        beside = number.kind is Kind.NUMBER and letter.kind is Kind.LETTER
        if not beside or number.after.strip() or number.after != letter.before:
            continue
        (old, _), (new, _) = told(read, letter.old), told(read, letter.new)
        times = [_value(spans, text) for text in (number.old, number.new)]
        if not old or not times[0]:
            continue
        near = [s for s in spans.near(letter, _NAMES_NEAR) if s.kind in NAMES]
        held = [s for s in near if letters_only(s.old).count(old) == times[0]]
        if held and not any(letters_only(s.new).count(new) == times[1] for s in held):
            yield Found(notices.LETTERS_COUNTED, number, (letter, held[0]))


def _value(spans: Spans, text: str) -> int | None:
    if text.isdecimal():
        return int(text)
    return next((v for n in spans.spoken if (v := n.parse(fold(text))) is not None), None)


def same_letter(spans: Spans) -> Iterator[Found]:
    """The letter behind a number is that of another place where it was: "apartment [3B]", "buzzer
    [B]"."""
    flats: Sequence[Span] = [s for s in spans.of(Kind.NUMBER) if _flat(s.old)]
    read = reader(spans.lexicon)
    for span in spans.of(Kind.LETTER) if flats else ():
        (old, word), (new, _) = told(read, span.old), told(read, span.new)
        held = [f for f in flats if abs(f.turn - span.turn) <= NEAR and _flat(f.old) == old]
        if held and not word and not any(_flat(f.new) == new for f in held):
            yield Found(notices.CODE_LETTER_LOST, span, (held[0],))


def _flat(text: str) -> str:
    """The letter of a flat: "3B", "3º B"."""
    letters = "".join(c for c in text if c.isalpha() and c not in "ºª")
    return (
        fold(letters) if len(letters) == 1 and text[-1:] == letters and text[:1].isdecimal() else ""
    )
