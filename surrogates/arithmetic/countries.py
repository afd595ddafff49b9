"""Numbers in words as the dialogue's country says them: septante in Belgium, huitante in Vaud.

`entity` calls it once numbers, ages and dates are written. Where the original itself says
soixante-dix, so does its surrogate.
"""

from collections.abc import Iterator

from surrogates.labels import Kind
from surrogates.languages.numerals import Style, numerals_of
from surrogates.languages.numerals.regional import regional
from surrogates.numbers.sums.values import numbers_in
from surrogates.numbers.writing import respell
from surrogates.scene import Scene

_COMMON = "belgian"  # of who says quatre-vingts in Switzerland, too
_SPOKEN = (Kind.NUMBER, Kind.AGE, Kind.DATE)  # "né en [septante-huit]"


def say_as_country(scene: Scene) -> None:
    """Says 70, 80 and 90 as the country does, where nothing in the original says otherwise."""
    places = tuple(item.text for item in scene.items if item.kind is Kind.PLACE)
    said = " ".join(turn.text for turn in scene.dialogue.turns)
    variant = regional(said, places, scene.lexicon)
    for item in scene.of_kind(scene.items, *_SPOKEN) if variant else ():
        own = next((v for v in (variant, _COMMON) if _suits(scene, item.text, v)), "")
        text = scene.surrogates[item.index]
        if not own or text == item.text:
            continue
        for start, end, new, suits in reversed(list(_numbers(scene, text, own))):
            if not suits:
                text = text[:start] + respell(text[start:end], text[start:end], new) + text[end:]
        scene.surrogates[item.index] = text


def _suits(scene: Scene, text: str, variant: str) -> bool:
    return all(suits for _, _, _, suits in _numbers(scene, text, variant))


def _numbers(scene: Scene, text: str, variant: str) -> Iterator[tuple[int, int, str, bool]]:
    """(start, end, how the country says it, whether it is said so) of each number in words."""
    numerals = numerals_of(scene.lexicon)
    for start, end, reading in numbers_in(text, numerals):
        first = min(reading.styles, key=numerals.styles.index)
        new = numerals.say(reading.value, Style(first.gender, first.place, variant))
        suits = any(style.variant == variant for style in reading.styles)
        yield start, end, new, suits
