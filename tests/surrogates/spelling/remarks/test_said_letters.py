"""Labelled letters that are said of a name: doubled, in groups, telling it from another one."""

import pytest

from surrogates.folding import fold, letters_only, plain_letters
from surrogates.languages import load_lexicon
from tests.effort import tries
from tests.surrogates.checkers import letters as plain
from tests.surrogates.dialogues import codes, dialogue, run, texts
from tests.surrogates.packs import FIVE_KEYS

KEYS = [bytes([i, 5]) for i in range(tries(4, 10))]
EIGHT = [bytes([i, 7]) for i in range(8)]
AN = set("AEFHILMNORSX")


@pytest.mark.parametrize("key", KEYS)
def test_each_doubled_letter_is_one_of_the_name(key: bytes) -> None:
    made = dialogue("A: [Bennett:FAM]. [Double N, double T:LETTERS].", lang="en")
    name, said = texts(run(made, key=key))
    one, two = (part.split()[-1].lower() for part in said.split(", "))
    assert one != two
    assert 2 * one in plain(name) and 2 * two in plain(name)


@pytest.mark.parametrize("key", KEYS)
def test_a_group_of_letters_is_written_as_letters(key: bytes) -> None:
    made = dialogue(
        "A: [Etxeberria:FAM], [TX:LETTERS]-rekin ala [CH:LETTERS]-rekin?",
        "B: [TX:LETTERS]-rekin.",
        lang="eu",
    )
    name, one, other, again = texts(run(made, key=key))
    assert len(one) == len(other) == 2
    assert one == again
    assert one.lower() in plain(name)
    assert other.lower() not in plain(name) and other not in (one, "TX")


@pytest.mark.parametrize("key", KEYS)
def test_a_group_is_the_same_in_one_word_or_two(key: bytes) -> None:
    made = dialogue(
        "A: [Meyer:FAM] mit [E-Y:LETTERS]?", "B: Mit [EY:LETTERS], [M:LETTERS] vorne.", lang="de"
    )
    name, one, again, first = texts(run(made, key=key))
    assert one.replace("-", "") == again
    assert again.lower() in plain(name)
    assert first == name[0]


@pytest.mark.parametrize("key", KEYS)
def test_letters_of_a_choice_share_their_place(key: bytes) -> None:
    made = dialogue(
        "A: [Dupond:FAM] avec un [D:LETTERS] ou un [T:LETTERS] à la fin ?",
        "B: [D:LETTERS].",
        lang="fr",
    )
    name, one, other, again = texts(run(made, key=key))
    assert one == again == plain(name)[-1].upper()
    assert other.lower() not in plain(name)


@pytest.mark.parametrize("key", KEYS)
def test_an_echo_of_a_spelled_letter_goes_with_its_article(key: bytes) -> None:
    made = dialogue(
        "A: [Szymon:PER]. [S-Z-Y-M-O-N:LETTERS].",
        "B: With a [Z:LETTERS]?",
        "A: [Z:LETTERS] for zebra.",
        lang="en",
    )
    name, _, one, again = texts(run(made, key=key))
    assert one == again == name[1].upper()
    assert one not in AN


@pytest.mark.parametrize("key", KEYS)
def test_letters_at_the_end_of_a_name(key: bytes) -> None:
    result = run(dialogue("A: [Ellie:PER], with an [I-E:LETTERS].", lang="en"), key=key)
    name, said = texts(result)
    assert said == "-".join(name[-2:].upper())
    assert said[0] in AN or "LETTER_FACT" in codes(result)


@pytest.mark.parametrize("key", KEYS)
def test_the_same_letter_is_the_same_and_another_one_another(key: bytes) -> None:
    made = dialogue(
        "A: [Szymon:PER], with a [Z:LETTERS]. [S:LETTERS] for sugar. With a [Z:LETTERS].", lang="en"
    )
    name, one, first, again = texts(run(made, key=key))
    assert first == name[0]
    assert one == again
    assert one.lower() in plain(name)
    if len(set(plain(name))) > 2:
        assert one != first


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "wrong", "right", "said"),
    [
        ("eu", "Unax", "Unai", "[i:LETTERS]-rekin"),
        ("es", "Julio", "Julia", "con [a:LETTERS]"),
    ],
)
def test_the_letter_that_tells_a_name_from_the_one_heard(
    lang: str, wrong: str, right: str, said: str, key: bytes
) -> None:
    no = {"eu": "Ez, barkatu,", "es": "No, perdón,"}[lang]
    made = dialogue(f"A: [{wrong}:PER]?", f"B: {no} [{right}:PER], {said}.", lang=lang)
    heard, name, letter = texts(run(made, key=key))
    pairs = zip(plain(name), plain(heard), strict=True)
    assert [fold(letter)] == [a for a, b in pairs if a != b]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("line", "article"),
    [
        ("A: [Katherine:PER] with a [K:LETTERS].", "a"),
        ("A: [Nancy:PER] with an [N:LETTERS].", "an"),
        ("A: It's [Szymon:PER], with a [Z:LETTERS].", "a"),
        ("A: [Doyle:FAM], with an [E:LETTERS] at the end.", "an"),
        ("A: [Kathy:PER], not with a [C:LETTERS].", "a"),
    ],
)
def test_an_english_letter_goes_with_its_article(line: str, article: str, key: bytes) -> None:
    _, letter = texts(run(dialogue(line, lang="en"), key=key))
    assert (letter in AN) == (article == "an")


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "name", "asked", "told"),
    [
        ("es", "Echevarría", "¿Con hache o sin hache?", "Sin hache."),
        ("es", "Elena", "¿Con hache?", "Sin hache."),
        ("ca", "Elena", "Amb hac o sense hac?", "Sense hac."),
        ("fr", "Elodie", "Avec ou sans hache ?", "Sans hache."),
    ],
)
def test_an_h_that_is_not_heard_is_asked_of_a_vowel(
    lang: str, name: str, asked: str, told: str, key: bytes
) -> None:
    label = "FAM" if name == "Echevarría" else "PER"
    result = run(dialogue(f"A: [{name}:{label}].", f"B: {asked}", f"A: {told}", lang=lang), key=key)
    assert plain(texts(result)[0])[0] in "aeiou"
    assert "LETTER_FACT" not in codes(result)


