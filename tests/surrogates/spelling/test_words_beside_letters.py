"""Words that no label covers and that ask for a letter of the name: before a spelling, for one of
two letters that sound alike, for a letter twice, for an umlaut that is written out."""

import pytest

from surrogates.folding import digraphs, fold, plain_letters
from tests.effort import tries
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([i, 11]) for i in range(tries(4, 8))]


BEFORE = [
    ("ca", "A: És [Vilaseca:FAM].", "B: Amb ve baixa: {}.", "Vilaseca", "v"),
    ("es", "A: Soy [Vidales:FAM].", "B: No, con uve: {}.", "Vidales", "v"),
    ("es", "A: Apellido, [Jimenez:FAM].", "B: Ya, con jota: {}.", "Jimenez", "j"),
    ("fr", "A: [Perrot:FAM].", "B: Avec un T : {}.", "Perrot", "t"),
    ("en", "A: It's [Karlson:FAM].", "B: With a K: {}.", "Karlson", "k"),
]


@pytest.mark.parametrize(("lang", "one", "two", "name", "letter"), BEFORE)
def test_a_letter_named_before_a_spelling_is_of_what_is_spelled(
    lang: str, one: str, two: str, name: str, letter: str
) -> None:
    heard = "A: Com ha dit? [Bibiloni:FAM]?"  # a name said last that has no such letter
    spelled = ", ".join(f"[{c}:LETTER]" for c in name.upper())
    for key in KEYS:
        made = dialogue(one, heard, two.format(spelled), lang=lang)
        result = run(made, key=key)
        assert letter in plain_letters(texts(result)[0]) or "LETTER_FACT" in codes(result)


ALIKE = [
    ("es", "A: [Valverde:FAM] va con [uve:LETTER], que me lo ponen con be.", "v"),
    ("es", "A: [Giralda:FAM] con [ge:LETTER], no con jota.", "g"),
    ("es", "A: Es [Zamorano:FAM], con [zeta:LETTER], que siempre escriben con ese.", "z"),
    ("ca", "A: [Vives:FAM] amb [ve baixa:LETTER], que me'l posen amb be alta.", "v"),
    ("fr", "A: [Carpentier:FAM], avec [c:LETTER], on l'écrit toujours avec k.", "c"),
]


@pytest.mark.parametrize(("lang", "line", "letter"), ALIKE)
def test_a_letter_and_what_it_is_not_stay_a_pair(lang: str, line: str, letter: str) -> None:
    made = dialogue(line, lang=lang)
    for key in KEYS:
        name, said = texts(run(made, key=key))
        assert letter in plain_letters(name)
        assert fold(said) == fold(made.turns[0].text[slice(*_second(made))])


def _second(made) -> tuple[int, int]:  # type: ignore[no-untyped-def]
    mention = made.turns[0].mentions[1]
    return mention.start, mention.end


@pytest.mark.parametrize(
    ("lang", "lines", "letter"),
    [
        ("fr", ("A: [Poittevin:FAM].", "B: Avec un seul T ?"), "tt"),
        ("en", ("A: It's [Whittam:FAM].", "B: With just one T?"), "tt"),
        ("es", ("A: Soy [Morell:FAM].", "B: ¿Con una sola ele?"), "ll"),
        ("de", ("A: [Herrmann:FAM].", "B: Mit nur einem R?"), "rr"),
    ],
)
def test_only_one_asks_for_two(lang: str, lines: tuple[str, ...], letter: str) -> None:
    for key in KEYS:
        result = run(dialogue(*lines, lang=lang), key=key)
        assert letter in plain_letters(texts(result)[0]) or "LETTER_FACT" in codes(result)


def test_a_doubled_letter_of_a_spelling_stays_doubled() -> None:
    lines = ("A: [Massot:FAM].", "B: [M, A, deux S, O, T:LETTER].")
    for key in KEYS:
        result = run(dialogue(*lines, lang="fr"), key=key)
        name, said = texts(result)
        assert "deux" in said or "CONSTRAINT_RELAXED" in codes(result), (name, said)


UMLAUTS = [("Jürgen", "PER", "ue"), ("Möller", "FAM", "oe"), ("Bärbel", "PER", "ae")]


@pytest.mark.parametrize(("name", "label", "letters"), UMLAUTS)
def test_an_umlaut_that_is_written_out(name: str, label: str, letters: str) -> None:
    lines = (f"A: [{name}:{label}] hier.", f"B: [{name}:{label}] mit [{letters}:LETTER]?")
    for key in KEYS:
        one, _, said = texts(run(dialogue(*lines, lang="de"), key=key))
        assert said in ("ae", "oe", "ue")
        assert said in digraphs(one).lower() and said not in one.lower()


def test_a_letter_that_explains_a_middle_initial_is_that_initial() -> None:
    lines = ("A: For [T. B. Ashcombe:PERSON]?", "B: Yes. The [B:LETTER] is for [Basil:PER].")
    for key in KEYS:
        whole, letter, name = texts(run(dialogue(*lines, lang="en"), key=key))
        assert whole.split()[1].rstrip(".") == letter == name[0]


@pytest.mark.parametrize(
    "lines",
    [
        ["A: ¿[Berta Casado:PER]?", "B: [Casadas:FAM], con a y ese al final."],
        ["A: [Berta Rosales:PER], con e y ese al final."],
    ],
)
def test_two_letters_that_are_said_of_the_end_stand_there(lines: list[str]) -> None:
    for key in KEYS:
        result = run(dialogue(*lines), key=key)
        ends = (
            fold(texts(result)[-1])[-2:] == fold(lines[-1].split(":FAM")[0].split(":PER")[0])[-2:]
        )
        assert ends or "LETTER_FACT" in codes(result)
