"""Small numbers that count people, things or nights stay; what is only called by one does not."""

import pytest

from surrogates.types import Constraint
from tests.effort import tries
from tests.surrogates.dialogues import codes, dialogue, keys, run, texts

KEYS = [bytes([n, 17]) for n in range(tries(2, 8))]
COUNTS: list[tuple[str, tuple[str, ...]]] = [
    ("es", ("A: Quiero [tres:NUM] mantas y [dos:NUM] almohadas.",)),
    ("ca", ("A: Vull [tres:NUM] mantes i [dos:NUM] coixins.",)),
    ("eu", ("A: Bai. [Hiru:NUM] manta eta [bi:NUM] burko nahi ditut.",)),
    ("de", ("A: Ich brauche [drei:NUM] warme Decken und [zwei:NUM] Kissen.",)),
    ("en", ("A: I need [three:NUM] warm blankets and [2:NUM] pillows.",)),
    ("fr", ("A: Il me faut [trois:NUM] couvertures et [deux:NUM] oreillers.",)),
    ("es", ("A: Una mesa para [cuatro:NUM], el [jueves:WEEKDAY].", "B: ¿[Cuatro:NUM]?")),
    ("ca", ("A: Una taula per a [quatre:NUM].", "B: Serem [cinc:NUM], al final.")),
    ("eu", ("A: [Laurentzat:NUM] da.", "B: [Lau:NUM] zarete, beraz?")),
    ("de", ("A: Wir kommen zu [fünft:NUM].", "B: [Fünf:NUM], gern.")),
    ("en", ("A: There'll be [six:NUM] of us.", "B: [Six:NUM]. Lovely.")),
    ("fr", ("A: Nous serons [huit:NUM].", "B: [Huit:NUM], c'est noté.")),
    ("es", ("A: Seréis [tres:NUM]: [Olga:PER], [Iván:PER] y tú.",)),
    ("ca", ("A: En té [dos:NUM]: la [Neus:PER] i en [Biel:PER].",)),
    ("eu", ("A: [Bi:NUM] ditu: [Nahia:PER] eta [Ibai:PER].",)),
    ("de", ("A: Er hat [zwei:NUM]: [Jule:PER] und [Max:PER].",)),
    ("en", ("A: She has [two:NUM]: [Molly:PER] and [Jack:PER].",)),
    ("fr", ("A: Elle en a [deux:NUM] : [Manon:PER] et [Hugo:PER].",)),
    ("es", ("A: ¿Cuántas maletas llevan?", "B: [Cinco:NUM].")),
    ("ca", ("A: Quantes maletes porten?", "B: [Cinc:NUM].")),
    ("eu", ("A: Zenbat lagun etorriko zarete?", "B: [Bost:NUM].")),
    ("de", ("A: Wie viele Koffer haben Sie?", "B: [Fünf:NUM].")),
    ("en", ("A: How many bags do you have?", "B: [Five:NUM].")),
    ("fr", ("A: Vous avez combien de valises ?", "B: [Cinq:NUM].")),
    ("es", ("A: Son [dos:NUM] noches.", "B: Una más, así que serían [tres:NUM].")),
    ("de", ("A: Wir sind zu [dritt:NUM].", "B: Dann bin ich der [Vierte:NUM].")),
    ("es", ("A: Vendremos [dos:NUM] o [tres:NUM] personas.",)),
    ("ca", ("A: Entre [deu:NUM] i [dotze:NUM] convidats.",)),
    ("eu", ("A: [Bi:NUM] edo [hiru:NUM] lagun.",)),
    ("de", ("A: [Zwei:NUM] bis [drei:NUM] Gäste.",)),
    ("en", ("A: I need [two:NUM] [dozen:NUM] eggs.",)),
    ("es", ("A: Quiero [dos:NUM] [docenas:NUM] de huevos.",)),
    ("ca", ("A: Vull [dues:NUM] [dotzenes:NUM] d'ous.",)),
    ("de", ("A: Er hat [zwei:NUM] [Einsen:NUM] und [drei:NUM] [Vieren:NUM].",)),
    # What it is made of follows, and is not all labelled.
    ("es", ("A: ¿Hijos?", "B: [Tres:NUM]: [dos:NUM] niños y una niña.")),
    ("ca", ("A: Fills?", "B: [Tres:NUM]: dos nois i una noia.")),
    ("eu", ("A: Seme-alabak?", "B: [Hiru:NUM]: bi mutil eta neska bat.")),
    ("de", ("A: Kinder?", "B: [Drei:NUM], zwei Jungen und ein Mädchen.")),
    ("en", ("A: Children?", "B: [Three:NUM]: [two:NUM] boys and a girl.")),
    ("fr", ("A: Des enfants ?", "B: [Trois:NUM] : [deux:NUM] garçons et une fille.")),
    ("en", ("A: Between [ten:NUM] and [twelve:NUM] guests.",)),
    ("fr", ("A: [Deux:NUM] ou [trois:NUM] invités.",)),
    ("es", ("A: Tome [tres:NUM] al día.",)),
    ("fr", ("A: Prenez-en [trois:NUM] par jour.",)),
    ("en", ("A: Take [three:NUM] a day.",)),
]
NO_COUNTS: list[tuple[str, str]] = [
    ("es", "A: Vivo en el piso [tres:NUM], y cojo la línea [4:NUM]."),
    ("ca", "A: Visc al pis [tres:NUM], i agafo la línia [4:NUM]."),
    ("eu", "A: Ataria [3:NUM] da, eta atea [4:NUM]."),
    ("de", "A: Zimmer [7:NUM], Gleis [4:NUM]. Linie [5:NUM] fährt hin."),
    ("en", "A: I'm in flat [3:NUM]. Take line [4:NUM], seat [8:NUM]."),
    ("fr", "A: C'est au [5:NUM], porte [4:NUM]. Prenez la ligne [8:NUM]."),
    ("es", "A: Son [8:NUM] euros, o [9 €:NUM] con envío."),
    ("en", "A: It's [£8:NUM], the [7%:NUM] is for service."),
]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(("lang", "lines"), COUNTS)
def test_a_count_stays_and_an_issue_says_so(lang: str, lines: tuple[str, ...], key: bytes) -> None:
    made = dialogue(*lines, lang=lang)
    result = run(made, key=key)
    for turn, said in zip(made.turns, result.draft.turns, strict=True):
        numbers = [turn.text[m.start : m.end] for m in turn.mentions if m.label == "NUM"]
        assert all(number in said.text for number in numbers), said.text
    assert codes(result).count("SAID_AROUND") >= 1 and not result.held


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(("lang", "line"), NO_COUNTS)
def test_what_is_called_by_a_number_becomes_another(lang: str, line: str, key: bytes) -> None:
    result = run(dialogue(line, lang=lang), key=key)
    assert all(r.surrogate != r.original for r in result.replacements), texts(result)


