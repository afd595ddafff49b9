"""Whether somebody can be followed by the way of speaking alone, outside of what was replaced.

Called by the table of attacks. Scores are cosines of letter n-grams of the released text without
its replaced stretches; what they tell is `linkability.d_sys`.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer

from annotation.evidence.attacks.mentions import aligned_turns, left_outside
from annotation.evidence.attacks.outcome import HELD, TOLD, not_run
from annotation.evidence.attacks.people.linkability import by_chance, d_sys, interval
from annotation.evidence.attacks.types import Target
from annotation.evidence.types import Finding, Report, Share
from annotation.translatable import N_

NAME, GROUP = "style", "people"
LEAST = 60  # signs of a text that says something of style
MOST = 5000  # signs that are read of it
PAIRS = 2000  # at most, of each side
TIMES = 100  # draws for the interval and for chance
# A name of a speaker that stands in more of the dialogues than this is a role ("agent").
ROLE = 0.2
FEW_PEOPLE = 5


@dataclass(frozen=True, slots=True)
class Said:
    """What one person said in one dialogue, or in a half of it."""

    person: str
    part: int  # the dialogue, or the half
    text: str


def style(target: Target, rng: np.random.Generator, report: Report) -> Finding:
    """Success: D_sys of pairs of texts of one person against pairs of two [Comprise21]; chance:
    its mean where the pairs are dealt out by chance. Told above 97.5 % of those.

    People are known by the names of speakers that come back in several dialogues. Where there are
    none, the two halves of what somebody says in one dialogue take their place, which the topic
    links as well. Not run with fewer than ten pairs.
    """
    said = [
        (number, before.speaker, left_outside(after.text, stretches))
        for number, pair in enumerate(target.pairs)
        for before, after, stretches in aligned_turns(pair, number + 1)
    ]
    report(0.3, "")
    texts, by_name = of_people(said), True
    mated = pairs_of_one(texts, rng)
    if len(mated) < 10:
        texts, by_name = of_halves(said), False
        mated = pairs_of_one(texts, rng)
    if len(mated) < 10:
        return not_run(NAME, GROUP, TOO_FEW)
    texts, mated = _chosen(texts, mated)
    non_mated = pairs_of_two(texts, rng)
    vectorizer = TfidfVectorizer(
        analyzer="char", ngram_range=(2, 4), max_features=20_000, sublinear_tf=True
    )
    rows = vectorizer.fit_transform([each.text[:MOST] for each in texts])
    report(0.6, "")
    same, different = (
        np.asarray(rows[one].multiply(rows[other]).sum(axis=1)).ravel()
        for one, other in (np.asarray(mated).T, np.asarray(non_mated).T)
    )
    dealt = by_chance(same, different, rng, TIMES)
    report(0.8, "")
    value, (low, high) = d_sys(same, different), interval(same, different, rng, TIMES)
    return Finding(
        NAME,
        GROUP,
        TOLD if value > np.quantile(dealt, 0.975) else HELD,
        sentence=BY_NAME if by_name else BY_HALVES,
        values={"d_sys": round(value, 3), "chance": round(float(dealt.mean()), 3),
                "tried": len(mated)},
        # Draws with replacement lie a little above the figure: they never leave it out.
        success=Share(value, min(low, value), max(high, value), len(mated)),
        chance=float(dealt.mean()),
        tried=len(mated),
    )  # fmt: skip


def of_people(said: Sequence[tuple[int, str, str]]) -> list[Said]:
    """What each person says in each dialogue: names of speakers that are no roles; () with few."""
    where: defaultdict[str, set[int]] = defaultdict(set)
    texts: defaultdict[tuple[str, int], list[str]] = defaultdict(list)
    for number, speaker, text in said:
        where[speaker].add(number)
        texts[speaker, number].append(text)
    dialogues = len({number for number, _speaker, _text in said})
    people = {
        speaker
        for speaker, numbers in where.items()
        if speaker and 2 <= len(numbers) <= max(2, ROLE * dialogues)
    }
    if len(people) < FEW_PEOPLE:
        return []
    made = [Said(who, number, " ".join(t)) for (who, number), t in texts.items() if who in people]
    return _long(made)


def of_halves(said: Sequence[tuple[int, str, str]]) -> list[Said]:
    """The first and the second half of what each speaker says in each dialogue."""
    texts: defaultdict[tuple[int, str], list[str]] = defaultdict(list)
    for number, speaker, text in said:
        texts[number, speaker].append(text)
    made = []
    for (number, speaker), turns in texts.items():
        middle = len(turns) // 2
        for part, half in enumerate((turns[:middle], turns[middle:])):
            made.append(Said(f"{number} {speaker}", part, " ".join(half)))
    return _long(made)


def _long(texts: list[Said]) -> list[Said]:
    """Those long enough, a person's only where there are two of them."""
    texts = [each for each in texts if len(each.text) >= LEAST]
    often = Counter(each.person for each in texts)
    return [each for each in texts if often[each.person] > 1]


def pairs_of_one(texts: Sequence[Said], rng: np.random.Generator) -> list[tuple[int, int]]:
    """Disjoint pairs of one person's texts, by their places."""
    by_person: defaultdict[str, list[int]] = defaultdict(list)
    for place, each in enumerate(texts):
        by_person[each.person].append(place)
    pairs = []
    for person in sorted(by_person):
        order = rng.permutation(by_person[person])
        pairs += [(int(a), int(b)) for a, b in zip(order[::2], order[1::2], strict=False)]
    chosen = rng.permutation(len(pairs))[:PAIRS]
    return [pairs[place] for place in chosen]


def _chosen(
    texts: Sequence[Said], pairs: Sequence[tuple[int, int]]
) -> tuple[list[Said], list[tuple[int, int]]]:
    """The texts that stand in a pair, and the pairs by their places among those."""
    places = sorted({place for pair in pairs for place in pair})
    new = {place: number for number, place in enumerate(places)}
    return [texts[place] for place in places], [(new[a], new[b]) for a, b in pairs]


def pairs_of_two(texts: Sequence[Said], rng: np.random.Generator) -> list[tuple[int, int]]:
    """Pairs of two people's texts, drawn by chance; of halves as many first as second ones."""
    drawn = rng.integers(len(texts), size=(2 * PAIRS, 2))
    pairs = [(int(a), int(b)) for a, b in drawn if texts[a].person != texts[b].person]
    return pairs[:PAIRS]


BY_NAME = N_(
    "D_sys is %(d_sys)s over %(tried)s pairs of dialogues of one speaker (0 tells nothing, 1 all); "
    "dealt out by chance it is %(chance)s."
)
BY_HALVES = N_(
    "No speaker comes back by name, so halves of one dialogue stand for one person: D_sys is "
    "%(d_sys)s over %(tried)s pairs (0 tells nothing, 1 all); dealt out by chance it is %(chance)s."
)
TOO_FEW = N_("Fewer than ten pairs of texts of one speaker are long enough; expected ten.")
