"""What may be asked of a list of dialogues: a filter, an order, a page, a place in the map."""

from typing import Any

from django import forms
from django.http import HttpRequest, QueryDict
from django.urls import reverse

from annotation.models import Project
from annotation.services.glance.listing import NOBODY, QUEUE, SORTS, WISHES, Asked, State
from webapp.forms.steps import LARGEST, LARGEST_ID


class AskedForm(forms.Form):
    """Stands in an address, so what it cannot read counts as not asked for. Holds no word of a
    dialogue."""

    state = forms.ChoiceField(choices=[*State.choices, *((name, name) for name in QUEUE)])
    issues = forms.ChoiceField(choices=[(wish, wish) for wish in WISHES])
    reader = forms.IntegerField(min_value=1, max_value=LARGEST_ID)
    assigned = forms.RegexField(rf"^({NOBODY}|[1-9][0-9]{{0,17}})$")
    sort = forms.ChoiceField(choices=[(name, name) for name in SORTS if name])
    turned = forms.BooleanField()
    block = forms.IntegerField(min_value=1, max_value=LARGEST)
    page = forms.IntegerField(min_value=1, max_value=LARGEST)


def asked_by(request: HttpRequest) -> dict[str, Any]:
    """What `see_corpus` is to be asked: of the address, and of the body where there is one."""
    given = QueryDict(mutable=True)
    for source in (request.GET, request.POST):
        for name in source:
            given[name] = source[name]
    form = AskedForm(given)
    form.is_valid()
    known = dict(form.cleaned_data)
    asked: dict[str, Any] = {n: known.pop(n) for n in ("page", "block") if n in known}
    return asked | {"asked": Asked(**known)}


def home_of(request: HttpRequest, project: Project) -> tuple[str, dict[str, str]]:
    """The address of the list that is asked for, and what always stands in its query: revision has
    one of its own, with no map above it."""
    in_revision = "all" in request.GET
    name = "revise-next" if in_revision else "show-corpus"
    return reverse(name, args=[project.slug]), {"all": "1"} if in_revision else {}
