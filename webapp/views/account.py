"""A person's own account: the way to a new password, language and look, and the way out."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from webapp.requests import PersonRequest


@require_GET
def show_account(request: PersonRequest) -> HttpResponse:
    return render(request, "accounts/show_account.html")
