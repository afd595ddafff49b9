"""The second time that an import reads its files: rows are written out of sight, in pieces, and
become visible all at once.

Called by `dialogues`. SQLite has one writer: each piece is a short transaction with a pause after
it, and the last one moves the dialogues into the project with a single UPDATE.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from django.db import connection, transaction
from django.db.models import Case, F, Max, Q, Value, When
from django.utils import timezone
from django.utils.translation import gettext_noop

from annotation.formats.fingerprint import fingerprint
from annotation.formats.types import DialogueValue, TurnValue
from annotation.models import (
    AccessEvent,
    Dialogue,
    Label,
    Project,
    Reading,
    Span,
    ToolImport,
    Turn,
    User,
)
from annotation.schemes import SCHEMES, guess_scheme, is_free, make_scheme
from annotation.services.imports.checks import Outdated, needs_scheme
from annotation.services.imports.contents import understood
from annotation.services.imports.options import Options
from annotation.services.imports.other_tools.replaced import (
    KINDS,
    ReplacedVersions,
    keep_replacements,
    keep_tool,
)
from annotation.services.imports.reading import Found, GoodFile, Tick
from annotation.services.imports.reports import FileReport
from annotation.services.imports.staging import (
    PIECE,
    Pulse,
    hold_staging,
    insert_rows,
    no_collection,
)
from annotation.services.projects.creation import make_labels
from annotation.services.projects.shares import deal_new
from annotation.services.runs.starting import start_run

LABELS_CHANGED = gettext_noop(
    "The labels of the project were changed meanwhile, so nothing was imported: try again."
)
CACHE_KIB = 64 * 1024  # of the connection that moves the rows: none of its pages is read twice


class Writer:
    """Writes the dialogues of good files into a place that nobody sees."""

    def __init__(
        self,
        project: Project,
        staging: Project,
        found: Found,
        options: Options,
        user: User,
        address: str,
        tick: Tick,
    ) -> None:
        self.project, self.staging, self.found = project, staging, found
        self.options, self.user, self.address, self.tick = options, user, address, tick
        self.first = self.next = next_position(project)
        self.tool: ToolImport | None = None
        self._pulse = Pulse(staging)
        self._labels: dict[str, int] = {}
        if found.scheme is not None:
            make_labels(staging, found.scheme)
        else:
            self._labels |= project.labels.values_list("name", "pk")
            for label in new_labels(project, options.new_labels) if options.new_labels else ():
                label.project = staging
                label.save()
        self._labels |= staging.labels.values_list("name", "pk")

    def write(self, limit: int | None, versions: ReplacedVersions | None) -> None:
        """Write every good file; raises FormatError where one was changed meanwhile."""
        good = iter(self.found.good)
        for report in self.found.reports:
            if report.ok:
                self._write_file(next(good), report, limit, versions)

    def _write_file(
        self,
        file: GoodFile,
        report: FileReport,
        limit: int | None,
        versions: ReplacedVersions | None,
    ) -> None:
        on_fault = (lambda fault: None) if self.options.lenient and versions is None else None
        dialogues = understood(
            file.upload, file.format, self.options, limit, file.known, versions, on_fault
        )
        tool = None
        if self.options.spans in KINDS and (report.spans or self.options.is_foreign):
            tool = self._keep_tool()
        kept = (each for at, each in self._alive(dialogues) if at not in file.skipped)
        for chunk in _pieces(kept):
            self._write_some(chunk, tool, labelled=report.spans > 0)
            self.tick(sum(len(each.turns) for each in chunk))

    def _alive(self, dialogues: Iterable[DialogueValue]) -> Iterator[tuple[int, DialogueValue]]:
        """Numbered, with signs of life: of a file that is there already nothing may be written."""
        for numbered in enumerate(dialogues):
            self._pulse.beat()
            yield numbered

    def _keep_tool(self) -> ToolImport:
        if self.tool is None:
            self.tool = keep_tool(
                self.staging, self.user, self.options.spans, self.options.tool, self.options.told
            )
        return self.tool

    def _write_some(
        self, some: Sequence[DialogueValue], tool: ToolImport | None, *, labelled: bool
    ) -> None:
        options = self.options
        rows = insert_rows(
            [
                Dialogue(
                    project=self.staging,
                    external_id=value.id,
                    position=self.next + offset,
                    lang=value.lang[:12],
                    split=options.split,
                    tool_import=tool,
                    meta=dict(value.meta),
                    extra=dict(value.extra),
                    text_hash=fingerprint(turn.text for turn in value.turns),
                )
                for offset, value in enumerate(some)
            ]
        )
        self.next += len(rows)
        pairs = [
            (row, at, turn)
            for row, value in zip(rows, some, strict=True)
            for at, turn in enumerate(value.turns)
        ]
        self._write_turns(pairs, options.spans if labelled else "ignore")
        if options.spans == "replaced" and labelled:
            keep_replacements(rows, self.user)

    def _write_turns(self, pairs: Sequence[tuple[Dialogue, int, TurnValue]], spans: str) -> None:
        rows = insert_rows(
            [
                Turn(
                    dialogue=dialogue,
                    position=at,
                    speaker=value.speaker,
                    text=value.text,
                    extra=dict(value.extra),
                )
                for dialogue, at, value in pairs
            ]
        )
        if spans == "ignore":
            return
        gold, values = spans == "gold", [value for _dialogue, _at, value in pairs]
        readings: Sequence[Reading | None] = [None] * len(rows)
        if gold:
            readings = insert_rows(self._readings(rows, values))
        insert_rows(
            [
                Span(
                    turn=row,
                    start=span.start,
                    end=span.end,
                    label_id=self._labels[span.label],
                    reading=reading,
                    status=Span.Status.ACCEPTED if gold else Span.Status.PROPOSED,
                    confidence=span.confidence,
                    extra=dict(span.extra),
                )
                for row, reading, value in zip(rows, readings, values, strict=True)
                for span in value.spans
            ]
        )

    def _readings(self, rows: Sequence[Turn], values: Sequence[TurnValue]) -> list[Reading]:
        now = timezone.now()
        return [
            Reading(
                turn=row,
                reader=self.user,
                status=Reading.Status.DONE,
                is_gold=True,
                done_at=now,
                label_count=len(value.spans),
            )
            for row, value in zip(rows, values, strict=True)
        ]


def publish(writer: Writer, settle: Callable[[], None]) -> None:
    """Make all of it visible, in one transaction with `settle`.

    Raises: Refused where the project's labels were changed meanwhile; IntegrityError where somebody
    brought dialogues of the same ids; as `staging.lost` says where a sweep took it for dead.
    """
    project, staging, options = writer.project, writer.staging, writer.options
    labelled = _has_gold(writer)
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
    with no_collection(), transaction.atomic():
        hold_staging(staging)
        Project.objects.select_for_update(no_key=True).values_list("pk").get(pk=project.pk)
        if writer.found.scheme is not None:
            _take_labels(project, staging, writer.found.scheme.name)
        elif options.new_labels:
            _take_new_labels(project, staging)
        changes: dict[str, object] = {"project": project}
        first = next_position(project)
        if shift := first - writer.first:
            changes["position"] = F("position") + shift
        if writer.tool is not None:
            changes |= _take_tool(writer, writer.tool)
        Dialogue.objects.filter(project=staging).update(**changes)
        tools = ToolImport.objects.filter(project=staging)
        tools._raw_delete(tools.db)
        left = Project.everything.filter(pk=staging.pk)
        left._raw_delete(left.db)
        for report in writer.found.reports:
            if report.ok:
                _write_down(writer, report)
        settle()
    deal_new(project, first)
    if options.split == Dialogue.Split.POOL and writer.found.turns:  # nobody waits for this
        start_learning(project, writer.user, labelled=labelled)


def _take_labels(project: Project, staging: Project, scheme: str) -> None:
    if not needs_scheme(project):
        raise Outdated(LABELS_CHANGED)
    project.labels.all().delete()
    Label.objects.filter(project=staging).update(project=project)
    project.scheme = scheme
    project.save(update_fields=["scheme"])


def new_labels(project: Project, names: Sequence[str]) -> list[Label]:
    """Labels, not saved, that the project would get for those of files: a scheme of its own, or
    some more beside those that it has, with keys that are free there."""
    if needs_scheme(project):
        values = guess_scheme(names).labels
        return [Label(name=v.name, key=v.key, family=v.family) for v in values]
    there = dict(project.labels.values_list("name", "key"))
    new = [name for name in names if name not in there]
    made = make_scheme("custom", [*there, *new], wanted={n: key for n, key in there.items() if key})
    taken = set(there.values())
    last = project.labels.aggregate(last=Max("position"))["last"] or 0
    return [
        Label(
            name=value.name,
            key=value.key if is_free(value.key, taken) else "",
            family=value.family,
            position=last + place,
        )
        for place, value in enumerate((v for v in made.labels if v.name in new), 1)
    ]


def _take_new_labels(project: Project, staging: Project) -> None:
    """Raises Outdated where the project got a label of such a name or key meanwhile."""
    new = Label.objects.filter(project=staging)
    keys = [key for key in new.values_list("key", flat=True) if key]
    if project.labels.filter(Q(name__in=new.values("name")) | Q(key__in=keys)).exists():
        raise Outdated(LABELS_CHANGED)
    new.update(project=project)
    keep_own_scheme(project)


def keep_own_scheme(project: Project) -> None:
    """Remember of a project that got labels beside those of its scheme that they are its own."""
    if project.scheme in SCHEMES:
        project.scheme = "custom"
        project.save(update_fields=["scheme"])


def _take_tool(writer: Writer, own: ToolImport) -> dict[str, object]:
    """Give the record of the tool's work to the project, or the dialogues to the one it has."""
    there = ToolImport.objects.filter(project=writer.project, name=own.name, kind=own.kind)
    if not there.exists():
        ToolImport.objects.filter(pk=own.pk).update(project=writer.project)
        return {}
    options = writer.options
    kept = keep_tool(writer.project, writer.user, options.spans, options.tool, options.told)
    return {"tool_import": Case(When(tool_import=own, then=Value(kept.pk)), default=None)}


