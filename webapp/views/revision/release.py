"""Release: what would leave, the checks, and exports to make and to take away."""

import json

from django import forms
from django.core.paginator import Paginator
from django.http import FileResponse, Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from annotation.models import Lane, Project, User
from annotation.refusals import Refused
from annotation.services.evidence import entries
from annotation.services.evidence.bundles import taking
from annotation.services.evidence.head import read_head
from annotation.services.jobs.lifecycle import cancel_job
from annotation.services.jobs.waiting import waiting_line
from annotation.services.jobs.workers import worker_alive
from annotation.services.projects.choices import REPLACEMENT_CHOICES
from annotation.services.release import departures, evidence, signatures, ways
from annotation.services.release import exports as release
from annotation.services.release.now import Now
from annotation.services.review import counts, words
from webapp.access import export_for, log_access, project_for
from webapp.charts.recall import draw_hundred
from webapp.requests import PersonRequest

EXPORTS_A_PAGE = 10
REVIEW_TYPES = {"md": "text/markdown; charset=utf-8", "json": "application/json"}


class ExportForm(forms.Form):
    """What to write; the service knows which choices there are, and when it asks to confirm."""

    format = forms.CharField(max_length=20)
    strategy = forms.CharField(max_length=20)
    spans = forms.CharField(max_length=6, required=False, empty_value="none")
    leave_originals = forms.BooleanField(required=False)
    again = forms.BooleanField(required=False)


@require_GET
def show_release(request: PersonRequest, slug: str) -> HttpResponse:
    project = project_for(request, slug, "evidence")
    return _page(request, project)


@require_POST
def create_export(request: PersonRequest, slug: str) -> HttpResponse:
    project = project_for(request, slug, "release")
    form = ExportForm(request.POST)
    if not form.is_valid():
        return _page(request, project, problem=_("Choose a format and a strategy."), status=422)
    try:
        export = release.start_export(project, request.user, **form.cleaned_data)
    except Refused as error:
        return _page(request, project, problem=error.for_people, status=error.status)
    log_access(request, project, "export", export=export.pk)
    return redirect("show-release", project.slug)


@require_GET
def show_export(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """One export as a fragment, which asks again while the job is at work; who opens its address
    in a window gets the page around it."""
    export = export_for(request, slug, pk, "evidence")
    if request.headers.get("Sec-Fetch-Dest") == "document":
        return redirect(reverse("show-release", args=[slug]) + f"#export-{pk}")
    waits = taking.waiting_files(export.project, [export]).get(export.pk, "")
    waiting, signer = waiting_line(export, request.user), _signer(request)
    context = {
        "project": export.project,
        "row": release.row_of(export, waiting, signer=signer, waits=waits),
        "alive": worker_alive(Lane.FILES),
        "has_steward": signatures.has_steward(export.project),
    }
    return render(request, "release/_export.html", context)


@require_POST
def cancel_export(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """Give it up: what was written of it goes."""
    cancel_job(export_for(request, slug, pk, "release"))
    return redirect("show-release", slug)


@require_POST
def sign_export(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """A data steward's signature under one file."""
    export = export_for(request, slug, pk, "sign")
    try:
        signatures.sign_export(export, request.user, words=request.POST.get("words", ""))
    except Refused as refusal:
        problem, status = refusal.for_people, refusal.status
        return _page(request, export.project, problem=problem, status=status)
    log_access(request, export.project, "sign", export=export.pk)
    return redirect("show-release", slug)


@require_GET
def download_export(request: PersonRequest, slug: str, pk: int) -> HttpResponseBase:
    """The file of a finished export, as an attachment; who took it is logged."""
    export = export_for(request, slug, pk, "evidence")
    try:
        path = taking.take_file(export, signs="sign" in request.rights)
    except Refused as refusal:
        return _page(request, export.project, problem=refusal.for_people, status=409)
    if path is None:
        raise Http404
    log_access(request, export.project, "download", export=export.pk)
    return FileResponse(
        path.open("rb"),
        as_attachment=True,
        filename=release.download_name(export),
        content_type="application/octet-stream",
    )


@require_GET
def download_entry(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """What a catalogue says of a file (Croissant), to lie beside it. It holds no text."""
    export = export_for(request, slug, pk, "evidence")
    try:
        entry = entries.entry_of_export(export)
    except Refused as refusal:
        return _page(request, export.project, problem=refusal.for_people, status=refusal.status)
    if entry is None:
        raise Http404
    headers = {"Content-Disposition": 'attachment; filename="croissant.json"'}
    text = json.dumps(entry, ensure_ascii=False, indent=1)
    return HttpResponse(text, content_type="application/ld+json", headers=headers)


@require_GET
def download_review(request: PersonRequest, slug: str, ending: str) -> HttpResponse:
    """What people changed in another tool's work, to read (md) or for programs (json)."""
    project = project_for(request, slug, "evidence")
    if ending not in REVIEW_TYPES:
        raise Http404
    report = counts.review_project(project)
    text = json.dumps(report, ensure_ascii=False, indent=1)
    if ending == "md":
        text = words.to_markdown(report)
    headers = {"Content-Disposition": f'attachment; filename="antifaz-review.{ending}"'}
    return HttpResponse(text, content_type=REVIEW_TYPES[ending], headers=headers)


def _page(
    request: PersonRequest, project: Project, *, problem: str = "", status: int = 200
) -> HttpResponse:
    rows = project.exports.select_related("project").prefetch_related("signatures__user")
    exports = Paginator(rows, EXPORTS_A_PAGE).get_page(request.GET.get("page"))
    now = Now(project, counted=True)
    ready = evidence.readiness_of(project, now)
    head = read_head(project, now)
    waits = taking.waiting_files(project, exports, ready, now)
    context = {
        "project": project,
        "tab": "release",
        "ready": ready,
        "head": head,
        "hundred": draw_hundred(head.hundred),
        "ways": ways.ways_on(project, ready),
        "formats": release.FORMATS[: release.FIRST],
        "other_formats": release.FORMATS[release.FIRST :],
        "strategies": REPLACEMENT_CHOICES,
        "spans": release.SPAN_CHOICES,
        "own": release.own_titles(project),
        "tools": words.list_tools(project),
        "rows": [
            release.row_of(export, signer=_signer(request), waits=waits.get(export.pk, ""), now=now)
            for export in exports
        ],
        "exports": exports,
        "alive": worker_alive(Lane.FILES),
        "problem": problem,
        "destroyed": release.destroyed_on(project),
        "has_left": departures.has_left(project),
        "has_steward": signatures.has_steward(project),
    }
    return render(request, "release/show_release.html", context, status=status)


def _signer(request: PersonRequest) -> User | None:
    """The person, if she signs here."""
    return request.user if "sign" in request.rights else None
