"""Small numbers that count people, things or nights: "dos sillas", "seremos tres: ...", "zu dritt".

They name nobody, and what is counted is mostly said outside the labels ("you, Ana and Luis"), so
they stay as they are. What only has a number ("flat 3", "line 4") is no count, nor is a piece of a
longer number, money, or a length of time. The words are rows of cues.tsv: "counting", "counted",
"how_many", "numbered", "plural" and "count_word". `replacement` asks before anything is drawn.
"""

import re
from collections.abc import Iterator, Set
from dataclasses import dataclass
from functools import lru_cache

from surrogates import notices
from surrogates.codes import ConstraintKind
from surrogates.folding import PARTICLES, fold, words, words_apart
from surrogates.labels import NAMES, Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.numerals import percent_sign
from surrogates.numbers.amounts import amounts_of
from surrogates.numbers.board import Board, Group, leave
from surrogates.numbers.sums.values import SYMBOLS, currencies, pieces_of, time_words
from surrogates.scene import Scene

MOST = 12  # what is counted in a talk; a longer count is drawn
_LEAST = 2
_NEAR = 5  # turns in which a count is said again, or another one of the same
_WORDS = 3  # of a cue
_ANSWER = 25  # characters before the number of an answer
_SHORT = 3  # letters of an abbreviation
_LISTED = 30  # characters before the colon of a list
_WORD = re.compile(r"[\s\-]+([^\W\d_]{3,})")
_PAIR = re.compile(r"\b(\w+)\s+(?=([^\W\d_]{2,}))")
_PARTS = re.compile(r"\s*[:,;–—-]\s*([^:;.!?]+)")
_CLAUSE_END = re.compile(r"\s*(?:[.,;:!?…)]|$)")
_ADJECTIVES = frozenset({"de", "en"})  # languages in which one before a noun is no plural itself
_AGAIN = "again"  # value of a cue that counts only beside another count
_COUNTED_KINDS = frozenset({Kind.RELATION, Kind.PROFESSION, Kind.SEX, Kind.PRODUCT, Kind.OTHER})
_NAMED = frozenset({Kind.STREET, Kind.PLACE, Kind.ORG, Kind.PRODUCT})  # "Ringstraße [5]"
_LISTED_KINDS = NAMES | {Kind.RELATION, Kind.PRODUCT, Kind.PLACE}


@dataclass(frozen=True, slots=True)
class _Small:
    """A small number of one mention, and the text on both sides of it."""

    group: Group
    value: int
    before: str
    after: str
    ordinal: bool = False

    @property
    def turn(self) -> int:
        return self.group.first.turn


def keep_counts(scene: Scene, board: Board) -> None:
    """Lets the numbers stay that count something."""
    known = {fold(form): int(value) for form, value in scene.lexicon.cues("count_word").items()}
    every = [small for group in board.groups for small in _small(scene, group, known)]
    every = [small for small in every if not _is_measured(scene, small)]
    counts = [small for small in every if not small.ordinal and _counts(scene, small, known)]
    counts += [a for a in every if a not in counts and any(_leads(scene, a, b) for b in counts)]
    counts += [
        small
        for small in every
        if small not in counts and any(_goes_on(scene, small, count) for count in counts)
    ]
    for small in counts:
        leave(scene, small.group)
        scene.raise_issue(notices.COUNT_STAYS, small.group.first, small.group.keys)


def _small(scene: Scene, group: Group, known: dict[str, int]) -> Iterator[_Small]:
    item = group.first
    decided = (ConstraintKind.SURROGATE, ConstraintKind.PLACEHOLDER)
    if group.kind is not Kind.NUMBER or len(group.items) > 1 or group.ends or group.stays:
        return
    if any(scene.constraint_for(kind, item) is not None for kind in decided):
        return
    text = scene.dialogue.turns[item.turn].text
    whole = known.get(" ".join(words(item.text)))
    if whole is not None:
        yield _Small(group, whole, text[: item.start], text[item.end :])
        return
    amounts = list(amounts_of(group))
    if len(amounts) != 1 or not group.cut.said.isdecimal() or group.cut.odd:
        return
    first, last, _ = amounts[0]
    value = int(group.cut.said)
    if _LEAST <= value <= MOST and first.style in ("word", "figure", "ordinal"):
        start, end = first.tokens[0].start, last.tokens[-1].end
        yield _Small(group, value, text[:start], text[end:], first.style == "ordinal")


