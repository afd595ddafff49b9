"""The canary test: words that nobody said are said so many times in the training texts, and the
tagger is asked how sure it is of them beside rivals that it never saw [Helali20, COMPRISE].

Called by `measure`. A canary stands where an item of its label stood, in a turn of the corpus; its
rivals are put in the same place. All canaries of a run are learnt by one model, and are no rivals
of each other.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from annotation.evidence.memory.exposure import d_exposure
from annotation.evidence.memory.inventing import invent
from learning.tagger import Tagger
from learning.tokens import tokenise
from learning.types import Span, Utterance

LABELS = 8  # the commonest are tested
CARRIERS = 10  # items that a label needs
RIVALS = 500
SHORTEST = 3  # signs of a word that canaries are made like
SHORT = 16  # tokens of a carrier, where there are such turns: what is asked is asked of each rival


@dataclass(frozen=True, slots=True)
class Canary:
    """A word under a label, the turn that says it, and where."""

    label: str
    word: str
    carrier: Utterance
    place: int  # of its span in the carrier
    rivals: tuple[str, ...]

    def saying(self, word: str) -> Utterance:
        """The carrier with a word in the canary's place."""
        span, text = self.carrier.spans[self.place], self.carrier.text
        longer = len(word) - (span.end - span.start)
        spans = tuple(
            _moved(each, span, longer) if each is not span else replace(span, end=span.end + longer)
            for each in self.carrier.spans
        )
        return replace(self.carrier, text=text[: span.start] + word + text[span.end :], spans=spans)


def plant(
    utterances: Sequence[Utterance], canaries: int, chance: random.Random, rivals: int = RIVALS
) -> tuple[list[Canary], list[str]]:
    """Canaries of the commonest labels, and the labels that have too few items or words for that.

    A word is new where no turn says it; it is made of what the words of the label's items are made
    of (`inventing`).
    """
    known = {word.lower() for each in utterances for word in said_in(each.text)}
    counts = Counter(span.label for each in utterances for span in each.spans)
    carriers = _carriers(utterances)
    made: list[Canary] = []
    short: list[str] = []
    for label, _count in counts.most_common():
        if len({canary.label for canary in made}) == LABELS:
            break
        spans = [(each.text, each.spans[place]) for each, place in carriers[label]]
        words = [word for text, span in spans for word in said_in(text[span.start : span.end])
                 if len(word) >= SHORTEST]  # fmt: skip
        invented = invent(words, canaries + rivals, known, chance) if words else []
        if len(spans) < CARRIERS or len(invented) < canaries + rivals:
            short.append(label)
            continue
        chance.shuffle(invented)
        among = tuple(invented[canaries:])
        turns = _chosen(carriers[label], canaries, chance)
        made += [
            Canary(label, word, carrier, place, among)
            for word, (carrier, place) in zip(invented[:canaries], turns, strict=True)
        ]
    return made, short


def _carriers(utterances: Sequence[Utterance]) -> dict[str, list[tuple[Utterance, int]]]:
    """Label -> (turn, place of its span) of each item."""
    found: dict[str, list[tuple[Utterance, int]]] = defaultdict(list)
    for each in utterances:
        for place, span in enumerate(each.spans):
            found[span.label].append((each, place))
    return found


def _chosen(
    turns: Sequence[tuple[Utterance, int]], number: int, chance: random.Random
) -> list[tuple[Utterance, int]]:
    short = [each for each in turns if len(tokenise(each[0].text)) <= SHORT]
    among = short if len(short) >= number else list(turns)
    return chance.sample(among, number) if len(among) >= number else chance.choices(among, k=number)


def _moved(span: Span, after: Span, by: int) -> Span:
    return (
        replace(span, start=span.start + by, end=span.end + by) if span.start >= after.end else span
    )


def with_canaries(
    utterances: Sequence[Utterance], canaries: Collection[Canary], times: int
) -> list[Utterance]:
    """The training turns, and each canary's turn so many times."""
    return [
        *utterances,
        *(canary.saying(canary.word) for canary in canaries for _n in range(times)),
    ]


def exposures(
    tagger: Tagger,
    canaries: Sequence[Canary],
    tell: Callable[[float], None] = lambda share: None,
) -> list[tuple[str, float]]:
    """(label, d-exposure in bits) of each canary: how sure the tagger is that the word has the
    label, beside the rivals in the same place."""
    found = []
    for number, canary in enumerate(canaries, 1):
        sure = certainties(tagger, canary, (canary.word, *canary.rivals))
        found.append((canary.label, d_exposure(sure[0], sure[1:])))
        tell(number / len(canaries))
    return found


def certainties(tagger: Tagger, canary: Canary, words: Sequence[str]) -> list[float]:
    """How sure the tagger is that the label stands at the canary's place, for each word there: what
    it leaves to all other tags, below nought, for a probability near 1 has no room to differ."""
    turns = [canary.saying(word) for word in words]
    start = canary.carrier.spans[canary.place].start
    others = [n for n, tag in enumerate(tagger.tags) if tag[2:] != canary.label]
    sure = []
    for turn, marginal in zip(turns, tagger.marginals(turns), strict=True):
        row = next(n for n, token in enumerate(tokenise(turn.text)) if token.end > start)
        sure.append(-float(sum(float(marginal[row, column]) for column in others)))
    return sure


def said_in(text: str) -> list[str]:
    """The words and signs of a text."""
    return [text[token.start : token.end] for token in tokenise(text)]
