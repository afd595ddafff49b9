"""Findings on turns: units, words, line ends, and what was replaced without offsets."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.formats.errors import FormatError
from annotation.formats.findings.documents import Finding, Found
from annotation.formats.findings.placing import lay_out, place
from annotation.formats.findings.unmasking import Ambiguous, Unalignable, fit_once, unmask

LETTERS = "ab é😀𝔞"
TEXTS = st.lists(
    st.text(LETTERS, min_size=1, max_size=12).filter(str.strip), min_size=1, max_size=4
)


def found(*findings: Finding, **more: Any) -> Found:
    return Found("Tool", "out.json", 1, 1, findings, **more)


def units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


@st.composite
def stretches(draw: st.DrawFn) -> tuple[list[str], int, int, int]:
    """Turns, the place of one, and a stretch of it."""
    texts = draw(TEXTS)
    at = draw(st.integers(0, len(texts) - 1))
    start = draw(st.integers(0, len(texts[at]) - 1))
    end = draw(st.integers(start + 1, len(texts[at])))
    return texts, at, start, end


@given(stretches(), st.booleans(), st.sampled_from(["\n", "\r\n", "\n\n"]))
def test_a_word_stands_where_it_was_whatever_the_tool_counts(
    drawn: tuple[list[str], int, int, int], wide: bool, between: str
) -> None:
    texts, at, start, end = drawn
    word = texts[at][start:end]
    if not word.strip():
        return
    whole = between.join(texts)
    base = sum(len(text) + len(between) for text in texts[:at])
    first, last = base + start, base + end
    if wide:
        first, last = units(whole[:first]), units(whole[:last])
    placed = place(found(Finding(first, last, "P", word=word), text=whole), turns(texts))
    # One finding alone may fit in both units: then it is where that very word stands, too.
    pieces = [texts[n][s.start : s.end] for n, spans in placed.spans.items() for s in spans]
    assert "".join(pieces).split() == word.split()
    assert placed.outside == 0


def turns(texts: list[str]) -> list[tuple[str, str]]:
    return [("", text) for text in texts]


@given(TEXTS)
def test_turns_are_found_in_their_text(texts: list[str]) -> None:
    rows = [("Ana", text) for text in texts]
    for head in ("", "Ana: "):
        whole = "\n".join(head + text for text in texts) + "\n"
        bases = lay_out(rows, whole)
        assert bases is not None
        for at, base in bases.items():
            text = texts[at].strip()
            lead = texts[at].index(text)
            assert whole[base + lead : base + lead + len(text)] == text
    assert lay_out(rows, "other " + whole) is None


def test_a_finding_over_a_line_end_is_one_in_each_turn_and_a_speaker_is_in_none() -> None:
    text = "Ana: Soy Eva\nLuis: Paz"
    findings = Finding(9, 12, "P"), Finding(0, 3, "P"), Finding(9, 22, "P")
    placed = place(found(*findings, text=text), [("Ana", "Soy Eva"), ("Luis", "Paz")])
    assert {at: [(s.start, s.end) for s in spans] for at, spans in placed.spans.items()} == {
        0: [(4, 7), (4, 7)],
        1: [(0, 3)],
    }
    assert placed.outside == 1


@pytest.mark.parametrize(
    ("original", "line", "expected"),
    [
        ("Soy Eva Paz, de Irun", "Soy *** ***, de ****", ["Eva Paz", "Irun"]),
        ("El 943-12 es de José", "El ***-** es de ***é", ["943-12", "José"]),
        ("Soy Eva", "Soy Eva", []),
        ("2 * 3 Eva", "2 * 3 ***", ["Eva"]),
        ("Soy Eva", "Soy {{NAME}}", ["Eva"]),
    ],
)
def test_asterisks_and_placeholders(original: str, line: str, expected: list[str]) -> None:
    assert [original[s:e] for s, e, _each in unmask(original, line, 0, ())] == expected


@pytest.mark.parametrize(
    ("original", "line"), [("Soy Eva", "Soy **"), ("Soy Eva", "Es ***"), ("Soy Eva", "Soy Ana")]
)
def test_another_text_is_no_version(original: str, line: str) -> None:
    with pytest.raises(Unalignable):
        unmask(original, line, 0, ())


@given(
    st.text("ab", max_size=8), st.text("abc ", min_size=1, max_size=6), st.text("ab", max_size=8)
)
def test_one_gap_is_always_sure(before: str, word: str, after: str) -> None:
    pattern = f"{before}[X]{after}"
    gap = len(before), len(before) + 3
    assert fit_once(pattern, [gap], before + word + after) == [
        (len(before), len(before) + len(word))
    ]


@given(
    st.lists(st.text("ab", min_size=1, max_size=4), min_size=2, max_size=3),
    st.text("ab,", max_size=3),
)
def test_what_is_answered_is_the_only_reading(words: list[str], joint: str) -> None:
    text = joint.join(words)
    pattern, gaps = "", []
    for at, _word in enumerate(words):
        pattern += joint if at else ""
        gaps.append((len(pattern), len(pattern) + 1))
        pattern += "?"
    try:
        fitted = fit_once(pattern, gaps, text)
    except Ambiguous:
        return
    assert [text[s:e] for s, e in fitted] == words


def test_a_lowered_word_of_a_tokeniser_is_the_same() -> None:
    each = Finding(4, 13, "P", word="jose ##ma @ x", loose=True)
    assert place(found(each, turn=1), [("", "Soy JoséMa @x.")]).spans[0]
    with pytest.raises(FormatError) as caught:
        place(found(Finding(4, 8, "P", word="eva"), turn=1), [("", "Soy José.")])
    assert caught.value.code == "surface_mismatch" and "José" not in str(caught.value)


def test_long_dialogues_and_long_masks_take_no_square_of_their_length() -> None:
    turns = [("A", "hello there you")] * 5000
    many = [Finding(at * 16, at * 16 + 5, "P") for at in range(5000)]
    assert all(len(spans) == 1 for spans in place(found(*many), turns).spans.values())
    masked = found(text=None, replaced="*" * 20_000)
    [(at, [span])] = place(masked, [("", "a" * 20_000)]).spans.items()
    assert (at, span.start, span.end) == (0, 0, 20_000)


def test_blanks_before_a_turn_hide_no_finding_of_the_one_before() -> None:
    turns = [("", "Ana"), ("", "          Eva")]
    spans = place(found(Finding(0, 3, "P"), Finding(4, 7, "P"), text="Ana\nEva"), turns).spans
    assert [[(s.start, s.end) for s in each] for each in spans.values()] == [[(0, 3)], [(10, 13)]]


def test_the_unit_is_the_one_in_which_no_blank_is_taken_for_the_word() -> None:
    one = found(Finding(2, 4, "P", word="𝔞"), text="𝔞𝔞\n𝔞")
    assert [(s.start, s.end) for s in place(one, turns(["𝔞𝔞", "𝔞"])).spans[0]] == [(1, 2)]
