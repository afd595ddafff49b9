"""The classic tables as files: Markdown and CSV."""

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_GET

from annotation.services.evidence.tables import page as tables_page
from webapp.access import project_for
from webapp.requests import PersonRequest

TYPES = {"md": "text/markdown; charset=utf-8", "csv": "text/csv; charset=utf-8"}


@require_GET
def download_tables(request: PersonRequest, slug: str, ending: str) -> HttpResponse:
    """The newest tables; 404 before they were measured."""
    project = project_for(request, slug, "evidence")
    text = tables_page.written(project, ending) if ending in TYPES else None
    if text is None:
        raise Http404
    headers = {"Content-Disposition": f'attachment; filename="antifaz-tables.{ending}"'}
    return HttpResponse(text, content_type=TYPES[ending], headers=headers)
