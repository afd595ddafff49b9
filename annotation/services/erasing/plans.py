"""What an erasure would take: counted and shown before anything is done, and followed when it is.

Called by `erasure`, the pages and the command. Names of dialogues are shown to who erases them and
are kept nowhere.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.models import (
    Decision,
    Dialogue,
    Export,
    JobStatus,
    LexiconRow,
    Note,
    Project,
    Question,
    SourceModel,
    SourceTraining,
    Span,
    Step,
    TrainingRun,
    Turn,
)
from annotation.replacement.own_values import draws_from_others
from annotation.services.figures import grouped
from annotation.services.revision.replay import OwnKind

FROM_OTHERS = "dissociation"  # draws words of one dialogue in another


@dataclass(frozen=True)
class Plan:
    """What goes with some dialogues of a project, or with all of it (`whole`)."""

    project: Project
    dialogues: list[Dialogue]
    whole: bool = False
    runs: list[TrainingRun] = field(default_factory=list)
    sources: list[SourceModel] = field(default_factory=list)  # taught from the project
    others: list[TrainingRun] = field(default_factory=list)  # of projects that had one of these
    exports: list[Export] = field(default_factory=list)
    taught: list[LexiconRow] = field(default_factory=list)
    rows: dict[str, int] = field(default_factory=dict)

    @property
    def pks(self) -> list[int]:
        return [each.pk for each in self.dialogues]

    @property
    def has_models(self) -> bool:
        return bool(self.runs or self.sources or self.others)

    @property
    def counts(self) -> dict[str, int]:
        """Everything that goes, by name; nothing is left out, so that 0 is said as 0."""
        return {
            "dialogues": len(self.dialogues),
            **self.rows,
            "taught": len(self.taught),
            "exports": len(self.exports),
            "models": len(self.runs),
            "sources": len(self.sources),
            "others": len(self.others),
        }

    def figures(self) -> list[tuple[str, str]]:
        """The same as words and their number, for a list in two columns."""
        return [
            (" ".join((_words(name, n) % {"n": ""}).split()), grouped(n))
            for name, n in self.counts.items()
            if n
        ]

    def lines(self) -> list[str]:
        """The list that is shown first, one sentence a kind of thing."""
        sentences = [_words(name, n) % {"n": grouped(n)} for name, n in self.counts.items() if n]
        return [
            *sentences,
            _("training data made from the texts: features and lists of words"),
        ]


def _words(name: str, n: int) -> str:
    sentences = {
        "dialogues": ngettext("%(n)s dialogue", "%(n)s dialogues", n),
        "turns": ngettext("%(n)s turn with its text", "%(n)s turns with their texts", n),
        "spans": ngettext("%(n)s label or proposal", "%(n)s labels and proposals", n),
        "steps": ngettext("%(n)s history entry", "%(n)s history entries", n),
        "questions": ngettext("%(n)s question", "%(n)s questions", n),
        "notes": ngettext("%(n)s note of a reader", "%(n)s notes of readers", n),
        "decisions": ngettext("%(n)s decision of revision", "%(n)s decisions of revision", n),
        "taught": ngettext(
            "%(n)s word that the lexicon was taught there",
            "%(n)s words that the lexicon was taught there",
            n,
        ),
        "exports": ngettext(
            "%(n)s export that may contain these texts",
            "%(n)s exports that may contain these texts",
            n,
        ),
        "models": ngettext(
            "%(n)s file of a model that learnt from these texts",
            "%(n)s files of models that learnt from these texts",
            n,
        ),
        "sources": ngettext(
            "%(n)s source model that learnt from it", "%(n)s source models that learnt from it", n
        ),
        "others": ngettext(
            "%(n)s model of another project that had that source model",
            "%(n)s models of other projects that had that source model",
            n,
        ),
    }
    return sentences[name]


def plan_dialogues(project: Project, dialogues: Sequence[Dialogue]) -> Plan:
    """What goes with these dialogues of the project; some queries, however many there are."""
    pks = [each.pk for each in dialogues]
    since = min((each.imported_at for each in dialogues), default=None)
    later = Q() if since is None else Q(finished_at=None) | Q(finished_at__gte=since)
    runs = list(project.runs.exclude(folder="").filter(later))
    sources = _sources_of(project, later)
    return Plan(
        project=project,
        dialogues=list(dialogues),
        runs=runs,
        sources=sources,
        others=_others(project, sources),
        exports=[
            each
            for each in project.exports.exclude(path="").filter(later)
            if _may_hold(each, pks)
        ],
        taught=_taught(project, pks),
        rows=_count_rows(pks),
    )  # fmt: skip


def plan_project(project: Project) -> Plan:
    sources = _sources_of(project, Q())
    dialogues = list(project.dialogues.all())
    return Plan(
        project=project,
        dialogues=dialogues,
        whole=True,
        runs=list(project.runs.exclude(folder="")),
        sources=sources,
        others=_others(project, sources),
        exports=list(project.exports.exclude(path="")),
        taught=list(project.lexicon_rows.all()),
        rows=_count_rows(project),
    )


def _count_rows(where: Iterable[int] | Project) -> dict[str, int]:
    def count(rows: QuerySet[Any], path: str) -> int:
        if isinstance(where, Project):
            return rows.filter(**{f"{path}__project": where}).count()
        return rows.filter(**{f"{path}__in": where}).count()

    return {
        "turns": count(Turn.objects.all(), "dialogue"),
        "spans": count(Span.objects.all(), "turn__dialogue"),
        "steps": count(Step.objects.all(), "dialogue"),
        "questions": count(Question.objects.all(), "turn__dialogue"),
        "notes": count(Note.objects.filter(is_current=True), "dialogue"),
        "decisions": count(Decision.objects.all(), "dialogue"),
    }


def _sources_of(project: Project, later: Q) -> list[SourceModel]:
    trainings = SourceTraining.objects.filter(later, project=project).exclude(source=None)
    return list(SourceModel.objects.filter(pk__in=trainings.values("source")))


def _others(project: Project, sources: Sequence[SourceModel]) -> list[TrainingRun]:
    """Models of other projects that carry one of these source models along."""
    if not sources:
        return []
    runs = TrainingRun.objects.exclude(project=project).exclude(folder="")
    had = Q(transfer__source__in=[each.pk for each in sources])
    large = Q(kind=TrainingRun.Kind.LARGE, project__source_model__in=sources)
    return list(runs.filter(had | large))


def _may_hold(export: Export, pks: Sequence[int]) -> bool:
    """Whether the file may hold one of the dialogues, or words of it."""
    held = export.summary.get("held_back", {})
    shows_others = draws_from_others(export.summary)
    strategies = {export.strategy, *export.summary.get("by_label", {}).values()}
    if export.status != JobStatus.DONE or FROM_OTHERS in strategies or shows_others:
        return True
    return not all(str(pk) in held for pk in pks)


def _taught(project: Project, pks: Sequence[int]) -> list[LexiconRow]:
    """Words that the lexicon was taught while these dialogues were revised, and that no other
    dialogue of the project says."""
    rows: set[int] = set()
    for constraints in Decision.objects.filter(dialogue__in=pks).values_list(
        "constraints", flat=True
    ):
        rows |= {int(row["value"]) for row in constraints if row.get("kind") == OwnKind.TAUGHT}
    rest = Turn.objects.filter(dialogue__project=project).exclude(dialogue__in=pks)
    return [
        row
        for row in project.lexicon_rows.filter(pk__in=rows)
        if not rest.filter(Q(text__icontains=row.form)).exists()
    ]


def shown_names(dialogues: Sequence[Dialogue], most: int = 20) -> tuple[list[str], str]:
    """The names of the first dialogues, and how many more there are, in words."""
    more = len(dialogues) - most
    text = ngettext("and %(n)s more", "and %(n)s more", more) % {"n": grouped(max(more, 0))}
    return [each.external_id for each in dialogues[:most]], text if more > 0 else ""
