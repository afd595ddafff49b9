"""Writes what programs found in dialogues that are here: proposals in their names, all at once.

Called by `dialogues`. A program's proposals take the place of what it proposed on these turns
before, except where somebody has decided. Nothing here is gold, or anybody's reading.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from django.db import transaction

from annotation.formats.findings.placing import PROGRAM
from annotation.models import AccessEvent, Label, Project, Span, ToolImport
from annotation.schemes import Scheme
from annotation.services.imports.checks import Outdated, needs_scheme
from annotation.services.imports.contents import understood
from annotation.services.imports.options import Options
from annotation.services.imports.other_tools.found import FoundDialogue, Matcher
from annotation.services.imports.reading import Found, Tick
from annotation.services.imports.writing import LABELS_CHANGED, keep_own_scheme, new_labels
from annotation.services.projects.creation import make_labels

TOGETHER = 500  # turns that are asked of at once
_Place = tuple[int, int, int, str]  # turn, start, end, label's name


class Findings:
    """What good files say, kept until all of them were read: offsets and labels, no texts."""

    def __init__(self, project: Project, found: Found, options: Options) -> None:
        self.project, self.found, self.options = project, found, options
        self.covered: dict[str, set[int]] = defaultdict(set)  # turns by program
        self.whole: dict[str, set[int]] = defaultdict(set)  # dialogues that it read whole
        self.rows: dict[str, dict[_Place, float | None]] = defaultdict(dict)

    def read(self, matcher: Matcher, limit: int | None, tick: Tick) -> None:
        """Read every good file again; raises FormatError where one was changed meanwhile."""
        for file in self.found.good:
            on_fault = (lambda fault: None) if self.options.lenient else None
            dialogues = understood(
                file.upload, file.format, self.options, limit, file.known, None, on_fault, matcher
            )
            for dialogue in dialogues:
                self._add(dialogue)  # type: ignore[arg-type]
                tick(len(dialogue.turns))

    def _add(self, dialogue: FoundDialogue) -> None:
        spoken = {
            pk
            for pk, turn in zip(dialogue.turn_ids, dialogue.turns, strict=True)
            if turn.text.strip()
        }
        for program, turns in dialogue.covered.items():
            self.covered[program] |= turns
            if spoken <= self.covered[program]:
                self.whole[program].add(dialogue.pk)
        for pk, turn in zip(dialogue.turn_ids, dialogue.turns, strict=True):
            for span in turn.spans:
                program = str(span.extra[PROGRAM])
                place = pk, span.start, span.end, span.label
                self.rows[program].setdefault(place, span.confidence)

    @transaction.atomic
    def write(self, user_id: int, address: str, settle: Callable[[], None]) -> None:
        """Put all of it in, in one transaction with `settle`. Raises Outdated."""
        project = Project.objects.select_for_update(no_key=True).get(pk=self.project.pk)
        labels = self._labels(project)
        for program, turns in sorted(self.covered.items()):
            self._write_program(project, program, sorted(turns), labels)
            tool, _new = ToolImport.objects.get_or_create(
                project=project,
                name=program,
                kind=ToolImport.Kind.FOUND,
                defaults={"imported_by_id": user_id},
            )
            tool.read = sorted({*tool.read, *self.whole[program]})
            tool.save(update_fields=["read"])
        for report in self.found.reports:
            if report.ok:
                detail = {
                    "dialogues": report.dialogues,
                    "format": report.format,
                    "kind": ToolImport.Kind.FOUND,
                    "tool": ", ".join(sorted(self.covered))[:200],
                }
                AccessEvent.objects.create(
                    user_id=user_id,
                    project=project,
                    purpose=AccessEvent.Purpose.IMPORT,
                    address=address[:45],
                    detail=detail,
                )
        settle()

    def _write_program(
        self, project: Project, program: str, turns: Sequence[int], labels: dict[str, int]
    ) -> None:
        decided: set[tuple[int, int, int, int]] = set()
        for at in range(0, len(turns), TOGETHER):
            some = turns[at : at + TOGETHER]
            earlier = Span.objects.filter(
                turn__in=some,
                turn__dialogue__project=project,
                reading=None,
                run=None,
                **{f"extra__{PROGRAM}": program},
            )
            stay = list(earlier.filter(decisions__isnull=False).distinct())
            decided |= {(span.turn_id, span.start, span.end, span.label_id) for span in stay}
            earlier.exclude(pk__in=[span.pk for span in stay]).delete()
        rows = self._spans(program, labels, decided)
        while piece := list(islice(rows, TOGETHER)):
            Span.objects.bulk_create(piece)

    def _spans(
        self, program: str, labels: dict[str, int], decided: set[tuple[int, int, int, int]]
    ) -> Iterator[Span]:
        for (turn, start, end, name), score in self.rows[program].items():
            if (turn, start, end, labels[name]) not in decided:
                yield Span(
                    turn_id=turn,
                    start=start,
                    end=end,
                    label_id=labels[name],
                    status=Span.Status.PROPOSED,
                    confidence=score,
                    extra={PROGRAM: program},
                )

    def _labels(self, project: Project) -> dict[str, int]:
        """The project's labels by name, with those that it gets for these files."""
        scheme: Scheme | None = self.found.scheme
        if scheme is not None:
            if not needs_scheme(project):
                raise Outdated(LABELS_CHANGED)
            project.labels.all().delete()
            make_labels(project, scheme)
        elif self.options.new_labels:
            there = set(project.labels.values_list("name", flat=True))
            if there & set(self.options.new_labels):
                raise Outdated(LABELS_CHANGED)
            if needs_scheme(project):
                project.labels.all().delete()
            made = new_labels(project, self.options.new_labels)
            for label in made:
                label.project = project
            Label.objects.bulk_create(made)
            keep_own_scheme(project)
        labels = dict(project.labels.values_list("name", "pk"))
        used = {place[3] for places in self.rows.values() for place in places}
        if used - labels.keys():
            raise Outdated(LABELS_CHANGED)
        return labels
