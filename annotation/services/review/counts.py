"""What people made of another tool's work: its spans, its replacements, and what it missed.

Called by `manage.py review_report` and the release page. Only counts and codes leave here, never a
text. A turn counts as read when a person finished it while labelling, or approved its dialogue.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Annotated, Any, NotRequired, TypedDict

from django.db.models import QuerySet

from annotation.convert import instance, label_spans, mention_key, mention_spans, surrogate_dialogue
from annotation.formats.findings.placing import PROGRAM
from annotation.formats.other_tools.versions import REPLACED
from annotation.models import Decision, Dialogue, Project, Reading, Span, ToolImport, Turn
from annotation.services.corpus.best_spans import best_spans
from annotation.services.revision.approvals import revisable
from annotation.services.revision.left_out import LEFT_OUT
from annotation.services.revision.lexicon import facts_for, lexicon_with, rows_ever
from annotation.services.revision.replay import constraints_of, replacement_row, with_items
from annotation.services.revision.words import TOOL_REPLACEMENT
from annotation.services.storage.snapshots import one_snapshot
from annotation.shapes import says
from learning.metrics.intervals import wilson
from learning.metrics.precision_recall import all_or_nothing, ratio
from learning.readings.corrections import Tally, tally_turns
from learning.types import Span as SpanValue
from learning.types import Utterance
from surrogates.checks.refusals import refused
from surrogates.codes import ConstraintKind
from surrogates.types import Dialogue as Texts

TOGETHER = 50  # dialogues that are read from the database at once
# Decisions about what is shown.
SHOWS = frozenset({ConstraintKind.SURROGATE, ConstraintKind.PLACEHOLDER, ConstraintKind.REDRAW})
# Why a replacement of the tool's is not what leaves; any other code is that of an issue.
BY_HAND, UNDONE, NO_TEXT, LABEL = "BY_HAND", "TAKEN_BACK", "NO_TEXT", "LABEL_CHANGED"
Final = tuple[str, tuple[SpanValue, ...], tuple[SpanValue, ...]]  # text, found, left by people


class Share(TypedDict):
    """A share, what it is of, and its 95% interval."""

    value: Annotated[float, says(minimum=0, maximum=1)]
    of: Annotated[int, says(minimum=0)]
    interval: Annotated[list[float], says(minItems=2, maxItems=2)]


class Fates(TypedDict):
    """Of the tool's spans of a label, and of those that people left."""

    found: Annotated[int, says("Spans of the tool.")]
    accepted: int
    bounds: Annotated[int, says("Its place was corrected.")]
    label: Annotated[int, says("Its label was corrected.")]
    both: int
    rejected: int
    added: Annotated[int, says("By people, where the tool had found nothing.")]
    final: Annotated[int, says("Spans that people left.")]
    precision: Share
    recall: Share
    hidden: Share


class Whole(TypedDict):
    found: int
    total: int
    recall: float
    interval: Annotated[list[float], says(minItems=2, maxItems=2)]


class ReadCounts(TypedDict):
    turns: int
    labelled: int
    approved: int
    dialogues: int


class Replacements(TypedDict):
    given: int
    kept: int
    changed: Annotated[dict[str, int], says("How many, by why.")]


class Tool(TypedDict):
    """What people made of one tool's work."""

    tool: str
    kind: Annotated[str, says(enum=[each.value for each in ToolImport.Kind])]
    dialogues: int
    turns: int
    read: ReadCounts
    labels: dict[str, Fates]
    total: Fates
    all_or_nothing: dict[str, Whole]
    replacements: NotRequired[Replacements]


class ReviewReport(TypedDict):
    project: str
    tools: list[Tool]


@dataclass(slots=True)
class _Read:
    turns: list[Final] = field(default_factory=list)
    whole: list[tuple[Utterance, Sequence[SpanValue]]] = field(default_factory=list)
    dialogues: int = 0
    all_turns: int = 0
    labelled: int = 0  # turns that were finished while labelling
    approved: int = 0  # further turns, of dialogues that were approved
    whole_dialogues: int = 0
    given: int = 0
    kept: int = 0
    changed: Counter[str] = field(default_factory=Counter)


