"""What leaves of an attack kind by kind: no count below 10, and none that follows from a share."""

from typing import Any

import pytest

from annotation.evidence.bundle.kinds import rows_that_leave

SHARE = {"value": 0.5, "low": 0.4, "high": 0.6, "n": 100}


@pytest.mark.parametrize(
    ("name", "row", "left"),
    [
        ("guess", {"what": "initial", "bits": 0.2, **SHARE},
         {"what": "initial", "bits": 0.2, **SHARE}),
        ("real-or-surrogate", {"what": "age", "state": "too few to say", "n": 7},
         {"what": "age", "state": "too few to say", "n": "< 10"}),
        ("linkage", {"kind": "given", "tried": 40, "equal": 3, "expected": 2.4},
         {"kind": "given", "tried": 40, "equal": "< 10", "expected": 2.4}),
        ("date-shift", {"what": "days", "n": 40, "hits": 38},
         {"what": "days", "n": 40, "hits": "> 30"}),
        # 0.05 of 100 is five: a bound, and neither the bare share nor its number beside it.
        ("attributes", {"property": "gender", "text": "read", "right": 0.05, "tried": 100,
                        "chance": 0.5, "value": 0.05, "low": 0.02, "high": 0.11, "n": 100},
         {"property": "gender", "text": "read", "chance": 0.5, "value": 0.1, "low": 0.0,
          "high": 0.164, "n": 100, "bound": "below"}),
        # Four of 50 forms: the lift stays, as in the sentence; of 20 of 50 the share does, too.
        ("variants", {"variant": "ours", "precision": 0.08, "tried": 50, "lift": 1.2, "alone": 0.1},
         {"variant": "ours", "precision": None, "lift": 1.2}),
        ("variants", {"variant": "ours", "precision": 0.4, "tried": 50, "lift": 1.2, "beside": 0.1},
         {"variant": "ours", "precision": 0.4, "lift": 1.2}),
        # No share of a count: it is not made a bound.
        ("frequency", {"what": "place", "value": 0.02, "low": -0.1, "high": 0.2, "n": 80},
         {"what": "place", "value": 0.02, "low": -0.1, "high": 0.2}),
    ],
)  # fmt: skip
def test_a_row_leaves_without_small_counts(
    name: str, row: dict[str, Any], left: dict[str, Any]
) -> None:
    made = rows_that_leave({"name": name, "rows": [row]})
    rounded = {k: round(v, 3) if isinstance(v, float) else v for k, v in made[0].items()}
    assert (len(made), rounded) == (1, left)
    assert rows_that_leave({"name": name, "rows": made}) == made  # what has left stays as it is


def test_a_finding_without_rows_has_none() -> None:
    assert rows_that_leave({"name": "keys"}) == []
