"""The form of the terms under which a project's files leave."""

from django import forms
from django.utils.translation import gettext_lazy as _

from annotation.models import Terms

# What is left empty until somebody writes it, with an example of each.
EXAMPLES = {
    "organisation": _("Example: Health service of the region, research unit"),
    "contact": _("Example: data@example.org"),
    "originals": _("Example: the legal department, until 31 December 2030"),
    "key_holder": _("Example: the data steward, in the safe of the house"),
    "licence_name": _("Example: CC BY-NC 4.0"),
    "licence": _("Example: what the licence says, or where it can be read"),
    "for_recipient": _("Example: research on dialogue systems, not for advertising"),
    "if_found": _("Example: tell us within a day, do not contact them, delete the dialogue"),
}


class TermsForm(forms.ModelForm):  # type: ignore[type-arg]
    """Every word of the data sheet that only people know."""

    months = forms.IntegerField(label=_("Review after (months)"), min_value=1, max_value=120)

    class Meta:
        model = Terms
        fields = (
            "organisation", "contact", "licence_name", "licence", "originals", "key_holder",
            "for_recipient", "if_found", "months", "two_sign",
        )  # fmt: skip
        labels = {
            "originals": _("Who holds the originals, and until when"),
            "for_recipient": _("Permitted use"),
            "if_found": _("If someone recognises a person"),
        }
        help_texts = EXAMPLES
        widgets = {
            "licence": forms.Textarea(attrs={"rows": 3}),
            "for_recipient": forms.Textarea(attrs={"rows": 2}),
            "if_found": forms.Textarea(attrs={"rows": 2}),
        }

    @property
    def to_fill(self) -> int:
        return len(EXAMPLES)

    @property
    def filled(self) -> int:
        """How many of them say something, as it is in the form."""
        return sum(bool(str(self[name].value() or "").strip()) for name in EXAMPLES)
