"""What speakers say of a name's letters outside the spans: "con uve", "sin hache", "with a K".

No rewriting can mend such words, so the surrogate has to make them true; where none does, a
curator is told.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile

from surrogates.folding import fold, plain_letters
from surrogates.labels import Kind
from surrogates.languages.letters import (
    WORD,
    Reader,
    Token,
    letter_before,
    negative_words,
    reader,
    said,
)
from surrogates.languages.lexicon import Lexicon
from surrogates.people.cast import Cast
from surrogates.people.letter_needs import Saying, SpellNeed
from surrogates.people.linking.near_misses import parting
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.spelling.names import NEAR, Named, SpelledNames, Target, named_in
from surrogates.spelling.run import letter_tokens
from surrogates.spelling.said.behind import said_behind
from surrogates.spelling.sayings import (
    APOSTROPHES,
    NEXT,
    bare_sayings,
    counted,
    one_or_two,
    place_said,
    read_sayings,
    sounds_like_letters,
    unheard,
)
from surrogates.spelling.two_writings import left_out

_STOP = re.compile(r"\s*(?:[.,;:?!)»\"']|$)")
_UNCUED = re.compile(r",\s+\S")
_END = re.compile(r"[.?!¿]")
_BEHIND = 3  # words from a sign to the letter that it stands behind
_ANSWER = 3  # words of an answer before it tells where a mark stands: "sí, en la a"
_ENDS = 2  # letters in which two given names differ: "Francis", "Frances"; "Michel", "Michelle"
_CLAUSE = 5  # words after a cue among which a letter is looked for that no rule reads


@dataclass(frozen=True, slots=True)
class Fact:
    """A need that words outside the spans state of a name; None where they were not understood."""

    item: Item
    target: Target
    need: SpellNeed | None
    labelled: frozenset[Saying] = frozenset()  # what labelled letters said of the original
    of_number: bool = False  # the words only say that the name is of one or of many


@dataclass(frozen=True, slots=True)
class _Words:
    """The words of a stretch outside the spans."""

    text: str  # of the turn, up to the end of the stretch
    places: list[tuple[int, int]]  # of each word in the text
    keys: list[str]  # each word, folded


def _words(text: str, start: int) -> _Words:
    places = [match.span() for match in WORD.finditer(text, start)]
    return _Words(text, places, [said(text[start:end]) for start, end in places])


def outside_facts(scene: Scene, cast: Cast) -> list[Fact]:
    """Facts about the letters of the name said last before them."""
    read = reader(scene.lexicon)
    cues = cues_of(scene.lexicon)
    if not cues:
        return []
    starts = cue_starts(scene.lexicon)
    first_of: dict[int, Named] = {}  # the first and the last name of each item
    last_of: dict[int, Named] = {}
    names = SpelledNames(named_in(scene, cast), scene.lexicon)
    differing = _differing(cast, names.named)
    for named in names.named:
        first_of.setdefault(named.item.index, named)
        # "Frances Kettle, with an e", beside Francis Kettle.
        if last_of.get(named.item.index) not in differing:
            last_of[named.item.index] = named
    facts: list[Fact] = []
    last: Named | None = None
    for number, turn in enumerate(scene.dialogue.turns):
        lettered = False
        position, behind = 0, -1  # where the stretch begins, and the item there
        for item in (*scene.items_by_turn.get(number, ()), None):
            end = item.start if item is not None else len(turn.text)
            following = first_of.get(item.index) if item is not None else None
            if item is not None and item.kind is Kind.LETTER:
                following = _spelled_from(scene, item, names)
            if following is not None and not position:
                facts += _put_right(read, turn.text[:end], cues, following)
            if following is not None and (last is None or last_of.get(behind) is not last):
                start = _announced(turn.text, position, end)
                words = _words(turn.text[:end], start)
                if not starts.isdisjoint(words.keys):
                    facts += _facts_in(read, words, cues, following, beside=False)
                end = start
            if last is not None and number - last.item.turn <= NEAR:
                words = _words(turn.text[:end], position)
                if behind == last.item.index and _UNCUED.match(turn.text[position:end]):
                    if _is_uncued(read, words.keys):
                        facts += _uncued(read, words, last)
                    elif _speaks_of_number(read, words.keys):
                        facts.append(Fact(last.item, last.target, None, of_number=True))
                facts += _bare(read, words, last)
                for saying in said_behind(read, words.keys, last.text.lower()):
                    need = SpellNeed(sayings=frozenset({saying}))
                    facts.append(Fact(last.item, last.target, need))
                if not position and number:
                    asked = scene.dialogue.turns[number - 1].text
                    facts += _mark_placed(read, asked, words, last)
                if not starts.isdisjoint(words.keys):
                    # "con [uve], que lo ponen con be" names what it has not.
                    beside = last.item.turn == number and not lettered
                    open_end = item is not None and item.kind is Kind.LETTER
                    said_of = _facts_in(read, words, cues, last, beside=beside, open_end=open_end)
                    facts += (_of_full_form(fact, last, names.named) for fact in said_of)
            if item is None:
                break
            position, behind, lettered = item.end, item.index, item.kind is Kind.LETTER
            last = last_of.get(item.index, last)
    return facts


def _differing(cast: Cast, names: Sequence[Named]) -> list[Named]:
    """The given names by which alone two names are told apart, and that are nearly one."""
    whole = {
        (units[0].key.text, units[1].key.text)
        for units in cast.units.values()
        if [unit.role for unit in units[:2]] == ["given", "surname"]
    }
    alike = {
        one
        for one, surname in whole
        for two, other in whole
        if surname == other and one != two and parting(one, two) >= min(len(one), len(two)) - _ENDS
    }
    return [n for n in names if n.target[0] == "given" and n.target[1] in alike]


def _of_full_form(fact: Fact, named: Named, names: Sequence[Named]) -> Fact:
    """The fact, of the name in its full form where only a writing of it lacks a sign."""
    if fact.need is None:
        return fact
    other, need = left_out(fact.need, named, names)
    return replace(fact, target=other.target, need=need)


def _spelled_from(scene: Scene, item: Item, names: SpelledNames) -> Named | None:
    """The name that the letters of a turn spell from an item on: "amb ve baixa: [R], [O], ..."."""
    row = [i for i in scene.items_by_turn.get(item.turn, ()) if i.index >= item.index]
    letters = takewhile(lambda i: i.kind is Kind.LETTER, row)
    tokens = [t for i in letters for t in letter_tokens(scene, i) if t.style != "word"]
    spelled = names.whole(plain_letters("".join(t.letters for t in tokens)), item)
    return spelled[0] if len(spelled) == 1 and len(tokens) > 1 else None


def _announced(text: str, start: int, end: int) -> int:
    """Where words begin that announce the name at `end` ("con ge: Giménez"); `end`: nowhere."""
    before = text[start:end].rstrip()
    if not before.endswith(":"):
        return end
    return start + max((match.end() for match in _END.finditer(before)), default=0)


def _speaks_of_number(read: Reader, keys: list[str]) -> bool:
    """Whether words right behind a name speak of one or many: "Flor, en singular"."""
    forms = read.lexicon.signs("number_of")
    return any(" ".join(map(fold, keys[:size])) in forms for size in (3, 2, 1))


def named_outside(scene: Scene, token: Token) -> str:
    """The letter named outside the spans right before a key word ("be de [Barcelona]"), or ""."""
    if token.start:
        return ""
    others = scene.items_by_turn.get(token.item.turn, ())
    start = max((other.end for other in others if other.end <= token.item.start), default=0)
    return letter_before(scene.before(token.item)[start:], scene.lexicon)[0]


def cue_before(scene: Scene, token: Token) -> str:
    """The kind of the cue before a letter ("with" of "con"), or ""; an ending may be one."""
    before = (scene.before(token.item) + token.item.text[: token.start]).split()
    kinds = cues_of(scene.lexicon)
    cues = [kinds.get(fold(" ".join(before[-size:])).strip("¿¡")) for size in (3, 2, 1)]
    if scene.after(token.item).startswith("-"):  # "TX-rekin"
        ending = WORD.match(scene.after(token.item), 1)
        cues.append(scene.lexicon.signs("ending").get(said(ending.group())) if ending else "")
    return next((kind for kind in cues if kind), "")


@lru_cache(maxsize=16)
def cues_of(lexicon: Lexicon) -> dict[str, str]:
    """Folded words before a fact -> "with", "without", "start" or "end"."""
    kinds = ("with", "start", "end", "without")
    return {cue: kind for kind in kinds for cue in lexicon.signs(kind)}


@lru_cache(maxsize=16)
def cue_starts(lexicon: Lexicon) -> frozenset[str]:
    """The first words of the same."""
    return frozenset(cue.split()[0] for cue in cues_of(lexicon))


@lru_cache(maxsize=16)
def denials(lexicon: Lexicon) -> frozenset[str]:
    """The same, and words that take back what was said: "nein"."""
    return negative_words(lexicon) | {cue for cue in lexicon.cues("correction") if " " not in cue}


def _facts_in(
    read: Reader,
    words: _Words,
    cues: dict[str, str],
    named: Named,
    *,
    beside: bool,
    open_end: bool = False,
) -> Iterator[Fact]:
    """What is said of a name's letters after a cue; `beside`: in the turn of the name.

    `open_end`: a labelled letter follows, and is read with what is before it: "accent sur le [E]".
    """
    text, places, keys = words.text, words.places, words.keys
    starts = cue_starts(read.lexicon)
    following = NEXT.get(read.lexicon.lang, frozenset())
    i = 0
    while i < len(keys):
        sizes = (4, 3, 2, 1) if keys[i] in starts else ()
        size = next((n for n in sizes if " ".join(keys[i : i + n]) in cues), 0)
        at = i + size
        if not size or at >= len(keys):
            i += 1
            continue
        cue = " ".join(keys[i:at])
        kind, alone = cues[cue], read.lexicon.signs("with").get(cue) == "one"
        next_to_it = beside and not any(
            key not in read.skipped
            for key in map(said, WORD.findall(text[named.item.end : places[i][0]]))
        )
        for sayings, taken in read_sayings(
            read, keys, at, kind, named.text.lower(), beside=next_to_it
        ):
            after = at + taken
            count = one_or_two(read, keys, after) if len(sayings) == 1 else 0
            single = len(sayings) == 1 and sayings[0].place == ""
            if (count or (alone and single)) and len(set(sayings[0].part)) == 1:
                sayings = [counted(sayings[0], named.text.lower())]
                after += count
            # "avec une apostrophe après le [N]" says where the letter is.
            behind = open_end and sayings[0].place == "sign" and len(keys) - after <= _BEHIND
            if (
                behind
                or _STOP.match(text, places[after - 1][1])
                or (keys[after : after + 1] and (keys[after] in following))
            ):
                is_question = _asked(text, places[i][0], places[after - 1][1])
                if kind == "without" or is_question:
                    # "¿Solís va sin tilde?" asks it of a name that has one.
                    sayings = [_as_written(s, named.text.lower()) for s in sayings]
                if kind == "with" and beside:
                    # "Elena, con hache" was written without it; a question may be false.
                    sayings = sayings if is_question else [replace(s, true=True) for s in sayings]
                if kind == "without" or not beside or is_question:
                    sayings = unheard(read, sayings, named.text.lower())
                yield Fact(named.item, named.target, SpellNeed(sayings=frozenset(sayings)))
                i = after
                break
        else:
            unread = (next_to_it or kind in ("start", "end")) and not (
                open_end and len(keys) - at <= _CLAUSE
            )
            if unread and sounds_like_letters(read, _clause(words, at)):
                yield Fact(named.item, named.target, None)
            i = at


def _as_written(saying: Saying, name: str) -> Saying:
    return replace(saying, true=saying.holds(name)) if saying.place == "mark" else saying


def _is_uncued(read: Reader, keys: list[str]) -> bool:
    """Whether words right behind a name begin with a letter that no other word is meant by."""
    one = read.match(keys, 0) if keys else None
    if one is None:
        return False
    placed = any(place_said(read, keys, at)[1] for at in (1, 2))  # "Hughes, e-s at the end"
    return bool(one[3] or one[2] > 1 or placed or read.mark(keys, one[2])[1])


def _uncued(read: Reader, words: _Words, named: Named) -> Iterator[Fact]:
    """What is said of a name's letters without "with": "Perrin, deux R", "René, e accent aigu"."""
    name = named.text.lower()
    for sayings, taken in read_sayings(read, words.keys, 0, "with", name, beside=True):
        if _STOP.match(words.text, words.places[taken - 1][1]) and all(s.true for s in sayings):
            yield Fact(named.item, named.target, SpellNeed(sayings=frozenset(sayings)))
            rest = words.keys[taken : taken + 1]
            if not rest or not _single(rest[0]):
                return  # else more letters follow: "deux R, I, N"
            break
    yield Fact(named.item, named.target, None)


