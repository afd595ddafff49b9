"""Forms of the site: what a request may say, before a service is asked to do it."""

from typing import Any, cast

from django import forms
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet, prefetch_related_objects
from django.http import HttpRequest
from django.utils.translation import gettext as _

from annotation.models import Project, Turn

LARGEST = 2**31 - 1  # what an integer column holds
LARGEST_ID = 2**63 - 1
MOST_TURNS = 200  # drawn again at once
MOST_WORDS = 1000  # that one step labels


# --- labelling ------------------------------------------------------------------------------
class OwnForm(forms.Form):
    """A change that its sender may have made a while ago, without a connection."""

    reader = forms.IntegerField(min_value=0, max_value=LARGEST)

    def check_reader(self, request: HttpRequest) -> None:
        """Raises PermissionDenied where somebody else signed in on this browser while steps were
        waiting: they are not hers."""
        if self.cleaned_data["reader"] != request.user.pk:
            raise PermissionDenied


class StepForm(OwnForm):
    """One step on a turn: its own id, the version that the person saw, and who she is."""

    op_id = forms.UUIDField()
    version = forms.IntegerField(min_value=0, max_value=LARGEST)

    @property
    def complaint(self) -> str:
        """What was wrong with a request that is not valid, for people."""
        fields = {"fields": ", ".join(self.errors)}
        return _("This step was not understood: %(fields)s.") % fields

    def step(self) -> dict[str, Any]:
        """The keyword arguments of the service that takes this step."""
        return {name: value for name, value in self.cleaned_data.items() if name != "reader"}


class StretchForm(StepForm):
    """A step on a stretch of the turn, in code points."""

    start = forms.IntegerField(min_value=0, max_value=LARGEST)
    end = forms.IntegerField(min_value=0, max_value=LARGEST)


class StretchesField(forms.CharField):
    """Stretches as scripts write them: "4-13 27-33"."""

    def to_python(self, value: Any) -> Any:
        try:
            pairs = [
                tuple(map(int, each.split("-")))
                for each in (super().to_python(value) or "").split()
            ]
        except ValueError:
            raise forms.ValidationError("not stretches", code="no_stretches") from None
        if len(pairs) > MOST_WORDS or any(len(pair) != 2 for pair in pairs):
            raise forms.ValidationError("not stretches", code="no_stretches")
        return pairs

    def run_validators(self, value: Any) -> None:
        """Those of a text do not apply."""


class SpanForm(StretchForm):
    """`words`: stretches inside it, each of which gets the label on its own."""

    label = forms.TypedChoiceField()
    words = StretchesField(required=False)

    def __init__(self, data: Any, *, project: Project) -> None:
        super().__init__(data)
        prefetch_related_objects([project], "labels")  # the answer draws with them too
        labels = {str(label.pk): label for label in project.labels.all()}
        field = cast(forms.TypedChoiceField, self.fields["label"])
        field.choices = [(pk, label.name) for pk, label in labels.items()]
        field.coerce = labels.__getitem__


class MoveForm(StretchForm):
    new_start = forms.IntegerField(min_value=0, max_value=LARGEST)
    new_end = forms.IntegerField(min_value=0, max_value=LARGEST)

    def step(self) -> dict[str, Any]:
        step = super().step()
        step["to"] = step.pop("new_start"), step.pop("new_end")
        return step


class AboveForm(StepForm):
    """Accept all proposals at least as sure as this; from the project's threshold on without it."""

    above = forms.FloatField(min_value=0, max_value=1, required=False)


class FinishForm(StepForm):
    """The turn is read; `seconds` is the time that the person was active on it."""

    seconds = forms.FloatField(min_value=0, required=False)


class FlagForm(StepForm):
    flagged = forms.BooleanField(required=False)


class TurnsField(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]
    """Turns by id; a number that no column holds is refused before it reaches the database."""

    def clean(self, value: Any) -> Any:
        try:
            fits = all(0 <= int(each) <= LARGEST_ID for each in value)
        except ValueError:
            fits = False
        if not fits or len(value) > MOST_TURNS:
            raise forms.ValidationError("not turns of a page", code="no_turns")
        return super().clean(value)


class TurnsForm(forms.Form):
    """Turns of one dialogue by id, as `pk=1&pk=2`; a request for more than a page shows is none."""

    pk = TurnsField(Turn.objects.none())

    def __init__(self, data: Any, *, turns: QuerySet[Turn]) -> None:
        super().__init__(data)
        self.fields["pk"].queryset = turns.select_related("dialogue")  # type: ignore[attr-defined]

    def clean_pk(self) -> QuerySet[Turn]:
        turns: QuerySet[Turn] = self.cleaned_data["pk"]
        if len({turn.dialogue_id for turn in turns}) > 1:
            raise forms.ValidationError("not turns of a page", code="no_turns")
        return turns

    def turns(self) -> list[Turn]:
        """In the order of the dialogue."""
        return sorted(self.cleaned_data["pk"], key=lambda turn: turn.position)
