"""What draws say of the words that a corpus holds: how often each is said, and whether at all.

Two rows of the registry. The attacker has the released file with its surrogates, and the tool with
its public tables; the private words only count. Dissociation draws from the corpus [Adelani20].
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

import numpy as np
from scipy.stats import spearmanr

from annotation.evidence.attacks.items import Item, items_of
from annotation.evidence.attacks.outcome import HELD, TOLD
from annotation.evidence.attacks.shares import share_of
from annotation.evidence.attacks.survivors.tables import public_words
from annotation.evidence.attacks.types import Target
from annotation.evidence.errors import EvidenceError
from annotation.evidence.types import Finding, Report, Share
from surrogates.folding import PARTICLES, words
from surrogates.labels import WORDED
from surrogates.types import N_

FEWEST = 20  # words of a label: below, a correlation says nothing
RESAMPLES = 500
NOTHING = N_("No item of words was replaced, so no draw says anything.")
LIMIT = 0.3  # a correlation above it tells counts


def frequency(target: Target, rng: np.random.Generator, report: Report) -> Finding:
    """How often a word of no public table is drawn against how often it was said: Spearman's
    correlation, the highest of any label; chance is none. A word of a table is drawn as often as
    the public say it, and proves nothing. Where too few others are drawn the attack has nothing to
    work on, and the release holds. Raises EvidenceError where no word was drawn."""
    rows: list[dict[str, object]] = []
    measured: list[Share] = []
    labels = _by_label(target)
    for place, (label, items) in enumerate(sorted(labels.items())):
        report(place / len(labels), "")
        drawn = Counter(word for item in items for word in _drawn(item))
        said = Counter(_words(i.original for i in items))
        known = public_words(items[0].lang)
        union = sorted(word for word in drawn if word not in known)
        if len(union) < FEWEST:
            rows.append({"what": label, "state": "too few to say", "n": len(union)})
            continue
        table = np.array([[drawn[w], said[w]] for w in union], float)
        share = _correlation(table[:, 0], table[:, 1], rng)
        measured.append(share)
        rows.append({"what": label, **share.to_json()})
    if not rows:
        raise EvidenceError(NOTHING)
    if not measured:
        return Finding(
            "frequency",
            "values",
            HELD,
            N_("Fewer than %(fewest)s words of no public list are drawn in any label."),
            {"fewest": FEWEST},
            chance=0.0,
            rows=tuple(rows),
        )
    share = max(measured, key=lambda each: each.value)
    above = [each for each in measured if each.low > LIMIT]
    return Finding(
        "frequency",
        "values",
        TOLD if above else HELD,
        N_("Draws follow how often a word was said in %(told)s of %(labels)s labels."),
        {"told": len(above), "labels": len(measured)},
        share,
        0.0,
        share.n,
        rows=tuple(rows),
    )


def membership(target: Target, rng: np.random.Generator, report: Report) -> Finding:
    """A drawn word of no public table is claimed to have been said as such an item; chance is the
    share of public words, drawn blindly, that were. Raises EvidenceError without any item."""
    labels = _by_label(target)
    if not labels:
        raise EvidenceError(NOTHING)
    outside = _said_outside(target)
    claims, hits, blind = [], [], []
    rows = []
    for place, (label, items) in enumerate(sorted(labels.items())):
        report(place / len(labels), "")
        known = public_words(items[0].lang)
        said = set(_words(i.original for i in items))
        drawn = {word for item in items for word in _drawn(item)}
        off = sorted(drawn - known - outside)
        right = [word in said for word in off]
        claims += off
        hits += right
        pool = sorted(known - outside)
        some = rng.choice(len(pool), size=min(len(pool), 200), replace=False)
        blind += [pool[int(each)] in said for each in some]
        if off:
            rows.append({"what": label, **share_of((int(r), 1) for r in right).to_json()})
    share = share_of((int(right), 1) for right in hits)
    chance = float(np.mean(blind)) if blind else 0.0
    told = bool(claims) and share.low > max(chance, 0.1)
    return Finding(
        "membership",
        "values",
        TOLD if told else HELD,
        N_(
            "Words that were drawn and stand in no public list: %(claims)s; of these said in the "
            "corpus: %(right)s."
        )
        if claims
        else N_("Every drawn word stands in a public list: a draw does not say what was said."),
        {"claims": len(claims), "right": sum(hits)},
        share if claims else None,
        chance,
        len(claims),
        rows=tuple(rows),
    )


def _by_label(target: Target) -> dict[str, list[Item]]:
    """Replaced items of words, by label; placeholders are no draws."""
    labels: defaultdict[str, list[Item]] = defaultdict(list)
    for item in items_of(target.pairs):
        if item.kind in WORDED and item.has_value:
            labels[item.label].append(item)
    return dict(labels)


def _drawn(item: Item) -> set[str]:
    """Words of a surrogate that its own original does not have: "street" stays a street."""
    return set(_words([item.surrogate])) - set(_words([item.original]))


def _words(texts: Iterable[str]) -> Iterable[str]:
    return (
        word
        for text in texts
        for word in words(text)
        if word not in PARTICLES and not any(char.isdigit() for char in word) and len(word) > 1
    )


def _said_outside(target: Target) -> set[str]:
    """Words that some dialogue says outside every span: common ones, no sign of membership."""
    said: set[str] = set()
    for pair in target.pairs:
        for turn in pair.released.turns:
            at = 0
            for span in sorted(turn.spans, key=lambda s: s.start):
                said.update(words(turn.text[at : span.start]))
                at = max(at, span.end)
            said.update(words(turn.text[at:]))
    return said


def _rank(one: Sequence[float] | np.ndarray, two: Sequence[float] | np.ndarray) -> float:
    if len(set(map(float, one))) < 2 or len(set(map(float, two))) < 2:
        return 0.0
    return float(spearmanr(one, two).statistic)


def _correlation(one: np.ndarray, two: np.ndarray, rng: np.random.Generator) -> Share:
    """Spearman's correlation with an interval by words drawn again; below nought is nought."""
    values = []
    for _ in range(RESAMPLES):
        some = rng.integers(0, len(one), len(one))
        values.append(_rank(one[some], two[some]))
    low, high = np.quantile(values, [0.025, 0.975])
    return Share(max(0.0, _rank(one, two)), max(0.0, float(low)), max(0.0, float(high)), len(one))
