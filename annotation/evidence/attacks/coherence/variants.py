"""Consistent, Markov-like, random and this release beside each other: the same dialogues, the same
misses, other ways to repeat a surrogate. Called by the table of attacks and by benchmarks.

[Osborne25] keeps the last surrogate of an original with a probability, else draws a new one
(`make_markov` of its code, 1/2 by default); with 1 it is consistent, with 0 every mention differs.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from annotation.evidence.attacks.coherence.forms import Forms, count_forms, share_once
from annotation.evidence.attacks.coherence.said_once import NO_TRUTH, NO_VALUES, values_of
from annotation.evidence.attacks.mentions import Mention, form_of, mentions_of
from annotation.evidence.attacks.outcome import HELD, TOLD, not_run
from annotation.evidence.attacks.types import Target
from annotation.evidence.types import Finding, Report
from annotation.translatable import N_
from surrogates.labels import Kind, kind_of
from surrogates.languages import lexicon_for

NAME, GROUP = "variants", "coherence"
KEEPING = {"consistent": 1.0, "markov": 0.5, "random": 0.0}  # probability to keep the last one
REPEATS = 5  # of the re-replacements; their counts are added up

Draw = Callable[[Mention, np.random.Generator], str]


def variants(target: Target, rng: np.random.Generator, report: Report) -> Finding:
    """Whether this release tells more of what stayed than the other ways would, with its misses.

    Success: precision of "said once is real" here; chance: that of the Markov-like replacement of
    the same items. Told where the interval lies above it, and above what naming any form gives.
    """
    known = [place for place, pair in enumerate(target.pairs) if pair.is_gold]
    if not known:
        return not_run(NAME, GROUP, NO_TRUTH)
    every = mentions_of(target, report)
    dialogues = [(every[place], target.pairs[place].original.lang) for place in known]
    ours = count_forms(items for items, _lang in dialogues)
    if not ours.forms:
        return not_run(NAME, GROUP, NO_VALUES)
    found = {"ours": ours}
    for place, (name, keeping) in enumerate(KEEPING.items()):
        report(0.5 + 0.5 * place / len(KEEPING), name)
        found[name] = count_forms(
            replaced_again(items, keeping, rng, drawer(lang))
            for _ in range(REPEATS)
            for items, lang in dialogues
        )
    success = share_once(items for items, _lang in dialogues)
    markov = found["markov"].precision
    return Finding(
        NAME,
        GROUP,
        TOLD if success.low > max(markov, ours.base) else HELD,
        sentence=SENTENCE,
        values={"ours": round(ours.lift, 2), **{k: round(found[k].lift, 2) for k in KEEPING}},
        success=success,
        chance=markov,
        tried=ours.once,
        rows=tuple(_row(name, counts) for name, counts in found.items()),
    )


def replaced_again(
    items: Sequence[Mention], keeping: float, rng: np.random.Generator, draw: Draw
) -> list[Mention]:
    """The items of one dialogue with other surrogates; what stayed stays.

    keeping: the probability with which a mention takes the last surrogate of its original.
    """
    last: dict[str, str] = {}
    made = []
    for item in items:
        if not item.stays:
            original = form_of(item.original)
            if original not in last or rng.random() >= keeping:
                last[original] = draw(item, rng)
            item = replace(item, released=last[original])
        made.append(item)
    return made


@lru_cache(maxsize=16)
def drawer(lang: str) -> Draw:
    """Draws as [Osborne25] does: names, places and the like from lists, each word anew; signs of
    what else there is by signs of their kind. A value that says the original is drawn again."""
    lexicon = lexicon_for(lang)
    lists: dict[Kind, Sequence[str]] = {
        Kind.GIVEN: [entry.text for entry in lexicon.name_entries],
        Kind.SURNAME: lexicon.surnames,
        Kind.PLACE: lexicon.places,
        Kind.COUNTRY: lexicon.countries,
        Kind.ORG: lexicon.organisations,
        Kind.PROFESSION: lexicon.professions,
        Kind.STREET: lexicon.streets("name"),
    }

    def draw(item: Mention, rng: np.random.Generator) -> str:
        kind, text = kind_of(item.label), item.original
        for _ in range(20):
            text = _value(kind, item.original, rng, lists)
            if form_of(text) != form_of(item.original):
                break
        return text

    return draw


def _value(
    kind: Kind, original: str, rng: np.random.Generator, lists: dict[Kind, Sequence[str]]
) -> str:
    if kind is Kind.PERSON:
        words = len(original.split())
        kinds = [Kind.GIVEN] + [Kind.SURNAME] * (words - 1)
        return " ".join(str(_one(lists[each], rng)) for each in kinds)
    if lists.get(kind):
        return _one(lists[kind], rng)
    return "".join(_sign(sign, rng) for sign in original)


def _one(values: Sequence[str], rng: np.random.Generator) -> str:
    return values[int(rng.integers(len(values)))]


def _sign(sign: str, rng: np.random.Generator) -> str:
    if sign.isdigit():
        return str(int(rng.integers(10)))
    if sign.isalpha():
        drawn = chr(ord("a") + int(rng.integers(26)))
        return drawn.upper() if sign.isupper() else drawn
    return sign


def _row(name: str, counts: Forms) -> dict[str, object]:
    return (
        {"variant": name, "precision": round(counts.precision, 4), "tried": counts.once}
        | {
            key: value
            for key, value in values_of(counts).items()
            if key in ("lift", "lift_repeated", "items_once")
        }
        | {
            "beside": round(counts.beside / counts.dialogues, 4),
            "alone": round(counts.alone / counts.dialogues, 4),
        }
    )


SENTENCE = N_(
    "A form said once is real %(ours)s times as often as any form; with consistent surrogates "
    "from lists it would be %(consistent)s, with Markov-like ones %(markov)s, with a new one each "
    "time %(random)s."
)
