"""Places, trades and firms: what the words around say of them is told where it may not hold."""

import pytest

from surrogates import notices
from surrogates.notices import Notice
from tests.surrogates.checks.relations.told import sentences

# Language, lines, surrogates that lose it, what is told.
TOLD: list[tuple[str, tuple[str, ...], str, Notice]] = [
    ("de", ("A: [Weende:LOC] liegt nördlich von [Kassel:LOC].",), "Goch|Ulm",
     notices.DISTANCE_STAYS),
    ("en", ("A: It's twenty minutes from [Ely:LOC] to [March:LOC].",), "Hexham|Dover",
     notices.DISTANCE_STAYS),
    ("es", ("A: Voy desde [Huesca:LOC] hasta [Teruel:LOC] en una hora.",), "Lugo|Cieza",
     notices.DISTANCE_STAYS),
    ("eu", ("A: [Deban:LOC] nago, hondartzan.",), "Bakaikun", notices.COAST_STAYS),
    ("fr", ("A: On va à [Gérardmer:LOC], au bord du lac.",), "Vierzon", notices.SURROUNDINGS_STAY),
    ("en", ("A: We were in [Spiddal:LOC] before, in the Gaeltacht.",), "Swords",
     notices.SURROUNDINGS_STAY),
    ("de", ("A: Ich war in [Füssen:LOC], in den Bergen.",), "Kiel", notices.SURROUNDINGS_STAY),
    ("en", ("A: She's a [midwife:PROFESSION].", "B: Delivering babies?"), "dentist",
     notices.TRADE_TOLD),
    ("ca", ("A: El [lampista:PROFESSION] ha canviat l'aixeta.",), "pintor", notices.TRADE_TOLD),
    ("fr", ("A: La [cadre de santé:PROFESSION] de la clinique.",), "boulangère",
     notices.TRADE_TOLD),
    ("fr", ("A: L'[ophtalmologue:PROFESSION].", "B: Oui, l'[ophtalmo:PROFESSION]."),
     "urologue|oncologue", notices.TRADE_SHORT),
    ("fr", ("A: Il est [menuisier:PROFESSION].", "B: Dans la [menuiserie:PROFESSION] ?"),
     "peintre|peintre", notices.TRADE_WORD),
    ("en", ("A: [Ashdown and Sons:ORG].", "B: And you are [Ted Ashdown:PERSON]?"),
     "Orlenta Hill|Sid Moss", notices.FAMILY_FIRM),
    ("ca", ("A: És el meu [besavi:SURNAME] de Vic.",), "rigau", notices.SMALL_WORD),
    ("ca", ("A: El [3r:NUM].",), "8r", notices.AGREEMENT_LOST),
    ("en", ("A: The [3rd:NUM].",), "7rd", notices.AGREEMENT_LOST),
    ("ca", ("A: Soc a l'[Eixample:LOC].",), "el Molí", notices.AGREEMENT_LOST),
    ("de", ("A: Die [Emmy-Noether-Schule:ORG].",), "Lea Bosch-Schule", notices.AGREEMENT_LOST),
    ("de", ("A: Im [siebten:number] Bezirk, [1070:ZIP] [Wien:LOC].",), "achten|6840|Götzis",
     notices.AREA_LOST),
    ("fr", ("A: Dans le [11e:number] arrondissement de [Paris:LOC].",), "8e|Brest",
     notices.AREA_LOST),
    ("fr", ("A: Dans le [septième:number], à [Lyon:LOC].",), "neuvième|Brest",
     notices.AREA_LOST),
    ("de", ("A: Aus dem [Pitztal:LOC].",), "Kufstein", notices.AGREEMENT_LOST),
    ("fr", ("A: Originaire de la [Gruyère:LOC].",), "Meyrin", notices.AGREEMENT_LOST),
    ("de", ("A: Im [Aargau:REGION], in [Aarau:LOC].",), "Thurgau|Davos", notices.PART_LOST),
    ("fr", ("A: À [Vevey:LOC], canton de [Vaud:REGION].",), "Bulle|Valais", notices.PART_LOST),
    ("eu", ("A: Ez dut [arotzik:PROFESSION] behar.",), "zurgin", notices.AGREEMENT_LOST),
]  # fmt: skip
KEPT: list[tuple[str, tuple[str, ...], str]] = [
    ("fr", ("A: Le train de [Nantes:LOC] à [Brest:LOC], une heure plus tard.",), "Lyon|Nice"),
    ("de", ("A: Ich komme aus [Kassel:LOC] und wohne in [Goch:LOC].",), "Ulm|Celle"),
    ("en", ("A: She's a [midwife:PROFESSION].", "B: Delivering babies?"), "nurse and midwife"),
    ("de", ("A: Ein [Krankenpfleger:PROFESSION].", "B: Als [Pfleger:PROFESSION]?"),
     "Altenpfleger|Pfleger"),
    ("en", ("A: [Ashdown and Sons:ORG].", "B: And you are [Ted Ashdown:PERSON]?"),
     "Moss and Sons|Sid Moss"),
    ("ca", ("A: El [3r:NUM] [2a:NUM].",), "8è|5a"),
    ("en", ("A: The [3rd:NUM].",), "11th"),
    ("de", ("A: Im [Aargau:REGION], in [Aarau:LOC].",), "Thurgau|Arbon"),
    ("fr", ("A: Je repars au [Havre:LOC].",), "Creusot"),
    ("fr", ("A: Dans le [onzième:number], [75011:ZIP] [Paris:LOC].",), "huitième|69008|Lyon"),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "lines", "new", "notice"), TOLD)
def test_what_the_words_around_say_is_told(
    lang: str, lines: tuple[str, ...], new: str, notice: Notice
) -> None:
    assert notice.message in sentences(lang, lines, new)


@pytest.mark.parametrize(("lang", "lines", "new"), KEPT)
def test_what_still_fits_raises_nothing(lang: str, lines: tuple[str, ...], new: str) -> None:
    assert not sentences(lang, lines, new)
