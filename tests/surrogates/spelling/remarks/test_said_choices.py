"""Two letters of which one is the name's: both labelled, one of them denied; letters said twice."""

import pytest

from surrogates.folding import fold, plain_letters
from surrogates.languages import load_lexicon
from tests.surrogates.dialogues import codes, dialogue, run, texts

EIGHT = [bytes([i, 19]) for i in range(8)]

DENIED = [
    ("es", ("A: [Cubero:FAM], con [be:LETTER], no con [uve:LETTER].",)),
    ("es", ("A: ¿[Vegas:FAM] con [be:LETTER]?", "B: No, con [uve:LETTER].")),
    ("ca", ("A: [Cabrera:FAM], amb [be:LETTER], no amb [ve:LETTER].",)),
    ("eu", ("A: [Ibarra:FAM], [b:LETTER]-rekin, ez [v:LETTER]-rekin.",)),
    ("eu", ("A: [Ibarra:FAM], [v:LETTER]-rekin?", "B: Ez, [b:LETTER]-rekin.")),
    ("de", ("A: [Schmidt:FAM] mit [dt:LETTER], nicht mit [tt:LETTER].",)),
    ("de", ("A: [Bernd:PER] mit [t:LETTER]?", "B: Nein, mit [d:LETTER].")),
    ("en", ("A: [Clark:FAM], with a [C:LETTER], not a [K:LETTER].",)),
    ("fr", ("A: [Philippe:PER] avec [ph:LETTER], pas avec un [F:LETTER].",)),
    ("fr", ("A: [Marc:PER] avec un [K:LETTER] ?", "B: Non, avec un [C:LETTER].")),
]


@pytest.mark.parametrize(("lang", "lines"), DENIED)
def test_of_two_letters_one_is_the_names_and_the_other_is_not(
    lang: str, lines: tuple[str, ...]
) -> None:
    spoken = load_lexicon(lang).spoken_letters
    kept = 0
    for key in EIGHT:
        result = run(dialogue(*lines, lang=lang), key=key)
        name, *said = texts(result)
        if "LETTER_FACT" in codes(result):
            continue
        kept += 1
        letters = [spoken.get(fold(w), fold(w)) for w in said]
        right, wrong = letters if len(lines) == 1 else letters[::-1]
        assert right in plain_letters(name) and wrong not in plain_letters(name)
    assert kept > (0 if lang == "en" else len(EIGHT) // 2)  # "a C" and "a K" have their articles


SAME = [
    (
        "fr",
        ("A: Monsieur [Houdin:FAM] avec un [H:LETTER] ?", "B: Non, [Oudin:FAM], sans [H:LETTER]."),
    ),
    (
        "es",
        (
            "A: ¿[Terrero:FAM], con [te:LETTER]?",
            "B: [Herrero:FAM], con [hache:LETTER], sin [te:LETTER].",
        ),
    ),
    ("de", ("A: [Hosch:FAM] mit [H:LETTER]?", "B: Nein, [Osch:FAM], ohne [H:LETTER].")),
]


@pytest.mark.parametrize(("lang", "lines"), SAME)
def test_a_letter_that_one_name_has_and_another_lacks_stays_one(
    lang: str, lines: tuple[str, ...]
) -> None:
    for key in EIGHT:
        made = run(dialogue(*lines, lang=lang), key=key)
        assert texts(made)[1] == texts(made)[-1] or "LETTER_FACT" in codes(made)


GROUPS = [
    ("en", "A: [Steven:GIVEN] [Clarke:FAM], with a [v:LETTER], not a [p h:SPELL]."),
    ("de", "A: [Stefanie:GIVEN] [Maier:FAM], mit [f:LETTER] oder [p:LETTER] [h:LETTER]?"),
]


@pytest.mark.parametrize(("lang", "line"), GROUPS)
def test_a_letter_and_two_that_are_said_alike_stay_so(lang: str, line: str) -> None:
    alike = load_lexicon(lang).signs("alike")
    for key in EIGHT:
        made = run(dialogue(line, lang=lang), key=key)
        _, _, one, *two = texts(made)
        if "LETTER_FACT" not in codes(made):
            assert alike[one] == alike["".join(two).replace(" ", "")]


TWICE = [
    ("en", "A: [Dennis:PER], with two [n:LETTER]s."),
    ("en", "A: [Nathan:PER], with two [n:LETTER]s."),
    ("de", "A: Frau [Hoffmann:FAM], [f:LETTER] doppelt."),
    ("de", "A: Frau [Lindemann:FAM], mit zwei [n:LETTER]."),
    ("eu", "A: [Etxeberria:FAM], [r:LETTER] birekin."),
    ("es", "A: Soy [Garrido:FAM], con [erre:LETTER] doble."),
    ("ca", "A: [Serra:FAM], [erra:LETTER] dues vegades."),
    ("fr", "A: [Perrin:FAM], avec deux [R:LETTER]."),
]

COUNTED = [
    ("en", "A: My husband [Jeffrey:PER], with [two:NUM] [F:LETTER]s.", 2),
    ("en", "A: She's [Barbara:PER], with [three:NUM] [A:LETTER]s.", 3),
    ("de", "A: Herr [Lindemann:FAM], mit [zwei:NUM] [N:LETTER].", 2),
    ("es", "A: Soy [Garrido:FAM], con [dos:NUM] [erres:LETTER].", 2),
    ("ca", "A: Soc la [Anna:PER], amb [dues:NUM] [enes:LETTER].", 2),
    ("fr", "A: C'est [Perrin:FAM], avec [deux:NUM] [R:LETTER].", 2),
]


@pytest.mark.parametrize(("lang", "line", "times"), COUNTED)
def test_a_labelled_count_of_letters_is_true(lang: str, line: str, times: int) -> None:
    spoken = load_lexicon(lang).spoken_letters
    for key in EIGHT:
        made = run(dialogue(line, lang=lang), key=key)
        name, count, letter = texts(made)
        assert f"[{count}:NUM]" in line
        said = fold(letter).removesuffix("s") if len(letter) > 1 else fold(letter)
        assert plain_letters(name).count(spoken.get(said, said)[:1]) >= times
        assert not {"LETTER_FACT", "RELATION_LOST"} & set(codes(made))


@pytest.mark.parametrize(("lang", "line"), TWICE)
def test_a_letter_that_is_said_to_stand_twice_stands_there_twice(lang: str, line: str) -> None:
    spoken = load_lexicon(lang).spoken_letters
    for key in EIGHT:
        result = run(dialogue(line, lang=lang), key=key)
        name, letter = texts(result)
        count = plain_letters(name).count(spoken.get(fold(letter), fold(letter)))
        assert count == 2 or "LETTER_FACT" in codes(result)


def test_letters_before_a_spelling_leave_it_whole() -> None:
    spelled = ", ".join(f"[{c}:LETTER]" for c in "LEFORT")
    made = dialogue(
        f"A: [Lefort:FAM]. Avec un [T:LETTER], pas deux [F:LETTER] : {spelled}.", lang="fr"
    )
    for key in EIGHT:
        name, _, denied, *letters = texts(run(made, key=key))
        assert "".join(letters).lower() == plain_letters(name)
        assert 2 * denied.lower() not in plain_letters(name)


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("ca", ("A: [X:LETTER], [I:LETTER], [R:LETTER], [G:LETTER], [U:LETTER]. [Xirgu:FAM].",
                "B: [Girgu:FAM], amb [G:LETTER] al davant?")),
        ("es", ("A: [Vidal:FAM]: [V:LETTER], [I:LETTER], [D:LETTER], [A:LETTER], [L:LETTER].",
                "B: ¿[Bidal:FAM], con [B:LETTER] delante?")),
    ],
)  # fmt: skip
def test_a_letter_with_its_place_is_of_the_name_beside_it(
    lang: str, lines: tuple[str, ...]
) -> None:
    for key in EIGHT:
        result = run(dialogue(*lines, lang=lang), key=key)
        *_, heard, letter = texts(result)
        assert plain_letters(heard)[0] == letter.lower() or "LETTER_FACT" in codes(result)


