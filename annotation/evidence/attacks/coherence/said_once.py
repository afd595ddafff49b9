"""The attack "every form said once is real", with the misses that the release really has.

Called by the table of attacks. The attacker sees the released text and knows what looks personal
in it, surrogates and originals alike: the best that a reader of the release could do.
"""

import numpy as np

from annotation.evidence.attacks.coherence.forms import Forms, count_forms, share_once
from annotation.evidence.attacks.mentions import mentions_of
from annotation.evidence.attacks.outcome import not_run, per_cent, state_of
from annotation.evidence.attacks.types import Target
from annotation.evidence.types import Finding, Report
from annotation.translatable import N_

NAME, GROUP = "said-once", "coherence"


def said_once(target: Target, _rng: np.random.Generator, report: Report) -> Finding:
    """Success: how many forms said once are real; chance: how many of all forms are [Osborne25].

    Not run where no dialogue has true labels, or nothing in it was replaced by a value.
    """
    known = [place for place, pair in enumerate(target.pairs) if pair.is_gold]
    if not known:
        return not_run(NAME, GROUP, NO_TRUTH)
    every = mentions_of(target, report, end=0.9)
    counts = count_forms(every[place] for place in known)
    if not counts.forms:
        return not_run(NAME, GROUP, NO_VALUES)
    success = share_once(every[place] for place in known)
    return Finding(
        NAME,
        GROUP,
        state_of(success, counts.base),
        sentence=SENTENCE,
        values=values_of(counts),
        success=success,
        chance=counts.base,
        tried=counts.once,
    )


def values_of(counts: Forms) -> dict[str, object]:
    """What the sentence and the table say of a release: counts and shares, no form."""
    return {
        "once": counts.once,
        "real_once": counts.real_once,
        "any": per_cent(counts.base),
        "lift": round(counts.lift, 2),
        "lift_repeated": round(counts.lift_repeated, 2),
        "items_once": per_cent(counts.items_once / counts.mentions if counts.mentions else 0.0),
        "beside": counts.beside,
        "alone": counts.alone,
        "leaking": counts.leaking,
        "dialogues": counts.dialogues,
    }


SENTENCE = N_(
    "Of %(once)s forms said once in their dialogue, %(real_once)s are real; of all forms "
    "%(any)s %% are. In %(beside)s of %(dialogues)s dialogues an original stands beside its own "
    "surrogate."
)
NO_TRUTH = N_(
    "What was missed is known in no dialogue; expected some that are kept to measure the model."
)
NO_VALUES = N_("No item was replaced by another value.")
