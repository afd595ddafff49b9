"""What is said of a name as it is written: how many words it is of, and the letters of its end or
its beginning, quoted or not ("en deux mots", "avec « ic » à la fin", "acaba en ez", "bi n-rekin").

`facts` reads single letters; these are taken only where they were true of the original, so that
the surrogate has to make them true as well.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from surrogates.folding import fold, plain_letters, words
from surrogates.labels import NAMES, kind_of
from surrogates.languages.letters import (
    LETTERS_AND_WORDS,
    letter_before,
    reader,
    spoken_table,
)
from surrogates.languages.letters import said as letter_said
from surrogates.languages.lexicon import Lexicon
from surrogates.people.cast import Cast
from surrogates.people.letter_needs import Saying, SpellNeed
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.spelling import facts as letter_facts
from surrogates.spelling.facts import Fact, cues_of
from surrogates.spelling.names import NEAR, Named, Target, named_in
from surrogates.spelling.sayings import place_said

_PART = re.compile(r"(?P<open>[«\"“„‘'‹]\s*)?\b(?P<part>[^\W\d_]{2,5})\b(?P<close>\s*[»\"”“’'›])?")
_WORDS = re.compile(r"[^\W_]+")
_BASQUE = re.compile(
    r"\b(?:(?P<two>bi)\s+)?(?P<letter>[^\W\d_]{1,7})(?:-?|\s+letra)"
    r"(?P<cue>rekin|ekin|arekin|gabe)\b(?!\s+ez\b)",
    re.IGNORECASE,
)
_LETTER = re.compile(r"[^\W\d_]")
_INITIALS = re.compile(
    r"((?:(?<![^\W_])[^\W\d_](?![^\W_])[\s,.]*){2,})(?:comme|como|com|de|as in|for|wie)\s*$", re.I
)
_ELIDED = re.compile(r"\bd['’]\s*$", re.I)  # "la e d'[Elisenda]"
_WITH = ("rekin", "ekin", "arekin", "gabe")
_SEVERAL = 2
_LAST_WORD = re.compile(r"(?:^|[\s,;:])([^\W\d_]{1,7})(?:\s+(?:eta\s+)?)$")
_VOWELS = frozenset("aeiou")
_QUOTES = 3  # words between a cue and the letters that it speaks of
_NEAR = 100  # characters on either side of letters in which such words stand
_LONGEST = 4  # words of a phrase for a number of words
_CLOSE = 8  # words behind a name within which such a phrase speaks of it


def parts_said(scene: Scene, cast: Cast) -> list[Fact]:
    """Facts on the words, the end and the beginning of the name said last before them."""
    names = [n for n in named_in(scene, cast) if n.is_person and n.item.kind in NAMES]
    by_item = _by_name(scene, names)
    facts: list[Fact] = []
    last: Item | None = None
    for number, turn in enumerate(scene.dialogue.turns):
        at = 0
        for item in (*scene.items_by_turn.get(number, ()), None):
            text = turn.text[at : item.start if item is not None else len(turn.text)]
            if item is not None and kind_of(item.label) in NAMES:
                # "J for [Joanna]" is read as a key word, too; she is named elsewhere.
                same = (n for n in names if fold(n.text) == fold(item.text))
                whole = next(iter(by_item.get(item.index, ())), None) or next(same, None)
                facts += _begun_with(scene, text, whole) if whole is not None else ()
            if last is not None and number - last.turn <= NEAR and text.strip():
                near = last.turn == number or (last.turn == number - 1 and not at)
                facts += _said_of(scene, text, by_item[last.index], near=near)
            if item is None:
                break
            last, at = item if item.index in by_item else last, item.end
    return facts


def of_fitting_names(scene: Scene, cast: Cast, facts: Sequence[Fact]) -> list[Fact]:
    """The facts, each of a name of its mention that it was true of: "Marcel·lí Collell, amb ela
    geminada" is not said of the surname."""
    by_item = _by_name(scene, named_in(scene, cast)) if facts else {}
    return [_fitted(fact, by_item.get(fact.item.index, [])) for fact in facts]


