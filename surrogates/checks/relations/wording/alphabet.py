"""Names whose place in the alphabet is spoken of: "alphabetisch", "A to K at this table".

The words stay, so names that changed places with each other, left the letters that are said, or
were at an end of the list, contradict them.
"""

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from surrogates import notices
from surrogates.checks.relations.spans import Found, Spans
from surrogates.checks.relations.wording.listed import Listed, read_names
from surrogates.folding import fold, words_apart
from surrogates.labels import NAMES
from surrogates.languages.letters import WORD, said, spoken_table
from surrogates.languages.lexicon import Lexicon

BEFORE, AFTER = 2, 3  # turns around the words in which names stand that they are said of
_AROUND = 3  # words before or behind a range in which what goes with it stands
_TOLD = 3  # letters of the shortest name of a letter that is no other word
_GLUED = re.compile(r"([A-Z])(?=e?(?:tik|ra|raino)\b)")  # Basque: "Atik Kra"
_CLAUSE = re.compile(r"[\d.,;:!?()]")
_PLURAL = 2  # letters of its longest ending
_THING = 4  # letters of the shortest word for a thing; shorter ones are articles
_DASHES = tuple("-–—")
_DASH = re.compile(r"\s?[-–—]\s?")
# Letters of a name that stands at an end of a list, beyond doubt; of one that may in a list by the
# alphabet; and of one that may now.
_ENDS = {"first": ("a", "ab", "abcd"), "last": ("yz", "vwxyz", "stuvwxyz")}


@dataclass(frozen=True, slots=True)
class _Range:
    turn: int
    first: str
    last: str
    told: bool  # words beside it say that names begin so

    def holds(self, letter: str) -> bool:
        return self.first <= letter <= self.last


@lru_cache(maxsize=16)
def _phrases(lexicon: Lexicon, kind: str) -> tuple[tuple[str, str], ...]:
    """Folded cue between blanks, what is elided a word of its own -> value."""
    cues = lexicon.cues(kind).items()
    return tuple((f" {' '.join(words_apart(form))} ", value) for form, value in cues)


@lru_cache(maxsize=16)
def _words_of(lexicon: Lexicon) -> tuple[frozenset[str], ...]:
    """The words of each cue of order: few dialogues have all of one and are read on."""
    kinds = ("alphabetical", "list_end")
    forms = dict.fromkeys(form for kind in kinds for form, _ in _phrases(lexicon, kind))
    return tuple(frozenset(form.split()) for form in forms)


@dataclass(frozen=True, slots=True)
class _Said:
    """What is said of the alphabet, by turn."""

    ordered: frozenset[int]
    ends: tuple[tuple[int, str, bool], ...]  # turn, "first" or "last", whether of a list
    ranges: tuple[_Range, ...]


def ordered(spans: Spans) -> Iterator[Found]:
    """Names of a list by the alphabet are in the order in which they were."""
    for told in spans.once(_said):
        ends = [*_at_ends(spans, told)]
        turns = told.ordered | {turn for turn, _, sure in ends if sure}
        if not turns:
            continue
        names = _names(spans, turns)
        for i, later in enumerate(names):
            swapped = [one for one in names[:i] if _parted(one, later)]
            if swapped:
                yield Found(notices.ALPHABET_LOST, later.span, tuple(o.span for o in swapped))
        yield from (found for _, found, _ in ends if found is not None)


def _parted(one: Listed, other: Listed) -> bool:
    """Whether two names stood in one order and stand in the other."""
    if one.old == other.old or one.new == other.new:
        return False
    if other.old[0].startswith(one.old[0]) or one.old[0].startswith(other.old[0]):
        return False  # "Agirre", "Agirrek"
    return (one.old < other.old) != (one.new < other.new)


def _at_ends(spans: Spans, told: _Said) -> Iterator[tuple[int, Found | None, bool]]:
    """Where a name was at the end of a list that is said of it; what is told where it is not now;
    whether a list is spoken of."""
    known = bool(told.ordered)
    for turn, end, sure in sorted(told.ends, key=lambda each: not each[2]):
        if not (sure or known):
            continue
        certain, likely, may_be = _ENDS[end]
        were = likely if known else certain
        names = [n for n in spans.once(read_names) if turn - 1 <= n.span.turn <= turn]
        here = [n for n in names if n.span.turn == turn] or names[-1:]
        about = next((n for n in here if n.letters[0] in were), None)
        if about is None and sure:
            about = next((n for n in names[::-1] if n.letters[0] in were), None)
        if about is None:
            continue
        known = known or sure
        lost = about.letters[1] not in may_be
        yield turn, Found(notices.ALPHABET_LOST, about.span) if lost else None, sure


def ranges(spans: Spans) -> Iterator[Found]:
    """A name that began with one of the letters from one to another begins so still."""
    for told in spans.once(_said):
        about = [r for r in told.ranges if r.told or _is_one_of_all(r, told.ranges)]
        for name in _names(spans, {r.turn for r in about}) if about else ():
            old, new = name.letters
            were = [r for r in about if r.holds(old)]
            if were and not any(r.holds(new) for r in were):
                yield Found(notices.ALPHABET_LOST, name.span)


def _is_one_of_all(one: _Range, all_said: Sequence[_Range]) -> bool:
    """Whether ranges that follow each other go on to the end: "A to K", "L to Z"."""
    following = {chr(ord(r.last) + 1): r for r in all_said}
    starts = {r.first: r for r in all_said}
    first, last = one, one
    while first.first in following:
        first = following[first.first]
    while (after := chr(ord(last.last) + 1)) in starts:
        last = starts[after]
    return first is not last and first.first == "a" and last.last in "xyz"


