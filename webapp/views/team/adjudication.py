"""Adjudicate: what several readers said of a dialogue's turns beside its gold, decided by keyboard.

A step answers with the rows that it changed (`adjudication/_rows.html`), a refusal with the row as
it is now, a sentence and a status.
"""

from collections.abc import Callable, Sequence
from urllib.parse import urlencode

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from annotation.models import Dialogue, Step, Turn
from annotation.refusals import Refused
from annotation.services.adjudication import decisions, page
from annotation.services.glance.triage import next_to_settle
from annotation.services.labelling import steps
from webapp import access
from webapp.charts.density import Bar, draw_density
from webapp.forms.glance import listed_by, named_by
from webapp.forms.steps import LARGEST, MoveForm, SpanForm, StepForm, StretchForm
from webapp.requests import PersonRequest

NAMED = "adjudicate_named"  # in the session: this person asked to see who said what


class TakeForm(StretchForm):
    """Decide a difference for the n-th reader of the turn, or for nobody (0)."""

    choice = forms.IntegerField(min_value=0, max_value=LARGEST)


class AllForm(StepForm):
    """Decide all that is open in the dialogue for its n-th reader."""

    place = forms.IntegerField(min_value=1, max_value=LARGEST)


class GapForm(forms.Form):
    """Turns of a dialogue by their numbers."""

    first = forms.IntegerField(min_value=1, max_value=LARGEST)
    last = forms.IntegerField(min_value=1, max_value=LARGEST)


@require_GET
def adjudicate_next(request: PersonRequest, slug: str) -> HttpResponse:
    """The next dialogue that waits: the one of `?next`, which a page has named, if it still does;
    or why there is none."""
    project = access.project_for(request, slug, "adjudicate")
    listed = listed_by(request)
    found = next_to_settle(project, listed.asked, named=named_by(request))
    if found is not None:
        page_url = reverse("adjudicate-dialogue", args=[project.slug, found.pk])
        query = urlencode({"list": listed.query})
        return redirect(f"{page_url}?{query}" if listed.query else page_url)
    context = {"project": project, "tab": "adjudicate", "rest": page.rest_of(project)}
    return render(request, "adjudication/adjudicate_next.html", context)


@require_GET
def adjudicate_dialogue(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """The page of one dialogue. Looking changes nothing and is written down."""
    dialogue = access.dialogue_for(request, slug, pk, "adjudicate")
    named = is_named(request)
    access.log_view(request, dialogue.project, "adjudicate", [dialogue.pk], named=named)
    board = page.open_board(dialogue, request.user, named=named)
    listed = listed_by(request)
    following = next_to_settle(dialogue.project, listed.asked, after=dialogue.pk)
    said = {"next": following.pk if following else "", "list": listed.query}
    context = {
        "project": dialogue.project,
        "tab": "adjudicate",
        "dialogue": dialogue,
        "board": board,
        "onwards": urlencode({name: value for name, value in said.items() if value}),
        "bars": bars_of(board) if board.rows else [],
    }
    return render(request, "adjudication/adjudicate_dialogue.html", context)


def bars_of(board: page.Board) -> list[Bar]:
    """Where readers differ."""
    differences = {row.turn.number: len(row.places) for row in board.rows}
    targets = {row.turn.number: f"turn-{row.turn.pk}" for row in board.rows}
    return draw_density(board.total, {"difference": differences}, targets)


@require_GET
def unfold_turns(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """Turns that need nobody, when somebody wants to see them."""
    dialogue = access.dialogue_for(request, slug, pk, "adjudicate")
    form = GapForm(request.GET)
    if not form.is_valid():
        return HttpResponse(status=422)
    access.log_part(request, dialogue.project, "adjudicate", [dialogue.pk])
    folded = page.folded_turns(dialogue, **form.cleaned_data)
    context = {"project": dialogue.project, "folded": folded}
    return render(request, "adjudication/_folded.html", context)


@require_GET
def adjudicate_turn(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """One turn side by side, to be edited; also one whose readers agree."""
    turn = access.turn_for(request, slug, pk, "adjudicate")
    return _rows(request, turn.dialogue, [turn])


@require_POST
def name_readers(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """Show or hide who said what; it holds for this person until she signs out."""
    dialogue = access.dialogue_for(request, slug, pk, "adjudicate")
    request.session[NAMED] = not is_named(request)
    return redirect("adjudicate-dialogue", slug, dialogue.pk)


def step_view(
    form_class: type[StepForm], service: Callable[..., Step]
) -> Callable[..., HttpResponse]:
    """A view that takes one step on the gold layer of a turn."""

    @require_POST
    def take_step(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
        turn = access.turn_for(request, slug, pk, "adjudicate")
        return _decide(request, turn, form_class(request.POST), service)

    return take_step


take_reading = step_view(TakeForm, decisions.take_reading)
move_gold = step_view(MoveForm, decisions.move_gold)
clear_gold = step_view(StretchForm, decisions.clear_gold)
undo_gold = step_view(StepForm, decisions.undo_step)
redo_gold = step_view(StepForm, decisions.redo_step)


@require_POST
def label_gold(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    turn = access.turn_for(request, slug, pk, "adjudicate")
    form = SpanForm(request.POST, project=turn.dialogue.project)
    return _decide(request, turn, form, decisions.label_gold)


@require_POST
def take_all(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """Every open difference of the dialogue for one of its readers."""
    dialogue = access.dialogue_for(request, slug, pk, "adjudicate")
    form = AllForm(request.POST)
    everything = list(dialogue.turns.order_by("position"))
    return _step(
        request,
        dialogue,
        everything,
        form,
        lambda: decisions.take_all(dialogue, request.user, **form.step()),
    )


def is_named(request: PersonRequest) -> bool:
    return bool(request.session.get(NAMED))


def _decide(
    request: PersonRequest, turn: Turn, form: StepForm, service: Callable[..., Step]
) -> HttpResponse:
    return _step(
        request, turn.dialogue, [turn], form, lambda: service(turn, request.user, **form.step())
    )


def _step(
    request: PersonRequest,
    dialogue: Dialogue,
    turns: Sequence[Turn],
    form: StepForm,
    do: Callable[[], Step],
) -> HttpResponse:
    if not form.is_valid():
        return _rows(request, dialogue, turns, form.complaint, 422)
    form.check_reader(request)
    try:
        step = do()
    except Refused as refusal:
        return _rows(request, dialogue, turns, refusal.for_people, refusal.status)
    changed = {turn.pk for turn in turns[:1]} | set(steps.changed_turns(step))
    return _rows(request, dialogue, list(dialogue.turns.filter(pk__in=changed)))


def _rows(
    request: PersonRequest,
    dialogue: Dialogue,
    turns: Sequence[Turn],
    message: str = "",
    status: int = 200,
) -> HttpResponse:
    named = is_named(request)
    access.log_part(request, dialogue.project, "adjudicate", [dialogue.pk])
    for turn in turns:
        turn.dialogue = dialogue
    context = {
        "project": dialogue.project,
        "dialogue": dialogue,
        "answer": page.board_rows(dialogue, turns, request.user, named=named),
        "message": message,
    }
    return render(request, "adjudication/_rows.html", context, status=status)
