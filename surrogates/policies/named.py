"""`named`: one fixed exemplar per category; any other value of it in the text is genuine."""

from collections.abc import Iterator

from surrogates.folding import apply_case, case_pattern, fold, words
from surrogates.labels import Kind, gender_of, type_name
from surrogates.rewrite import Item
from surrogates.scene import Scene


def apply(scene: Scene, items: list[Item]) -> None:
    """Replaces every item by its category's exemplar, or the next word that is no original."""
    for item in items:
        text = next(
            (c for c in _exemplars(scene, item) if _allowed(scene, c, item)),
            f"[{type_name(item.label)}]",
        )
        if case_pattern(item.text) == "lower" and not text.startswith("["):
            text = apply_case(text, "lower")
        scene.surrogates[item.index] = text


def _allowed(scene: Scene, candidate: str, item: Item) -> bool:
    return fold(candidate) != fold(item.text) and not scene.tells(candidate)


def _exemplars(scene: Scene, item: Item) -> Iterator[str]:
    lexicon, exemplars = scene.lexicon, scene.lexicon.exemplars
    kind = item.kind
    if kind in (Kind.GIVEN, Kind.PERSON):
        entry = lexicon.name_by_key.get(words(item.text)[0]) if words(item.text) else None
        gender = gender_of(item.label) or (entry.gender if entry is not None else "u")
        names = [exemplars.get(f"given_{gender}", ""), *lexicon.names(gender)]
        surnames = [exemplars.get("surname", ""), *lexicon.surnames]
        if kind is Kind.PERSON and len(words(item.text)) > 1:
            plain = next((s for s in surnames if s and _allowed(scene, s, item)), "")
            yield from (f"{n} {plain}" for n in names if n)
        yield from (n for n in names if n)
    elif kind is Kind.SURNAME:
        yield exemplars.get("surname", "")
        yield from lexicon.surnames
    elif kind is Kind.PLACE:
        yield exemplars.get("place", "")
        yield from lexicon.places
    elif kind is Kind.ORG:
        yield exemplars.get("org", "")
        yield from lexicon.organisations
    elif kind is Kind.DATE:
        yield from _dates(scene, item)
    else:
        exemplar = exemplars.get(str(kind))
        if exemplar:
            yield exemplar
        if kind is Kind.LETTER:
            yield "e"
        if kind is Kind.NUMBER:
            yield from (w.form for w in lexicon.number_words if w.klass == "I")


def _dates(scene: Scene, item: Item) -> Iterator[str]:
    lexicon = scene.lexicon
    keys = words(item.text)
    if len(keys) == 1 and keys[0] in lexicon.month_numbers:
        yield from (lexicon.months[0], lexicon.months[1])
    elif len(keys) == 1 and keys[0] in {fold(w) for w in lexicon.weekdays}:
        yield from lexicon.weekdays[:2]
    else:
        yield lexicon.exemplars.get("date", "")
