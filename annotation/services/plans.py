"""The replacement of a dialogue as it is now: spans and decisions in, surrogates and issues out.

Nothing that is computed is stored: a plan is made anew each time and comes out the same. Called by
`replacement` (decisions), `revision` (the page) and `outgoing` (exports).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from annotation.convert import surrogate_dialogue
from annotation.errors import Refused
from annotation.models import Decision, Dialogue, LayerKind, Project, Span, Turn, User
from annotation.services.corpus import best_spans
from annotation.services.coverage import NOBODY, with_reader
from annotation.services.leakage import find_leaks, with_leak_issues
from surrogates import pseudonymise
from surrogates.errors import SurrogateError, SurrogateRefused
from surrogates.leaks import Leak
from surrogates.types import Constraint, Issue, Mention, Result
from surrogates.types import Dialogue as Texts

BLOCK = "block"
SHOWS_ORIGINAL = gettext_noop(
    "This shows an original of this dialogue, or a form of one: type something else."
)
# A constraint of our own: this stretch is an item. Value "turn:start-end:label".
ITEM = "item"
_ITEM = re.compile(r"(?P<turn>\d+):(?P<start>\d+)-(?P<end>\d+):(?P<label>.+)")
TOGETHER = 20  # dialogues that are read from the database at once


@dataclass(frozen=True, slots=True)
class Plan:
    """A dialogue with its replacement: what was there, what will leave, and what is in the way."""

    dialogue: Dialogue
    turns: list[Turn]  # each with `read_by` (see coverage)
    spans: dict[int, list[Span]]
    original: Texts  # with the items that a curator labelled here
    constraints: tuple[Constraint, ...]
    strategy: str
    key: bytes
    result: Result
    leaks: tuple[Leak, ...]

    @property
    def blocks(self) -> list[Issue]:
        return [issue for issue in self.result.issues if issue.severity == BLOCK]

    @property
    def unread(self) -> list[Turn]:
        return [turn for turn in self.turns if turn.read_by == NOBODY]  # type: ignore[attr-defined]


def plan(dialogue: Dialogue) -> Plan:
    """The dialogue's replacement as the project has it now."""
    return next(plan_all(dialogue.project, [dialogue]))


def trial(now: Plan, wishes: Sequence[Constraint]) -> tuple[Result, tuple[Leak, ...]]:
    """What would come out with further constraints, and its leaks; nothing is kept."""
    original = _with_items(now.original, now.turns, wishes)
    further = tuple(wish for wish in wishes if wish.kind != ITEM)
    constraints = (*now.constraints, *further)
    result = _replace(original, now.strategy, now.key, constraints)
    return result, find_leaks(original, result, now.strategy, constraints)


def plan_all(
    project: Project,
    dialogues: Iterable[Dialogue],
    *,
    strategy: str | None = None,
    key: bytes | None = None,
    annotator: User | None = None,
    gold_only: bool = False,
) -> Iterator[Plan]:
    """Plans in the order given; a few queries for twenty dialogues, and no more of them in memory.

    The spans are the best there are: a person's where one read the turn, else the model's. With
    `gold_only` only the former, with `annotator` that person's own.
    """
    strategy = strategy or project.replacement
    key = key or bytes(project.surrogate_key)
    rest = iter(dialogues)
    while some := list(islice(rest, TOGETHER)):
        turns = _turns(project, some)
        steps: dict[int, list[Decision]] = {}
        for step in Decision.objects.filter(dialogue__in=some, undone_at=None):
            steps.setdefault(step.dialogue_id, []).append(step)
        for dialogue in some:
            mine = turns.pop(dialogue.pk, [])
            for turn in mine:
                turn.dialogue = dialogue
            spans = (
                own_spans(mine, annotator) if annotator else _best(mine, proposals=not gold_only)
            )
            done = steps.get(dialogue.pk, [])
            original = surrogate_dialogue(dialogue, mine, spans)
            original = _with_items(original, mine, constraints_of(original, done, ITEM))
            constraints = constraints_of(original, done)
            result, constraints = _replay(original, strategy, key, constraints)
            leaks = find_leaks(original, result, strategy, constraints)
            result = with_leak_issues(original, result, leaks)
            yield Plan(dialogue, mine, spans, original, constraints, strategy, key, result, leaks)


