"""What is said of the order of the alphabet is true of the new names, or told where it is not."""

import pytest

from surrogates import notices
from tests.surrogates.checks.relations.told import issues
from tests.surrogates.dialogues import dialogue, run
from tests.surrogates.packs import FIVE_KEYS

Case = tuple[str, tuple[str, ...], str, list[str]]  # language, lines, surrogates, where it is told

ORDER: list[Case] = [
    ("es", ("A: Van por orden alfabético: [Bermejo:FAM], [Lozano:FAM] y [Tejada:FAM].",),
     "Navas|Carrasco|Rueda", ["Lozano"]),
    ("es", ("A: La lista alfabética.", "B: [Eva:PER] [Bermejo:FAM], luego [Ivo:PER] [Tejada:FAM]."),
     "Sara|Rueda|Blas|Carrasco", ["Tejada"]),
    ("ca", ("A: Estan ordenats per cognoms: [Comas:FAM], [Oller:FAM].",), "Prat|Badia", ["Oller"]),
    ("ca", ("A: La [Fina Comas:PERSON], i darrere en [Joan Oller:PERSON].",
     "B: Sí, alfabèticament."), "Anna Prat|Pere Badia", ["Joan Oller"]),
    ("eu", ("A: Alfabetoaren arabera, [Aldaz:FAM], [Loidi:FAM] eta [Uria:FAM].",),
     "Ibarra|Zabala|Mugika", ["Uria"]),
    ("eu", ("A: [Beñat:PER] lehenago doa, ordena alfabetikoan, eta [Xuban:PER] gero.",),
     "Oier|Eneko", ["Xuban"]),
    ("de", ("A: Es geht alphabetisch, Frau [Brandt:FAM] vor Herrn [Ullrich:FAM].",),
     "Winter|Hartmann", ["Ullrich"]),
    ("de", ("A: Nach dem Alphabet: [Ida von der Aue:PERSON], dann [Jan Kurz:PERSON].",),
     "Eva von Thun|Ole Bruns", ["Jan Kurz"]),
    ("en", ("A: They read us out alphabetically, [Barlow:FAM] before [Quill:FAM].",),
     "Walsh|Dixon", ["Quill"]),
    ("en", ("A: In alphabetical order, [Ann Barlow:PERSON].", "B: And [Joe O'Dea:PERSON]?"),
     "Zoe Walsh|Adam Dixon", ["Joe O'Dea"]),
    ("fr", ("A: Par ordre alphabétique, [Carlier:FAM], [Morel:FAM] et [Vasseur:FAM].",),
     "Weber|Noël|Aubert", ["Morel", "Vasseur"]),
    ("fr", ("A: [Louis Carlier:PERSON] passe avant [Julie Morel:PERSON].",
     "B: C'est l'ordre alphabétique."), "Paul Roussel|Zoé Adam", ["Julie Morel"]),
]  # fmt: skip
ENDS: list[Case] = [
    ("es", ("A: Con [Zulueta:FAM] soy siempre el último de la lista.",), "Herrero", ["Zulueta"]),
    ("es", ("A: Por orden alfabético, claro.", "B: [Vera:FAM], me toca la última."),
     "Castro", ["Vera"]),
    ("ca", ("A: En [Abad:FAM] sempre és el primer de la llista.",), "Roca", ["Abad"]),
    ("eu", ("A: [Zinkunegi:FAM] naiz, zerrendako azkena.",), "Garate", ["Zinkunegi"]),
    ("de", ("A: Als [Zoller:FAM] steht man am Ende der Liste.",), "Kern", ["Zoller"]),
    ("de", ("A: Alphabetisch!", "B: Dann ist [Weiß:FAM] wieder die Letzte."), "Dorn", ["Weiß"]),
    ("en", ("A: With [Abbott:FAM] I'm top of the list.",), "Moss", ["Abbott"]),
    ("fr", ("A: Avec [Zeller:FAM], on est en bas de la liste.",), "Girard", ["Zeller"]),
]  # fmt: skip
RANGES: list[Case] = [
    ("es", ("A: ¿Apellido?", "B: [Tejada:FAM].", "A: De la R a la Z es aquí."),
     "Molina", ["Tejada"]),
    ("es", ("A: ¿Qué letra?", "B: [Ivo:PER] [Tejada:FAM].", "A: De la erre a la zeta, aquí."),
     "Blas|Molina", ["Tejada"]),
    ("es", ("A: Los apellidos entre la M y la R, arriba.", "B: [Oteo:FAM]."), "Vidal", ["Oteo"]),
    ("es", ("A: Apellidos: mesa 2, de la R a la Z.", "B: [Tejada:FAM]."), "Molina", ["Tejada"]),
    ("ca", ("A: De l'A a la F, a la dreta; de la G a la Z, a l'altra.", "B: [Comas:FAM]."),
     "Serra", ["Comas"]),
    ("eu", ("A: Abizenak: A-tik K-ra hemen, L-tik Z-ra han.", "B: [Loidi:FAM]."),
     "Arrieta", ["Loidi"]),
    ("eu", ("A: Zein abizen? Atik Kra hemen da.", "B: [Eizagirre:FAM]."), "Otaegi", ["Eizagirre"]),
    ("de", ("A: Buchstaben L bis Z sind Zimmer 3.", "B: [Ullrich:FAM]."), "Bauer", ["Ullrich"]),
    ("de", ("A: A bis K links, L bis Z rechts.", "B: [Uwe Brandt:PERSON]."),
     "Jens Vogt", ["Uwe Brandt"]),
    ("en", ("A: A to H is this queue, I to Z the next.", "B: I'm [Ann:PER] [Barlow:FAM]."),
     "Zoe|Walsh", ["Barlow"]),
    ("en", ("A: Surnames N–Z are next door.", "B: It's [Quill:FAM]."), "Dixon", ["Quill"]),
    ("fr", ("A: Votre nom de famille ?", "B: [Carlier:FAM].", "A: De A à K, c'est ici."),
     "Roussel", ["Carlier"]),
    ("fr", ("A: Les noms de L jusqu'à Z, en face.", "B: [Julie Morel:PERSON]."),
     "Zoé Adam", ["Julie Morel"]),
]  # fmt: skip
HOLDS: list[tuple[str, tuple[str, ...], str]] = [
    # In the order, or in the letters, in which they were.
    ("es", ("A: Van por orden alfabético: [Bermejo:FAM], [Tejada:FAM].",), "Carrasco|Rueda"),
    ("de", ("A: Nach dem Alphabet: [Ida von der Aue:PERSON], [Jan Kurz:PERSON].",),
     "Eva von Bern|Ole Thun"),
    ("eu", ("A: Alfabetoan, [Loidi:FAM].", "B: [Loidik:FAM] dio."), "Mugika|Mugikak"),
    ("en", ("A: A to K here, L to Z there.", "B: [Barlow:FAM]."), "Jones"),
    ("fr", ("A: De A à K ici, de L à Z là.", "B: [Morel:FAM]."), "Noël"),
    ("ca", ("A: En [Abad:FAM] és el primer de la llista.",), "Badia"),
    # Given names of people whose surnames stand in order.
    ("es", ("A: Orden alfabético: [Ada:PER] [Bermejo:FAM], [Ivo:PER] [Tejada:FAM].",),
     "Sara|Carrasco|Blas|Rueda"),
    # Nobody speaks of the alphabet.
    ("es", ("A: ¿Apellido?", "B: [Bermejo:FAM], y ella [Tejada:FAM]."), "Rueda|Carrasco"),
    ("ca", ("A: La primera és la [Comas:FAM], i l'última l'[Oller:FAM].",), "Prat|Badia"),
    ("eu", ("A: Lehena [Aldaz:FAM] da, azkena [Uria:FAM].",), "Zabala|Ibarra"),
    ("de", ("A: Erst Frau [Brandt:FAM], als Letzte Frau [Zoller:FAM].",), "Winter|Hartmann"),
    ("en", ("A: First name?", "B: [Ann:PER].", "A: Last name?", "B: [Barlow:FAM]."), "Zoe|Walsh"),
    ("en", ("A: You're third on the list, after [Barlow:FAM].", "B: [Quill:FAM]."), "Walsh|Dixon"),
    ("fr", ("A: [Carlier:FAM] est sur la liste avant [Morel:FAM].",), "Weber|Noël"),
    # Letters with which no names begin.
    ("en", ("A: It gets me from A to B.", "B: Right, Mr [Abbott:FAM]."), "Moss"),
    ("en", ("A: We test for hepatitis A to C, Ms [Barlow:FAM].",), "Walsh"),
    ("es", ("A: ¿Su apellido?", "B: [Bermejo:FAM].", "A: Los portales de la A a la D."), "Rueda"),
    ("en", ("A: Surname?", "B: [Barlow:FAM].", "A: Gates A to D are shut."), "Walsh"),
    ("de", ("A: Gleis 1 A bis D, Herr [Brandt:FAM].",), "Winter"),
    ("en", ("A: The letters are F-I-N, as in [Finn:FAM].",), "Finn"),
    ("es", ("A: En el alfabeto fonético, [Bermejo:FAM].",), "Rueda"),
]  # fmt: skip


