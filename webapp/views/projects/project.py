"""Projects: the list, a new one, its front page and its settings."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from annotation.refusals import Refused
from annotation.services.projects import creation
from annotation.services.projects.shares import kept_for_others, share_of
from annotation.services.release.exports import files_to_sign
from annotation.services.team import overview
from annotation.services.team.choice_costs import costs_of
from annotation.services.team.own_work import read_own_work
from annotation.services.team.progress import read_progress
from annotation.services.team.waiting import what_waits
from webapp.access import project_for
from webapp.charts.curve import NARROW, SHALLOW, draw_curve, percent
from webapp.forms.projects import ProjectForm
from webapp.forms.settings import SettingsForm
from webapp.requests import PersonRequest, asks_for
from webapp.templatetags.spans import label_name

require_form = require_http_methods(["GET", "HEAD", "POST"])


@require_GET
def list_projects(request: PersonRequest) -> HttpResponse:
    user = request.user
    cards = creation.list_projects(user)
    context = {
        "cards": cards,
        "first": next((card for card in cards if card.task), None),  # its button is the dark one
        "may_create": creation.may_create(user),
    }
    return render(request, "projects/list_projects.html", context)


@require_form
def create_project(request: PersonRequest) -> HttpResponse:
    if not creation.may_create(request.user):
        raise PermissionDenied
    form = ProjectForm(request.POST or None)
    if form.is_valid():
        try:
            project = creation.create_project(request.user, **form.cleaned_data)
        except Refused as refusal:
            form.add_error(None, refusal.for_people)
        else:
            return redirect("import-dialogues", project.slug)
    status = 422 if form.errors else 200
    return render(request, "projects/create_project.html", {"form": form}, status=status)


@require_GET
def show_overview(request: PersonRequest, slug: str) -> HttpResponse:
    project = project_for(request, slug, "overview")
    seen = overview.read_overview(project)
    # Who only labels sees first what waits for her, and the model after it.
    is_reader = "label" in request.rights and "revise" not in request.rights
    most = max((label.count for label in seen.labels), default=0)
    context = {
        **overview.training_status(project, request.user),
        "tab": "overview",
        "seen": seen,
        "share": share_of(project, request.user),
        "kept": kept_for_others(project, request.user) if "assign" in request.rights else [],
        "own": read_own_work(project, request.user) if is_reader else None,
        "curve": draw_curve(seen.curve),
        "narrow": draw_curve(seen.curve, NARROW, SHALLOW),
        "bars": [(label, percent(label.count, most)) for label in seen.labels if label.count],
        "not_given": [label_name(label.name) for label in seen.labels if not label.count],
        "waits": what_waits(project, seen, request.rights, to_sign=len(files_to_sign(project))),
        "today": timezone.localdate(),
    }
    page = "_figures.html" if asks_for(request, "figures") else "show_overview.html"
    return render(request, f"projects/{page}", context)


@require_form
def edit_settings(request: PersonRequest, slug: str) -> HttpResponse:
    project = project_for(request, slug, "manage")
    form = SettingsForm.of(project, request.POST or None)
    if form.is_valid():
        creation.update_settings(project, form.choices, form.by_label)
        messages.success(request, _("Saved. The choices apply from the next round on."))
        return redirect("edit-settings", slug)
    costs = costs_of(project, read_progress(project))
    context = {"project": project, "tab": "settings", "form": form, "costs": costs}
    status = 422 if form.errors else 200
    return render(request, "projects/edit_settings.html", context, status=status)
