"""The replacement of a dialogue as it is now: spans and decisions in, surrogates and issues out.

Nothing that is computed is stored: a plan is made anew each time and comes out the same. Called by
`replacement` and `changes` (decisions), `revision` (the page) and `outgoing` (exports).
"""

import hashlib
import hmac
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from annotation.convert import surrogate_dialogue
from annotation.errors import Refused
from annotation.models import Decision, Dialogue, LayerKind, LexiconRow, Project, Span, Turn, User
from annotation.services.corpus import best_spans
from annotation.services.coverage import NOBODY, with_reader
from annotation.services.leakage import find_leaks, with_leak_issues
from annotation.services.left_out import with_left_out
from annotation.services.lexicon import Fact, facts_for, lexicon_with, rows_ever
from annotation.services.remembered import Remembered
from annotation.services.rules import Rules, rules_of
from surrogates import pseudonymise
from surrogates.errors import SurrogateError, SurrogateRefused
from surrogates.folding import fold
from surrogates.leaks import Leak
from surrogates.refusals import refused
from surrogates.types import Constraint, Issue, Mention, Result
from surrogates.types import Dialogue as Texts

BLOCK = "block"
SHOWS_ORIGINAL = gettext_noop(
    "This shows an original of this dialogue, or a form of one: type something else."
)
# A constraint of our own: this stretch is an item. Value "turn:start-end:label".
ITEM = "item"
# Of our own too: a row of the project's lexicon was taught (value: its id).
TAUGHT = "teach"
OWN = frozenset({ITEM, TAUGHT})
# A mention that is labelled later joins these; another draw is its whole entity's anyway.
FOR_ALL = frozenset({"surrogate", "placeholder", "gender", "link"})
# The later of these counts.
TAKES_PLACE_OF = {
    "surrogate": ("placeholder", "surrogate"),
    "placeholder": ("surrogate",),
    "redraw": ("surrogate", "placeholder"),
    "link": ("split",),
    "split": ("link",),
}
_ITEM = re.compile(r"(?P<turn>\d+):(?P<start>\d+)-(?P<end>\d+):(?P<label>.+)")
TOGETHER = 20  # dialogues that are read from the database at once
Row = dict[str, Any]  # of a decision: {"kind", "mentions", "value", "all"}
Answer = tuple[Result, tuple[Leak, ...]]
# Turns and mentions whose results are kept in memory: some 50 dialogues of 500 turns.
LATELY: Remembered[object, Answer] = Remembered(50_000)


@dataclass(frozen=True)
class Plan:
    """A dialogue with its replacement: what was there, what will leave, and what is in the way."""

    dialogue: Dialogue
    turns: list[Turn]  # each with `read_by` (see coverage)
    spans: dict[int, list[Span]]
    labelled: Texts
    original: Texts  # with the items that a curator labelled here
    constraints: tuple[Constraint, ...]
    rules: Rules
    key: bytes
    result: Result
    leaks: tuple[Leak, ...]
    facts: tuple[Fact, ...]  # of the project's lexicon
    rows: list[Row]  # of the decisions that stand

    @cached_property
    def state(self) -> str:
        """Changes with all that the page shows: labels, texts, decisions, rules, lexicon, who has
        read.

        Words of the corpus count as they come out here: labels given elsewhere mostly change none.
        """
        rules = self.rules
        drawn = [each.surrogate for each in self.result.replacements] if rules.words else []
        said = (
            self.original.turns, self.constraints, replace(rules, words=None), drawn, self.facts,
            [turn.read_by for turn in self.turns],  # type: ignore[attr-defined]
        )  # fmt: skip
        return hmac.digest(self.key, repr(said).encode(), hashlib.sha256).hex()[:16]

    @property
    def blocks(self) -> list[Issue]:
        return [issue for issue in self.result.issues if issue.severity == BLOCK]

    @property
    def unread(self) -> list[Turn]:
        return [turn for turn in self.turns if turn.read_by == NOBODY]  # type: ignore[attr-defined]


def plan(dialogue: Dialogue) -> Plan:
    """The dialogue's replacement as the project has it now, of every item: with q = 1."""
    return next(plan_all(dialogue.project, [dialogue], remember=True))


def trial(now: Plan, rows: Sequence[Row]) -> Answer:
    """What would come out with the rows of one more decision, and its leaks; nothing is kept."""
    original = with_items(now.original, now.turns, constraints_of(now.original, rows, ITEM))
    given_way = set(constraints_of(now.original, now.rows)).difference(now.constraints)
    then = constraints_of(original, [*now.rows, *rows])
    constraints = tuple(each for each in then if each not in given_way)
    return _remembered(original, now.rules, now.key, constraints, now.facts)


