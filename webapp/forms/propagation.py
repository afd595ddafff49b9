"""What a request about every occurrence of a stretch may say; used by `views.propagation`."""

from typing import Any

from django import forms
from django.core.validators import RegexValidator

from annotation.models import Label, Project, User
from annotation.services.labelling.occurrences import CLEAR, KINDS, NEW, RELABEL, SCOPES, SHOWN
from annotation.services.labelling.propagation import Choice, Matching, Question
from webapp.forms.steps import LARGEST, OwnForm

# What is to be done -> the kind of occurrence that it is done to, unless the person ticks others.
USUAL = {"label": NEW, "relabel": RELABEL, "clear": CLEAR}
HIT = r"\d{1,19}:\d{1,10}-\d{1,10}"  # an occurrence: turn, start, end
HITS = RegexValidator(rf"\A{HIT}(?:,{HIT})*\Z")


class PlanForm(forms.Form):
    """The question: what to do, where, and how alike words must be.

    Without `what` the plan decides between labelling and relabelling; without a label there is
    nothing to plan yet, unless labels are to be cleared.
    """

    start = forms.IntegerField(min_value=0, max_value=LARGEST)
    end = forms.IntegerField(min_value=0, max_value=LARGEST)
    what = forms.ChoiceField(choices=[(name, name) for name in USUAL], required=False)
    scope = forms.ChoiceField(choices=[(name, name) for name in SCOPES])
    label = forms.ModelChoiceField(Label.objects.none(), required=False)
    capitals = forms.BooleanField(required=False)
    accents = forms.BooleanField(required=False)
    endings = forms.BooleanField(required=False)

    def __init__(self, data: Any, *, project: Project) -> None:
        super().__init__(data)
        labels = project.labels.exclude(key="")
        self.fields["label"].queryset = labels  # type: ignore[attr-defined]

    @property
    def clears(self) -> bool:
        return bool(self.cleaned_data["what"] == "clear")

    @property
    def lacks_label(self) -> bool:
        return self.cleaned_data["label"] is None and not self.clears

    def question(self, only: User | None) -> Question:
        names = ("capitals", "accents", "endings")
        return Question(
            start=self.cleaned_data["start"],
            end=self.cleaned_data["end"],
            scope=self.cleaned_data["scope"],
            label=None if self.clears else self.cleaned_data["label"],
            matching=Matching(**{name: self.cleaned_data[name] for name in names}),
            only=only,
        )


class ApplyForm(PlanForm, OwnForm):
    """The question again, the plan that was seen, and what was chosen in it."""

    op_id = forms.UUIDField()
    token = forms.RegexField(r"\A[0-9a-f]{32}\Z")
    kinds = forms.MultipleChoiceField(choices=[(kind, kind) for kind in KINDS], required=False)
    without = forms.CharField(validators=[HITS], max_length=SHOWN * 48, required=False)
    also = forms.CharField(validators=[HITS], max_length=SHOWN * 48, required=False)

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("what") != "clear" and cleaned.get("label") is None:
            self.add_error("label", "required")
        return cleaned

    def choice(self) -> Choice:
        without, also = (
            [hit for hit in self.cleaned_data[name].split(",") if hit]
            for name in ("without", "also")
        )
        cleaned = self.cleaned_data
        return Choice(cleaned["op_id"], cleaned["token"], cleaned["kinds"], without, also)
