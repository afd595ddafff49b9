"""A person's own account: the way to a new password, language and look, the tokens of her programs,
and the way out."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from annotation.models import ApiToken
from annotation.refusals import Refused
from annotation.services.access import tokens
from webapp import access
from webapp.forms.tokens import TokenForm
from webapp.requests import PersonRequest


@require_GET
def show_account(request: PersonRequest) -> HttpResponse:
    return render(request, "accounts/show_account.html")


@require_http_methods(["GET", "HEAD", "POST"])
def list_tokens(request: PersonRequest) -> HttpResponse:
    """The person's tokens; a new one is shown in this answer and nowhere else."""
    form = TokenForm(request.POST or None, owner=request.user)
    if request.method != "POST" or not form.is_valid():
        return _tokens(request, form, status=422 if form.errors else 200)
    try:
        token, text = tokens.create_token(request.user, **form.cleaned_data)
    except Refused as refusal:
        form.add_error(None, refusal.for_people)
        return _tokens(request, form, status=refusal.status)
    return _tokens(request, TokenForm(None, owner=request.user), made=token, text=text)


@require_POST
def revoke_token(request: PersonRequest, pk: int) -> HttpResponse:
    tokens.revoke_token(access.token_for(request, pk))
    return redirect("list-tokens")


def _tokens(
    request: PersonRequest,
    form: TokenForm,
    *,
    status: int = 200,
    made: ApiToken | None = None,
    text: str = "",
) -> HttpResponse:
    context = {
        "form": form,
        "tokens": tokens.list_tokens(request.user),
        "now": timezone.now(),
        "made": made,
        "text": text,
    }
    return render(request, "accounts/list_tokens.html", context, status=status)
