"""House numbers in spans of their own ("12a", "7-9", "221B", "catorce", "12 bis").

`cued_kinds` finds them among street labels, `replacement` leaves them to this module. A letter
becomes another one of the first of the alphabet; "bis" and "s/n" tell nothing and stay.
"""

import re
from collections.abc import Iterator, Sequence

from surrogates import draw
from surrogates.folding import fold, words
from surrogates.labels import Kind
from surrogates.languages.cardinals import parse, say
from surrogates.languages.lexicon import Lexicon
from surrogates.numbers.writing import respell
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.types import Dialogue

CUE = "house"
_LETTERS = "abcdefgh"
_SIGN = r"(?:n[º°.]|n\.º|nr\.?|no\.?|nº\.?|num\.?|numero|number|zk\.?|hausnummer|haus|#)?\s*"
_HOUSE = re.compile(
    rf"{_SIGN}(?P<low>\d{{1,5}})(?:\.?[ºª°])?(?:\s*[-–/]\s*(?P<high>\d{{1,5}}))?"
    r"(?:\s*[-–/]?\s*(?P<letter>[a-z]))?(?:\s*(?:bis|ter|quater|dup\.?|duplicado))?",
    re.IGNORECASE,
)
_NONE = frozenset({"s/n", "s / n", "sn", "s.n.", "sin numero", "sense numero", "z/g"}) | {
    "bis", "ter", "quater", "duplicado", "dup", "dup.",
}  # fmt: skip
_NAMED = re.compile(r"\b(?:n[º°.]|nr\.?|no\.|num\.?|numero|number|nummer|hausnummer|zenbakia)\s*$")
_NEAR = 3  # turns in which an address is read back
_FLOOR = re.compile(r"\d{1,2}\.?[ºª°]\s?[A-Ha-h]")  # "2º B": no piece of another number
_WITH_LETTER = re.compile(r"\d{1,5}\s?[a-z]\b", re.IGNORECASE)


def find_houses(dialogue: Dialogue, items: Sequence[Item], lexicon: Lexicon) -> set[int]:
    """Indices of the mentions that are house numbers alone: street labels, and echoes of them."""
    houses = {i.index for i in items if i.kind is Kind.STREET and _is_house(i.text, lexicon)}
    lettered = {
        _plain(said)
        for item in items
        if item.kind is Kind.STREET
        for said in _WITH_LETTER.findall(item.text)
    }
    echoes = {
        i.index
        for i in items
        if i.kind in (Kind.NUMBER, Kind.ID) and lettered and _plain(i.text) in lettered
    }
    numbers = (i for i in items if i.kind in (Kind.NUMBER, Kind.ID))
    floors = {i.index for i in numbers if _FLOOR.fullmatch(i.text.strip())}
    return houses | echoes | floors | set(_read_back(dialogue, items, lexicon))


def _read_back(dialogue: Dialogue, items: Sequence[Item], lexicon: Lexicon) -> Iterator[int]:
    """Bare figures that repeat the number of a street ("12 rue des Lilas", "au 12."), or say it.

    Nothing may follow that they would count ("12 years"). One figure alone is too common, and
    where the street has a floor too either may be meant: there a word ("number") has to say it.
    """
    streets = [
        (item.turn, numbers)
        for item in items
        if item.kind is Kind.STREET and (numbers := re.findall(r"\d+", item.text))
    ]
    for item in items:
        near = [said for turn, said in streets if 0 <= item.turn - turn <= _NEAR]
        figure = _figure_said(item.text, lexicon) if near else item.text
        known = any(figure in said for said in near)
        if item.kind not in (Kind.NUMBER, Kind.ID) or not known:
            continue
        text = dialogue.turns[item.turn].text
        counts = re.match(r"\s*\w", text[item.end :])
        named = _NAMED.search(fold(text[: item.start]))
        only = len(figure) > 1 and [figure] in near
        if named or (only and not counts):
            yield item.index


def _figure_said(text: str, lexicon: Lexicon) -> str:
    """A number in words as figures, and figures without the "bis" behind them."""
    if not re.search(r"\d", text):
        spoken = parse(lexicon, text)
        return text if spoken is None else str(spoken)
    return re.sub(r"\s*(?:bis|ter|quater)$", "", text, flags=re.IGNORECASE)


def _plain(text: str) -> str:
    return fold(text).replace(" ", "")


def _is_house(text: str, lexicon: Lexicon) -> bool:
    key = fold(text.strip())
    return key in _NONE or _HOUSE.fullmatch(key) is not None or parse(lexicon, text) is not None


def replace_house_numbers(scene: Scene, items: list[Item]) -> list[Item]:
    """Writes the surrogates of house numbers; returns the items that are none."""
    houses = [item for item in items if item.cue == CUE]
    for item in houses:
        scene.surrogates[item.index] = rewritten(scene, item.text)
        scene.told[item.index] = frozenset(words(item.text)) & _NONE  # "bis"
        scene.add_card(str(Kind.NUMBER), [item], scene.surrogates[item.index], ())
    return [item for item in items if item.cue != CUE]


def rewritten(scene: Scene, text: str) -> str:
    """A house number anew, the same wherever it is said."""
    key = fold(text.strip())
    match = _HOUSE.fullmatch(text.strip())
    if key in _NONE:
        return text
    if len(key) == 1 and key in _LETTERS:
        return text.replace(text.strip(), _other_letter(scene, text.strip()))
    if match is None:
        value = parse(scene.lexicon, text)
        assert value is not None
        number = int(other_number(scene, str(value)))
        return respell(text, say(scene.lexicon, value), say(scene.lexicon, number))
    low = other_number(scene, match["low"])
    changes = [(match.span("low"), low)]
    if match["high"]:
        apart = int(match["high"]) - int(match["low"])
        high = str(int(low) + apart) if apart > 0 else other_number(scene, match["high"])
        changes.append((match.span("high"), high))
    if match["letter"]:
        changes.append((match.span("letter"), _other_letter(scene, match["letter"])))
    new = text.strip()
    for (start, end), part in sorted(changes, reverse=True):
        new = new[:start] + part + new[end:]
    return text.replace(text.strip(), new)


def other_number(scene: Scene, digits: str) -> str:
    """Another figure for each, none of them a zero in front."""
    stream = draw.Stream(scene.seed("house number", digits))
    return "".join(
        stream.choice(("0123456789" if at else "123456789").replace(char, ""))
        for at, char in enumerate(digits)
    )


def _other_letter(scene: Scene, letter: str) -> str:
    stream = draw.Stream(scene.seed("house letter", letter.lower()))
    new = stream.choice(_LETTERS.replace(letter.lower(), ""))
    return new.upper() if letter.isupper() else new
