"""Which spans make one number: pieces, echoes, numbers begun anew, endings said on their own."""

import pytest
from stdnum import iban, luhn
from stdnum.es import dni

from surrogates.folding import digits_only
from surrogates.languages import lexicon_for
from surrogates.numbers import pieces
from surrogates.numbers.pieces import NUMERIC, pieces_of
from surrogates.rewrite import collect
from surrogates.scene import Scene
from tests.effort import tries
from tests.surrogates.checkers import digits
from tests.surrogates.dialogues import KEY, codes, dialogue, run, texts

KEYS = [bytes([i, 3]) for i in range(tries(4, 20))]

# Language, lines, what each number says in the order of their first pieces.
JOINED: list[tuple[str, list[str], list[str]]] = [
    # the other speaker repeats a piece, and then all of it
    (
        "es",
        [
            "A: Llame al [seis uno dos:PHONE]",
            "B: [seis uno dos:PHONE]",
            "A: [tres cinco:PHONE]",
            "B: [seis uno dos tres cinco:PHONE]",
        ],
        ["61235", "612", "61235"],
    ),
    # every piece is repeated, and the whole at the end
    (
        "en",
        [
            "A: [oh two oh:PHONE]",
            "B: [oh two oh:PHONE]",
            "A: [seven nine:PHONE]",
            "B: [seven nine:PHONE]",
            "A: [four six:PHONE]",
            "B: [oh two oh seven nine four six:PHONE]",
        ],
        ["0207946", "02079", "0207946"],
    ),
    # the first speaker confirms the echo: no piece of the number
    (
        "es",
        [
            "A: [seis uno dos:PHONE]",
            "B: ¿[seis uno dos:PHONE]?",
            "A: sí, [seis uno dos:PHONE]",
            "B: vale",
            "A: [tres cuatro:PHONE]",
        ],
        ["61234", "612", "612"],
    ),
    (
        "fr",
        [
            "A: [zéro six:PHONE] [douze:PHONE]",
            "B: [douze:PHONE]",
            "A: oui, [douze:PHONE]",
            "B: oui",
            "A: [vingt:PHONE]",
        ],
        ["061220", "12", "12"],
    ),
    # nobody repeated it: the same digits twice
    ("es", ["A: [612:PHONE]", "B: sí", "A: [612:PHONE]", "B: sí", "A: [345:PHONE]"], ["612612345"]),
    ("es", ["A: [55:PHONE]", "B: [55:PHONE]", "A: [55:PHONE]"], ["5555", "55"]),
    # begun anew, and further
    ("es", ["A: [91:PHONE]", "B: sí", "A: [91 555:PHONE]", "B: sí", "A: [22:PHONE]"],
     ["91", "9155522"]),
    ("de", ["A: [null drei null:PHONE], äh, [null drei null fünf:PHONE]"], ["030", "0305"]),
    ("es", ["A: [cincuenta y cinco:CARD] [cincuenta y cinco:CARD] [cuatro:CARD]"], ["55554"]),
    # an ending or a beginning, then the whole number
    ("es", ["A: Termina en [1111:CARD]. Es la [4111 1111 1111 1111:CARD]."],
     ["1111", "4111111111111111"]),
    ("es", ["A: acaba en [678Z:ID], es el [12345678Z:ID]"], ["678Z", "12345678Z"]),
    ("es", ["A: acaba en [1332:ID], el [ES91 2100 0418 4502 0005 1332:ID]"],
     ["1332", "ES9121000418450200051332"]),
    ("es", ["A: empieza por [280:ZIP], el [28013:ZIP]"], ["280", "28013"]),
    # parts of an identifier that look like another identifier
    ("es", ["A: [ES91:ID] [2100 0418 4502 0005 1332:ID]"], ["ES9121000418450200051332"]),
    ("es", ["A: [28:ID] [1234567840:ID]"], ["281234567840"]),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "lines", "said"), JOINED, ids=lambda v: str(v)[:40])
def test_pieces_of_numbers(lang: str, lines: list[str], said: list[str]) -> None:
    made = dialogue(*lines, lang=lang)
    items, _ = collect(made)
    scene = Scene(made, lexicon_for(lang), KEY, items)
    found = pieces_of(scene, [i for i in items if i.kind in NUMERIC])
    assert [cuts[0].said for _, _, cuts in found] == said