def _is_measured(scene: Scene, small: _Small) -> bool:
    """Whether a number is money, a part of a hundred, or counts time other than nights."""
    if not SYMBOLS.isdisjoint((*small.before.rstrip()[-1:], *small.after.lstrip()[:1])):
        return True
    if percent_sign(small.group.cut.numerals).match(small.after.lstrip(" -")):
        return True
    if re.match(r"[^\W_]|[.,:/]\d|[ºª°]", small.after) or re.search(r"\d[.,:/]$", small.before):
        return True  # "3B", "4.50"
    following = words(small.after)[:1]
    money, units = currencies(scene.lexicon), time_words(scene.lexicon)
    return not (money | units).isdisjoint(following)


def _counts(scene: Scene, small: _Small, known: dict[str, int]) -> bool:
    """Whether the words beside a number say that it counts something."""
    if " ".join(words(small.group.first.text)) in known:
        return True
    if _is_led(small.before, _cues(scene.lexicon, "counting")):
        return True
    if _is_numbered(scene, small):
        return False
    return (
        _has_noun(scene, small)
        or _is_followed(small.after, _cues(scene.lexicon, "counted"))
        or _is_list(scene, small)
        or _is_answer(scene, small)
        or _ends_list(scene, small)
        or _has_parts(scene, small)
    )


def _is_numbered(scene: Scene, small: _Small) -> bool:
    """ "Flat 3", "la línea 4", "im 5. Stock": one thing that is called by a number."""
    last = next((i for i in reversed(scene.items_by_turn[small.turn])
                 if i.end <= len(small.before)), None)  # fmt: skip
    if last is not None and last.kind in _NAMED and not small.before[last.end :].strip(" ,"):
        return True
    if re.search(r"[#º°]\s*$", small.before):
        return True
    mark = re.search(r"(\w*)([.!?;])\s*$", small.before)
    if mark is not None and not small.ordinal:  # "Nr. 4", but "Im Zimmer. Vier Betten"
        short = mark[2] == "." and len(mark[1]) <= _SHORT
        if not short or small.group.first.text[:1].isupper():
            return False
    behind = words_apart(small.after)[:1] if small.ordinal else ()
    beside = {*words_apart(small.before)[-1:], *behind}
    return not beside.isdisjoint(scene.lexicon.cues("numbered"))


def _has_noun(scene: Scene, small: _Small) -> bool:
    """Whether a noun follows that is counted: "cuatro adultos", "drei große Koffer"."""
    item = small.group.first
    length = len(small.after) - (len(scene.dialogue.turns[item.turn].text) - item.end)
    labelled = next((i for i in scene.items_by_turn[item.turn] if i.start >= item.end), None)
    if labelled is not None:
        gap = scene.dialogue.turns[item.turn].text[item.end : labelled.start]
        if not gap.strip(" -") and not small.after[:length].strip():
            dozens = fold(labelled.text) in scene.lexicon.cues("count_word")
            return dozens or labelled.kind in _COUNTED_KINDS
    word = _WORD.match(small.after)
    if word is None or _is_function_word(scene.lexicon, small, word[1]):
        return False
    if _is_plural(scene.lexicon, word[1]):
        return True
    if scene.lexicon.lang not in _ADJECTIVES:
        return False
    other = _WORD.match(small.after[word.end() :])
    return other is not None and _is_plural(scene.lexicon, other[1])


def _is_plural(lexicon: Lexicon, word: str) -> bool:
    if endings := _plural_endings(lexicon):
        return fold(word).endswith(endings)
    return word[:1].isupper() or lexicon.lang != "de"


@lru_cache(maxsize=16)
def _plural_endings(lexicon: Lexicon) -> tuple[str, ...]:
    return tuple(fold(r["form"]) for r in lexicon.rows("cues") if r["kind"] == "plural")


def _is_function_word(lexicon: Lexicon, small: _Small, word: str) -> bool:
    numerals = small.group.cut.numerals
    plain = numerals.single_words | numerals.joiners | lexicon.fillers | PARTICLES
    plain |= lexicon.signs("preposition").keys() | lexicon.cues("counting").keys()
    plain |= lexicon.signs("position").keys()  # "[hiru] amaieran": the last figure of a code
    beside = (numerals.forms(klass) for klass in ("total", "difference", "to", "or", "label"))
    return fold(word) in plain.union(*beside)


def _is_list(scene: Scene, small: _Small) -> bool:
    """ "Seremos tres: Unai, Leire y tú"."""
    lead, colon, _ = re.split(r"[.!?]", small.after[: _LISTED + 1])[0].partition(":")
    if not colon:
        return False
    item = small.group.first
    start = len(scene.dialogue.turns[item.turn].text) - len(small.after) + len(lead)
    later = [i for i in scene.items_by_turn[item.turn] if i.start > item.start]
    return bool(later) and later[0].start > start and later[0].kind in _LISTED_KINDS


