"""Letters of doors, houses and groups of a school ("2º [B]", "12[a]", "[be]"), and what says a
floor or a door at all."""

import re
from itertools import pairwise

from surrogates import draw
from surrogates.folding import digits_only, words
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.numerals import numerals_of
from surrogates.languages.places.streets import inside_words
from surrogates.numbers.counted.shares import is_share
from surrogates.scene import Scene

CUE = "house"  # of a mention that is a house number, a floor or a door
GROUP = "class"  # of one that is a class of a school that is not named
_LETTERS = "abcdefgh"
_DRAWN = "abcde"  # a school has no more groups
_FLOORS = 4  # figures of a floor and its door
_COMPASS = re.compile(r"\d [NESW]$")
_ALONE = re.compile(r"(?<![^\W\d_])([a-z])(?![^\W_])", re.IGNORECASE)
# "2º B", "4. C", "3B": no piece of another number; "38 C" is no floor.
FLOOR = re.compile(r"\d{1,2}(?:\.?[ºª°]\s?[A-Ha-h]|\.\s?[A-H])|\d\s?[A-F]|1\d\s?[ABDE]")
ORDERED = re.compile(r"\d{1,2}(?:[.ºª°]|[rntèé]\s)")  # a floor, no code that is read out
_LOW_FLOOR = re.compile(r"(?:[^\W\d_]+\W+)?([1-9])(?!\d)")
_LOWEST = 6  # floors that most houses have
_DOORS, _MANY_DOORS = 4, 12  # of a landing: that most have, that any has
# What changes beside words that say which part of a house it is: "Flat 3", "2º izquierda".
PIECE = re.compile(r"(?P<low>\d+)(?P<order>(?:st|nd|rd|th)\b)?|(?<![^\W_])[A-Ha-h](?![^\W_])")
# "3r 2a", "3º 2ª": the floor and its door.
IN_TWO = re.compile(r"\d{1,2}(?:\.?[ºª°]|[rntèé])\.?[\s,]+(\d{1,2})(?:\.?[ºª°]|a)\.?")
_CATALAN = re.compile(r"(?<!\w)(\d{1,2})([rntèé])(?!\w)")
_SIGNS = {"1": "r", "2": "n", "3": "r", "4": "t"}


def other_letter(scene: Scene, letter: str, house: str = "") -> str:
    """Another letter, and none that a letter said before it has become; another point of the
    compass in a house like "1934 E"."""
    if scene.dialogue.lang.startswith("en") and _COMPASS.search(house):
        return draw.Stream(scene.seed("compass", house)).choice("NESW".replace(letter, ""))
    known, key = _letters_said(scene), letter.lower()
    before = known[: known.index(key)] if key in known else []
    taken = {other_letter(scene, each) for each in before[: len(_DRAWN) - 2]}
    left = [each for each in _DRAWN if each != key and each not in taken]
    new = draw.Stream(scene.seed("house letter", key)).choice(left)
    return new.upper() if letter.isupper() else new


def floors_together(scene: Scene) -> dict[str, str]:
    """Floors of one figure, where the dialogue says several: they stay as many floors apart, so
    that none becomes another's and who lives below still does."""
    texts = (
        i.text.strip()
        for i in scene.items
        if i.cue == CUE and is_floor(i.text.strip(), scene.lexicon)
    )
    said = sorted({figure for text in texts if (figure := low_floor(text, scene.lexicon))})
    if len(said) < 2:
        return {}
    low, high = int(said[0]), int(said[-1])
    moves = [n for n in range(1 - low, 10 - high) if n and high + n <= max(high, _LOWEST)]
    if not moves:
        return {}
    move = draw.Stream(scene.seed("floors", said[0])).choice(moves)
    return {floor: str(int(floor) + move) for floor in said}


def low_floor(text: str, lexicon: Lexicon) -> str:
    """The figure of a floor, in words too ("quinto A"), or ""."""
    match = _LOW_FLOOR.match(text)
    ordinal = numerals_of(lexicon).ordinals.get(words(text)[0]) if words(text) else None
    spoken = str(ordinal.value) if ordinal is not None and ordinal.klass == "ordinal" else ""
    return match[1] if match is not None else spoken if len(spoken) == 1 else ""


