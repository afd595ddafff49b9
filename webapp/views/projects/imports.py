"""Import from the browser: files are kept and a worker looks at them; the page shows what would go
in, asks, and says what became of each file."""

import csv
import io

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from annotation.formats.corpora.tables.escapes import escaped
from annotation.formats.files.encoding import ENCODINGS
from annotation.models import AccessEvent, Import, Lane
from annotation.refusals import Refused
from annotation.services.imports import page_jobs, previews, tables
from annotation.services.imports.reports import FileReport, from_json
from annotation.services.jobs.waiting import waiting_line
from annotation.services.jobs.workers import worker_alive
from webapp.access import import_for, log_access, project_for
from webapp.addresses import client_address
from webapp.forms.projects import ImportForm, ReadingForm
from webapp.requests import PersonRequest
from webapp.views.projects.previews import shown
from webapp.words.refused_files import problem_of


@require_http_methods(["GET", "HEAD", "POST"])
def import_dialogues(request: PersonRequest, slug: str) -> HttpResponse:
    """The form; files that are sent become a job, whose page is shown next."""
    project = project_for(request, slug, "import")
    form = ImportForm(request.POST or None, request.FILES or None, initial={"lang": project.lang})
    if form.is_valid():
        given = {"address": client_address(request) or "", **form.options()}
        job = page_jobs.queue_import(
            project, request.user, form.uploads(), replaced=form.replaced_files(), **given
        )
        return redirect("show-import", project.slug, job.pk)
    jobs = page_jobs.list_imports(project)
    context = {
        "project": project,
        "tab": "settings",
        "form": form,
        "drafts": [job for job in jobs if job.status == Import.DRAFT],
        "jobs": [job for job in jobs if job.status != Import.DRAFT],
    }
    status = (413 if form.too_large else 422) if form.is_bound else 200
    return render(request, "corpus/import_dialogues.html", context, status=status)


@require_GET
def show_import(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """How far an import is, what would go in, or what became of its files."""
    job = import_for(request, slug, pk, "import")
    return _draw(request, job, "corpus/show_import.html")


@require_GET
def show_import_state(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """The same as a fragment, that asks again while the work goes on."""
    return _draw(request, import_for(request, slug, pk, "import"), "corpus/_import.html")


@require_POST
def change_import(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """Say what a label becomes, or what is done with duplicates; the preview as it is then."""
    job = import_for(request, slug, pk, "import")
    part = "corpus/_import.html" if request.htmx else "corpus/show_import.html"
    try:
        page_jobs.save_choices(_said(job, request.POST).job)
    except Refused as refusal:
        return _draw(request, job, part, refusal)
    return _draw(request, job, part)


@require_POST
def read_import(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """Look at the files once more: one of them in another encoding, or all in another way."""
    job = import_for(request, slug, pk, "import")
    number, _colon, encoding = request.POST.get("encoding", "").partition(":")
    paths = {str(place): each["path"] for place, each in enumerate(job.uploads)}
    form = ReadingForm(request.POST)
    try:
        if (preview := previews.load_preview(job)) is not None:
            tables.read_columns(job, preview.survey, request.POST.dict())
        if number in paths and encoding in ENCODINGS:
            page_jobs.read_again(job, encodings={paths[number]: encoding})
        elif form.is_valid():
            page_jobs.read_again(job, **form.options())
        else:
            page_jobs.read_again(job)
    except Refused as refusal:
        return _draw(request, job, "corpus/show_import.html", refusal)
    return redirect("show-import", slug, pk)


@require_GET
def download_import_faults(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """What is wrong with the files, to be mended outside: a table, without any text of theirs."""
    job = import_for(request, slug, pk, "import")
    out = io.StringIO(newline="")
    rows = csv.writer(out)
    rows.writerow(["file", "line", "code", "problem", "expected"])
    for report in from_json(job.report):
        for each in map(problem_of, report.problems):
            cells = (each.file, each.line or "", each.code, each.message, each.expected)
            rows.writerow([escaped(str(cell)) for cell in cells])
    headers = {"Content-Disposition": f'attachment; filename="import-{job.pk}-faults.csv"'}
    return HttpResponse(out.getvalue(), content_type="text/csv; charset=utf-8", headers=headers)


@require_POST
def confirm_import(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """Import what the preview shows."""
    job = import_for(request, slug, pk, "import")
    try:
        page_jobs.confirm_import(_said(job, request.POST))
    except Refused as refusal:
        return _draw(request, job, "corpus/show_import.html", refusal)
    return redirect("show-import", slug, pk)


@require_POST
def cancel_import(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """Give it up: nothing goes in, and the files are erased."""
    page_jobs.cancel_import(import_for(request, slug, pk, "import"))
    return redirect("show-import", slug, pk)


def _said(job: Import, given: QueryDict) -> previews.Preview:
    """The draft with what the form says of it. Raises Refused."""
    preview = previews.load_preview(job)
    if preview is None:
        raise page_jobs.ended()
    previews.read_choices(preview, given.dict())  # type: ignore[arg-type]
    return preview


def _draw(
    request: PersonRequest, job: Import, template: str, refusal: Refused | None = None
) -> HttpResponse:
    """The page or its changing part. A draft shows words of the files: that is written down."""
    preview = previews.load_preview(job)
    if preview is not None:
        log_access(request, job.project, AccessEvent.Purpose.PREVIEW, number=job.pk)
    phase, _colon, rest = job.phase.partition(":")
    done, _colon, total = rest.partition(":")
    context = {
        "project": job.project,
        "tab": "settings",
        "job": job,
        "percent": round(100 * job.progress),
        "phase": phase,
        "done": int(done or 0),
        "total": int(total or 0),
        "alive": worker_alive(Lane.FILES),
        "error": job.error_words,
        "waiting": waiting_line(job, request.user),
        "report": summarise(from_json(job.report)),
        "preview": shown(preview) if preview is not None else None,
        "refusal": refusal.for_people if refusal else "",
    }
    return render(request, template, context, status=refusal.status if refusal else 200)


def summarise(reports: list[FileReport]) -> dict[str, object]:
    """What the page says about an import: files that went in, files that did not and why."""
    good = [report for report in reports if report.ok]
    problems = [problem_of(error) for report in reports for error in report.problems]
    duplicates = [(report.name, each) for report in reports for each in report.duplicates]
    return {
        "files": reports,
        "good": good,
        "refused": len(reports) - len(good),
        "problems": problems,
        "more_problems": sum(
            max(0, report.problem_count - len(report.problems)) for report in reports
        ),
        "dialogues": sum(report.dialogues for report in good),
        "turns": sum(report.turns for report in good),
        "spans": sum(report.spans for report in good),
        "skipped": sum(report.skipped for report in good),
        "left_out": sum(report.left_out for report in good if not report.has_rows),
        "rows_out": sum(report.left_out for report in good if report.has_rows),
        "tables_out": sum(report.tables_out for report in good),
        "unlabelled": [report.name for report in good if report.unlabelled],
        "duplicates": sorted(duplicates, key=lambda pair: not pair[1].across),
        "duplicate_count": sum(report.duplicate_count for report in reports),
        "across_count": sum(report.across_count for report in reports),
    }
