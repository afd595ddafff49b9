"""The same misses with other ways to repeat a surrogate."""

import numpy as np
import pytest

from annotation.evidence.attacks.coherence.variants import drawer, replaced_again, variants
from annotation.evidence.attacks.mentions import mentions_in
from tests.annotation.evidence.attacks.bracketed import attacked, pair

SAID = mentions_in(pair(*["[Ana|PER|Eva] y [Ana|PER]"] * 40))


@pytest.mark.parametrize(("keeping", "forms"), [(1.0, 1), (0.0, 40)])
def test_consistent_keeps_and_random_draws_anew(keeping: float, forms: int) -> None:
    numbers = iter(range(100))
    made = replaced_again(
        SAID, keeping, np.random.default_rng(0), lambda *_: f"name{next(numbers)}"
    )
    assert len({m.released for m in made if not m.stays}) == forms
    # What stayed stays.
    assert [m for m in made if m.stays] == [m for m in SAID if m.stays]


def test_markov_keeps_the_last_one_half_of_the_time() -> None:
    numbers = iter(range(100))
    made = replaced_again(SAID, 0.5, np.random.default_rng(3), lambda *_: f"{next(numbers)}")
    drawn = [int(m.released) for m in made if not m.stays]
    assert drawn == sorted(drawn)  # a form that was left does not come back
    # 39 coins: 1 + 19.5 ± 3 * 3.1.
    assert 11 <= len(set(drawn)) <= 30


def test_draws_are_of_the_kind_and_never_the_original() -> None:
    draw, rng = drawer("es"), np.random.default_rng(0)
    mentions = mentions_in(
        pair("[Ana Gil|PERSON|x], [12-34|ID|x], [Lugo|LOC|x], [a|LETTER|x], [acme@x.es|EMAIL|x]")
    )
    for mention in mentions:
        drawn = draw(mention, rng)
        assert drawn != mention.original
        if mention.label == "PERSON":
            assert len(drawn.split()) >= 2
        if mention.label == "ID":
            assert [c.isdigit() for c in drawn] == [c.isdigit() for c in mention.original]


def test_all_ways_stand_in_one_table() -> None:
    alone = [
        pair("[Ana|PER|Eva]", "[Ana|PER|Eva]", f"[Gil{i}|FAM]", "[Ruiz|FAM|Mora]")
        for i in range(30)
    ]
    found = attacked(variants, alone)
    rows = {row["variant"]: row for row in found.rows}
    assert list(rows) == ["ours", "consistent", "markov", "random"]
    # Ours and consistent: of gil and mora, gil is real: 1/2, of three forms 1/3: lift 1.5.
    assert (rows["ours"]["lift"], rows["consistent"]["lift"]) == (1.5, 1.5)
    # With a new form each time four forms are said once and one is real: 1/4 of 1/4.
    assert rows["random"]["lift"] == pytest.approx(1.0, abs=0.05)
    assert 1.0 < float(str(rows["markov"]["lift"])) < 1.5
    assert found.state == "told"


def test_a_release_without_a_miss_is_held() -> None:
    found = attacked(variants, [pair("[Ana|PER|Eva]", "[Gil|FAM|Mora]")])
    assert (found.state, found.values["ours"]) == ("held", 0.0)
