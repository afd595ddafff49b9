"""A reader's notes on a turn or its dialogue, left and changed on the label page.

Both answer with the part that holds the turn's questions (`questions.turn_questions`).
"""

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from annotation.refusals import Refused
from annotation.services.labelling import notes
from webapp import access
from webapp.forms.guidance import NoteChangeForm, NoteForm
from webapp.requests import PersonRequest
from webapp.views.guidance.questions import turn_questions


@require_POST
def leave_note(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    turn = access.turn_for(request, slug, pk, "label")
    form = NoteForm(request.POST)
    if not form.is_valid():
        return turn_questions(request, turn, form, 422)
    said = form.cleaned_data
    place = notes.Place(turn.dialogue, turn, said["start"], said["end"])
    if said["whole"]:
        place = notes.Place(turn.dialogue)
    try:
        notes.leave_note(place, request.user, op_id=said["op_id"], text=said["text"])
    except Refused as refusal:
        form.add_error(None, refusal.for_people)
        return turn_questions(request, turn, form, refusal.status)
    return turn_questions(request, turn, done=_("Your note is kept; a curator sees it."))


@require_POST
def change_note(request: PersonRequest, slug: str, pk: int, note: int) -> HttpResponse:
    """Another text for one's own note, seen beside a turn (`pk`)."""
    turn = access.turn_for(request, slug, pk, "label")
    own = access.note_for(request, slug, note, "label")
    form = NoteChangeForm(request.POST)
    if own.dialogue_id != turn.dialogue_id:
        raise Http404
    if not form.is_valid():
        return turn_questions(request, turn, status=422, done=_("The note was not understood."))
    try:
        notes.change_note(own, request.user, **form.cleaned_data)
    except Refused as refusal:
        return turn_questions(request, turn, status=refusal.status, done=refusal.for_people)
    gone = not form.cleaned_data["text"].strip()
    done = _("The note is taken back.") if gone else _("The note is changed.")
    return turn_questions(request, turn, done=done)