def _said(spans: Spans) -> Iterator[_Said]:
    """What a dialogue says of the alphabet; nothing where it does not speak of it."""
    lexicon, scene = spans.lexicon, spans.scene
    if not any(span.kind in NAMES for span in spans.all):
        return
    turns = range(len(scene.dialogue.turns))
    lines: dict[int, str] = {}
    outside = _outside(spans)
    if any(cue <= outside for cue in _words_of(lexicon)):
        lines = {t: _line(text for _, text in spans.stretches(t)) for t in turns}
    order = _phrases(lexicon, "alphabetical")
    in_order = {t for t, line in lines.items() if any(f in line for f, v in order if not v)}
    ends = {
        (t, value.split()[0], "said" not in value)
        for t, line in lines.items()
        for form, value in _phrases(lexicon, "list_end")
        if form in line
    }
    asked = ((f, v) for f, v in _phrases(lexicon, "surname") if v != "beside")
    beside = [form for form, _ in (*order, *asked)]
    spoken = {t for t, line in lines.items() if any(f in line for f, _ in order)}
    found = tuple(r for t in turns for r in _ranges(spans, t, beside, aloud=bool(spoken)))
    if in_order or ends or found:
        yield _Said(frozenset(in_order), tuple(sorted(ends)), found)


def _line(texts: Iterable[str]) -> str:
    """Folded words of texts, with a blank at both ends; no phrase goes from one into the next."""
    return f" {' | '.join(' '.join(words_apart(text)) for text in texts)} "


def _outside(spans: Spans) -> frozenset[str]:
    """Folded words outside the labels, and those behind what is elided."""
    outside = spans.scene.outside
    return outside | {part for word in outside if "'" in word for part in word.split("'")}


def _ranges(spans: Spans, turn: int, beside: Sequence[str], *, aloud: bool) -> Iterator[_Range]:
    """Two letters with a word for "to" between them; spoken names of letters where `aloud`."""
    text, lexicon = spans.turn_text(turn), spans.lexicon
    if not aloud and len(_letters_alone(spans.lang, text)) < 2:
        return
    joints = _joints(lexicon)
    for _, stretch in spans.stretches(turn):
        plain = _GLUED.sub(r"\1 ", stretch) if spans.lang == "eu" else stretch
        places = list(WORD.finditer(plain))
        keys = [said(place[0]) for place in places]
        at = [_letter(lexicon, place[0], aloud=aloud) for place in places]
        starts = [i for i, letter in enumerate(at) if letter]
        for i, j in pairwise(starts):
            first, last = at[i], at[j]
            joint = " ".join(keys[i + 1 : j])
            gap = plain[places[i].end() : places[j].start()]
            near = {*keys[max(i - _AROUND, 0) : i], *keys[j + 1 : j + 1 + _AROUND]}
            asked = joints.get(joint)
            fits = asked is not None and (not asked or any(k.startswith(asked) for k in near))
            before, after = plain[: places[i].start()], plain[places[j].end() :]
            fits = fits or bool(_DASH.fullmatch(gap) and not _is_spelled(before, after))
            if first < last and fits and not _are_of_things(lexicon, before):
                yield _Range(turn, first, last, _is_told(spans, turn, beside))


def _is_spelled(before: str, after: str) -> bool:
    """Whether letters with a dash between them go on: "F-E-R"."""
    return before.rstrip()[-1:] in _DASHES or after.lstrip()[:1] in _DASHES


def _are_of_things(lexicon: Lexicon, before: str) -> bool:
    """Whether the letters are what things are called by: "gates A to D", "los portales de la A"."""
    near = words_apart(_CLAUSE.split(before)[-1])[-_AROUND:]
    things = lexicon.cues("numbered")
    ends = (word[: len(word) - more] for word in near for more in range(_PLURAL + 1))
    return any(len(end) >= _THING and end in things for end in ends)


def _is_told(spans: Spans, turn: int, beside: Sequence[str]) -> bool:
    line = _line(spans.turn_text(t) for t in range(turn - BEFORE, turn + 2))
    return any(form in line for form in beside)


def _letters_alone(lang: str, text: str) -> list[str]:
    found = re.findall(r"(?<![^\W_])[A-Z](?![^\W_])", text)
    return found + _GLUED.findall(text) if lang == "eu" else found


@lru_cache(maxsize=16)
def _joints(lexicon: Lexicon) -> dict[str, str]:
    """Words between two letters, as letters are read -> what stands around with them."""
    rows = lexicon.written_cues("letter_range")
    return {" ".join(map(said, WORD.findall(form))): fold(value) for form, value in rows}


def _letter(lexicon: Lexicon, word: str, *, aloud: bool) -> str:
    """The letter that a word is, folded, or ""."""
    if len(word) == 1:
        return fold(word) if word.isupper() and fold(word).isascii() else ""
    letter = spoken_table(lexicon).get(said(word), "") if aloud and len(word) >= _TOLD else ""
    return fold(letter) if len(letter) == 1 else ""


def _names(spans: Spans, turns: Set[int]) -> list[Listed]:
    """Names near some turns, each of them once: surnames where one is said."""
    near = {t + more for t in turns for more in range(-BEFORE, AFTER + 1)}
    first = {name.old: name for name in reversed(spans.once(read_names)) if name.span.turn in near}
    names = sorted(first.values(), key=lambda name: name.span.item.index)
    surnames = [name for name in names if name.surname]
    return surnames or names
