"""Identifiers over spans and turns, under any label: accounts, identity cards, plates, SSN."""

import re
from collections.abc import Callable

import pytest
from stdnum import iban
from stdnum.es import ccc, dni, nie

from surrogates.folding import words
from surrogates.languages import load_lexicon
from surrogates.numbers.alphabets import letters_of
from surrogates.numbers.identifiers.plates import is_plate
from tests.effort import tries
from tests.surrogates.checkers import ES, digits
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 77]) for n in range(tries(2, 8))]
LABELS = ["NUMBER", "NUMBER_II", "ID", "IBAN_CODE"]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize(
    ("lang", "asked", "pieces"),
    [
        ("es", "¿el número de su cuenta bancaria?", ["ES91", "2100 0418", "45", "0200051332"]),
        ("ca", "em diu el compte?", ["ES91", "2100", "0418 4502", "0005 1332"]),
        ("eu", "zure kontu zenbakia?", ["ES91 2100", "0418 4502", "0005", "1332"]),
        ("de", "Ihre IBAN bitte?", ["DE89", "3704 0044", "0532", "0130 00"]),
        ("fr", "votre iban ?", ["FR76", "3000 6000", "0112 3456 7890", "189"]),
        ("en", "and the iban?", ["GB29", "NWBK", "6016 13", "31 9268 19"]),
    ],
)
def test_an_account_in_pieces_keeps_country_and_checks(
    lang: str, asked: str, pieces: list[str], label: str, key: bytes
) -> None:
    lines = [f"A: {asked}", f"B: [{pieces[0]}:{label}]"]
    for piece in pieces[1:]:
        lines += [f"A: {'ok' if lang == 'en' else 'mhm'}", f"B: [{piece}:{label}]"]
    out = texts(run(dialogue(*lines, lang=lang), key=key))
    new = re.sub(r"\W", "", "".join(out))
    assert new[:2] == pieces[0][:2] and iban.is_valid(new), new
    assert new[:2] != "ES" or ccc.is_valid(new[4:])
    assert [len(piece) for piece in out] == [len(piece) for piece in pieces]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("label", ["LETTER", "NUMBER", "OTHER", "PER", "CODE"])
def test_the_letter_of_an_identity_card_fits_whatever_its_label(label: str, key: bytes) -> None:
    made = dialogue(
        "O: me dice el nif por favor", "C: [cincuenta:NUMBER] [trescientos doce:NUMBER]",
        "O: sí", "C: [ochocientos cuarenta y uno:NUMBER]", "O: ¿y letra?", f"C: la [jota:{label}]",
    )  # fmt: skip
    *number, letter = texts(run(made, key=key))
    said = "".join(digits(part) for part in number)
    assert dni.calc_check_digit(said).lower() == ES.spoken_letters[letter.lower()]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("label", ["LETTER", "OTHER"])
def test_a_nie_keeps_its_first_letter_among_three(label: str, key: bytes) -> None:
    lines = ["O: ¿su nie?", f"C: [Y:{label}] [4410236:NUMBER] [T:{label}]"]
    assert nie.is_valid("".join(texts(run(dialogue(*lines), key=key))))


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "cue", "said"),
    [
        ("es", "la matrícula es", "[8034:NUMBER] [GTR:LETTER]"),
        ("es", "la matrícula es", "[80:NUMBER] [34:NUMBER] [G:LETTER] [T:OTHER] [R:NUMBER]"),
        ("ca", "la matrícula:", "[8034 GTR:PLATE]"),
        ("eu", "matrikula:", "[8034:ID] [GTR:ID]"),
        ("de", "Kennzeichen", "[HH-KR 407:PLATE]"),
        ("fr", "immatriculation", "[BK-204-QV:OTHER]"),
        ("en", "the registration is", "[KM61 RTY:NUMBER]"),
    ],
)
def test_a_plate_keeps_its_alphabet(lang: str, cue: str, said: str, key: bytes) -> None:
    old = re.sub(r":\w+\]|[\W]", "", said)
    new = re.sub(r"\W", "", "".join(texts(run(dialogue(f"A: {cue} {said}", lang=lang), key=key))))
    assert is_plate(new) and new != old, new
    assert [c.isdecimal() for c in new] == [c.isdecimal() for c in old]
    assert old[:4] != "8034" or set(new[4:]).isdisjoint("AEIOUQ")


