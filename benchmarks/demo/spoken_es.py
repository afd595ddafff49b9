"""Says digits and letters as a Spanish caller does: in pieces, in words, each word labelled.

The joining `y` of `treinta y uno` and a spelling's `con acento` stay outside the labels.
"""

from functools import cache
from random import Random

from benchmarks.demo.scene import LETTER, NUMBER, Scene
from benchmarks.demo.vocabulary import read_rows
from benchmarks.demo.words import Word

GROUPINGS = {
    9: ((3, 2, 2, 2), (3, 2, 2, 2), (3, 3, 3), (2, 3, 2, 2), (3, 2, 2, 1, 1), (1,) * 9),
    8: ((2, 2, 2, 2), (2, 3, 3), (4, 4), (1,) * 8),
    7: ((1, 2, 2, 2), (3, 2, 2), (3, 4)),
    6: ((2, 2, 2), (3, 3), (1,) * 6),
    5: ((2, 3), (1, 2, 2), (5,), (2, 1, 1, 1)),
    4: ((2, 2), (4,), (1,) * 4),
}


@cache
def number_forms() -> dict[int, str]:
    """The masculine form of each number word, said alone; `ciento` for 100 (`cien` is special)."""
    cardinals = {"I", "II", "III", "IV"}
    rows = [r for r in read_rows("es", "numbers") if r["gender"] != "f" and r["class"] in cardinals]
    wanted = [r for r in rows if r["position"] in {"", "inside"} or r["form"].endswith("uno")]
    return {int(row["value"]): row["form"] for row in wanted}


def number_word(value: int) -> Word:
    return Word(number_forms()[value], NUMBER)


def say_digits(digits: str) -> list[Word]:
    """Each digit by itself."""
    return [number_word(int(digit)) for digit in digits]


def say_number(value: int) -> list[Word]:
    """0 to 999 as a number; `y` is no item."""
    if value == 100:
        return [Word("cien", NUMBER)]
    if value > 100:
        rest = value % 100
        return [number_word(value - rest), *(say_number(rest) if rest else [])]
    if value < 30 or value % 10 == 0:
        return [number_word(value)]
    return [number_word(value - value % 10), Word("y"), number_word(value % 10)]


def say_piece(digits: str, rng: Random) -> list[Word]:
    """One piece of a longer number: as a number where that is usual, else digit by digit."""
    whole = len(digits) == 2 or (len(digits) == 3 and rng.random() < 0.45)
    if digits[0] == "0" or not whole:
        return say_digits(digits)
    return say_number(int(digits))


def say_grouped(digits: str, rng: Random) -> list[Word]:
    """A phone, document or contract number, in pieces with a comma where one breathes."""
    sizes = rng.choice(GROUPINGS.get(len(digits), ((1,) * len(digits),)))
    comma = "," if rng.random() < 0.75 and sizes[0] > 1 else ""
    words: list[Word] = []
    start = 0
    for size in sizes:
        piece = say_piece(digits[start : start + size], rng)
        start += size
        if comma and start < len(digits):
            last = piece[-1]
            piece[-1] = Word(last.text, last.label, after=comma)
        words += piece
    return words


def letter_names() -> dict[str, list[str]]:
    """Letter to its spoken names; the usual one first."""
    names: dict[str, list[str]] = {}
    rows = read_rows("es", "letters")
    for row in sorted(rows, key=lambda row: row["variant"] != "main"):
        names.setdefault(row["letter"], []).append(row["spoken"])
    return names


def say_letter(letter: str, scene: Scene, names: dict[str, list[str]]) -> list[Word]:
    """The name of one letter as one span, now and then by a variant (be alta, uve corta)."""
    known = names.get(letter) or names.get(_plain(letter), [letter])
    usual = scene.rng.random() < 0.85
    spoken = known[0] if usual else scene.rng.choice(known)
    head, con, tail = spoken.partition(" con ")
    words = scene.span(head, LETTER)
    return words + [Word(part) for part in f"con {tail}".split()] if con else words


def say_spelling(name: str, scene: Scene, *, key_words: bool = False) -> list[Word]:
    """A name letter by letter, with a comma here and there; perhaps `be de Barcelona` once."""
    letters = letter_names()
    words: list[Word] = []
    plain = [sign for sign in name.lower() if sign.isalpha()]
    keyed = scene.rng.randrange(len(plain)) if key_words else -1
    for place, sign in enumerate(plain):
        said = say_letter(sign, scene, letters)
        if place == keyed:
            said += key_word(sign, scene)
        last_place = place == len(plain) - 1
        if not last_place and (scene.rng.random() < 0.3 or place == keyed):
            last = said[-1]
            said[-1] = Word(last.text, last.label, last.group, ",")
        words += said
    return words


def key_word(letter: str, scene: Scene) -> list[Word]:
    """`de Barcelona`: what helps to hear the letter; a town is a place, a first name a name."""
    known = [row["word"] for row in read_rows("es", "alphabet") if row["letter"] == _plain(letter)]
    if not known:
        return []
    word = scene.rng.choice(known)
    return [Word("de"), Word(word, label_of_key_word(word))]


def label_of_key_word(word: str) -> str:
    """The category of an alphabet word: place, first name or none (`de casa`)."""
    towns = (row["name"] for row in read_rows("es", "places"))
    provinces = (row["province"] for row in read_rows("es", "provinces"))
    if word in {*towns, *provinces}:
        return "place"
    for row in read_rows("es", "names"):
        if row["name"] == word:
            return "female name" if row["gender"] == "f" else "male name"
    return ""


def _plain(letter: str) -> str:
    return letter.translate(str.maketrans("áéíóúü", "aeiouu"))
