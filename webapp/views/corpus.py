"""Import from the browser: several files or archives at once, each whole or not at all."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from annotation.services.importing import FileReport
from annotation.services.importing import import_dialogues as read_files
from webapp.access import project_for
from webapp.problems import problem_of
from webapp.project_forms import ImportForm
from webapp.requests import PersonRequest


@require_http_methods(["GET", "HEAD", "POST"])
def import_dialogues(request: PersonRequest, slug: str) -> HttpResponse:
    project = project_for(request, slug, "import")
    form = ImportForm(request.POST or None, request.FILES or None, initial={"lang": project.lang})
    context = {"project": project, "tab": "import", "form": form}
    status = 200
    if form.is_valid():
        reports = read_files(project, form.uploads(), user=request.user, **form.options())
        context |= {"report": summarise(reports)}
        status = max((p.status for r in reports for p in r.problems), default=200)
    elif form.is_bound:
        status = 422
    return render(request, "corpus/import_dialogues.html", context, status=status)


def summarise(reports: list[FileReport]) -> dict[str, object]:
    """What the page says about an import: files that went in, files that did not and why."""
    good = [report for report in reports if report.ok]
    problems = [problem_of(error) for report in reports for error in report.problems]
    return {
        "files": reports,
        "good": good,
        "refused": len(reports) - len(good),
        "problems": problems,
        "dialogues": sum(report.dialogues for report in good),
        "turns": sum(report.turns for report in good),
        "spans": sum(report.spans for report in good),
        "unlabelled": [report.name for report in good if report.unlabelled],
    }
