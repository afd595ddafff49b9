"""Forms of what links programs: a token (what it is for, in which project, what it may do, until
when), and the address that is to be told."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from annotation.models import Project, User
from annotation.models.programs import Scope
from annotation.services.access.tokens import MOST_DAYS


class TokenForm(forms.Form):
    name = forms.CharField(label=_("What it is for"), max_length=80)
    project = forms.ModelChoiceField(
        label=_("Project"),
        queryset=Project.objects.none(),
        required=False,
        empty_label=pgettext_lazy("projects", "All of mine"),
    )
    days = forms.IntegerField(
        label=_("Ends after (days)"), min_value=1, max_value=MOST_DAYS, initial=90
    )
    scopes = forms.MultipleChoiceField(
        label=_("The program may"), choices=Scope.choices, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, data: Any, *, owner: User) -> None:
        super().__init__(data)
        own = Project.objects.filter(memberships__in=owner.memberships.all()).distinct()
        self.fields["project"].queryset = own.order_by("name")  # type: ignore[attr-defined]


class HookForm(forms.Form):
    address = forms.CharField(
        label=_("Address"),
        max_length=500,
        widget=forms.TextInput(
            attrs={"inputmode": "url", "autocomplete": "off", "spellcheck": "false", "dir": "ltr"}
        ),
    )
