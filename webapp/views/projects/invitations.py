"""The pages of who is invited: a link is opened, and a new or an old account comes in by it.

The secret of the link comes in the body of a form and is asked for once; from then on the session
holds the number of the invitation.
"""

from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from annotation.models import Invitation, Member
from annotation.refusals import Refused
from annotation.services.projects import invitations
from webapp.forms.people import JoinForm
from webapp.requests import PersonRequest

OPENED = "invitation"  # in the session: the number of the one whose link was opened
MOST = 200  # characters of a secret that are looked at
require_form = require_http_methods(["GET", "HEAD", "POST"])


@login_not_required
@sensitive_post_parameters("token")
@require_form
def show_invitation(request: PersonRequest) -> HttpResponse:
    """Where a link leads: the page's script sends what stands behind its #."""
    if request.method != "POST":
        return render(request, "accounts/show_invitation.html")
    token = request.POST.get("token", "").strip().rpartition("#")[2][:MOST]
    invitation = invitations.find_invitation(token)
    if invitation is None:
        return render(request, "accounts/show_invitation.html", {"ended": True}, status=410)
    request.session[OPENED] = invitation.pk
    return redirect("accept-invitation")


@login_not_required
@sensitive_post_parameters("password")
@require_form
def accept_invitation(request: PersonRequest) -> HttpResponse:
    invitation = invitations.open_invitation(request.session.get(OPENED))
    if invitation is None:
        request.session.pop(OPENED, None)
        return redirect("show-invitation")
    if request.method != "POST":
        return _page(request, invitation, JoinForm())
    if request.user.is_authenticated:
        try:
            member = invitations.accept_as_member(invitation, request.user)
        except Refused as refusal:
            return _page(request, invitation, JoinForm(), refusal)
    else:
        form = JoinForm(request.POST)
        if not form.is_valid():
            return _page(request, invitation, form)
        try:
            member = invitations.accept_as_stranger(invitation, **form.cleaned_data)
        except Refused as refusal:
            return _page(request, invitation, form, refusal)
        login(request, member.user, backend="webapp.sign_in.backend.LimitedBackend")
    request.session.pop(OPENED, None)
    first = "show-intruder" if member.role == Member.Role.INTRUDER else "show-overview"
    return redirect(first, member.project.slug)


def _page(
    request: PersonRequest,
    invitation: Invitation,
    form: JoinForm,
    refusal: Refused | None = None,
) -> HttpResponse:
    context = {
        "invitation": invitation,
        "role": Member.Role(invitation.role).label,
        "form": form,
        "refusal": refusal.for_people if refusal else "",
    }
    status = refusal.status if refusal else (422 if form.errors else 200)
    return render(request, "accounts/accept_invitation.html", context, status=status)
