"""Places that have a name in more than one language: "[Lleida]", "[Lérida]". Called by `draws`."""

from collections.abc import Iterable

from surrogates.folding import fold
from surrogates.languages.lexicon import Lexicon, name_key
from surrogates.things.groups import Group


def langs_of(lexicon: Lexicon, group: Group) -> dict[str, str]:
    """The language of each key of a place that is named in more than one."""
    lang_of: dict[str, str] = {}
    for key in group.keys:
        for concept in lexicon.concept_of.get(("place", key), ()):
            for row in lexicon.concepts[("place", concept)]:
                if name_key(row["form"]) == key:
                    lang_of.setdefault(key, row["lang"])
    return lang_of


def named_in(lexicon: Lexicon, langs: Iterable[str]) -> dict[str, dict[str, str]]:
    """Concept -> language -> form, of the places that have a name in each language."""
    options: dict[str, dict[str, str]] = {}
    for (kind, concept), rows in lexicon.concepts.items():
        forms = {r["lang"]: r["form"] for r in rows}
        if kind == "place" and forms.keys() >= set(langs):
            options[concept] = forms
    return options


def provinces_named_in(lexicon: Lexicon, langs: Iterable[str]) -> frozenset[str]:
    """The provinces that have a town with a name in each language."""
    forms = (form for forms in named_in(lexicon, langs).values() for form in forms.values())
    towns = (lexicon.place_by_key.get(fold(form)) for form in forms)
    return frozenset(town.province for town in towns if town is not None)