@one_snapshot()
def review_project(project: Project) -> dict[str, object]:
    """The report on every tool whose work was imported, as values that fit into JSON."""
    tools = project.tool_imports.all()
    return {"project": project.slug, "tools": [_review(project, tool) for tool in tools]}


def _review(project: Project, tool: ToolImport) -> dict[str, object]:
    read = _Read()
    approved = set(
        revisable(project)
        .filter(approved=True, pk__in=_dialogues_of(project, tool).values("pk"))
        .values_list("pk", flat=True)
    )
    replaced = tool.kind == ToolImport.Kind.REPLACED
    for dialogues in _together(project, tool):
        _gather(project, tool, dialogues, approved, read)
    tallies = tally_turns(read.turns)
    total = Tally()
    for each in tallies.values():
        total.add(each)
    figures = all_or_nothing([one for one, _ in read.whole], [other for _, other in read.whole])
    report: dict[str, object] = {
        "tool": tool.name,
        "kind": tool.kind,
        "dialogues": read.dialogues,
        "turns": read.all_turns,
        "read": {
            "turns": len(read.turns),
            "labelled": read.labelled,
            "approved": read.approved,
            "dialogues": read.whole_dialogues,
        },
        "labels": {name: figures_of(tally) for name, tally in tallies.items()},
        "total": figures_of(total),
        "all_or_nothing": {
            name: {**row, "interval": list(wilson(row["found"], row["total"]))}
            for name, row in figures.items()
        },
    }
    if replaced:
        report["replacements"] = {
            "given": read.given,
            "kept": read.kept,
            "changed": dict(sorted(read.changed.items())),
        }
    return report


def figures_of(tally: Tally) -> dict[str, object]:
    """A row of the report. precision: of what was found, accepted as it stood; recall: of what
    people left, found just so; hidden: of the same, found whole under any label."""
    return {
        "found": tally.found,
        **tally.fates,
        "added": tally.added,
        "final": tally.final,
        "precision": _share(tally.accepted, tally.found),
        "recall": _share(tally.accepted, tally.final),
        "hidden": _share(tally.hidden, tally.final),
    }


def _share(part: int, whole: int) -> dict[str, object]:
    return {"value": ratio(part, whole), "of": whole, "interval": list(wilson(part, whole))}


def _dialogues_of(project: Project, tool: ToolImport) -> QuerySet[Dialogue]:
    """Those that came with the tool's work, or that were here and it read whole."""
    if tool.kind == ToolImport.Kind.FOUND:
        return Dialogue.objects.filter(project=project, pk__in=tool.read)
    return Dialogue.objects.filter(project=project, tool_import=tool)


def _together(project: Project, tool: ToolImport) -> Iterator[list[Dialogue]]:
    pks = iter(_dialogues_of(project, tool).order_by("position", "pk").values_list("pk", flat=True))
    while chunk := list(islice(pks, TOGETHER)):
        rows = Dialogue.objects.filter(pk__in=chunk).select_related("tool_import")
        dialogues = list(rows.order_by("position", "pk"))
        for dialogue in dialogues:
            dialogue.project = project
        yield dialogues


def _spans_of(tool: ToolImport, dialogues: Sequence[Dialogue]) -> QuerySet[Span]:
    """What the tool found in its dialogues: what other programs found there carries their names."""
    spans = Span.objects.filter(turn__dialogue__in=dialogues, reading=None, run=None)
    if tool.kind == ToolImport.Kind.FOUND:
        return spans.filter(**{f"extra__{PROGRAM}": tool.name})
    return spans.exclude(extra__has_key=PROGRAM)


