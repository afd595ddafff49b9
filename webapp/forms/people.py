"""Forms of people: who is added, who is invited, who joins. Only the fields named here count."""

from django import forms
from django.utils.translation import gettext_lazy as _

from annotation.models import Member
from annotation.services.projects.invitations import INVITED, MOST_DAYS, MOST_SEATS


class MemberForm(forms.Form):
    username = forms.CharField(label=_("User name"), max_length=150)
    role = forms.ChoiceField(label=_("Role"), choices=Member.Role.choices, initial="annotator")
    create = forms.BooleanField(label=_("Create an account for this person"), required=False)


class InviteForm(forms.Form):
    """A link for some people; who accepts it chooses her own name and password."""

    role = forms.ChoiceField(
        label=_("Role"), choices=[(role, role.label) for role in INVITED], initial="annotator"
    )
    seats = forms.IntegerField(
        label=_("For how many people"), min_value=1, max_value=MOST_SEATS, initial=1
    )
    days = forms.IntegerField(
        label=_("Expires after (days)"), min_value=1, max_value=MOST_DAYS, initial=7
    )
    note = forms.CharField(label=_("Note: for whom"), max_length=80, required=False)


class JoinForm(forms.Form):
    """A new account of somebody who was invited."""

    username = forms.CharField(label=_("User name"), max_length=150)
    password = forms.CharField(label=_("Password"), max_length=1000, strip=False)