def _bare(read: Reader, words: _Words, named: Named) -> Iterator[Fact]:
    """Letters that are counted with no cue: "Is that one l or two?" "Two n's and two l's."."""
    at, name = 0, named.text.lower()
    while at < len(words.keys):
        sayings, taken = bare_sayings(read, words.keys, at, name)
        if taken and _STOP.match(words.text, words.places[at + taken - 1][1]):
            yield Fact(named.item, named.target, SpellNeed(sayings=frozenset(sayings)))
        at += max(taken, 1)


def _put_right(read: Reader, text: str, cues: dict[str, str], named: Named) -> Iterator[Fact]:
    """What is said before a name that was misheard: "No, con de, [Redondo]"."""
    if not text.rstrip().endswith(","):
        return
    words = _words(text, 0)
    size = len(words.keys)
    if not size or fold(words.keys[0]) not in denials(read.lexicon):
        return
    for at in range(1, size):
        for end in range(at + 1, size):
            kind = cues.get(" ".join(words.keys[at:end]))
            if kind != "with":
                continue
            name = named.text.lower()
            for sayings, taken in read_sayings(read, words.keys, end, kind, name, beside=True):
                if end + taken == size and all(saying.holds(name) for saying in sayings):
                    yield Fact(named.item, named.target, SpellNeed(sayings=frozenset(sayings)))
                    return


