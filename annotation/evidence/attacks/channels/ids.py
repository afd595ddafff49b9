"""What the ids of a release tell: those of the source, and what was held back between them.

Called by the table of attacks.
"""

import re

import numpy as np

from annotation.evidence.attacks.channels.leaving import NO_FILE, has_lines
from annotation.evidence.attacks.outcome import HELD, TOLD, not_run, single_share
from annotation.evidence.attacks.types import Target
from annotation.evidence.types import Finding, Report
from annotation.translatable import N_

NAME, GROUP = "ids", "channels"
_RUNNING = re.compile(r"\D*(\d+)")
LEAST = 3  # signs of an id that names something


def ids(target: Target, _rng: np.random.Generator, _report: Report) -> Finding:
    """Success: released ids that hold the id of their source; chance: 0.

    Running numbers with gaps tell how many dialogues were held back, and where. Not run where the
    lines that leave are not known.
    """
    if not has_lines(target):
        return not_run(NAME, GROUP, NO_FILE)
    kept = sum(
        pair.name in pair.released.id and (len(pair.name) >= LEAST or pair.name == pair.released.id)
        for pair in target.pairs
    )
    gaps = missing_numbers([pair.released.id for pair in target.pairs])
    tried = len(target.pairs)
    return Finding(
        NAME,
        GROUP,
        TOLD if kept or gaps else HELD,
        sentence=SENTENCE,
        values={"kept": kept, "tried": tried, "gaps": gaps},
        success=single_share(kept, tried),
        chance=0.0,
        tried=tried,
    )


def missing_numbers(names: list[str]) -> int:
    """How many numbers a running series leaves out, from 1 on; 0 where ids are no such series."""
    found = [_RUNNING.fullmatch(name) for name in names]
    numbers = {int(match[1]) for match in found if match}
    heads = {name[: match.start(1)] for name, match in zip(names, found, strict=True) if match}
    # Long numbers are no running ones.
    if not all(found) or len(heads) != 1 or max(numbers) > 10 * len(names) + 10:
        return 0
    return max(numbers) - len(numbers) + (0 in numbers)


SENTENCE = N_(
    "%(kept)s of %(tried)s ids hold the id of the source; the running numbers leave out %(gaps)s."
)
