"""Forms of the evidence page: what is asked of a second reading, and which tables are made."""

from django import forms
from django.utils.translation import gettext as _

from webapp.forms.steps import LARGEST


class DrawForm(forms.Form):
    """How many turns are drawn, and how many had been on the page from which that is asked."""

    turns = forms.IntegerField(min_value=1, max_value=LARGEST)
    seen = forms.IntegerField(min_value=0, max_value=LARGEST)

    @property
    def complaint(self) -> str:
        """Why the request is not understood."""
        return _("This says no number of turns; expected one above 0.")


class TablesForm(forms.Form):
    """What readers are compared with, and by which key of the dialogues a tagger learns from one
    part and is tried on others; without either the usual tables."""

    gold = forms.ChoiceField(choices=[("", ""), ("vote", "")], required=False)
    domain = forms.CharField(max_length=100, required=False)