def _write_down(writer: Writer, report: FileReport) -> None:
    detail: dict[str, object] = {
        "dialogues": report.dialogues,
        "turns": report.turns,
        "format": report.format,
        "split": writer.options.split,
    }
    if writer.tool is not None and (report.spans or writer.options.is_foreign):
        detail |= {"tool": writer.tool.name, "kind": writer.tool.kind}
    AccessEvent.objects.create(
        user=writer.user,
        project=writer.project,
        purpose=AccessEvent.Purpose.IMPORT,
        address=writer.address[:45],
        detail=detail,
    )


def _has_gold(writer: Writer) -> bool:
    """Whether the project will have a labelled turn to learn from; asked before the lock."""
    if writer.options.spans == "gold" and any(each.spans for each in writer.found.reports):
        return True
    return Span.objects.filter(
        label__project=writer.project,
        reading__is_gold=True,
        turn__dialogue__split=Dialogue.Split.POOL,
    ).exists()


def start_learning(project: Project, user: User | None, *, labelled: bool) -> None:
    """Queue the first batch if there is none: by a model where labels came along, else seeds."""
    if not project.labels.exists():  # people must have something to label with
        make_labels(project, guess_scheme(()), provisional=True)
    if not project.batches.exists():
        start_run(project, user=user, kind="round" if labelled else "seed")


def next_position(project: Project) -> int:
    last = project.dialogues.aggregate(last=Max("position"))["last"]
    return 0 if last is None else last + 1


def _pieces(dialogues: Iterator[DialogueValue]) -> Iterator[list[DialogueValue]]:
    """Dialogues together, up to so many turns; a longer one is a piece of its own."""
    chunk: list[DialogueValue] = []
    turns = 0
    for each in dialogues:
        if chunk and (turns + len(each.turns) > PIECE or len(chunk) == PIECE):
            yield chunk
            chunk, turns = [], 0
        chunk.append(each)
        turns += len(each.turns)
    if chunk:
        yield chunk