def _replace(
    original: Texts, strategy: str, key: bytes, constraints: tuple[Constraint, ...]
) -> Result:
    """The engine's answer. Raises: Refused, with its code and without any text."""
    try:
        return pseudonymise(original, strategy=strategy, key=key, constraints=constraints)
    except SurrogateRefused as error:
        raise Refused(_(SHOWS_ORIGINAL), code="is_original") from error
    except SurrogateError as error:
        raise Refused(str(error), code=error.code.lower()) from error


def _replay(
    original: Texts, strategy: str, key: bytes, constraints: tuple[Constraint, ...]
) -> tuple[Result, tuple[Constraint, ...]]:
    """The engine's answer with the decisions that still hold, and those.

    A surrogate that a person typed may show an item that was labelled later: it is left out.
    """
    try:
        return _replace(original, strategy, key, constraints), constraints
    except Refused as error:
        if error.code != "is_original":
            raise
    kept: tuple[Constraint, ...] = tuple(c for c in constraints if c.kind != "surrogate")
    for each in (c for c in constraints if c.kind == "surrogate"):
        with suppress(Refused):
            _replace(original, strategy, key, (*kept, each))
            kept = (*kept, each)
    return _replace(original, strategy, key, kept), kept


def own_spans(turns: Sequence[Turn], reader: User) -> dict[int, list[Span]]:
    """One person's spans on these turns."""
    spans: dict[int, list[Span]] = {turn.pk: [] for turn in turns}
    own = {"reading__reader": reader, "reading__layer": LayerKind.READER}
    rows = Span.objects.filter(turn__in=list(spans), status=Span.Status.ACCEPTED, **own)
    for span in rows.select_related("label"):
        spans[span.turn_id].append(span)
    return spans


def constraints_of(
    original: Texts, steps: Iterable[Decision], kind: str = ""
) -> tuple[Constraint, ...]:
    """Decisions that stand, as constraints for the engine (or those of our own `kind`).

    Mentions that are gone are left out, and a constraint that is left without any.
    """
    alive = {mention.key for turn in original.turns for mention in turn.mentions}
    found = []
    for step in steps:
        for row in step.constraints:
            if kind != (row["kind"] if row["kind"] == ITEM else ""):
                continue
            mentions = tuple(key for key in row["mentions"] if key in alive)
            enough = 2 if row["kind"] == "link" else 1
            if len(mentions) >= enough or not row["mentions"]:
                found.append(Constraint(row["kind"], mentions, row["value"]))
    return tuple(found)


def _turns(project: Project, dialogues: Sequence[Dialogue]) -> dict[int, list[Turn]]:
    rows = with_reader(Turn.objects.filter(dialogue__in=dialogues), project)
    turns: dict[int, list[Turn]] = {}
    for turn in rows.order_by("dialogue_id", "position"):
        turns.setdefault(turn.dialogue_id, []).append(turn)
    return turns


def _best(turns: Sequence[Turn], *, proposals: bool) -> dict[int, list[Span]]:
    return best_spans([turn.pk for turn in turns], proposals=proposals)


def _with_items(texts: Texts, turns: Sequence[Turn], wishes: Iterable[Constraint]) -> Texts:
    """The dialogue with the items that a curator labelled while revising, where they still fit."""
    place = {turn.pk: index for index, turn in enumerate(turns)}
    changed = list(texts.turns)
    for wish in wishes:
        match = _ITEM.fullmatch(wish.value) if wish.kind == ITEM else None
        if match is None or int(match["turn"]) not in place:
            continue
        index, start, end = place[int(match["turn"])], int(match["start"]), int(match["end"])
        turn = changed[index]
        if end <= len(turn.text) and not any(
            m.start < end and start < m.end for m in turn.mentions
        ):
            item = Mention(start, end, match["label"], f"{match['turn']}:{start}-{end}")
            mentions = sorted((*turn.mentions, item), key=lambda m: m.start)
            changed[index] = replace(turn, mentions=tuple(mentions))
    return replace(texts, turns=tuple(changed))
