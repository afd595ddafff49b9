"""Counts of forms, worked by hand."""

from annotation.evidence.attacks.coherence.forms import count_forms
from annotation.evidence.attacks.mentions import mentions_in
from tests.annotation.evidence.attacks.bracketed import pair

# Ana is said three times and missed once: Eva, Eva, Ana. Vigo is replaced once.
LEAKING = pair("[Ana|PER|Eva], [Ana|PER|Eva]", "[Ana|PER] de [Vigo|LOC|Lugo]")
CLEAN = pair("[Luis|PER|Raúl] y [Luis|PER|Raúl]")


def test_counts_by_hand() -> None:
    counts = count_forms([mentions_in(LEAKING), mentions_in(CLEAN)])
    assert counts.mentions == 6
    assert counts.items_once == 1  # Vigo
    # eva, ana, lugo; raul. Said once: ana and lugo, of which ana is real.
    assert (counts.forms, counts.real, counts.once, counts.real_once) == (4, 1, 2, 1)
    assert counts.base == 1 / 4
    assert counts.precision == 1 / 2
    assert counts.lift == 2.0
    assert counts.lift_repeated == 0.0
    assert (counts.dialogues, counts.leaking, counts.beside) == (2, 1, 1)
    # lugo is said once as well, so ana does not stand alone.
    assert counts.alone == 0


def test_a_real_name_alone_among_those_that_repeat() -> None:
    counts = count_forms([mentions_in(pair("[Ana|PER|Eva], [Ana|PER|Eva], [Gil|FAM]"))])
    assert (counts.alone, counts.beside) == (1, 0)


def test_nothing_real_is_no_lift() -> None:
    counts = count_forms([mentions_in(CLEAN), []])
    assert (counts.lift, counts.lift_repeated, counts.base) == (0.0, 0.0, 0.0)
    assert counts.dialogues == 1
