"""The corpus at a glance: a map and a list of its dialogues, and the search of its words."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from annotation.models import Project
from annotation.refusals import Refused
from annotation.services.glance.listing import name_readers, row_of
from annotation.services.glance.page import Seen, see_corpus
from annotation.services.projects import shares
from annotation.services.release.exports import files_to_sign
from annotation.services.release.signatures import unsigned_dialogues
from webapp.access import limited_to, log_view, project_for, readable_dialogues
from webapp.forms.glance import asked_by, home_of
from webapp.forms.shares import AssignForm
from webapp.forms.steps import LARGEST_ID
from webapp.requests import PersonRequest, asks_for
from webapp.words.shares import assigned_words


class ChosenForm(forms.Form):
    """A dialogue by its id."""

    dialogue = forms.IntegerField(min_value=1, max_value=LARGEST_ID)


@require_GET
def show_corpus(request: PersonRequest, slug: str) -> HttpResponse:
    """The page, its middle where a script asks for it, or one dialogue (`?dialogue=`) in a line.

    Names of dialogues and numbers alone: no text of any is on it.
    """
    project = project_for(request, slug, "map")
    if asks_for(request, "chosen"):
        form = ChosenForm(request.GET)
        row = row_of(project, form.cleaned_data["dialogue"]) if form.is_valid() else None
        names = name_readers([row]) if row else {}
        context = {"project": project, "row": row, "readers": names}
        return render(request, "glance/_chosen.html", context)
    return _answer(request, project, _seen(request, project))


@require_POST
def search_corpus(request: PersonRequest, slug: str) -> HttpResponse:
    """The dialogues that say some words, or the list with how each begins. The words are in the
    body alone and kept nowhere; each dialogue of which the answer shows text is written down."""
    project = project_for(request, slug, "originals")
    text = request.POST.get("words", "").strip()
    opening = "opening" in request.POST
    if not text and not opening:
        return redirect("show-corpus", slug)
    reach = None
    if limited_to(request) is not None:
        reach = set(readable_dialogues(request, project).values_list("pk", flat=True))
    seen = _seen(
        request,
        project,
        text=text,
        reach=reach,
        queue="all" in request.GET,
        opening=opening,
    )
    if shown := seen.search.hits.keys() | (seen.openings or {}).keys():
        log_view(request, project, "search", sorted(shown))
    return _answer(request, project, seen)


@require_POST
def assign_dialogues(request: PersonRequest, slug: str) -> HttpResponse:
    """Dialogues of the list as it was shown, assigned to a reader or open to all; then the list."""
    project = project_for(request, slug, "assign")
    form = AssignForm(request.POST)
    if not form.is_valid():
        refusal = _("Choose to whom the dialogues are assigned.")
        return _answer(request, project, _seen(request, project), refusal)
    there = project.dialogues.order_by().values_list("pk", flat=True)
    chosen = form.chosen(request.POST.getlist("dialogue"), there)
    try:
        done = shares.assign_dialogues(project, chosen, form.member)
    except Refused as refused:
        seen = _seen(request, project)
        return _answer(request, project, seen, refused.for_people)
    messages.success(request, assigned_words(done))
    query = request.GET.urlencode()
    return redirect(reverse("show-corpus", args=[slug]) + (f"?{query}" if query else ""))


def _seen(request: PersonRequest, project: Project, **more: Any) -> Seen:
    """What is asked for; for a steward in the order of her work."""
    if "sign" in request.rights and "revise" not in request.rights:
        more["unsigned"] = unsigned_dialogues(project)
    return see_corpus(project, **asked_by(request), **more)


def _answer(
    request: PersonRequest, project: Project, seen: Seen, refusal: str = ""
) -> HttpResponse:
    home = home_of(request, project)
    context = {"project": project, "tab": "corpus", "seen": seen, "home": home, "refusal": refusal}
    is_part = asks_for(request, "glance")
    if "sign" in request.rights and not is_part:
        context["to_sign"] = files_to_sign(project)
    if "assign" in request.rights and not home[1]:
        context["assignable"] = shares.list_readers(project)
    page = "_glance.html" if is_part else "show_corpus.html"
    status = 422 if seen.search.refusal or refusal else 200
    return render(request, f"glance/{page}", context, status=status)
