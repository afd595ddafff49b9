"""The dialogue as it would leave, beside the text: a part of the labelling page, and who wants it.

The part is drawn for one reader with the labels that she sees (`labelling/_twin.html`); a refusal
is the same part with a sentence in the place of a count, and its status.
"""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_POST

from annotation.refusals import Refused
from annotation.services.labelling import twin
from webapp import access
from webapp.requests import PersonRequest


@require_GET
def show_twin(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    item = access.item_for(request, slug, pk, "label")
    access.log_part(request, item.batch.project, "label", [item.turn.dialogue_id])
    session, whole = request.session.session_key or "", "whole" in request.GET
    try:
        drawn = twin.open_twin(item, request.user, session=session, whole=whole)
    except Refused as refusal:
        context = {"item": item, "refusal": refusal.for_people}
        return render(request, "labelling/_twin.html", context, status=refusal.status)
    return render(request, "labelling/_twin.html", {"item": item, "twin": drawn})


@require_POST
def keep_twin(request: PersonRequest) -> HttpResponse:
    twin.show_twin(request.user, shown="shown" in request.POST)
    return HttpResponse(status=204)
