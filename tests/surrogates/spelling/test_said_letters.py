"""Labelled letters that are said of a name: doubled, in groups, telling it from another one."""

import pytest

from surrogates.folding import fold
from tests.effort import tries
from tests.surrogates.checkers import letters as plain
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([i, 5]) for i in range(tries(4, 10))]
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