@pytest.mark.parametrize("key", KEYS)
def test_a_number_that_stays_may_be_told_from_one_that_does_not(key: bytes) -> None:
    made = dialogue(
        "A: Tengo [tres:NUM] hijos.", "B: ¿[Cuatro:NUM] ha dicho?", "A: No, [tres:NUM]."
    )
    children, wrong, again = texts(run(made, key=key))
    assert children == again == "tres" != wrong


@pytest.mark.parametrize("key", KEYS)
def test_a_longer_count_is_drawn(key: bytes) -> None:
    assert texts(run(dialogue("A: Vendrán [treinta:NUM] personas."), key=key)) != ["treinta"]


@pytest.mark.parametrize("key", KEYS)
def test_a_decision_on_a_count_is_obeyed(key: bytes) -> None:
    made = dialogue("A: Somos [cuatro:NUM] personas.")
    typed = Constraint("surrogate", (keys(made)[0],), "seis")
    assert texts(run(made, key=key, constraints=[typed])) == ["seis"]


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: De [lunes:WEEKDAY] a [jueves:WEEKDAY], [tres noches:NUM]."),
        ("ca", "A: De [dilluns:WEEKDAY] a [dijous:WEEKDAY], [tres nits:NUM]."),
        ("eu", "A: [Astelehenetik:WEEKDAY] [ostegunera:WEEKDAY], [hiru gau:NUM]."),
        ("de", "A: Von [Montag:WEEKDAY] bis [Donnerstag:WEEKDAY], [drei Nächte:NUM]."),
        ("en", "A: [Monday:WEEKDAY] to [Thursday:WEEKDAY], [three nights:NUM]."),
        ("fr", "A: De [lundi:WEEKDAY] à [jeudi:WEEKDAY], [trois nuits:NUM]."),
        ("de", "A: Am [Montag:WEEKDAY], [drei Betten:NUM]."),
    ],
)
def test_a_count_behind_a_weekday_is_no_day_of_a_month(lang: str, line: str) -> None:
    said = line.rpartition("[")[2].partition(":")[0]
    for key in KEYS:
        assert texts(run(dialogue(line, lang=lang), key=key))[-1] == said


@pytest.mark.parametrize(
    ("lang", "line", "count"),
    [
        ("en", "A: The last [four:NUM] digits are [6467:PHONE].", "four"),
        ("de", "A: Die letzten [zwei:NUM] Ziffern sind [null fünf:NUM].", "zwei"),
        ("es", "A: Los últimos [cuatro:NUM] números son [3211:PHONE].", "cuatro"),
        ("eu", "A: Azken [lau:NUM] zenbakiak [3211:PHONE] dira.", "lau"),
    ],
)
def test_how_many_figures_are_said_stays(lang: str, line: str, count: str) -> None:
    for key in (bytes([n]) for n in range(4)):
        assert texts(run(dialogue(line, lang=lang), key=key))[0] == count
