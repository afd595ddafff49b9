"""What a round keeps of the source model that it had, and whether that is the project's of today.

A source trained anew keeps its row and gets another folder, so both tell it. Called by `training`,
`large_model`, and the pages with the source's gauge.
"""

from dataclasses import replace

from annotation.models import SourceModel, TrainingRun
from annotation.models.run_records import Transfer
from learning.source.transfer import SourceVerdict


def describe_transfer(
    source: SourceModel | None, verdict: SourceVerdict | None, *, asked: bool
) -> Transfer:
    """`TrainingRun.transfer` of a round that had this source; asked: whether the choice of its
    batch was by what the source does not know."""
    if source is None:
        return Transfer()
    measured = Transfer.from_json(verdict.to_json() if verdict is not None else {})
    return replace(measured, source=source.pk, folder=source.folder, asked=asked)


def is_same_source(run: TrainingRun, source: SourceModel | None) -> bool:
    """Whether the round had this very model, as it is now."""
    kept = Transfer.from_json(run.transfer)
    return source is not None and (kept.source, kept.folder) == (source.pk, source.folder)


def tells_of(run: TrainingRun, source: SourceModel) -> bool:
    """Whether the round's figures are of this source, or may be: older rows say less of it."""
    kept = Transfer.from_json(run.transfer)
    return kept.source in {None, source.pk} and kept.folder in {None, source.folder}
