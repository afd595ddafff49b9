"""Every occurrence of a stretch: the panel that shows them, and the step that changes them.

The panel is `labelling/_propagate.html`; a step answers with what it did (`_propagated.html`) and
names the changed turns of the dialogue in `X-Changed-Turns`; a refusal is the panel as it is now.
"""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_POST

from annotation.models import Turn
from annotation.refusals import Refused
from annotation.services.labelling import page, propagation
from annotation.services.labelling.occurrences import NEW, RELABEL
from webapp import access
from webapp.forms.propagation import ApplyForm, PlanForm
from webapp.requests import PersonRequest
from webapp.words.propagation import Preview, done_words


@require_GET
def plan_propagation(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """What would change; looking changes nothing."""
    turn = access.turn_for(request, slug, pk, "label")
    form = PlanForm(request.GET, project=turn.dialogue.project)
    if not form.is_valid():
        return HttpResponse(status=422)
    return _panel(request, turn, form)


@require_POST
def apply_propagation(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """Do it, if the plan is still the one that the person saw."""
    turn = access.turn_for(request, slug, pk, "label")
    form = ApplyForm(request.POST, project=turn.dialogue.project)
    if not form.is_valid():
        return HttpResponse(status=422)
    form.check_reader(request)
    try:
        question = form.question(access.limited_to(request))
        step = propagation.apply_propagation(turn, request.user, question, form.choice())
    except Refused as refusal:
        return _panel(request, turn, form, refusal)
    words = done_words(step.kind, *propagation.count_changed(step))
    response = render(request, "labelling/_propagated.html", {"step": step, "words": words})
    # The turn of the question, changed or not: its page learns that there is a step to undo.
    named = [turn.pk, *page.changed_near(step, turn)]
    response.headers["X-Changed-Turns"] = ",".join(map(str, named))
    return response


def _panel(
    request: PersonRequest, turn: Turn, form: PlanForm, refusal: Refused | None = None
) -> HttpResponse:
    """The panel as it is now; a question that cannot be answered is a panel with the reason."""
    preview = None
    try:
        preview = _preview(request, turn, form)
    except Refused as reason:
        refusal = reason
    shown = [turn.dialogue_id, *(preview.dialogues if preview else ())]
    access.log_part(request, turn.dialogue.project, "propagate", shown, within=["label"])
    cleaned = form.cleaned_data
    context = {
        "project": turn.dialogue.project,
        "turn": turn,
        "asked": cleaned,
        "words": turn.text[cleaned["start"] : cleaned["end"]],
        "what": preview.what if preview else cleaned["what"] or "label",
        "labels": form.fields["label"].queryset,  # type: ignore[attr-defined]
        "preview": preview,
        "is_limited": access.limited_to(request) is not None,
        "message": refusal.for_people if refusal else "",
    }
    status = refusal.status if refusal else 200
    return render(request, "labelling/_propagate.html", context, status=status)


def _preview(request: PersonRequest, turn: Turn, form: PlanForm) -> Preview | None:
    """None while there is no label to be given."""
    if form.lacks_label:
        return None
    question = form.question(access.limited_to(request))
    plan = propagation.plan_propagation(turn, request.user, question)
    relabels = plan.counts[RELABEL] and not plan.counts[NEW]
    return Preview(plan, form.cleaned_data["what"] or ("relabel" if relabels else "label"))
