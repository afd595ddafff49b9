"""The utility of a project's own gold under each strategy: a measurement, whose parts every worker
may do. Called by `measurements` (the job), and by the lanes of workers that do parts.
"""

import random
from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from annotation.evidence.errors import EvidenceError
from annotation.evidence.utility.laboratory import measure_utility as measure
from annotation.evidence.utility.types import LABELS, Material, Plan
from annotation.formats.types import DialogueValue
from annotation.models import Dialogue, Measurement, MeasurementPart, Project
from annotation.refusals import Refused
from annotation.services.evidence.use.laboratory import CURVE, STRATEGIES, example_of, ways_of
from annotation.services.evidence.use.material import gold_dialogues
from annotation.services.evidence.use.sharing import do_part, leave_parts, share_utility
from annotation.services.jobs.lifecycle import cancel_job

HELD = 5  # of so many dialogues one is tested on, where the project keeps none to measure
LEAST = 10  # dialogues; fewer say nothing
MOST = 1000  # dialogues that a repeat learns from: larger corpora have the command


def measure_utility(
    project: Project,
    options: Mapping[str, Any],
    report: Callable[[float, str], None],
    row: Measurement | None = None,
) -> dict[str, Any]:
    """The laboratory's figures of the project's gold, split by dialogue; `options`: strategies,
    repeats, task, seed. With the row of its job, other workers do parts of it.

    Raises: Refused with too little gold, JobLost.
    """
    material, plan, kept = material_of(project, options)
    try:
        if row is None:
            figures = measure(material, plan, report=report)
        else:
            figures = share_utility(row, material, plan, report)
    except EvidenceError as error:
        raise Refused(str(error), code="no_utility") from error
    return figures | {"kept": kept}


def work_on_part(part: MeasurementPart, report: Callable[[float, str], None]) -> None:
    """Do a part of another worker's measurement. The gold is read here, so that no text lies
    anywhere for it; where it is another by now, the other worker goes on alone."""
    row = part.measurement
    if not row.is_active:
        cancel_job(part)
        return
    try:
        material, plan, _kept = material_of(row.project, row.options)
    except Refused:
        leave_parts(part)
        return
    if not do_part(part, material, plan, report):
        leave_parts(part)


def material_of(project: Project, options: Mapping[str, Any]) -> tuple[Material, Plan, bool]:
    """What a measurement works on, how, and whether its test is what the project keeps to measure.
    Raises: Refused."""
    train, test, kept = split_gold(project)
    task = str(options.get("task", LABELS))
    ways = ways_of(options.get("strategies") or (*STRATEGIES, *CURVE), train)
    plan = Plan(
        task=task,
        repeats=int(options.get("repeats", 3)),
        seed=int(options.get("seed", 0)),
        dialogues=MOST,
    )
    learnt, asked = (tuple(example_of(e, task) for e in side) for side in (train, test))
    return Material(learnt, asked, ways), plan, kept


def split_gold(project: Project) -> tuple[list[DialogueValue], list[DialogueValue], bool]:
    """Dialogues to learn from, dialogues to test on, and whether the latter are those that the
    project keeps to measure; where there are none, or too few others, a fifth of all is drawn,
    always the same. Raises: Refused."""
    test = gold_dialogues(project, [Dialogue.Split.TEST])
    train = gold_dialogues(project, [Dialogue.Split.POOL, Dialogue.Split.ASIDE])
    kept = bool(test) and len(train) >= LEAST
    if not kept:
        train, test = [*train, *test], []
    if not kept and len(train) >= LEAST:
        random.Random(len(train)).shuffle(train)
        cut = len(train) // HELD
        train, test = train[cut:], train[:cut]
    if len(train) < LEAST and not test:
        text = _("%(n)s dialogues have settled labels; %(least)s are needed to learn and to test.")
        values = {"n": len(train), "least": LEAST}
        raise Refused(text % values, code="no_gold")
    if not any(turn.spans for each in train for turn in each.turns):
        raise Refused(
            _("No settled turn has a label yet: there is nothing to learn."), code="no_gold"
        )
    return train, test, kept
