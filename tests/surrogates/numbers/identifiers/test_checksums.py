"""Check digits of every scheme, ranges kept for fiction, and what numbers tell a curator."""

import re

import pytest
from stdnum import iban, luhn
from stdnum.at import vnr
from stdnum.ch import ssn
from stdnum.de import idnr
from stdnum.es import ccc, cif, cups, dni, nie
from stdnum.fr import nir, siren, siret
from stdnum.gb import nhs
from stdnum.ie import vat as ie_vat

from surrogates.folding import digits_only, fold
from surrogates.labels import Kind
from surrogates.languages import load_lexicon
from surrogates.numbers.identifiers.checksums import is_identifier, repair_for
from surrogates.numbers.identifiers.reserved_ranges import ranges
from surrogates.types import Constraint
from tests.effort import tries
from tests.surrogates.checkers import digits
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = (b"a", b"b", b"c", b"d", b"e")[: tries(3, 5)]
ES = load_lexicon("es")
SPANISH_IBAN = "ES91 2100 0418 4502 0005 1332"


def security_number(text: str) -> bool:
    """Spain: the last two digits are the rest of the ten before them by 97."""
    head = int(text[:2] + text[3:10]) if text[2] == "0" else int(text[:10])
    return head % 97 == int(text[10:])


def card_number(text: str) -> bool:
    """Germany: letters that a card may have, from ten on; weights 7, 3, 1."""
    total = sum(int(c, 36) * (7, 3, 1)[i % 3] for i, c in enumerate(text[:9]))
    fine = re.fullmatch(r"[LMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ\d]{8}\d", text)
    return fine is not None and total % 10 == int(text[9])


def health_number(text: str) -> bool:
    """Germany: a letter as two figures and eight more, every second doubled, crossed."""
    row = f"{ord(text[0]) - ord('A') + 1:02d}{text[1:9]}"
    doubled = "".join(str(int(n) * (1 + i % 2)) for i, n in enumerate(row))
    return sum(map(int, doubled)) % 10 == int(text[9])


IDENTIFIERS = [
    ("es", "12345678Z", dni.is_valid),
    ("es", "X1234567L", nie.is_valid),
    ("es", "A58818501", cif.is_valid),
    ("es", "P1234567D", cif.is_valid),
    ("es", SPANISH_IBAN, iban.is_valid),
    ("es", "2100 0418 45 0200051332", ccc.is_valid),
    ("es", "28 12345678 40", lambda t: security_number(digits_only(t))),
    ("es", "ES 1234 1234 5678 9012 JY", cups.is_valid),
    ("de", "DE89 3704 0044 0532 0130 00", iban.is_valid),
    ("de", "36 574 261 809", idnr.is_valid),
    ("de", "T22KX129F7", lambda t: card_number(t)),
    ("de", "T483019261", lambda t: health_number(t)),
    ("de", "756.9217.0769.85", ssn.is_valid),
    ("de", "1237 010180", vnr.is_valid),
    ("fr", "FR14 2004 1010 0505 0001 3M02 606", iban.is_valid),
    ("fr", "2 95 10 99 126 111 93", nir.is_valid),
    ("fr", "732 829 320", siren.is_valid),
    ("fr", "732 829 320 00074", siret.is_valid),
    ("en", "GB29 NWBK 6016 1331 9268 19", iban.is_valid),
    ("en", "IE29 AIBK 9311 5212 3456 78", iban.is_valid),
    ("fr", "FR76 3000 6000 0112 3456 7890 189", iban.is_valid),
    ("ca", "MC58 1122 2000 0101 2345 6789 030", iban.is_valid),
    ("en", "943 476 5919", nhs.is_valid),
    ("en", "IE3628739L", ie_vat.is_valid),
    ("es", "5555 5555 5555 4444", lambda t: luhn.is_valid(digits_only(t))),
]


@pytest.mark.parametrize(("lang", "text", "valid"), IDENTIFIERS)
def test_a_surrogate_is_valid_and_looks_alike(lang: str, text: str, valid: object) -> None:
    assert callable(valid)
    assert valid(text), "the original is"
    for key in KEYS:
        (out,) = texts(run(dialogue(f"A: es [{text}:ID]", lang=lang), key=key))
        assert valid(out), out
        assert out != text
        assert re.sub(r"[0-9]", "0", re.sub(r"[A-Z]", "A", out)) == re.sub(
            r"[0-9]", "0", re.sub(r"[A-Z]", "A", text)
        )


