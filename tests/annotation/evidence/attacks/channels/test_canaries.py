"""Originals as canaries, in reports and in the evidence itself."""

import numpy as np
import pytest

from annotation.evidence.attacks import channels, coherence, people
from annotation.evidence.attacks.channels.canaries import count_originals, evidence, report_beside
from annotation.evidence.attacks.types import Target
from annotation.evidence.types import quietly
from tests.annotation.evidence.attacks.bracketed import attacked, pair

PAIRS = [
    pair("soy [Ernesto Olabe|PERSON|Luis Mora] de [Vitoria-Gasteiz|LOC|Lugo]"),
    pair("el [12 de mayo|DATE|3 de abril] con [Ana|PER|Eva]"),
]


def test_an_original_is_found_in_any_case_as_whole_words() -> None:
    assert count_originals({"why": "it says ERNESTO  OLABE."}, PAIRS) == 1
    assert count_originals({"rows": [{"label": "vitoria gasteiz"}]}, PAIRS) == 1
    assert count_originals(["Ernestolabe", "Ernesto", "the 12 de mayo", "Ana"], PAIRS) == 0


def test_its_own_keys_and_labels_are_no_originals() -> None:
    pairs = [pair("[chance|ORG|Acme]")]
    assert count_originals({"chance": 0.5, "why": "below chance"}, pairs) == 0


def test_a_report_with_an_original_is_told() -> None:
    found = attacked(report_beside, PAIRS, report={"message": "Vitoria-Gasteiz stays"})
    assert (found.state, found.values["found"]) == ("told", 1)
    assert attacked(report_beside, PAIRS, report={"message": "a name stays"}).state == "held"


def test_a_report_with_the_place_of_an_original_is_told() -> None:
    # Ernesto Olabe stood at 4-17, and Luis Mora stands at 4-13.
    found = attacked(report_beside, PAIRS, report={"issues": [{"turn": 0, "start": 4, "end": 17}]})
    assert (found.state, found.values["places"]) == ("told", 1)
    found = attacked(report_beside, PAIRS, report={"issues": [{"turn": 0, "start": 4, "end": 13}]})
    assert found.state == "held"


def test_evidence_with_an_original_is_told() -> None:
    assert attacked(evidence, PAIRS, evidence={"why": "Ernesto Olabe"}).state == "told"
    held = attacked(evidence, PAIRS, evidence={"why": "a name stays", "labels": ["PERSON"]})
    assert (held.state, held.values["found"]) == ("held", 0) and held.tried
    assert attacked(evidence, PAIRS).state == "not run"
    assert attacked(evidence, PAIRS[1:], evidence={"why": "Ana"}).state == "not run"


ROWS = {**coherence.ROWS, **people.ROWS, **channels.ROWS}


@pytest.mark.parametrize("name", ROWS)
def test_no_finding_holds_a_text(name: str) -> None:
    """Every attack of these rooms on a corpus whose words are canaries, outside of labels too."""
    made = [
        pair(
            f"zebracorn: soy [Kanarino{n % 5}|PERSON|Eva] de [Kanaria{n % 3}|LOC|Lugo]",
            f"quuxling: tengo [4{n % 7} años|AGE|38 años], kanarienvogel [Kanarino{n % 5}|PERSON]",
            *["zebracorn: " + "kanarienvogel gracias " * 8] * 3,
            name=f"kanarienquelle-{n}",
            extra=[{"kanarienkey": n}, {}, {}, {}, {}],
            lines=(n + 1, n + 1),
        )
        for n in range(60)
    ]
    target = Target(made, file=b"{}", file_name="kanarienfile", report={"why": "Kanarino1"},
                    evidence={"why": "Kanaria1"})  # fmt: skip
    found = ROWS[name](target, np.random.default_rng(0), quietly)
    assert found.state in ("held", "told"), found.why
    said = str(found.to_json()).lower() + (found.sentence % found.values).lower()
    for canary in ("kanari", "zebracorn", "quuxling", "38 años", "lugo", "d0001"):
        assert canary not in said
    assert found.success is not None and found.chance is not None and found.tried
    assert found.success.low <= found.success.value <= found.success.high
    assert found.name == name