# Language, lines, and for each span: (first span of its number, where it stands in that one).
COHERENT: list[tuple[str, list[str], str, list[tuple[str, str]]]] = [
    (
        "es",
        [
            "A: Llame al [seis uno dos:PHONE]",
            "B: [seis uno dos:PHONE]",
            "A: [tres cinco:PHONE]",
            "B: [seis uno dos tres cinco:PHONE]",
        ],
        "02",
        [("1", "02"), ("3", "02")],
    ),
    (
        "ca",
        [
            "A: [sis u dos:PHONE]",
            "B: [sis u dos:PHONE]",
            "A: [tres cinc:PHONE]",
            "B: [612 35:PHONE]",
        ],
        "02",
        [("1", "02"), ("3", "02")],
    ),
    (
        "eu",
        ["A: [sei bat bi:NUM]", "B: [sei bat bi:NUM]", "A: [hiru bost:NUM]", "B: [61235:NUM]"],
        "02",
        [("1", "02"), ("3", "02")],
    ),
    # a correction mends the last piece: the other speaker says the mended number in pieces
    (
        "es",
        [
            "A: [seis uno dos:PHONE]",
            "B: [seis uno dos:PHONE]",
            "A: [tres cuatro cinco:PHONE], perdón, [tres cuatro seis:PHONE]",
            "B: [tres cuatro seis:PHONE]",
        ],
        "03",
        [("14", "03")],
    ),
    (
        "es",
        [
            "A: [seis uno dos:PHONE], [tres cuatro cinco:PHONE], no, [tres cuatro seis:PHONE], "
            "perdón, [tres cuatro siete:PHONE]",
            "B: [612 347:PHONE]",
        ],
        "03",
        [("4", "03")],
    ),
    # the correction goes on
    (
        "en",
        [
            "A: [six one two:PHONE] [three four five:PHONE], sorry, [three four six:PHONE] "
            "[seven eight:PHONE]",
            "B: [61234678:PHONE]",
        ],
        "023",
        [("4", "023")],
    ),
    (
        "de",
        [
            "A: [null drei null:PHONE] [fünf fünf eins:PHONE], Entschuldigung, "
            "[fünf fünf zwei:PHONE]",
            "B: [null drei null fünf fünf zwei:PHONE]",
        ],
        "02",
        [("3", "02")],
    ),
    ("es", ["A: [91:PHONE]", "B: sí", "A: [91 555 22 33:PHONE]"], "1", [("0", "1")]),
]


@pytest.mark.parametrize(("lang", "lines", "whole", "same"), COHERENT, ids=lambda v: str(v)[:40])
def test_what_is_said_again_agrees(
    lang: str, lines: list[str], whole: str, same: list[tuple[str, str]]
) -> None:
    made = dialogue(*lines, lang=lang)
    old = [t.text[m.start : m.end] for t in made.turns for m in t.mentions]

    def said(spans: str, out: list[str]) -> str:
        return "".join(digits(out[int(i)], lang) for i in spans)

    for key in KEYS:
        result = run(made, key=key)
        out = texts(result)
        assert not [i for i in result.issues if i.severity == "block"]
        assert said(whole, out) != said(whole, old)
        for part, of in same:
            at = said(of, old).index(said(part, old))
            assert said(part, out) == said(of, out)[at:][: len(said(part, old))], out


@pytest.mark.parametrize(
    "line",
    [
        "A: Termina en [1111:CARD]. Es la [4111 1111 1111 1111:CARD].",
        "A: tarjeta acaba en [cero cero cero siete:CARD], número [4111 1111 1111 0007:CARD]",
        "A: la [4111 1111 1111 1111:CARD], termina en [1111:CARD]",
        "A: empieza por [4111:CARD], es [4111 1111 1111 1111:CARD]",
    ],
)
def test_an_ending_said_beside_a_card(line: str) -> None:
    for key in KEYS:
        out = sorted((digits(t) for t in texts(run(dialogue(line), key=key))), key=len)
        assert len(out[1]) == 16
        assert out[1][0] in "356" if "empieza" in line else out[1][0] == "4"
        assert out[1].startswith(out[0]) if "empieza" in line else out[1].endswith(out[0])
        assert luhn.is_valid(out[1])


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: acaba en [678Z:ID], es el [12345678Z:ID]"),
        ("es", "A: termina en [1332:IBAN], es [ES91 2100 0418 4502 0005 1332:IBAN]"),
        ("de", "A: endet auf [3000:ID], also [DE89 3704 0044 0532 0130 00:ID]"),
        ("en", "A: it ends in [6819:ID], so [GB29 NWBK 6016 1331 9268 19:ID]"),
    ],
)
def test_an_ending_said_beside_an_identifier(lang: str, line: str) -> None:
    valid = dni.is_valid if "678Z" in line else iban.is_valid
    for key in KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        end, whole = (t.replace(" ", "") for t in texts(result))
        assert valid(whole) and whole.endswith(end)
        assert "CHECKSUM_BAD" not in codes(result)
        assert digits_only(whole) not in line


def test_a_card_among_other_pieces_is_checked_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    # Whatever joins too much: a whole card that comes out with a wrong check digit is told.
    made = dialogue("A: [1111:CARD] [4111 1111 1111 1111:CARD]")
    assert "CHECKSUM_BAD" not in codes(run(made))
    monkeypatch.setattr(pieces, "_parts", lambda *a: False)
    assert any("CHECKSUM_BAD" in codes(run(made, key=key)) for key in KEYS)


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: la tarjeta acabada en [4417:CARD]"),
        ("es", "A: los últimos son [456:PHONE]"),
        ("ca", "A: la targeta acabada en [4417:CARD]"),
        ("eu", "A: [4417:CARD]n bukatzen den txartela"),
        ("en", "A: my card ending in [4417:CARD]"),
        ("fr", "A: ma carte qui finit par [4417:CARD]"),
        ("de", "A: die Karte endet auf [4417:CARD]"),
    ],
)
def test_an_ending_that_is_said_as_one_is_no_piece_of_an_unknown_number(
    lang: str, line: str
) -> None:
    result = run(dialogue(line, lang=lang))
    assert "NUMBER_PARTIAL" not in codes(result)
    assert "4417" not in texts(result)
