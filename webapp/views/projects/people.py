"""The people of a project: who they are, their roles and shares, and who is shut out."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from annotation.models import Member, Project
from annotation.refusals import Refused
from annotation.services.projects import invitations, members, shares
from webapp.access import invitation_for, member_for, project_for
from webapp.forms.people import InviteForm, MemberForm
from webapp.forms.shares import SharesForm
from webapp.requests import PersonRequest
from webapp.words.shares import dealt_words, released_words, role_words

require_form = require_http_methods(["GET", "HEAD", "POST"])


@require_form
def edit_members(request: PersonRequest, slug: str) -> HttpResponse:
    project = project_for(request, slug, "manage")
    form = MemberForm(request.POST or None)
    if not form.is_valid():
        return _page(request, project, form, status=422 if form.errors else 200)
    try:
        member, password = members.place_member(project, **form.cleaned_data)
    except Refused as refusal:
        form.add_error(None, refusal.for_people)
        return _page(request, project, form, status=refusal.status)
    if password:  # shown once, in the answer itself and nowhere else
        return _page(request, project, MemberForm(), member=member, password=password)
    return redirect("edit-members", slug)


@require_POST
def change_role(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    def change(project: Project, member: Member) -> int:
        return members.change_role(project, member, request.POST.get("role", ""))

    return _do(request, slug, pk, change, role_words)


@require_POST
def disable_member(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    return _do(request, slug, pk, members.disable_member)


@require_POST
def enable_member(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    def enable(_project: Project, member: Member) -> int:
        members.enable_member(member)
        return 0

    return _do(request, slug, pk, enable)


@require_POST
def remove_member(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    return _do(request, slug, pk, members.remove_member)


@require_POST
def set_shares(request: PersonRequest, slug: str) -> HttpResponse:
    """Deal the dialogues by the shares of the form, in equal ones, or withdraw what was dealt."""
    project = project_for(request, slug, "manage")
    form = SharesForm(shares.list_readers(project), request.POST)
    how, is_valid = request.POST.get("how"), form.is_valid()
    if how not in {"equal", "none"} and not is_valid:
        return _page(request, project, MemberForm(), status=422, shares_form=form)
    try:
        if how == "equal":
            dealt = shares.share_equally(project)
        else:
            dealt = shares.set_shares(project, {} if how == "none" else form.shares)
    except Refused as refused:
        form.add_error(None, refused.for_people)
        return _page(request, project, MemberForm(), status=refused.status, shares_form=form)
    messages.success(request, dealt_words(dealt))
    return redirect("edit-members", slug)


@require_POST
def invite_members(request: PersonRequest, slug: str) -> HttpResponse:
    """A link for some people; it is shown in this answer and nowhere else."""
    project = project_for(request, slug, "manage")
    form = InviteForm(request.POST)
    if not form.is_valid():
        return _page(request, project, MemberForm(), status=422, invite_form=form)
    invitation, token = invitations.invite(project, request.user, **form.cleaned_data)
    # Behind the #: a browser sends that to no server, so it is in no log and no referrer.
    link = request.build_absolute_uri(reverse("show-invitation")) + "#" + token
    return _page(request, project, MemberForm(), invited=invitation, link=link)


@require_POST
def revoke_invitation(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    invitations.revoke_invitation(invitation_for(request, slug, pk, "manage"))
    return redirect("edit-members", slug)


def _do(
    request: PersonRequest,
    slug: str,
    pk: int,
    change: Callable[[Project, Member], int],
    words: Callable[[Member], str] | None = None,
) -> HttpResponse:
    """Change one member, and say how many dialogues she had to give back; who shuts the page to
    herself goes to her projects. With `words` for it the focus stays on her role, which they
    describe."""
    member = member_for(request, slug, pk, "manage")
    try:
        released = change(member.project, member)
    except Refused as refusal:
        text, status = refusal.for_people, refusal.status
        return _page(request, member.project, MemberForm(), status=status, refusal=text)
    said = [words(member)] if words else []
    if released:
        said.append(released_words(member.user.get_username(), released))
    if said:
        messages.success(request, " ".join(said), extra_tags=str(pk))
    managing = member.project.memberships.filter(user=request.user, role=Member.Role.MANAGER)
    if not managing.exists():
        return redirect("list-projects")
    # A browser gives the focus to what the fragment names.
    return redirect(reverse("edit-members", args=[slug]) + (f"#role-{pk}" if words else ""))


def _page(
    request: PersonRequest,
    project: Project,
    form: MemberForm,
    status: int = 200,
    shares_form: SharesForm | None = None,
    **extra: object,
) -> HttpResponse:
    shares_form = shares_form or SharesForm(shares.list_readers(project))
    rows = shares_form.rows(shares.read_shares(project))
    context = {
        "project": project,
        "tab": "settings",
        "form": form,
        "members": members.list_members(project),
        "told": {message.extra_tags for message in messages.get_messages(request)},
        "shares_form": shares_form,
        "shares": rows,
        "any_held": any(held.dialogues for _member, _field, held in rows),
        "open_to_all": shares.count_open(project),
        "roles": Member.Role.choices,
        "invite_form": InviteForm(),
        "invitations": invitations.list_invitations(project),
        **extra,
    }
    return render(request, "projects/edit_members.html", context, status=status)
