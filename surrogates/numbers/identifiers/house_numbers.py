"""House numbers in spans of their own ("12a", "7-9", "221B", "catorce", "12 bis").

`cued_kinds` finds them among street labels, `replacement` leaves them to this module. A letter
becomes another one of the first of the alphabet; "bis" and "s/n" tell nothing and stay.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from surrogates import draw
from surrogates.folding import PARTICLES, apply_case, case_pattern, fold, words
from surrogates.labels import Kind
from surrogates.languages.cardinals import by_pairs, parse, parse_one_by_one, say, say_by_pairs
from surrogates.languages.inflection.basque import FIGURE, on_figure
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.numerals import numerals_of
from surrogates.languages.places.streets import inside_words, is_named
from surrogates.numbers.corrections import TEENS, is_teen_of
from surrogates.numbers.identifiers.classes import class_anew, other_class
from surrogates.numbers.identifiers.doors import (
    CUE,
    FLOOR,
    IN_TWO,
    ORDERED,
    PIECE,
    floors_together,
    is_floor,
    is_house_and_part,
    is_order,
    is_part_of_house,
    letter_said,
    lies_inside,
    ordered,
    other_door,
    other_letter,
)
from surrogates.numbers.writing import respell
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.types import Dialogue

_LOW = 6  # floors, and classes of a school
_HUNDREDS, _LOW_HUNDREDS = 3, "123"  # few streets have a house 700
_TRIES = 20  # draws of a number that none of the dialogue is
_SIGN = r"(?:n[º°.]|n\.º|nr\.?|no\.?|nº\.?|num\.?|numero|number|zk\.?|hausnummer|haus|#)?\s*"
_HOUSE = re.compile(
    rf"{_SIGN}(?P<low>\d{{1,5}})(?:\.?[ºª°]|\.)?(?:\s*[-–/]\s*(?P<high>\d{{1,5}}))?"
    r"(?:\s*[-–/]?\s*(?P<letter>[a-z]))?(?:\s*(?:bis|ter|quater|dup\.?|duplicado))?",
    re.IGNORECASE,
)
_NONE = frozenset({"s/n", "s / n", "sn", "s.n.", "sin numero", "sense numero", "z/g"}) | {
    "bis", "ter", "quater", "duplicado", "dup", "dup.",
}  # fmt: skip
NAMED = re.compile(r"\b(?:n[º°.]|nr\.?|no\.|num\.?|numero|number|nummer|hausnummer|zenbakia)\s*$")
NEAR = 3  # turns in which an address is read back
_AT = frozenset(words("el del al au du le der die von at"))  # before a house: "del 14"
_NEIGHBOURS = 6  # the most that two numbers of houses near each other differ by
_PIECES = re.compile(rf"{PIECE.pattern}|(?<![^\W_])(?P<word>[^\W\d_]+)")
_FIRST = re.compile(r"(?<![\d\w])([1-9]\d{0,4})(?![\d.º°ª])")  # no floor
_HOUSE_FIRST = re.compile(r"([1-9]\d{0,4})(?=\s*,|\s+\d)")  # "27, 2.º B", no "2nd floor"
_ORDER = {"1": "st", "2": "nd", "3": "rd"}
_WITH_LETTER = re.compile(r"\d{1,5}\s?[a-z]\b", re.IGNORECASE)


def find_houses(dialogue: Dialogue, items: Sequence[Item], lexicon: Lexicon) -> set[int]:
    """Indices of the mentions that are house numbers alone: street labels, and echoes of them."""
    streets = [i for i in items if i.kind is Kind.STREET and _is_house(i.text, lexicon)]
    texts = dialogue.turns
    houses = {i.index for i in streets if not is_named(texts[i.turn].text, i.start, i.end, lexicon)}
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
    floors = {i.index for i in numbers if is_floor(i.text.strip(), lexicon)}
    letters = (i for i in items if i.kind is Kind.LETTER and ORDERED.match(i.text.strip()))
    floors |= {i.index for i in letters if is_floor(i.text.strip(), lexicon)}  # "[3. B:LETTERS]"
    rules = (_doors, _read_back)
    told = (index for rule in rules for index in rule(dialogue, items, lexicon))
    return houses.union(echoes, floors, told)


def _doors(dialogue: Dialogue, items: Sequence[Item], lexicon: Lexicon) -> Iterator[int]:
    """Letters alone behind a word for a part of a house: "flat [B:NUM]"."""
    for item in items:
        if item.kind not in (Kind.NUMBER, Kind.ID) or len(item.text.strip(". ")) != 1:
            continue
        before = words(dialogue.turns[item.turn].text[: item.start])[-1:]
        if item.text.strip(". ").isalpha() and not inside_words(lexicon).isdisjoint(before):
            yield item.index


def _read_back(dialogue: Dialogue, items: Sequence[Item], lexicon: Lexicon) -> Iterator[int]:
    """Bare figures that repeat the number of a street ("12 rue des Lilas", "au 12."), or say it.

    Nothing may follow that they would count ("12 years"). One figure alone is too common: there a
    word ("number") has to say it.
    One heard wrong ("the 21?") goes with the right one, and so does the house next door. The
    street may come after: "I see no [27]", "here it says [Fleming, 27]".
    """
    plain = never_counted(lexicon)
    streets = [
        (item.turn, numbers)
        for item in items
        if item.kind is Kind.STREET and (numbers := re.findall(r"\d+", item.text))
    ]
    for item in (i for i in items if i.kind in (Kind.NUMBER, Kind.ID)):
        text = dialogue.turns[item.turn].text
        named = NAMED.search(fold(text[: item.start]))
        span = range(-2 * NEAR, 2 * NEAR + 1) if named else range(NEAR + 1)
        near = [said for turn, said in streets if item.turn - turn in span]
        figure = figure_said(item.text, lexicon) if streets else item.text
        slip = any(len(said) == 1 and is_swapped(figure, said[0]) for said in near)
        near += [s for turn, s in streets if 0 < turn - item.turn <= NEAR and s[0] == figure]
        known = slip or any(figure in said for said in near)
        beside = bool(named) or is_next_door(text, lexicon)
        beside = beside and any(are_neighbours(figure, said[0]) for said in near)
        if not (known or beside):
            continue
        after = re.match(r"\s*(\w+)", fold(text[item.end :]))
        inflected = is_inflected(fold(item.text.strip()), lexicon)  # "32an": nothing is counted
        counts = after is not None and after[1] not in plain and not inflected
        only = slip or (len(figure) > 1 and any(_is_house_of(figure, said) for said in near))
        at = beside and not _AT.isdisjoint(words(text[: item.start])[-1:])
        if named or at or ((only or beside) and not counts):
            yield item.index


def _is_house_of(figure: str, said: Sequence[str]) -> bool:
    """Whether a figure is the first one of a street, and no floor or door of it."""
    return said[0] == figure and figure not in said[1:]


def is_next_door(text: str, lexicon: Lexicon) -> bool:
    """Whether somebody speaks of the house beside another."""
    return _says(text, lexicon, "next_door")


def _says(text: str, lexicon: Lexicon, kind: str) -> bool:
    said = f" {' '.join(words(text))} "
    return any(f" {cue} " in said for cue in lexicon.cues(kind))


def are_neighbours(one: str, other: str) -> bool:
    """Whether two figures are houses near each other: 17 and 15."""
    return one.isdecimal() and other.isdecimal() and 0 < abs(int(one) - int(other)) <= _NEIGHBOURS


@lru_cache(maxsize=16)
def never_counted(lexicon: Lexicon) -> frozenset[str]:
    """Words behind a number that say nothing of what it counts: "23 is right", "23, no 32"."""
    numerals = numerals_of(lexicon)
    copulas = {fold(r["form"]) for r in lexicon.all_rows("date_words") if r["kind"] == "copula"}
    copulas |= lexicon.cues("copula").keys()
    corrections = {cue.split()[0] for cue in lexicon.cues("correction")}
    beside = numerals.joiners | numerals.forms("or") | PARTICLES | lexicon.fillers
    return frozenset(copulas | corrections | beside)


def is_swapped(one: str, other: str) -> bool:
    """Whether two numbers have the same figures in another order: 23 and 32."""
    return one != other and one[:1] != "0" and sorted(one) == sorted(other) and one.isdecimal()


def figure_said(text: str, lexicon: Lexicon) -> str:
    """A number in words as figures, and figures without the "bis" or the case behind them."""
    if not re.search(r"\d", text):
        spoken = parse(lexicon, text)
        alone = parse_one_by_one(lexicon, text) or by_pairs(lexicon, text) or text
        return alone if spoken is None else str(spoken)
    if lexicon.lang == "eu" and (said := FIGURE.fullmatch(text.strip())) is not None:
        return said["low"]
    return re.sub(r"\s*(?:bis|ter|quater)$", "", text, flags=re.IGNORECASE)


def _plain(text: str) -> str:
    return fold(text).replace(" ", "")


def _is_house(text: str, lexicon: Lexicon) -> bool:
    key = fold(text.strip())
    if key in _NONE or _HOUSE.fullmatch(key) is not None or figure_said(text, lexicon).isdecimal():
        return True
    return (
        is_inflected(key, lexicon)
        or is_part_of_house(text, lexicon)
        or is_house_and_part(text, lexicon)
    )


def is_inflected(key: str, lexicon: Lexicon) -> bool:
    """Whether a Basque case stands behind a number: "32an" counts nothing."""
    return lexicon.lang == "eu" and FIGURE.fullmatch(key) is not None


def replace_house_numbers(scene: Scene, items: list[Item]) -> list[Item]:
    """Writes the surrogates of house numbers; returns the items that are none."""
    houses = [item for item in items if item.cue == CUE]
    for item in houses:
        scene.surrogates[item.index] = rewritten(scene, item.text)
        told = _NONE | inside_words(scene.lexicon)  # "bis", "ático"
        if is_inflected(fold(item.text.strip()), scene.lexicon):
            told |= {word for word in words(item.text) if word.isalpha()}  # "3.ean"
        floors = {w for w in words(scene.surrogates[item.index]) if is_order(w, scene.lexicon)}
        scene.told[item.index] = told.intersection(words(item.text)) | floors
        scene.add_card(str(Kind.NUMBER), [item], scene.surrogates[item.index], ())
    return [item for item in items if item.cue != CUE]


def rewritten(scene: Scene, text: str) -> str:
    """A house number anew, the same wherever it is said."""
    key, school = fold(text.strip()), class_anew(scene, text)
    match = _HOUSE.fullmatch(text.strip())
    if key in _NONE or school:
        return school or text
    if len(key) == 1 and key.isalpha():
        return text.replace(text.strip(), other_letter(scene, text.strip()))
    if is_inflected(key, scene.lexicon) and not (match and _is_lettered(scene, key)):
        return _inflected(scene, text)
    if match is None:
        value = parse(scene.lexicon, text)
        if value is None and (figures := parse_one_by_one(scene.lexicon, text)):
            both = zip(figures, other_number(scene, figures), strict=True)
            said = ([say(scene.lexicon, int(c)) for c in pair] for pair in both)
            return re.sub(r"[^\W\d_]+", lambda m: respell(m[0], *next(said)), text)
        if value is None and (pair := by_pairs(scene.lexicon, text)):
            return say_by_pairs(scene.lexicon, other_number(scene, pair), text)
        if value is None and (first := _HOUSE_FIRST.match(text.strip())):
            house = other_number(scene, first[1])
            return text.replace(
                text.strip(), house + _other_pieces(scene, text.strip()[first.end() :])
            )
        if value is None:
            return _other_pieces(scene, text)
        number = int(other_number(scene, str(value)))
        return respell(text, say(scene.lexicon, value), say(scene.lexicon, number))
    floor = FLOOR.fullmatch(text.strip()) is not None or lies_inside(scene, match["low"])
    low = (_other_floor if floor else other_number)(scene, match["low"])
    changes = [(match.span("low"), low)]
    if match["high"]:
        apart = int(match["high"]) - int(match["low"])
        high = str(int(low) + apart) if apart > 0 else other_number(scene, match["high"])
        changes.append((match.span("high"), high))
    if match["letter"]:
        letter = other_letter(scene, match["letter"], match.string[: match.end("letter")])
        changes.append((match.span("letter"), letter))
    new = text.strip()
    for (start, end), part in sorted(changes, reverse=True):
        new = new[:start] + part + new[end:]
    return text.replace(text.strip(), new)


def _is_lettered(scene: Scene, key: str) -> bool:
    """Whether "32a" is a house with its letter, and no case of the 32 that a street says."""
    figures = figure_said(key, scene.lexicon)
    streets = [fold(item.text) for item in scene.items if item.kind is Kind.STREET]
    return not any(re.search(rf"(?<!\d){figures}(?![\d\w])", street) for street in streets)


def _inflected(scene: Scene, text: str) -> str:
    said = FIGURE.search(text)
    assert said is not None
    point = bool(said["point"])
    number = (_other_floor if point else other_number)(scene, said["low"])
    new = number + said.group()[len(said["low"]) :] if point else on_figure(number, said["ending"])
    return f"{text[: said.start()]}{new}{text[said.end() :]}"


def _other_pieces(scene: Scene, text: str) -> str:
    """Other figures, letters and ordinals beside the words that say what they count."""
    door = IN_TWO.search(text)

    def other(match: re.Match[str]) -> str:
        if match["word"]:
            return _other_word(scene, match["word"])
        if not match["low"]:
            return other_letter(scene, match.group())
        if door is not None and match.start() == door.start(1):
            return other_door(scene, match["low"])
        number = _other_floor(scene, match["low"])
        if not match["order"]:
            return number
        teen = number[-2:-1] == "1"
        return number + ("th" if teen else _ORDER.get(number[-1], "th"))

    return ordered(_PIECES.sub(other, text), scene.lexicon.lang)


def _other_word(scene: Scene, word: str) -> str:
    """Another floor for "tercero", another door for "be"; any other word as it is."""
    lexicon, key = scene.lexicon, fold(word)
    if is_order(key, lexicon):
        said = numerals_of(lexicon).ordinals[key]
        floor = int(_other_floor(scene, str(said.value)))
        forms = {
            each.position: each.form
            for each in numerals_of(lexicon).ordinals.values()
            if (each.klass, each.value) == ("ordinal", floor)
            and each.gender in (said.gender or "m", "", "u")  # "deuxième", but "premier"
        }
        # "primer piso", "séptimo piso": most have one form wherever they stand.
        form = forms.get(said.position) or forms.get("") or forms.get("alone")
        return apply_case(form, case_pattern(word)) if form else word
    letter = "" if key in inside_words(lexicon) else letter_said(key, lexicon)
    return lexicon.letters.get(other_letter(scene, letter), word) if letter else word


def _other_floor(scene: Scene, digits: str) -> str:
    """Another floor, or class of school: none that few houses have, where it is one figure."""
    if said := other_class(scene, digits):
        return said
    if apart := floors_together(scene).get(digits):
        return apart
    new = int(other_number(scene, digits))
    low = str(new if len(digits) > 1 or new <= _LOW else new - _LOW)
    return low if low != digits else str(_LOW)


def other_number(scene: Scene, digits: str) -> str:
    """Another figure for each, none of them a zero in front. What was heard wrong for another
    number of the dialogue is so again: "23, not 32", "thirteen or thirty?"."""
    said = _numbers_said(scene)
    slips = [other for other in said if is_swapped(other, digits) or is_teen_of(other, digits)]
    before = said[: said.index(digits)] if digits in said else []
    earlier = [other for other in slips if other in before]
    if earlier:
        now = other_number(scene, earlier[0])
        if is_teen_of(earlier[0], digits):
            return f"{now[1]}0" if now[0] == "1" and digits[1] == "0" else f"1{now[0]}"
        left = list(zip(earlier[0], now, strict=True))
        return "".join(left.pop([old for old, _ in left].index(char))[1] for char in digits)
    houses = _houses_said(scene)
    row = _row_of(digits, houses) if not slips else []
    if row and row[0] != digits:
        return str(int(other_number(scene, row[0])) + int(digits) - int(row[0]))
    swapped = any(is_swapped(other, digits) for other in slips)
    sides = scene.says(scene.lexicon.cues("parity"))
    stream = draw.Stream(scene.seed("house number", digits))
    teen = any(is_teen_of(other, digits) for other in slips)
    first = _LOW_HUNDREDS if not slips and len(digits) == _HUNDREDS else "123456789"
    pools = [first, *["123456789" if slips else "0123456789"] * (len(digits) - 1)]
    for _ in range(_TRIES):
        pairs = zip(pools, digits, strict=True)
        new = "".join(stream.choice(pool.replace(char, "")) for pool, char in pairs)
        if teen:
            unit = stream.choice([c for c in TEENS if c not in digits])
            new = f"1{unit}" if digits[0] == "1" else f"{unit}0"
        beside = [str(int(new) + int(other) - int(digits)) for other in row]
        near = all(len(b) == len(o) and b not in said for b, o in zip(beside, row, strict=True))
        # "Al 24", "a l'11": in Catalan no other number begins as one and eleven do.
        fits = numerals_of(scene.lexicon).fits_after("al", int(new))
        side = not sides or _sides(new, swapped) == _sides(digits, swapped)
        side = side and (not swapped or len({*new}) == len(new))  # alike, none changes places
        if new not in said and new[::-1] not in said and near and fits and side:
            break
    return new


def says_sides(text: str, lexicon: Lexicon) -> bool:
    """Whether a text speaks of the odd or even numbers of a street, which lie across it."""
    return _says(text, lexicon, "parity")


def _sides(number: str, swapped: bool) -> list[int]:
    """The side of the street of a number, and of the one whose figures have changed places."""
    return [int(figure) % 2 for figure in (number if swapped else number[-1:])]


def _row_of(digits: str, houses: Sequence[str]) -> list[str]:
    """The houses near the same street, in the order in which they are said."""
    row = [digits]
    for _ in houses:
        row = [h for h in houses if h in row or any(are_neighbours(h, other) for other in row)]
    return row if digits in houses and len(row) > 1 else []


def _houses_said(scene: Scene) -> list[str]:
    """The numbers of the houses of a dialogue, each once: of an address the first figures."""
    houses = (i for i in scene.items if i.kind is Kind.STREET or i.cue == CUE)
    firsts = (_FIRST.search(figure_said(i.text, scene.lexicon)) for i in houses
              if not (i.cue == CUE and is_part_of_house(i.text, scene.lexicon)))  # fmt: skip
    return list(dict.fromkeys(first[1] for first in firsts if first))


def _numbers_said(scene: Scene) -> list[str]:
    """The house numbers of a dialogue in figures, each once."""
    houses = (i for i in scene.items if i.kind is Kind.STREET or i.cue == CUE)
    figures = (re.findall(r"\d+", figure_said(i.text, scene.lexicon)) for i in houses)
    return list(dict.fromkeys(one for some in figures for one in some))
