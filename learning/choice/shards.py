"""Scores a large pool in parts that several processes take from one folder.

Whoever finds the folder takes the parts that nobody has: no process waits for another's start, and
one alone does them all. The folder holds numbers only: tables of weights, word numbers, answers.
Called by `annotation.services.training.shards`, on both sides.
"""

import json
import os
import time
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np

from learning.choice.uncertainty import Signals, entropy, margin, sensitive_chance
from learning.crf.marginals import Scorer, chunks, posterior
from learning.features.encoding import Encoding
from learning.threads import one_thread
from learning.types import Floats, Ints, Progress

PARTS = 4  # for each process: whoever is slow then keeps little from the others
PATIENCE = 5.0  # seconds that a part of another process is waited for, at the least
_PLAN = "plan.json"
_SIGNALS = 3  # numbers a token


def write_plan(folder: Path, scorer: Scorer, rows: Ints, parts: int) -> int:
    """Lay out the scoring of `rows` in a new folder, in about so many parts; their true number.

    Raises: OSError (disk full).
    """
    folder.mkdir(parents=True, mode=0o700)
    encoding = scorer.encoding
    arrays = {array.name: getattr(encoding, array.name) for array in fields(encoding)}
    arrays = {name: array for name, array in arrays.items() if isinstance(array, np.ndarray)}
    for name, array in arrays.items():
        np.save(folder / f"encoding.{name}.npy", array)
    for slot, table in scorer.tables.items():
        np.save(folder / f"table.{slot}.npy", table)
    np.save(folder / "transitions.npy", scorer.transitions)
    ends = np.cumsum(encoding.lengths[rows])
    total = int(ends[-1]) if len(ends) else 0
    cuts = np.searchsorted(ends, np.arange(1, parts) * total / parts)
    bounds = sorted({0, *cuts.tolist(), len(rows)})
    np.save(folder / "rows.npy", rows)
    plan = {
        "family": encoding.family,
        "arrays": sorted(arrays),
        "tags": list(scorer.tags),
        "slots": list(scorer.tables),
        "bounds": bounds,
    }
    # Last, and at once: a plan that can be read is whole.
    (folder / "plan.new").write_text(json.dumps(plan))
    (folder / "plan.new").replace(folder / _PLAN)
    return len(bounds) - 1


@one_thread()
def help_with(folder: Path) -> int:
    """Do the parts that nobody has taken; how many this process did. A folder that vanishes (the
    round is over) or is not whole is nobody's fault: 0 more."""
    done = 0
    try:
        plan = json.loads((folder / _PLAN).read_text())
        scorer, rows = _open_scorer(folder, plan), np.load(folder / "rows.npy")
        for part in range(len(plan["bounds"]) - 1):
            if take(folder, part):
                part_rows = rows[plan["bounds"][part] : plan["bounds"][part + 1]]
                _put(folder, part, score_part(scorer, part_rows))
                done += 1
    except (OSError, ValueError, KeyError, TypeError):
        return done
    return done


def take(folder: Path, part: int) -> bool:
    """Whether this process is the one to do the part."""
    try:
        os.close(os.open(folder / f"taken-{part}", os.O_CREAT | os.O_EXCL | os.O_WRONLY))
    except FileExistsError:
        return False
    return True


def score_part(scorer: Scorer, rows: Ints, progress: Callable[[int], None] | None = None) -> Floats:
    """Entropy and margin of the tokens of `rows`, in that order, and the probability that they are
    sensitive: 3 x tokens."""
    sizes = scorer.encoding.lengths[rows]
    place = np.zeros(len(scorer.encoding), np.int64)
    place[rows] = np.cumsum(sizes) - sizes
    values_of = np.empty((_SIGNALS, int(sizes.sum())), np.float32)
    for chunk in chunks(scorer.encoding, rows):
        values = posterior(scorer.state(chunk), scorer.transitions, chunk)
        at = place[chunk.turns] + chunk.offsets
        values_of[0, at], values_of[1, at] = entropy(values), margin(values)
        values_of[2, at] = sensitive_chance(values, scorer.tags)
        if progress:
            progress(len(at))
    return values_of


def share(
    folder: Path,
    scorer: Scorer,
    rows: Ints,
    parts: int,
    call: Callable[[], None],
    progress: Progress | None = None,
) -> Signals:
    """The signals of `rows`, scored here and by whoever answers the `call`.

    Parts that others took and do not give back in time are done here as well.
    Raises: OSError; what `progress` raises.
    """
    count = write_plan(folder, scorer, rows, parts)
    call()
    bounds = json.loads((folder / _PLAN).read_text())["bounds"]
    total, done = max(1, int(scorer.encoding.lengths[rows].sum())), 0

    def advance(tokens: int) -> None:
        nonlocal done
        done += tokens
        if progress:
            progress(min(1.0, done / total), "scoring")

    known: dict[int, Floats] = {}
    slowest = 0.0
    for part in range(count):
        if take(folder, part):
            began = time.monotonic()
            known[part] = score_part(scorer, rows[bounds[part] : bounds[part + 1]], advance)
            slowest = max(slowest, time.monotonic() - began)
    until = time.monotonic() + max(PATIENCE, 3 * slowest)
    for part in range(count):
        part_rows = rows[bounds[part] : bounds[part + 1]]
        size = int(scorer.encoding.lengths[part_rows].sum())
        while part not in known and time.monotonic() < until:
            given = _given(folder, part, size)
            if given is not None:
                known[part] = given
                advance(size)
            else:
                advance(0)  # somebody may have cancelled the round
                time.sleep(0.01)
        if part not in known:
            known[part] = score_part(scorer, part_rows, advance)
    values = np.concatenate(
        [np.zeros((_SIGNALS, 0), np.float32), *(known[n] for n in range(count))], axis=1
    )
    return _signals(scorer.encoding, rows, values)


def _signals(encoding: Encoding, rows: Ints, values: Floats) -> Signals:
    unsure = np.zeros(encoding.tokens, np.float32)
    apart = np.ones(encoding.tokens, np.float32)
    chances = np.zeros(encoding.tokens, np.float32)
    sizes = encoding.lengths[rows]
    member = np.repeat(np.arange(len(rows)), sizes)
    at = encoding.starts[rows][member] + np.arange(len(member)) - (np.cumsum(sizes) - sizes)[member]
    unsure[at], apart[at], chances[at] = values
    return Signals(encoding.starts, unsure, apart, sensitive=chances)


def _put(folder: Path, part: int, values: Floats) -> None:
    temporary = folder / f"part-{part}.{os.getpid()}.npy"
    np.save(temporary, values)
    temporary.replace(folder / f"part-{part}.npy")


def _given(folder: Path, part: int, size: int) -> Floats | None:
    """What another process found for the part; None while there is nothing whole."""
    try:
        values: Floats = np.load(folder / f"part-{part}.npy")
    except (OSError, ValueError, EOFError):
        return None
    return values if values.shape == (_SIGNALS, size) else None


def _open_scorer(folder: Path, plan: dict[str, Any]) -> Scorer:
    arrays = {
        name: np.load(folder / f"encoding.{name}.npy", mmap_mode="r") for name in plan["arrays"]
    }
    tables = {slot: np.load(folder / f"table.{slot}.npy", mmap_mode="r") for slot in plan["slots"]}
    # Only the names of the tables are asked of the encoding: the scorer has what is in them.
    empty: dict[str, Any] = dict.fromkeys(plan["slots"])
    encoding = Encoding(family=plan["family"], attributes=[], tables=empty, **arrays)
    return Scorer.of(encoding, tuple(plan["tags"]), tables, np.load(folder / "transitions.npy"))