def _told(lang: str, lines: tuple[str, ...], new: str) -> list[str]:
    """The originals at which the order of the alphabet is told."""
    turns = dialogue(*lines, lang=lang).turns
    found = [i for i in issues(lang, lines, new) if i.message == notices.ALPHABET_LOST.message]
    return [turns[issue.turn].text[issue.start : issue.end] for issue in found]


@pytest.mark.parametrize(("lang", "lines", "new", "where"), [*ORDER, *ENDS, *RANGES])
def test_a_name_that_stands_elsewhere_is_told(
    lang: str, lines: tuple[str, ...], new: str, where: list[str]
) -> None:
    assert _told(lang, lines, new) == where


@pytest.mark.parametrize(("lang", "lines", "new"), HOLDS)
def test_what_holds_or_is_not_said_is_not(lang: str, lines: tuple[str, ...], new: str) -> None:
    assert _told(lang, lines, new) == []


def test_names_far_from_what_is_said_have_no_order() -> None:
    lines = ("A: [Barlow:FAM] here.", *["B: Yes."] * 6, "A: Alphabetically.", "B: [Quill:FAM].")
    assert _told("en", lines, "Walsh|Dixon") == []


def test_the_engine_tells_it_where_its_draw_is_in_another_order() -> None:
    line = "A: Alphabetisch geordnet: [Brandt:FAM], [Kurz:FAM], [Ullrich:FAM]."
    for key in FIVE_KEYS:
        made = run(dialogue(line, lang="de"), key=key)
        drawn = [each.surrogate for each in made.replacements]
        told = any(i.message == notices.ALPHABET_LOST.message for i in made.issues)
        assert told == (drawn != sorted(drawn))
