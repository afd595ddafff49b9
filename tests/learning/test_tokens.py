"""Tokens keep their transcription marks; spans survive the way to tags and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from learning.tokens import compact_tags, spans_to_tags, tags_to_spans, tokenise, words
from learning.types import Span


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Sí, sí", ["Sí", ",", "sí"]),
        ("hay una= pegatina", ["hay", "una=", "pegatina"]),
        ("va +pa casa", ["va", "+pa", "casa"]),
        ("<%osea> no <pala-> <voy>", ["<%osea>", "no", "<pala->", "<voy>"]),
        ("+34 600", ["+", "34", "600"]),
        ("a=b 3=4 <5>", ["a", "=", "b", "3", "=", "4", "<", "5", ">"]),
        ("Jose\u0301 fue", ["Jose\u0301", "fue"]),
        ("Jose\u0301= José= fue", ["Jose\u0301=", "José=", "fue"]),
        ("\U0001f600hola", ["\U0001f600", "hola"]),
        (" \u00a0\t", []),
    ],
)
def test_tokenise(text: str, expected: list[str]) -> None:
    assert words(text) == expected
    assert [text[token.start : token.end] for token in tokenise(text)] == expected


def test_offsets_are_code_points() -> None:
    assert tokenise("\U0001f600 Ana")[1] == (2, 5)


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"])))
def test_tokens_cover_all_but_white_space(text: str) -> None:
    covered = {place for token in tokenise(text) for place in range(*token)}
    left = [char for place, char in enumerate(text) if place not in covered]
    assert all(char.isspace() for char in left)


@st.composite
def tagged(draw: st.DrawFn) -> tuple[str, tuple[Span, ...]]:
    """A text with spans that begin and end at tokens."""
    text = draw(st.text(alphabet="ab1 .,+=<>%-ñ\U0001f600", max_size=40))
    tokens = tokenise(text)
    spans, place = [], 0
    while place < len(tokens):
        size = draw(st.integers(0, 3))
        if size:
            last = min(len(tokens), place + size) - 1
            label = draw(st.sampled_from(["NAME", "X-Y"]))
            spans.append(Span(tokens[place].start, tokens[last].end, label))
        place += size or 1
    return text, tuple(spans)


@given(tagged())
def test_spans_to_tags_and_back(case: tuple[str, tuple[Span, ...]]) -> None:
    text, spans = case
    tokens = tokenise(text)
    tags = spans_to_tags(tokens, spans)
    assert tags_to_spans(tokens, tags) == spans
    assert tags_to_spans(tokens, compact_tags(tags)) == spans


def test_a_span_inside_a_token_takes_the_whole_token() -> None:
    tokens = tokenise("ref V14 hoy")
    assert spans_to_tags(tokens, [Span(5, 7, "ID")]) == ["O", "B-ID", "O"]


def test_a_span_without_a_token_leaves_no_trace() -> None:
    assert spans_to_tags(tokenise("a  b"), [Span(1, 3, "ID")]) == ["O", "O"]


def test_overlapping_spans_the_earlier_wins() -> None:
    tags = spans_to_tags(tokenise("a b c"), [Span(2, 5, "Y"), Span(0, 3, "X")])
    assert tags == ["B-X", "I-X", "B-Y"]


def test_a_span_scores_as_its_weakest_token() -> None:
    found = tags_to_spans(tokenise("a b c"), ["B-X", "I-X", "O"], [0.9, 0.4, 1.0])
    assert found == (Span(0, 3, "X", 0.4),)


def test_compact_tags_keep_b_only_between_neighbours() -> None:
    tags = ["B-X", "I-X", "B-X", "O", "B-Y", "B-X"]
    assert compact_tags(tags) == ["I-X", "I-X", "B-X", "O", "I-Y", "I-X"]