@pytest.mark.parametrize(
    ("lang", "line", "at", "given"),
    [("es", "A: matrícula [8034 GTR:PLATE]", 5, "BCDFGHJKLM"),
        ("fr", "A: immatriculation [BK-204-QV:PLATE]", 0, "ABCDEFG")],
)  # fmt: skip
def test_a_plate_is_one_that_was_given_out(lang: str, line: str, at: int, given: str) -> None:
    for number in range(12):
        (new,) = texts(run(dialogue(line, lang=lang), key=bytes([number]) * 32))
        assert new[at] in given, new


@pytest.mark.parametrize("key", KEYS)
def test_letters_of_a_spelled_name_are_none_of_a_code(key: bytes) -> None:
    row = "-".join(f"[{letter}:LETTER]" for letter in "DOLORES")
    made = dialogue("A: Claim [55271-S:ID].", f"B: It is [Dolores:NAME], {row}.", lang="en")
    assert "RELATION_LOST" not in codes(run(made, key=key))


@pytest.mark.parametrize("key", KEYS)
def test_a_plate_in_spoken_letters_has_no_vowel(key: bytes) -> None:
    lines = ["O: dígame la matrícula", "C: [dos mil:NUMBER] [ge:LETTER]", "O: sí",
             "C: [erre:LETTER] [ese:LETTER]"]  # fmt: skip
    _, *letters = texts(run(dialogue(*lines), key=key))
    assert not {ES.spoken_letters[letter] for letter in letters} & set("aeiouqñ"), letters


@pytest.mark.parametrize("key", KEYS)
def test_a_plate_said_twice_is_one(key: bytes) -> None:
    one, two = texts(run(dialogue("A: [8034 GTR:PLATE]. [8034GTR:PLATE], eso"), key=key))
    assert one.replace(" ", "") == two


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    "line",
    ["[219-09-9998:US_SSN]", "[219099998:SSN]", "[219-09-9998:ID]", "[219 09 9998:US_SSN]",
     "my social security number is [219:NUMBER] [09:NUMBER] [9998:NUMBER]",
     "social security, [two one nine:NUMBER] [oh nine:NUMBER] [ninety-nine ninety-eight:NUMBER]"],
)  # fmt: skip
def test_a_social_security_number_is_never_issued(line: str, key: bytes) -> None:
    out = texts(run(dialogue(f"A: {line}", lang="en"), key=key))
    new = digits(" ".join(out), "en")
    assert re.fullmatch(r"9\d\d[0-4]\d\d{4}", new), out


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("label", ["LETTER", "OTHER", "PER", "NUMBER"])
@pytest.mark.parametrize("sorry", ["perdón", "no", "digo"])
def test_a_letter_taken_back_gives_way_to_the_right_one(label: str, sorry: str, key: bytes) -> None:
    """53017722T is right, 53017722D is not."""
    line = f"C: [53017722:NUMBER] [de:{label}] {sorry} [te:{label}]"
    number, wrong, right = texts(run(dialogue("O: ¿su nif?", line), key=key))
    letters = ES.spoken_letters
    assert dni.calc_check_digit(number).lower() == letters[right.lower()]
    assert wrong.lower() != right.lower() and "[" not in wrong


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("label", ["LETTER", "OTHER"])
def test_a_letter_said_again_is_the_same(label: str, key: bytes) -> None:
    made = dialogue(
        "O: su dni", f"C: [53017722:NUMBER] [te:{label}]", f"O: ¿[te:{label}]?", "C: eso es"
    )
    _, first, again = texts(run(made, key=key))
    assert first == again


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "text", "valid"),
    [("es", "NIF 53017722T", dni.is_valid), ("es", "IBAN ES91 2100 0418 4502 0005 1332",
      iban.is_valid), ("de", "IBAN DE89 3704 0044 0532 0130 00", iban.is_valid)],
)  # fmt: skip
def test_a_word_that_says_what_it_is_stays_inside_the_label(
    lang: str, text: str, valid: Callable[[str], bool], key: bytes
) -> None:
    result = run(dialogue(f"A: es el [{text}:ID]", lang=lang), key=key)
    word, number = texts(result)[0].split(" ", 1)
    assert word == text.split(" ")[0] and valid(number.replace(" ", "")) and not result.held


