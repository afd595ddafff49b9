"""What letters said near a name tell of it is as true of the surrogates."""

import pytest

from surrogates import notices
from tests.surrogates.checks.relations.told import sentences


@pytest.mark.parametrize(
    ("lang", "lines", "false", "true"),
    [
        # One of two names has it, the other has not.
        ("fr", ("A: Monsieur [Houdin:FAM] avec un [H:LETTER] ?",
                "B: [Oudin:FAM], sans [H:LETTER]."),
         "Mauger|M|Auger|J", "Mauger|M|Auger|M"),
        ("de", ("A: [maier:FAM] nicht mit [e:LETTER] [y:LETTER] sondern [a:LETTER] [i:LETTER]",
                "B: ah nicht [meyer:FAM]"), "busch|n|x|s|c|bosch", "kaiser|e|y|a|i|keyser"),
        ("es", ("A: Señora [Jiménez:FAM].",
                "B: [Giménez:FAM] con [ge:LETTER], no con [jota:LETTER]."),
         "Noya|Moya|eme|i", "Noya|Moya|eme|ene"),
        # A letter that was wrong at the end is put right there.
        ("fr", ("A: [Thiébaut:FAM]", "B: avec un [d:LETTER] à la fin ?",
                "A: non [Thiébaut:FAM] avec un [t:LETTER]"),
         "Chrétien|q|Chrétien|c", "Chrétien|q|Chrétien|n"),
        # Basque says it behind the letter.
        ("eu", ("A: [Eguzkitza:FAM] z batekin?",), "Ugarte", "Lizarraga"),
        ("eu", ("A: [Olabarria:FAM] batekin ala birekin idazten da r hori?",),
         "Zubikarai", "Basarrate"),
        ("eu", ("A: [Etxeberria:FAM], [t:LETTER] [x:LETTER] eta [b:LETTER] letrekin.",),
         "Irizar|z|a|z", "Lizarraga|l|i|z"),
        ("eu", ("A: [Elortza:FAM], tz-rekin.",), "Igartua", "Goitza"),
        # One letter of two names that are told apart by it.
        ("fr", ("A: [Matthieu:GIVEN] avec deux [T:LETTER] ?",
                "B: [Mathieu:GIVEN], un seul [T:LETTER]."),
         "Jannot|N|Janot|H", "Jannot|N|Janot|N"),
        # So often.
        ("ca", ("A: [Pellicer:FAM] amb [dues eles:LETTER].",), "Galceran|dues eles",
         "Vallès|dues eles"),
    ],
)  # fmt: skip
def test_what_letters_tell_stays_true(
    lang: str, lines: tuple[str, ...], false: str, true: str
) -> None:
    assert notices.LETTERS_FALSE.message in sentences(lang, lines, false)
    assert notices.LETTERS_FALSE.message not in sentences(lang, lines, true)


@pytest.mark.parametrize(
    ("lang", "lines", "new"),
    [
        # A class, a vitamin and a floor are letters of no name.
        ("de", ("A: [Anna Beier:PER] geht in die [3:NUM] [b:LETTER].",), "Ute Kroll|4|c"),
        ("es", ("A: Soy [Ana Vera:PER], vivo en la planta [C:LETTER].",), "Rita Solís|B"),
        ("en", ("A: [Diana:PER] takes vitamin D with milk.",), "Ruth"),
        # It was written without: "Elena, con hache".
        ("es", ("A: [Elena:PER], con [hache:LETTER].",), "Ainhoa|hache"),
        ("fr", ("A: [Dubois:FAM] avec un B ou sans B ?",), "Martin"),
        # Two at the end, where the other name has one.
        (
            "de",
            ("A: [Schmitt:FAM], mit zwei t am Ende.", "B: Nicht [Schmidt:FAM]?"),
            "Schütt|Schütz",
        ),
        # What was misheard stays wrong.
        ("es", ("A: ¿[Vallejo:FAM] con [be:LETTER] o con [uve:LETTER]?",), "Páez|ese|zeta"),
    ],
)
def test_no_alarm(lang: str, lines: tuple[str, ...], new: str) -> None:
    assert notices.LETTERS_FALSE.message not in sentences(lang, lines, new)


def test_a_spelling_by_ear_is_one_still() -> None:
    lines = ("A: It's [Siobhan:GIVEN].", "B: Is that [S-H-I-V-A-U-N:SPELL]?")
    lost = notices.SPELLED_LOST.message
    assert sentences("en", lines, "Clodagh|A-L-V-A-R-E-Z") == [lost]
    assert sentences("en", lines, "Clodagh|C-L-A-D-A-G-H") == []


@pytest.mark.parametrize(
    ("lang", "lines", "false", "true", "lost"),
    [
        # Parts of a name under a label of spellings.
        ("ca", ("A: [puigdomènech:FAM], [puig:SPELL] i després [domènech:SPELL]",),
         "castells|koala|sabata", "castells|cas|tells", notices.SPELLED_LOST),
        # A letter that is said once more without a label.
        ("eu", ("A: Letra [N:LETTER] da, Nafarroako N bezala?",), "X", "N", notices.KEY_WORD_LOST),
        # Two initials of one given name.
        ("es", ("A: [José María:GIVEN] [Ferrándiz:FAM], [jm_ferrandiz@x.es:EMAIL].",),
         "Juan Ramón|Vera|mn_vera@x.example", "Juan Ramón|Vera|jr_vera@x.example",
         notices.ADDRESS_LOST),
        # Initials, the first of which may be read as a title.
        ("fr", ("A: [Marion:GIVEN] [Rousseau:FAM].", "A: Cordialement, [M. R.:PER]"),
         "Joséphine|Chevalier|M. C.", "Joséphine|Chevalier|J. C.", notices.ACRONYM_LOST),
    ],
)  # fmt: skip
def test_what_is_said_of_letters_otherwise_stays_true(
    lang: str, lines: tuple[str, ...], false: str, true: str, lost: notices.Notice
) -> None:
    assert lost.message in sentences(lang, lines, false)
    assert lost.message not in sentences(lang, lines, true)
