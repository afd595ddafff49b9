"""Forms of labels, scheme files, guidelines and questions: only the fields named here count."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from annotation.formats.schemes.files import MAX_BYTES, MAX_DESCRIPTION, MAX_GUIDELINES
from annotation.models import Identifier, Label, Project
from annotation.services.guidance.questions import MAX_TEXT
from webapp.forms.steps import LARGEST

FAMILIES = [
    ("person", _("People")),
    ("org", _("Organisations and products")),
    ("place", _("Places")),
    ("time", _("Dates and times")),
    ("id", _("Numbers, letters, addresses")),
    ("other", _("Other")),
]


class LabelForm(forms.Form):
    """A label of the scheme; the fields are named as those of Label."""

    name = forms.CharField(label=_("Name"), max_length=80)
    key = forms.CharField(
        label=_("Key"),
        required=False,
        max_length=4,
        strip=False,
        help_text=_(
            "A letter, a digit or a sign; or a sign and a letter, such as -A. A group only holds "
            "other labels and has no key."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters"}),
    )
    family = forms.ChoiceField(label=_("Colour family"), choices=FAMILIES, initial="other")
    description = forms.CharField(
        label=_("What it means"),
        required=False,
        max_length=MAX_DESCRIPTION,
        help_text=_("One sentence; it stands beside the text while somebody labels."),
    )
    parent = forms.ModelChoiceField(
        Label.objects.none(), label=_("Group"), required=False, empty_label=_("None")
    )

    identifier = forms.ChoiceField(
        label=_("Points at a person"),
        choices=[("", _("As its kind of thing does")), *Identifier.choices],
        required=False,
        help_text=_(
            "Names, numbers and addresses point directly; ages, places and trades do together with "
            "others. What stays and tells is counted by it."
        ),
    )

    def __init__(self, data: Any = None, *, project: Project, label: Label | None = None) -> None:
        initial = {}
        if label is not None:
            initial = {name: getattr(label, name) for name in self.base_fields}
        super().__init__(data, initial=initial)
        others = project.labels.all()
        if label is not None:
            others = others.exclude(pk=label.pk)
        self.fields["parent"].queryset = others  # type: ignore[attr-defined]

    def clean_key(self) -> str:
        return str(self.cleaned_data["key"]).strip().upper()


class SchemeFileForm(forms.Form):
    file = forms.FileField(
        label=_("File of labels"),
        help_text=_("Our own JSON, doccano's labels, or a Label Studio configuration."),
        widget=forms.ClearableFileInput(attrs={"accept": ".json,.xml"}),
    )

    def content(self) -> tuple[str, bytes]:
        """The file's name and its bytes, no more of them than are needed to refuse it."""
        file = self.cleaned_data["file"]
        return file.name, file.read(MAX_BYTES + 1)


class GuidelineForm(forms.Form):
    """A new version of the guidelines; `seen` is the version that the person changes."""

    text = forms.CharField(
        label=_("Guidelines, in Markdown"),
        required=False,
        max_length=MAX_GUIDELINES,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 20, "spellcheck": "true"}),
    )
    note = forms.CharField(
        label=_("What changed (optional)"),
        required=False,
        max_length=200,
    )
    seen = forms.IntegerField(min_value=0, max_value=LARGEST, widget=forms.HiddenInput)


class QuestionForm(forms.Form):
    """A question on a turn, or on the stretch of it between two code points."""

    op_id = forms.UUIDField()
    start = forms.IntegerField(min_value=0, max_value=LARGEST, required=False)
    end = forms.IntegerField(min_value=0, max_value=LARGEST, required=False)
    text = forms.CharField(label=_("Your question"), max_length=MAX_TEXT)


class NoteForm(QuestionForm):
    """A note in the place of a question; it may be about the whole dialogue."""

    whole = forms.BooleanField(required=False)


class NoteChangeForm(forms.Form):
    """Another text for a note; none takes it back. `seen`: the version that was changed."""

    op_id = forms.UUIDField()
    seen = forms.IntegerField(min_value=1, max_value=LARGEST)
    text = forms.CharField(label=_("Note"), max_length=MAX_TEXT, required=False)


class AnswerForm(forms.Form):
    """An answer; with `publish` the `entry` goes into the guidelines."""

    answer = forms.CharField(
        label=_("Answer"), max_length=MAX_TEXT, widget=forms.Textarea(attrs={"rows": 2})
    )
    publish = forms.BooleanField(label=_("Put it into the guidelines too"), required=False)
    entry = forms.CharField(
        label=_("As it stands in the guidelines"),
        required=False,
        max_length=MAX_TEXT,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    confirmed = forms.BooleanField(
        label=_("I read the entry: no original is in it"), required=False
    )
    seen = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)

    def clean(self) -> dict[str, object]:
        values = super().clean() or {}
        if values.get("publish") and not values.get("entry"):
            self.add_error("entry", _("Write the entry, or untick the box."))
        return values

    def step(self) -> dict[str, Any]:
        """The keyword arguments of `questions.answer_question`."""
        names = ("answer", "seen", "confirmed", "entry")
        values = {name: self.cleaned_data[name] for name in names}
        return values if self.cleaned_data["publish"] else values | {"entry": ""}
