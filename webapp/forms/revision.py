"""What the revision page posts: a decision on an issue, a change of an entity, a taught fact."""

import re

from django import forms

from annotation.models import LexiconRow
from annotation.services.revision import entity_changes, issue_decisions
from annotation.services.revision.replay import LONGEST_SURROGATE

PANEL = re.compile(r"\A[\w-]{1,80}\Z")
STATE = re.compile(r"\A[0-9a-f]{16}\Z")


class StepForm(forms.Form):
    """Every step says which state of the dialogue the person saw."""

    state = forms.RegexField(regex=STATE, strip=True)
    # The panel that it came from: a refusal is told there, and nothing that was typed is lost.
    panel = forms.RegexField(regex=PANEL, required=False)

    @property
    def state_seen(self) -> str:
        return str(self.cleaned_data["state"])


class ApproveForm(StepForm):
    reason = forms.CharField(max_length=300, required=False)


class DecideForm(StepForm):
    """One issue, named by its place, and what a person does about it."""

    code = forms.CharField(max_length=40)
    turn = forms.IntegerField(min_value=0)
    start = forms.IntegerField(min_value=0)
    action = forms.ChoiceField(
        choices=[("accept", ""), ("every", ""), ("dismiss", "")],
    )
    reason = forms.CharField(max_length=300, required=False)

    def answer(self) -> issue_decisions.Answer:
        values = {name: self.cleaned_data[name] for name in ("code", "turn", "start", "reason")}
        every = self.cleaned_data["action"] == "every"
        action = "accept" if every else self.cleaned_data["action"]
        return issue_decisions.Answer(**values, action=action, every=every)


class ChangeForm(StepForm):
    """Mentions (their keys) and what is done to them; "gender:f" says two things at once."""

    KINDS = (
        *(k for k in entity_changes.KINDS if k != "gender"),
        *(f"gender:{g}" for g in entity_changes.GENDERS),
    )

    mentions = forms.MultipleChoiceField(required=False)
    kind = forms.ChoiceField(choices=[(kind, "") for kind in KINDS])
    text = forms.CharField(max_length=LONGEST_SURROGATE, required=False)
    other = forms.CharField(max_length=60, required=False)
    relation = forms.CharField(max_length=20, required=False)

    def __init__(self, data: object) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        # Which mentions there are the service knows; here they are only strings.
        self.fields["mentions"] = _Keys(required=False)

    def wanted(self) -> entity_changes.Change:
        kind, _, gender = self.cleaned_data["kind"].partition(":")
        values = {
            name: self.cleaned_data[name] for name in ("mentions", "text", "other", "relation")
        }
        return entity_changes.Change(**values, kind=kind, gender=gender)


class _Keys(forms.MultipleChoiceField):
    def valid_value(self, value: str) -> bool:
        return len(value) <= 60


class TeachForm(StepForm):
    kind = forms.ChoiceField(choices=LexiconRow.Kind.choices)
    form = forms.CharField(max_length=60)
    value = forms.CharField(max_length=60, required=False)
    gender = forms.CharField(max_length=1, required=False)
    language = forms.CharField(max_length=12, required=False)

    def fact(self) -> tuple[str, str, str, str]:
        """Arguments of `lexicon.check_fact`."""
        values = self.cleaned_data
        lang = values["kind"] == LexiconRow.Kind.EQUIVALENT
        return (
            values["kind"], values["form"], values["value"],
            values["language"] if lang else values["gender"],
        )  # fmt: skip
