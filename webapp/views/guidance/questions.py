"""Questions on turns: asked from the label page, answered here, taken into the guidelines.

The part for the label page holds the person's own notes, too.
"""

import uuid

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from annotation.models import Project, Question, Turn
from annotation.refusals import Refused
from annotation.services.guidance import guidelines, questions
from annotation.services.labelling import notes
from webapp import access
from webapp.forms.guidance import AnswerForm, QuestionForm
from webapp.requests import PersonRequest

SHOWN = 20  # questions on a page


@require_GET
def show_questions(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """The questions on a turn and a form for one more, as a fragment for the label page."""
    turn = access.turn_for(request, slug, pk, "label")
    return turn_questions(request, turn)


@require_POST
def ask_question(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    turn = access.turn_for(request, slug, pk, "label")
    form = QuestionForm(request.POST)
    if not form.is_valid():
        return turn_questions(request, turn, form, 422)
    try:
        questions.ask_question(turn, request.user, **form.cleaned_data)
    except Refused as refusal:
        form.add_error(None, refusal.for_people)
        return turn_questions(request, turn, form, refusal.status)
    return turn_questions(request, turn)


@require_GET
def list_questions(request: PersonRequest, slug: str) -> HttpResponse:
    """Everybody's questions for a curator, a reader's own for her; open ones first."""
    project = access.project_for(request, slug, "label")
    return _page(request, project)


@require_POST
def answer_question(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    question = access.question_for(request, slug, pk, "revise")
    project = question.turn.dialogue.project
    form = AnswerForm(request.POST)
    if not form.is_valid():
        return _page(request, project, question, form, status=422)
    try:
        questions.answer_question(question, request.user, **form.step())
    except Refused as refusal:
        form.add_error("entry" if refusal.code == "originals" else None, refusal.for_people)
        return _page(request, project, question, form, refusal.code, refusal.status)
    messages.success(request, _("Answered. The person who asked sees it beside the turn."))
    return redirect(reverse("list-questions", args=[slug]) + f"#question-{question.pk}")


def turn_questions(
    request: PersonRequest,
    turn: Turn,
    form: QuestionForm | None = None,
    status: int = 200,
    done: str = "",
) -> HttpResponse:
    """The questions and the person's notes on a turn; `done`: what was done, in a sentence."""
    everybody = "revise" in request.rights
    project = turn.dialogue.project
    access.log_part(request, project, "question", [turn.dialogue_id], within=["label"])
    # What was sent and not kept is sent again under its own id; an id that is used up is left.
    same = form.cleaned_data.get("op_id") if form and status == 422 else None
    context = {
        "project": project,
        "turn": turn,
        "questions": questions.of_turn(turn, request.user, everybody=everybody),
        "notes": notes.own_notes(turn, request.user),
        "op_id": same or uuid.uuid4(),
        "done": done,
        "form": form,
    }
    return render(request, "questions/_turn_questions.html", context, status=status)


def _page(
    request: PersonRequest,
    project: Project,
    question: Question | None = None,
    form: AnswerForm | None = None,
    refused: str = "",
    status: int = 200,
) -> HttpResponse:
    """The list; where an answer was refused, that question alone with what was typed."""
    everybody = "revise" in request.rights
    listed = questions.questions_of(project, request.user, everybody=everybody)
    listed = access.readable(request, listed, "turn__dialogue")
    if question is not None:
        listed = listed.filter(pk=question.pk)
    page = Paginator(listed, SHOWN).get_page(request.GET.get("page"))
    rows = questions.show_questions(page.object_list)
    shown = [row.question.turn.dialogue_id for row in rows]
    access.log_view(request, project, "question", shown)
    context = {
        "project": project,
        "tab": "guidelines",
        "part": "questions",
        "open_questions": questions.count_open(project),
        "page": page,
        "rows": [(row, form or _form_of(row)) for row in rows],
        "may_answer": everybody,
        "is_written": guidelines.newest(project) is not None,
        "refused": refused,
        "alone": question is not None,
    }
    return render(request, "questions/list_questions.html", context, status=status)


def _form_of(row: questions.ShownQuestion) -> AnswerForm:
    question = row.question
    quoted = "\n".join(f"> {line}" for line in guidelines.tidy(question.text).split("\n"))
    entry = "" if question.guideline else f"{quoted}\n\n"
    return AnswerForm(initial={"answer": question.answer, "seen": row.stamp, "entry": entry})
