"""Letters, names and addresses: what could be heard, read out or told still can be."""

import pytest

from surrogates import notices
from surrogates.notices import Notice
from tests.surrogates.checks.relations.told import sentences

# Language, lines, surrogates that keep the relation, others that lose it, what is told then.
CASES: list[tuple[str, tuple[str, ...], str, str, Notice]] = [
    # Names of which one was heard for the other
    ("fr", ("A: [Hamelin:FAM].", "B: [Amelain:FAM], sans [H:LETTER] ?"),
     "Harcourt|Arcour|H", "Garnier|Poulain|G", notices.ALIKE_LOST),
    ("de", ("A: [Schreier:FAM], nicht [Schreiber:FAM]."),
     "Neumann|Naumann", "Neumann|Vogel", notices.ALIKE_LOST),
    ("es", ("A: [Solanas:FAM], no [Solana:FAM]."),
     "Moreno|Morena", "Moreno|Vidal", notices.ALIKE_LOST),
    ("es", ("A: [Peris:FAM], acabado en [is:LETTER], no [Pérez:FAM]."),
     "Lozán|án|Lozano", "Varela|ela|Barela", notices.LETTER_LOST),
    # Letters of which one is heard for the other
    ("en", ("A: [P for Papa:LETTER] or [B for Bravo:LETTER]?",),
     "D for Delta|T for Tango", "N for nut|W for wine", notices.LETTERS_UNLIKE),
    ("es", ("A: ¿Con [be:LETTER] o con [uve:LETTER]?",),
     "ge|jota", "a|i griega", notices.LETTERS_UNLIKE),
    ("ca", ("A: Amb [essa:LETTER] o amb [ce:LETTER]?",),
     "be|ve", "be|ela", notices.LETTERS_UNLIKE),
    ("eu", ("A: [tz:LETTER]-rekin, ez [tx:LETTER]-rekin.",),
     "ts|tz", "rr|ts", notices.LETTERS_UNLIKE),
    # Short forms
    ("eu", ("A: [Mari Karmen:PER] naiz, [Mamen:PER].",),
     "Maria Teresa|Maite", "Miren Nerea|Anabel", notices.SHORT_LOST),
    ("en", ("A: I'm [Margaret:PER], call me [Peggy:PER].",),
     "Catherine|Kathy", "Emily|Susan", notices.SHORT_LOST),
    # Codes that are read out
    ("en", ("A: It's [HX7P:ID].", "B: [H as in hotel:LETTER], [X:LETTER], [seven:NUM],"
            " [P for Papa:LETTER]?"),
     "BT4M|B as in bravo|T|four|M for Mike", "BT4M|K as in king|T|four|M for Mike",
     notices.READING_LOST),
    ("de", ("A: [AB-XY 27:PLATE].", "B: [A wie Anton:LETTER], [B:LETTER], [X:LETTER], [Y:LETTER]?"),
     "KO-NR 81|K wie Konrad|O|N|R", "KO-NR 81|K wie Konrad|O|N|T", notices.READING_LOST),
    ("en", ("A: Flat [3B:NUM].", "B: Ring buzzer [B:LETTER]."), "6C|C", "6C|J",
     notices.CODE_LETTER_LOST),
    # The key words of letters
    ("en", ("A: [X as in x-ray:LETTER].",), "Z as in zebra", "Z as in vincent",
     notices.KEY_WORD_LOST),
    ("ca", ("A: [ca:LETTER] de quilo.",), "cu", "jota", notices.KEY_WORD_LOST),
    ("fr", ("A: [T:LETTER] comme [Toulouse:LOC].",), "B|Brest", "B|Dijon", notices.KEY_WORD_LOST),
    # How many there are
    ("de", ("A: [Matthiesen:FAM], mit [zwei:NUM] [T:LETTER]."),
     "Bollmann|zwei|L", "Bollmann|sieben|L", notices.LETTERS_COUNTED),
    ("de", ("A: [Kubilla:FAM], [K:LETTER], [U:LETTER], [B:LETTER], [I:LETTER], Doppel-[L:LETTER],"
            " [A:LETTER].",),
     "Wenitta|W|E|N|I|T|A", "Wenitta|W|E|N|I|T|T, A", notices.SPELLED_LOST),
    ("en", ("A: [Eulalie Broussard:PER].", "B: [B-R-O-U-S-S-A-R-D:PER]."),
     "Jemma Crane|C-R-A-N-E", "Jemma Crane|S-B-S-I-D-D-B-G", notices.SPELLED_LOST),
    ("en", ("A: [kdun84:USER].", "B: [K:LETTER] and then [D:LETTER]-[U:LETTER]-[N:LETTER]?"),
     "wpri83|W|P|R|I", "wpri83|W|H|P|U", notices.SPELLED_LOST),
    ("es", ("A: [Baena:FAM]: [B:LETTER], [A:LETTER].", "B: ¿Y luego?",
            "A: [E:LETTER], [N:LETTER], [A:LETTER]."),
     "Bosch|B|O|S|C|H", "Bosch|B|O|S|S|C", notices.SPELLED_LOST),
    ("de", ("A: [Brunotech:ORG], also [B-R-U-N-O:LETTER]."),
     "Gravenia|G-R-A-V", "Gravenia|X-T-A-K", notices.SPELLED_LOST),
    ("de", ("A: [Böttger:FAM], [B:LETTER], [O:LETTER] [E:LETTER], zwei [T:LETTER], [G:LETTER],"
            " [E:LETTER], [R:LETTER].",),
     "Trommler|T|R|O|M|L|E|R", "Gröttner|G|R|O|E T|T|N|E R", notices.SPELLED_LOST),
    ("ca", ("A: [Ametller:FAM], amb [R:LETTER] al final, i dues eles.",),
     "Gallor|R", "Masferrer|R", notices.LETTER_LOST),
    ("ca", ("A: [2847 JTR:PLATE].", "B: [J:LETTER], [T:LETTER], [R:LETTER]?"),
     "9721 PLN|P|L|N", "9721 PLN|P|L|K", notices.SPELLED_LOST),
    # Initials
    ("en", ("A: I'm [Priya:PER] [Shah:FAM].", "B: Signed, [P.S.:LETTER]"),
     "Joan|Hill|J.H.", "Joan|Hill|S.Y.", notices.ACRONYM_LOST),
    ("es", ("A: Universidad de [Salamanca:LOC].", "B: ¿En la [USAL:ORG]?"),
     "Toledo|UTOL", "Toledo|CSSV", notices.ACRONYM_LOST),
    ("fr", ("A: L'[Agence pour le logement des Ardennes:ORG], l'[ALA:ORG]."),
     "Agence pour le logement du Gard|ALG", "Agence pour le logement du Gard|ERN",
     notices.ACRONYM_LOST),
    ("de", ("A: [MR-KT 482:PLATE].", "B: Aus [Marburg:LOC]?"),
     "GI-NB 365|Gießen", "HH-NB 365|Lahnstein", notices.ACRONYM_LOST),
    ("fr", ("A: [2 84 05 35 238 047:ID], la clé, c'est [51:NUM]."),
     "2 83 10 07 958 440|89", "2 83 10 07 958 440|44", notices.KEY_LOST),
    # Addresses
    ("ca", ("A: L'ajuntament de [Berga:LOC], [www.berga.cat:URL]."),
     "Tortosa|www.tortosa.cat", "Tortosa|www.halvanet.cat", notices.ADDRESS_LOST),
    ("de", ("A: [k@web-kontor.de:EMAIL], also ät [web-kontor:ORG] Punkt de."),
     "k@ulm-bau.de|ulm-bau", "k@zaun-koenig.de|zaunkönig", notices.PIECE_LOST),
    ("es", ("A: [lucia.mora@gmail.com:EMAIL]: [lucia:PER] punto [mora:FAM]."),
     "elia.sanz@gmail.com|elia|sanz", "elia.goni@gmail.com|elia|goñi", notices.PIECE_LOST),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "lines", "kept", "lost", "notice"), CASES)
