"""Letters of a labelled code that are said near it are letters of its surrogate."""

import pytest
from stdnum.es import dni

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.numbers.identifiers.lettered_starts import plate_code
from tests.effort import tries
from tests.surrogates.dialogues import codes, dialogue, issue_of, run, texts

KEYS = [bytes([i, 7]) for i in range(tries(4, 10))]


def signs(text: str) -> str:
    return "".join(c for c in text.upper() if c.isalnum())


@pytest.mark.parametrize("key", KEYS)
def test_letters_of_a_postal_code(key: bytes) -> None:
    made = dialogue(
        "A: [G12 8TB:ZIP]. That's [G:LETTERS] for Golf, [T:LETTERS] for Tango, [B:LETTERS].",
        "B: P for papa?",
        "A: No, [B:LETTERS] for Bravo. [8TB:ZIP].",
        lang="en",
    )
    result = run(made, key=key)
    code, *said, last, again = texts(result)
    assert said == [signs(code)[k] for k in (0, 4, 5)]
    assert last == signs(again)[2] == said[2]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "line", "places"),
    [
        ("en", "A: [PB1234567:ID]. [P:LETTERS] [B:LETTERS] and then [1 2 3 4 5 6 7:ID].", (0, 1)),
        ("en", "A: [LE1 6HL:ZIP]. [LE:LETTERS], as in the town.", (slice(0, 2),)),
        ("en", "A: [AB12 KLN:PLATE]. No, [M:LETTERS] for Mike. [KLM:PLATE].", ()),
        ("es", "A: [52418736K:ID], letra [ka:LETTERS].", ()),
    ],
)
def test_letters_at_their_places(
    lang: str, line: str, places: tuple[int | slice, ...], key: bytes
) -> None:
    code, *said = texts(run(dialogue(line, lang=lang), key=key))
    if lang == "es":
        assert load_lexicon("es").spoken_letters[fold(said[0])] == fold(code[-1])
        return
    if not places:
        assert said[0] == said[1][2]
    assert said[: len(places)] == [signs(code)[place] for place in places]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "code", "said", "joiner"),
    [
        ("fr", "FG-123-HK", "[F comme François, G comme Georges:PLATE]", "comme"),
        ("es", "1234 KLM", "[K de kilo, L de León, M de Madrid:LETTERS]", "de"),
        ("de", "B-KL 1234", "[K wie Kaufmann, L wie Ludwig:LETTERS]", "wie"),
        ("es", "1234 KLM", "[K:LETTERS] de [kilo:LETTERS]", "de"),
    ],
)
def test_key_words_tell_the_letters_of_the_code(
    lang: str, code: str, said: str, joiner: str, key: bytes
) -> None:
    made = dialogue(f"A: [{code}:PLATE].", f"A: {said}.", lang=lang)
    result = run(made, key=key)
    new = texts(result)[0]
    spoken = result.draft.turns[1].text.rstrip(".").split(", ")
    letters = "".join(c for c in signs(new) if c.isalpha())
    start = "".join(c for c in code if c.isalpha()).index(said[1])
    for part, letter in zip(spoken, letters[start:], strict=False):
        told, word = part.split(f" {joiner} ")
        assert told == letter
        assert fold(word).startswith(fold(letter))
    assert not result.held


@pytest.mark.parametrize("key", KEYS)
def test_a_key_word_in_a_span_of_its_own_tells_the_check_letter(key: bytes) -> None:
    made = dialogue(
        "A: El DNI. / [52418736-K:ID].",
        "B: [5-2-4-1-8-7-3-6:ID], letra [ka:LETTERS].",
        "A: Eso, [K:LETTERS] de [kilo:LETTERS].",
    )
    whole, _, spoken, letter, word = texts(run(made, key=key))
    assert whole[-1] == letter == load_lexicon("es").spoken_letters[fold(spoken)].upper()
    assert fold(word)[0] == letter.lower()


@pytest.mark.parametrize("key", KEYS)
def test_letters_that_were_misread_differ_in_that_one(key: bytes) -> None:
    made = dialogue("A: [4821 KLM:ID].", "B: ¿[ka, ele, ene:LETTERS]?", "A: No, [eme:LETTERS].")
    code, read, right = texts(run(made, key=key))
    spoken = load_lexicon("es").spoken_letters
    letters = [spoken[fold(word)].upper() for word in read.split(", ")]
    assert letters[:2] == list(code[-3:-1])
    assert letters[2] != code[-1] == spoken[fold(right)].upper()


