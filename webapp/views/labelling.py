"""(being written)"""

from django.http import HttpRequest, HttpResponse


def label_next(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse(status=501)


def label_item(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse(status=501)


def add_span(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse(status=501)


def clear_span(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse(status=501)


def accept_proposals(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse(status=501)


def decide_proposal(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse(status=501)


def undo_step(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse(status=501)


def redo_step(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse(status=501)


def finish_item(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse(status=501)


def skip_item(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse(status=501)


def flag_item(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse(status=501)


def reopen_item(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse(status=501)
