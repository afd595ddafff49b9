"""The usual way to a round: sklearn-crfsuite on dictionaries made anew, marginals a turn."""

import json
from typing import Any

import numpy as np
import sklearn_crfsuite
from learning_parts.corpus import labelled_lines, unlabelled_lines
from learning_parts.measured import timed

from learning.features import attributes
from learning.tokens import spans_to_tags, tokenise, words
from learning.types import Utterance


def measure(tokens: int, sample: int) -> None:
    """Print the seconds of training and of scoring the pool, from a sample scaled by tokens."""
    known = labelled_lines()
    pool = list(unlabelled_lines(tokens))
    tags = [spans_to_tags(tokenise(each.text), each.spans) for each in known]
    crf = sklearn_crfsuite.CRF(algorithm="lbfgs", c1=0.1, c2=0.1, max_iterations=60)
    _, training = timed(lambda: crf.fit([dictionaries(each) for each in known], tags))
    picked = np.random.default_rng(1).permutation(len(pool))[:sample]
    chosen = [pool[int(place)] for place in picked]
    _, scoring = timed(lambda: crf.predict_marginals([dictionaries(each) for each in chosen]))
    share = tokens / sum(len(words(each.text)) for each in chosen)
    answer = {
        "naive_round_s": round(training.wall + scoring.wall * share, 1),
        "naive_round_cpu_s": round(training.cpu + scoring.cpu * share, 1),
    }
    print(json.dumps(answer))


def dictionaries(utterance: Utterance) -> list[dict[str, Any]]:
    """The target features of each token, made anew as most scripts do."""
    found = words(utterance.text)
    family = attributes.FAMILIES["target"]
    turn = dict.fromkeys(
        (f"turn:{name}" for name in family.turn(utterance.speaker, utterance.position)), True
    )
    rows = []
    for place in range(len(found)):
        row: dict[str, Any] = {}
        for slot, rule in family.slots.items():
            at = 0 if slot == "first" else place + int(slot)
            word = found[at] if 0 <= at < len(found) else attributes.EDGE
            row.update(dict.fromkeys((f"{slot}:{name}" for name in rule(word)), True))
        rows.append(row | turn)
    return rows
