"""What a linear model, trained on other dialogues, infers of a person from the released text.

Called by the table of attacks. The attacker knows the truth of some dialogues, as somebody who
labelled a like corpus does. Texts are words and, where the operator has an encoder, its vectors.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from scipy.stats import norm
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.model_selection import StratifiedKFold
from sklearn.svm import LinearSVC

from annotation.evidence.attacks.mentions import aligned_turns, left_outside
from annotation.evidence.attacks.outcome import HELD, NOT_RUN, TOLD, not_run
from annotation.evidence.attacks.people.truths import AGE, GENDER, REGION, ROLE, frequent, truths_of
from annotation.evidence.attacks.types import Encode, Target
from annotation.evidence.types import Finding, Pair, Report, Share
from annotation.translatable import N_
from learning.metrics.intervals import wilson

NAME, GROUP = "attributes", "people"
LEAST = 10  # dialogues of a value, so that each fold has some
MOST = 3000  # texts that are learnt from, drawn by chance
FOLDS = 5
WHOLE, OUTSIDE, READ, ENCODED = "whole", "outside", "read", "encoder"


@dataclass(frozen=True, slots=True)
class Texts:
    """What is read of each person, with what is replaced and without, and what is true of them."""

    whole: list[str]
    outside: list[str]
    truth: dict[int, str]
    read: dict[int, str] = field(default_factory=dict)  # what the released items say


def attributes(target: Target, rng: np.random.Generator, report: Report) -> Finding:
    """Success: the property that is told best, by texts of other folds; chance: its most frequent
    value. A row for each property, by the whole text, by what was not replaced, by reading what
    the surrogates themselves say, and by the vectors of an encoder.

    Told where the interval of one of them lies above chance, made wider because several are tried.
    The speaker's role is only told where the file does not say it. Not run where no property has
    two values in ten dialogues each; and not passed where nothing was told, but the encoder that
    was chosen could not be asked.
    """
    made = list(_properties(target.pairs))
    if not made:
        return not_run(NAME, GROUP, TOO_FEW)
    rows: list[dict[str, object]] = []
    best: tuple[float, str, Share, float] | None = None
    told = False
    for place, (name, texts) in enumerate(made):
        report(place / len(made), name)
        for part in _parts(name, target):
            right, tried, chance = inferred(texts, part, rng, target.encode)
            share = Share(right / tried, *wilson(right, tried), tried)
            rows.append({"property": name, "text": part, "right": round(share.value, 4),
                         "chance": round(chance, 4), "tried": tried,
                         **share.to_json()})  # fmt: skip
            if name == ROLE:
                continue
            looks = len(made) * len(_parts(name, target))
            told |= wilson(right, tried, float(norm.isf(0.025 / looks)))[0] > chance
            if best is None or share.low - chance > best[0]:
                best = (share.low - chance, name, share, chance)
    if best is None:
        return not_run(NAME, GROUP, TOO_FEW)
    _above, name, share, chance = best
    missing = [
        {"property": name, "text": ENCODED, "state": NOT_RUN}
        for name, _texts in made
        if name != ROLE and target.no_encoder
    ]
    return Finding(
        NAME,
        GROUP,
        TOLD if told else NOT_RUN if missing else HELD,
        sentence=SENTENCES[name],
        values={"right": round(share.value * share.n), "tried": share.n,
                "expected": round(chance * share.n)},
        success=share,
        chance=chance,
        tried=share.n,
        why=target.no_encoder if missing and not told else "",
        rows=(*rows, *missing),
    )  # fmt: skip


def _parts(name: str, target: Target) -> tuple[str, ...]:
    if name == ROLE:
        return (WHOLE, OUTSIDE)
    return (WHOLE, OUTSIDE, READ, *([ENCODED] if target.encode else []))


def inferred(
    texts: Texts, part: str, rng: np.random.Generator, encode: Encode | None = None
) -> tuple[int, int, float]:
    """How many values are right of how many, and the share of the most frequent value.

    `READ` takes what the released items say themselves, else the most frequent value; the others
    learn from four fifths of the texts and are asked of the rest, `ENCODED` by `encode`.
    """
    places = np.array(sorted(texts.truth))
    if len(places) > MOST:
        places = np.sort(rng.choice(places, MOST, replace=False))
    values = np.array([texts.truth[int(place)] for place in places])
    most, times = Counter(values.tolist()).most_common(1)[0]
    if part == READ:
        said = np.array([texts.read.get(int(place), most) for place in places])
        return int((said == values).sum()), len(values), times / len(values)
    read = texts.outside if part == OUTSIDE else texts.whole
    chosen = [read[int(place)] for place in places]
    if part == ENCODED and encode is not None:
        features = encode(chosen)
    else:
        vectorizer = TfidfVectorizer(token_pattern=r"\w+", sublinear_tf=True, max_features=20_000)
        features = vectorizer.fit_transform(chosen).tocsr()
    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=int(rng.integers(2**31)))
    right = 0
    for learnt, tested in folds.split(values, values):
        model = LinearSVC(random_state=0).fit(features[learnt], values[learnt])
        right += int((model.predict(features[tested]) == values[tested]).sum())
    return right, len(values), times / len(values)


def _properties(pairs: Sequence[Pair]) -> Iterator[tuple[str, Texts]]:
    """Each property that can be tried, with the texts that speak of it."""
    turns = [
        [(after.speaker, after.text, left_outside(after.text, stretches))
         for _before, after, stretches in aligned_turns(pair, number)]
        for number, pair in enumerate(pairs, 1)
    ]  # fmt: skip
    whole = [" ".join(text for _, text, _left in dialogue) for dialogue in turns]
    left = [" ".join(left for *_, left in dialogue) for dialogue in turns]
    truths = truths_of([pair.original for pair in pairs])
    shown = truths_of([pair.released for pair in pairs])
    for name in (GENDER, AGE, REGION):
        truth = frequent(truths, name, LEAST)
        if _can_be_tried(truth):
            read = {place: each[name] for place, each in enumerate(shown) if name in each}
            yield name, Texts(whole, left, truth, read)
    spoken = [turn for dialogue in turns for turn in dialogue]
    roles = frequent([{ROLE: speaker} for speaker, *_ in spoken], ROLE, LEAST * FOLDS, most=4)
    if _can_be_tried(roles):
        yield ROLE, Texts([text for _, text, _left in spoken], [x for *_, x in spoken], roles)


def _can_be_tried(truth: Mapping[int, str]) -> bool:
    return len(set(truth.values())) > 1


SENTENCES = {
    GENDER: N_(
        "The gender is inferred in %(right)s of %(tried)s dialogues; naming the most "
        "frequent one would be right in %(expected)s."
    ),
    AGE: N_(
        "The age band is inferred in %(right)s of %(tried)s dialogues; naming the most "
        "frequent one would be right in %(expected)s."
    ),
    REGION: N_(
        "The place is inferred in %(right)s of %(tried)s dialogues; naming the most "
        "frequent one would be right in %(expected)s."
    ),
}
TOO_FEW = N_("No property has two values in ten dialogues each.")
