"""A French social security number tells the year and month of the birth that the dates tell."""

import re

import pytest
from stdnum.fr import nir

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 3]) for n in range(4)]


@pytest.mark.parametrize("number", ["2 84 05 69 123 045 22", "2 84 05 69 123 045 59"])
def test_it_follows_a_labelled_date_and_so_do_its_pieces(number: str) -> None:
    made = dialogue(
        "A: Née le [12/05/1984:DATE].",
        f"B: [{number}:ID].",
        "A: Donc [2 84 05:ID], [69 123 045:ID].",
        lang="fr",
    )
    for key in KEYS:
        result = run(made, key=key)
        date, whole, head, rest = texts(result)
        _, month, year = date.split("/")
        assert "CONSTRAINT_RELAXED" not in codes(result)
        assert head == f"2 {year[2:]} {month}"
        assert whole.startswith(f"{head} {rest}")
        assert nir.is_valid(re.sub(" ", "", whole))


def test_one_in_words_is_flagged_where_it_tells_another_birth() -> None:
    pieces = ["deux", "quatre-vingt-quatre", "zéro cinq", "soixante-neuf", "cent vingt-trois"]
    said = ", ".join(f"[{piece}:ID]" for piece in (*pieces, "zéro quarante-cinq", "vingt-deux"))
    made = dialogue("A: Née le [12 mai 1984:DATE].", f"B: {said}.", lang="fr")
    assert any("CONSTRAINT_RELAXED" in codes(run(made, key=key)) for key in KEYS)


def test_one_that_no_date_tells_is_drawn_freely() -> None:
    made = dialogue("A: Le [12/05/1991:DATE].", "B: [2 84 05 69 123 045 22:ID].", lang="fr")
    for key in KEYS:
        result = run(made, key=key)
        assert "CONSTRAINT_RELAXED" not in codes(result)
        assert texts(result)[1].startswith("2 ")


@pytest.mark.parametrize("key", [bytes([n, 21]) for n in range(8)])
def test_its_department_is_the_town_s_and_its_key_said_alone_is_its_key(key: bytes) -> None:
    made = dialogue(
        "A: Alors, [2 85 07 69 123 045 46:ID].",
        "B: Née en [juillet 1985:DATE] à [Lyon:LOC] ?",
        "A: Oui.",
        "B: Et la clé, à la fin, c'est bien [46:ID] ?",
        lang="fr",
    )
    result = run(made, key=key)
    number, _, town, check = texts(result)
    lexicon = load_lexicon("fr")
    code = lexicon.province_codes[lexicon.place_by_key[fold(town)].province]
    assert number.split()[3] == code[0] != "69"
    assert nir.is_valid(number.replace(" ", "")) and number.endswith(f" {check}")
    assert "NUMBER_PARTIAL" not in codes(result)


@pytest.mark.parametrize("key", [bytes([n, 21]) for n in range(8)])
def test_who_was_born_abroad_still_was(key: bytes) -> None:
    (new,) = texts(run(dialogue("A: [2 85 07 99 123 045 23:ID].", lang="fr"), key=key))
    assert new.split()[3] == "99"


@pytest.mark.parametrize("key", [bytes([n, 21]) for n in range(4)])
@pytest.mark.parametrize(
    ("lang", "number", "line", "size"),
    [
        ("es", "B12345674", "¿El dígito de control es [4:ID]?", 1),
        ("es", "X1234567L", "¿La letra del final? La [L:ID].", 1),
        ("en", "GB29 4471 8820 33", "Is it [33:ID]?", 2),
        ("de", "4471 8820 63", "Prüfziffern sind [63:NUM], ja?", 2),
    ],
)
def test_the_end_of_an_identifier_said_alone_is_its_end(
    lang: str, number: str, line: str, size: int, key: bytes
) -> None:
    made = dialogue(f"A: [{number}:ID].", f"B: {line}", lang=lang)
    whole, end = texts(run(made, key=key))
    assert whole[-size:] == end != number[-size:]


@pytest.mark.parametrize("key", [bytes([n, 44]) for n in range(8)])
@pytest.mark.parametrize(
    "said", ["[21 mai 1988:DATE]", "[mai 1988:DATE]", "[mai:DATE] [1988:DATE]"]
)
def test_the_year_that_it_tells_is_another(said: str, key: bytes) -> None:
    made = dialogue(f"A: [2 88 05 67 482 113 09:ID], née en {said}.", lang="fr")
    number, *dates = texts(run(made, key=key))
    assert number.split()[1] == dates[-1][-2:] != "88"


def test_the_commune_is_that_of_the_birthplace_or_one_of_its_department() -> None:
    codes = {row["name"]: row["code"] for row in load_lexicon("fr").rows("communes")}
    for place in ("[Bordeaux:LOC], en [Gironde:REGION]", "Trifouillis"):
        for key in [bytes([n, 12]) for n in range(6)]:
            made = dialogue(
                f"A: [2 84 07 33 063 123 73:ID], née le [14 juillet 1984:DATE] à {place}.",
                lang="fr",
            )
            number, _, *places = texts(run(made, key=key))
            commune = "".join(number.split()[3:5])
            assert commune in codes.values(), number
            if places and places[0] in codes:
                assert commune == codes[places[0]]