def _gather(
    project: Project,
    tool: ToolImport,
    dialogues: Sequence[Dialogue],
    approved: set[int],
    read: _Read,
) -> None:
    replaced = tool.kind == ToolImport.Kind.REPLACED
    turns: dict[int, list[Turn]] = {}
    for turn in Turn.objects.filter(dialogue__in=dialogues).order_by("dialogue", "position"):
        turns.setdefault(turn.dialogue_id, []).append(turn)
    gold = set(
        Reading.objects.filter(turn__dialogue__in=dialogues, is_gold=True).values_list(
            "turn", flat=True
        )
    )
    spans_by_turn: dict[int, list[Span]] = {}
    for span in _spans_of(tool, dialogues).select_related("label").order_by("start", "end"):
        spans_by_turn.setdefault(span.turn_id, []).append(span)
    steps: dict[int, list[Decision]] = {}
    for step in Decision.objects.filter(dialogue__in=dialogues, undone_at=None):
        steps.setdefault(step.dialogue_id, []).append(step)
    best = best_spans(dialogues)
    taught = rows_ever(project) if replaced else ()
    for dialogue in dialogues:
        dialogue_turns, decisions = turns.get(dialogue.pk, []), steps.get(dialogue.pk, [])
        labelled = surrogate_dialogue(dialogue, dialogue_turns, best)
        rows = [row for step in decisions for row in step.constraints]
        original = with_items(labelled, dialogue_turns, rows)
        finals = [
            _final(best[turn.pk], before.mentions, after.mentions)
            for turn, before, after in zip(
                dialogue_turns, labelled.turns, original.turns, strict=True
            )
        ]
        _count_turns(
            dialogue, dialogue_turns, finals, spans_by_turn, gold, read, dialogue.pk in approved
        )
        if replaced:
            facts = facts_for(taught, original, dialogue.approved_at)
            lexicon = lexicon_with(dialogue.lang, facts) if facts else None
            out = set(refused(original, constraints_of(original, rows), lexicon))
            for turn in dialogue_turns:
                for span in spans_by_turn.get(turn.pk, ()):
                    why = _replacement_fate(span, original, decisions, out)
                    read.given += 1
                    read.kept += not why
                    read.changed.update([why] if why else ())


def _final(spans: Sequence[Span], before: Sequence[Any], after: Sequence[Any]) -> list[SpanValue]:
    """What a turn holds: its labels, and the items that were labelled while revising."""
    known = {mention.key for mention in before}
    items = mention_spans(m for m in after if m.key not in known)
    spans_left = [*label_spans(spans), *items]
    return sorted(spans_left, key=lambda span: (span.start, span.end))


def _count_turns(
    dialogue: Dialogue,
    turns: Sequence[Turn],
    finals: Sequence[Sequence[SpanValue]],
    by_tool: dict[int, list[Span]],
    gold: set[int],
    read: _Read,
    approved: bool,
) -> None:
    read.dialogues += 1
    whole = []
    for turn, final in zip(turns, finals, strict=True):
        if not turn.text.strip():
            continue
        read.all_turns += 1
        if turn.pk not in gold and not approved:
            continue
        read.labelled += turn.pk in gold
        read.approved += turn.pk not in gold
        theirs = label_spans(by_tool.get(turn.pk, ()))
        read.turns.append((turn.text, theirs, tuple(final)))
        whole.append((instance(turn.text, final, dialogue=dialogue.pk), theirs))
    if whole and len(whole) == sum(bool(turn.text.strip()) for turn in turns):
        read.whole += whole
        read.whole_dialogues += 1


def _replacement_fate(span: Span, original: Texts, steps: Sequence[Decision], out: set[Any]) -> str:
    """Why the tool's replacement of a span is not what leaves; "" where it is."""
    key = mention_key(span.turn_id, span.start, span.end)
    row = replacement_row(key, span.extra.get(REPLACED))
    if row is None:
        return NO_TEXT
    if not any(m.key == key for turn in original.turns for m in turn.mentions):
        return LABEL
    first = next((s for s in steps if s.issue_code == TOOL_REPLACEMENT), None)
    if first is None:
        return UNDONE
    for step in reversed(steps):
        touched = constraints_of(original, step.constraints)
        if any(c.kind in SHOWS and key in c.mentions for c in touched):
            if step is not first:
                return step.issue_code or BY_HAND
            break
    return LEFT_OUT if any(key in each.mentions for each in out) else ""
