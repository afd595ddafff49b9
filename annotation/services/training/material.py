"""What a round reads from the database, as values: the work of people, of one moment.

Called by `loop` when a round, or the choice of a first batch, begins.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from annotation.convert import label_spans
from annotation.models import Dialogue, Project, QueryItem, TrainingRun
from annotation.models.run_records import Cost
from annotation.services.corpus.best_spans import gold_spans
from annotation.services.storage.snapshots import one_snapshot
from annotation.services.training.advice import read_outcomes
from annotation.services.training.asking import source_of
from annotation.services.training.costs import read_cost
from annotation.services.training.pools import PoolRows, features_of, pool_of, test_rows
from learning.choice.queries import query_named
from learning.crf.pool import Pool
from learning.stopping.audit import Outcome
from learning.told import Source
from learning.types import Span, Utterance

Report = Callable[[float, str], None]


@dataclass(frozen=True, slots=True)
class Material:
    """What a round works with, of one moment: people go on while it works."""

    rows: PoolRows
    pool: Pool
    labelled: dict[int, tuple[Span, ...]]  # gold, by pool index
    asked: set[int]  # indices that are in batches
    source: Source | None
    strategy: str  # of queries, one that can be used
    test: Sequence[Utterance]  # gold turns never learnt from
    test_turns: Sequence[int]  # their ids
    cost: Cost  # of the labels
    cost_by_chance: Cost  # of those drawn by chance
    outcomes: list[Outcome]  # of audit turns


def gather(run: TrainingRun, report: Report) -> Material:
    """Read it all; nothing that people do afterwards changes it."""
    project = run.project
    with one_snapshot():
        rows = pool_of(project)
        place = rows.index()
        labelled = {
            place[pk]: label_spans(spans)
            for pk, spans in gold_spans(project, Dialogue.Split.POOL).items()
            if pk in place
        }
        run.labelled_turns = len(labelled)
        rows.load(labelled)
        test = test_rows(project)
        asked_indices = asked_of(project, place)
        cost, cost_by_chance = read_cost(project), read_cost(project, drawn=True)
        outcomes = read_outcomes(project)
    pool = features_of(project, rows, report)
    source, strategy = source_of(project, pool, report), project.query_strategy
    if source is None:
        strategy = query_named(strategy).stand_in
    return Material(
        rows=rows,
        pool=pool,
        labelled=labelled,
        asked=asked_indices,
        source=source,
        strategy=strategy,
        test=test.utterances,
        test_turns=test.turns,
        cost=cost,
        cost_by_chance=cost_by_chance,
        outcomes=outcomes,
    )


def asked_of(project: Project, place: dict[int, int]) -> set[int]:
    turn_ids = QueryItem.objects.filter(batch__project=project).values_list("turn_id", flat=True)
    return {place[pk] for pk in turn_ids if pk in place}
