"""Erasing dialogues, a person's or chosen ones, and a whole project; the list comes first."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from annotation.models import Dialogue, Erasure, Lane, Project
from annotation.refusals import Refused
from annotation.services.erasing import erasure, person_search, plans, recovery
from annotation.services.jobs.workers import worker_alive
from annotation.services.storage import compaction
from webapp.access import erasure_for, project_for
from webapp.addresses import client_address
from webapp.forms.steps import LARGEST_ID
from webapp.requests import PersonRequest

MOST = 500  # dialogues erased together on a page
SHOWN = 10  # earlier erasures


class PersonForm(forms.Form):
    """Names and numbers of one person, one per line; they come in the body and are kept nowhere."""

    terms = forms.CharField(
        label=gettext_lazy("Names and numbers of the person, one a line"),
        max_length=5000,
        widget=forms.Textarea(
            attrs={"rows": 4, "autocomplete": "off", "spellcheck": "false", "class": "few-words"}
        ),
    )


class ErasureForm(forms.Form):
    """What becomes of the models, and that the list was read."""

    choice = forms.ChoiceField(choices=Erasure.Choice.choices, initial=Erasure.Choice.RETRAIN)
    confirmed = forms.BooleanField(required=False)


class ProjectErasureForm(ErasureForm):
    """A project goes only if its short name is typed."""

    slug = forms.CharField(max_length=60)


class DialoguesForm(forms.Form):
    pk = forms.TypedMultipleChoiceField(coerce=int)

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        chosen = [each for each in data.getlist("pk") if _is_id(each)][:MOST]
        self.fields["pk"].choices = [(each, each) for each in chosen]  # type: ignore[attr-defined]


def _is_id(text: str) -> bool:
    """Whether it can be a row's id; Python refuses to read a number of 5,000 digits."""
    number = text.isascii() and text.isdigit() and len(text) <= len(str(LARGEST_ID))
    return number and int(text) <= LARGEST_ID


@require_GET
def show_erasing(request: PersonRequest, slug: str) -> HttpResponse:
    return _page(request, project_for(request, slug, "manage"))


@require_POST
def find_person(request: PersonRequest, slug: str) -> HttpResponse:
    """The dialogues in which a person is named, to choose from."""
    project = project_for(request, slug, "manage")
    form = PersonForm(request.POST)
    try:
        if not form.is_valid():
            raise Refused(_("Give a name or a number, one a line, at most 100."))
        search = person_search.find_person(project, form.cleaned_data["terms"].splitlines())
    except Refused as refusal:
        return _page(request, project, form=form, problem=refusal.for_people, status=422)
    extra: dict[str, Any] = {
        "search": search,
        "shown": search.found[:MOST],
        "more": len(search.found) > MOST,
    }
    return _page(request, project, form=form, **extra)


@require_http_methods(["GET", "HEAD", "POST"])
def erase_dialogues(request: PersonRequest, slug: str) -> HttpResponse:
    """The list of what would go with these dialogues; confirmed, they go."""
    project = project_for(request, slug, "manage")
    dialogues = _dialogues(project, request)
    if not dialogues:
        problem = _("Choose at least one dialogue.")
        return _page(request, project, problem=problem, status=422)
    form = ErasureForm(request.POST or None)
    if not (form.is_valid() and form.cleaned_data["confirmed"]):
        plan = plans.plan_dialogues(project, dialogues)
        names, more = plans.shown_names(dialogues)
        context = {"project": project, "tab": "settings", "plan": plan, "names": names}
        return render(request, "erasing/erase_dialogues.html", {**context, "more": more})
    choice, address = form.cleaned_data["choice"], client_address(request)
    erasure.erase_dialogues(
        project, dialogues, user=request.user, choice=choice, address=address or ""
    )
    messages.success(request, _("Erased. The pages of the database are rewritten next."))
    return redirect("show-erasing", slug)


@require_POST
def put_off_erasure(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """Let what is still to be removed wait for an hour; what was erased stays erased."""
    recovery.put_off_erasure(erasure_for(request, slug, pk, "manage"))
    return redirect("show-erasing", slug)


@require_POST
def erase_project(request: PersonRequest, slug: str) -> HttpResponse:
    """The whole project, once its short name is typed."""
    project = project_for(request, slug, "manage")
    form = ProjectErasureForm(request.POST)
    if not form.is_valid() or form.cleaned_data["slug"].strip() != project.slug:
        problem = _("Nothing was erased: type the short name of this project.")
        return _page(request, project, problem=problem, status=422)
    erasure.erase_project(project, user=request.user, choice=form.cleaned_data["choice"])
    messages.success(request, _("The project is erased."))
    return redirect("list-projects")


def _dialogues(project: Project, request: PersonRequest) -> list[Dialogue]:
    form = DialoguesForm(request.POST if request.method == "POST" else request.GET)
    return list(project.dialogues.filter(pk__in=form.cleaned_data["pk"])) if form.is_valid() else []


def _page(
    request: PersonRequest, project: Project, *, status: int = 200, **extra: object
) -> HttpResponse:
    context = {
        "project": project,
        "tab": "settings",
        "form": PersonForm(),
        "plan": plans.plan_project(project),
        "erasures": [
            (each, compaction.left_sentences(each.left)) for each in project.erasures.all()[:SHOWN]
        ],
        "alive": worker_alive(Lane.FILES),
        **extra,
    }
    return render(request, "erasing/show_erasing.html", context, status=status)
