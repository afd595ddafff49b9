"""(being written)"""

from django.http import HttpRequest, HttpResponse


def show_release(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse(status=501)


def create_export(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse(status=501)


def show_export(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse(status=501)


def download_export(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse(status=501)
