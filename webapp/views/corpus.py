"""(being written)"""

from django.http import HttpRequest, HttpResponse


def import_dialogues(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse(status=501)
