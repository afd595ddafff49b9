"""Whether dialogues leave in the order in which they came: who knows one order knows the other.

Called by the table of attacks.
"""

import json

import numpy as np
from scipy.stats import spearmanr

from annotation.evidence.attacks.channels.leaving import has_lines
from annotation.evidence.attacks.outcome import HELD, TOLD, not_run, single_share
from annotation.evidence.attacks.types import Target
from annotation.evidence.types import Finding, Report
from annotation.translatable import N_

NAME, GROUP = "order", "channels"


def order(target: Target, _rng: np.random.Generator, _report: Report) -> Finding:
    """Success: neighbours of the release, each in one pair, that stand as they stood before;
    chance: one half. Told where the interval leaves it out on either side.

    The order of the release is that of the file, else that of its lines. Not run where neither is
    known, or with fewer than two dialogues.
    """
    released = _released_places(target)
    if released is None or len(target.pairs) < 2:
        return not_run(NAME, GROUP, UNKNOWN)
    lines = [pair.original.line for pair in target.pairs]
    before = lines if len({*lines} - {0}) == len(lines) else list(range(len(lines)))
    ordered = [place for _, place in sorted(zip(released, before, strict=True))]
    pairs = list(zip(ordered[::2], ordered[1::2], strict=False))
    success = single_share(sum(one < other for one, other in pairs), len(pairs))
    rho = float(spearmanr(released, before).statistic)
    return Finding(
        NAME,
        GROUP,
        HELD if success.low <= 0.5 <= success.high else TOLD,
        sentence=SENTENCE,
        values={"kept": round(success.value * success.n), "tried": success.n, "rho": round(rho, 2)},
        success=success,
        chance=0.5,
        tried=success.n,
    )


def _released_places(target: Target) -> list[int] | None:
    """Where each pair's released dialogue stands in what leaves; None where nobody knows."""
    names = _ids_of(target.file)
    if all(pair.released.id in names for pair in target.pairs):
        return [names[pair.released.id] for pair in target.pairs]
    return [pair.released.line for pair in target.pairs] if has_lines(target) else None


def _ids_of(file: bytes) -> dict[str, int]:
    """Id -> place of the lines of a JSONL file; nothing where it is something else."""
    names: dict[str, int] = {}
    for place, line in enumerate(file.splitlines()):
        try:
            names[str(json.loads(line)["id"])] = place
        except (ValueError, KeyError, TypeError):
            return {}
    return names


SENTENCE = N_(
    "%(kept)s of %(tried)s neighbours stand in the order of the source; half would by chance. The "
    "rank correlation is %(rho)s."
)
UNKNOWN = N_("The order of the release is not known, or it has fewer than two dialogues.")
