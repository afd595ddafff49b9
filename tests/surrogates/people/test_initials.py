"""Initials in one word follow the name; what stands behind a name stays."""

import re

import pytest

from surrogates.folding import fold
from surrogates.languages.letters import AFTER_AN
from tests.surrogates.dialogues import dialogue, run, texts
from tests.surrogates.people.test_people import outs

KEYS = [bytes([n, 58]) for n in range(6)]


def test_initials_in_one_word_are_those_of_the_compound() -> None:
    for whole, short, again in outs(
        "fr",
        "A: Je suis [Jean-Baptiste:PER], on m'appelle [JB:PER].",
        "B: Bonjour [JB:PER].",
    ):
        assert short == again == "".join(part[0] for part in whole.split("-")), (whole, short)


def test_initials_of_nobody_are_other_letters() -> None:
    for (short,) in outs("en", "A: Ask for [TJ:PER] at the desk."):
        assert len(short) == 2 and short.isupper() and not set(short) & set("TJ"), short


def test_what_tells_father_and_son_apart_stays() -> None:
    for son, father, again in outs(
        "en",
        "A: This is [James Porter Jr.:PER], my father is [James Porter Sr.:PER].",
        "B: Mr [Porter Jr.:FAM], thanks.",
    ):
        assert son.endswith(" Jr.") and father.endswith(" Sr.")
        assert fold(son).split()[:2] == fold(father).split()[:2]
        assert again.endswith(" Jr.") and again.split()[0] == son.split()[1]


def test_a_letter_behind_a_title_is_the_surname_s() -> None:
    made = dialogue(
        "A: Hello Professor [Ashworth:SURNAME], this is [Barnaby Kim:PERSON].",
        "B: Best, [Marta Ashworth:PERSON]",
        "B: People call me Dr. [A:LETTERS] or [Marta:GIVENNAME].",
        lang="en",
    )
    for seed in range(4):
        turns = [turn.text for turn in run(made, key=bytes([seed]) * 32).draft.turns]
        surname = turns[0].split()[2].strip(",")
        assert turns[1].endswith(f" {surname}")
        assert f"Dr. {surname[0]} " in turns[2]


WHOLE = [
    ("es", ("A: Firma con [J. M. S.:PER], que es [José Manuel Soto:PER].",)),
    ("en", (
        "A: She's [Temperance:FEMALE] [Okafor-Lindley:FAM], her husband is [Jim Lindley:PER].",
        "B: Her initials are [T.O.L.:PER]?",
    )),
    ("de", ("A: Gezeichnet [K.-U. L.:PER], also [Kai-Uwe Lamprecht:PER].",)),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "lines"), WHOLE)
def test_initials_alone_are_those_of_the_whole_name(lang: str, lines: tuple[str, ...]) -> None:
    for key in KEYS:
        result = run(dialogue(*lines, lang=lang), key=key)
        said = {r.original: r.surrogate for r in result.replacements}
        initials = next(re.sub(r"[\W_]", "", new) for old, new in said.items() if "." in old)
        names = " ".join(new for old, new in said.items() if "." not in old)
        words = [word[0] for word in re.split(r"[\W_]+", fold(names)) if word]
        assert initials.lower() == "".join(words)[: len(initials)]


def test_a_letter_goes_with_the_article_before_it() -> None:
    lines = (
        "A: She's [Aoife:FEMALE] [Lenihan:FAM], so an [A. Lenihan:PER] on the lease.",
        "B: And a [T. Lane:PER]?",
    )
    for key in KEYS:
        result = run(dialogue(*lines, lang="en"), key=key)
        *_, one, other = [r.surrogate[0].lower() for r in result.replacements]
        assert one in AFTER_AN and other not in AFTER_AN


TOLD = [("ca", "A: L'[A:letter] d'[Anna:FEMALE]."), ("fr", "A: L'[É:letter] d'[Élise:FEMALE].")]


@pytest.mark.parametrize(("lang", "line"), TOLD)
def test_a_letter_is_the_initial_of_the_name_behind_it(lang: str, line: str) -> None:
    for key in KEYS:
        letter, name = texts(run(dialogue(line, lang=lang), key=key))
        assert fold(letter) == fold(name)[0]


def test_letters_of_a_plate_are_those_of_its_driver() -> None:
    lines = (
        "A: Das Kennzeichen ist [HD-KL 482:PLATE].",
        "B: Der Fahrer heißt [Kai-Uwe Lamprecht:PER], drum wohl das [KL:letter].",
    )
    for key in KEYS:
        plate, name, letters = texts(run(dialogue(*lines, lang="de"), key=key))
        first, *_, last = name.split()
        if (first[0] + last[0]).isascii():
            assert letters == first[0] + last[0] and f"-{letters} " in plate