def rows_of(now: Plan, wishes: Iterable[Constraint]) -> list[Row]:
    """Constraints as a decision keeps them.

    One about every mention of a wording is about those that come later too.
    """
    wording = _wordings(now.original)
    found = []
    for wish in wishes:
        chosen = {wording[key] for key in wish.mentions if key in wording}
        left_out = any(wording[k] in chosen for k in wording if k not in wish.mentions)
        found.append(
            {
                "kind": wish.kind,
                "mentions": list(wish.mentions),
                "value": wish.value,
                "all": wish.kind in FOR_ALL and not left_out,
            }
        )
    return found


def _wordings(original: Texts) -> dict[str, tuple[str, str]]:
    """Mention -> its label and folded text."""
    return {
        m.key: (m.label, fold(turn.text[m.start : m.end]))
        for turn in original.turns
        for m in turn.mentions
    }


def plan_all(
    project: Project,
    dialogues: Iterable[Dialogue],
    *,
    rules: Rules | None = None,
    key: bytes | None = None,
    annotator: User | None = None,
    gold_only: bool = False,
    remember: bool = False,
) -> Iterator[Plan]:
    """Plans in the order given; a few queries for twenty dialogues, and no more of them in memory.

    The spans are the best there are: a person's where one read the turn, else the model's. With
    `gold_only` only the former, with `annotator` that person's own.
    """
    rules = rules or rules_of(project)
    key = key or bytes(project.surrogate_key)
    answer = _remembered if remember else _answer
    taught = rows_ever(project)
    rest = iter(dialogues)
    while some := list(islice(rest, TOGETHER)):
        turns = _turns(project, some)
        steps: dict[int, list[Row]] = {}
        for step in Decision.objects.filter(dialogue__in=some, undone_at=None):
            steps.setdefault(step.dialogue_id, []).extend(step.constraints)
        spans = (
            own_spans(some, annotator) if annotator else best_spans(some, proposals=not gold_only)
        )
        for dialogue in some:
            mine = turns.pop(dialogue.pk, [])
            for turn in mine:
                turn.dialogue = dialogue
            rows = steps.get(dialogue.pk, [])
            labelled = surrogate_dialogue(dialogue, mine, spans)
            yield _plan(dialogue, mine, spans, labelled, rows, taught, rules, key, answer)


def replan(now: Plan) -> Plan:
    """The plan after a step: the same labels with the decisions that stand now."""
    dialogue = now.dialogue
    steps = dialogue.decisions.filter(undone_at=None)
    rows = [row for step in steps for row in step.constraints]
    taught = rows_ever(dialogue.project)
    return _plan(
        dialogue, now.turns, now.spans, now.labelled, rows, taught, now.rules, now.key,
        _remembered,
    )  # fmt: skip


def _plan(
    dialogue: Dialogue,
    turns: list[Turn],
    spans: dict[int, list[Span]],
    labelled: Texts,
    rows: list[Row],
    taught: Sequence[LexiconRow],
    rules: Rules,
    key: bytes,
    answer: Callable[..., Answer],
) -> Plan:
    original = with_items(labelled, turns, constraints_of(labelled, rows, ITEM))
    facts = facts_for(taught, original, dialogue.approved_at)
    given = constraints_of(original, rows)
    (result, leaks), constraints = _replay(answer, original, rules, key, given, facts)
    result = with_left_out(original, result, given, constraints)
    return Plan(
        dialogue, turns, spans, labelled, original, constraints, rules, key, result, leaks,
        facts, rows,
    )  # fmt: skip


def _remembered(
    original: Texts,
    rules: Rules,
    key: bytes,
    constraints: tuple[Constraint, ...],
    facts: tuple[Fact, ...],
) -> Answer:
    """The answer, from memory if it was asked for lately. Raises: Refused."""
    size = len(original.turns) + sum(len(turn.mentions) for turn in original.turns)
    asked = (
        original.id, original.lang, original.turns, repr(sorted(original.meta.items())),
        rules, key, constraints, facts,
    )  # fmt: skip
    return LATELY.recall(asked, size, lambda: _answer(original, rules, key, constraints, facts))