@pytest.mark.parametrize("key", KEYS)
def test_a_letter_in_two_places(key: bytes) -> None:
    made = dialogue("A: [Casals:FAM]. Amb una essa al mig i una al final.", lang="ca")
    name = plain(texts(run(made, key=key))[0])
    assert "s" in name[1:-1] and name.endswith("s")


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "line", "holds"),
    [
        ("ca", "A: Amb ce hac: [Puigdomènech:FAM].", "ch"),
        ("es", "A: Es con ge: [Giménez:FAM].", "g"),
    ],
)
def test_words_that_announce_a_name_are_about_it(
    lang: str, line: str, holds: str, key: bytes
) -> None:
    assert holds in plain(texts(run(dialogue(line, lang=lang), key=key))[0])


@pytest.mark.parametrize("key", KEYS)
def test_names_that_a_letter_tells_apart_stay_alike(key: bytes) -> None:
    made = dialogue(
        "A: Le figura [Jiménez:FAM] con jota.", "B: Está mal, es con ge: [Giménez:FAM]."
    )
    one, two = texts(run(made, key=key))
    assert one[0] == "J" and two[0] == "G"
    assert one[1:] == two[1:]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("B: No, [Escoba:FAM], sin erre al final.", "NEAR_MISS"),
        ("B: No, [Escoba:FAM], en singular.", "LETTER_FACT"),
    ],
)
def test_what_no_longer_tells_names_apart_is_told(line: str, code: str) -> None:
    made = dialogue("A: ¿[Escobar:FAM]?", line)
    for key in KEYS:
        result = run(made, key=key)
        heard, name = texts(result)
        assert code in codes(result) or fold(heard) == f"{fold(name)}r"


@pytest.mark.parametrize("key", KEYS)
def test_a_typed_accent_is_no_spoken_letter(key: bytes) -> None:
    made = dialogue("A: [Prohens:FAM]. [P, R, Ò amb accent obert, H, E, N, S:LETTERS].", lang="ca")
    _, said = texts(run(made, key=key))
    assert all(len(part) == 1 or " " in part for part in said.split(", ")), said


ASKED_HOW_OFTEN = [
    ("en", ("A: [Whittaker:FAM].", "B: Is that with one T or two?"), "tt"),
    ("en", ("A: [Bennett:FAM].", "B: With one T or with two?"), "tt"),
    ("de", ("A: [Hoffmann:FAM] hier.", "B: Mit einem F oder mit zwei?"), "ff"),
    ("fr", ("A: [Perrin:FAM].", "B: Avec un R ou deux ?"), "rr"),
    ("es", ("A: Soy [Castillo:FAM].", "B: ¿Con una ele o con dos?"), "ll"),
]


@pytest.mark.parametrize(("lang", "lines", "letters"), ASKED_HOW_OFTEN)
def test_how_often_a_letter_stands_may_be_asked_of_the_surrogate(
    lang: str, lines: tuple[str, ...], letters: str
) -> None:
    for key in EIGHT:
        result = run(dialogue(*lines, lang=lang), key=key)
        assert letters in plain_letters(texts(result)[0]) or "LETTER_FACT" in codes(result)


def test_a_single_letter_stays_single() -> None:
    made = dialogue("A: [Philips:FAM].", "B: With one L or two?", lang="en")
    for key in EIGHT:
        name = plain_letters(texts(run(made, key=key))[0])
        assert "l" in name and "ll" not in name


