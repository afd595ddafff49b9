"""Occurrences of a stretch's words: what may differ, what may not, and where they stand."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from learning.readings.occurrences import Matching, find_occurrences, fold, may_hold, query_of
from learning.tokens import tokenise

LENIENT = Matching()
EXACT = Matching(capitals=False, accents=False, endings=False)


def found(
    stretch: str, text: str, lang: str = "es", matching: Matching = LENIENT, of: str = ""
) -> list[str]:
    query = query_of(stretch, of or lang, matching)
    assert query is not None
    hits = find_occurrences(query, text, lang)
    assert not hits or may_hold(query, text)
    return [text[hit.start : hit.end] for hit in hits]


@pytest.mark.parametrize(
    ("stretch", "text", "expected"),
    [
        ("Marta", "Marta, MARTA y marta", ["Marta", "MARTA", "marta"]),
        ("Etxeberri", "el señor Etxebérri", ["Etxebérri"]),
        ("León", "leon LEÓN Leo\u0301n", ["leon", "LEÓN", "Leo\u0301n"]),
        ("Leo\u0301n", "León", ["León"]),
        ("Müller", "Muller", ["Muller"]),
        ("Strauß", "STRAUSS", ["STRAUSS"]),
        ("Peña", "Pena Peña PEN\u0303A", ["Peña", "PEN\u0303A"]),  # ñ is a letter of its own
        ("Pena", "Peña", []),
        ("Ana", "Anabel, Mariana, banana", []),  # whole words only
        ("Ana", "Ana-Belén (Ana)", ["Ana", "Ana"]),
        ("612", "612 6123 el 612", ["612", "612"]),
    ],
)
def test_capitals_and_accents_do_not_matter(stretch: str, text: str, expected: list[str]) -> None:
    assert found(stretch, text) == expected


def test_exact_means_the_same_letters() -> None:
    text = "Rosa rosa ROSA Rosas Rósa"
    assert found("Rosa", text, matching=EXACT) == ["Rosa"]
    assert found("Rosa", text, matching=Matching(capitals=False)) == ["Rosa", "Rosas", "Rósa"]
    assert found("Rosa", text, matching=Matching(accents=False, endings=False)) == [
        "Rosa",
        "rosa",
        "ROSA",
    ]
    assert found("Jose\u0301", "José", matching=EXACT) == ["José"]  # the same letters in Unicode


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<Itziar> Itziar", ["<Itziar>", "Itziar"]),
        ("<%Itziar> Itziar= +Itziar", ["<%Itziar>", "Itziar=", "+Itziar"]),
        ("<Itzi-> Itziar", ["Itziar"]),
    ],
)
def test_transcription_marks_never_matter(text: str, expected: list[str]) -> None:
    assert found("Itziar", text, matching=EXACT) == expected
    assert found(expected[0], text, matching=EXACT) == expected


@pytest.mark.parametrize(
    ("lang", "stretch", "forms"),
    [
        ("es", "García", "García Garcías"),
        ("es", "Martín", "Martines Martín"),
        ("ca", "Puig", "Puigs Puig"),
        ("en", "Anna", "Annas Anna"),
        ("en", "Jones", "Joneses Jones"),
        ("de", "Müller", "Müllers Müller"),
        ("de", "Schmidt", "Schmidts Schmidtens"),
        ("eu", "Etxeberri", "Etxeberrik Etxeberriri Etxeberriren Etxeberrirekin Etxeberrirentzat"),
        ("eu", "Mikel", "Mikelek Mikeli Mikelen Mikelekin Mikelentzat"),
        ("eu", "Bilbo", "Bilbon Bilbora Bilbotik Bilboko BILBOKO"),
        ("eu", "Irun", "Irunen Irunera Irundik Irungo"),
        ("eu", "Eibar", "Eibarren Eibarrera Eibartik Eibarko"),
    ],
)
def test_endings_of_names(lang: str, stretch: str, forms: str) -> None:
    assert found(stretch, forms, lang) == forms.split()
    for form in forms.split():
        assert stretch in found(form, stretch, lang) or form == stretch
    bare = [form for form in forms.split() if form == stretch]
    assert found(stretch, forms, lang, Matching(endings=False)) == bare


@pytest.mark.parametrize(
    ("lang", "stretch", "text"),
    [
        ("es", "Bilbao", "bilbaína bilbaíno bilbaínos"),  # a demonym is another word
        ("es", "Mikel", "Mikelek"),  # a Basque ending in a Spanish text
        ("eu", "Ane", "Anton Anemona"),
        ("eu", "Mari", "Maren Marko"),  # only the stem in common, and that is short
        ("xx", "García", "Garcías"),
        ("es", "Eva", "Ev"),
    ],
)
def test_what_is_no_form_of_the_name(lang: str, stretch: str, text: str) -> None:
    assert found(stretch, text, lang) == []


def test_two_forms_of_a_name_of_which_neither_is_the_base() -> None:
    assert found("Etxeberrirekin", "Etxeberriren etxea", "eu") == ["Etxeberriren"]


def test_each_text_has_the_endings_of_its_own_language() -> None:
    assert found("Etxeberri", "Etxeberrirekin", "eu", of="es") == ["Etxeberrirekin"]
    assert found("Etxeberri", "Etxeberrirekin", "es", of="eu") == []


def test_genitive_s_stays_outside() -> None:
    assert found("Anna", "Anna's phone, Anna’s", "en") == ["Anna", "Anna"]


@pytest.mark.parametrize(
    ("stretch", "text", "expected"),
    [
        (
            "San Sebastián",
            "a San\r\nSebastian, San-Sebastián",
            ["San\r\nSebastian", "San-Sebastián"],
        ),
        ("J. García", "j garcía; J.  García", ["j garcía", "J.  García"]),
        ("Ana García", "Ana (sí, García)", []),  # a word between
        ("Ana García", "Ana ... García", []),  # too many signs
        ("Ana ... García", "Ana ... García", ["Ana ... García"]),
        ("«Lumenor»", "lumenor", ["lumenor"]),  # signs at the edge are no part of it
        ("uno dos uno", "uno dos uno dos uno", ["uno dos uno"]),
        ("Mikel Etxeberri", "Mikel Etxeberrirekin, Mikelen Etxeberri", ["Mikel Etxeberrirekin"]),
    ],
)
def test_several_words(stretch: str, text: str, expected: list[str]) -> None:
    assert found(stretch, text, "eu") == expected


def test_signs_alone_are_found_as_signs() -> None:
    assert found("+", "a + b >", "es") == ["+"]
    assert found("😀", "ya 😀😀") == ["😀", "😀"]
    assert query_of(" \n", "es", LENIENT) is None


def test_offsets_count_code_points() -> None:
    text = "👩‍👧 𝔄na 𝒜 e\u0301 Ana"
    query = query_of("ana", "es", LENIENT)
    assert query is not None
    assert [hit[:2] for hit in find_occurrences(query, text, "es")] == [
        (text.index("Ana"), len(text))
    ]


def test_another_form_is_told_from_another_case() -> None:
    query = query_of("San Sebastián", "es", LENIENT)
    assert query is not None
    text = "SAN\nSEBASTIÁN; San Sebastian; San-Sebastián"
    assert [hit.is_other_form for hit in find_occurrences(query, text, "es")] == [
        False,
        True,
        True,
    ]


LETTERS = "aAáÁa\u0301eéñÑn\u0303nNbßsSkrt Iiİıﬁ'.-<%>=+\n😀𝔄"
TEXTS = st.text(alphabet=LETTERS, max_size=40)
MATCHINGS = st.builds(Matching, st.booleans(), st.booleans(), st.booleans())


@given(TEXTS, TEXTS, MATCHINGS, st.sampled_from(["es", "eu", "de", "xx"]))
def test_what_is_found_is_whole_tokens_that_fold_to_the_query(
    stretch: str, text: str, matching: Matching, lang: str
) -> None:
    query = query_of(stretch, lang, matching)
    if query is None:
        return
    hits = find_occurrences(query, text, lang)
    assert not hits or may_hold(query, text)
    edges = {edge for token in tokenise(text) for edge in token}
    last = 0
    for hit in hits:
        assert last <= hit.start < hit.end <= len(text)
        assert {hit.start, hit.end} <= edges
        last = hit.end
        again = query_of(text[hit.start : hit.end], lang, matching)
        assert again is not None
        assert again.words[:-1] == query.words[:-1]
        if not matching.endings:
            assert again.words == query.words


@given(TEXTS, TEXTS, st.sampled_from(["NFC", "NFD"]), st.booleans())
def test_a_stretch_is_found_in_its_own_text(
    before: str, stretch: str, form: str, upper: bool
) -> None:
    """However it is composed, and in capitals where they do not matter."""
    query = query_of(stretch, "es", LENIENT)
    if query is None or not any(map(str.isalnum, stretch)):
        return
    other = unicodedata.normalize(form, stretch.upper() if upper else stretch)
    text = f"{before} . . . . {other} . . . . "
    again = query_of(other, "es", LENIENT)
    if again is not None and again.words == query.words:  # capitals of some letters are others
        assert any(
            hit.start >= len(before) and fold(text[hit.start : hit.end], LENIENT)
            for hit in find_occurrences(query, text, "es")
        )
