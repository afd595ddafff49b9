"""The parrot: a tagger trained on half of a release points at what was missed in the other half
[Carrell19]. A row of the registry each for a release with its spans and for one without.

The attacker has the released file, and the tool with its public tables; the truth only counts.
Whoever releases can ask the parrot first, and reads where it points: `suspects`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np

from annotation.evidence.attacks.items import Turned, items_in, turns_of
from annotation.evidence.attacks.outcome import HELD, TOLD
from annotation.evidence.attacks.shares import share_of
from annotation.evidence.attacks.survivors.tables import public_words
from annotation.evidence.attacks.types import Target
from annotation.evidence.errors import EvidenceError
from annotation.evidence.types import Finding, Report, Share
from learning.crf.settings import CrfSettings
from learning.crf.tagger import SENSITIVE, CrfTagger
from learning.errors import EmptyPool, OneClassOnly
from learning.tokens import Token, tokenise
from learning.types import Span, Utterance
from surrogates.folding import fold
from surrogates.types import N_

# Above these, and above chance, the release gives survivors away.
MOST_PRECISION, MOST_RECALL = 0.10, 0.15
LEARNT_WORDS = 60_000  # of each half: more teaches the attacker little
COMMON = 0.02  # of the dialogues: a word that more of them say is no name
SETTINGS = CrfSettings(max_iterations=30)
_Turn = TypeVar("_Turn", bound="Marked")
UNKNOWN = N_(
    "What was missed is known in fewer than two dialogues; expected two that are kept to measure "
    "the model."
)


@dataclass(slots=True, eq=False)
class Marked:
    """A released turn with the places that were replaced, as an attacker reads it."""

    dialogue: int  # a number of the caller's
    lang: str
    text: str
    speaker: str
    marks: Sequence[Span]
    key: int = 0  # of the turn, the caller's
    tokens: list[Token] = field(init=False)
    folded: list[str] = field(init=False)
    seen: Sequence[Span] = ()  # what it teaches its tagger

    def __post_init__(self) -> None:
        self.tokens = tokenise(self.text)
        self.folded = [fold(self.text[token.start : token.end]) for token in self.tokens]

    def words_in(self, spans: Iterable[Span]) -> set[int]:
        return {
            place
            for span in spans
            for place, token in enumerate(self.tokens)
            if token.start < span.end and span.start < token.end and self.folded[place].isalnum()
        }


@dataclass(slots=True, eq=False)
class _Text(Marked):
    """The same with what the attacker does not know: words of items that were missed."""

    real: set[int] = field(default_factory=set)
    is_gold: bool = False


def parrot_marked(target: Target, rng: np.random.Generator, report: Report) -> Finding:
    """Spans leave with the file: the tagger learns them, and what it tags beside them is claimed to
    be real. Raises EvidenceError without two dialogues whose truth is known."""
    texts = _read(target)
    for each in texts:
        each.seen = each.marks
    found = _attack("parrot-spans", target, texts, _beside_marks, rng, report)
    return found if target.spans_marked else _if_marked(found)


def suspects(
    turns: Sequence[Marked], rng: np.random.Generator, report: Report
) -> Iterator[tuple[Marked, int]]:
    """Turns in which a parrot that sees the spans points at words beside them, with how many: what
    its owner should read before somebody else learns from the release."""
    for each in turns:
        each.seen = each.marks
    for turn, spans in _by_the_other_half(turns, rng, report):
        claims = _beside_marks(turn, spans)
        if claims:
            yield turn, len(claims)


def _beside_marks(turn: Marked, found: Sequence[Span]) -> set[int]:
    return turn.words_in(found) - turn.words_in(turn.marks)


def _if_marked(found: Finding) -> Finding:
    """Of a file that marks nothing: nobody can learn from its spans; what they would tell is a
    row."""
    would = found.success.to_json() if found.success else {}
    return Finding(
        found.name,
        found.group,
        HELD,
        N_("The file marks no span, so there is none to learn from."),
        rows=({"what": "claims right, if spans were marked", **would}, *found.rows),
    )


def parrot_unmarked(target: Target, rng: np.random.Generator, report: Report) -> Finding:
    """Spans do not leave: the tagger learns what looks replaced, a rare word of the public tables,
    and claims what it tags and no table has. Raises as `parrot_marked`."""
    texts = _read(target)
    common = _common_words(texts)
    for each in texts:
        known = public_words(each.lang)
        each.seen = [
            Span(token.start, token.end, SENSITIVE)
            for token, word in zip(each.tokens, each.folded, strict=True)
            if (word in known and word not in common) or _long_number(word)
        ]

    def claims(turn: Marked, found: Sequence[Span]) -> set[int]:
        known = public_words(turn.lang)
        return {
            place
            for place in turn.words_in(found)
            if turn.folded[place] not in known
            and turn.folded[place] not in common
            and not any(char.isdigit() for char in turn.folded[place])
        }

    return _attack("parrot", target, texts, claims, rng, report)


def _read(target: Target) -> list[_Text]:
    if sum(pair.is_gold for pair in target.pairs) < 2:
        raise EvidenceError(UNKNOWN)
    return [_text(turned, target) for turned in turns_of(target.pairs)]


def _text(turned: Turned, target: Target) -> _Text:
    left = turned.released
    made = _Text(
        turned.dialogue,
        turned.lang,
        left.text,
        left.speaker,
        [Span(span.start, span.end, SENSITIVE) for span in left.spans],
        is_gold=target.pairs[turned.dialogue].is_gold,
    )
    stayed = (part for item in items_in(turned) for part in item.parts)
    made.real = made.words_in(Span(start, end, SENSITIVE) for start, end in stayed)
    return made


def _common_words(texts: Sequence[_Text]) -> frozenset[str]:
    said: dict[str, set[int]] = {}
    for each in texts:
        for word in each.folded:
            said.setdefault(word, set()).add(each.dialogue)
    most = max(2, COMMON * len({each.dialogue for each in texts}))
    return frozenset(word for word, where in said.items() if len(where) > most)


def _long_number(word: str) -> bool:
    return len(word) > 3 and any(char.isdigit() for char in word)


def _attack(
    name: str,
    target: Target,
    texts: list[_Text],
    claims_of: Callable[[Marked, Sequence[Span]], set[int]],
    rng: np.random.Generator,
    report: Report,
) -> Finding:
    """Both halves, each by a tagger of the other; success is the share of claims that are right."""
    rights, made = Counter[int](), Counter[int]()
    for turn, spans in _by_the_other_half(texts, rng, report):
        if not turn.is_gold:
            continue
        claims = claims_of(turn, spans)
        made[turn.dialogue] += len(claims)
        rights[turn.dialogue] += len(claims & turn.real)
    survivors: Counter[int] = Counter()
    words = 0
    marked = name == "parrot-spans"
    for each in texts:
        if each.is_gold:
            survivors[each.dialogue] += len(each.real)
            words += sum(word.isalnum() for word in each.folded)
            words -= len(each.words_in(each.marks)) if marked else 0
    precision = share_of((rights[d], made[d]) for d in made)
    recall = share_of((rights[d], survivors[d]) for d in survivors)
    chance = survivors.total() / words if words else 0.0
    return _finding(name, precision, recall, chance, survivors.total())


def _finding(name: str, precision: Share, recall: Share, chance: float, left: int) -> Finding:
    better = precision.n > 0 and precision.low > chance
    beyond = precision.value > MOST_PRECISION or recall.value > MOST_RECALL
    sentence = N_(
        "A tagger trained on half of the file made %(tried)s claims about the other half; it "
        "pointed at %(found)s of %(left)s words that were missed."
    )
    return Finding(
        name,
        "survivors",
        TOLD if better and beyond else HELD,
        sentence,
        {"tried": precision.n, "found": round(recall.value * recall.n), "left": left},
        precision,
        chance,
        precision.n,
        rows=({"what": "missed words found", **recall.to_json()},),
    )


def _by_the_other_half(
    texts: Sequence[_Turn], rng: np.random.Generator, report: Report
) -> Iterator[tuple[_Turn, tuple[Span, ...]]]:
    """Every turn with what a tagger finds in it that learnt from the other half of the file."""
    dialogues = list(dict.fromkeys(each.dialogue for each in texts))
    order = rng.permutation(len(dialogues))
    half = {dialogues[int(place)]: number % 2 for number, place in enumerate(order)}
    for side in (0, 1):
        learnt = [t for t in texts if half[t.dialogue] == side]
        tried = [t for t in texts if half[t.dialogue] != side]

        def said(share: float, phase: str, start: float = side / 2) -> None:
            report(start + share / 2, phase)

        yield from _tag(learnt, tried, said)


def _tag(
    learnt: Sequence[Marked], tried: Sequence[_Turn], report: Report
) -> Iterator[tuple[_Turn, tuple[Span, ...]]]:
    """The turns tried, with what a tagger of the others finds; none where those mark nothing."""
    lesson, words = [], 0
    for each in learnt:
        words += len(each.tokens)
        if words > LEARNT_WORDS:
            break
        lesson.append(_utterance(each, each.seen))
    tagger = CrfTagger(settings=SETTINGS)
    try:
        tagger.fit(lesson, labels="binary", progress=lambda share, phase: report(share / 2, phase))
    except (EmptyPool, OneClassOnly):  # nothing to learn from
        return
    size = 2_000  # turns at a time: the features of all would be most of the memory
    for start in range(0, len(tried), size):
        some = tried[start : start + size]
        report(0.5 + start / len(tried) / 2, "scoring")
        found = tagger.predict([_utterance(each) for each in some])
        yield from zip(some, found, strict=True)


def _utterance(turn: Marked, spans: Sequence[Span] = ()) -> Utterance:
    return Utterance(turn.text, tuple(spans), turn.speaker, str(turn.dialogue))
