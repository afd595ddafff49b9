"""What became of a tool's spans, worked by hand."""

from hypothesis import given
from hypothesis import strategies as st

from learning.metrics.precision_recall import span_figures
from learning.readings.corrections import FATES, Tally, match_spans, tally_turns
from learning.types import Span

TEXT = "Ana López llama de Bilbao a Luis"
ANA, LOPEZ, BOTH = Span(0, 3, "name"), Span(4, 9, "surname"), Span(0, 9, "name")
BILBAO, LUIS = Span(19, 25, "place"), Span(28, 32, "name")


def test_each_fate() -> None:
    wrong_name = Span(19, 25, "name")  # Bilbao, another label
    call = Span(10, 15, "name")  # "llama": nothing
    other = Span(27, 32, "place")  # " Luis": other bounds, another label
    fates, added = match_spans([BOTH, call, wrong_name, other], [ANA, LOPEZ, BILBAO, LUIS])
    assert fates == ["bounds", "rejected", "label", "both"]
    assert added == [LOPEZ]  # BOTH became ANA, which has its label


def test_the_same_span_goes_before_one_that_overlaps() -> None:
    fates, added = match_spans([BOTH, ANA], [ANA])
    assert (fates, added) == (["rejected", "accepted"], [])


def test_counts_by_label() -> None:
    # Found: BOTH (name), BILBAO. Left: ANA, LOPEZ, BILBAO, LUIS.
    tallies = tally_turns([(TEXT, [BOTH, BILBAO], [ANA, LOPEZ, BILBAO, LUIS]), (TEXT, [], [])])
    name, place, surname = tallies["name"], tallies["place"], tallies["surname"]
    assert (name.found, name.accepted, name.corrected, name.added) == (1, 0, 1, 1)
    assert (name.final, name.hidden) == (2, 1)  # Ana lies under BOTH, Luis under nothing
    assert (place.found, place.accepted, place.final) == (1, 1, 1)
    assert (surname.found, surname.added, surname.final, surname.hidden) == (0, 1, 1, 1)
    total = Tally()
    for each in tallies.values():
        total.add(each)
    assert (total.found, total.accepted, total.added, total.final) == (2, 1, 2, 4)


SPANS = st.lists(
    st.tuples(st.integers(0, 5), st.integers(1, 3), st.sampled_from("ab")), max_size=4
).map(
    lambda rows: [
        Span(4 * at, 4 * at + size, label) for at, size, label in {r[0]: r for r in rows}.values()
    ]
)


@given(SPANS, SPANS)
def test_counts_add_up_and_agree_with_the_scores(found: list[Span], final: list[Span]) -> None:
    tallies = tally_turns([("x" * 30, found, final)])
    figures = span_figures([final], [found])["per_label"]
    corrected = sum(tally.corrected for tally in tallies.values())
    accepted = sum(tally.accepted for tally in tallies.values())
    assert sum(t.found for t in tallies.values()) == len(found)
    assert accepted + corrected + sum(t.added for t in tallies.values()) == len(final)
    for label, tally in tallies.items():
        assert set(tally.fates) == set(FATES)
        assert tally.accepted == round(figures[label]["recall"] * tally.final)
        assert tally.accepted == round(figures[label]["precision"] * tally.found)
