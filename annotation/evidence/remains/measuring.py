"""All that stays and tells of a corpus, in counts. Called by `services.evidence.remains`.

What comes out has numbers, the caller's own keys of dialogues and turns, and no text.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from annotation.evidence.attacks.survivors.parrot import Marked, suspects
from annotation.evidence.errors import EvidenceError
from annotation.evidence.remains.classes import Classes, count_classes
from annotation.evidence.remains.details import details_of
from annotation.evidence.remains.people import Source, coarser, table_for
from annotation.evidence.remains.ranking import First, read_first
from annotation.evidence.remains.types import Corpus, Released, Told
from annotation.evidence.remains.wording import found_by_one, rare_words
from annotation.evidence.types import Report, Share, quietly
from learning.crf.tagger import SENSITIVE
from learning.types import Span

# The bars of the picture: from so many people on.
BINS = (0, 3, 5, 10, 50, 500)
UNDER = 10  # people: what generalising buys is counted in dialogues that fit fewer
WATCHED = 100  # people: dialogues that fit fewer are named, so that any limit can be held
COMMON = 1000  # rank of a name up to which many bear it
STEPS = ("nothing", "ages", "provinces", "trades", "families", "sexes", "all")


@dataclass(frozen=True, slots=True)
class Fit:
    """How many people fit: dialogues by bar, those under 100 by key, and what coarser details buy.

    Only dialogues of a country with a table are counted; `outside` are the others.
    """

    bars: tuple[int, ...]
    few: dict[int, float]  # dialogue -> people, under `WATCHED`
    buys: dict[str, int]  # what is made coarser -> dialogues that fit under ten
    counted: int
    outside: int
    sources: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class Remains:
    """What stays in a corpus of released dialogues."""

    dialogues: int
    turns: int
    told: dict[str, int]  # kind of detail -> dialogues that tell it
    classes: Classes
    rare: int  # different words that one dialogue alone says
    rare_dialogues: int
    rare_names: int  # of the words, those in a list of names
    common_names: int  # of these, those among the thousand most borne
    found: Share | None  # by one utterance
    chance: float
    fit: Fit
    first: tuple[First, ...]


def measure(corpus: Corpus, seed: int = 0, report: Report = quietly) -> Remains:
    """Measure what stays. Raises EvidenceError for a corpus without a dialogue."""
    dialogues = corpus.dialogues
    if not dialogues:
        raise EvidenceError("no dialogue may leave; expected one or more")
    report(0.5, "details")
    told = [details_of(each, corpus.identifiers) for each in dialogues]
    report(0.7, "words")
    rare = rare_words(dialogues)
    ranks = {each.word: each.rank for some in rare.values() for each in some}
    found = found_by_one(dialogues, np.random.default_rng(seed))
    report(0.75, "turns")
    rng = np.random.default_rng(seed)
    pointed = _pointed_at(dialogues, rng, lambda share, phase: report(0.75 + share / 4, phase))
    kinds = Counter(kind for each in told for kind in each.kinds)
    return Remains(
        dialogues=len(dialogues),
        turns=sum(len(each.turns) for each in dialogues),
        told=dict(sorted(kinds.items())),
        classes=count_classes(told),
        rare=len(ranks),
        rare_dialogues=sum(any(turn.key in rare for turn in each.turns) for each in dialogues),
        rare_names=sum(rank > 0 for rank in ranks.values()),
        common_names=sum(0 < rank <= COMMON for rank in ranks.values()),
        found=found[0] if found else None,
        chance=found[1] if found else 0.0,
        fit=count_fit(dialogues, told),
        first=tuple(read_first(dialogues, rare, pointed)),
    )


def _pointed_at(
    dialogues: Sequence[Released], rng: np.random.Generator, report: Report
) -> dict[int, int]:
    """Turn -> words in it to which a tagger trained on the release points."""
    turns = [
        Marked(
            number,
            dialogue.lang,
            turn.text,
            turn.speaker,
            [Span(item.start, item.end, SENSITIVE) for item in turn.items],
            turn.key,
        )
        for number, dialogue in enumerate(dialogues)
        for turn in dialogue.turns
    ]
    return {turn.key: words for turn, words in suspects(turns, rng, report)}


def count_fit(dialogues: Sequence[Released], told: Sequence[Told]) -> Fit:
    """How many people each dialogue fits; a table is asked once for details that are alike."""
    bars, few, counted = [0] * len(BINS), dict[int, float](), 0
    buys = dict.fromkeys(STEPS, 0)
    sources: dict[Source, None] = {}
    known: dict[tuple[str, Told], float] = {}
    for dialogue, detail in zip(dialogues, told, strict=True):
        table = table_for(dialogue.lang)
        if table is None:
            continue
        counted += 1
        sources |= dict.fromkeys(table.sources)
        for step in STEPS:
            asked = detail if step == "nothing" else coarser(detail, dialogue.lang, step)
            at = (dialogue.lang, asked)
            people = known[at] if at in known else known.setdefault(at, table.count(asked))
            buys[step] += people < UNDER
            if step == "nothing":
                bars[max(n for n, least in enumerate(BINS) if people >= least)] += 1
                if people < WATCHED:
                    few[dialogue.key] = round(people, 1)
    outside = len(dialogues) - counted
    return Fit(tuple(bars), few, buys, counted, outside, tuple(sources))
