"""The gate in front of a file, its signatures, its bundle, and the terms that it leaves under."""

from django.contrib import messages
from django.http import FileResponse, Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from annotation.models import Export
from annotation.refusals import Refused
from annotation.services.evidence.bundles import page, signing
from annotation.services.evidence.bundles.terms import save_terms, terms_of
from annotation.services.evidence.measurements import start_for
from webapp.access import export_for, log_access, project_for
from webapp.forms.terms import TermsForm
from webapp.requests import PersonRequest

require_form = require_http_methods(["GET", "HEAD", "POST"])
REASON = "reason-"  # before the name of a line, in the form


@require_GET
def show_gate(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    return _page(request, export_for(request, slug, pk, "evidence"))


@require_POST
def measure_file(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """Measure what a signature needs, of this file."""
    start_for(export_for(request, slug, pk, "release"), request.user)
    return redirect("show-evidence", slug)


@require_POST
def sign_bundle(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """A signature by name, with what was said to each line of the gate."""
    export = export_for(request, slug, pk, "seal")
    said = {
        name.removeprefix(REASON): str(words)
        for name, words in request.POST.items()
        if name.startswith(REASON)
    }
    words = request.POST.get("words", "")
    try:
        signing.sign(export, request.user, request.role, reasons=said, words=words)
    except Refused as refusal:
        problem, status = refusal.for_people, refusal.status
        return _page(request, export, said=said, words=words, problem=problem, status=status)
    log_access(request, export.project, "sign", export=export.pk)
    return redirect("show-gate", slug, pk)


@require_GET
def show_sheet(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """The data sheet as it would be signed now, to look at before; as a file, for it brings its own
    style."""
    export = export_for(request, slug, pk, "evidence")
    try:
        text = page.draft_sheet(export)
    except Refused as refusal:
        return _page(request, export, problem=refusal.for_people, status=refusal.status)
    headers = {"Content-Disposition": 'attachment; filename="datasheet-draft.html"'}
    return HttpResponse(text, content_type="application/octet-stream", headers=headers)


@require_GET
def download_bundle(request: PersonRequest, slug: str, pk: int) -> HttpResponseBase:
    """The signed bundle of a file, as long as nothing that it rests on changed."""
    export = export_for(request, slug, pk, "evidence")
    bundle = signing.sealed_bundle(export)
    if bundle is None:
        raise Http404
    try:
        path = signing.hand_out(bundle)
    except Refused as refusal:
        return _page(request, export, problem=refusal.for_people, status=refusal.status)
    log_access(request, export.project, "download", export=export.pk, bundle=bundle.pk)
    return FileResponse(
        path.open("rb"),
        as_attachment=True,
        filename=f"antifaz-bundle-{bundle.pk}.zip",
        content_type="application/octet-stream",
    )


@require_form
def edit_terms(request: PersonRequest, slug: str) -> HttpResponse:
    project = project_for(request, slug, "manage")
    form = TermsForm(request.POST or None, instance=terms_of(project))
    if form.is_valid():
        save_terms(project, form.cleaned_data)
        messages.success(request, _("Saved. A bundle that was signed under other terms is stale."))
        return redirect("edit-terms", slug)
    context = {"project": project, "tab": "settings", "form": form}
    status = 422 if form.errors else 200
    return render(request, "evidence/edit_terms.html", context, status=status)


def _page(
    request: PersonRequest,
    export: Export,
    *,
    said: dict[str, str] | None = None,
    words: str = "",
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    context = {
        "project": export.project,
        "tab": "release",
        "export": export,
        "seen": page.read_page(export, request.user, request.role, said or {}),
        "words": words,
        "problem": problem,
    }
    return render(request, "evidence/show_gate.html", context, status=status)
