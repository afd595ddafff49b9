"""Says digits and letters in English: in words or in figures, as the dialogue does it."""

from benchmarks.demo.scene import LETTER, NUMBER, Scene
from benchmarks.demo.vocabulary import forms_where, read_rows
from benchmarks.demo.words import Word

GROUPINGS = {
    11: ((5, 3, 3), (5, 6), (4, 3, 4), (3, 4, 4)),
    8: ((4, 4), (2, 2, 2, 2)),
    6: ((3, 3), (6,), (2, 2, 2)),
    5: ((5,), (2, 3)),
    4: ((4,), (2, 2)),
}
ORDINALS = {
    **{1: "first", 2: "second", 3: "third", 5: "fifth", 8: "eighth", 9: "ninth", 12: "twelfth"},
    **{20: "twentieth", 30: "thirtieth"},
}
ENDINGS = {1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd", 31: "st"}


def in_figures(scene: Scene) -> bool:
    """Whether this dialogue writes numbers in figures (a chat) or in words (a call)."""
    return scene.fact("figures", lambda: scene.rng.choice(("yes", "no"))) == "yes"


def number_form(value: int) -> str:
    return forms_where(
        read_rows("en", "numbers"), "form", value=str(value), **{"class": number_class(value)}
    )[0]


def number_class(value: int) -> str:
    return "I" if value < 10 else "II" if value < 20 else "III"


def say_digits(digits: str, scene: Scene) -> list[Word]:
    """Each digit by itself; zero is `oh` at times, and a pair may be `double`."""
    words: list[Word] = []
    place = 0
    while place < len(digits):
        value = digits[place]
        spoken = "oh" if value == "0" and scene.rng.random() < 0.6 else number_form(int(value))
        if digits[place : place + 2] == value * 2 and scene.rng.random() < 0.4:
            words += [Word("double", NUMBER), Word(spoken, NUMBER)]
            place += 2
        else:
            words.append(Word(spoken, NUMBER))
            place += 1
    return words


def say_number(value: int, scene: Scene) -> list[Word]:
    """0 to 999 as one number: `two hundred and twelve`; `and` is no item."""
    if in_figures(scene):
        return [Word(str(value), NUMBER)]
    if value >= 100:
        head = [Word(number_form(value // 100), NUMBER), Word("hundred", NUMBER)]
        return head + ([Word("and"), *say_number(value % 100, scene)] if value % 100 else [])
    if value < 20 or value % 10 == 0:
        return [Word(number_form(value), NUMBER)]
    return [Word(f"{number_form(value - value % 10)}-{number_form(value % 10)}", NUMBER)]


def say_day(value: int, scene: Scene) -> list[Word]:
    """A day of the month: `the` comes before it. `14th` or `fourteenth`."""
    if in_figures(scene):
        return [Word(f"{value}{ENDINGS.get(value, 'th')}", NUMBER)]
    if value in ORDINALS:
        return [Word(ORDINALS[value], NUMBER)]
    if value < 20:
        return [Word(number_form(value) + "th", NUMBER)]
    unit = value % 10
    return [
        Word(
            f"{number_form(value - unit)}-{ORDINALS.get(unit) or number_form(unit) + 'th'}", NUMBER
        )
    ]


def say_grouped(digits: str, scene: Scene) -> list[Word]:
    """A long number in pieces: one figure group a word, or digit by digit with commas."""
    sizes = scene.rng.choice(GROUPINGS.get(len(digits), ((len(digits),),)))
    words: list[Word] = []
    start = 0
    for size in sizes:
        piece = digits[start : start + size]
        start += size
        if in_figures(scene):
            words.append(Word(piece, NUMBER))
            continue
        words += say_digits(piece, scene)
        if start < len(digits):
            words[-1] = Word(words[-1].text, NUMBER, after=",")
    return words


def say_letters(text: str, scene: Scene) -> list[Word]:
    """Letters one by one, `S M I T H`; now and then `S for Sierra`, whose word is no item."""
    words: list[Word] = []
    for letter in (sign for sign in text.upper() if sign.isalpha()):
        words.append(Word(letter, LETTER))
        if scene.rng.random() < 0.1:
            known = forms_where(read_rows("en", "alphabet"), "word", letter=letter.lower())
            if known:
                words[-1] = Word(letter, LETTER)
                words += [Word("for"), Word(scene.rng.choice(known), after=",")]
    return words
