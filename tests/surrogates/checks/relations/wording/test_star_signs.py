"""A star sign that goes with a date goes with the new one."""

import pytest

from surrogates.languages import lexicon_for
from tests.surrogates.checks.relations.told import issues
from tests.surrogates.dialogues import dialogue

PLACED = "where in the month or the year"


def told(lang: str, lines: tuple[str, ...], new: str) -> list[str]:
    made = dialogue(*lines, lang=lang)
    found = [i for i in issues(lang, lines, new) if PLACED in i.message]
    return [made.turns[i.turn].text[i.start : i.end] for i in found]


# Language, turns, the word, surrogates of another sign, surrogates of the same.
SIGNS: list[tuple[str, tuple[str, ...], str, str, str]] = [
    ("es", ("A: Nací el [2 de mayo:DATE].", "B: Tauro, como yo."), "Tauro",
     "9 de julio", "11 de mayo"),
    ("es", ("A: El [30 de junio:DATE]. Soy Cáncer.",), "Cáncer", "4 de enero", "13 de julio"),
    ("es", ("A: Cumple en [septiembre:MONTH], Virgo.",), "Virgo", "marzo", "agosto"),
    ("ca", ("A: Va néixer el [8 de desembre:DATE].", "B: Ets sagitari?"), "sagitari",
     "3 de febrer", "27 de novembre"),
    ("ca", ("A: El [12 de novembre:DATE] faig anys. Soc Escorpí.",), "Escorpí",
     "5 de juny", "30 d'octubre"),
    ("eu", ("A: [Ekainaren 1ean:DATE] jaio nintzen.", "B: Geminis!"), "Geminis",
     "abenduaren 4an", "maiatzaren 28an"),
    ("eu", ("A: [Abuztuaren 5ean:DATE] urteak. Lehoia naiz.",), "Lehoia",
     "martxoaren 9an", "uztailaren 30ean"),
    ("de", ("A: Geboren am [4. Oktober:DATE], Waage.",), "Waage", "12. Januar", "28. September"),
    ("de", ("A: Am [9. März:DATE].", "B: Dann sind Sie Fische?"), "Fische",
     "17. August", "25. Februar"),
    ("de", ("A: Ich habe am [1. Februar:DATE], und ich bin ein Wassermann.",), "Wassermann",
     "6. Mai", "10. Februar"),
    ("en", ("A: It's the [5th of January:DATE].", "B: A capricorn, then."), "capricorn",
     "9th of June", "29th of December"),
    ("en", ("A: Born on [10 August:DATE]. She's a Leo.",), "Leo", "2 March", "30 July"),
    ("fr", ("A: Le [7 novembre:DATE], je suis Scorpion.",), "Scorpion", "11 avril", "26 octobre"),
    ("fr", ("A: Né en [février:MONTH]. Verseau ?",), "Verseau", "juin", "janvier"),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "lines", "word", "lost", "kept"), SIGNS)
def test_a_sign_is_that_of_the_new_date(
    lang: str, lines: tuple[str, ...], word: str, lost: str, kept: str
) -> None:
    assert told(lang, lines, lost) == [word]
    assert not told(lang, lines, kept)


@pytest.mark.parametrize(
    ("lang", "lines", "new"),
    [
        # It was not the sign of the date, which is too far away, or no day is told.
        ("es", ("A: El [2 de mayo:DATE] llega mi hermana, que es Piscis.",), "9 de julio"),
        ("es", ("A: Nací el [2 de mayo:DATE].", "B: Ya.", "A: Sí.", "B: Es Tauro."), "9 de julio"),
        ("ca", ("A: Vine [dilluns:DATE], que soc Àries.",), "dimarts"),
        # What means something else, too.
        ("es", ("A: El [10 de agosto:DATE]. Leo la carta ahora.",), "3 de enero"),
        ("es", ("A: El [3 de julio:DATE] le detectaron un cáncer.",), "12 de enero"),
        ("ca", ("A: El [10 d'octubre:DATE] vaig comprar la balança.",), "3 de maig"),
        ("eu", ("A: [Martxoaren 2an:DATE] arrainak erosi nituen.",), "abenduaren 4an"),
        ("de", ("A: Am [10. Oktober:DATE] stand ich auf der Waage.",), "3. Mai"),
        ("de", ("A: Am [9. März:DATE] gab es Brot, Fische und Wein.",), "3. Mai"),
        ("de", ("A: Am [3. Juli:DATE] wurde Krebs festgestellt.",), "12. Januar"),
        ("en", ("A: On [3 July:DATE] I gave to Cancer Research.",), "12 January"),
        ("fr", ("A: Le [5 mars:DATE], on mange des poissons.",), "6 août"),
        ("fr", ("A: Le [5 octobre:DATE], le Lion d'or et la Balance.",), "6 mai"),
    ],
)  # fmt: skip
def test_other_words_are_no_signs(lang: str, lines: tuple[str, ...], new: str) -> None:
    assert not told(lang, lines, new)


def test_of_two_signs_of_a_month_one_is_told() -> None:
    lines = ("A: Cumple en [octubre:MONTH].", "B: ¿Y es Libra o Escorpio?")
    assert told("es", lines, "marzo") == ["Libra"]


def test_a_date_that_stays_keeps_its_sign() -> None:
    lines = ("A: Ich bin vom [2. August:DATE], meine Frau vom [9. August:DATE].", "B: Löwe!")
    assert not told("de", lines, "2. August|7. Januar")
    assert told("de", lines, "4. Januar|7. Januar") == ["Löwe"]


def test_the_edges_of_a_sign_may_be_either() -> None:
    line = ("A: Cumplo el [19 de abril:DATE], soy Aries.",)
    assert not told("es", line, "20 de abril")
    assert told("es", line, "24 de abril") == ["Aries"]


@pytest.mark.parametrize("lang", ["es", "ca", "eu", "de", "en", "fr"])
def test_every_language_has_the_twelve(lang: str) -> None:
    cues = lexicon_for(lang).cues
    assert len({*cues("star_sign").values(), *cues("star_sign_too").values()}) == 12
