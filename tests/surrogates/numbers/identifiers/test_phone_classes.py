"""Telephones stay what their first digits tell: mobile, landline, free, shared, premium."""

import re

import pytest

from surrogates.numbers.identifiers.phone_classes import class_of, options_of
from tests.effort import tries
from tests.surrogates.checkers import digits
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 61]) for n in range(tries(2, 8))]
# Language, number, and its class as its country's plan says it.
NUMBERS = [
    ("es", "655 908 712", r"[67]"), ("es", "957 201 336", r"[89][1-8]"),
    ("es", "900 224 881", r"[89]00"), ("es", "902 410 377", r"90[12]"),
    ("es", "807 316 404", r"(80[367]|90[57])"), ("ca", "872 040 118", r"[89][1-8]"),
    ("eu", "900 551 203", r"[89]00"), ("es", "+34 676 100 239", r"\+34[67]"),
    ("es", "0034 944 100 239", r"0034[89][1-8]"),
    ("fr", "07 81 22 90 14", r"0(6|7[3-9])"), ("fr", "03 88 11 20 45", r"0[1-5]"),
    ("fr", "0 805 11 20 45", r"080[0-5]"), ("fr", "08 99 11 20 45", r"089"),
    ("fr", "08 26 11 20 45", r"08[12]"), ("fr", "09 51 11 20 45", r"09"),
    ("fr", "+33 7 81 22 90 14", r"\+33(6|7[3-9])"),
    ("en", "07532 118 406", r"07[1-57-9]"), ("en", "0117 118 4066", r"0[12]"),
    ("en", "0800 118 4066", r"080[08]"), ("en", "0871 118 4066", r"08[47]"),
    ("en", "0300 118 4066", r"03"), ("en", "+44 7532 118406", r"\+447[1-57-9]"),
    ("en", "(617) 736-2241", r"(?!8(00|33|44|55|66|77|88)|900)[2-9]\d\d555"),
    ("en", "877-736-2241", r"8(00|33|44|55|66|77|88)"), ("en", "1-866-736-2241", r"18"),
    ("de", "0162 7718202", r"01(5[125-79]|6[023]|7)"),
    ("de", "0341 7718202", r"0(?!800|900|700)[2-9]"),
    ("de", "0800 7718202", r"0800"), ("de", "0180 3 718202", r"0180"),
    ("de", "+49 162 7718202", r"\+491(5[125-79]|6[023]|7)"),
]  # fmt: skip


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(("lang", "number", "klass"), NUMBERS)
def test_a_number_keeps_its_class_whole_and_in_pieces(
    lang: str, number: str, klass: str, key: bytes
) -> None:
    pieces = [f"[{piece}:PHONE]" for piece in re.split("[ -]", number)]
    yes = {"en": "yes", "fr": "oui", "de": "ja", "eu": "bai"}.get(lang, "sí")
    dictated = [f"A: {', '.join(pieces[:2])}", f"B: {yes}", f"A: {', '.join(pieces[2:])}"]
    for lines in ([f"A: [{number}:PHONE]"], dictated if pieces[2:] else dictated[:1]):
        result = run(dialogue(*lines, lang=lang), key=key)
        new = re.sub(r"[^\d+]", "", "".join(texts(result)))
        assert re.match(klass, new), (lines, new)
        assert new != re.sub(r"[^\d+]", "", number) and "CONSTRAINT_RELAXED" not in codes(result)
        assert len(new) == len(re.sub(r"[^\d+]", "", number))


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "said", "klass"),
    [
        ("es", "[novecientos uno:PHONE] [doscientos trece:PHONE] [cuarenta:PHONE] [ocho:PHONE]",
         "90[12]"),
        ("es", "[ochocientos seis:PHONE] [doscientos trece:PHONE] [cuarenta:PHONE] [ocho:PHONE]",
         "80[367]|90[57]"),
        ("fr", "[zéro sept:PHONE] [quinze:PHONE] [trente:PHONE] [vingt-six:PHONE] [onze:PHONE]",
         "0[67]"),
        ("de", "[null eins sechs zwei:PHONE] [drei acht:PHONE] [vier sieben drei null:PHONE]",
         "01[567]"),
    ],
)  # fmt: skip
def test_a_number_in_words_keeps_its_class(lang: str, said: str, klass: str, key: bytes) -> None:
    out = texts(run(dialogue(f"A: el {said}", lang=lang), key=key))
    assert re.match(klass, digits(" ".join(out), lang)), out


def test_words_that_leave_no_number_of_the_class_are_told() -> None:
    """ "setecientos" is no mobile, and nothing else can be said for "seiscientos"."""
    rest = "[ciento veintitrés:PHONE] [cuatrocientos cincuenta y seis:PHONE]"
    result = run(dialogue(f"A: el [seiscientos:PHONE] {rest}"))
    assert "CONSTRAINT_RELAXED" in codes(result)


