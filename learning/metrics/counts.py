"""What stands behind a model's score: which labels are taken for which, its interval, its gaps.

Called by `measurement` and `rounds` when a model was measured, and by the learning page when two
models are compared. Counts are of tokens, kept a turn, because turns are what is drawn anew.
"""

import base64
import json
import zlib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict

import numpy as np
import numpy.typing as npt

from learning.metrics.intervals import resample, wilson
from learning.metrics.precision_recall import ratio
from learning.tokens import OUTSIDE
from learning.types import Doubles, Ints

ANY = ""  # all labels together: a token is right when both sides call it sensitive
NAMED = "\n"  # the same, but its label has to be right too (no label's name has a line end)
REPEATS = 1_000
HARDEST = 20
Tags = Sequence[Sequence[str]]


@dataclass(frozen=True, eq=False)
class Counts:
    """Tokens of each measured turn."""

    turns: Ints  # n ids, each once
    # label (`ANY` too) -> k x 4 of place in `turns`, tokens right, predicted, and of gold; turns
    # without a token of the label are left out.
    table: Mapping[str, Ints]

    def of(self, label: str) -> Ints:
        """n x 3: right, predicted, gold of every turn; `NAMED` is made of `ANY` and the labels."""
        if label == NAMED:
            full = self.of(ANY)
            full[:, 0] = 0
            for each in self.table:
                if each != ANY:
                    full[:, 0] += self.of(each)[:, 0]
            return full
        full = np.zeros((len(self.turns), 3), np.int64)
        rows = self.table.get(label)
        if rows is not None and len(rows):
            full[rows[:, 0]] = rows[:, 1:]
        return full


@dataclass(frozen=True, slots=True)
class Difference:
    """F1 of two models on the same turns, the second's less the first's, with its 95 % interval."""

    first: float
    second: float
    difference: float
    low: float
    high: float
    support: int  # tokens of gold

    @property
    def is_clear(self) -> bool:
        """The interval does not hold zero."""
        return self.low > 0 or self.high < 0


def name_of(tag: str) -> str:
    """The label of a BIO tag; `OUTSIDE` stays."""
    return tag if tag == OUTSIDE else tag[2:]


def confusion(gold: Tags, predicted: Tags) -> dict[str, dict[str, int]]:
    """Tokens by gold label (or "O"), and within it by predicted label."""
    pairs: Counter[tuple[str, str]] = Counter()
    for tags, guesses in zip(gold, predicted, strict=True):
        pairs.update(zip(tags, guesses, strict=True))
    matrix: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for (tag, guess), tokens in pairs.items():
        matrix[name_of(tag)][name_of(guess)] += tokens
    return {label: dict(row) for label, row in matrix.items()}


class WeakLabel(TypedDict):
    label: str
    f1: float
    n: int  # tokens of gold


def weakest(per_label: Mapping[str, Mapping[str, float]]) -> list[WeakLabel]:
    """Labels that occur, the lowest F1 first."""
    rows: list[WeakLabel] = [
        {"label": label, "f1": round(float(row["f1"]), 4), "n": int(row["support"])}
        for label, row in per_label.items()
        if row["support"]
    ]
    return sorted(rows, key=lambda row: (row["f1"], -row["n"], row["label"]))


def hardest(unsure: Doubles, rows: Ints, keys: Ints, most: int = HARDEST) -> list[int]:
    """Of `rows`, those with the highest `unsure`, highest first: one of each key, none without any.

    unsure, keys: one number an utterance; utterances of one key are repeats of each other. The mean
    of the token entropies is meant [Settles08, token entropy]: a long turn is not hard for being
    long.
    """
    values = np.asarray(unsure)[rows]
    for enough in (100 * most, len(values)):  # of a large pool, the top is nearly always enough
        top = np.arange(len(values))
        if enough < len(values):
            top = np.argpartition(-values, enough)[:enough]
        ranked = top[np.lexsort((top, -values[top]))]
        _, firsts = np.unique(keys[rows[ranked]], return_index=True)
        kept = ranked[np.sort(firsts)][:most]
        if len(kept) == most or enough >= len(values):
            break
    return [int(rows[place]) for place in kept if values[place] > 0]