@pytest.mark.parametrize("key", KEYS)
def test_one_of_two_letters_is_of_the_code(key: bytes) -> None:
    made = dialogue(
        "A: [XJ-4471-Q:ID].",
        "B: Was that [J:LETTERS] or [G:LETTERS]?",
        "A: [J:LETTERS].",
        lang="en",
    )
    code, one, other, again = texts(run(made, key=key))
    assert one == again == code[1]
    assert other not in code


@pytest.mark.parametrize("key", KEYS)
def test_a_name_that_stands_nearer_has_the_letter(key: bytes) -> None:
    made = dialogue("A: [K123456:ID], [Karen:PER] with a [K:LETTERS].", lang="en")
    _, name, letter = texts(run(made, key=key))
    assert name[0] == letter


@pytest.mark.parametrize("key", KEYS)
def test_a_name_with_a_capital_keeps_it_as_a_key_word(key: bytes) -> None:
    made = dialogue("A: Soy [Kun:FAM], [K de kilo, U de uva, N de nube:LETTERS].")
    _, said = texts(run(made, key=key))
    names = {"navarra", "valencia", "zamora", "cuenca", "madrid", "lugo", "elche", "huelva"}
    assert not names & {word.strip(",") for word in said.split()}


@pytest.mark.parametrize(
    ("lang", "line", "word"),
    [
        ("de", "A: Ich heiße [Zeller:FAM], [Z:LETTERS] wie Zeppelin, [Z:LETTERS] wie Zebra.", "Z"),
        ("fr", "A: C'est [Martin:FAM], [M:LETTERS] comme Marcel.", "M"),
        ("en", "A: Plate [KLM 123:PLATE], [K:LETTERS] for kite.", "k"),
        ("eu", "A: NANa [44556677L:ID], [L:LETTERS] letra Lasarte bezala.", "L"),
    ],
)
def test_every_key_word_that_no_label_covers_is_told(lang: str, line: str, word: str) -> None:
    made = dialogue(line, lang=lang)
    for key in KEYS:
        result = run(made, key=key)
        letter = texts(result)[1]
        if fold(letter) == fold(word):
            continue
        assert codes(result).count("LETTER_FACT") == line.count("LETTERS")
        issue = issue_of(result, "LETTER_FACT")
        assert made.turns[0].text[issue.start : issue.end].startswith(word)


@pytest.mark.parametrize(
    ("lang", "line", "word"),
    [
        ("es", "A: [317:ID], y la letra es la [A:ID], de Alicante no, de avión.", "Alicante"),
        ("es", "A: ¿[4417 KDN:PLATE], de Navarra?", "Navarra"),
        ("es", "A: No, [KDM:PLATE], con eme de Madrid.", "Madrid"),
        ("ca", "A: La [4417 KDM:PLATE], acaba en ema de Manresa.", "Manresa"),
        ("eu", "A: Matrikula [4417 KDM:PLATE] da, M Madril bezala.", "Madril"),
        ("en", "A: It's [KD 512 M:PLATE], with M for mother.", "mother"),
        ("fr", "A: Le code, [ABX77123:ID], avec un X comme Xavier.", "Xavier"),
        ("de", "A: Die Nummer [77123 S:ID], S wie Siegfried.", "Siegfried"),
    ],
)
def test_a_key_word_of_a_letter_of_a_code_is_told(lang: str, line: str, word: str) -> None:
    made = dialogue(line, lang=lang)
    for key in KEYS:
        result = run(made, key=key)
        if fold(word[0]) in fold(texts(result)[-1]):
            continue
        issue = issue_of(result, "LETTER_FACT")
        assert made.turns[0].text[issue.start : issue.end] == word


def test_a_key_word_that_fits_is_not_told() -> None:
    made = dialogue("A: Soy [Vila:FAM], [V:LETTERS] de [Valencia:LOC].")
    assert all("LETTER_FACT" not in codes(run(made, key=key)) for key in KEYS)