@pytest.mark.parametrize(
    ("lang", "line"),
    [("es", "los últimos cuatro dígitos son [8305:NUM]"), ("en", "the last four are [8305:NUM]"),
     ("de", "die letzten vier Ziffern sind [8305:NUM]"), ("ca", "els últims quatre són [8305:NUM]"),
     ("fr", "les derniers chiffres sont [8305:NUM]"), ("eu", "azken lau zenbakiak: [8305:NUM]")],
)  # fmt: skip
def test_a_figure_of_the_last_four_is_true_by_chance_alone(lang: str, line: str) -> None:
    said = [texts(run(dialogue(f"A: {line}", lang=lang), key=b"%d" % n))[0] for n in range(60)]
    assert all(len(new) == 4 and new != "8305" for new in said)
    kept = sum(now == was for new in said for now, was in zip(new, "8305", strict=True))
    assert kept < 0.18 * 4 * len(said)


@pytest.mark.parametrize("key", [b"1", b"2", b"3"])
@pytest.mark.parametrize(
    ("lang", "lines", "letters"),
    [
        ("es", ["[4821 KLM:PLATE]: [cuatro ocho dos uno:PLATE], [K, L, M:SPELL]"], slice(-3, None)),
        ("fr", ["[FG-482-KT:PLATE]", "[482:PLATE], et après [K T:SPELL] ?"], slice(-2, None)),
    ],
)
def test_the_pieces_of_a_plate_follow_it(
    lang: str, lines: list[str], letters: slice, key: bytes
) -> None:
    made = dialogue(*(f"{'AB'[n]}: {line}" for n, line in enumerate(lines)), lang=lang)
    plate, figures, spelled = texts(run(made, key=key))
    assert re.sub(r"[\W_]", "", spelled) == plate[letters]
    if lang == "fr":
        assert figures in plate
    else:
        assert digits(figures) == plate[:4]


@pytest.mark.parametrize("label", ["IDNUM", "MEDICALRECORD", "accountnumber", "policy_number"])
def test_labels_of_other_schemes_are_identifiers(label: str) -> None:
    (out,) = texts(run(dialogue(f"A: [HD-558120:{label}]", lang="en")))
    assert re.fullmatch(r"[A-Z]{2}-\d{6}", out) and out != "HD-558120"


@pytest.mark.parametrize(
    ("lang", "whole", "pieces"),
    [
        ("fr", "GA-482-KR", ["GA", "482", "KR"]),
        ("en", "BD19 KLM", ["BD", "19", "KLM"]),
        ("de", "M-KT 4821", ["M", "KT", "4821"]),
    ],
)
def test_all_pieces_of_a_plate_are_those_of_the_whole(
    lang: str, whole: str, pieces: list[str]
) -> None:
    said = ", ".join(f"[{piece}:PLATE]" for piece in pieces)
    for key in KEYS:
        made = dialogue(f"A: [{whole}:PLATE].", "B: ¿?", f"A: {said}.", lang=lang)
        first, *out = texts(run(made, key=key))
        assert "".join(out) == re.sub(r"[\s-]", "", first)


ALPHABETS = {
    "en": (["BD19 KLM", "Bravo Delta one nine", "Kilo Lima Mike"], "nato"),
    "es": (["BDK 42", "Bravo Delta Kilo", "cuatro dos"], "nato"),
    "fr": (["BDK 42", "Berthe Désiré Kléber", "quatre deux"], "ptt"),
    "de": (["BDK 42", "Berlin Düsseldorf Köln", "vier zwei"], "din"),
}


@pytest.mark.parametrize("lang", ALPHABETS)
def test_a_code_in_the_words_of_an_alphabet_is_written_in_them(lang: str) -> None:
    (whole, *pieces), name = ALPHABETS[lang]
    known = letters_of(load_lexicon(lang), name)
    for key in KEYS:
        spoken = ", ".join(f"[{piece}:PLATE]" for piece in pieces)
        made = dialogue(f"A: [{whole}:PLATE]. {spoken}.", lang=lang)
        first, *out = texts(run(made, key=key))
        now = [word for piece in out for word in words(piece.replace("-", "")) if word in known]
        assert len(now) == sum(word in known for p in pieces for word in words(p)) > 2
        letters = "".join(c for c in first if c.isalpha())
        assert "".join(known[word].upper() for word in now) == letters