@pytest.mark.parametrize(
    ("lang", "account", "start"),
    [
        ("fr", "FR76 3000 6000 0112 3456 7890 189", "FR76"),
        ("de", "FR76 3000 6000 0112 3456 7890 189", "FR76"),
        ("fr", "MC58 1122 2000 0101 2345 6789 030", "MC58"),
    ],
)
def test_an_account_with_a_true_key_begins_as_all_of_its_country(
    lang: str, account: str, start: str
) -> None:
    made = dialogue(f"A: [{account}:IBAN]", f"B: [{start}:IBAN]?", "A: [189:IBAN].", lang=lang)
    for key in KEYS:
        result = run(made, key=key)
        whole, again, _ = texts(result)
        figures = digits_only(whole)[2:]
        weighed = 89 * int(figures[:5]) + 15 * int(figures[5:10]) + 3 * int(figures[10:21])
        assert iban.is_valid(whole)
        assert (weighed + int(figures[21:])) % 97 == 0
        assert whole.startswith(start)
        assert again == start
        assert not result.held


@pytest.mark.parametrize(
    ("lang", "account", "then"),
    [
        ("es", "ES21 1465 0100 72 2030876293", "y luego"),  # its own check digits are wrong
        ("es", SPANISH_IBAN, "y después"),
        ("ca", SPANISH_IBAN, "i després"),
        ("eu", SPANISH_IBAN, "eta gero"),
        ("de", "DE89 3704 0044 0532 0130 00", "dann"),
        ("en", "DE89 3704 0044 0532 0130 00", "next"),
        ("fr", "FR14 2004 1010 0505 0001 3302 606", "puis"),
    ],
)
def test_an_account_in_pieces_is_one_of_its_country(lang: str, account: str, then: str) -> None:
    """Over turns, whether or not it is said as a whole after them."""
    one, two, *rest = account.split(" ")
    lines = [
        f"A: [{one} {two}:IBAN]", "B: sí", f"A: [{rest[0]}:IBAN] {then} [{' '.join(rest[1:])}:IBAN]"
    ]  # fmt: skip
    for last in ([], [f"B: [{account.replace(' ', '')}:IBAN]"]):
        for key in KEYS:
            out = [
                x.replace(" ", "") for x in texts(run(dialogue(*lines, *last, lang=lang), key=key))
            ]
            whole = "".join(out[:3])
            assert iban.is_valid(whole) and whole[:2] == account[:2], out
            assert out[3:] in ([], [whole])


def test_the_country_and_the_sex_of_a_number_stay() -> None:
    made = dialogue("A: [DE89 3704 0044 0532 0130 00:ID] [2 95 10 99 126 111 93:ID]", lang="fr")
    account, person = texts(run(made))
    assert account.startswith("DE")
    assert re.match(r"2 \d\d 0[1-9] ", person)


def test_check_digits_by_hand() -> None:
    # 12345678 mod 23 = 14 -> Z; X1234567 as 01234567 mod 23 = 19 -> L.
    assert (repair_for("12345678Z", Kind.ID) or str)("12345678A") == "12345678Z"
    assert (repair_for("X1234567L", Kind.ID) or str)("X1234567A") == "X1234567L"
    # 2812345678 mod 97 = 40.
    assert (repair_for("281234567840", Kind.ID) or str)("281234567800") == "281234567840"
    # 943476591 with weights 10 to 2 gives 299; 299 mod 11 = 2, so the check is 9.
    assert (repair_for("9434765919", Kind.ID) or str)("9434765910") == "9434765919"
    assert repair_for("12345", Kind.ID) is None
    assert repair_for("12345678Z", Kind.NUMBER) is None
    assert not is_identifier("600123456", Kind.PHONE)


MANY = 60  # draws


@pytest.mark.parametrize("key", KEYS)
def test_a_dictated_card_in_pieces(key: bytes) -> None:
    made = dialogue(
        "A: [cincuenta y cinco:CARD] [cincuenta y cinco:CARD]",
        "B: sí",
        "A: [5555 5555:CARD] [cuarenta y cuatro:CARD] [cuarenta y cuatro:CARD]",
    )
    out = texts(run(made, key=key))
    said = "".join(digits(t) for t in out)
    assert luhn.is_valid(said)
    assert said[0] in "346"
    pieces = ("cincuenta y cinco", "5555 5555", "cuarenta y cuatro")
    assert not [piece for piece in pieces if any(piece in text for text in out)]


