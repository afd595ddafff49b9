"""Questions on a span or a turn, their answers, and how an answer becomes part of the guidelines.

Called by the question pages and the label page. A question's text is never logged; guidelines hold
no originals, so what a curator publishes is searched for the words that the turn has labelled.
"""

import re
import uuid
from collections.abc import Iterable
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.models import Project, QueryItem, Question, Span, Turn, User
from annotation.refusals import Refused, SpanRange, StaleVersion
from annotation.services.guidance import guidelines
from annotation.services.labelling.pieces import Stretch, turn_stretches

MAX_TEXT = 2000
SHORTEST = 3  # characters of an original that is looked for: "a" stands in any sentence


@dataclass(frozen=True, slots=True)
class ShownTurn:
    """A turn of a question's context, cut at the stretch that is asked about."""

    turn: Turn
    is_asked: bool
    before: list[Stretch]
    asked: list[Stretch]
    after: list[Stretch]


@dataclass(frozen=True, slots=True)
class ShownQuestion:
    question: Question
    turns: list[ShownTurn]  # it and those around it
    item: QueryItem | None  # opens the dialogue

    @property
    def stamp(self) -> str:
        return stamp(self.question)


@dataclass(frozen=True, slots=True)
class AskedHere:
    """A question beside its turn, with the words that it is about ("" = the whole turn)."""

    question: Question
    words: str


# --- asking -----------------------------------------------------------------------------------


def ask_question(
    turn: Turn,
    user: User,
    *,
    op_id: uuid.UUID,
    text: str,
    start: int | None = None,
    end: int | None = None,
) -> Question:
    """Leave a question on a stretch (code points), or on the whole turn; once for an id.

    Raises: SpanRange, Refused (key_reuse) where the id was used for another question.
    """
    if (start, end) != (None, None) and not 0 <= (start or 0) < (end or 0) <= len(turn.text):
        raise SpanRange(_("The question points at words that the turn does not have."))
    start = None if end is None else start or 0
    try:
        with transaction.atomic():
            question, _new = Question.objects.get_or_create(
                asked_by=user,
                op_id=op_id,
                defaults={"turn": turn, "start": start, "end": end, "text": text.strip()},
            )
    except IntegrityError:  # the same request, twice at once
        question = Question.objects.get(asked_by=user, op_id=op_id)
    same = (question.turn_id, question.start, question.end, question.text)
    if same != (turn.pk, start, end, text.strip()):
        message = _("This question's id was used for another question.")
        raise Refused(message, code="key_reuse", status=409)
    return question


def of_turn(turn: Turn, user: User, *, everybody: bool) -> list[AskedHere]:
    """Questions on a turn with their answers: a reader's own, or everybody's; one query."""
    questions = turn.questions.select_related("asked_by", "answered_by", "guideline")
    visible = questions if everybody else questions.filter(asked_by=user)
    return [AskedHere(each, turn.text[each.start or 0 : each.end or 0]) for each in visible]


# --- the list ---------------------------------------------------------------------------------


def count_open(project: Project) -> int:
    return Question.objects.filter(turn__dialogue__project=project, answered_at=None).count()


def questions_of(project: Project, user: User, *, everybody: bool) -> QuerySet[Question]:
    """The project's questions, open ones first, then those answered last; a reader's own only."""
    questions = Question.objects.filter(turn__dialogue__project=project).select_related(
        "turn__dialogue", "asked_by", "answered_by", "guideline"
    )
    questions = questions if everybody else questions.filter(asked_by=user)
    return questions.order_by(F("answered_at").desc(nulls_first=True), "pk")


def show_questions(questions: Iterable[Question]) -> list[ShownQuestion]:
    """Questions with the turn before and behind; two queries whatever their number."""
    questions = list(questions)
    places = Q(pk__in=[])
    for question in questions:
        at = question.turn.position
        places |= Q(dialogue=question.turn.dialogue_id, position__range=(max(0, at - 1), at + 1))
    around: dict[tuple[int, int], Turn] = {}
    for turn in Turn.objects.filter(places).select_related("dialogue"):
        around[turn.dialogue_id, turn.position] = turn
    items = _items({question.turn.dialogue_id for question in questions})
    shown = []
    for question in questions:
        dialogue, at = question.turn.dialogue_id, question.turn.position
        near = (around.get((dialogue, place)) for place in range(at - 1, at + 2))
        turns = [_cut(turn, question) for turn in near if turn is not None]
        choices = items.get(dialogue, [])
        item = min(choices, key=lambda i: abs(i.turn.position - at), default=None)
        shown.append(ShownQuestion(question, turns, item))
    return shown


def _items(dialogues: set[int]) -> dict[int, list[QueryItem]]:
    """The items by which each dialogue can be opened."""
    items_by_turn: dict[int, list[QueryItem]] = {}
    rows = QueryItem.objects.filter(turn__dialogue__in=dialogues).select_related("turn")
    for item in rows.defer("turn__text", "turn__extra"):
        items_by_turn.setdefault(item.turn.dialogue_id, []).append(item)
    return items_by_turn


def _cut(turn: Turn, question: Question) -> ShownTurn:
    is_asked = turn.pk == question.turn_id
    start, end = len(turn.text), len(turn.text)
    if is_asked and question.start is not None and question.end is not None:
        start, end = question.start, question.end
    parts = (turn.text[:start], turn.text[start:end], turn.text[end:])
    drawn = [turn_stretches(part, (), tokens=False) for part in parts]
    return ShownTurn(turn, is_asked, *drawn)


# --- answering --------------------------------------------------------------------------------


def stamp(question: Question) -> str:
    """What tells one state of a question's answer from another."""
    return question.answered_at.isoformat() if question.answered_at else ""


@transaction.atomic
def answer_question(
    question: Question,
    user: User,
    *,
    answer: str,
    seen: str,
    entry: str = "",
    confirmed: bool = False,
) -> Question:
    """Answer, or answer again; `entry` goes into the guidelines as a new version.

    Raises: StaleVersion when somebody answered since (`seen`), Refused (originals) when the entry
    holds words that are labelled in the turn and nobody `confirmed` that they may stay.
    """
    project = question.turn.dialogue.project
    Project.objects.select_for_update().get(pk=project.pk)
    question.refresh_from_db(fields=["answer", "answered_at", "answered_by", "guideline"])
    if stamp(question) != seen:
        raise StaleVersion(_("Somebody answered this question while you wrote; see above."))
    question.answer = answer.strip()
    question.answered_by, question.answered_at = user, timezone.now()
    if entry.strip():
        if not confirmed and (originals := originals_in(question, entry)):
            message = _("These words stand in the turn and may be originals: %(words)s.")
            words = ", ".join(f"“{word}”" for word in originals)
            raise Refused(message % {"words": words}, code="originals")
        question.guideline = guidelines.add_answer(project, user, entry=entry)
    question.save(update_fields=["answer", "answered_by", "answered_at", "guideline"])
    return question


def originals_in(question: Question, entry: str) -> list[str]:
    """The asked words and the labelled ones of the turn that an entry repeats."""
    text = question.turn.text
    spans = Span.objects.filter(turn=question.turn).exclude(status=Span.Status.REJECTED)
    places = {(question.start or 0, question.end or 0), *spans.values_list("start", "end")}
    words = {text[start:end].strip() for start, end in places}
    return sorted(word for word in words if len(word) >= SHORTEST and _stands(word, entry))


def _stands(word: str, entry: str) -> bool:
    whole = rf"(?<!\w){re.escape(word.casefold())}(?!\w)"
    return re.search(whole, entry.casefold()) is not None
