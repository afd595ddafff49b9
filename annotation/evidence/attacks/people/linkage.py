"""One original over dialogues: does it get the same surrogate more often than others of its class?

Called by the table of attacks. Classes matter: against all pairs any two women's names look linked.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from annotation.evidence.attacks.mentions import Mention, form_of, mentions_of
from annotation.evidence.attacks.outcome import not_run, single_share, state_of
from annotation.evidence.attacks.types import Target
from annotation.evidence.types import Finding, Report
from annotation.translatable import N_
from surrogates.folding import words
from surrogates.labels import NAMES, gender_of, kind_of
from surrogates.languages import lexicon_for

NAME, GROUP = "linkage", "people"
Class = tuple[str, str, str]  # kind, gender of a name, shape


@dataclass(frozen=True, slots=True)
class Seen:
    """An original of one dialogue and what stood for it there."""

    dialogue: int
    original: str
    surrogate: str


def linkage(target: Target, rng: np.random.Generator, report: Report) -> Finding:
    """Success: disjoint pairs of dialogues with one original whose surrogates are equal; chance:
    how often two different originals of its class have equal surrogates over dialogues.

    Not run where no class has an original in two dialogues.
    """
    classes = _classes(target, mentions_of(target, report))
    equal, pairs = Counter[str](), Counter[str]()
    expected: defaultdict[str, float] = defaultdict(float)
    for place, (key, seen) in enumerate(sorted(classes.items())):
        report(0.5 + 0.5 * place / len(classes), "")
        by_chance = chance_in_class(seen)
        for one, other in disjoint_pairs(seen, rng):
            kind = key[0]
            pairs[kind] += 1
            equal[kind] += one.surrogate == other.surrogate
            expected[kind] += by_chance
    tried = pairs.total()
    if not tried:
        return not_run(NAME, GROUP, TOO_FEW)
    success, chance = single_share(equal.total(), tried), sum(expected.values()) / tried
    return Finding(
        NAME,
        GROUP,
        state_of(success, chance),
        sentence=SENTENCE,
        values={
            "equal": equal.total(),
            "tried": tried,
            "expected": round(chance * tried, 1),
        },
        success=success,
        chance=chance,
        tried=tried,
        rows=tuple(
            {"kind": k, "tried": pairs[k], "equal": equal[k], "expected": round(expected[k], 1)}
            for k in sorted(pairs)
        ),
    )


def _classes(target: Target, dialogues: Sequence[Sequence[Mention]]) -> dict[Class, list[Seen]]:
    """What was replaced, once a dialogue and original, by class."""
    classes: defaultdict[Class, list[Seen]] = defaultdict(list)
    for number, items in enumerate(dialogues):
        lang = target.pairs[number].original.lang
        given: dict[tuple[Class, str], Counter[str]] = {}
        for item in items:
            if not item.stays:
                owner = class_of(item, lang), form_of(item.original)
                given.setdefault(owner, Counter())[item.form] += 1
        for (key, original), surrogates in given.items():
            classes[key].append(Seen(number, original, surrogates.most_common(1)[0][0]))
    return dict(classes)


def class_of(item: Mention, lang: str) -> Class:
    """What a surrogate keeps of its original by design: kind, gender of a name, shape."""
    kind = kind_of(item.label)
    if kind in NAMES:
        lexicon = lexicon_for(lang)
        said = words(item.original)
        entry = lexicon.name_by_key.get(said[0]) if said else None
        gender = gender_of(item.label) or (entry.gender if entry else "")
        short = "short" if said and said[0] in lexicon.fulls_of else ""
        return kind.value, gender, f"{len(said)} {short}"
    # "Other" labels draw among the values of their own label.
    name = item.label if kind.value == "other" else ""
    return kind.value, name, shape_of(item.original)


def shape_of(text: str) -> str:
    """Digits as 9, runs of letters as the number of words; where there are no digits, the number
    of words alone."""
    if any(sign.isdigit() for sign in text):
        return "".join("9" if s.isdigit() else "a" if s.isalpha() else s for s in text)
    return str(len(words(text)))


def chance_in_class(seen: Sequence[Seen]) -> float:
    """Share of pairs with other originals and other dialogues whose surrogates are equal.

    A (dialogue, original) is there once, so no pair shares both, and the pairs that share one are
    taken off. 0 where no pair is left.
    """

    def pairs(keys: Counter[object]) -> int:
        return sum(n * (n - 1) // 2 for n in keys.values())

    every = len(seen) * (len(seen) - 1) // 2
    left = (
        every
        - pairs(Counter(each.original for each in seen))
        - pairs(Counter(each.dialogue for each in seen))
    )
    alike = (
        pairs(Counter(each.surrogate for each in seen))
        - pairs(Counter((each.surrogate, each.original) for each in seen))
        - pairs(Counter((each.surrogate, each.dialogue) for each in seen))
    )
    return alike / left if left > 0 else 0.0


def disjoint_pairs(seen: Sequence[Seen], rng: np.random.Generator) -> Iterator[tuple[Seen, Seen]]:
    """Each original's dialogues in pairs, drawn by chance; no dialogue is in two pairs of it."""
    by_original: defaultdict[str, list[Seen]] = defaultdict(list)
    for each in seen:
        by_original[each.original].append(each)
    for original in sorted(by_original):
        rows = by_original[original]
        order = rng.permutation(len(rows))
        for one, other in zip(order[::2], order[1::2], strict=False):
            yield rows[one], rows[other]


SENTENCE = N_(
    "%(equal)s of %(tried)s pairs of dialogues with one original have equal surrogates; two other "
    "originals of its class would be equal in %(expected)s."
)
TOO_FEW = N_("No class has an original in two dialogues; expected at least two of one class.")
