"""What became what, from texts and spans."""

from hypothesis import given
from hypothesis import strategies as st

from annotation.evidence.attacks.alignment import Stretch, align
from annotation.evidence.attacks.items import items_of
from annotation.formats.types import SpanValue, TurnValue
from tests.annotation.evidence.attacks.releases import pair, turn_pair

LINE = "Soy [Ana María|Eva:PER] [Pérez|Ruiz Sanz:FAM] de [Gijón|Lugo:LOC]."


def test_marked_items_stand_side_by_side() -> None:
    one, two = turn_pair(LINE)
    found = [
        (one.text[s.start : s.end], two.text[s.new_start : s.new_end]) for s in align(one, two)
    ]
    assert found == [("Ana María", "Eva"), ("Pérez", "Ruiz Sanz"), ("Gijón", "Lugo")]


def test_originals_spans_do_where_nothing_is_marked() -> None:
    one, two = turn_pair(LINE)
    assert align(one, TurnValue("a", two.text)) == align(one, two)


def test_words_do_where_nobody_marked_anything() -> None:
    one, two = turn_pair("Vive en [Gijón|Lugo:LOC] ya.")
    assert align(TurnValue("a", one.text), TurnValue("a", two.text)) == (Stretch(8, 13, 8, 12),)


def test_a_missed_item_stays_and_is_told() -> None:
    items = items_of([pair(1, ["Soy {Ana:PER} de [Gijón|Lugo:LOC], {Ana:PER}."])])
    assert [(i.original, i.surrogate, i.is_replaced) for i in items] == [
        ("Ana", "Ana", False),
        ("Gijón", "Lugo", True),
        ("Ana", "Ana", False),
    ]
    # Where it stands in the released text: "Soy Ana de Lugo, Ana."
    assert [i.parts for i in items] == [((4, 7),), (), ((17, 20),)]


def test_an_item_that_was_replaced_in_part_is_left_in_part() -> None:
    one = TurnValue("a", "Soy Ana Olabarri.", (SpanValue(4, 16, "PER"),))
    two = TurnValue("a", "Soy Eva Olabarri.", (SpanValue(4, 7, "PER"),))
    made = pair(1, [])
    whole = type(made)(
        type(made.original)("1", "es", (one,)), type(made.released)("1", "es", (two,))
    )
    (item,) = items_of([whole])
    assert not item.is_replaced
    assert [two.text[a:b].strip() for a, b in item.parts] == ["Olabarri"]


words = st.text(st.sampled_from("abé ñ.,"), min_size=0, max_size=6)
values = st.text(st.sampled_from("MNOPQ"), min_size=1, max_size=5)


@given(st.lists(st.tuples(words, values, values), min_size=1, max_size=5), words)
def test_every_replacement_is_found_again(parts: list[tuple[str, str, str]], end: str) -> None:
    # Between two items stands something, as it does in a text.
    line = "".join(f"{gap}, [{old}|{new}:X]" for gap, old, new in parts) + end
    one, two = turn_pair(line)
    found = align(one, two)
    said = [(one.text[s.start : s.end], two.text[s.new_start : s.new_end]) for s in found]
    assert said == [(old, new) for _, old, new in parts]
