"""The labels of a project: the list, one label's form, and schemes as files."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from annotation.formats.errors import FormatError
from annotation.models import Label, Project
from annotation.refusals import NothingToDo, Refused
from annotation.services.guidance import labels
from webapp import access
from webapp.forms.guidance import LabelForm, SchemeFileForm
from webapp.requests import PersonRequest
from webapp.words.refused_files import problem_of

# Which field a refusal of the service belongs to; others stand above the form.
FIELDS = {
    "name_taken": "name",
    "bad_name": "name",
    "bad_key": "key",
    "key_taken": "key",
    "last_label": "key",
    "bad_parent": "parent",
}


@require_GET
def edit_labels(request: PersonRequest, slug: str) -> HttpResponse:
    project = access.project_for(request, slug, "manage")
    return _page(request, project)


@require_POST
def add_label(request: PersonRequest, slug: str) -> HttpResponse:
    project = access.project_for(request, slug, "manage")
    form = LabelForm(request.POST, project=project)
    if _saves(form, partial(labels.add_label, project)):
        return redirect("edit-labels", slug)
    return _page(request, project, status=422, form=form)


@require_http_methods(["GET", "HEAD", "POST"])
def edit_label(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    label = access.label_for(request, slug, pk, "manage")
    form = LabelForm(request.POST or None, project=label.project, label=label)
    if _saves(form, partial(labels.change_label, label)):
        return redirect("edit-labels", slug)
    shown = Label.objects.get(pk=pk)  # as it is, whatever was typed
    context = _context(label.project) | {"form": form, "label": shown}
    return render(request, "labels/edit_label.html", context, status=422 if form.errors else 200)


@require_POST
def move_label(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    label = access.label_for(request, slug, pk, "manage")
    try:
        labels.move_label(label, up=request.POST.get("to") == "up")
    except NothingToDo as nothing:
        return _page(request, label.project, status=nothing.status, refusal=nothing.for_people)
    return redirect("edit-labels", slug)


@require_POST
def remove_label(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    label = access.label_for(request, slug, pk, "manage")
    try:
        labels.remove_label(label)
    except Refused as refusal:
        text = f"{label.name}: {refusal.for_people}"
        return _page(request, label.project, status=refusal.status, refusal=text)
    return redirect("edit-labels", slug)


@require_GET
def export_scheme(request: PersonRequest, slug: str) -> HttpResponse:
    project = access.project_for(request, slug, "manage")
    response = HttpResponse(labels.export_scheme(project), content_type="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{slug}.labels.json"'
    return response


@require_POST
def import_scheme(request: PersonRequest, slug: str) -> HttpResponse:
    project = access.project_for(request, slug, "manage")
    form = SchemeFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, project, status=422, file_form=form)
    name, data = form.content()
    try:
        labels.import_scheme(project, name, data, request.user)
    except FormatError as error:
        return _page(request, project, status=error.status, problem=problem_of(error))
    except Refused as refusal:
        return _page(request, project, status=refusal.status, refusal=refusal.for_people)
    messages.success(request, _("The labels now match the file."))
    return redirect("edit-labels", slug)


def _saves(form: LabelForm, save: Callable[..., Label]) -> bool:
    """Whether the label is as the form says now; else the form has the reason."""
    if form.is_valid():
        try:
            save(**form.cleaned_data)
        except Refused as refusal:
            form.add_error(FIELDS.get(refusal.code), refusal.for_people)
    return form.is_valid()


def _context(project: Project) -> dict[str, object]:
    free = labels.free_keys(project)
    return {"project": project, "tab": "settings", "free": free}


def _page(
    request: PersonRequest, project: Project, status: int = 200, **extra: object
) -> HttpResponse:
    context = {
        **_context(project),
        "rows": labels.list_labels(project),
        "form": LabelForm(project=project),
        "file_form": SchemeFileForm(),
        **extra,
    }
    return render(request, "labels/edit_labels.html", context, status=status)
