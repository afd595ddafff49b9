"""Forms of the source models' page: where a corpus comes from, and what its labels mean."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from annotation.models import SourceTraining, User
from annotation.services.sources.trainings import managed_projects
from webapp.forms.projects import LANGUAGES


class CorpusForm(forms.Form):
    """A name, and a labelled corpus: a file or a project's finished turns."""

    name = forms.CharField(
        label=_("Name of the model"),
        max_length=120,
        help_text=_("Name it after its texts: “Hotel bookings, English”."),
    )
    file = forms.FileField(label=_("Labelled corpus"), required=False)
    project = forms.TypedChoiceField(
        label=_("The finished turns of a project"), required=False, empty_value=None
    )
    lang = forms.ChoiceField(label=_("Language"), required=False)
    domain = forms.CharField(
        label=_("What it is about"),
        max_length=120,
        required=False,
        help_text=_("A few words, for those who choose a model."),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        projects = {str(each.pk): each for each in managed_projects(user)}
        names = [(pk, each.name) for pk, each in projects.items()]
        field = self.fields["project"]
        field.choices = [("", gettext("None")), *names]  # type: ignore[attr-defined]
        field.coerce = projects.__getitem__  # type: ignore[attr-defined]
        says = ("", gettext("As the corpus says"))
        self.fields["lang"].choices = [says, *LANGUAGES]  # type: ignore[attr-defined]

    @property
    def limit(self) -> int:
        """Megabytes a file."""
        return int(settings.UPLOAD_LIMIT) // (1024 * 1024)

    def clean(self) -> dict[str, object]:
        values = super().clean() or {}
        if not self.errors and bool(values.get("file")) == bool(values.get("project")):
            self.add_error("file", _("Choose a file or a project, one of the two."))
        return values

    def words(self) -> dict[str, str]:
        """Keyword arguments of the service."""
        return {name: self.cleaned_data[name] for name in ("name", "lang", "domain")}


class LabelsForm(forms.Form):
    """Which labels of the corpus count as personal, as `personal=NAME&personal=NAME`."""

    personal = forms.MultipleChoiceField(required=False)

    def __init__(self, data: Any, *, training: SourceTraining) -> None:
        super().__init__(data)
        names = [(name, name) for name in training.counts["labels"]]
        self.fields["personal"].choices = names  # type: ignore[attr-defined]
