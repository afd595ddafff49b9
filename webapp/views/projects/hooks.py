"""The hooks of a project: addresses of other programs that are told when something has ended."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from annotation.models import Hook, Project
from annotation.refusals import Refused
from annotation.services.hooks import own
from webapp.access import hook_for, log_hook, project_for
from webapp.forms.tokens import HookForm
from webapp.requests import PersonRequest
from webapp.words.hooks import shown_deliveries


@require_http_methods(["GET", "HEAD", "POST"])
def list_hooks(request: PersonRequest, slug: str) -> HttpResponse:
    """The hooks and what was told last; the secret of a new one is shown in this answer and nowhere
    else."""
    project = project_for(request, slug, "manage")
    form = HookForm(request.POST or None)
    if request.method != "POST" or not form.is_valid():
        return _page(request, project, form, status=422 if form.errors else 200)
    try:
        hook, secret = own.add_hook(project, request.user, form.cleaned_data["address"])
    except Refused as refusal:
        form.add_error("address", refusal.for_people)
        return _page(request, project, form, status=refusal.status)
    log_hook(request, hook, "added")
    return _page(request, project, HookForm(), made=hook, secret=secret)


@require_GET
def show_deliveries(request: PersonRequest, slug: str) -> HttpResponse:
    """What was told last, as a fragment that asks again while something is soon to be told."""
    project = project_for(request, slug, "manage")
    context = {"project": project, **_deliveries(project)}
    return render(request, "hooks/_deliveries.html", context)


@require_POST
def switch_hook(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """Tell it from now on, or (without `on`) no more."""
    hook = hook_for(request, slug, pk, "manage")
    on = bool(request.POST.get("on"))
    own.switch_hook(hook, on=on)
    log_hook(request, hook, "switched on" if on else "switched off")
    said = _("The hook is told from now on.") if on else _("The hook is told no more.")
    messages.success(request, said)
    return redirect("list-hooks", slug)


@require_POST
def remove_hook(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    hook = hook_for(request, slug, pk, "manage")
    log_hook(request, hook, "removed")
    own.remove_hook(hook)
    messages.success(request, _("The hook was removed."))
    return redirect("list-hooks", slug)


@require_POST
def try_hook(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """Send it a test."""
    hook = hook_for(request, slug, pk, "manage")
    try:
        own.try_hook(hook)
    except Refused as refusal:
        return _page(
            request, hook.project, HookForm(), refusal=refusal.for_people, status=refusal.status
        )
    log_hook(request, hook, "tried")
    messages.success(request, _("A test is on its way: see below what becomes of it."))
    return redirect("list-hooks", slug)


def _deliveries(project: Project) -> dict[str, object]:
    rows = shown_deliveries(own.last_deliveries(project))
    return {"deliveries": rows, "soon": any(row.is_soon for row in rows)}


def _page(
    request: PersonRequest,
    project: Project,
    form: HookForm,
    *,
    status: int = 200,
    refusal: str = "",
    made: Hook | None = None,
    secret: str = "",
) -> HttpResponse:
    context = {
        "project": project,
        "tab": "settings",
        "form": form,
        "refusal": refusal,
        "hooks": own.list_hooks(project),
        "allowed": settings.HOOK_ADDRESSES,
        "made": made,
        "secret": secret,
        **_deliveries(project),
    }
    return render(request, "hooks/list_hooks.html", context, status=status)
