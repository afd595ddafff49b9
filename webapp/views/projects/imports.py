"""Import from the browser: files are kept and a worker reads them; the page shows how far it is,
asks about duplicates and says what became of each file."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from annotation.models import Import, Lane, User
from annotation.refusals import Refused
from annotation.services.imports import page_jobs
from annotation.services.imports.reports import FileReport, from_json
from annotation.services.jobs.waiting import waiting_line
from annotation.services.jobs.workers import worker_alive
from webapp.access import import_for, project_for
from webapp.addresses import client_address
from webapp.forms.projects import ImportForm
from webapp.requests import PersonRequest
from webapp.words.refused_files import problem_of


@require_http_methods(["GET", "HEAD", "POST"])
def import_dialogues(request: PersonRequest, slug: str) -> HttpResponse:
    """The form; files that are sent become a job, whose page is shown next."""
    project = project_for(request, slug, "import")
    form = ImportForm(request.POST or None, request.FILES or None, initial={"lang": project.lang})
    if form.is_valid():
        given = {"address": client_address(request) or "", **form.options()}
        job = page_jobs.queue_import(project, request.user, form.uploads(), **given)
        return redirect("show-import", project.slug, job.pk)
    jobs = page_jobs.list_imports(project)
    context = {"project": project, "tab": "import", "form": form, "jobs": jobs}
    status = (413 if form.too_large else 422) if form.is_bound else 200
    return render(request, "corpus/import_dialogues.html", context, status=status)


@require_GET
def show_import(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """How far an import is, what it asks, or what became of its files."""
    job = import_for(request, slug, pk, "import")
    return render(request, "corpus/show_import.html", _context(job, request.user))


@require_GET
def show_import_state(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """The same as a fragment, that asks again while the work goes on."""
    return render(
        request,
        "corpus/_import.html",
        _context(import_for(request, slug, pk, "import"), request.user),
    )


@require_POST
def answer_import(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """Say what becomes of the dialogues whose text is there already."""
    job = import_for(request, slug, pk, "import")
    try:
        page_jobs.answer_import(job, request.POST.get("duplicates", ""))
    except Refused as refusal:
        context = _context(job, request.user) | {"refusal": refusal.for_people}
        return render(request, "corpus/show_import.html", context, status=refusal.status)
    return redirect("show-import", slug, pk)


@require_POST
def cancel_import(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """Give it up: nothing goes in, and the files are erased."""
    page_jobs.cancel_import(import_for(request, slug, pk, "import"))
    return redirect("show-import", slug, pk)


def _context(job: Import, user: User) -> dict[str, object]:
    phase, _colon, rest = job.phase.partition(":")
    done, _colon, total = rest.partition(":")
    return {
        "project": job.project,
        "tab": "import",
        "job": job,
        "percent": round(100 * job.progress),
        "phase": phase,
        "done": int(done or 0),
        "total": int(total or 0),
        "alive": worker_alive(Lane.FILES),
        "error": job.error_words,
        "waiting": waiting_line(job, user),
        "report": summarise(from_json(job.report)),
    }


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
        "unlabelled": [report.name for report in good if report.unlabelled],
        "duplicates": sorted(duplicates, key=lambda pair: not pair[1].across),
        "duplicate_count": sum(report.duplicate_count for report in reports),
        "across_count": sum(report.across_count for report in reports),
    }
