"""The history of a dialogue's labels, and the way back to any moment of it."""

import uuid

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from annotation.models import LayerKind, QueryItem
from annotation.refusals import Refused
from annotation.services.labelling import history
from webapp import access
from webapp.forms.steps import LARGEST
from webapp.requests import PersonRequest

A_PAGE = 50  # steps


class StretchFilter(forms.Form):
    """One turn, or characters in it; anything else means the whole dialogue."""

    turn = forms.IntegerField(min_value=1, max_value=LARGEST)
    start = forms.IntegerField(min_value=0, max_value=LARGEST, required=False)
    end = forms.IntegerField(min_value=0, max_value=LARGEST, required=False)

    def query(self) -> str:
        """The same once more, for the address of another page."""
        cleaned = self.cleaned_data if self.is_valid() else {}
        return urlencode({name: value for name, value in cleaned.items() if value is not None})


class RestoreForm(forms.Form):
    """Back to right after the step `to` (0 = before the first), on what the person saw."""

    op_id = forms.UUIDField()
    to = forms.IntegerField(min_value=0, max_value=LARGEST)
    last = forms.IntegerField(min_value=0, max_value=LARGEST)
    layer = forms.ChoiceField(choices=LayerKind.choices)


@require_GET
def dialogue_history(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """Steps, newest first: a reader's own, everybody's to who may adjudicate."""
    dialogue = access.dialogue_for(request, slug, pk, "label")
    sees_all = "adjudicate" in request.rights
    form = StretchFilter(request.GET)
    stretch = history.Stretch(**form.cleaned_data) if form.is_valid() else None
    steps = history.list_steps(dialogue, None if sees_all else request.user, stretch)
    page = Paginator(steps, A_PAGE).get_page(request.GET.get("page"))
    turn = dialogue.turns.filter(pk=stretch.turn).first() if stretch else None
    latest = history.latest_steps(dialogue)
    access.log_view(request, dialogue.project, "history", [dialogue.pk])
    context = {
        "project": dialogue.project,
        "dialogue": dialogue,
        "sees_all": sees_all,
        "stretch": stretch,
        "turn": turn,
        "item": QueryItem.objects.filter(turn=turn).first() if turn else None,
        "query": form.query(),
        "page": page,
        "steps": history.describe_steps(dialogue, list(page), stretch.turn if stretch else None),
        "last_own": latest.get((LayerKind.READER, request.user.pk), 0),
        "last_gold": latest.get((LayerKind.GOLD, 0), 0) if sees_all else 0,
        "op_id": uuid.uuid4(),
    }
    return render(request, "history/dialogue_history.html", context)


@require_POST
def restore_dialogue(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """Put her labels, or the adjudicated ones, back to what they were."""
    dialogue = access.dialogue_for(request, slug, pk, "label")
    form = RestoreForm(request.POST)
    if not form.is_valid():
        return HttpResponse(status=422)
    if form.cleaned_data["layer"] == LayerKind.GOLD:
        access.dialogue_for(request, slug, pk, "adjudicate")
    try:
        history.restore_dialogue(dialogue, request.user, **form.cleaned_data)
    except Refused as refusal:
        messages.warning(request, refusal.for_people)
    else:
        messages.success(request, _("Restored. It is one step: undo takes it back."))
    return redirect("dialogue-history", slug, pk)
