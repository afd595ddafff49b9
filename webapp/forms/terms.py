"""The form of the terms under which a project's files leave."""

from django import forms

from annotation.models import Terms


class TermsForm(forms.ModelForm):  # type: ignore[type-arg]
    """Every word of the data sheet that only people know."""

    months = forms.IntegerField(
        label=Terms._meta.get_field("months").verbose_name, min_value=1, max_value=120
    )

    class Meta:
        model = Terms
        fields = (
            "organisation", "contact", "licence_name", "licence", "originals", "key_holder",
            "for_recipient", "if_found", "months", "two_sign",
        )  # fmt: skip
        widgets = {
            "licence": forms.Textarea(attrs={"rows": 8}),
            "for_recipient": forms.Textarea(attrs={"rows": 2}),
            "if_found": forms.Textarea(attrs={"rows": 2}),
        }
