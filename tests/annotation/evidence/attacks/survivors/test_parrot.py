"""The parrot finds planted leaks where spans are marked, and little where they are not."""

import pytest

from annotation.evidence.attacks.survivors.parrot import parrot_marked, parrot_unmarked
from annotation.evidence.attacks.types import Target
from annotation.evidence.errors import EvidenceError
from annotation.evidence.types import Finding, quietly
from surrogates.languages import load_lexicon
from tests.annotation.evidence.attacks.releases import ODD, RNG, pair, target

SAID = ("La línea no va.", "Se corta por la noche.", "Pues a ver un momento.", "Muy bien, gracias.")


def release(missed: int, *, marked: bool, odd: bool = False, count: int = 80) -> Target:
    """Everybody says who she is; of so many the name was missed."""
    rng = RNG(1)
    names = [n.text for n in load_lexicon("es").name_entries if n.kind == "full"]
    drawn = rng.choice(len(names), size=(count, 2), replace=False)
    dialogues = []
    for number in range(count):
        old, new = (names[int(each)] for each in drawn[number])
        old = ODD[number % len(ODD)] if odd else old
        said = f"{{{old}:PER}}" if number < missed else f"[{old}|{new}:PER]"
        dialogues.append([SAID[number % 4], f"Me llamo {said} y llamo otra vez.", SAID[number % 3]])
    return target(dialogues, spans_marked=marked)


def row(found: Finding) -> float:
    return float(str(found.rows[0]["value"]))


def test_marked_spans_give_survivors_away() -> None:
    found = parrot_marked(release(12, marked=True), RNG(0), quietly)
    assert found.state == "told"
    assert found.success is not None and found.chance is not None
    # Twelve real words of some eight hundred that no span marks: chance is below .03.
    assert found.success.value > 0.8
    assert found.chance < 0.03
    assert row(found) > 0.8


def test_nothing_missed_is_nothing_told() -> None:
    found = parrot_marked(release(0, marked=True), RNG(0), quietly)
    assert found.state == "held"
    assert found.chance == 0.0


def test_a_file_without_spans_teaches_nobody() -> None:
    """What they would have told is a row, not a success."""
    found = parrot_marked(release(12, marked=False), RNG(0), quietly)
    assert (found.state, found.success, found.tried) == ("held", None, 0)
    assert row(found) > 0.8


def test_without_spans_a_missed_name_of_the_lists_is_a_surrogate_to_all_appearance() -> None:
    found = parrot_unmarked(release(12, marked=False), RNG(0), quietly)
    assert found.state == "held"
    assert row(found) <= 0.15


def test_without_spans_names_that_no_list_has_stand_out() -> None:
    """It can succeed: every missed name is off the lists, and every surrogate on them."""
    found = parrot_unmarked(release(12, marked=False, odd=True), RNG(0), quietly)
    assert found.state == "told"
    assert found.success is not None and found.chance is not None
    assert found.success.low > 5 * found.chance


def test_where_no_truth_is_known_it_is_not_run() -> None:
    pairs = [pair(n, ["Soy [Ana|Eva:PER]."], is_gold=False) for n in range(4)]
    with pytest.raises(EvidenceError, match="fewer than two dialogues"):
        parrot_unmarked(Target(pairs), RNG(0), quietly)