def _mark_placed(read: Reader, asked: str, words: _Words, named: Named) -> Iterator[Fact]:
    """The letter that has a mark, in an answer: "¿Ibáñez lleva tilde?" "Sí, en la a"."""
    if read.upon_heads.isdisjoint(map(fold, words.keys[:_ANSWER])):
        return
    keys = [said(word) for word in WORD.findall(asked)]
    if read.mark_heads.isdisjoint(keys) or not any(
        read.mark(keys, at)[0] for at in range(len(keys))
    ):
        return
    upon, name = read.lexicon.signs("upon"), named.text.lower()
    for at in range(min(len(words.keys), _ANSWER)):
        for size in (3, 2, 1):
            cue = " ".join(map(fold, words.keys[at : at + size]))
            after = words.keys[at + size : at + size + 1]
            letter = read.match(after, 0) if cue in upon and after else None
            if letter is None or not _STOP.match(words.text, words.places[at + size][1]):
                continue
            saying = Saying(fold(letter[1]), f"marked {upon[cue]}".strip())
            if saying.holds(name):
                yield Fact(named.item, named.target, SpellNeed(sayings=frozenset({saying})))
            return


def _single(key: str) -> bool:
    return len(key) == 1 and key.isalpha()


def _asked(text: str, start: int, end: int) -> bool:
    """Whether the words at [start, end) stand in a question."""
    before, after = _END.findall(text[:start]), _END.findall(text[end:])
    return before[-1:] == ["¿"] or after[:1] == ["?"]


def _clause(words: _Words, i: int) -> list[str]:
    """The words from i up to the next mark, a few at most."""
    text, places, keys = words.text, words.places, words.keys
    clause: list[str] = []
    for k in range(i, min(i + _CLAUSE, len(keys))):
        if clause and text[places[k - 1][1] : places[k][0]].strip(" -'’"):
            break
        elided = len(keys[k]) == 1 and text[places[k][1] :].startswith(tuple(APOSTROPHES))
        if not elided:  # "un verre d'eau" names no letter
            clause.append(keys[k])
    return clause