def test_what_no_longer_holds_is_told(
    lang: str, lines: tuple[str, ...] | str, kept: str, lost: str, notice: Notice
) -> None:
    turns = (lines,) if isinstance(lines, str) else lines
    assert sentences(lang, turns, kept) == []
    assert notice.message in sentences(lang, turns, lost)


@pytest.mark.parametrize(
    ("lang", "lines", "new"),
    [
        # Two people whose names are alike by chance.
        ("es", ("A: Soy [Daniel:PER] y mi hija es [Daniela:PER].",), "Jorge|Francisca"),
        ("de", ("A: [Maier:FAM] und [Mayer:FAM] kommen.",), "Vogel|Kern"),
        # Letters that nobody hears for each other.
        ("en", ("A: Is it [A:LETTER] or [W:LETTER]?",), "N|Z"),
        # Who writes a name as such leaves its accents.
        ("es", ("A: [eva.sol@gmail.com:EMAIL].", "B: [Eva:PER] punto [Sol:FAM]."),
         "jose.ruiz@gmail.com|José|Ruiz"),
        ("fr", ("A: [Jeanne:PER] [Bertrand:FAM].", "B: Dossier [JB-4471:ID]."),
         "Anne|Petit|KT-2093"),
    ],
)  # fmt: skip
def test_nothing_false_is_told(lang: str, lines: tuple[str, ...], new: str) -> None:
    assert sentences(lang, lines, new) == []
