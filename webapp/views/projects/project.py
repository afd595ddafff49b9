"""Projects: the list, a new one, its front page, its settings and its people."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from annotation.models import Project
from annotation.refusals import Refused
from annotation.services.projects import creation, members
from annotation.services.team import overview
from webapp.access import project_for
from webapp.charts.curve import draw_curve, draw_gauge, percent
from webapp.forms.projects import MemberForm, ProjectForm, SettingsForm
from webapp.requests import PersonRequest, asks_for

require_form = require_http_methods(["GET", "HEAD", "POST"])


@require_GET
def list_projects(request: PersonRequest) -> HttpResponse:
    user = request.user
    context = {"cards": creation.list_projects(user), "may_create": creation.may_create(user)}
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
    most = max((label.count for label in seen.labels), default=0)
    context = {
        **overview.training_status(project, request.user),
        "tab": "overview",
        "seen": seen,
        "curve": draw_curve(seen.curve),
        "bars": [(label, percent(label.count, most)) for label in seen.labels],
        "gauge": draw_gauge(seen.transfer),
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
        messages.success(request, _("Saved. The choices count from the next round on."))
        return redirect("edit-settings", slug)
    context = {"project": project, "tab": "settings", "form": form}
    status = 422 if form.errors else 200
    return render(request, "projects/edit_settings.html", context, status=status)


@require_form
def edit_members(request: PersonRequest, slug: str) -> HttpResponse:
    project = project_for(request, slug, "manage")
    form = MemberForm(request.POST or None)
    if not form.is_valid():
        return _members_page(request, project, form, status=422 if form.errors else 200)
    try:
        member, password = members.place_member(project, **form.cleaned_data)
    except Refused as refusal:
        form.add_error(None, refusal.for_people)
        return _members_page(request, project, form, status=refusal.status)
    if password:  # shown once, in the answer itself and nowhere else
        return _members_page(request, project, MemberForm(), member=member, password=password)
    return redirect("edit-members", slug)


@require_POST
def remove_member(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    project = project_for(request, slug, "manage")
    member = get_object_or_404(project.memberships.select_related("user"), pk=pk)
    try:
        members.remove_member(project, member)
    except Refused as refusal:
        text, status = refusal.for_people, refusal.status
        return _members_page(request, project, MemberForm(), status=status, refusal=text)
    is_self = member.user_id == request.user.pk
    return redirect("list-projects") if is_self else redirect("edit-members", slug)


def _members_page(
    request: PersonRequest, project: Project, form: MemberForm, status: int = 200, **extra: object
) -> HttpResponse:
    members = project.memberships.select_related("user").order_by("user__username")
    context = {"project": project, "tab": "settings", "form": form, "members": members, **extra}
    return render(request, "projects/edit_members.html", context, status=status)
