"""What a letter said near a name tells of it is still true, whatever way it was said.

A letter makes a statement true or false of the name it is said of and of those that may be heard
for it: that one has it, at that place, so often, and another has not. The same ones are true after.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from surrogates import notices
from surrogates.checks.relations.spans import Found, Span, Spans
from surrogates.checks.relations.spelling.heard import may_be_heard
from surrogates.checks.relations.spelling.letters import letters_of
from surrogates.folding import digraphs, fold, letters_only, words
from surrogates.labels import NAMES, Kind
from surrogates.languages.letters import LETTERS_AND_WORDS, WORD, Reader, reader, said
from surrogates.spelling.facts import denials
from surrogates.spelling.sayings import place_said

NEAR = 2  # turns between a letter and the names that it is said of
_LONGEST = 3  # letters that are said of a name and do not spell it
_CUE = 3  # words between a cue and its letter
_COUNTED = 6  # words between a number and the letter of which there are so many
_NEXT = 4  # words behind a letter among which its place or its number is told
_GEMINATE = "·"
_MARK = re.compile("[,.;:?!¿¡]")
_END = re.compile("[.?!]")
_THINGS = frozenset({Kind.PLACE, Kind.ORG, Kind.STREET, *NAMES})
_FIGURES = frozenset({Kind.NUMBER, Kind.ID, Kind.ZIP})


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of a name, before and after."""

    span: Span
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class _Letter:
    """Letters that are said of a name, before and after; `span`: where they are labelled."""

    turn: int
    start: int
    old: str
    new: str
    span: Span | None
    place: str = ""
    times: int = 0  # so often, where that is told
    denied: bool = False  # "sans H": where a name has one, another place is meant
    asked: bool = False  # "con be o con uve", "with a T?"

    def holds(self, name: str, *, now: bool) -> bool:
        letters = self.new if now else self.old
        return any(self._stands_in(way, letters) for way in _ways(name))

    def _stands_in(self, key: str, letters: str) -> bool:
        if self.place and self.times == 2 and len(letters) == 1:
            letters *= 2  # "zwei t am Ende"
        if self.place == "first":
            return key.startswith(letters)
        if self.place == "last":
            return key.endswith(letters)
        if self.place == "inside":
            return letters in key[1:-1]
        if self.times == 2 and len(letters) == 1:
            return 2 * letters in key or key.count(letters) == 2
        return key.count(letters) == self.times if self.times else letters in key


@lru_cache(maxsize=4096)
def _ways(name: str) -> frozenset[str]:
    return frozenset({letters_only(name), letters_only(digraphs(name))})


def statements(spans: Spans) -> Iterator[Found]:
    """ "Houdin avec un [H] ?" "Oudin, sans [H]": one has it, the other has not."""
    names = [s for s in spans.all if s.kind in _THINGS]
    if not names:
        return
    turns = {span.turn + later for span in names for later in range(-1, NEAR + 1)}
    words_of = {turn: _words_in(spans, turn) for turn in turns}
    said_of: list[tuple[_Letter, _Word]] = []
    for turn in sorted(turns):
        for letter in _letters(spans, turn):
            near = [w for t in range(turn - NEAR, turn + NEAR + 1) for w in words_of.get(t, ())]
            found = _judge(spans, letter, near, said_of)
            if found is not None:
                yield found


def _words_in(spans: Spans, turn: int) -> list[_Word]:
    found: list[_Word] = []
    for span in spans.in_turns(turn, turn):
        if span.kind not in _THINGS:
            continue
        old, new = WORD.findall(span.old), WORD.findall(span.new)
        if len(old) == len(new):
            found += (_Word(span, one, two) for one, two in zip(old, new, strict=True))
        else:
            found += (_Word(span, one, span.new) for one in old)
    return [w for w in found if len(w.old) > 1]


def _judge(
    spans: Spans, letter: _Letter, near: Sequence[_Word], said_of: list[tuple[_Letter, _Word]]
) -> Found | None:
    """What a letter tells no more."""
    about = _about(letter, near)
    if not about:
        return None
    held = [w for w in about if letter.holds(w.old, now=False)]
    if not held and (letter.place or letter.times):
        loose = replace(letter, place="", times=0)
        if any(loose.holds(w.old, now=False) for w in about):
            letter = loose  # another place was meant, or one misheard
            held = [w for w in about if letter.holds(w.old, now=False)]
    subject = (held or about)[0]
    same = [w for w in about if fold(w.old) == fold(subject.old)]
    rivals = [w for w in near if _may_be_rival(spans, subject, w)]
    true = any(letter.holds(w.new, now=True) for w in same)
    # "Elena, con hache" was written without it.
    found = not letter.denied and not true if held else true and (letter.denied or letter.asked)
    found = found or (bool(held) and _is_elsewhere(letter, subject, said_of))
    wrong = [w for w in rivals if letter.holds(w.old, now=False) != letter.holds(w.new, now=True)]
    found = found or _is_said_twice(letter, subject, rivals, said_of)
    said_of.append((letter, subject))
    if not (found or wrong):
        return None
    others = tuple(dict.fromkeys(w.span for w in (subject, *wrong)))
    if letter.span is not None:
        return Found(notices.LETTERS_FALSE, letter.span, others)
    return Found(notices.LETTERS_FALSE, others[0], others[1:])


