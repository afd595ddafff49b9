"""(being written)"""

from django.http import HttpRequest, HttpResponse


def show_status(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse(status=501)


def start_training(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse(status=501)


def cancel_training(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse(status=501)