def count_turns(gold: Tags, predicted: Tags, turns: Sequence[int] | None = None) -> Counts:
    """Tokens right, predicted and of gold in each turn; `turns` names them (default 0, 1, ...)."""
    table: dict[str, list[list[int]]] = defaultdict(list)
    for place, (tags, guesses) in enumerate(zip(gold, predicted, strict=True)):
        rows_of: dict[str, list[int]] = {}
        for tag, guess in zip(tags, guesses, strict=True):
            if tag == OUTSIDE and guess == OUTSIDE:
                continue
            true, guessed = name_of(tag), name_of(guess)
            whole = rows_of.setdefault(ANY, [place, 0, 0, 0])
            if guess != OUTSIDE:
                rows_of.setdefault(guessed, [place, 0, 0, 0])[2] += 1
                whole[2] += 1
            if tag != OUTSIDE:
                rows_of.setdefault(true, [place, 0, 0, 0])[3] += 1
                whole[3] += 1
                whole[1] += guess != OUTSIDE
                rows_of[true][1] += true == guessed
        for label, row in rows_of.items():
            table[label].append(row)
    names = range(len(gold)) if turns is None else turns
    rows = {label: np.array(each, np.int64) for label, each in table.items()}
    return Counts(np.array(names, np.int64), rows)


def f1_interval(counts: Counts, label: str = ANY, repeats: int = REPEATS) -> tuple[float, float]:
    """The 95 % percentile interval of F1 when turns are drawn anew [Efron93, 13; Wilson27]."""
    sums = resample(counts.of(label), repeats)
    values = _f1(sums)
    known = values[~np.isnan(values)]
    if not len(known):
        return 0.0, 1.0
    # Every draw gives the same F1 where nothing or everything is right: Wilson's of the turns.
    if known.max() - known.min() < 1e-12:
        turns = len(counts.table.get(ANY if label == NAMED else label, ()))
        return wilson(round(float(known[0]) * turns), turns)
    low, high = np.percentile(known, (2.5, 97.5))
    return round(float(low), 4), round(float(high), 4)


def compare(first: Counts, second: Counts, repeats: int = REPEATS) -> dict[str, Difference]:
    """Two models on the turns that both were measured on, by label (`ANY`, then `NAMED`, first);
    {} without any.

    Paired bootstrap: each draw of turns is scored for both models, and the interval is that of
    the differences [BergKirkpatrick12]. Labels that neither gold nor model has are left out.
    """
    common, left, right = np.intersect1d(
        first.turns, second.turns, assume_unique=True, return_indices=True
    )
    if not len(common):
        return {}
    differences = {}
    for label in sorted({*first.table, *second.table, ANY, NAMED}):
        both = np.hstack([first.of(label)[left], second.of(label)[right]])
        if not both.any():
            continue
        ends = both.sum(axis=0)
        one, two = ratio(2 * ends[0], ends[1] + ends[2]), ratio(2 * ends[3], ends[4] + ends[5])
        sums = resample(both, repeats)
        steps = np.nan_to_num(_f1(sums[:, 3:])) - np.nan_to_num(_f1(sums[:, :3]))
        low, high = np.percentile(steps, (2.5, 97.5))
        differences[label] = Difference(
            float(one), float(two), float(two - one), float(low), float(high), int(ends[2])
        )
    return differences


def most_mistaken(counts: Counts, most: int = HARDEST) -> list[int]:
    """Turns in which the most tokens are missed or wrongly called sensitive, the worst first."""
    rows = counts.table.get(ANY)
    if rows is None:
        return []
    wrong = rows[:, 2] + rows[:, 3] - 2 * rows[:, 1]
    order = np.argsort(-wrong, kind="stable")[:most]
    return [int(counts.turns[rows[place, 0]]) for place in order if wrong[place] > 0]


def pack(counts: Counts) -> str:
    """Counts as a short text for a JSON column: ids as steps, squeezed, in base64."""
    steps = np.diff(counts.turns, prepend=0).tolist()
    plain = [steps, {label: rows.tolist() for label, rows in counts.table.items()}]
    return base64.b64encode(zlib.compress(json.dumps(plain).encode(), 6)).decode()


def unpack(text: str) -> Counts:
    """What `pack` made. Raises: ValueError for anything else."""
    try:
        steps, table = json.loads(zlib.decompress(base64.b64decode(text, validate=True)))
        rows = {label: np.array(each, np.int64).reshape(-1, 4) for label, each in table.items()}
        return Counts(np.cumsum(np.array(steps, np.int64)), rows)
    except (zlib.error, TypeError, AttributeError, ValueError) as error:
        raise ValueError("This is no packed table of counts.") from error


def _f1(sums: Ints) -> npt.NDArray[np.float64]:
    """F1 of rows of right, predicted, gold; nan where there is nothing to find or found."""
    whole = sums[:, 1] + sums[:, 2]
    out = np.full(len(sums), np.nan)
    np.divide(2.0 * sums[:, 0], whole, out=out, where=whole > 0)
    return out
