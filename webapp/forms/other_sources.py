"""The form of sources that are not taught here: a kind, and the one thing that it needs."""

from django import forms
from django.utils.translation import gettext_lazy as _

from annotation.services.sources.kinds import ALL_KINDS, Wanted
from webapp.forms.projects import LANGUAGES

KIND_NAMES = {
    "rules": _("Rules: identifiers that prove themselves"),
    "address": _("A program behind an address"),
    "large": _("A large model of Antifaz"),
    "transformers": _("A token classifier (weights)"),
    "gliner": _("GLiNER (weights)"),
    "presidio": _("Recognisers of Presidio"),
    "several": _("Several of the list, together"),
}
assert set(KIND_NAMES) == set(ALL_KINDS)


class OtherSourceForm(forms.Form):
    """What `Wanted` says of a source."""

    prefix = "other"
    name = forms.CharField(label=_("Name"), max_length=120)
    kind = forms.ChoiceField(label=_("Kind"), choices=list(KIND_NAMES.items()))
    where = forms.CharField(
        label=_("Where it is"),
        max_length=1000,
        required=False,
        help_text=_(
            "The folder of weights, the address, or names with commas between: of recognisers, or "
            "of the models of the list. Rules need nothing."
        ),
    )
    labels = forms.CharField(
        label=_("Labels that count as personal"),
        max_length=1000,
        required=False,
        help_text=_("Names with commas between; empty: all. GLiNER is asked for these."),
    )
    lang = forms.ChoiceField(label=_("Language"), choices=LANGUAGES)

    def wanted(self) -> Wanted:
        """The source as described; call after `is_valid`."""
        values = self.cleaned_data
        labels = tuple(each.strip() for each in values["labels"].split(",") if each.strip())
        return Wanted(values["name"], values["kind"], values["where"], values["lang"], "", labels)
