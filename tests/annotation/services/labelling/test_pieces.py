"""A turn cut up for the screen: nothing lost, nothing moved, marks told from words."""

from hypothesis import given
from hypothesis import strategies as st

from annotation.models import Label, Span
from annotation.services.labelling.pieces import Piece, turn_stretches

LABEL = Label(pk=1, name="place", key="P", family="place")


def span(start: int, end: int) -> Span:
    return Span(start=start, end=end, label=LABEL, status="accepted", reading_id=1)


def pieces(text: str) -> list[Piece]:
    return [piece for stretch in turn_stretches(text, []) for piece in stretch.pieces]


def kinds(text: str) -> list[tuple[str, str]]:
    return [(part.text, part.kind) for piece in pieces(text) for part in piece.parts if part.kind]


def test_tokens_and_gaps_follow_each_other() -> None:
    assert [(p.start, p.end, p.kind) for p in pieces("de Bilbao.")] == [
        (0, 2, "token"),
        (2, 3, "gap"),
        (3, 9, "token"),
        (9, 10, "token"),
    ]


def test_marks_are_told_from_words() -> None:
    assert kinds("<%eh> <mi> <pala-> una= +pa") == [
        ("<%", "mark"),
        ("eh", "fill"),
        (">", "mark"),
        ("<", "mark"),
        ("mi", "retry"),
        (">", "mark"),
        ("<", "mark"),
        ("pala-", "unfinished"),
        (">", "mark"),
        ("=", "long"),
        ("+", "short"),
    ]


def test_signs_of_other_texts_are_no_marks() -> None:
    assert kinds("c > d, a < b, 2 + 2 = 4") == []


def test_events_have_a_name_and_keep_their_place() -> None:
    text = "sí @[*EVENT*: rire(|Null|)-spk2] el @[*LANGUAGE*: en(router)-spk2]"
    events = [piece for piece in pieces(text) if piece.kind == "event"]
    assert [(text[p.start], p.name) for p in events] == [("@", "laughs")]
    words = [text[p.start : p.end] for p in pieces(text) if p.kind == "token"]
    assert words == ["sí", "el", "router"]
    assert ("router", "lang") in kinds(text)


def test_events_and_speakers_beside_the_text_stand_between_its_pieces() -> None:
    extra = {
        "utterances": [
            {"speaker": "spk1", "start": 0, "end": 6},
            {"speaker": "spk2", "start": 7, "end": 9},
        ],
        "events": [
            {"kind": "event", "name": "rire", "speaker": "spk1", "start": 6, "end": 6},
            {"kind": "language", "name": "en", "speaker": "spk1", "start": 3, "end": 6},
        ],
    }
    stretches = turn_stretches("el web sí", [span(3, 6)], extra=extra)
    drawn = [[p.name or p.parts[0].text for p in stretch.pieces] for stretch in stretches]
    assert drawn == [["spk1", "el", " "], ["web"], ["laughs", " ", "spk2", "sí"]]
    assert stretches[1].pieces[0].lang == "en"


def test_spans_wrap_their_pieces_even_inside_a_token() -> None:
    stretches = turn_stretches("enBilbao ya", [span(2, 8)])
    assert [(s.text, s.span is not None) for s in stretches] == [
        ("en", False),
        ("Bilbao", True),
        (" ya", False),
    ]


def test_of_spans_that_overlap_the_first_given_is_drawn() -> None:
    stretches = turn_stretches("Gran Bilbao", [span(5, 11), span(0, 11)])
    assert [s.text for s in stretches if s.span] == ["Bilbao"]


def test_code_points_count_not_utf16_units() -> None:
    text = "\U0001f600 e\u0301\U0001d4d0 bai"
    words = [text[p.start : p.end] for p in pieces(text) if p.kind == "token"]
    assert words[0] == "\U0001f600"
    assert words[-1] == "bai"


@given(
    text=st.text(st.sampled_from("ab<%>-=+ \U0001f600@[*E:()]é\n"), max_size=40),
    cuts=st.lists(st.tuples(st.integers(0, 40), st.integers(1, 10)), max_size=4),
    tokens=st.booleans(),
)
def test_the_pieces_are_the_text_again(
    text: str, cuts: list[tuple[int, int]], tokens: bool
) -> None:
    spans = [span(start, start + length) for start, length in cuts]
    stretches = turn_stretches(text, spans, tokens=tokens)
    assert "".join(stretch.text for stretch in stretches) == text
    place = 0
    for piece in (piece for stretch in stretches for piece in stretch.pieces):
        assert piece.start == place <= piece.end
        assert "".join(part.text for part in piece.parts) == text[piece.start : piece.end]
        place = piece.end
    for stretch in stretches:
        if stretch.span is not None:
            assert stretch.text == text[stretch.span.start : stretch.span.end]
