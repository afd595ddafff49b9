"""Writes another age in the form of the old one."""

from dataclasses import replace

from surrogates import notices
from surrogates.dates.calendars import Calendar, joined
from surrogates.dates.lives.ages import (
    DECADE,
    DIGITS,
    FIGURES,
    OLDEST,
    ORDINAL,
    ORDINALS,
    Age,
    form_of,
)
from surrogates.dates.numeric import Part
from surrogates.dates.writing import in_case_of, write_part
from surrogates.folding import fold
from surrogates.labels import type_name
from surrogates.languages.cardinals import say
from surrogates.languages.numerals import numerals_of
from surrogates.languages.numerals.ordinals import other_ordinal
from surrogates.rewrite import Item
from surrogates.scene import Scene


def written(age: Age, new: int, calendar: Calendar) -> str:
    """Another age in the form of the old one; "" where it cannot be said so, or is the same."""
    if not 1 < new < OLDEST or new == age.value:
        return ""
    if age.value == 1 and age.counts:
        return ""  # the noun behind it agrees with one alone: "un año"
    if age.about and new % 10:
        return ""
    number, text = _written(age, new, calendar), age.item.text
    if not number:
        return ""
    before = text[: age.start]
    if joined(calendar.lang, before, age.number) == before:
        before = joined(calendar.lang, before, number)  # "an 81-year-old"
    return before + number + text[age.start + len(age.number) :]


def _written(age: Age, new: int, calendar: Calendar) -> str | None:
    number, size = age.number, len(age.number)
    figures = FIGURES.fullmatch(number)
    if figures is not None:
        if fold(figures[2]) in ("", DECADE, *ORDINALS) or calendar.lang != "en":
            return numerals_of(calendar.lexicon).mend(f"{new}{figures[2]}")
        part = Part(0, size, "day", age.value, "figure", suffix=figures[2])
        return write_part(part, number, new, calendar)
    form = form_of(number, calendar)
    if form is not None and form.variant == "name":
        return in_case_of(calendar.decades.get(new), number)
    if form is not None and form.variant == DIGITS:
        rest = number[-len(form.ending) - 1 :]
        return None if new % 10 else in_case_of(_say(new // 10, calendar, False) + rest, number)
    if form is not None and form.variant == ORDINAL:
        return in_case_of(other_ordinal(numerals_of(calendar.lexicon), number, new), number)
    if form is not None and (form.variant != "cardinal" or form.ending):
        part = Part(0, size, "day", age.value, "word", form)
        return write_part(part, number, new, calendar)
    # "Veintiún años", "tengo veintiuno": in the place that the old words show, or else the unit.
    own = _own_variant(number, new, calendar)
    if own:
        return in_case_of(own, number)
    places = [p for p in (False, True) if _plain(_say(age.value, calendar, p)) == _plain(number)]
    said = _say(new, calendar, places[0] if len(places) == 1 else age.counts)
    if "-" in _say(age.value, calendar, False) and "-" not in number:
        said = said.replace("-", " ")  # "sixty six"
    return in_case_of(said, number)


def _own_variant(number: str, new: int, calendar: Calendar) -> str:
    """An age said as only a part of the speakers says it ("nonante et un"), "" where all do."""
    numerals = numerals_of(calendar.lexicon)
    reading = numerals.read(number) if calendar.lang == "fr" else None
    if reading is None or any(not style.variant for style in reading.styles):
        return ""
    return numerals.say(new, min(reading.styles, key=numerals.styles.index))


def _say(value: int, calendar: Calendar, before_noun: bool) -> str:
    known = calendar.say(value) is not None
    return say(calendar.lexicon, value, before_noun=before_noun) if known else ""


def _plain(number: str) -> str:
    return fold(number).replace("-", " ")


def set_age(scene: Scene, item: Item, text: str) -> None:
    if scene.surrogates[item.index] == f"[{type_name(item.label)}]":
        scene.withdraw(notices.NUMBER_UNKNOWN, item)  # "mid-thirties" is read here alone
    scene.surrogates[item.index] = text
    for i, card in enumerate(scene.cards):
        if item.key in card.mentions:
            scene.cards[i] = replace(card, surrogate="")