def _is_elsewhere(
    letter: _Letter, subject: _Word, said_of: Sequence[tuple[_Letter, _Word]]
) -> bool:
    """Whether a letter was right at the place for which another was said wrongly, and is not."""
    for other, word in said_of if not letter.place else ():
        one_name = fold(word.old) == fold(subject.old)
        if one_name and other.place and 0 <= letter.turn - other.turn <= 1:
            there = replace(letter, place=other.place, times=0)
            denied = not other.holds(word.old, now=False) and there.holds(subject.old, now=False)
            if denied and not there.holds(subject.new, now=True):
                return True
    return False


def _is_said_twice(
    letter: _Letter,
    subject: _Word,
    rivals: Sequence[_Word],
    said_of: Sequence[tuple[_Letter, _Word]],
) -> bool:
    """Whether two letters of a name are one now ("z a eta z"), or one letter is two."""
    own, others = fold(subject.old), {fold(rival.old) for rival in rivals}
    for other, word in said_of if letter.span is not None else ():
        if other.span is None or letter.turn - other.turn > 1:
            continue
        if letter.old == other.old:
            if letter.new != other.new and fold(word.old) in {own, *others}:
                return True
        elif set(letter.old).isdisjoint(other.old) and fold(word.old) == own:
            one, two = set(letter.new), set(other.new)
            if one < two or two < one or letter.new == other.new:
                return True
    return False


def _about(letter: _Letter, near: Sequence[_Word]) -> list[_Word]:
    """The words of the names that a letter is said of, nearest first: those before it in its turn,
    or behind it, or those of the last turn with names before it."""
    here = [w for w in near if w.span.turn == letter.turn]
    before = [w for w in here if w.span.item.end <= letter.start]
    if before:
        return before[::-1]
    earlier = [w for w in near if w.span.turn < letter.turn]
    last = [w for w in earlier if w.span.turn == earlier[-1].span.turn] if earlier else []
    return [*last[::-1], *here] if last else here


def _may_be_rival(spans: Spans, subject: _Word, other: _Word) -> bool:
    one, two = fold(subject.old), fold(other.old)
    inflected = spans.lang == "eu" and one[:4] == two[:4]
    if one == two or inflected or two in spans.lexicon.relatives(one):
        return False
    return may_be_heard(spans.lexicon, one, two)


def _letters(spans: Spans, turn: int) -> Iterator[_Letter]:
    """The letters of a turn that something tells to be said of a name."""
    read = reader(spans.lexicon)
    rows: list[list[Span]] = []
    for span in spans.in_turns(turn, turn):
        if span.kind not in (Kind.LETTER, *_FIGURES):
            rows.append([])
        elif rows and rows[-1] and not words(span.before) and not _parts(span.before):
            rows[-1].append(span)
        else:
            rows.append([span])
    told = [bool(row) and _is_cued(read, row) for row in rows]
    for i, row in enumerate(rows):
        # "mit [F] oder [P] [H]", "[t] [x] eta [b] letrekin"
        ahead = i > 0 and told[i - 1] and _is_listed(rows[i - 1], row)
        behind = i + 1 < len(rows) and told[i + 1] and _is_listed(row, rows[i + 1])
        told[i] = told[i] or ahead
        if told[i] or behind:
            yield from _of_row(spans, read, row, listed=ahead or behind)
    for start, text in spans.stretches(turn):
        yield from _unlabelled(spans, read, turn, start, text)


def _is_listed(row: Sequence[Span], following: Sequence[Span]) -> bool:
    beside = bool(row and following) and row[-1].after == following[0].before
    return beside and len(words(row[-1].after)) <= _CUE


def _parts(gap: str) -> bool:
    return any(c in gap for c in ".;:?!")


def _of_row(spans: Spans, read: Reader, row: Sequence[Span], *, listed: bool) -> Iterator[_Letter]:
    if not row or any(s.kind is not Kind.LETTER for s in row):
        return
    pairs = [
        (letters_of(spans.lexicon, s, s.old), letters_of(spans.lexicon, s, s.new)) for s in row
    ]
    if any(_GEMINATE in s.old for s in row):
        return
    if not all(old and new for old, new in pairs) or sum(len(old) for old, _ in pairs) > _LONGEST:
        return
    place, times = _told(read, row[0].before, row[-1].after)
    denied, asked = _denied(read, row[0].before, row[-1].after)
    first = _Letter(
        row[0].turn, row[0].item.start, "", "", row[-1], denied=denied, asked=asked or listed
    )
    whole = "".join(old for old, _ in pairs), "".join(new for _, new in pairs)
    turn = row[0].turn
    near = (w for t in range(turn - NEAR, turn + NEAR + 1) for w in _words_in(spans, t))
    if len(row) == 1 or listed or any(whole[0] in way for w in near for way in _ways(w.old)):
        yield replace(first, old=whole[0], new=whole[1], place=place, times=times)
        return
    for span, (old, new) in zip(row, pairs, strict=True):
        yield replace(first, start=span.item.start, old=old, new=new, span=span)


