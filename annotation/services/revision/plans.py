"""The replacement of a dialogue as it is now: spans and decisions in, surrogates and issues out.

Nothing that is computed is stored: a plan is made anew each time and comes out the same. Called by
`issue_decisions` and `entity_changes` (decisions), `page` (the page) and `outgoing` (exports).
"""

import hashlib
import hmac
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from annotation.convert import surrogate_dialogue
from annotation.models import Decision, Dialogue, LayerKind, LexiconRow, Project, Span, Turn, User
from annotation.refusals import Refused
from annotation.services.corpus.best_spans import best_spans
from annotation.services.revision.coverage import DIFFER, NOBODY, UNSETTLED, WAITING, with_reader
from annotation.services.revision.engine_cache import Remembered
from annotation.services.revision.known import answered_in, hits_in, no_names_in, originals_of
from annotation.services.revision.left_out import with_left_out
from annotation.services.revision.lexicon import Fact, facts_for, lexicon_with, rows_ever
from annotation.services.revision.replay import (
    FOR_ALL,
    ConstraintRow,
    constraints_of,
    row_of,
    with_items,
    wordings,
)
from annotation.services.revision.rules import AS_IT_IS, Rules, rules_of
from surrogates import Knowledge, Originals, pseudonymise
from surrogates.checks.refusals import refused
from surrogates.errors import SurrogateError, SurrogateRefused
from surrogates.languages.lexicon import Lexicon
from surrogates.search.gate import but_answered, with_known
from surrogates.types import Constraint, Issue, Leak, Result
from surrogates.types import Dialogue as Texts

BLOCK, WARN, INFO = "block", "warn", "info"
SHOWS_ORIGINAL = gettext_noop(
    "This shows an original of this dialogue, or a form of one: type something else."
)
TOGETHER = 20  # dialogues that are read from the database at once
# Turns and mentions whose results are kept in memory: some 50 dialogues of 500 turns.
LATELY: Remembered[object, Result] = Remembered(50_000)


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
    facts: tuple[Fact, ...]  # of the project's lexicon
    known: Originals | None  # of the whole project; None where nothing is searched
    rows: list[ConstraintRow]  # of the decisions that stand

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
    def leaks(self) -> tuple[Leak, ...]:
        return self.result.leaks

    @property
    def blocks(self) -> list[Issue]:
        return [issue for issue in self.result.issues if issue.severity == BLOCK]

    @property
    def warnings(self) -> list[Issue]:
        return [issue for issue in self.result.issues if issue.severity == WARN]

    @property
    def counts(self) -> dict[str, int]:
        """How many issues of each severity are open."""
        found = Counter(issue.severity for issue in self.result.issues)
        return {severity: found[severity] for severity in (BLOCK, WARN, INFO)}

    @property
    def unread(self) -> list[Turn]:
        return self._read_by(NOBODY)

    @property
    def differing(self) -> list[Turn]:
        """Turns that several people read, and they differ."""
        return self._read_by(DIFFER)

    @property
    def waiting(self) -> list[Turn]:
        """Turns that one person read, and another is to say what they hold."""
        return self._read_by(WAITING)

    @property
    def unsettled(self) -> list[Turn]:
        return self._read_by(*UNSETTLED)

    def _read_by(self, *who: str) -> list[Turn]:
        return [turn for turn in self.turns if turn.read_by in who]  # type: ignore[attr-defined]


def plan(dialogue: Dialogue) -> Plan:
    """The dialogue's replacement as the project has it now, of every item: with q = 1."""
    return next(plan_all(dialogue.project, [dialogue], remember=True))


def trial(now: Plan, rows: Sequence[ConstraintRow]) -> Result:
    """What would come out with the rows of one more decision; nothing is kept."""
    original = with_items(now.original, now.turns, rows)
    given_way = set(constraints_of(now.original, now.rows)).difference(now.constraints)
    then = constraints_of(original, [*now.rows, *rows])
    constraints = tuple(each for each in then if each not in given_way)
    fine = no_names_in(now.known, original)
    result = _remembered(_Asked(original, now.rules, now.key, constraints, now.facts, fine))
    return _searched(result, now.known, original, now.turns, [*now.rows, *rows])


def rows_of(now: Plan, wishes: Iterable[Constraint]) -> list[ConstraintRow]:
    """Constraints as a decision keeps them."""
    wording = wordings(now.original)
    decisions = []
    for wish in wishes:
        chosen = {wording[key] for key in wish.mentions if key in wording}
        left_out = any(wording[k] in chosen for k in wording if k not in wish.mentions)
        of_all = wish.kind in FOR_ALL and not left_out  # mentions that come later, too
        decisions.append(row_of(wish.kind, wish.mentions, wish.value, of_all=of_all))
    return decisions


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
    known = (
        None if rules.strategy == AS_IT_IS else originals_of(project, taught, fresh=not remember)
    )
    project_now = _ProjectNow(taught, known, rules, key, answer)
    rest = iter(dialogues)
    while chunk := list(islice(rest, TOGETHER)):
        turns = _turns(project, chunk)
        steps: dict[int, list[ConstraintRow]] = {}
        for step in Decision.objects.filter(dialogue__in=chunk, undone_at=None):
            steps.setdefault(step.dialogue_id, []).extend(step.constraints)
        spans = (
            own_spans(chunk, annotator) if annotator else best_spans(chunk, proposals=not gold_only)
        )
        for dialogue in chunk:
            dialogue_turns = turns.pop(dialogue.pk, [])
            for turn in dialogue_turns:
                turn.dialogue = dialogue
            rows = steps.get(dialogue.pk, [])
            labelled = surrogate_dialogue(dialogue, dialogue_turns, spans)
            yield _plan(dialogue, dialogue_turns, spans, labelled, rows, project_now)


