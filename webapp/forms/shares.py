"""Forms that assign dialogues to readers: by shares, or those that a list shows."""

from collections.abc import Iterable, Mapping, Sequence

from django import forms

from annotation.models import Member
from annotation.services.glance.listing import NOBODY
from annotation.services.glance.ranges import unpacked
from annotation.services.projects.shares import Share
from webapp.forms.steps import LARGEST_ID


class AssignForm(forms.Form):
    """Which dialogues of a list go to whom: all that it showed, or those that are ticked."""

    to = forms.RegexField(rf"^({NOBODY}|[1-9][0-9]{{0,17}})$")
    what = forms.ChoiceField(choices=[("shown", ""), ("ticked", "")])
    shown = forms.RegexField(r"^([0-9]{1,18}(-[0-9]{1,18})?( |$))*$", required=False, strip=False)

    @property
    def member(self) -> int | None:
        """The id of the member; None opens the dialogues to all."""
        to = self.cleaned_data["to"]
        return None if to == NOBODY else int(to)

    def chosen(self, ticked: Iterable[str], there: Iterable[int]) -> set[int]:
        """Ids of the dialogues; of a range only those that are `there`."""
        if self.cleaned_data["what"] == "ticked":
            return {int(pk) for pk in ticked if pk.isdecimal() and int(pk) <= LARGEST_ID}
        return unpacked(self.cleaned_data["shown"], there)


class SharesForm(forms.Form):
    """A percentage for each member; a field each, empty for none."""

    def __init__(self, members: Sequence[Member], data: Mapping[str, object] | None = None) -> None:
        super().__init__(data)
        self.members = members
        for member in members:
            self.fields[f"share-{member.pk}"] = forms.IntegerField(
                label=member.user.get_username(),
                min_value=0,
                max_value=100,
                required=False,
                initial=member.share,
                widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
            )

    def rows(self, assigned: Mapping[int, Share]) -> list[tuple[Member, forms.BoundField, Share]]:
        """Each member, her field, and what is assigned to her."""
        return [
            (member, self[f"share-{member.pk}"], assigned.get(member.pk, Share()))
            for member in self.members
        ]

    @property
    def shares(self) -> dict[int, int]:
        """Member's id -> percent."""
        given = ((name, value) for name, value in self.cleaned_data.items() if value)
        return {int(name.removeprefix("share-")): value for name, value in given}
