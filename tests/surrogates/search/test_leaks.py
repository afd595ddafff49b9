"""The re-scan of the output: every form in which an original may still stand there."""

import random
import sys

import pytest

from surrogates.languages import load_lexicon
from surrogates.search import leaks
from surrogates.types import Dialogue, Mention, Turn
from tests.surrogates.dialogues import codes, dialogue, run

# language, text after the labelled turn, label and original, kind of leak
FOUND = [
    ("es", "[Laura:PER]", "dice Laura", "word"),
    ("es", "[Laura:PER]", "dice LAURA", "word"),
    ("es", "[José:PER]", "dice Jose", "word"),
    ("es", "[José Manuel:PER]", "dice Manuel", "word"),
    ("es", "[Francisco:PER]", "dice Paco", "related"),
    ("es", "[Paco:PER]", "dice Francisco", "related"),
    ("es", "[José María:PER]", "dice Chema", "related"),
    ("es", "[Jaime:PER]", "dice Jaume", "related"),
    ("es", "[Donostia:LOC]", "vive en San Sebastián", "related"),
    ("es", "[Gerona:LOC]", "vive en Girona", "related"),
    ("es", "[Laura:PER]", "ele, a, u, erre, a", "letters"),
    ("es", "[Laura:PER]", "L-A-U-R-A", "letters"),
    ("es", "[Ana:PER]", "con a ene a", "letters"),
    ("es", "[Luz:PER]", "ele u zeta", "letters"),
    ("es", "[Laura:PER]", "L de Lugo, A de Ávila, U de uva, R de Roma, A de Alicante", "letters"),
    ("es", "[612345678:PHONE]", "seis uno dos tres cuatro cinco seis siete ocho", "digits"),
    ("es", "[612345678:PHONE]", "seis doce eh treinta y cuatro, cincuenta y seis 78", "digits"),
    ("es", "[612345678:PHONE]", "seiscientos doce trescientos cuarenta y cinco 678", "digits"),
    ("es", "[seis uno dos tres cuatro cinco seis:PHONE]", "612-34-56", "digits"),
    ("es", "[seis uno dos:PHONE] [tres cuatro cinco:PHONE] [seis:PHONE]", "612 345 6", "digits"),
    ("es", "[12345678Z:ID]", "el 12.345.678", "digits"),
    ("es", "[48901:ZIP]", "el 48901", "digits"),
    ("es", "[Laura García:PERSON]", "usuario lauragarcia", "word"),
    ("es", "[Laura:PER] [García:FAM]", "usuario lauragarcia", "word"),
    ("es", "[lgarcia75:USER]", "usuario LGarcia75", "word"),
    ("es", "[ana.gil@brumal.es:EMAIL]", "ana.gil@brumal.es", "address"),
    ("es", "[ana.gil@brumal.es:EMAIL]", "la web www.brumal.es", "address"),
    ("es", "[G:SPELL] [I:SPELL] [L:SPELL] [B:SPELL] [E:SPELL] [R:SPELL] [T:SPELL]", "Gilbert", ""),
    ("es", "[Telco Norte:ORG]", "de Telco", "word"),
    ("en", "[William:PER]", "says Bill", "related"),
    ("en", "[612345678:PHONE]", "six one two three four double five six", ""),
    ("en", "[6123455678:PHONE]", "six one two three four double five six seven eight", "digits"),
    ("en", "[Smith:FAM]", "Sierra Mike India Tango Hotel", "letters"),
    ("de", "[Müller:FAM]", "Frau Müllers Vertrag", "word"),
    ("de", "[Schneider:FAM]", "S C H N E I D E R", "letters"),
    ("eu", "[Mikel:PER]", "Mikelek esan du", "word"),
    ("fr", "[Hélène:PER]", "dit Helene", "word"),
    ("eu", "[612345678:PHONE]", "seis uno dos tres cuatro cinco seis siete ocho", "digits"),
    ("fr", "[0671998242:PHONE]", "zéro six soixante et onze 99 quatre-vingt-deux 42", "digits"),
    ("de", "[017214356:PHONE]", "null eins sieben einundzwanzig dreiundvierzig 56", "digits"),
    ("ca", "[Girona:LOC]", "a Gerona", "related"),
]


@pytest.mark.parametrize(("lang", "labelled", "after", "kind"), FOUND)
def test_what_stands_outside_the_labels(lang: str, labelled: str, after: str, kind: str) -> None:
    made = dialogue(f"A: {labelled}", f"B: {after}.", lang=lang)
    found = [k for k in leaks.scan(made, run(made).draft) if k.turn == 1]
    if not kind:
        return
    assert kind in {leak.kind for leak in found}, found
    assert all(leak.mention for leak in found)
    assert "RESIDUAL_MENTION" in codes(run(made))