def _by_name(scene: Scene, names: Iterable[Named]) -> dict[int, list[Named]]:
    """The names of each item, and before them those of the items that it goes on with:
    "[Xabier] [Iturralde], ixarekin"."""
    by_item: dict[int, list[Named]] = {}
    for named in names:
        by_item.setdefault(named.item.index, []).append(named)
    for one, two in pairwise(scene.items):
        joined = one.turn == two.turn and one.index in by_item and two.index in by_item
        if joined and scene.between(one, two) == " ":
            by_item[two.index] = [*by_item[one.index], *by_item[two.index]]
    return by_item


def all_facts(scene: Scene, cast: Cast) -> list[Fact]:
    """What is said of names outside the spans, letters and parts; what no rule of `facts` read
    (None) is left out where one of these did."""
    facts = of_fitting_names(scene, cast, letter_facts.outside_facts(scene, cast))
    more = parts_said(scene, cast)
    read = {fact.item.index for fact in more}
    kept = [*(f for f in facts if f.need is not None or f.item.index not in read), *more]
    return [*kept, *_in_order(scene, cast, kept)]


def _in_order(scene: Scene, cast: Cast, facts: Sequence[Fact]) -> Iterator[Fact]:
    """Of two letters that sound alike and are both said of a name, which comes first: "¿con be o
    con uve?" "La primera con be y la otra con uve"."""
    kinds = scene.lexicon.signs("alike")
    letters: dict[Target, dict[str, Fact]] = {}
    for fact in facts:
        for saying in fact.need.sayings if fact.need is not None else ():
            if saying.true and len(saying.part) == 1 and saying.part in kinds:
                letters.setdefault(fact.target, {})[saying.part] = fact
    several = {target: said for target, said in letters.items() if len(said) >= _SEVERAL}
    texts = {n.target: plain_letters(n.text) for n in named_in(scene, cast)} if several else {}
    for target, said in several.items():
        text = texts.get(target, "")
        row = sorted((letter for letter in said if letter in text), key=text.find)
        for one, two in pairwise(row):
            if kinds[one] == kinds[two]:
                saying = Saying(one + two, "order")
                yield Fact(said[one].item, target, SpellNeed(sayings=frozenset({saying})))


def _fitted(fact: Fact, named: Sequence[Named]) -> Fact:
    sayings = fact.need.sayings if fact.need is not None else frozenset()
    own = next((n for n in named if n.target == fact.target), None)
    if own is None or not sayings or not all(s.true for s in sayings):
        return fact
    if all(_holds(s, own) for s in sayings):
        return fact
    others = (n for n in named if n.target != own.target and all(_holds(s, n) for s in sayings))
    other = next(others, None)
    return fact if other is None else replace(fact, target=other.target)


def _holds(saying: Saying, named: Named) -> bool:
    return saying.holds(named.text.lower())


def _said_of(scene: Scene, text: str, named: Sequence[Named], *, near: bool) -> Iterator[Fact]:
    for saying in (*_ends(scene.lexicon, text), *_basque(scene, text)):
        # "Colomer ... Gisbert, amb ela geminada" may be said of either name of the mention.
        true = [n for n in named[::-1] if saying.met_by(n.text)]
        for one in true[:1]:
            yield Fact(one.item, one.target, SpellNeed(sayings=frozenset({saying})))
    for count in _word_counts(scene.lexicon, text) if near else ():
        saying = Saying("", f"words {count}")
        fitting = [n for n in named[::-1] if saying.holds(n.text) and n.target[0] == "surname"]
        fitting = fitting or [n for n in named[:1] if saying.holds(n.text)]
        for one in fitting[:1]:
            yield Fact(one.item, one.target, SpellNeed(sayings=frozenset({saying})))