def _is_cued(read: Reader, row: Sequence[Span]) -> bool:
    """Whether words beside letters say that a name has them or not."""
    before = [said(word) for word in WORD.findall(row[0].before)][-_CUE - 1 :]
    after = [said(word) for word in WORD.findall(row[-1].after)][:_NEXT]
    ones = read.lexicon.signs("one")
    if any(" ".join(before[-size:]) in ones for size in (2, 3)):
        return True  # "un seul [T]"
    return _has_cue(read, before) or _is_placed(read, after) or _is_behind(read, after)


def _denied(read: Reader, before: str, after: str) -> tuple[bool, bool]:
    """Whether a letter is said not to be there, and whether that is a question."""
    ahead = [said(word) for word in WORD.findall(_MARK.split(before)[-1])][-_CUE:]
    behind = [said(word) for word in WORD.findall(after)][:2]
    negative = denials(read.lexicon)
    signs = read.lexicon.signs
    denied = not negative.isdisjoint(ahead) or "without" in (
        signs("behind").get(word, "") or signs("ending").get(word, "") for word in behind
    )
    end = _END.search(after)
    return denied, bool(end and end[0] == "?")


def _has_cue(read: Reader, before: Sequence[str]) -> bool:
    signs = read.lexicon.signs
    cues = {c for k in ("with", "without", "start", "end") for c in signs(k)}
    size = len(before)
    return any(
        " ".join(before[i:j]) in cues
        for i in range(size)
        for j in range(i + 1, size + 1)
        if size - j <= 2
    )


def _is_placed(read: Reader, after: list[str]) -> bool:
    return any(place_said(read, after, at)[0] for at in range(min(2, len(after))))


def _is_behind(read: Reader, after: Sequence[str]) -> bool:
    """Whether a Basque ending or word behind a letter says that a name has it."""
    signs = read.lexicon.signs
    return any(
        word in signs("behind") or (not at and word in signs("ending"))
        for at, word in enumerate(after[:2])
    )


def _told(read: Reader, before: str, after: str) -> tuple[str, int]:
    """Where a letter stands, and how often."""
    behind = [said(word) for word in WORD.findall(after)][:_NEXT]
    places = (place_said(read, behind, at)[0] for at in range(min(2, len(behind))))
    ahead = [said(word) for word in WORD.findall(before)][-_CUE:]
    starts, ends = read.lexicon.signs("start"), read.lexicon.signs("end")
    place = next((place for place in places if place), "")
    for size in (3, 2, 1):
        cue = " ".join(ahead[-size:])
        place = place or ("first" if cue in starts else "last" if cue in ends else "")
    return place, _times(read, ahead[-1:], behind[:1])


def _times(read: Reader, before: Sequence[str], after: Sequence[str]) -> int:
    repeat = read.lexicon.signs("repeat")
    for word in (*before, *after):
        if word in repeat:
            return int(repeat[word])
        if behind := read.lexicon.signs("behind").get(word, ""):
            return int(behind) if behind.isdecimal() else 0
    return 0


def _unlabelled(spans: Spans, read: Reader, turn: int, start: int, text: str) -> Iterator[_Letter]:
    """Letters that are said outside the labels behind a cue, or before one in Basque."""
    places = list(WORD.finditer(text))
    keys = [said(place[0]) for place in places]
    behind = read.lexicon.signs("behind")
    pairs = read.lexicon.signs("pair") if behind else {}
    told: list[_Letter] = []
    plain = LETTERS_AND_WORDS.get(read.lexicon.lang, frozenset())
    for i, key in enumerate(keys):
        named = read.match(keys, i) if read.begins(key) else None
        if named is None and key in pairs:
            named = "pair", key, 1, ""  # "tz-rekin"
        if named is None:
            continue
        style, letters, size, repeat = named
        letter = letters_only(letters)
        if (
            not letter
            or len(letter) > _LONGEST
            or _GEMINATE in letters
            or key in plain
            or key in read.vague
        ):
            continue
        before, after = keys[max(i - _CUE, 0) : i], keys[i + size : i + size + _NEXT]
        if style == "char" and not repeat and fold(key) in "aeiouy":
            continue
        counted = [behind[k] for k in keys[max(i - _COUNTED, 0) : i] if k in behind]
        cued = _has_cue(read, before[-2:]) or _is_behind(read, after) or bool(repeat or counted)
        if not cued:
            continue
        place, times = _told(read, " ".join(before), " ".join(after))
        times = 2 if "2" in counted else times  # "batekin ala birekin idazten da r hori?"
        denied, asked = _denied(read, text[: places[i].start()], text[places[i + size - 1].end() :])
        at = start + places[i].start()
        found = _Letter(turn, at, letter, letter, None, place, times, denied, asked)
        both = [one for one in told if one.old == letter]
        told = [one for one in told if one.old != letter]
        if not both:  # "avec un B ou sans B?" says nothing
            told.append(found)
    yield from told