@pytest.mark.parametrize(
    ("lang", "labelled", "after"),
    [
        ("es", "[Pilar:PER]", "ese es un pilar básico"),
        ("es", "[Dolores:PER]", "tengo dolores"),
        ("es", "[uno:NUM] [mayo:DATE]", "uno en mayo"),
        ("es", "[612345678:PHONE]", "seis personas, doce horas y 34 euros"),
        ("es", "[Ana:PER]", "a n a"),  # three letters may be anything
        ("es", "[Ada:PER]", "va a de a poco"),
        ("es", "[ana@brumal.es:EMAIL]", "escriba un correo"),
        ("es", "[info@brumal.es:EMAIL]", "pida info por correo"),
        ("es", "[San José:LOC]", "el san bernardo"),
        ("en", "[Will:PER]", "I will call you"),
        ("en", "[Mark:PER]", "they mark it"),
        ("de", "[Berlin:LOC]", "in der Stadt"),
    ],
)
def test_ordinary_words_are_no_leaks(lang: str, labelled: str, after: str) -> None:
    made = dialogue(f"A: {labelled}", f"B: {after}.", lang=lang)
    found = [k for k in leaks.scan(made, run(made).draft) if k.turn == 1]
    assert not [k for k in found if k.kind != "homograph"], found
    assert not [i for i in run(made).issues if i.severity == "block"]


@pytest.mark.parametrize("key", [b"a", b"b", b"c"])
def test_the_output_of_entity_has_none(key: bytes) -> None:
    made = dialogue(
        "A: Soy [Laura:PER] [García:FAM], [L, A, U, R, A:SPELL], de [Vigo:LOC]",
        "B: ¿[laura.garcia@telconorte.es:EMAIL], de [Telco Norte:ORG]?",
        "A: Sí, [seis doce:PHONE] eh [treinta y cuatro:PHONE] [cincuenta y seis:PHONE]",
    )
    assert leaks.scan(made, run(made, key=key).draft) == []


def test_pieces_over_turns_of_one_speaker() -> None:
    made = dialogue("A: [612345678:PHONE]", "B: seis uno dos", "A: sí", "B: tres cuatro cinco seis")
    assert {k.kind for k in leaks.scan(made, run(made).draft)} == {"digits"}
    made = dialogue("A: [Laura:PER]", "B: ele", "A: sí", "B: a u erre", "A: sí", "B: a")
    assert {k.kind for k in leaks.scan(made, run(made).draft)} == {"letters"}


def test_a_residual_mention_says_where_and_blocks() -> None:
    made = dialogue("A: Soy [Ana:PER] y Anita, de [Vigo:LOC].")
    result = run(made)
    residual = next(i for i in result.issues if i.code == "RESIDUAL_MENTION")
    text = made.turns[0].text
    assert text[residual.start : residual.end] == "Anita"
    assert residual.severity == "block"


def test_a_lower_case_transcription_has_short_forms_too() -> None:
    made = dialogue("a: soy [francisco:male name]", "b: hola paco")
    assert "related" in {k.kind for k in leaks.scan(made, run(made).draft)}
    cased = dialogue("A: Soy [Francisco:PER].", "B: Hola paco.")
    assert leaks.scan(cased, run(cased).draft) == []


def test_homographs_are_told_once_a_name() -> None:
    made = dialogue("A: Soy [Pilar:PER].", *["B: un pilar y otro pilar."] * 10)
    found = [i for i in run(made).issues if i.code == "RESIDUAL_MENTION"]
    assert [i.severity for i in found] == ["info"]


@pytest.mark.parametrize(
    ("lang", "said", "severity"),
    [
        ("es", "tengo dolores de cabeza", "warn"),
        ("es", "doña dolores un momento", "block"),
        ("es", "le digo que soy dolores", "block"),
        ("es", "dolores gómez", "block"),
        ("es", "dolores", "block"),
        ("en", "i will call you", "warn"),
        ("en", "this is will again", "block"),
        ("de", "da liegt ein stein", "warn"),
        ("de", "herr stein bitte", "block"),
        ("fr", "il y a une rose", "warn"),
        ("fr", "madame rose est là", "block"),
        ("ca", "tinc dolors de cap", "warn"),
        ("ca", "la senyora dolors", "block"),
    ],
)
def test_an_ordinary_word_in_small_letters_warns_unless_it_names_somebody(
    lang: str, said: str, severity: str
) -> None:
    name = next(n for n in ("dolores", "dolors", "will", "stein", "rose") if n in said.split())
    made = dialogue(f"a: [{name}:PER]", f"b: {said}", lang=lang)
    result = run(made)
    (issue,) = (i for i in result.issues if i.code == "RESIDUAL_MENTION")
    assert (issue.severity, bool(result.leaks)) == (severity, severity == "block")


def big(size: int) -> Dialogue:
    """A dialogue with `size` different numbers and names."""
    rng = random.Random(size)
    names = load_lexicon("es").surnames
    turns = []
    for number in range(size // 4):
        text, mentions = "", []
        for _ in range(2):
            for label, word in (
                ("PHONE", str(rng.randrange(600_000_000, 700_000_000))),
                ("FAM", rng.choice(names)),
            ):
                start = len(text)
                text += f"{word} y luego otra cosa "
                mentions.append(Mention(start, start + len(word), label, f"{number}:{start}"))
        turns.append(Turn("AB"[number % 2], text, tuple(mentions)))
    return Dialogue("big", "es", tuple(turns))


def test_the_cost_is_linear() -> None:
    """Counted in calls, which are the same on every machine, however busy."""

    def calls(size: int) -> int:
        made = big(size)
        empty = Dialogue("big", "es", tuple(Turn(t.speaker, t.text) for t in made.turns))
        counted = 0

        def count(*_: object) -> None:
            nonlocal counted
            counted += 1

        sys.setprofile(count)
        try:
            found = leaks.scan(made, empty)
        finally:
            sys.setprofile(None)
        assert len(found) >= size // 2  # every surname stands there
        return counted

    calls(200)
    assert calls(2000) < 6 * calls(400)
