"""Years and ages under a label of numbers: "né en [1973], on est en [2025], ça fait [52]".

`tell_dates` calls it: a year of birth, the present one and the age that lies between them make each
other known, and move as dates and ages do.
"""

from collections.abc import Sequence
from dataclasses import replace

from surrogates.dates.calendars import Calendar
from surrogates.dates.shift import full_year
from surrogates.dates.tokens import tokens_of
from surrogates.labels import Kind
from surrogates.rewrite import Item
from surrogates.scene import Scene

_NEAR = 2  # turns between them
_CUE = 4  # words before a year of birth that may say so
_BEHIND = 2  # the same behind it: "[1973] jaio nintzen"
_NOW, _BIRTHS, _SHORT = range(2000, 2036), range(1900, 2030), range(32, 100)
_AGES = range(1, 111)
_KINDS = (Kind.NUMBER, Kind.AGE, Kind.DATE)


def tell_years(scene: Scene, items: Sequence[Item], calendar: Calendar) -> list[Item]:
    """The items; numbers that are such years or ages are dates and ages."""
    plain = [i for i in items if i.kind is Kind.NUMBER and not i.cue]
    if not plain:
        return list(items)
    read = [i for i in items if i.kind in _KINDS and not i.cue]
    values = {i.index: value for i in read if (value := _value(i, calendar))}
    births = {
        i.index: full_year(values[i.index])
        for i in read
        if values.get(i.index) and _is_birth(scene, i, values[i.index], calendar)
    }
    # "Jahrgang [neunzehnhundertvierzig]" is nothing else.
    kinds = {index: Kind.DATE for index in births if values[index] in _BIRTHS}
    for now in (i for i in read if values.get(i.index) in _NOW and i.index not in births):
        near = [i for i in read if i.index in values and abs(i.turn - now.turn) <= _NEAR]
        years = {births[i.index] for i in near if i.index in births}
        lived = {values[now.index] - year - late for year in years for late in (0, 1)}
        ages = {i.index for i in near if values[i.index] in lived and values[i.index] in _AGES}
        if ages - births.keys():
            again = {i.index for i in read if values.get(i.index) in years}
            kinds |= dict.fromkeys({now.index, *births, *again}, Kind.DATE)
            kinds |= dict.fromkeys(ages - births.keys(), Kind.AGE)
    told = {i.index for i in plain} & kinds.keys()
    return [replace(i, kind=kinds[i.index]) if i.index in told else i for i in items]


def _value(item: Item, calendar: Calendar) -> int:
    tokens = tokens_of(item.text, calendar, [])
    whole = len(tokens) == 1 and tokens[0].kind in ("number", "year")
    return tokens[0].value if whole else 0


def _is_birth(scene: Scene, item: Item, value: int, calendar: Calendar) -> bool:
    """Whether the words beside a number call it a year of birth: "soy del [61]"."""
    others = [i.end for i in scene.items_by_turn[item.turn] if i.end <= item.start]
    text = scene.dialogue.turns[item.turn].text[max(others, default=0) : item.start]
    said = calendar.words_of_birth(text)
    # "[1973an] jaio nintzen, orain [2025]" says "born" of the first.
    before = (said[1:] if others and text[:1].isspace() else said)[-_CUE:]
    behind = calendar.words_of_birth(scene.after(item)[:40])[:_BEHIND]
    births = calendar.phrases("birth")
    called = not {*before, *behind}.isdisjoint(births) or any(
        f" {' '.join(before)}".endswith(f" {cue}") for cue in births if " " in cue
    )
    return called and (value in _BIRTHS or value in _SHORT)