@pytest.mark.parametrize("strategy", ["entity", "word"])
@pytest.mark.parametrize(
    ("line", "piece"),
    [
        ("A: la tarjeta termina en [4539:CARD]", "4539"),
        ("A: sí, [treinta veinte:CARD]", "3020"),
        ("A: la [4539 5787 6362 1486:CARD], termina en [1486:CARD]", "1486"),
        ("A: empieza por [4539:CARD], es [4539 5787 6362 1486:CARD]", "4539"),
        ("A: [4539:CARD], sí, [5787:CARD], [6362:CARD] y [1486:CARD]", "4539 5787 6362 1486"),
    ],
)
def test_digits_of_card_pieces_come_back_by_chance_alone(
    line: str, piece: str, strategy: str
) -> None:
    if strategy == "word" and "treinta" in line:
        return  # number words stay in their class: tens, whatever they are a piece of
    old = digits_only(piece)
    kept = 0
    for number in range(MANY):
        out = texts(run(dialogue(line), strategy, b"key %d" % number))
        short = out if len(piece) > 4 else [min(out, key=len)]
        said = "".join(digits(text) for text in short)
        assert len(said) == len(old)
        assert said != old, (line, out)
        kept += sum(one == other for one, other in zip(said, old, strict=True))
    # A digit that never came back would say what it was not; one of ten does by chance, and of the
    # few that a card begins with one of four.
    assert 0.02 < kept / (MANY * len(old)) < 0.22


def test_a_whole_card_keeps_its_scheme() -> None:
    for key in KEYS:
        (new,) = texts(run(dialogue("A: [4539 5787 6362 1486:CARD]"), key=key))
        assert new[0] == "4"


@pytest.mark.parametrize("key", KEYS)
def test_a_catalan_identity_card_with_a_spoken_letter(key: bytes) -> None:
    made = dialogue(
        "A: [dotze trenta-quatre cinquanta-sis setanta-vuit:ID] lletra [zeta:SPELL]",
        "B: ¿[doce treinta y cuatro cincuenta y seis setenta y ocho:ID]?",
        lang="ca",
    )
    number, letter, echo = texts(run(made, key=key))
    assert digits(number, "ca") == digits(echo, "es")
    assert not letter.startswith("[")


def in_range(text: str) -> bool:
    said = digits_only(text)
    patterns = [p.replace("x", r"\d").replace("n", "[2-9]") for _, p in ranges()]
    return any(re.fullmatch(p, said) for p in patterns)


@pytest.mark.parametrize(
    ("lang", "number"),
    [
        ("en", "07911 123456"),
        ("en", "01865 270000"),
        ("en", "415-867-5309"),
        ("fr", "06 12 34 56 78"),
        ("fr", "01 42 68 53 00"),
        ("de", "0176 12345678"),
        ("de", "030 12345678"),
        ("fr", "zéro six trois neuf neuf huit un deux trois quatre"),
    ],
)
def test_a_range_kept_for_fiction_is_used(lang: str, number: str) -> None:
    for key in KEYS:
        result = run(dialogue(f"A: [{number}:PHONE]", lang=lang), key=key)
        said = digits(texts(result)[0], lang)
        if not number[0].isalpha():
            assert in_range(said), said
            assert codes(result) == []


def test_a_landline_stays_one_where_no_range_fits() -> None:
    made = dialogue("A: [0151 234567:PHONE] eh, nein. [030 1234567:PHONE]", lang="de")
    for key in KEYS:
        mobile, line = texts(run(made, key=key))
        assert mobile.startswith("01")
        assert line[1] in "23456789"


def test_assignable_is_said_once_for_each_kind() -> None:
    result = run(
        dialogue(
            "A: [612345678:PHONE], [912345678:PHONE], [12345678Z:ID], [X1234567L:ID]",
            "B: [5555 5555 5555 4444:CARD]",
        )
    )
    assert codes(result).count("ASSIGNABLE") == 3
    assert {i.severity for i in result.issues} == {"info"}


@pytest.mark.parametrize(
    "lines",
    [
        ["A: es el [nueve uno:PHONE] nada más"],
        ["A: empieza por [dos:ID]"],
    ],
)
def test_a_piece_of_an_unknown_number_is_flagged(lines: list[str]) -> None:
    result = run(dialogue(*lines))
    assert codes(result) == ["NUMBER_PARTIAL"]
    assert result.issues[0].severity == "warn"


@pytest.mark.parametrize(
    "lines",
    [
        ["A: apunte [nueve uno:PHONE]", "B: sí", "A: [cinco cinco cero:PHONE]"],
        ["A: el [612345678:PHONE], acaba en [78:PHONE]"],
        ["A: [612345678:PHONE]", "B: [seis uno:PHONE]"],
        ["A: marque el [112:PHONE]"],
    ],
)
def test_a_piece_of_a_known_number_is_none(lines: list[str]) -> None:
    assert "NUMBER_PARTIAL" not in codes(run(dialogue(*lines)))


