"""Agreement of readers: worked by hand on small cases, and what must hold for all."""

from collections import Counter

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from learning.readings.agreement import SharedTurn, alpha_of_patterns, measure_agreement, roll_up
from learning.readings.disagreements import Disagreement, clusters, confusions, gather
from learning.types import Span

TEXT = "Soy Ana Gil de Bilbao"  # tokens at 0-3, 4-7, 8-11, 12-14, 15-21
TOP = {"given": "person", "family": "person", "town": "town"}
ANY = dict.fromkeys(TOP, "any")


def shared(ana: tuple[Span, ...], eva: tuple[Span, ...], **more: tuple[Span, ...]) -> SharedTurn:
    gold = more.pop("gold", None)
    return SharedTurn(1, TEXT, {"ana": ana, "eva": eva, **more}, gold)


def test_two_readers_by_hand() -> None:
    left = (Span(4, 7, "given"), Span(8, 11, "family"), Span(15, 21, "town"))
    right = (Span(4, 7, "given"), Span(8, 11, "given"))
    found = measure_agreement([shared(left, right)])
    # Tags: O G F O T against O G G O O: 3 of 5 agree. Chance: O 2*3 + G 1*2 = 8 of 25.
    pair = found.pairs[0]
    assert (pair.left, pair.right, pair.turns, pair.tokens) == ("ana", "eva", 1, 5)
    assert pair.kappa == pytest.approx((3 / 5 - 8 / 25) / (1 - 8 / 25))
    # One of 3 and 2 spans is the same: F1 = 2 * 1 / 5; given 2 * 1 / (1 + 2).
    assert pair.f1 == found.spans["micro"]["f1"] == pytest.approx(0.4)
    assert found.spans["per_label"]["given"]["f1"] == pytest.approx(2 / 3)
    assert found.spans["per_label"]["town"]["f1"] == 0.0
    # Given alone: O G O O O against O G G O O: 4 of 5; chance (4*3 + 1*2) / 25.
    assert pair.label_kappa["given"] == pytest.approx((4 / 5 - 14 / 25) / (1 - 14 / 25))
    # Alpha: 4 of 10 values stand in pairs that differ; O 5, G 3, F 1, T 1 of 10 values, of 90
    # ordered pairs 90 - (20 + 6) = 64 differ: 1 - (4 / 10) / (64 / 90).
    assert found.alpha == pytest.approx(1 - 0.4 / (64 / 90))
    assert [(each.kind, each.left_spans, each.right_spans) for each in found.disagreements] == [
        ("label", (Span(8, 11, "family"),), (Span(8, 11, "given"),)),
        ("missing", (Span(15, 21, "town"),), ()),
    ]
    assert confusions(found.disagreements) == {("family", "given"): 1}
    assert found.label_items == {"given": 2, "family": 1, "town": 1}  # once where both gave it


def test_three_readers_with_one_missing_by_hand() -> None:
    """Units that two or three of three readers gave a value to."""
    patterns = Counter([("1", "1"), ("2", "2"), ("3", "3", "3"), ("3", "3", "4"), ("4", "4", "4")])
    # 13 values: 1 two, 2 two, 3 five, 4 four. Differing: in 3,3,4 there are 4 of 6 ordered pairs,
    # over 2: 2 of 13 values. Chance: 1 - (2 + 2 + 20 + 12) / 156.
    assert alpha_of_patterns(patterns) == pytest.approx(1 - (2 / 13) / (1 - 36 / 156))


def test_kinds_of_disagreement() -> None:
    cases = {
        "bounds": ((Span(4, 11, "given"),), (Span(4, 7, "given"),)),
        "label": ((Span(4, 11, "given"),), (Span(4, 7, "family"),)),
        "missing": ((), (Span(4, 7, "family"),)),
    }
    for kind, (left, right) in cases.items():
        (found,) = measure_agreement([shared(left, right)]).disagreements
        assert found == Disagreement(1, "ana", "eva", kind, left, right)  # type: ignore[arg-type]


def test_one_span_against_two_is_one_disagreement() -> None:
    left = (Span(4, 7, "given"), Span(8, 11, "family"))
    (found,) = measure_agreement([shared(left, (Span(4, 11, "given"),))]).disagreements
    assert (found.kind, len(found.left_spans)) == ("label", 2)
    assert confusions([found]) == {("family", "given"): 1}


def test_what_three_say_of_one_stretch_stands_together() -> None:
    left = (Span(4, 7, "given"), Span(15, 21, "town"))
    found = gather(
        measure_agreement([shared(left, (Span(4, 11, "given"),), leo=left)]).disagreements
    )
    # Eva differs from Ana and from Leo: in the bounds of one item, and by missing the other.
    assert [[each.kind for each in group] for group in found] == [["bounds"] * 2, ["missing"] * 2]


def test_readers_against_what_was_agreed() -> None:
    gold = (Span(4, 7, "given"), Span(8, 11, "family"), Span(15, 21, "town"))
    found = measure_agreement([shared(gold, (Span(4, 7, "given"), Span(0, 3, "town")), gold=gold)])
    assert found.gold["ana"].kappa == found.gold["ana"].f1 == 1.0
    # Eva: 1 of her 2 is right, 1 of 3 is found.
    assert found.gold["eva"].spans["micro"] == pytest.approx(
        {"precision": 0.5, "recall": 1 / 3, "f1": 0.4, "support": 3}
    )


