"""One original over dialogues: does it get the same surrogate more often than others of its class?

Called by the table of attacks. Classes matter: against all pairs any two women's names look linked.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from annotation.evidence.attacks.mentions import Mention, form_of, mentions_of
from annotation.evidence.attacks.outcome import not_run, single_share, state_of
from annotation.evidence.attacks.types import Target
from annotation.evidence.types import Finding, Report
from annotation.translatable import N_
from surrogates.folding import words
from surrogates.labels import NAMES, Kind, gender_of, kind_of
from surrogates.languages import lexicon_for

NAME, GROUP = "linkage", "people"
Class = tuple[str, str, str]  # kind, what is known of it, shape


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


def class_of(mention: Mention, lang: str) -> Class:
    """What a surrogate keeps of its original by design: kind; of a name, for each word, the gender
    that a list knows, whether it is a surname, and whether the name is a short form; the type of a
    place; the sector of an organisation; shape. A coarser class makes names look linked that are
    drawn from one pool of few."""
    kind = kind_of(mention.label)
    said = words(mention.original)
    lexicon = lexicon_for(lang)
    if kind in NAMES:
        names = (lexicon.name_by_key.get(word) for word in said)
        genders = " ".join((entry.gender if entry else "-") for entry in names)
        marks = "".join("s" if word in _surnames(lang) else "-" for word in said)
        short = "short" if said and said[0] in lexicon.fulls_of else ""
        return kind.value, gender_of(mention.label) or genders, f"{marks} {short}"
    shape = shape_of(mention.original)
    if kind is Kind.PLACE:
        return kind.value, _types(lang).get(" ".join(said), ""), shape
    if kind is Kind.ORG:
        sectors = (lexicon.sector_of_head.get(word, "") for word in said)
        return kind.value, next(filter(None, sectors), ""), shape
    # "Other" labels draw among the values of their own label.
    return kind.value, mention.label if kind is Kind.OTHER else "", shape


@lru_cache(maxsize=16)
def _surnames(lang: str) -> frozenset[str]:
    return frozenset(word for name in lexicon_for(lang).surnames for word in words(name))


@lru_cache(maxsize=16)
def _types(lang: str) -> dict[str, str]:
    """Folded place -> its type."""
    return {" ".join(words(p.name)): p.type for p in lexicon_for(lang).place_entries}


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
