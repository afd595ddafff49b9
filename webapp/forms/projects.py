"""Forms of projects and imports: only the fields named here count."""

from pathlib import Path
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from annotation.formats import FORMATS
from annotation.models import SourceModel
from annotation.schemes import SCHEMES
from annotation.services.projects.choices import Choice
from annotation.services.projects.creation import FROM_IMPORT
from webapp.forms.settings import ExplainedField

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


class ProjectForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=120)
    lang = forms.ChoiceField(
        label=_("Language of the texts"),
        choices=LANGUAGES,
        help_text=_(
            "Invented names exist for Spanish, English, Catalan, Basque, German and French."
            " Galician borrows the Spanish ones, other languages the English ones."
        ),
    )
    scheme = forms.ChoiceField(
        label=_("Labels"),
        required=False,
        initial="es-port",
        help_text=_(
            "What counts as personal. You can change them later; a labelled file that you import"
            " adds its own."
        ),
    )
    source_model = forms.ModelChoiceField(
        SourceModel.objects.all(),
        label=_("Source model (optional)"),
        required=False,
        empty_label=_("None"),
        help_text=_(
            "A model trained on another corpus. It picks the first turns to label, until your own"
            " model has learnt."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        schemes = [(scheme.name, gettext(scheme.title)) for scheme in SCHEMES.values()]
        later = (FROM_IMPORT, gettext("From the first labelled file"))
        self.fields["scheme"].choices = [*schemes, later]  # type: ignore[attr-defined]


class FilesInput(forms.ClearableFileInput):
    allow_multiple_selected = True


class FilesField(forms.FileField):
    """Several files at once."""

    widget = FilesInput

    def clean(self, data: Any, initial: Any = None) -> Any:
        if not data and self.required:
            raise forms.ValidationError(_("Choose at least one file."))
        files = list(data or ())
        large = [file.name for file in files if file.size > settings.UPLOAD_LIMIT]
        if large:
            limit = {"names": ", ".join(large), "limit": settings.UPLOAD_LIMIT // (1024 * 1024)}
            what = _("Larger than %(limit)s MB: %(names)s. Nothing was kept.") % limit
            raise forms.ValidationError(what, code="too_large")
        return files


class ReadingForm(forms.Form):
    """How files are to be read; the preview asks again."""

    SPANS = (
        Choice(
            "gold",
            _("Made or checked by people"),
            _(
                "The turns count as read, and the model learns from them. Files without a label "
                "are taken as unread."
            ),
        ),
        Choice(
            "machine",
            _("Proposed by a program"),
            _("They wait as proposals, to be accepted or rejected."),
        ),
        Choice(
            "replaced",
            _("Replaced by a program, with the originals"),
            _(
                "What it replaced becomes proposals, what it wrote there the surrogates; both are "
                "gone through like a model's."
            ),
        ),
        Choice(
            "masked",
            _("Replaced by a program, without the originals"),
            _(
                "Placeholders such as [NAME] or XXXX become proposals. Only what it missed can be "
                "found; what it hid cannot be checked."
            ),
        ),
        Choice(
            "found",
            _("Found by a program in dialogues that are here"),
            _(
                "The output of Presidio, Philter, OpenMed, scrubadub or an INCEpTION project: no "
                "dialogue comes in, what they found waits as proposals in their names."
            ),
        ),
        Choice("ignore", _("Leave them out"), _("Only the texts are taken.")),
    )
    SPLITS = (
        Choice("pool", _("To be labelled"), _("The first batch is chosen right after the import.")),
        Choice(
            "test",
            _("Finished, kept to measure the model"),
            _("Nobody is asked about them and the model never learns from them."),
        ),
    )
    FAULTS = [
        ("leave", _("Leave out what is wrong: a row of a table, else the dialogue")),
        ("refuse", _("All or nothing: leave out its whole file")),
    ]
    spans = ExplainedField(SPANS, label=_("Labels in the files"), initial="gold")
    split = ExplainedField(SPLITS, label=_("What they are for"), initial="pool")
    format = forms.ChoiceField(label=_("Format"))
    lang = forms.ChoiceField(
        label=_("Language of dialogues that do not say theirs"), choices=LANGUAGES
    )
    faults = forms.ChoiceField(
        label=_("Where something has a fault"), choices=FAULTS, initial="leave", required=False
    )
    tool = forms.CharField(
        label=_("Name of the program"),
        required=False,
        max_length=80,
        help_text=_("For the report on its work. A program that is named has read every turn."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        formats = [(each.name, gettext(each.label)) for each in FORMATS.values()]
        choices = [("auto", gettext("Recognise it")), *formats]
        self.fields["format"].choices = choices  # type: ignore[attr-defined]

    def options(self) -> dict[str, Any]:
        """What the import service is told."""
        names = ("format", "lang", "spans", "split", "tool")
        chosen = {name: self.cleaned_data[name] for name in names}
        return chosen | {"lenient": self.cleaned_data["faults"] != "refuse"}


class ImportForm(ReadingForm):
    files = FilesField(label=_("Files"))  # type: ignore[assignment]
    replaced = FilesField(
        label=_("The same dialogues as the program replaced them"),
        required=False,
        help_text=_(
            "Same names and turns as in the files above. Without them each turn of those files has "
            "its replaced text under “replaced”."
        ),
    )

    @property
    def limit(self) -> int:
        """Megabytes a file."""
        return int(settings.UPLOAD_LIMIT) // (1024 * 1024)

    @property
    def most(self) -> int:
        """Files at once; the page says so before Django refuses the request."""
        return int(settings.DATA_UPLOAD_MAX_NUMBER_FILES)

    @property
    def opens_more(self) -> bool:
        """Whether something that is folded is wrong or not as usual."""
        usual = {"split": "pool", "spans": "gold", "tool": ""}
        return bool(self.errors) or any(
            (self[name].value() or "") != value for name, value in usual.items()
        )

    def clean(self) -> dict[str, object]:
        values = super().clean() or {}
        if values.get("replaced") and values.get("spans") != "replaced":
            self.add_error(
                "replaced",
                _("Say above that the texts were replaced by a program, with the originals."),
            )
        return values

    def uploads(self) -> list[tuple[str, Any]]:
        return _sources(self.cleaned_data["files"])

    def replaced_files(self) -> list[tuple[str, Any]]:
        return _sources(self.cleaned_data["replaced"])

    @property
    def too_large(self) -> bool:
        """Whether a file is larger than is taken; nothing past that was stored."""
        return any(error.code == "too_large" for error in self.errors.as_data().get("files", ()))


def _sources(files: Any) -> list[tuple[str, Any]]:
    return [(file.name, Path(file.temporary_file_path())) for file in files]
