"""Ages beside each other: "ella tiene 14 años, dos más que Hugo, que tiene 12".

All ages of a dialogue move by the same years, so what lies between two of them stays true; what is
said to lie between them stays as it is. Those that dates tie down are written later (`ages`).
"""

from surrogates import draw, notices
from surrogates.dates.ages import OLDEST, Age, ages_of, set_age, written
from surrogates.dates.calendars import Calendar
from surrogates.dates.runs import calendars_of
from surrogates.folding import words
from surrogates.labels import Kind
from surrogates.scene import Scene

FARTHEST = 6  # years
GROWN_UP = 18  # who is younger stays so
_AFTER = 2  # words behind an age that may say that it is a difference


def move_ages(scene: Scene) -> None:
    """Writes the ages that stand beside others anew, once the numbers are written."""
    calendar = calendars_of(scene)[0]
    ages = [age for age in ages_of(scene, calendar) if age.item.kind is Kind.AGE]
    ages = [age for age in ages if age.unit == "year"]
    apart = [age for age in ages if _lies_between(scene, age, calendar)]
    for age in apart:
        scene.surrogates[age.item.index] = age.item.text
        scene.raise_issue(notices.DATE_RELATIVE, age.item)
    ages = [age for age in ages if age not in apart]
    if len({age.value for age in ages}) < 2:
        return
    stream = draw.Stream(scene.seed("ages", "", [age.item for age in ages]))
    moves = [*range(-FARTHEST, 0), *range(1, FARTHEST + 1)]
    for years in stream.shuffled(moves):
        texts = [_moved(age, years, calendar) for age in ages]
        if all(texts):
            for age, text in zip(ages, texts, strict=True):
                set_age(scene, age.item, text)
            return


def _lies_between(scene: Scene, age: Age, calendar: Calendar) -> bool:
    following = words(scene.after(age.item)[:30])[: _AFTER + 1]
    said = {" ".join(following[:size]) for size in range(1, _AFTER + 1)}
    return not said.isdisjoint(calendar.phrases("apart"))


def _moved(age: Age, years: int, calendar: Calendar) -> str:
    new = age.value + years
    grows = (age.value < GROWN_UP) == (new < GROWN_UP)
    return written(age, new, calendar) if grows and 0 < new < OLDEST else ""
