"""(being written)"""

from django.http import HttpRequest, HttpResponse


def revise_next(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse(status=501)


def tag_corpus(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse(status=501)


def revise_dialogue(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse(status=501)


def decide_issue(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse(status=501)


def edit_surrogate(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse(status=501)


def undo_decision(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse(status=501)


def approve_dialogue(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse(status=501)
