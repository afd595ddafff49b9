"""Which dialogues of those kept to measure a release would keep back, had only the model read them.

Called by `services.evidence.recall`, once a file was written: before, nothing is kept back by a
search.
"""

from collections import defaultdict
from collections.abc import Iterable

from annotation.evidence.recall.held import would_be_held
from annotation.evidence.recall.types import Checked
from annotation.models import JobStatus, Project
from annotation.services.revision.known import texts_of
from surrogates import Originals
from surrogates.search.originals import share_of


def held_dialogues(project: Project, turns: Iterable[Checked]) -> set[int]:
    """Their ids; none before the project has a file, from which such dialogues are missing."""
    if not project.exports.filter(status=JobStatus.DONE).exists():
        return set()
    by_dialogue: defaultdict[int, list[Checked]] = defaultdict(list)
    for turn in turns:
        by_dialogue[turn.dialogue].append(turn)
    known = Originals()
    for _dialogue, _turns, _rows, texts, guessed in texts_of(project, besides=by_dialogue.keys()):
        share = share_of(texts, guessed)
        if share is not None:
            known.take(share)
    langs = dict(project.dialogues.filter(pk__in=by_dialogue).values_list("pk", "lang"))
    return would_be_held(by_dialogue, langs, known)
