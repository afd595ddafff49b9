"""Pieces of card numbers, and initials of names: what must not leave by a surrogate's own signs.

Two rows of the registry. The attacker reads a digit or a letter off the surrogate; chance is how
often two of the same class have it in common.
"""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from annotation.evidence.attacks.items import Item, each_once, items_of
from annotation.evidence.attacks.outcome import HELD, TOLD
from annotation.evidence.attacks.shares import by_dialogue, share_of, within
from annotation.evidence.attacks.types import Target
from annotation.evidence.errors import EvidenceError
from annotation.evidence.types import Finding, Report, Share
from surrogates.folding import digits_only, fold, words
from surrogates.labels import NAMES, Kind, kind_of
from surrogates.languages import load_lexicon
from surrogates.types import N_

FEWEST = 20  # pairs
WHOLE_CARD = 12  # digits: a longer one is a whole card, which keeps the digit of its maker

Guess = tuple[int, str, str, str]  # dialogue, class, sign of the original, sign of the surrogate


def card_pieces(target: Target, _rng: np.random.Generator, report: Report) -> Finding:
    """First digits of pieces of a card number ("the last four"), read off the surrogate. Raises
    EvidenceError with too few of them."""
    report(0.0, "")
    guesses = [
        (item.dialogue, f"{item.label} {len(one)}", one[0], two[0])
        for item in each_once(items_of(target.pairs, _is_card), _label)
        if (one := digits_only(item.original)) and (two := digits_only(item.surrogate))
        if 2 < len(one) < WHOLE_CARD
    ]
    return _finding(
        "card-pieces",
        guesses,
        N_("There are fewer than twenty pieces of card numbers."),
        N_(
            "Of %(tried)s pieces of card numbers %(right)s keep their first digit; by chance "
            "%(expected)s would."
        ),
    )


def initials(target: Target, _rng: np.random.Generator, report: Report) -> Finding:
    """First letters of names, read off the surrogate. Raises EvidenceError with too few of them."""
    report(0.0, "")
    guesses = [
        (item.dialogue, _class(item, one[0]), fold(one[0])[:1], fold(two[0])[:1])
        for item in each_once(items_of(target.pairs), _label)
        if item.kind in NAMES and (one := words(item.original)) and (two := words(item.surrogate))
    ]
    return _finding(
        "initials",
        guesses,
        N_("There are fewer than twenty names."),
        N_("Of %(tried)s names %(right)s keep their first letter; by chance %(expected)s would."),
    )


def _class(item: Item, word: str) -> str:
    """Label and gender: that is kept on purpose, and women's initials are not men's."""
    name = load_lexicon(item.lang).name_by_key.get(word)
    return f"{item.label} {name.gender if name else ''}"


def _label(item: Item) -> str:
    return item.label


def _is_card(label: str) -> bool:
    return kind_of(label) is Kind.CARD


def _finding(name: str, guesses: Sequence[Guess], too_few: str, sentence: str) -> Finding:
    if len(guesses) < FEWEST:
        raise EvidenceError(too_few)
    share = share_of(by_dialogue((d, one == two) for d, _, one, two in guesses))
    chance = chance_of(guesses)
    values = {
        "tried": share.n,
        "right": round(share.value * share.n),
        "expected": round(chance * share.n, 1),
    }
    state = HELD if within(share, chance) else TOLD
    rows = ({"what": "standard errors above chance", "errors": errors_above(share, chance)},)
    return Finding(name, "values", state, sentence, values, share, chance, share.n, rows=rows)


def errors_above(share: Share, chance: float) -> float:
    spread = (chance * (1 - chance) / max(1, share.n)) ** 0.5 or 1e-9
    return round((share.value - chance) / spread, 2)


def chance_of(guesses: Sequence[Guess]) -> float:
    """How often an original and a surrogate of one class agree whichever belong together."""
    groups: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for _dialogue, group, one, two in guesses:
        groups[group].append((one, two))
    agree = 0.0
    for pairs in groups.values():
        signs = {sign for pair in pairs for sign in pair}
        agree += sum(
            sum(one == sign for one, _ in pairs) * sum(two == sign for _, two in pairs)
            for sign in signs
        ) / len(pairs)
    return agree / max(1, len(guesses))
