"""Agreement of two to five readers, or more: each against the gold, all of them together, and pair
by pair; averages weighted by true instances [Eder20, Table 7].

The gold is what was agreed, or the vote of the majority. Called by `services.evidence.tables`.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from annotation.evidence.errors import EvidenceError
from annotation.evidence.tables.table import Table, mean
from annotation.translatable import N_
from learning.metrics.precision_recall import Figures, span_figures
from learning.readings.agreement import SharedTurn, measure_agreement
from learning.types import Span

TOGETHER, ALL = N_("all together"), N_("all labels")
AGREED = N_("Against what was agreed; weighted by true items. All together: all readings pooled.")
VOTED = N_(
    "Against the vote of the majority; weighted by true items. All together: all readings pooled."
)
UNDECIDED = N_(
    "Nobody has decided where readers differ: all that is agreed is what all of them gave, so "
    "everybody is right. The pairs below tell how far they agree."
)
POOLED = N_(
    "All readings pooled: a true item counts once for each of its readers. Alpha is of words, and "
    "of the readers alone."
)
PAIRED = N_(
    "F1 is the same whoever of the two is taken for right; weighted by items it is the mean of "
    "both ways."
)


def vote(turns: Sequence[SharedTurn]) -> list[SharedTurn]:
    """The turns that two readers or more have, their gold being each item, with its label, that
    more than half of them gave. Of two readers that is what both gave."""
    voted = []
    for turn in turns:
        if len(turn.readings) > 1:
            given = Counter(
                (span.start, span.end, span.label)
                for spans in turn.readings.values()
                for span in {(s.start, s.end, s.label): s for s in spans}.values()
            )
            most = sorted(item for item, n in given.items() if 2 * n > len(turn.readings))
            gold = tuple(Span(start, end, label) for start, end, label in most)
            voted.append(replace(turn, gold=gold))
    return voted


def agreement_tables(turns: Sequence[SharedTurn], *, by_vote: bool = False) -> list[Table]:
    """Readers and pairs; labels where something is agreed.

    Raises: EvidenceError where no turn has two readers.
    """
    shared = [turn for turn in turns if len(turn.readings) > 1]
    if not shared:
        raise EvidenceError("no turn was read by two people; expected two readings of one text")
    shared = vote(shared) if by_vote else shared
    measured = measure_agreement(shared)
    joint = _joint([turn for turn in shared if turn.gold is not None])
    tables = []
    if joint is not None:
        rows = [
            (name, *_weighted(each.spans), each.kappa, each.turns)
            for name, each in measured.gold.items()
        ]
        kappas = [each.kappa for each in measured.gold.values()]
        rows.append((TOGETHER, *_weighted(joint), mean(kappas), sum(
            turn.gold is not None for turn in shared)))  # fmt: skip
        columns = (N_("reader"), N_("precision"), N_("recall"), "F1", N_("items"), "kappa",
                   N_("turns"))  # fmt: skip
        everybody = all(each.f1 == 1 for each in measured.gold.values())
        undecided = everybody and any(each.f1 < 1 for each in measured.pairs)
        note = VOTED if by_vote else UNDECIDED if undecided else AGREED
        tables.append(Table("readers", N_("Readers"), columns, tuple(rows), note))
        tables.append(_labels(joint, {**measured.label_alpha, ALL: measured.alpha}))
    pairs = [
        (
            f"{each.left} / {each.right}",
            _both_ways(shared, each.left, each.right),
            each.f1,
            each.kappa,
            each.turns,
        )
        for each in measured.pairs
    ]
    pairs.append((N_("mean"), mean([p[1] for p in pairs]), mean([p[2] for p in pairs]),
                  mean([p[3] for p in pairs]), measured.turns))  # fmt: skip
    of_pair = (N_("pair"), N_("F1 weighted"), "F1", "kappa", N_("turns"))
    return [*tables, Table("pairs", N_("Readers, pair by pair"), of_pair, tuple(pairs), PAIRED)]


def _joint(turns: Sequence[SharedTurn]) -> Figures | None:
    """All readings pooled, against the gold of their turns."""
    pairs = [(turn.gold or (), spans) for turn in turns for spans in turn.readings.values()]
    if not pairs:
        return None
    return span_figures([gold for gold, _ in pairs], [spans for _, spans in pairs])


def _weighted(spans: Figures) -> tuple[float, float, float, int]:
    row = spans["weighted"]
    return row["precision"], row["recall"], row["f1"], row["support"]


def _both_ways(turns: Sequence[SharedTurn], left: str, right: str) -> float:
    """Weighted F1 of two readers, the mean of the two ways to take one of them for right."""
    both = [turn.readings for turn in turns if left in turn.readings and right in turn.readings]
    first, second = [each[left] for each in both], [each[right] for each in both]
    ways = (span_figures(first, second), span_figures(second, first))
    return mean([figures["weighted"]["f1"] for figures in ways])


def _labels(joint: Figures, alphas: Mapping[str, float]) -> Table:
    named = sorted(joint["per_label"].items(), key=lambda each: (-each[1]["support"], each[0]))
    rows = tuple(
        (name, row["support"], row["precision"], row["recall"], row["f1"], alphas.get(name))
        for name, row in [*named, (ALL, joint["weighted"])]
    )
    columns = (N_("label"), N_("items"), N_("precision"), N_("recall"), "F1", "alpha")
    return Table("agreement", N_("Agreement by label"), columns, rows, POOLED)
