"""Forms of projects, people and imports: only the fields named here count."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from annotation.formats import FORMATS
from annotation.formats.encoding import ENCODINGS
from annotation.models import Dialogue, Member, Project, SourceModel
from annotation.schemes import SCHEMES
from annotation.services.projects import FROM_IMPORT
from annotation.services.strategies import QUERY_CHOICES, REPLACEMENT_CHOICES, SEED_CHOICES, Choice

LANGUAGES = [
    ("es", _("Spanish")),
    ("en", _("English")),
    ("ca", _("Catalan")),
    ("eu", _("Basque")),
    ("gl", _("Galician")),
    ("de", _("German")),
    ("fr", _("French")),
    ("it", _("Italian")),
    ("pt", _("Portuguese")),
]


class ExplainedField(forms.ChoiceField):
    """A choice whose options each come with a sentence (`_choices.html` shows them)."""

    def __init__(self, explained: list[Choice], label: Any) -> None:
        super().__init__(label=label, choices=[(choice.name, choice.title) for choice in explained])
        self.explained = explained


class ProjectForm(forms.Form):
    """What a new project needs."""

    name = forms.CharField(label=_("Name"), max_length=120)
    lang = forms.ChoiceField(label=_("Language of the texts"), choices=LANGUAGES)
    scheme = forms.ChoiceField(
        label=_("Labels"),
        required=False,
        initial="es-port",
        help_text=_("What counts as personal, and the key for each. From a file: those it uses."),
    )
    source_model = forms.ModelChoiceField(
        SourceModel.objects.all(),
        label=_("Source model"),
        required=False,
        empty_label=_("None"),
        help_text=_(
            "A model trained on another corpus. It chooses well before yours knows anything."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        schemes = [(scheme.name, gettext(scheme.title)) for scheme in SCHEMES.values()]
        later = (FROM_IMPORT, gettext("From the first labelled file"))
        self.fields["scheme"].choices = [*schemes, later]  # type: ignore[attr-defined]


class SettingsForm(forms.Form):
    """The choices that steer learning and release; the fields are named as those of Project."""

    name = forms.CharField(label=_("Name"), max_length=120)
    description = forms.CharField(
        label=_("Description"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    batch_size = forms.IntegerField(
        label=_("Turns in a batch"),
        min_value=1,
        max_value=500,
        help_text=_(
            "The model learns each time a batch is read; small batches make it learn often."
        ),
    )
    source_model = forms.ModelChoiceField(
        SourceModel.objects.all(),
        label=_("Source model"),
        required=False,
        empty_label=_("None"),
        help_text=_(
            "A model trained on another corpus, asked as long as the new one knows little."
        ),
    )
    shared_percent = forms.IntegerField(
        label=_("Turns read by several people, %"),
        min_value=0,
        max_value=100,
        help_text=_(
            "Of each batch. Only where several people read the same turn can their agreement be "
            "measured; 0 = everybody reads alone."
        ),
    )
    readers = forms.IntegerField(
        label=_("Readers of such a turn"),
        min_value=2,
        max_value=9,
        help_text=_("Nobody reads a turn twice; in a smaller team fewer read it."),
    )
    single_is_gold = forms.BooleanField(
        label=_("One reader's word counts"),
        required=False,
        help_text=_(
            "The model learns from a turn that one person was to read as soon as she has. Without "
            "it a curator looks at every turn first."
        ),
    )
    proposal_threshold = forms.FloatField(
        label=_("The model proposes from an F1 of"),
        min_value=0,
        max_value=1,
        widget=forms.NumberInput(attrs={"step": "0.05"}),
        help_text=_(
            "0 to 1. A poor model costs more in corrections than it saves; until it is measured to "
            "be this good, readers see no proposals."
        ),
    )
    hidden_percent = forms.IntegerField(
        label=_("Turns without proposals, %"),
        min_value=0,
        max_value=100,
        help_text=_(
            "Proposals are hidden in so many turns of a batch, drawn by chance: what readers say "
            "there shows whether the model leads them elsewhere."
        ),
    )
    seed_strategy = ExplainedField(SEED_CHOICES, _("First batch"))
    query_strategy = ExplainedField(QUERY_CHOICES, _("Next batches"))
    replacement = ExplainedField(REPLACEMENT_CHOICES, _("What stands for an original"))

    @classmethod
    def of(cls, project: Project, data: Any = None) -> "SettingsForm":
        """The form with the project's choices."""
        return cls(data, initial={name: getattr(project, name) for name in cls.base_fields})

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if values.get("query_strategy") == "source-entropy" and not values.get("source_model"):
            self.add_error(
                "query_strategy", _("This strategy needs a source model, and none is chosen.")
            )
        return values


class MemberForm(forms.Form):
    """A person for a project."""

    username = forms.CharField(label=_("User name"), max_length=150)
    role = forms.ChoiceField(label=_("Role"), choices=Member.Role.choices, initial="annotator")
    create = forms.BooleanField(label=_("Make an account for this person"), required=False)


class FilesInput(forms.ClearableFileInput):
    allow_multiple_selected = True


class FilesField(forms.FileField):
    """Several files at once."""

    widget = FilesInput

    def clean(self, data: Any, initial: Any = None) -> Any:
        if not data:
            raise forms.ValidationError(_("Choose at least one file."))
        return list(data)


class ImportForm(forms.Form):
    """Files and what they are."""

    SPANS = [
        ("gold", _("Made or checked by people")),
        ("machine", _("Proposed by a program")),
        ("ignore", _("Leave them out")),
    ]
    files = FilesField(label=_("Files"))  # type: ignore[assignment]
    format = forms.ChoiceField(label=_("Format"))
    lang = forms.ChoiceField(label=_("Language"), choices=LANGUAGES)
    encoding = forms.ChoiceField(
        label=_("Encoding"), choices=[(name, name.upper()) for name in ENCODINGS], initial="utf-8"
    )
    spans = forms.ChoiceField(label=_("Labels in the files"), choices=SPANS, initial="gold")
    split = forms.ChoiceField(label=_("Use"), choices=Dialogue.Split.choices, initial="pool")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        formats = [(each.name, gettext(each.label)) for each in FORMATS.values()]
        choices = [("auto", gettext("Recognise it")), *formats]
        self.fields["format"].choices = choices  # type: ignore[attr-defined]

    @property
    def limit(self) -> int:
        """Megabytes a file."""
        return int(settings.UPLOAD_LIMIT) // (1024 * 1024)

    @property
    def most(self) -> int:
        """Files at once; the page says so before Django refuses the request."""
        return int(settings.DATA_UPLOAD_MAX_NUMBER_FILES)

    def options(self) -> dict[str, Any]:
        """Keyword arguments of the import service."""
        names = ("format", "lang", "encoding", "spans", "split")
        return {name: self.cleaned_data[name] for name in names}

    def uploads(self) -> list[tuple[str, Any]]:
        """Names and streams."""
        return [(file.name, file) for file in self.cleaned_data["files"]]
