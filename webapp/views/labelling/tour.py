"""The tour of the labelling page: that a person has seen it, so that it is not shown again."""

from django.http import HttpResponse
from django.views.decorators.http import require_POST

from annotation.services.labelling import tours
from webapp.requests import PersonRequest


@require_POST
def finish_tour(request: PersonRequest) -> HttpResponse:
    tours.finish_tour(request.user)
    return HttpResponse(status=204)
