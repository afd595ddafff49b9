"""(being written)"""

from django.http import HttpRequest, HttpResponse


def list_projects(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse(status=501)


def create_project(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse(status=501)


def show_overview(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse(status=501)


def edit_settings(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse(status=501)


def edit_members(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse(status=501)


def remove_member(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse(status=501)
