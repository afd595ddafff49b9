"""What may be asked of a list of dialogues: a filter, an order, a page, a place in the map."""

from typing import Any, NamedTuple
from urllib.parse import urlencode

from django import forms
from django.http import HttpRequest, QueryDict
from django.urls import reverse

from annotation.models import Project
from annotation.services.glance.listing import (
    AGREEMENTS,
    LENGTHS,
    NOBODY,
    NOTED,
    PARTS,
    QUEUE,
    SORTS,
    WISHES,
    Asked,
    State,
)
from webapp.forms.steps import LARGEST, LARGEST_ID

LONGEST_QUERY, LONGEST_ID = 300, 19


class AskedForm(forms.Form):
    """Stands in an address, so what it cannot read counts as not asked for. Holds no word of a
    dialogue."""

    state = forms.ChoiceField(choices=[*State.choices, *((name, name) for name in QUEUE)])
    issues = forms.ChoiceField(choices=[(wish, wish) for wish in (*WISHES, NOTED)])
    reader = forms.IntegerField(min_value=1, max_value=LARGEST_ID)
    assigned = forms.RegexField(rf"^({NOBODY}|[1-9][0-9]{{0,17}})$")
    agreement = forms.ChoiceField(choices=[(name, name) for name in AGREEMENTS])
    length = forms.ChoiceField(choices=[(name, name) for name in LENGTHS])
    sort = forms.ChoiceField(choices=[(name, name) for name in SORTS])
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
    place = {name: value for name, value in form.cleaned_data.items() if name not in PARTS}
    return place | {"asked": _asked(form)}


class Listed(NamedTuple):
    """The list of dialogues that a person came from."""

    query: str = ""  # as an address carries it; empty where she came from none
    asked: Asked | None = None


def listed_by(request: HttpRequest) -> Listed:
    """From the `list` that an address or a form carries along (`templatetags.glance.listed`)."""
    given = request.POST.get("list") or request.GET.get("list") or ""
    form = AskedForm(QueryDict(given[:LONGEST_QUERY]))
    form.is_valid()
    asked = _asked(form)
    return Listed(urlencode(asked.given), asked) if asked.given else Listed()


def named_by(request: HttpRequest) -> int:
    """The dialogue that a page has named as the next one, by its id; 0 where it named none."""
    given = request.POST.get("next") or request.GET.get("next") or ""
    return int(given) if given.isdecimal() and len(given) < LONGEST_ID else 0


def _asked(form: AskedForm) -> Asked:
    known = {name: value for name, value in form.cleaned_data.items() if name in PARTS}
    return Asked(**known)


def home_of(request: HttpRequest, project: Project) -> tuple[str, dict[str, str]]:
    """The address of the list that is asked for, and what always stands in its query: revision has
    one of its own, with no map above it."""
    in_revision = "all" in request.GET
    name = "revise-next" if in_revision else "show-corpus"
    return reverse(name, args=[project.slug]), {"all": "1"} if in_revision else {}
