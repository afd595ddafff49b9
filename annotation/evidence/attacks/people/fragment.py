"""One utterance was heard: which dialogue is it of? Called by the table of attacks.

The attacker knows the words of one turn as they were said and looks for the released turn that is
most like it, without knowing what was replaced.
"""

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer

from annotation.evidence.attacks.outcome import not_run, single_share, state_of
from annotation.evidence.attacks.types import Target
from annotation.evidence.types import Finding, Report
from annotation.translatable import N_

NAME, GROUP = "fragment", "people"
HEARD = 1000  # utterances at most, one a dialogue
CELLS = 20_000_000  # likenesses at once, four bytes each
MANY = 100_000  # turns, of which pairs of words would be too many


def fragment(target: Target, rng: np.random.Generator, report: Report) -> Finding:
    """Success: heard utterances whose one likest released turn is of their dialogue; chance: one
    in so many dialogues. A turn that two dialogues share names neither.

    Not run with fewer than two dialogues.
    """
    count = len(target.pairs)
    if count < 2:
        return not_run(NAME, GROUP, TOO_FEW)
    owners, texts = [], []
    for number, pair in enumerate(target.pairs):
        for turn in pair.released.turns:
            owners.append(number)
            texts.append(turn.text)
    heard = []
    for number in rng.permutation(count)[:HEARD]:
        turns = [turn.text for turn in target.pairs[number].original.turns if turn.text.strip()]
        if turns:
            heard.append((int(number), turns[int(rng.integers(len(turns)))]))
    right = _right(np.asarray(owners), texts, heard, report)
    success, chance = single_share(right, len(heard)), 1 / count
    return Finding(
        NAME,
        GROUP,
        state_of(success, chance),
        sentence=SENTENCE,
        values={"right": right, "tried": len(heard), "dialogues": count},
        success=success,
        chance=chance,
        tried=len(heard),
    )


def _right(
    owners: np.ndarray, texts: list[str], heard: list[tuple[int, str]], report: Report
) -> int:
    longest = 2 if len(texts) < MANY else 1
    vectorizer = TfidfVectorizer(token_pattern=r"\w+", ngram_range=(1, longest), dtype=np.float32)
    released = vectorizer.fit_transform(texts).T.tocsr()
    asked = vectorizer.transform([text for _number, text in heard])
    right = 0
    block = max(1, CELLS // len(texts))
    for start in range(0, len(heard), block):
        report(start / len(heard), "")
        likeness = (asked[start : start + block] @ released).toarray()
        best = likeness.max(axis=1, keepdims=True)
        for row, (number, _text) in enumerate(heard[start : start + block]):
            if best[row, 0] > 0:
                likest = owners[likeness[row] >= best[row, 0] - 1e-6]
                right += bool((likest == number).all())
    return right


SENTENCE = N_(
    "%(right)s of %(tried)s utterances, each heard once, name their dialogue among %(dialogues)s."
)
TOO_FEW = N_("There are fewer than two dialogues to tell apart.")
