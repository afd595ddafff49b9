"""The project's lexicon: what curators taught it, to be looked at, removed and taken along."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from annotation.models import LexiconRow, Project
from annotation.refusals import NothingToDo
from annotation.services.revision import lexicon
from annotation.services.revision.words import GENDERS, language_name
from webapp.access import lexicon_row_for, project_for
from webapp.requests import PersonRequest


@require_GET
def show_lexicon(request: PersonRequest, slug: str) -> HttpResponse:
    """Every row that counts, with who taught it and when."""
    return _page(request, project_for(request, slug, "revise"))


@require_POST
def remove_lexicon_row(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """Take a row back; approved dialogues stay as they were read."""
    row = lexicon_row_for(request, slug, pk, "revise")
    try:
        lexicon.remove_row(row)
    except NothingToDo as error:
        return _page(request, row.project, problem=error.for_people, status=error.status)
    return redirect("show-lexicon", row.project.slug)


@require_GET
def download_lexicon(request: PersonRequest, slug: str) -> HttpResponse:
    """A ZIP of TSV tables, a folder a language."""
    project = project_for(request, slug, "revise")
    answer = HttpResponse(lexicon.write_tables(project), content_type="application/zip")
    answer.headers["Content-Disposition"] = f'attachment; filename="{project.slug}-lexicon.zip"'
    return answer


def _page(
    request: PersonRequest, project: Project, *, problem: str = "", status: int = 200
) -> HttpResponse:
    rows = [(row, language_name(row.lang), _detail(row)) for row in lexicon.standing_rows(project)]
    # One of the tabs of the settings for who sees these, else a page beside revision.
    tab = "settings" if "manage" in request.rights else "revise"
    context = {"project": project, "tab": tab, "rows": rows, "problem": problem}
    return render(request, "revision/lexicon.html", context, status=status)


def _detail(row: LexiconRow) -> str:
    """What is known besides of a word: of the same name in another language, which; or a gender."""
    if row.kind == LexiconRow.Kind.EQUIVALENT:
        return language_name(row.detail)
    return str(GENDERS[row.detail]) if row.detail in ("f", "m") else ""
