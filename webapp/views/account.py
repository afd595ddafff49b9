"""A person's own account: her name, where she works and as what, and the way to a new password."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from annotation.services.projects.members import list_memberships
from webapp.requests import PersonRequest


@require_GET
def show_account(request: PersonRequest) -> HttpResponse:
    context = {"memberships": list_memberships(request.user)}
    return render(request, "accounts/show_account.html", context)