def test_letters_that_no_rule_reads_are_told() -> None:
    made = dialogue("A: Soy [Gil:FAM], con [be:LETTER], [zeta:LETTER], [eme:LETTER], [a:LETTER].")
    for key in EIGHT[:3]:
        assert "LETTER_FACT" in codes(run(made, key=key))


def test_a_name_put_together_from_letters_and_a_name_is_checked() -> None:
    made = dialogue(
        "A: [Maiwald:FAM].",
        "B: [M:LETTER], [A:LETTER], [I:LETTER] und dann [Wald:FAM]?",
        lang="de",
    )
    for key in EIGHT[:4]:
        result = run(made, key=key)
        name, *parts = texts(result)
        whole = plain_letters("".join(parts)) == plain_letters(name)
        assert whole or {"LETTER_FACT", "RELATION_LOST"} & set(codes(result))


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("de", ("A: [Karin Wolter:PERSON].", "B: [HI-KW 482:PLATE]. [KW:PLATE], meine Initialen.")),
        ("fr", ("A: [Jean:PER] [Martin:FAM].", "B: [JM-4471:ID], mes initiales.")),
        ("en", ("A: [Rose:PER] [Allen:FAM].", "B: The code is [77-RA-3:ID]: my initials.")),
        ("es", ("A: [Luis:PER] [Gil:FAM].", "B: El código, [LG-2031:ID], son mis iniciales.")),
        ("ca", ("A: [Pau:PER] [Roca:FAM].", "B: El codi, [PR-2031:ID], són les meves inicials.")),
        ("eu", ("A: [Ane:PER] [Lasa:FAM].", "B: Kodea, [AL-2031:ID], nire inizialak.")),
    ],
)  # fmt: skip
def test_initials_in_a_code_are_those_of_the_new_name(lang: str, lines: tuple[str, ...]) -> None:
    for key in EIGHT:
        result = run(dialogue(*lines, lang=lang), key=key)
        people = [r.surrogate for r in result.replacements if r.label in ("PER", "FAM", "PERSON")]
        initials = "".join(word[0] for word in " ".join(people).split())
        code = texts(result)[len(people)]
        assert fold(initials).upper() in code or "RELATION_LOST" in codes(result)
