"""The dialogues of a project as far as people have settled them, as values. Called by the
measurements of utility and memory, and by the training on surrogates.
"""

from collections import defaultdict
from collections.abc import Sequence

from annotation.convert import dialogue_value
from annotation.formats.types import DialogueValue
from annotation.models import Project, Turn
from annotation.services.corpus.best_spans import gold_spans
from annotation.services.storage.snapshots import one_snapshot

TOGETHER = 500  # dialogues that are read at once


@one_snapshot()
def gold_dialogues(project: Project, splits: Sequence[str] = ()) -> list[DialogueValue]:
    """Every dialogue with a settled turn, of its settled turns alone; in these splits, if any are
    given. Its id is that of its row, for the source's own id goes nowhere."""
    gold = gold_spans(project)
    dialogues = project.dialogues.all()
    if splits:
        dialogues = dialogues.filter(split__in=splits)
    rows = list(dialogues.order_by("position", "pk").defer("extra"))
    values = []
    for start in range(0, len(rows), TOGETHER):
        part = rows[start : start + TOGETHER]
        turns: dict[int, list[Turn]] = defaultdict(list)
        for turn in Turn.objects.filter(dialogue__in=part).order_by("dialogue_id", "position"):
            if turn.pk in gold and turn.text.strip():
                turns[turn.dialogue_id].append(turn)
        for dialogue in part:
            if turns[dialogue.pk]:
                dialogue.external_id, dialogue.extra = f"row {dialogue.pk}", {}
                values.append(dialogue_value(dialogue, turns[dialogue.pk], gold))
    return values
