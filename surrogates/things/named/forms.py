"""The form of each key of a thing, from what was drawn for the whole: all of it, a part, or its
initials; and what the articles before each ask of it.
"""

from surrogates.folding import digraphs, fold, letters_only, words
from surrogates.labels import Kind
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.articles import agrees, asked_gender
from surrogates.things.groups import Group, thing_key
from surrogates.things.named.in_part import pieces_said
from surrogates.things.named.products import product_forms
from surrogates.things.named.short_writings import pet_like
from surrogates.things.named.streets import street_forms
from surrogates.things.organisations import (
    abbreviates,
    blend_like,
    cut_form,
    is_acronym,
    is_glued,
    letters_like,
    like_acronym,
)
from surrogates.things.proper_parts import parts_in, renamed


def genders_asked(scene: Scene, group: Group) -> dict[str, frozenset[str]]:
    """What the articles before each key of an organisation or a street ask of its form."""
    if group.kind not in (Kind.ORG, Kind.STREET):
        return {}
    by_key: dict[str, list[Item]] = {}
    for item in group.items:
        by_key.setdefault(thing_key(scene, item), []).append(item)
    asked = {key: asked_gender(scene, items) for key, items in by_key.items()}
    # "der [Brandt & Söhne Maschinenbau] GmbH": where it did not go with the name either, the
    # article is another word's; where two differ, no name with a gender will do.
    bare = {key: _bare(scene, items[0]) for key, items in by_key.items()}
    return {
        key: genders
        for key, genders in asked.items()
        if genders is not None and (not genders or agrees(scene.lexicon, genders, bare[key]))
    }


def _bare(scene: Scene, item: Item) -> str:
    return cut_form(scene.stems.thing(item.text, item.kind)[0])[0]


def may_be_shown(scene: Scene, form: str, *, initials: bool) -> bool:
    """Whether a form of a thing beside the whole may be shown; `initials`: only those are looked
    at, which share letters with the originals' where words for the kind stay."""
    if not initials:
        return scene.allowed(form)
    # Unlike what is allowed, they may be like an original.
    taken = (scene.used, scene.outside, scene.originals)
    said = {fold(item.text) for item in scene.items}
    key = words(form.replace("&", ""))  # each letter by itself may be anybody's: "H&M", "M&S"
    free = all(each.isdisjoint(key) for each in taken) and fold(form) not in said
    return not is_acronym(form) or free


def spread(scene: Scene, group: Group, drawn: str) -> dict[str, str]:
    """The form of each key of a group: the whole, a part, or its initials."""
    forms = {key.text: drawn for key in group.keys}
    if group.kind is Kind.STREET:
        return {**forms, **street_forms(scene, group, drawn)}
    if group.kind is Kind.PRODUCT:
        return product_forms(scene, group, drawn)
    if group.kind is not Kind.ORG:
        return forms
    texts = {i.index: _bare(scene, i) for i in group.items}
    whole = (t for t in texts.values() if not is_acronym(t) and not is_glued(t, texts.values()))
    longest = max(whole, key=len, default="")
    for item in group.items:
        key, text = thing_key(scene, item), texts[item.index]
        if "initials" in group.links and is_acronym(text):  # without an ending: "GMKn"
            continue
        elif is_glued(text, texts.values()):
            german = scene.lexicon.lang == "de"
            forms[key] = letters_only(digraphs(drawn) if german else drawn)
        elif group.naming:
            own = parts_in(scene, text, group.own)
            forms[key] = renamed(text, own, group.naming, scene.lexicon)
        elif "part_of" in group.links:
            forms[key] = pieces_said(text, longest, drawn, scene.lexicon)
    if "initials" in group.links:
        for item in group.items:
            text, key = texts[item.index], thing_key(scene, item)
            for other in group.items:
                old, new = texts[other.index], forms[thing_key(scene, other)]
                made = blend_like(text, old, new) or pet_like(text, old, new, scene.lexicon)
                if made:
                    forms[key] = made
        long = [item for item in group.items if not is_acronym(texts[item.index])]
        for item in group.items:
            if is_acronym(text := texts[item.index]):  # without an ending: "GMKn"
                key, lang = thing_key(scene, item), scene.lexicon.lang
                of = [i for i in long if abbreviates(text, texts[i.index], lang)]
                named = min(of or long, key=lambda i: len(texts[i.index]))
                new = forms[thing_key(scene, named)]
                letters = letters_like(text, texts[named.index], new) or new[: len(key)].upper()
                forms[key] = like_acronym(text, letters)
    return forms