@pytest.mark.parametrize(
    ("lang", "name", "one", "two"),
    [
        ("de", "Maier", "A-I", "E-Y"),
        ("de", "Schmidt", "dt", "tt"),
        ("de", "Meier", "ei", "ai"),
        ("es", "Cubero", "be", "uve"),
        ("es", "Vegas", "ge", "jota"),
        ("ca", "Cabrera", "be", "ve"),
    ],
)
@pytest.mark.parametrize("turned", [False, True])
def test_of_two_writings_one_is_the_surrogates_and_the_other_sounds_alike(
    lang: str, name: str, one: str, two: str, turned: bool
) -> None:
    said = {"de": "mit {} oder mit {}", "es": "con {} o con {}", "ca": "amb {} o amb {}"}[lang]
    pair = [f"[{letters}:LETTER]" for letters in (one, two)]
    asked = said.format(*(reversed(pair) if turned else pair))
    made = dialogue(f"A: [{name}:FAM].", f"B: ¿{asked}?", f"A: [{one}:LETTER].", lang=lang)
    lexicon = load_lexicon(lang)
    kinds = lexicon.signs("alike")
    kept = 0
    for key in EIGHT:
        result = run(made, key=key)
        form, first, second, answer = texts(result)
        if "LETTER_FACT" in codes(result):
            continue
        kept += 1
        right, wrong = (second, first) if turned else (first, second)
        assert answer == right
        spelled = [lexicon.spoken_letters.get(fold(t), letters_only(t)) for t in (right, wrong)]
        assert spelled[0] in plain_letters(form) and spelled[1] not in plain_letters(form)
        assert kinds[spelled[0]] == kinds[spelled[1]]
    assert kept > len(EIGHT) // 2


def test_a_key_word_behind_a_spelling_tells_where_its_letter_stands() -> None:
    made = dialogue(
        "A: [Thibault:PER] à l'appareil.",
        "B: Vous pouvez épeler ?",
        "A: Oui.",
        "B: Allez-y.",
        "A: [T, H, I, B, A, U, L, T:LETTER], T comme [Thérèse:PER] au début et à la fin.",
        lang="fr",
    )
    for key in EIGHT:
        result = run(made, key=key)
        name = plain_letters(texts(result)[0])
        assert (name[0], name[-1]) == ("t", "t") or "LETTER_FACT" in codes(result)


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", ("A: [O'Rourke:FAM] without the apostrophe?",)),
        ("en", ("A: [O'Hara:FAM].", "B: With an apostrophe?")),
        ("fr", ("A: Madame [D'Alembert:FAM].", "B: Avec l'apostrophe ?")),
    ],
)
def test_a_name_of_whose_apostrophe_is_spoken_has_one(lang: str, lines: tuple[str, ...]) -> None:
    for key in EIGHT:
        result = run(dialogue(*lines, lang=lang), key=key)
        assert "'" in texts(result)[0] or "LETTER_FACT" in codes(result)


@pytest.mark.parametrize(
    ("lang", "name", "wrong", "said", "letter"),
    [
        ("de", "Lindemann", "k.lindeman@gmx.de", "da fehlt ein", "N"),
        ("en", "Whitlock", "k.whitloc@mail.com", "there is one missing, a", "K"),
        ("es", "Montero", "k.monter@mail.com", "falta la", "O"),
        ("fr", "Garnier", "k.garnie@mail.com", "il manque le", "R"),
    ],
)
def test_a_letter_that_an_address_lacks_is_lacking_in_the_surrogates(
    lang: str, name: str, wrong: str, said: str, letter: str
) -> None:
    right = wrong.replace("@", f"{letter.lower()}@")
    made = dialogue(
        f"A: [Katrin:PER] [{name}:FAM].",
        f"B: [{wrong}:EMAIL]?",
        f"A: No, {said} [{letter}:LETTER].",
        f"B: [{right}:EMAIL].",
        lang=lang,
    )
    for key in EIGHT:
        result = run(made, key=key)
        _, _, before, missing, after = texts(result)
        one, two = (text.split("@")[0] for text in (before, after))
        assert one + missing.lower() == two or "LETTER_FACT" in codes(result)


def test_a_letter_that_is_said_to_stand_twice_does() -> None:
    made = dialogue("A: [Lindemann:FAM].", "A: Hinten mit zwei [N:LETTER].", lang="de")
    for key in EIGHT:
        result = run(made, key=key)
        name, letter = texts(result)
        assert plain_letters(name).endswith(2 * letter.lower()) or "LETTER_FACT" in codes(result)


def test_a_spoken_address_is_spelled_as_the_written_one() -> None:
    made = dialogue(
        "A: [Petra:PER] [Lindner:FAM].",
        "B: [p.lindner@gmx.de:EMAIL]?",
        "A: [p Punkt lindner at gmx Punkt de:EMAIL].",
        lang="de",
    )
    for key in [bytes([i, 3]) for i in range(24)]:
        *_, written, spoken = texts(run(made, key=key))
        assert written.split("@")[0].split(".")[1] == spoken.split()[2]


@pytest.mark.parametrize(
    ("name", "starts"), [("McGrath", "mc"), ("MacLeod", "mac"), ("McKenna", "mc")]
)
def test_a_name_with_mc_or_mac_stays_one(name: str, starts: str) -> None:
    line = f"A: Is it [{name}:FAM] with [M-C:LETTER] or [M-A-C:LETTER]?"
    for key in FIVE_KEYS:
        new, *letters = texts(run(dialogue(line, lang="en"), key=key))
        assert new.casefold().startswith("m") and starts in new.casefold()
        assert letters == ["M-C", "M-A-C"]