def _ends_list(scene: Scene, small: _Small) -> bool:
    """ "My husband, Ana and Luis, so three.\""""
    people = [i for i in scene.items_by_turn[small.turn] if i.end <= len(small.before)
              if i.kind in NAMES or i.kind is Kind.RELATION]  # fmt: skip
    totals = small.group.cut.numerals.forms("total")
    ends = _CLAUSE_END.match(small.after) is not None
    return len(people) > 1 and ends and _is_led(small.before, totals)


def _has_parts(scene: Scene, small: _Small) -> bool:
    """ "[Three]: two boys and a girl": what it is made of follows, some of it outside labels."""
    said = _PARTS.match(small.after)
    if said is None:
        return False
    start = len(scene.dialogue.turns[small.turn].text) - len(small.after) + said.start(1)
    numerals = small.group.cut.numerals
    parts = pieces_of(said[1], numerals)
    articles = {word for word in scene.lexicon.cues("indefinite") if numerals.read(word) is None}
    ones = [m for m in _PAIR.finditer(fold(said[1])) if m[1] in articles
            if m[2] not in numerals.single_words]  # fmt: skip
    total = sum(part.value for part in parts) + len(ones)
    labels = [range(i.start, i.end) for i in scene.items_by_turn[small.turn]]
    loose = ones or any(all(start + p.start not in held for held in labels) for p in parts)
    return bool(loose and parts) and len(parts) + len(ones) > 1 and total == small.value


def _is_answer(scene: Scene, small: _Small) -> bool:
    """The answer to "how many"."""
    first = scene.items_by_turn[small.turn][0] is small.group.first
    if not small.turn or not first or len(small.before) > _ANSWER:
        return False
    asked = scene.dialogue.turns[small.turn - 1].text
    # "Pick-up at seven. How many of you?": the question alone.
    said = words_apart(re.split(r"[.!?]\s", asked[: asked.rfind("?") + 1])[-1])
    money = currencies(scene.lexicon) | time_words(scene.lexicon)
    text = f" {' '.join(said)} "
    asks = any(f" {' '.join(words_apart(cue))} " in text for cue in scene.lexicon.cues("how_many"))
    return asks and money.isdisjoint(said)


def _leads(scene: Scene, small: _Small, count: _Small) -> bool:
    """ "Dos o tres noches", "between five and six guests"."""
    one, two = small.group.first, count.group.first
    if one.turn != two.turn or one.index + 1 != two.index:
        return False
    numerals = count.group.cut.numerals
    gap = scene.between(one, two)
    links = numerals.forms("to") | numerals.forms("or") | numerals.joiners
    return bool(gap.strip()) and (links.issuperset(words(gap)) and not set(gap) & set(".,;:!?"))


def _goes_on(scene: Scene, small: _Small, count: _Small) -> bool:
    """Whether a number says a count again, or is another one of the same: "then we are four"."""
    away = small.turn - count.turn
    if not 0 <= away <= _NEAR or _is_numbered(scene, small):
        return False
    if small.value != count.value and _has_price(scene, small):
        return False  # "two, at three euros, [six] in all"
    if not _CLAUSE_END.match(small.after):
        again = _is_followed(small.after, _cues(scene.lexicon, "counted", _AGAIN))
        return again and not small.ordinal
    if small.ordinal:
        return small.value - count.value in (0, 1)
    return small.value == count.value or small.group.first.index > count.group.first.index


def _has_price(scene: Scene, small: _Small) -> bool:
    """Whether money is said in its turn."""
    text = scene.dialogue.turns[small.turn].text
    money = currencies(scene.lexicon)
    return not SYMBOLS.isdisjoint(text) or not money.isdisjoint(words(text))


@lru_cache(maxsize=128)
def _cues(lexicon: Lexicon, kind: str, also: str = "") -> frozenset[str]:
    rows = lexicon.cues(kind).items()
    return frozenset(" ".join(words_apart(form)) for form, value in rows if value in ("", also))


def _is_led(before: str, cues: Set[str]) -> bool:
    said = words_apart(re.split(r"[.;:!?]", before)[-1])
    return any(" ".join(said[-n:]) in cues for n in range(1, _WORDS + 2) if len(said) >= n)


def _is_followed(after: str, cues: Set[str]) -> bool:
    said = words_apart(re.split(r"[.,;:!?]", after)[0])
    return any(" ".join(said[:n]) in cues for n in range(1, _WORDS + 1) if len(said) >= n)
