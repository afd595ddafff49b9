"""The form of a project's settings: few choices, and those for experiments, which are folded."""

from collections.abc import Sequence
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from annotation.models import BatchUnit, CostUnit, Enough, LargeKind, Project, SourceModel
from annotation.refusals import Refused
from annotation.services.projects.choices import (
    NEEDS_SOURCE,
    QUERY_CHOICES,
    REPLACEMENT_CHOICES,
    SEED_CHOICES,
    Choice,
    choices_with,
)
from annotation.services.projects.encoder_names import check_encoder
from annotation.services.revision.rules import labels_to_replace

# What a manager seldom needs, folded on the page: each field with the value of a new project.
EXPERIMENTS: dict[str, object] = {
    name: getattr(Project(), name)
    for name in (
        "batch_unit",
        "cost_unit",
        "audit_percent",
        "hidden_percent",
        "accept_from",
        "replacement_q",
        "encoder",
        "large_kind",
        "seed_strategy",
        "query_strategy",
    )
}


class ExplainedField(forms.ChoiceField):
    """A choice whose options each come with a sentence (`_choices.html` shows them)."""

    def __init__(self, explained: Sequence[Choice], label: Any, initial: str | None = None) -> None:
        super().__init__(label=label, initial=initial)
        self.explain(explained)

    def explain(self, explained: Sequence[Choice]) -> None:
        self.choices = [(choice.name, choice.title) for choice in explained]
        self.explained = explained


class ShareField(forms.FloatField):
    """A share that is typed and shown in percent; what it cleans to stays a share."""

    unit = "%"

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=0, max_value=100, **options)

    def prepare_value(self, value: Any) -> Any:
        return f"{100 * value:.6g}" if isinstance(value, float) else value

    def clean(self, value: Any) -> float | None:
        percent = super().clean(value)
        return None if percent is None else round(percent / 100, 8)