def test_one_reader_and_gold_are_no_shared_turn() -> None:
    turn = SharedTurn(1, TEXT, {"ana": ()}, gold=(Span(4, 7, "given"),))
    found = measure_agreement([turn])
    assert (found.turns, found.tokens, found.pairs) == (0, 0, [])
    assert found.gold["ana"].spans["micro"]["recall"] == 0.0


def test_nothing_read() -> None:
    found = measure_agreement([])
    assert (found.turns, found.alpha, found.pairs, found.disagreements) == (0, 1.0, [], [])


def test_rolling_up_forgives_labels_not_bounds() -> None:
    turn = shared((Span(4, 7, "given"), Span(15, 21, "town")), (Span(4, 7, "family"),))
    (rolled,) = roll_up([turn], TOP)
    found = measure_agreement([rolled])
    assert [each.kind for each in found.disagreements] == ["missing"]
    assert found.spans["per_label"]["person"]["f1"] == 1.0


EDGES = st.lists(st.sampled_from([0, 3, 4, 7, 8, 11, 12, 14, 15, 21]), unique=True, max_size=8)
LABELS = st.sampled_from(["given", "family", "town"])


@st.composite
def layers(draw: st.DrawFn) -> tuple[Span, ...]:
    """Spans that do not overlap."""
    edges = sorted(draw(EDGES))
    return tuple(
        Span(start, end, draw(LABELS)) for start, end in zip(edges[::2], edges[1::2], strict=False)
    )


@given(st.lists(layers(), min_size=1, max_size=5))
def test_the_same_twice_agrees(read: list[tuple[Span, ...]]) -> None:
    found = measure_agreement(shared(spans, spans) for spans in read)
    assert found.alpha == found.pairs[0].kappa == 1.0
    assert found.disagreements == []
    assert found.spans["micro"]["f1"] == (1.0 if any(read) else 0.0)


@given(st.lists(st.tuples(layers(), layers(), layers()), min_size=1, max_size=5))
def test_names_and_order_do_not_matter(read: list[tuple[tuple[Span, ...], ...]]) -> None:
    one = measure_agreement(shared(a, b, leo=c) for a, b, c in read)
    other = measure_agreement(shared(c, b, leo=a) for a, b, c in reversed(read))
    assert one.alpha == pytest.approx(other.alpha)
    assert sorted(pair.kappa for pair in one.pairs) == pytest.approx(
        sorted(pair.kappa for pair in other.pairs)
    )
    assert one.spans["micro"]["f1"] == pytest.approx(other.spans["micro"]["f1"])
    kinds = [Counter(each.kind for each in found.disagreements) for found in (one, other)]
    assert kinds[0] == kinds[1]


@given(layers(), layers())
def test_every_span_is_in_one_cluster(left: tuple[Span, ...], right: tuple[Span, ...]) -> None:
    found = clusters(left, right)
    assert sorted(s.start for one, _other in found for s in one) == [s.start for s in left]
    assert sorted(s.start for _one, other in found for s in other) == [s.start for s in right]
    differ = measure_agreement([shared(left, right)]).disagreements
    assert bool(differ) == (left != right)
    for each in differ:
        assert (each.kind == "missing") == (not each.left_spans or not each.right_spans)


@given(layers(), layers())
def test_fewer_labels_never_agree_less(left: tuple[Span, ...], right: tuple[Span, ...]) -> None:
    turns = [shared(left, right)]
    figures = [
        measure_agreement(roll_up(turns, names)).spans["micro"]["f1"]
        for names in ({name: name for name in TOP}, TOP, ANY)
    ]
    assert figures == sorted(figures)


def test_alpha_of_a_published_table() -> None:
    """Four observers, twelve units, * = missing: .743 for nominal values [Krippendorff11, D]."""
    rows = ("123321412***", "1233224125*3", "*3332342251*", "12332441251*")
    units = Counter(
        tuple(value for value in unit if value != "*") for unit in zip(*rows, strict=True)
    )
    assert round(alpha_of_patterns(units), 3) == 0.743


@given(st.lists(st.lists(st.sampled_from("abc"), min_size=1, max_size=4), max_size=12))
def test_alpha_is_one_less_than_what_pairs_say(units: list[list[str]]) -> None:
    """The definition: pairs that differ within units, over pairs that differ among all values."""
    pairable = [unit for unit in units if len(unit) > 1]
    values = [value for unit in pairable for value in unit]
    within = sum(
        sum(one != other for one in unit for other in unit) / (len(unit) - 1) for unit in pairable
    )
    among = sum(one != other for one in values for other in values) / max(1, len(values) - 1)
    alpha = alpha_of_patterns(Counter(tuple(unit) for unit in units))
    assert alpha == pytest.approx(1 - within / among if among else 1.0)


@given(st.lists(st.lists(st.sampled_from("abc"), min_size=2, max_size=4), min_size=2, max_size=12))
def test_alpha_is_what_a_library_says(units: list[list[str]]) -> None:
    """NLTK is the referee; it wants one row for each reader and unit, and two values at least."""
    agreement = pytest.importorskip("nltk.metrics.agreement", reason="NLTK is not installed")
    assume(len({value for unit in units for value in unit}) > 1)
    rows = [
        (reader, place, value)
        for place, unit in enumerate(units)
        for reader, value in enumerate(unit)
    ]
    alpha = alpha_of_patterns(Counter(tuple(unit) for unit in units))
    assert alpha == pytest.approx(agreement.AnnotationTask(data=rows).alpha())