def _begun_with(scene: Scene, text: str, named: Named) -> Iterator[Fact]:
    """The letters right before a name that it begins with, or its parts: "la a de [Aitana]", "a,
    s, comme [Anne-Sophie]"."""
    said = _INITIALS.search(text)
    letters = fold("".join(_LETTER.findall(said[1]))) if said else ""
    saying = Saying(letters, "initials")
    if len(letters) < _SEVERAL or not saying.holds(named.text):
        letter, before = letter_before(_ELIDED.sub("de ", text), scene.lexicon)
        written = before[-1:] if letter else []
        plain = written and written[0] in LETTERS_AND_WORDS.get(scene.lexicon.lang, ())
        led = len(before) > 1 and before[-2] in scene.lexicon.cues("article")
        saying = Saying(letter if letter and (led or not plain) else "", "first")
    if saying.part and saying.holds(named.text):
        yield Fact(named.item, named.target, SpellNeed(sayings=frozenset({saying})))


def _ends(lexicon: Lexicon, text: str) -> Iterator[Saying]:
    """The letters that a name is said to end or begin with: two to five that are no letter's
    name, quoted or behind a cue."""
    read, cues = reader(lexicon), cues_of(lexicon)
    for match in _PART.finditer(text):
        part = plain_letters(match["part"])
        near = text[max(0, match.start() - _NEAR) : match.start()]
        before = [fold(w) for w in _WORDS.findall(near)[-_QUOTES:]]
        kinds = (cues.get(" ".join(before[-size:])) for size in (3, 2, 1) if len(before) >= size)
        cue = next((kind for kind in kinds if kind), "")
        quoted = bool(match["open"] and match["close"])
        if cue == "without" or not (cue or quoted):
            continue
        if not quoted and fold(match["part"]) in read.spoken:
            continue  # "acaba en es": a letter is called so
        after = [fold(w) for w in _WORDS.findall(text[match.end() : match.end() + _NEAR])]
        place = {"start": "first", "end": "last"}.get(cue, "") or place_said(read, after, 0)[0]
        if len(part) > 1 and (place or quoted):
            yield Saying(part, place)


def _basque(scene: Scene, text: str) -> Iterator[Saying]:
    """ "bi n-rekin", "h-rekin", "hatxe gabe": the word for "with" is an ending of the letter."""
    if scene.lexicon.lang != "eu":
        return
    spoken = spoken_table(scene.lexicon)
    for match in _BASQUE.finditer(text):
        # "zetarekin" is "zeta" and "rekin", "ixarekin" is no "ixar".
        word = letter_said(match["letter"] + match["cue"])
        stems = [word.removesuffix(cue) for cue in _WITH if word.endswith(cue)]
        told = (stem if len(stem) == 1 else spoken.get(stem, "") for stem in stems)
        letter = next((one for one in told if len(one) == 1 and one.isalpha()), "")
        if not letter:
            continue
        if match["cue"] == "gabe":
            yield Saying(letter, true=False)
        elif match["two"]:
            yield Saying(2 * letter)
            yield Saying(letter, "times 2")
        elif before := _letter_before(spoken, text[: match.start()]):
            yield Saying(before + letter)  # "te ixarekin"
        else:
            yield Saying(letter)


def _letter_before(spoken: Mapping[str, str], text: str) -> str:
    """The letter that is named right before another one, or ""."""
    word = _LAST_WORD.search(text)
    said = fold(word[1]) if word else ""
    letter = said if len(said) == 1 else spoken.get(said, "")
    return letter if len(letter) == 1 and letter not in _VOWELS else ""


def _word_counts(lexicon: Lexicon, text: str) -> Iterator[str]:
    """The numbers of words that are spoken of close behind a name."""
    said, counts = words(text)[:_CLOSE], lexicon.signs("words")
    for at in range(len(said)):
        sizes = range(_LONGEST, 0, -1)
        phrases = (" ".join(said[at : at + n]) for n in sizes if at + n <= len(said))
        count = next((counts[p] for p in phrases if p in counts), "")
        if count:
            yield count
            return
