"""What a file, its figures and its signature rest on, and which of it is another now, by name.

Called by `evidence` and `signatures` of a written file, and by `services.evidence` of measurements
and signed bundles. Digests and counts alone: no text is read.
"""

import hashlib
from collections.abc import Mapping
from typing import Any

from django.db.models import Count, Max, Q, Sum
from django.utils.translation import gettext_lazy

from annotation.models import (
    Decision,
    Dialogue,
    JobStatus,
    Label,
    LexiconRow,
    Project,
    TrainingRun,
)
from annotation.services.glance.sums import Live, Sums
from annotation.services.revision.rules import own_strategies

RESTS_ON = "rests_on"  # the key of a file's summary
# A file has a strategy of its own, and an approval changes no text.
NOT_OF_FILE = ("strategy", "approvals")
# What changed, as it is called where something stale is refused.
WORDS = {
    "dialogues": gettext_lazy("dialogues"),
    "kept": gettext_lazy("which dialogues are kept to measure"),
    "labels": gettext_lazy("labels"),
    "readings": gettext_lazy("readings"),
    "decisions": gettext_lazy("decisions of revision"),
    "approvals": gettext_lazy("approvals"),
    "lists": gettext_lazy("lists of words"),
    "model": gettext_lazy("the model"),
    "scheme": gettext_lazy("the label scheme"),
    "strategy": gettext_lazy("the replacement strategy"),
    "q": gettext_lazy("q"),
    "label strategies": gettext_lazy("strategies of single labels"),
    "single reader": gettext_lazy("whether one reader's word counts"),
    "language": gettext_lazy("the language of the project"),
    "key": gettext_lazy("the key"),
}


def stamp_parts(project: Project, sums: Sums | None = None) -> dict[str, object]:
    """What figures are made of, by what it is called; the same number of queries, whatever the
    size of the corpus. What somebody has begun and not finished changes nothing yet. `sums`: where
    they are known."""
    sums = sums or Live(project)
    decisions = Decision.objects.filter(dialogue__project=project)
    approving = Q(action=Decision.Action.APPROVE)
    labels = Label.objects.filter(project=project)
    split = {
        f"{how}_{each}": what("pk", filter=Q(split=each))
        for each in (Dialogue.Split.TEST, Dialogue.Split.ASIDE)
        for how, what in (("n", Count), ("sum", Sum))
    }
    runs = TrainingRun.objects.filter(project=project, status=JobStatus.DONE)
    return {
        "dialogues": _seen(project.dialogues, "pk", "imported_at"),
        "kept": tuple(project.dialogues.order_by().aggregate(**split).values()),
        "labels": sums.labels,
        "readings": sums.readings,
        "decisions": _seen(decisions.exclude(approving), "pk", "undone_at"),
        "approvals": _seen(decisions.filter(approving), "pk", "undone_at"),
        "lists": _seen(LexiconRow.objects.filter(project=project), "pk", "removed_at"),
        "model": (_seen(runs, "pk"), project.model_id, project.encoder),
        "scheme": sorted(labels.values_list("pk", "name", "identifier")),
        "strategy": project.replacement,
        "q": project.replacement_q,
        "label strategies": sorted(own_strategies(project).items()),
        "single reader": project.single_is_gold,
        "language": project.lang,
        "key": bytes(project.surrogate_key).hex(),
    }


def digests_of(parts: Mapping[str, object]) -> dict[str, str]:
    """Each part as a short digest, as a row of the database keeps it."""
    return {
        name: hashlib.sha256(repr(each).encode()).hexdigest()[:16] for name, each in parts.items()
    }


def named_changes(before: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """What is another now, in words."""
    return [str(WORDS.get(name, name)) for name in now if before.get(name) != now[name]]


def digest_of(parts: Mapping[str, object]) -> str:
    """All parts as one digest, as a measurement keeps it."""
    return hashlib.sha256(repr(tuple(parts.values())).encode()).hexdigest()


def parts_of_file(parts: Mapping[str, object]) -> dict[str, str]:
    """What of the parts a file rests on, each as a short digest."""
    return digests_of({name: each for name, each in parts.items() if name not in NOT_OF_FILE})


def file_rests_on(project: Project) -> dict[str, str]:
    """What a file rests on that is written now: a part of its summary."""
    return parts_of_file(stamp_parts(project))


def _seen(rows: Any, *fields: str) -> object:
    newest = {f"m_{field}": Max(field) for field in fields}
    return tuple(rows.order_by().aggregate(n=Count("pk"), **newest).values())