def test_the_narrowest_row_tells_the_class() -> None:
    assert class_of("US", "8005550101") == "free" and class_of("US", "8015550101") == "landline"
    assert class_of("DE", "08001234567") == "free" and class_of("DE", "08921234567") == "landline"
    assert class_of("ES", "512345678") == ""
    assert options_of("07[4-69]x") == ["0", "7", "4569", "0123456789"]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "cue", "said", "klass"),
    [
        ("es", "mi móvil es el", "seis cinco cinco noventa setenta y uno veinte", "7"),
        ("fr", "mon portable", "zéro_sept quinze trente vingt-six onze", "06"),
        ("es", "el teléfono", "novecientos doscientos trece cuarenta ocho", "800"),
    ],
)
def test_no_piece_stays_under_a_label_of_all_numbers(
    lang: str, cue: str, said: str, klass: str, key: bytes
) -> None:
    """What is unchanged there would hold the dialogue back."""
    pieces = " ".join(f"[{word}:NUM]" for word in said.split() if word != "y")
    pieces = pieces.replace("[setenta:NUM] [uno:NUM]", "[setenta:NUM] y [uno:NUM]")
    made = dialogue(f"A: {cue} {pieces}".replace("_", " "), lang=lang)
    result = run(made, key=key)
    assert not result.held, result.leaks
    assert digits(" ".join(texts(result)[:2]), lang).startswith(klass)


def test_a_number_of_no_class_may_become_any() -> None:
    """Nothing in Spain begins with 99: whatever its new digits are, no class was lost."""
    made = dialogue("A: Es el [nueve:NUM] [nueve:NUM] [ocho:NUM].", "A: [402157:NUM]")
    for n in range(12):
        assert "CONSTRAINT_RELAXED" not in codes(run(made, key=bytes([n])))


@pytest.mark.parametrize(
    ("lang", "line", "starts"),
    [
        ("es", "A: el [612 345 678:PHONE], perdón, [712 345 678:PHONE]", ("6", r"7[1-4]")),
        ("de", "A: [0151 234567:PHONE] eh, nein. [030 1234567:PHONE]", (r"01[5-7]", r"0[2-6]")),
    ],
)
def test_what_was_said_wrong_is_of_its_class_too(
    lang: str, line: str, starts: tuple[str, str]
) -> None:
    for number in range(8):
        said = texts(run(dialogue(line, lang=lang), key=bytes([number])))
        assert all(re.match(start, new) for start, new in zip(starts, said, strict=True)), said


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "lines", "klass"),
    [
        (
            "de",
            (
                "A: Am Handy [0176:PHONE].",
                "B: [0176:PHONE], ja?",
                "A: [84 32:PHONE], [915 07:PHONE].",
                "B: [0176 84 32 915 07:PHONE].",
            ),
            r"01(5[125-79]|6[023]|7)",
        ),
        ("de", ("A: Die [0341:PHONE], mehr weiß ich nicht.",), r"0[2-9]"),
        ("fr", ("A: Un numéro vert, [0805:PHONE].", "B: [0805:PHONE] ?"), r"080[0-5]"),
        ("fr", ("A: Mon portable : [06 48:PHONE].", "B: La ligne coupe."), r"0[67]"),
        ("en", ("A: My mobile starts [07946:PHONE].", "B: [07946:PHONE]?"), r"07[1-57-9]"),
        ("en", ("A: It was [+44 7946:PHONE] and something.",), r"\+447"),
        ("es", ("A: Es un [902:PHONE], creo.", "B: ¿Un [902:PHONE]?"), r"90[12]"),
        ("ca", ("A: Comença per [655:PHONE].",), r"[67]"),
        ("eu", ("A: [900:PHONE] bat da.",), r"[89]00"),
    ],
)
def test_a_prefix_that_stands_alone_keeps_its_class(
    lang: str, lines: tuple[str, ...], klass: str, key: bytes
) -> None:
    first, *others = texts(run(dialogue(*lines, lang=lang), key=key))
    assert re.match(klass, re.sub(r"[^\d+]", "", first)), first
    assert not others or others[0] == first
    assert len(others) < 4 or others[-1].startswith(first)


IN_USE = [
    ("de", "0165 4982 20521", r"01(5[125-79]|6[023]|7)"),
    ("de", "0154 4982 2052", r"01(5[125-79]|6[023]|7)"),
    ("fr", "07 15 20 44 61", r"0(6|7[3-9])"),
    ("en", "0211 496 2204", r"0(1[1-9]|2[03489])"),
]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(("lang", "number", "prefix"), IN_USE)
def test_a_prefix_in_use_is_drawn_whatever_was_said(
    lang: str, number: str, prefix: str, key: bytes
) -> None:
    (new,) = texts(run(dialogue(f"A: [{number}:PHONE]", lang=lang), key=key))
    assert re.match(prefix, new.replace(" ", "")), new


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("number", ["087 415 2296", "+353 87 415 2296", "0871 415 2296"])
def test_an_irish_mobile_stays_one_and_a_british_number_is_none(number: str, key: bytes) -> None:
    lines = (f"A: It's [{number}:PHONE].", f"B: So [{number}:PHONE].")
    new, again = texts(run(dialogue(*lines, lang="en"), key=key))
    start = r"08[47]\d" if number.startswith("0871") else r"08[35679] |\+353 8[35679] "
    assert new == again and re.match(start, new), new