def replan(now: Plan) -> Plan:
    """The plan after a step: the same labels with the decisions that stand now."""
    dialogue = now.dialogue
    steps = dialogue.decisions.filter(undone_at=None)
    rows = [row for step in steps for row in step.constraints]
    taught = rows_ever(dialogue.project)
    known = originals_of(dialogue.project, taught)
    project_now = _ProjectNow(taught, known, now.rules, now.key, _remembered)
    return _plan(dialogue, now.turns, now.spans, now.labelled, rows, project_now)


@dataclass(frozen=True, slots=True)
class _ProjectNow:
    """What the plans of a project's dialogues share."""

    taught: Sequence[LexiconRow]  # its lexicon, removed rows too
    known: Originals | None  # of all its dialogues; None where nothing is searched
    rules: Rules
    key: bytes
    answer: Callable[["_Asked"], Result]  # the engine, with or without memory


def _plan(
    dialogue: Dialogue,
    turns: list[Turn],
    spans: dict[int, list[Span]],
    labelled: Texts,
    rows: list[ConstraintRow],
    project_now: _ProjectNow,
) -> Plan:
    rules, key, known = project_now.rules, project_now.key, project_now.known
    original = with_items(labelled, turns, rows)
    facts = facts_for(project_now.taught, original, dialogue.approved_at)
    given = constraints_of(original, rows)
    asked = _Asked(original, rules, key, given, facts, no_names_in(known, original))
    result, constraints = _replay(project_now.answer, asked)
    result = with_left_out(original, result, given, constraints)
    result = _searched(result, known, original, turns, rows)
    return Plan(
        dialogue, turns, spans, labelled, original, constraints, rules, key, result, facts,
        known, rows,
    )  # fmt: skip


def _searched(
    result: Result,
    known: Originals | None,
    original: Texts,
    turns: Sequence[Turn],
    rows: Iterable[ConstraintRow],
) -> Result:
    """The result with what other dialogues of the project label, and without places that name
    nobody by a decision."""
    fine = answered_in(original, turns, rows)
    result = but_answered(result, fine)
    return with_known(result, hits_in(known, original, turns, fine)) if known else result


@dataclass(frozen=True, slots=True)
class _Asked:
    """All that an answer of the engine follows from."""

    original: Texts
    rules: Rules
    key: bytes
    constraints: tuple[Constraint, ...]
    facts: tuple[Fact, ...]
    no_names: tuple[str, ...] = ()  # words of its labels that name nobody in small letters

    @property
    def lexicon(self) -> Lexicon | None:
        return lexicon_with(self.original.lang, self.facts) if self.facts else None


def _remembered(asked: _Asked) -> Result:
    """The answer, from memory if it was asked for lately. Raises: Refused."""
    original = asked.original
    size = len(original.turns) + sum(len(turn.mentions) for turn in original.turns)
    known_as = (
        original.id, original.lang, original.turns, repr(sorted(original.meta.items())),
        asked.rules, asked.key, asked.constraints, asked.facts,
        asked.no_names,
    )  # fmt: skip
    return LATELY.recall(known_as, size, lambda: _answer(asked))


def _answer(asked: _Asked) -> Result:
    """The engine's answer. Raises: Refused, with its code, without text."""
    rules = asked.rules
    # What other dialogues label is searched for apart, by `_searched`.
    allowed = Originals(asked.no_names) if asked.no_names else None
    try:
        return pseudonymise(
            asked.original,
            strategy=rules.for_engine(asked.original),
            key=asked.key,
            constraints=asked.constraints,
            q=rules.q,
            knowledge=Knowledge(
                asked.lexicon, rules.corpus, originals=allowed, values=rules.values
            ),
        )
    except SurrogateRefused as error:
        raise Refused(_(SHOWS_ORIGINAL), code="is_original") from error
    except SurrogateError as error:
        raise Refused(str(error), code=error.code.lower()) from error


def _replay(
    answer: Callable[[_Asked], Result], asked: _Asked
) -> tuple[Result, tuple[Constraint, ...]]:
    """The engine's answer with the decisions that still hold, and those."""
    try:
        return answer(asked), asked.constraints
    except Refused as error:
        if error.code != "is_original":
            raise
    # A surrogate that a person typed may show an item that was labelled later: it is left out.
    out = refused(asked.original, asked.constraints, asked.lexicon)
    kept = tuple(each for each in asked.constraints if each not in out)
    return answer(replace(asked, constraints=kept)), kept


def own_spans(dialogues: Sequence[Dialogue], reader: User) -> defaultdict[int, list[Span]]:
    """One person's spans on the turns of these dialogues, by the turn's id."""
    spans: defaultdict[int, list[Span]] = defaultdict(list)
    reading_of = {"reading__reader": reader, "reading__layer": LayerKind.READER}
    rows = Span.objects.filter(
        turn__dialogue__in=dialogues, status=Span.Status.ACCEPTED, **reading_of
    )
    for span in rows.select_related("label"):
        spans[span.turn_id].append(span)
    return spans


def _turns(project: Project, dialogues: Sequence[Dialogue]) -> dict[int, list[Turn]]:
    rows = with_reader(Turn.objects.filter(dialogue__in=dialogues), project)
    turns: dict[int, list[Turn]] = {}
    for turn in rows.order_by("dialogue_id", "position"):
        turns.setdefault(turn.dialogue_id, []).append(turn)
    return turns