@pytest.mark.parametrize(
    "line",
    [
        "A: [treinta y cero:NUM] euros",
        "A: [treinta:NUM] y [cero:NUM] euros",
        "A: [doscientos cero:NUM]",
        "A: [cien dos:NUM] euros",
        "A: [veinte y uno:NUM] euros",
    ],
)
def test_a_number_that_nobody_says_blocks_until_it_is_settled(line: str) -> None:
    made = dialogue(line)
    result = run(made)
    (issue,) = [i for i in result.issues if i.code == "NUMBER_GRAMMAR"]
    assert issue.severity == "block"
    assert issue.fix is not None
    assert not any(re.search(r"\bcero$", t) for t in texts(result))
    settled = run(made, constraints=issue.fix.constraints)
    assert "NUMBER_GRAMMAR" not in codes(settled)
    assert all(t == "[NUM]" for t in texts(settled))


@pytest.mark.parametrize(
    "line",
    [
        "A: [doscientos, cero:NUM]",
        "A: [noventa, setenta y dos:NUM]",
        "A: [doscientos cero:PHONE]",
        "A: entre [treinta:NUM] y [cincuenta:NUM] euros",
        "A: [novecientos dos cero cuatro:NUM]",
    ],
)
def test_dictation_is_no_bad_grammar(line: str) -> None:
    assert "NUMBER_GRAMMAR" not in codes(run(dialogue(line)))


def test_a_number_word_that_says_nothing_becomes_a_placeholder() -> None:
    result = run(dialogue("A: son [ciento:NUM]"))
    assert texts(result) == ["[NUM]"]
    assert "NUMBER_GRAMMAR" in codes(result)


def test_a_typed_identifier_must_be_valid() -> None:
    made = dialogue("A: [12345678Z:ID]")
    key = made.turns[0].mentions[0].key
    wrong = run(made, constraints=[Constraint("surrogate", (key,), "87654321A")])
    assert [(i.code, i.severity) for i in wrong.issues if i.code == "CHECKSUM_BAD"] == [
        ("CHECKSUM_BAD", "block")
    ]
    fine = run(made, constraints=[Constraint("surrogate", (key,), "87654321X")])
    assert "CHECKSUM_BAD" not in codes(fine)
    placeholder = [*wrong.issues[0].fix.constraints] if wrong.issues[0].fix else []
    assert "CHECKSUM_BAD" not in codes(run(made, constraints=placeholder))


def test_messages_show_no_number() -> None:
    made = dialogue("A: [treinta y cero:NUM], [12345678Z:ID], [nueve uno:PHONE]")
    for issue in run(made).issues:
        assert not re.search(r"\d|treinta|nueve", fold(issue.message))


@pytest.mark.parametrize("text", ["2 84 05 69 123 045 22", "1 84 11 69 123 045"])
def test_a_social_security_number_of_france_stays_one_whatever_its_check(text: str) -> None:
    for key in KEYS:
        (out,) = texts(run(dialogue(f"A: [{text}:ID]", lang="fr"), key=key))
        plain = digits_only(out)
        assert plain[0] == text[0]
        assert 1 <= int(plain[3:5]) <= 12
        assert len(plain) == 13 or nir.is_valid(plain)


@pytest.mark.parametrize(
    ("lang", "account"),
    [("es", "ES07 2095 0611 9106 3847 25"), ("eu", "ES07 2095 0611 9106 3847 25"),
     ("de", "DE12 5001 0517 0648 4898 9012"), ("fr", "FR12 2004 1010 0505 0001 3302")],
)  # fmt: skip
def test_an_account_of_a_wrong_length_stays_one_of_its_country(lang: str, account: str) -> None:
    for key in KEYS:
        (new,) = texts(run(dialogue(f"A: [{account}:IBAN]", lang=lang), key=key))
        assert new[:2] == account[:2]
        assert re.sub(r"\d", "0", new) == re.sub(r"\d", "0", account)
        assert new != account


@pytest.mark.parametrize("said", ["B81642738", "A58818501", "G28029643"])
def test_a_firm_s_number_keeps_the_letter_of_its_form(said: str) -> None:
    """ "S. L." begins with B, whatever its name."""
    for key in (b"one", b"two", b"three"):
        (new,) = texts(run(dialogue(f"A: El CIF es [{said}:ID].", lang="es"), key=key))
        assert new != said and new[0] == said[0] and cif.is_valid(new)


@pytest.mark.parametrize("key", [bytes([n, 45]) for n in range(12)])
def test_a_german_bank_code_begins_with_one_of_eight_figures(key: bytes) -> None:
    made = dialogue("A: Die IBAN ist [DE89 3704 0044 0532 0130 00:IBAN].", lang="de")
    (new,) = texts(run(made, key=key))
    assert new.split()[1][0] in "12345678" and new[:2] == "DE"