@pytest.mark.parametrize("key", [bytes([n, 19]) for n in range(8)])
@pytest.mark.parametrize(
    ("lang", "lines", "ending"),
    [
        (
            "eu",
            (
                "A: [45672913L:ID].",
                "B: Bukaera [13L:ID]?",
                "A: Bai, [L:LETTER], [Lekeitiokoa:LETTER].",
            ),
            ("koa", "goa"),
        ),
        (
            "eu",
            ("A: NANa [12345678Z:ID].", "B: Bukaera [8Z:ID]?", "A: [Z:LETTER], [Zarautz:LETTER]."),
            ("",),
        ),
        (
            "es",
            (
                "A: El DNI es [45672913L:ID].",
                "B: ¿Acaba en [13L:ID]?",
                "A: Sí, [L:LETTER], [Lugo:LETTER].",
            ),
            ("",),
        ),
        (
            "es",
            (
                "A: El DNI, [45672913:ID].",
                "B: ¿Y la letra?",
                "A: La [L:LETTER]. [L:LETTER], [Lugo:LETTER].",
            ),
            ("",),
        ),
        (
            "ca",
            ("A: El [45672913L:ID].", "B: Acaba en [13L:ID]?", "A: [L:LETTER], [Lleida:LETTER]."),
            ("",),
        ),
    ],
)
def test_a_letter_of_an_identifier_and_its_key_word_are_the_new_one(
    lang: str, lines: tuple[str, ...], ending: tuple[str, ...], key: bytes
) -> None:
    result = run(dialogue(*lines, lang=lang), key=key)
    code, piece, letter, word = texts(result)
    number, last = (code[:8], code[8:]) if code[8:] else (code, piece)
    assert last == dni.calc_check_digit(number)
    assert letter == last and fold(word)[0] == letter.lower() and word.endswith(ending)
    assert code.endswith(piece) or piece == letter


def test_a_letter_that_was_asked_about_is_the_same_in_the_answer() -> None:
    lines = "A: It's [Tomtit-4185:PASSWORD].", "B: Capital [T:LETTERS]?", "A: Capital [T:LETTERS]."
    for n in range(4):
        code, asked, answered = texts(run(dialogue(*lines, lang="en"), key=bytes([n]) * 32))
        assert asked == answered == code[0]


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("eu", "A: [4821 KLM:PLATE], [K:letter] [Kandelario:MALE], [L:letter] [Lorea:FEMALE]"),
        ("fr", "A: [GK-482-LM:PLATE], [G:letter] [Gaëlle:FEMALE], [K:letter] [Karim:MALE]"),
        ("de", "A: [GÖ-JM 74:PLATE], [J:letter] wie [Julius:MALE], [M:letter] wie [Martha:FEMALE]"),
    ],
)
def test_names_that_tell_letters_of_a_code_begin_with_the_new_ones(lang: str, line: str) -> None:
    for key in [bytes([n, 6]) for n in range(4)]:
        code, one, first, two, second = texts(run(dialogue(line, lang=lang), key=key))
        if code.startswith("["):
            continue
        assert one in code and two in code
        assert fold(first[0] + second[0]) == fold(one + two)


@pytest.mark.parametrize("key", [bytes([n, 6]) for n in range(4)])
def test_a_plate_said_by_an_alphabet_with_a_hyphen_in_it(key: bytes) -> None:
    made = dialogue(
        "A: [LD19 KXP:PLATE].",
        "B: [Lima Delta one nine:SPELL], [Kilo X-ray Papa:SPELL].",
        lang="en",
    )
    plate, one, two = texts(run(made, key=key))
    said = [word[0] for word in (one + " " + two).split() if word[0].isupper()]
    assert "".join(said) == "".join(c for c in plate if c.isalpha())


@pytest.mark.parametrize("key", [bytes([n, 6]) for n in range(4)])
def test_a_canton_that_tells_the_letters_of_a_plate_is_that_of_the_new_ones(key: bytes) -> None:
    line = "A: [ZH 482 917:PLATE], [Winterthur:LOC]. [ZH:letter] wie [Zürich:LOC]."
    plate, _, letters, canton = texts(run(dialogue(line, lang="de"), key=key))
    assert plate.split()[0] == letters == plate_code(load_lexicon("de"), canton)
