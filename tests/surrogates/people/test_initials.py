"""Initials in one word follow the name; what stands behind a name stays."""

from surrogates.folding import fold
from tests.surrogates.dialogues import dialogue, run
from tests.surrogates.people.test_people import outs


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