def other_door(scene: Scene, digits: str) -> str:
    """Another door of a landing that has a few, or as many as the words say: "només hi ha dues
    portes"."""
    doors = [int(found[1]) for i in scene.items if (found := IN_TWO.search(i.text))]
    many = max(_doors_told(scene) or _DOORS, int(digits), *doors)
    move = draw.Stream(scene.seed("doors", "")).choice(range(1, many))
    return str((int(digits) + move - 1) % many + 1)


def _doors_told(scene: Scene) -> int:
    """How many doors a landing is said to have, 0 where nobody says it."""
    cues = scene.lexicon.cues("doors").keys()
    numerals = numerals_of(scene.lexicon)
    for line in scene.outside_text if cues else ():
        for before, word in pairwise(line.split()):
            said = int(before) if before.isdecimal() else numerals.parse(before) or 0
            if word in cues and 1 < said <= _MANY_DOORS:
                return said
    return 0


def lies_inside(scene: Scene, figure: str) -> bool:
    """Whether a figure is the staircase or the door of an address: "84/3/15"."""
    houses = (i.text for i in scene.items if i.kind is Kind.STREET or i.cue == CUE)
    inside = (text.split("/")[1:] for text in houses if text.count("/") > 1)
    return any(figure in (piece.strip() for piece in pieces) for pieces in inside)


def ordered(text: str, lang: str) -> str:
    """Floors of a Catalan address with the letter that tells their order: 3r, 4t, 5è."""
    if lang != "ca":
        return text
    return _CATALAN.sub(lambda said: said[1] + _SIGNS.get(said[1], "è"), text)


def _letters_said(scene: Scene) -> list[str]:
    """The letters of the doors of a dialogue, each once."""
    doors = (item for item in scene.items if item.kind is Kind.STREET or item.cue in (CUE, GROUP))
    said = (letter.lower() for item in doors for letter in _ALONE.findall(item.text))
    return list(dict.fromkeys(said))


def is_floor(text: str, lexicon: Lexicon) -> bool:
    """Whether a number is a floor with its door: "2º B", "tercero izquierda"; no "31.904.552-S"."""
    said = words(text)
    if len(digits_only(text)) > _FLOORS:
        return False
    door = not all(is_order(word, lexicon) for word in said)  # "vigésimo primer" is one number
    in_words = len(said) > 1 and door and is_part_of_house(text, lexicon)
    in_words = in_words and not is_share(text, numerals_of(lexicon), lexicon)
    return FLOOR.fullmatch(text) is not None or in_words


def is_part_of_house(text: str, lexicon: Lexicon) -> bool:
    """Whether nothing but a floor or a door is said: "Flat 3", "tercero B", "3º 2ª"."""
    if IN_TWO.fullmatch(text.strip()):
        return True
    said = words(PIECE.sub(" ", text.replace("º", "").replace("ª", "")))
    told = [word in inside_words(lexicon) or is_order(word, lexicon) for word in said]
    others = (word for word, tells in zip(said, told, strict=True) if not tells)
    return any(told) and all(len(word) == 1 or letter_said(word, lexicon) for word in others)


def is_order(word: str, lexicon: Lexicon) -> bool:
    ordinal = numerals_of(lexicon).ordinals.get(word)
    return ordinal is not None and ordinal.klass == "ordinal"


def letter_said(word: str, lexicon: Lexicon) -> str:
    """The letter of a door that a word names ("be"), or ""."""
    letter = lexicon.spoken_letters.get(word, "").lower()
    return letter if letter and letter in _LETTERS else ""


def is_house_and_part(text: str, lexicon: Lexicon) -> bool:
    """Whether a house and what lies in it are said: "27, 2.º B", "27, esc. A, 3r 2a"."""
    said = words(text)
    return bool(said) and said[0].isdecimal() and all(
        word[0].isdecimal() or len(word) == 1 or word in inside_words(lexicon)
        or is_order(word, lexicon) for word in said
    )  # fmt: skip