def _answer(
    original: Texts,
    rules: Rules,
    key: bytes,
    constraints: tuple[Constraint, ...],
    facts: tuple[Fact, ...],
) -> Answer:
    """The engine's answer, an issue for each leak. Raises: Refused, with its code, without text."""
    lexicon = lexicon_with(original.lang, facts) if facts else None
    try:
        result = pseudonymise(
            original,
            strategy=rules.for_engine(original),
            key=key,
            constraints=constraints,
            lexicon=lexicon,
            q=rules.q,
            corpus=rules.corpus,
        )
    except SurrogateRefused as error:
        raise Refused(_(SHOWS_ORIGINAL), code="is_original") from error
    except SurrogateError as error:
        raise Refused(str(error), code=error.code.lower()) from error
    leaks = find_leaks(original, result, rules, constraints)
    return with_leak_issues(original, result, leaks), leaks


def _replay(
    answer: Callable[..., Answer],
    original: Texts,
    rules: Rules,
    key: bytes,
    constraints: tuple[Constraint, ...],
    facts: tuple[Fact, ...],
) -> tuple[Answer, tuple[Constraint, ...]]:
    """The engine's answer with the decisions that still hold, and those.

    A surrogate that a person typed may show an item that was labelled later: it is left out.
    """
    try:
        return answer(original, rules, key, constraints, facts), constraints
    except Refused as error:
        if error.code != "is_original":
            raise
    lexicon = lexicon_with(original.lang, facts) if facts else None
    out = refused(original, constraints, lexicon)
    kept = tuple(each for each in constraints if each not in out)
    return answer(original, rules, key, kept, facts), kept


def own_spans(dialogues: Sequence[Dialogue], reader: User) -> defaultdict[int, list[Span]]:
    """One person's spans on the turns of these dialogues, by the turn's id."""
    spans: defaultdict[int, list[Span]] = defaultdict(list)
    own = {"reading__reader": reader, "reading__layer": LayerKind.READER}
    rows = Span.objects.filter(turn__dialogue__in=dialogues, status=Span.Status.ACCEPTED, **own)
    for span in rows.select_related("label"):
        spans[span.turn_id].append(span)
    return spans


def constraints_of(original: Texts, rows: Iterable[Row], kind: str = "") -> tuple[Constraint, ...]:
    """Rows of decisions as constraints for the engine (or those of our own `kind`).

    Mentions that are gone are left out, and a constraint that is left without any. A decision about
    all mentions takes in those of the same wording that were labelled since, but for mentions that
    a person set apart.
    """
    rows = list(rows)
    if not rows:
        return ()
    wording = _wordings(original)
    apart = {key for row in rows if row["kind"] == "split" for key in row["mentions"]}
    alike: dict[tuple[str, str], list[str]] = {}
    for key, said in wording.items():
        if key not in apart:
            alike.setdefault(said, []).append(key)
    found = []
    for row in rows:
        if kind != (row["kind"] if row["kind"] in OWN else ""):
            continue
        mentions = [key for key in row["mentions"] if key in wording]
        enough = 2 if row["kind"] == "link" else 1
        if len(mentions) < enough and row["mentions"]:
            continue
        found.append(Constraint(row["kind"], tuple(mentions), row["value"]))
        if row.get("all"):
            said_there = dict.fromkeys(wording[key] for key in mentions if key not in apart)
            more = [k for said in said_there for k in alike[said] if k not in mentions]
            if more:  # apart from the row itself, by which an issue knows that it is settled
                first = mentions[:1] if row["kind"] == "link" else []
                found.append(Constraint(row["kind"], (*first, *more), row["value"]))
    return _latest(found)


def _latest(found: Sequence[Constraint]) -> tuple[Constraint, ...]:
    """Without what a later decision about the same mentions took the place of."""
    kept: list[Constraint] = []
    for each in found:
        old = () if each.kind == "link" and each.value else TAKES_PLACE_OF.get(each.kind, ())
        mine = set(each.mentions)
        for place, earlier in enumerate(kept):
            if earlier.kind not in old or mine.isdisjoint(earlier.mentions):
                continue
            if each.kind == "link" and mine.issubset(earlier.mentions):
                continue  # these were set apart together
            rest = tuple(key for key in earlier.mentions if key not in mine)
            kept[place] = replace(earlier, mentions=rest)
        kept.append(each)
    return tuple(
        c for i, c in enumerate(kept)
        if len(c.mentions) >= (2 if c.kind == "link" else 1) or not found[i].mentions
    )  # fmt: skip


def _turns(project: Project, dialogues: Sequence[Dialogue]) -> dict[int, list[Turn]]:
    rows = with_reader(Turn.objects.filter(dialogue__in=dialogues), project)
    turns: dict[int, list[Turn]] = {}
    for turn in rows.order_by("dialogue_id", "position"):
        turns.setdefault(turn.dialogue_id, []).append(turn)
    return turns


def with_items(texts: Texts, turns: Sequence[Turn], wishes: Iterable[Constraint]) -> Texts:
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