class PercentField(forms.IntegerField):
    """A whole number of percent."""

    unit = "%"

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=0, max_value=100, **options)


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
        help_text=_("The model learns after each batch: the smaller the batch, the more often."),
    )
    source_model = forms.ModelChoiceField(
        SourceModel.objects.all(),
        label=_("Source model"),
        required=False,
        empty_label=_("None"),
        help_text=_(
            "A model trained on another corpus: it chooses the first turns, and the project's own "
            "model begins with what it knows."
        ),
    )
    batch_unit = forms.ChoiceField(
        label=_("A batch is made of"),
        choices=BatchUnit.choices,
        help_text=_(
            "Whole dialogues where somebody reads all of a dialogue in the end anyway; single "
            "turns teach the model most for what is read."
        ),
    )
    cost_unit = forms.ChoiceField(
        label=_("A batch is to save"),
        choices=CostUnit.choices,
        help_text=_(
            "What a label costs here: the choice weighs what a turn teaches against it, and the "
            "learning page draws the curve over it."
        ),
    )
    audit_percent = PercentField(
        label=_("Turns drawn by chance"),
        help_text=_(
            "Of each batch. Only they tell without bias what the model misses and what chance "
            "would have given; 0 = none, and nothing is known of either."
        ),
    )
    encoder = forms.CharField(
        label=_("Large model"),
        required=False,
        max_length=300,
        widget=forms.TextInput(attrs={"spellcheck": "false", "autocapitalize": "off"}),
        help_text=_(
            "A folder of the server with a pretrained encoder, or its name on a hub. It trains "
            "behind and proposes when turns drawn by chance, or test dialogues, show that it is "
            "better; empty = the quick model alone."
        ),
    )
    large_kind = forms.ChoiceField(
        label=_("Kind of the large model"),
        choices=LargeKind.choices,
        required=False,
        help_text=_("What stands on the encoder and learns with it."),
    )
    shared_percent = PercentField(
        label=_("Turns of a batch that several people read"),
        help_text=_("Only these turns show how far people agree. With 0 everybody reads alone."),
    )
    readers = forms.IntegerField(
        label=_("Readers for each of these turns"),
        min_value=2,
        max_value=9,
        help_text=_("In a smaller team everybody reads them."),
    )
    single_is_gold = forms.BooleanField(
        label=_("The model may learn from a turn that one person read"),
        required=False,
    )
    proposal_threshold = forms.FloatField(
        label=_("Show proposals once the model is this good (F1, 0 to 1)"),
        min_value=0,
        max_value=1,
        widget=forms.NumberInput(attrs={"step": "0.05"}),
        help_text=_(
            "Measured on what the model finds, whatever the label. A poor model costs more in "
            "corrections than it saves."
        ),
    )
    enough = forms.ChoiceField(
        label=_("Labelling may stop at"),
        choices=Enough.choices,
        required=False,
        help_text=_(
            "What the advice on the learning page goes by; the price of going on stands there. The "
            "more you ask for, the later it comes."
        ),
    )
    enough_missed = forms.FloatField(
        label=_("Items missed in 100 turns, at most"),
        required=False,
        min_value=0.01,
        max_value=100,
        # A step counts from the least value, and a browser would save nothing between.
        widget=forms.NumberInput(attrs={"step": "any"}),
        help_text=_("Counts only where misses are what labelling may stop at."),
    )
    accept_from = forms.FloatField(
        label=_("“Accept all” begins at a confidence of"),
        min_value=0.05,
        max_value=1,
        widget=forms.NumberInput(attrs={"step": "0.05"}),
        help_text=_(
            "0.05 to 1. One key takes the proposals of a turn that are at least this sure; a "
            "reader may choose another value for their own work."
        ),
    )
    hidden_percent = PercentField(
        label=_("Turns without proposals"),
        help_text=_(
            "Proposals are hidden in so many turns of a batch, drawn by chance: what readers say "
            "there shows whether the model leads them elsewhere."
        ),
    )
    seed_strategy = ExplainedField(SEED_CHOICES, _("First batch"))
    query_strategy = ExplainedField(QUERY_CHOICES, _("Next batches"))
    replacement = ExplainedField(REPLACEMENT_CHOICES, _("What stands for an original"))
    replacement_q = forms.FloatField(
        label=_("Probability that an item is replaced (q)"),
        required=False,
        min_value=0.01,
        max_value=1,
        widget=forms.NumberInput(attrs={"step": "0.01"}),
        help_text=_(
            "1 replaces every item. Below 1 real names stay in the text on purpose: for research "
            "only, never for what is published."
        ),
    )

    clean_dialogues = ShareField(
        label=_("Dialogues with nothing left, at least"),
        required=False,
        help_text=_(
            "A release is blocked where fewer of its dialogues are expected to be free of every "
            "original; only a named person lifts it, in writing."
        ),
    )
    missed_most = ShareField(
        label=_("Missed of a label, at most"),
        required=False,
        help_text=_(
            "A release is blocked while more than this share of a label may have been missed, by "
            "the upper end of its interval."
        ),
    )

    @classmethod
    def of(cls, project: Project, data: Any = None) -> "SettingsForm":
        """The form with the project's choices, and a field for each label that spans can have."""
        form = cls(data, initial={name: getattr(project, name) for name in cls.base_fields})
        for name in ("seed_strategy", "query_strategy"):
            field = cast(ExplainedField, form.fields[name])
            field.explain(choices_with(getattr(project, name), field.explained))
        same = (("", _("As the project")),)
        titles = tuple((choice.name, choice.title) for choice in REPLACEMENT_CHOICES)
        for label in labels_to_replace(project):
            form.fields[f"label-{label.pk}"] = forms.ChoiceField(
                label=label.name,
                choices=(*same, *titles),
                initial=label.replacement,
                required=False,
            )
        return form

    @property
    def label_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name not in self.base_fields]

    @property
    def with_own(self) -> int:
        return sum(bool(field.value()) for field in self.label_fields)

    @property
    def wrong_labels(self) -> bool:
        return any(field.errors for field in self.label_fields)

    @property
    def changed_experiments(self) -> int:
        """Of the folded choices, how many the project has otherwise than a new one."""
        values = ((self.initial.get(name), new) for name, new in EXPERIMENTS.items())
        return sum(value != new for value, new in values)

    @property
    def opens_experiments(self) -> bool:
        return any(self[name].errors for name in EXPERIMENTS)

    @property
    def replaces_otherwise(self) -> bool:
        """Whether what stands for an original is none of the usual choices, or refused."""
        field = self["replacement"]
        usual = {choice.name for choice in REPLACEMENT_CHOICES if choice.example}
        return bool(field.errors) or field.value() not in usual

    @property
    def leaves_originals(self) -> bool:
        """Whether the q in the form, as it is shown, is one below 1."""
        try:
            return 0 < float(self["replacement_q"].value() or 1) < 1
        except ValueError:
            return False

    @property
    def choices(self) -> dict[str, object]:
        return {name: self.cleaned_data[name] for name in self.base_fields}

    @property
    def by_label(self) -> dict[int, str]:
        """Label id -> strategy, of the labels that were sent."""
        sent = (name for name in self.fields if name not in self.base_fields and name in self.data)
        return {int(name.removeprefix("label-")): self.cleaned_data[name] for name in sent}

    def clean_replacement_q(self) -> float:
        """Empty is the safe one."""
        q = self.cleaned_data["replacement_q"]
        return 1.0 if q is None else float(q)

    def clean_clean_dialogues(self) -> float:
        """Empty is the limit of a new project, as below."""
        return self._limit("clean_dialogues")

    def clean_missed_most(self) -> float:
        return self._limit("missed_most")

    def _limit(self, name: str) -> float:
        limit = self.cleaned_data[name]
        return float(getattr(Project(), name) if limit is None else limit)

    def clean_large_kind(self) -> str:
        """Not sent: as it was."""
        return self.cleaned_data["large_kind"] or self.initial.get("large_kind") or LargeKind.BERT

    def clean_enough(self) -> str:
        """Not sent: as it was, and so below."""
        return self.cleaned_data["enough"] or self.initial.get("enough") or Enough.NEARLY_ALL

    def clean_enough_missed(self) -> float:
        missed = self.cleaned_data["enough_missed"]
        return float(self.initial.get("enough_missed", 1.0) if missed is None else missed)

    def clean_encoder(self) -> str:
        try:
            return check_encoder(self.cleaned_data["encoder"])
        except Refused as refusal:
            raise forms.ValidationError(refusal.for_people) from refusal

    def clean(self) -> dict[str, object]:
        values = super().clean() or {}
        if values.get("query_strategy") in NEEDS_SOURCE and not values.get("source_model"):
            self.add_error(
                "query_strategy", _("This strategy needs a source model, and none is chosen.")
            )
        return values
