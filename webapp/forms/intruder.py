"""Forms of the motivated intruder: what she found out, and whether it is right."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from annotation.models import IntruderTry
from annotation.services.evidence.remains.intruder import ANSWERS
from annotation.services.evidence.remains.measuring import MOST_PEOPLE

MOST = 2000  # characters of an answer


def _area(label: Any, help_text: Any = "") -> forms.CharField:
    area = forms.Textarea(attrs={"rows": 2, "autocomplete": "off"})
    return forms.CharField(
        label=label, required=False, max_length=MOST, help_text=help_text, widget=area
    )


class AnswerForm(forms.Form):
    """Who, where, which event; how sure; what was used. Empty: nothing was found out."""

    who = _area(_("Who is it?"), _("A name, or as near as you come."))
    where = _area(_("Where was it?"))
    event = _area(_("Which event?"), _("What happened, and when."))
    sureness = forms.ChoiceField(
        label=_("How sure are you?"),
        choices=IntruderTry.Sureness.choices,
        initial=IntruderTry.Sureness.GUESS,
    )
    used = _area(
        _("What did you use?"), _("Search engines, registers, newspapers, what you know yourself.")
    )


class ScoreForm(forms.Form):
    """A score for each answer that was given; fields are named as the answers."""

    def __init__(self, row: IntruderTry, data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        labels = {"who": _("Who"), "where": _("Where"), "event": _("Which event")}
        for name in ANSWERS:
            if getattr(row, name).strip():
                self.fields[name] = forms.ChoiceField(
                    label=labels[name],
                    choices=IntruderTry.Score.choices,
                    initial=getattr(row, f"{name}_score") or None,
                    widget=forms.RadioSelect,
                )


class FewestForm(forms.Form):
    people = forms.IntegerField(label=_("Fewest people"), min_value=0, max_value=MOST_PEOPLE)
