"""What a run had to do without, or found odd: kept with the run as codes.

None of it stops the loop. Called by `loop` at the end of a run; `learning.run_notes` tells it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from annotation.models import Dialogue, Project, SourceModel, TrainingRun
from annotation.models.run_records import NoExample, Notes
from annotation.services.training.pools import PoolRows
from learning.choice.queries import QUERIES
from learning.choice.seeds import SEEDS
from learning.errors import LearningError, ModelDamaged
from learning.readings.contradictions import contradictory
from learning.types import Span

NAMED = 5  # labels without an example that are called by their names
FIRST_ROUNDS = 2  # in which a label without an example is no news
MANY_TURNS = 300  # learnt turns from which it is, however few labels have one


def take_notes(
    run: TrainingRun,
    rows: PoolRows,
    *,
    chosen: int,
    free: int,
    labelled: Mapping[int, Sequence[Span]] | None = None,
    one_class: bool = False,
) -> Notes | None:
    """The notes on a run; None where there is nothing to note.

    chosen: turns in the new batch; free: turns that could be chosen; labelled: pool index -> gold
    spans.
    """
    project = run.project
    notes = Notes()
    broken = Project.objects.filter(pk=project.pk, model__details__damaged=True)
    if number := broken.values_list("model__number", flat=True).first():
        notes = replace(notes, pinned=number)
    if lack := lacking_source(project, run.kind):
        notes = replace(notes, source=lack)
    if labelled:
        rows.load(labelled)
        texts = ((rows.utterances[place].text, spans) for place, spans in labelled.items())
        if pairs := len(contradictory(texts)):
            notes = replace(notes, contradictory=pairs)
        if names := _without_example(run, labelled):
            rare = NoExample(names[:NAMED], len(names[NAMED:]))
            notes = replace(notes, no_example=rare)
    if 0 < chosen == free < project.batch_size:
        notes = replace(notes, last=chosen)
    if project.dialogues.filter(split=Dialogue.Split.POOL).count() == 1:
        notes = replace(notes, one_dialogue=True)
    if one_class:
        notes = replace(notes, one_class=True)
    return None if notes == Notes() else notes


def lacking_source(project: Project, kind: str) -> str:
    """Why the source that the strategy asks for is not there: "none", "damaged", or ""."""
    source: SourceModel | None = project.source_model
    if source is not None:
        trouble = "trouble" if source.card.get("trouble") else ""
        return "damaged" if source.card.get("damaged") else trouble
    seed = kind == TrainingRun.Kind.SEED
    row = SEEDS.get(project.seed_strategy) if seed else QUERIES.get(project.query_strategy)
    return "none" if row is not None and row.without_source else ""


def _without_example(run: TrainingRun, labelled: Mapping[int, Sequence[Span]]) -> list[str]:
    """Names of the scheme's labels that no learnt turn holds: the model cannot find those."""
    scheme = list(run.project.labels.exclude(key="").values_list("name", flat=True))
    seen = {span.label for spans in labelled.values() for span in spans}
    missing = [name for name in scheme if name not in seen]
    # At first nearly all are without an example, and that says nothing.
    early = run.number <= FIRST_ROUNDS
    most = 2 * len(missing) > len(scheme) and len(labelled) < MANY_TURNS
    return [] if early or most else missing


def mark_trouble(source: SourceModel, error: LearningError | None) -> None:
    """Write on a source's card why it is of no use now, or that it is again."""
    marks: dict[str, object] = {}
    if isinstance(error, ModelDamaged):
        marks = {"damaged": True}
    elif error is not None:
        marks = {"trouble": error.code}
    there = {key: value for key, value in source.card.items() if key in {"damaged", "trouble"}}
    if there == marks:
        return
    rest = {key: value for key, value in source.card.items() if key not in there}
    source.card = {**rest, **marks}
    source.save(update_fields=["card"])
