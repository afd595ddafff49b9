"""Words outside spans that one dialogue alone says, and dialogues that one utterance finds.

What stands outside the items is copied sign for sign: who heard a call knows it. Called by
`measuring` and `ranking`; a word never leaves this room.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from annotation.evidence.remains.said import outside
from annotation.evidence.remains.types import Released, Turn
from annotation.evidence.types import Share
from surrogates.folding import WORD, fold
from surrogates.languages import lexicon_for

DRAWS = 2_000  # resamples of dialogues for an interval


@dataclass(frozen=True, slots=True)
class Rare:
    """A word that one dialogue alone says. `rank`: among the names of people of a language's
    tables, 1 the most borne; 0: in no list of names."""

    word: str
    is_capital: bool  # written so inside a sentence
    rank: int = 0


def rare_words(dialogues: Sequence[Released]) -> dict[int, list[Rare]]:
    """Turn key -> words outside its items that no other dialogue says, those of one letter out."""
    sayers: defaultdict[str, set[int]] = defaultdict(set)
    for place, dialogue in enumerate(dialogues):
        for turn in dialogue.turns:
            for word, _capital in said_outside(turn):
                sayers[word].add(place)
    found: dict[int, list[Rare]] = {}
    for dialogue in dialogues:
        ranks = name_ranks(dialogue.lang)
        for turn in dialogue.turns:
            words = dict(said_outside(turn))
            rare = [
                Rare(word, capital, ranks.get(word, 0))
                for word, capital in words.items()
                if len(word) > 1 and len(sayers[word]) == 1
            ]
            if rare:
                found[turn.key] = rare
    return found


def said_outside(turn: Turn) -> Iterator[tuple[str, bool]]:
    """Folded words outside the items, each with whether it has a capital inside a sentence."""
    for text in outside(turn):
        for match in WORD.finditer(text):
            before = text[: match.start()].rstrip()
            inside = bool(before) and before[-1] not in '.!?¿¡:\n"«'
            yield fold(match[0]), inside and match[0][:1].isupper() and not match[0].isupper()


def found_by_one(
    dialogues: Sequence[Released], rng: np.random.Generator
) -> tuple[Share, float] | None:
    """How often one utterance, drawn at random from a random dialogue, stands in no other; and how
    often a guess is right. Turns without a word outside their items are not drawn.

    Exact over the draws of an utterance; the interval resamples dialogues [Efron93]. None with
    fewer than two dialogues that say something.
    """
    utterances = [list(filter(None, map(_utterance, each.turns))) for each in dialogues]
    sayers = Counter(text for said in utterances for text in set(said))
    shares = np.array(
        [sum(sayers[text] == 1 for text in said) / len(said) for said in utterances if said]
    )
    if len(shares) < 2:
        return None
    means = [rng.choice(shares, len(shares)).mean() for _draw in range(DRAWS)]
    low, high = np.quantile(means, [0.025, 0.975])
    value = float(shares.mean())
    return Share(value, float(low), float(high), len(shares)), 1 / len(shares)


def _utterance(turn: Turn) -> str:
    """What stays of a turn as it was heard, items as gaps; "" without a word outside them."""
    parts = [" ".join(fold(word) for word in WORD.findall(text)) for text in outside(turn)]
    return "\0".join(parts) if any(parts) else ""


@lru_cache(maxsize=16)
def name_ranks(lang: str) -> Mapping[str, int]:
    """Folded given name or surname -> its rank by how many bear it."""
    lexicon = lexicon_for(lang)
    weights: dict[str, float] = {}
    for name in lexicon.name_entries:
        weights[fold(name.text)] = max(name.weight, weights.get(fold(name.text), 0.0))
    for surname, weight in lexicon.surname_weights.items():
        weights[fold(surname)] = max(weight, weights.get(fold(surname), 0.0))
    plain = lexicon.homographs
    order = sorted((w for w in weights if w not in plain), key=lambda w: (-weights[w], w))
    return {word: place for place, word in enumerate(order, 1)}
