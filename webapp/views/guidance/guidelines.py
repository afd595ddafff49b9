"""The guidelines: read beside the labels, written with a preview, compared by version."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from annotation.formats.schemes.files import MAX_GUIDELINES
from annotation.models import Project
from annotation.refusals import Refused, StaleVersion
from annotation.services.guidance import guidelines, labels, questions
from webapp import access
from webapp.forms.guidance import GuidelineForm
from webapp.requests import PersonRequest


@require_GET
def show_guidelines(request: PersonRequest, slug: str) -> HttpResponse:
    """The newest version, and what each label means."""
    project = access.project_for(request, slug, "label")
    newest = guidelines.newest(project)
    context = {
        **_context(project, "guidelines"),
        "newest": newest,
        "is_written": newest is not None,
        "html": guidelines.draw(newest.text) if newest else "",
        "rows": labels.list_labels(project),
    }
    return render(request, "guidelines/show_guidelines.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def edit_guidelines(request: PersonRequest, slug: str) -> HttpResponse:
    project = access.project_for(request, slug, "revise")
    newest = guidelines.newest(project)
    start = {"text": newest.text, "seen": newest.version} if newest else {"seen": 0}
    form = GuidelineForm(request.POST or None, initial=start)
    if form.is_valid():
        try:
            guidelines.save_version(project, request.user, **form.cleaned_data)
        except StaleVersion as stale:
            return _conflict(request, project, form, stale)
        except Refused as refusal:
            form.add_error(None, refusal.for_people)
        else:
            messages.success(request, _("Saved as a new version; it is in force now."))
            return redirect("show-guidelines", slug)
    context = {
        **_context(project, "guidelines"),
        "form": form,
        "limit": MAX_GUIDELINES,
        "html": _preview(form["text"].value()),
    }
    status = 422 if form.errors else 200
    return render(request, "guidelines/edit_guidelines.html", context, status=status)


@require_POST
def preview_guidelines(request: PersonRequest, slug: str) -> HttpResponse:
    """What the text will look like; nothing is saved."""
    project = access.project_for(request, slug, "revise")
    context = {"project": project, "html": _preview(request.POST.get("text"))}
    return render(request, "guidelines/_preview.html", context)


@require_GET
def list_versions(request: PersonRequest, slug: str) -> HttpResponse:
    project = access.project_for(request, slug, "label")
    versions = guidelines.versions_with_changes(project)
    context = _context(project, "versions") | {"versions": versions, "is_written": bool(versions)}
    return render(request, "guidelines/list_versions.html", context)


@require_GET
def show_version(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """A version and what it changed; `pk` is its number in the project."""
    version = access.guideline_for(request, slug, pk, "label")
    context = {
        **_context(version.project, "versions"),
        "version": version,
        "html": guidelines.draw(version.text),
        "lines": guidelines.what_changed(version),
    }
    return render(request, "guidelines/show_version.html", context)


def _conflict(
    request: PersonRequest, project: Project, form: GuidelineForm, stale: StaleVersion
) -> HttpResponse:
    """Both texts: the person's own stays in the field, and is now a change to the newest one."""
    newest = guidelines.newest(project)
    again = GuidelineForm(initial=form.cleaned_data | {"seen": newest.version if newest else 0})
    context = {
        **_context(project, "guidelines"),
        "form": again,
        "limit": MAX_GUIDELINES,
        "html": _preview(form.cleaned_data["text"]),
        "stale": stale.for_people,
        "newest": newest,
        "lines": guidelines.compare_with_newest(project, form.cleaned_data["text"]),
    }
    return render(request, "guidelines/edit_guidelines.html", context, status=stale.status)


def _preview(text: str | None) -> SafeString:
    return guidelines.draw(guidelines.tidy((text or "")[:MAX_GUIDELINES]))


def _context(project: Project, part: str) -> dict[str, object]:
    open_questions = questions.count_open(project)
    return {"project": project, "tab": "guidelines", "part": part, "open_questions": open_questions}
